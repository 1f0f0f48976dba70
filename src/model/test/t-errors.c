/* t-errors.c - mistakes of an author: the place, the words, and nothing that follows from the first mistake */
#include <string.h>

#include "../../core/test/harness.h"
#include "liaison/model.h"

struct mistake { int line, column; const char *words; };

/* Does the list of diagnostics contain this one? */
static bool told(const li_ctx *ctx, li_severity severity, const struct mistake *x)
{
    for (size_t i = 0; i < li_diagnostic_count(ctx); i++) {
        const li_diagnostic *d = li_diagnostic_at(ctx, i);
        if (d->severity == severity && d->place.line == x->line && d->place.column == x->column && strstr(d->message, x->words) != NULL)
            return true;
    }
    return false;
}

static const char *first_message(const li_ctx *ctx)
{
    return li_diagnostic_count(ctx) > 0 ? li_diagnostic_at(ctx, 0)->message : "nothing";
}

#define MODEL "coord x, y\nkinetic (x'^2 + y'^2)/2\n"     /* lines 1 and 2 */

#define GIVEN "coord x, y\nmomentum p of x, q of y\n"        /* the same */
#define CHART "chart x, y, t\nomega d(x)/\\d(y)\n"

static const struct { const char *source; struct mistake mistake; } single[] = {
    /* systems given by H */
    { "coord x\nmomentum p of xx\nhamiltonian p^2", { 2, 15, "'xx' is not a coordinate; did you mean 'x'?" } },
    { "coord x\nparam a\nmomentum p of a\nhamiltonian p^2", { 3, 15, "'a' is not a coordinate" } },
    { "coord x\nmomentum p of x, q of x\nhamiltonian p^2", { 2, 23, "has the momentum 'p' already" } },
    { "coord x, y\nmomentum q of y\nhamiltonian q^2", { 1, 7, "'x' has no momentum; add 'momentum NAME of x'" } },
    { "coord x\nhamiltonian x^2", { 1, 7, "has no momentum" } },
    { "coord x\nmomentum p of x\nkinetic x'^2", { 2, 15, "add 'hamiltonian H'" } },
    { "coord x\nmomentum p x\nhamiltonian p^2", { 2, 12, "expected 'of'" } },
    { "coord x\nmomentum p of x'\nhamiltonian p^2", { 2, 15, "the coordinate of the momentum" } },
    { "coord x\nmomentum p' of x\nhamiltonian x^2", { 2, 10, "without primes" } },
    { GIVEN "hamiltonian p^2 + x'", { 3, 13, "this contains x'" } },
    { GIVEN "hamiltonian p^2 + q'", { 3, 13, "must not contain the rate q'" } },
    { GIVEN "hamiltonian", { 3, 12, "expected Hamilton's function" } },
    { GIVEN "hamiltonian p*q + p''", { 3, 19, "'p' is a momentum: it has a first derivative only" } },
    { GIVEN "hamiltonian p*q\nkinetic x'^2", { 4, 9, "there is no 'kinetic' beside it" } },
    { GIVEN "hamiltonian p*q\npotential x", { 4, 11, "there is no 'potential' beside it" } },
    { GIVEN "hamiltonian p*q\nquasi w = x'", { 4, 7, "there is no 'quasi' beside them" } },
    { GIVEN "hamiltonian p*q\nspeed v with x' = v", { 4, 7, "there is no 'speed' beside them" } },
    { GIVEN "hamiltonian p*q\nforce x on p", { 4, 12, "the momentum p is not" } },
    { GIVEN "hamiltonian p*q/(x - x)", { 3, 18, "zero" } },
    { "chart x, t\nhamiltonian x", { 2, 13, "a chart has none" } },
    /* systems given by their form */
    { "omega d(x)/\\d(t)", { 1, 7, "'omega' needs the chart" } },
    { MODEL "omega d(x)/\\d(t)", { 3, 7, "a system with coordinates makes its own form" } },
    { "chart x, y\nomega d(x)/\\d(y)", { 1, 7, "contains the time; add t" } },
    { "chart x, y, z, t\nomega d(x)/\\d(y)", { 1, 7, "an even number of other variables; this one has 3" } },
    { "chart x, y, t\nomega", { 2, 6, "expected a 2-form on the chart" } },
    { CHART "omega d(x)/\\d(t)", { 3, 7, "a second 'omega'; the first is on line 2" } },
    { CHART "kinetic x^2", { 3, 9, "there is no 'kinetic' beside it" } },
    { CHART "hamiltonian x^2", { 3, 13, "there is no 'hamiltonian' beside it" } },
    { CHART "force x on y'", { 3, 7, "a part of the form" } },
    { CHART "constraint c: x = y", { 3, 12, "add 'by F on x''" } },
    { CHART "constraint c: x = y by x", { 3, 24, "linear in the rates of the chart, like x'; this contains none" } },
    { CHART "constraint c: x = y by x'*y'", { 3, 24, "linear in the rates of the chart" } },
    { CHART "constraint c: x' = y by x'", { 3, 15, "relates its variables, not their rates" } },
    { CHART "start x' = 1", { 3, 7, "a variable of the chart" } },
    /* names */
    { MODEL "let z = xx + 1", { 3, 9, "'xx' is not declared; did you mean 'x'?" } },
    { MODEL "param theta\nlet z = teta + 1", { 4, 9, "did you mean 'theta'?" } },
    { MODEL "let z = sinn(x)", { 3, 9, "did you mean 'sin'?" } },
    { MODEL "param x", { 3, 7, "'x' is declared twice; first at 1:7, as a coordinate" } },
    { MODEL "param t", { 3, 7, "'t' is the time" } },
    { MODEL "param a'", { 3, 7, "without primes" } },
    { MODEL "param a.b", { 3, 7, "no dots" } },
    { MODEL "param = 3", { 3, 7, "expected the name of a parameter" } },
    { MODEL "param a = ", { 3, 11, "expected the value of the parameter" } },
    { MODEL "param a = x", { 3, 11, "a parameter is constant; its value contains x" } },
    { MODEL "param a = t^2", { 3, 11, "contains t" } },
    { MODEL "param a\nlet z = a'", { 4, 9, "its time derivative is 0" } },
    { MODEL "let z = x'''", { 3, 9, "a first and a second derivative only" } },
    { MODEL "let z = x\nlet s = z'", { 4, 9, "write ddt(z)" } },
    { MODEL "let z = t'", { 3, 9, "its derivative is 1" } },
    { MODEL "quasi p = x'\nlet z = p''", { 4, 9, "a first derivative only" } },
    { MODEL "let a = b\nlet b = c\nlet c = a", { 3, 5, "a definition in terms of itself: a -> b -> c -> a" } },
    { MODEL "let a = a + 1", { 3, 5, "a -> a" } },
    { MODEL "param a = 2*b, b = a", { 3, 7, "a -> b -> a" } },
    { MODEL "function f(s) = g(s)\nfunction g(s) = f(s)", { 3, 10, "f -> g -> f" } },
    { MODEL "quasi p = x' + L\nlet L = 2*p", { 3, 7, "p -> L -> p" } },
    /* functions */
    { MODEL "function f(s)\nlet z = f", { 4, 9, "'f' is a function; write f(s)" } },
    { MODEL "function s(t)\nlet z = s'", { 4, 9, "write s'(t)" } },
    { MODEL "function f(s)\nlet z = f(x, y)", { 4, 9, "'f' has one argument, not 2" } },
    { MODEL "function f(s, u)\nlet z = f(x)", { 3, 13, "a function has one argument" } },
    { MODEL "function f\nlet z = f(1)", { 3, 11, "expected '('" } },
    { MODEL "param a\nlet z = a(x)", { 4, 9, "'a' is a parameter, not a function" } },
    { MODEL "function f(s) = s'", { 3, 17, "the argument of the function" } },
    { MODEL "let z = ddt(x'')", { 3, 13, "the time derivative of 'x''' is not known" } },
    { MODEL "let z = ddt(x, y)", { 3, 9, "ddt takes one expression" } },
    /* expressions */
    { MODEL "let z = 1/0\nlet s = z", { 3, 11, "division by zero" } },
    { MODEL "potential 1/(sin(x)^2 + cos(x)^2 - 1)", { 3, 11, "division by zero" } },
    { MODEL "let z = 2 x", { 3, 11, "write 2*x" } },
    { MODEL "let z = (x + 1", { 3, 15, "')'" } },
    { MODEL "let z x", { 3, 7, "expected '='" } },
    { MODEL "let z = x y = 3", { 3, 11, "or the end of the line" } },
    /* velocities */
    { MODEL "quasi p = x'*y'", { 3, 11, "a quasi-velocity must be linear in the velocities; this contains the product x'*y'" } },
    { MODEL "quasi p = x'*y' + sin(x)*x'", { 3, 11, "the product x'*y'" } },
    { MODEL "quasi p = x'^2", { 3, 11, "the square x'^2" } },
    { MODEL "quasi p = sin(x')", { 3, 11, "not linear in x'" } },
    { MODEL "quasi p = x", { 3, 11, "contains no velocity" } },
    { MODEL "quasi p = x''", { 3, 11, "contains the acceleration x''" } },
    { MODEL "quasi p = x' + y', q = 2*x' + 2*y'", { 3, 20, "dependent: q" } },
    { MODEL "quasi p = x', q = y', r = x' + y'", { 3, 23, "3 quasi-velocities for 2 coordinates" } },
    { MODEL "quasi p", { 3, 8, "expected '='" } },
    { MODEL "speed v, w with x' = v*cos(w)", { 3, 7, "2 speeds for 1 velocity" } },
    { MODEL "speed v, w with x' = v + w, y' = 2*v + 2*w", { 3, 7, "do not determine" } },
    { MODEL "speed v, w with x' = v, x' = w", { 3, 25, "given by speeds twice" } },
    { MODEL "speed v, w with x' = v + y', y' = w", { 3, 22, "given by speeds itself" } },
    { MODEL "speed v with z' = v", { 3, 14, "'z' is not a coordinate" } },
    { MODEL "speed v with x = v", { 3, 14, "expected the velocity of a coordinate" } },
    { MODEL "speed v", { 3, 8, "expected 'with'" } },
    /* energies and forces */
    { "coord x\nkinetic x''*x'", { 2, 9, "must not contain the acceleration x''" } },
    { MODEL "potential x*x'", { 3, 11, "'force F on V'" } },
    { MODEL "constraint c: x' = y' multiplier N\npotential N", { 4, 11, "the multiplier N" } },
    { MODEL "force 1 on x", { 3, 12, "contains no velocity" } },
    { MODEL "force 1 on x'*y'", { 3, 12, "the product x'*y'" } },
    { MODEL "force x'' on x'", { 3, 7, "a force must not contain the acceleration x''" } },
    { MODEL "force x", { 3, 8, "expected 'on'" } },
    { MODEL "force x at P", { 3, 9, "does not read yet" } },
    { MODEL "speed v, w with x' = v, y' = v*w\nforce 1 on v", { 4, 12, "the speed v is not" } },
    /* constraints */
    { MODEL "constraint c: x' + y'", { 3, 22, "expected '='" } },
    { MODEL "constraint c x' = y'", { 3, 14, "expected ':'" } },
    { MODEL "constraint c: x'' = 0", { 3, 15, "a constraint relates positions and velocities; this contains x''" } },
    { MODEL "constraint c: x' = N multiplier N", { 3, 15, "this contains N" } },
    { MODEL "constraint c: 1 = 0", { 3, 15, "contradicts itself" } },
    { MODEL "param a\nconstraint c: a = 1", { 4, 15, "neither a coordinate nor a velocity" } },
    { MODEL "function f(s)\nconstraint c: f(1) = 1", { 4, 15, "neither a coordinate nor a velocity" } },
    { MODEL "constraint c: x' = 1\nconstraint d: 2*x' = 3", { 4, 15, "contradicts the relation c at 3:15" } },
    { MODEL "constraint c: x' = y', y' = x' + 1", { 3, 24, "contradicts the relation c.1 at 3:15" } },
    { MODEL "constraint c: x + y = 1, 2*x + 2*y = 4", { 3, 26, "contradicts the relation c.1 at 3:15" } },
    { MODEL "constraint c: x^2 + y^2 = 1\nconstraint d: x^2 + y^2 = 4", { 4, 15, "contradicts the relation c" } },
    { MODEL "constraint c: x' = y' multiplier N, M", { 3, 23, "2 multipliers for 1 reaction" } },
    { MODEL "constraint c: x' = y', x' = y by x'", { 3, 34, "1 direction for 2 relations" } },
    { MODEL "constraint c: x' = y' by x", { 3, 26, "contains no velocity" } },
    { MODEL "constraint c: x' = y' by x', y'", { 3, 30, "expected 'by'" } },
    { MODEL "constraint c: x' = y' multiplier x", { 3, 34, "'x' is declared twice" } },
    { MODEL "constraint c: x' = y', x' = y\nlet z = c.3", { 4, 9, "'c' has 2 relations" } },
    { MODEL "constraint c: x' = y', x' = y\nlet z = c", { 4, 9, "a group of 2 relations" } },
    { MODEL "constraint c: x' = y'\nlet z = c'", { 4, 9, "its time derivative is not known" } },
    /* contacts */
    { MODEL "contact c: normal y', normal x'", { 3, 23, "'normal' is said twice" } },
    { MODEL "contact c: normal y', bilateral, bilateral", { 3, 34, "'bilateral' is said twice" } },
    { MODEL "contact c: gap y, normal y'", { 3, 26, "a gap or a normal velocity, not both" } },
    { MODEL "contact c: sliding x'", { 3, 9, "its gap or its normal velocity" } },
    { MODEL "contact c: normal y', friction 1/3", { 3, 32, "this contact has none: add 'sliding U'" } },
    { MODEL "contact c: normal y', frction 1/3", { 3, 23, "'frction' is not an option of a contact; did you mean 'friction'?" } },
    { MODEL "contact c: normal y', sliding x', frction f", { 3, 35, "did you mean 'friction'?" } },
    { MODEL "contact c: normal y', colour 3", { 3, 23, "there are gap, normal, sliding," } },
    { MODEL "contact c: normal y',", { 3, 22, "expected an option of the contact" } },
    { MODEL "contact c: normal y', sliding x', y', x' + y'", { 3, 39, "two sliding velocities at most" } },
    { MODEL "contact c: normal y', rolling (x', y', x' + y') 1", { 3, 40, "two rolling velocities at most" } },
    { MODEL "contact c: normal y', rolling x' 1", { 3, 31, "expected '(' after 'rolling'" } },
    { MODEL "contact c: normal y', rolling (x')", { 3, 35, "expected the coefficient of rolling resistance" } },
    { MODEL "contact c: normal y', pivoting x'", { 3, 34, "expected the coefficient of pivoting resistance" } },
    { MODEL "contact c: normal y', restitution 1/2 newten", { 3, 39, "did you mean 'newton'?" } },
    { MODEL "contact c: normal y', restitution 3/2", { 3, 35, "at most 1" } },
    { MODEL "contact c: normal y', restitution -1/2", { 3, 35, "is not negative" } },
    { MODEL "contact c: normal y', mode slidding", { 3, 28, "did you mean 'sliding'?" } },
    { MODEL "contact c: normal y', mode", { 3, 27, "expected open, sliding or rolling" } },
    { MODEL "contact c: normal y', mode rolling", { 3, 9, "has no sliding velocity" } },
    { MODEL "contact c: normal y', bilateral, mode open", { 3, 9, "bilateral: it does not open" } },
    { MODEL "contact c normal y'", { 3, 11, "expected ':'" } },
    { MODEL "contact x: normal y'", { 3, 9, "'x' is declared twice" } },
    { MODEL "contact c: normal x", { 3, 19, "a normal velocity must be linear in the velocities; this contains no velocity" } },
    { MODEL "contact c: normal y'^2", { 3, 19, "contains the square y'^2" } },
    { MODEL "contact c: normal y', sliding x'*y'", { 3, 31, "a sliding velocity must be linear" } },
    { MODEL "contact c: normal y', rolling (sin(x')) 1", { 3, 32, "a rolling velocity must be linear" } },
    { MODEL "contact c: normal y', pivoting x'' 1", { 3, 32, "contains the acceleration x''" } },
    { MODEL "contact c: gap y'", { 3, 16, "a function of position and time; this contains y'" } },
    { MODEL "contact c: gap y + N, multiplier N", { 3, 16, "this contains N" } },
    { MODEL "contact c: gap t, mode sliding", { 3, 16, "neither a coordinate nor a velocity" } },
    { MODEL "contact c: normal y', sliding x', friction y''", { 3, 44, "must not contain the acceleration y''" } },
    { MODEL "contact c: normal y', sliding x', friction -1/3", { 3, 44, "a coefficient of friction is not negative" } },
    { MODEL "contact c: normal y', sliding x', friction 1/(x - x)", { 3, 47, "division by zero" } },
    { MODEL "contact c: normal y', sliding x', bilateral\nlet z = c.t1", { 4, 9, "only where it rolls there are c.t1, c.t2" } },
    { MODEL "contact c: normal y', sliding x', mode rolling\nlet z = c.t2", { 4, 9, "'c.t2' is not there" } },
    { MODEL "contact c: normal y', bilateral\nlet z = c'", { 4, 9, "its time derivative is not known" } },
    { MODEL "contact c: normal y', bilateral\nstart c = 1", { 4, 7, "not to a contact" } },
    { MODEL "contact c: normal y', mode sliding, multiplier N\nassume N < 0", { 3, 9, "contradicts what is known" } },
    { MODEL "contact c: normal y', bilateral\nconstraint d: y' = 1", { 4, 15, "contradicts the relation c at 3:19" } },
    { MODEL "contact c: normal y'\nclaim holonomic c", { 4, 17, "'c' is not a constraint" } },
    { MODEL "contact tip: wheel on ground, friction f\nlet z = tip", { 3, 14, "does not read yet" } },
    /* assumptions, initial values */
    { MODEL "assume x", { 3, 9, "expected one of > >= < <= !=" } },
    { MODEL "assume 1 < 0", { 3, 8, "contradicts what is known" } },
    { MODEL "param a\nassume a > 0, a < 0", { 4, 15, "contradicts what is known" } },
    { MODEL "start x = 1, x = 2", { 3, 14, "'x' has an initial value already, at 3:7" } },
    { MODEL "start t = 1, t = 2", { 3, 14, "'t' has an initial value already" } },
    { MODEL "start x'' = 1", { 3, 7, "not to a derivative of a coordinate" } },
    { MODEL "let z = x\nstart z = 1", { 4, 7, "not to an abbreviation" } },
    { MODEL "start x = y", { 3, 11, "made of numbers and parameters; this contains y" } },
    { MODEL "start zz = 1", { 3, 7, "'zz' is not declared" } },
    { MODEL "start x", { 3, 8, "expected '=' or '~'" } },
    { MODEL "param a = 1\nstart a = 2", { 4, 7, "has its value at 3:7" } },
    /* claims */
    { MODEL "claim x' + y'", { 3, 14, "expected '='" } },
    { MODEL "claim integral", { 3, 15, "expected the first integral" } },
    { MODEL "claim verdict perhaps", { 3, 7, "determinate, indeterminate or impossible" } },
    { MODEL "claim holonomic c", { 3, 17, "'c' is not a constraint" } },
    { MODEL "claim equivalent lagrange", { 3, 7, "two forms or more" } },
    { MODEL "claim involution x", { 3, 7, "two functions or more" } },
    { MODEL "claim incompatible at x + 1 = 2", { 3, 23, "given by its variables" } },
    { MODEL "claim compatible x", { 3, 18, "or the end of the line" } },
    /* statements */
    { MODEL "unilateral c: x >= 0 multiplier N\nlet z = N", { 3, 1, "'unilateral' is a statement of the language that this version does not read yet" } },
    { MODEL "frame B from world: rotate z x\nlet z = B", { 3, 1, "'frame' is a statement" } },
    { MODEL "cord z\nlet s = z", { 3, 1, "'cord' is not a statement; did you mean 'coord'?" } },
    { MODEL "gibberish z", { 3, 1, "'gibberish' is not a statement" } },
    { MODEL "= 3", { 3, 1, "expected a statement" } },
    { MODEL "system a\nsystem b", { 4, 8, "the first is on line 3" } },
    { MODEL "system \"title\"", { 3, 8, "expected the name of the system" } },
    { "", { 0, 0, "no coordinates" } }
};

static void single_mistakes(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        li_model m;
        li_ctx *own = li_ctx_new();
        li_status status = li_model_read(own, &m, single[i].source, strlen(single[i].source));
        li_check(ctx, status == LI_INPUT, "%s\nstatus %s", single[i].source, li_status_name(status));
        li_check(ctx, told(own, LI_ERROR, &single[i].mistake), "%s\nwanted %d:%d %s, got %s", single[i].source,
                 single[i].mistake.line, single[i].mistake.column, single[i].mistake.words, first_message(own));
        li_check(ctx, li_diagnostic_errors(own) == 1, "%s\n%zu errors", single[i].source, li_diagnostic_errors(own));
        li_ctx_free(own);
    }
}

static const struct { const char *source; struct mistake mistake; } warning[] = {
    { "coord x, y\nkinetic x'^2", { 2, 9, "does not contain y'" } },
    { "coord x, y\nkinetic (x' + y')^2", { 2, 9, "singular mass matrix: its rank is 1" } },
    { "coord x\nkinetic x'^4", { 2, 9, "not quadratic in x'" } },
    { "coord x\npotential x", { 0, 0, "does not contain x'" } },
    { MODEL "constraint c: x' = x'", { 3, 15, "holds identically" } },
    { MODEL "quasi p = x'\nconstraint c: p = x'", { 4, 15, "holds identically" } },
    { MODEL "constraint c: x' = y'\nconstraint d: 3*y' = 3*x'", { 4, 15, "the same relation as c at 3:15" } },
    { MODEL "constraint c: x' = 1\nconstraint d: 2*x' = 2", { 4, 15, "the same relation as c at 3:15" } },
    { MODEL "param a\nconstraint c: x' = a\nconstraint d: x' = 1", { 5, 15, "for most values" } },
    { MODEL "function f(s)\nconstraint c: x' = f(1)\nconstraint d: x' = 1", { 5, 15, "for most values" } },
    { MODEL "param a = -1, b = 2\nassume a*b > 0", { 4, 8, "do not satisfy" } }
};

static void warnings(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    for (size_t i = 0; i < sizeof warning / sizeof *warning; i++) {
        li_model m;
        li_ctx *own = li_ctx_new();
        li_status status = li_model_read(own, &m, warning[i].source, strlen(warning[i].source));
        li_check(ctx, status == LI_OK && told(own, LI_WARNING, &warning[i].mistake) && li_diagnostic_count(own) == 1,
                 "%s\n%s, %zu, got %s", warning[i].source, li_status_name(status), li_diagnostic_count(own), first_message(own));
        li_ctx_free(own);
    }
}

/* What looks odd and is right: nothing is said about it. */
static void no_mistakes(li_ctx *ctx, li_rand *rng)
{
    static const char *const source[] = {
        MODEL, MODEL "param by, on, and, sin, kinetic\nforce on*sin(by) on x'\nlet z = and + kinetic",
        MODEL "quasi p = (x' + y')^2/(x' + y')", MODEL "potential sin(x)^2 + y^2\n\n# the end",
        MODEL "constraint c: x' = y by x' and 2 on y' multiplier N\nassume N > 0\nlet z = c + N",
        MODEL "constraint c: x' = y by x', by y'\nlet z = c.1 + c.2", MODEL "claim symmetry D(x) - y*D(y)",
        MODEL "function f(L) = L^2\nlet L = f(x)",
        MODEL "param f, T0\nclaim invariant relative d(x) /\\ d(y)\nclaim verdict impossible at x = 1, x' = 0",
        "coord x,\n  y\nkinetic x'^2 +\n  y'^2\nquasi p = x',\n # between\n  q = y'", "coord \xCE\xB8\nkinetic \xCE\xB8'^2"
    };
    (void)rng;
    for (size_t i = 0; i < sizeof source / sizeof *source; i++) {
        li_model m;
        li_ctx *own = li_ctx_new();
        li_status status = li_model_read(own, &m, source[i], strlen(source[i]));
        li_check(ctx, status == LI_OK && li_diagnostic_count(own) == 0, "%s\n%s", source[i], first_message(own));
        li_ctx_free(own);
    }
}

/* Several mistakes in one run, each told once. */
static void several(li_ctx *ctx, li_rand *rng)
{
    static const char source[] = "system s\ncoord x, theta\nkinetic x'^2 + teta'^2\nquasi p = x'*theta', q = x' +\n"
                                 "constraint c: p = 0 by\nunilateral k: x >= 0\nforce p on q\npotential (x\nlet z = 1/0 + k\nstart zeta = 1\n";
    static const struct mistake mistake[] = {
        { 3, 16, "did you mean 'theta'" }, { 4, 11, "the product x'*theta'" }, { 5, 12, "or the end of the line" },
        { 6, 1, "does not read yet" }, { 9, 1, "')'" }, { 9, 11, "division by zero" }, { 10, 7, "'zeta' is not declared" }
    };
    li_model m;
    (void)rng;

    li_status status = li_model_read(ctx, &m, source, sizeof source - 1);
    li_ctx_forgive(ctx);
    li_check(ctx, status == LI_INPUT, "status %s", li_status_name(status));
    for (size_t i = 0; i < sizeof mistake / sizeof *mistake; i++)
        li_check(ctx, told(ctx, LI_ERROR, &mistake[i]), "%d:%d %s", mistake[i].line, mistake[i].column, mistake[i].words);
    li_check(ctx, li_diagnostic_errors(ctx) == sizeof mistake / sizeof *mistake, "%zu errors", li_diagnostic_errors(ctx));
}

/* A chain of definitions as long as the model is no deep recursion; neither is a circle. */
static void long_chain(li_ctx *ctx, li_rand *rng)
{
    enum { N = 20000 };
    bool circle = li_rand_below(rng, 2) == 1;
    li_text source;
    li_model m;

    li_text_init(&source);
    li_text_put(ctx, &source, MODEL);
    for (int i = 0; i < N; i++)
        li_text_printf(ctx, &source, "let a%d = a%d + x\n", i, i + 1);
    li_text_printf(ctx, &source, "let a%d = %s\n", N, circle ? "a0" : "x");
    li_status status = li_model_read(ctx, &m, source.s, source.len);
    li_ctx_forgive(ctx);
    li_check(ctx, status == (circle ? LI_INPUT : LI_OK) && li_diagnostic_errors(ctx) == circle, "%s", first_message(ctx));
    li_text_clear(ctx, &source);
}

int main(void)
{
    li_test_run("single mistakes", single_mistakes, 1);
    li_test_run("warnings", warnings, 1);
    li_test_run("no mistakes", no_mistakes, 1);
    li_test_run("several mistakes in one run", several, 1);
    li_test_run("a long chain of definitions", long_chain, 4);
    return li_test_done();
}
