/* t-calculator.c - the calculator: what is shown, what is refused, and the identities that tie its fields to its forms */
#include "../../liaison/test/models.h"
#include "liaison/proof.h"

#define CHART "chart x, y, z, t\nparam a\nfunction f(u)\nform W = x*d(y) /\\ d(z) + a*d(x) /\\ d(t)\nfield X = y*D(x) - x*D(y), Y = D(z) + t*D(x)\n"
#define FREE "param m\nassume m > 0\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\n"
#define PENDULUM "param m, l, g\ncoord theta\nkinetic m*l^2*theta'^2/2\npotential -m*g*l*cos(theta)\n"
#define EULER "param A, B, C\ncoord psi, theta, phi\nquasi p = psi'*sin(theta)*sin(phi) + theta'*cos(phi), " \
    "q = psi'*sin(theta)*cos(phi) - theta'*sin(phi), r = psi'*cos(theta) + phi'\nkinetic (A*p^2 + B*q^2 + C*r^2)/2\n"
#define TUBE "param m, n\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\nconstraint tube: y = x*tan(n*t) multiplier N\n"
#define SLED "param m, J\ncoord x, y, theta\nkinetic m*(x'^2 + y'^2)/2 + J*theta'^2/2\nconstraint blade: -x'*sin(theta) + y'*cos(theta) = 0 multiplier N\n"

static const struct { const char *model, *show, *value; } shown[] = {
    { CHART, "d(x*y)", "y*d(x) + x*d(y)" },
    { CHART, "d(W)", "d(x)/\\d(y)/\\d(z)" },
    { CHART, "d(d(f(x*y)*d(z)))", "0" },
    { CHART, "i(X) W", "-x^2*d(z) + a*y*d(t)" },
    { CHART, "i(X) (x*d(x))", "x*y" },
    { CHART, "i(X /\\ Y) W", "x^2" },
    { CHART, "lie(X) x", "y" },
    { CHART, "bracket(X, Y)", "t*D(y)" },
    { CHART, "lie(X) Y", "t*D(y)" },
    { CHART, "lie(X) (d(x) /\\ d(y))", "0" },
    { CHART, "X /\\ Y", "t*x*D(x)/\\D(y) + y*D(x)/\\D(z) - x*D(y)/\\D(z)" },
    { CHART, "rank(W)", "4" },
    { CHART, "closed(W)", "no" },
    { CHART, "closed(d(x)/\\d(f(y)))", "yes" },
    { "chart q, p, t\n", "characteristic(d(p)/\\d(q) - p*d(p)/\\d(t) - q*d(q)/\\d(t))", "p*D(q) - q*D(p) + D(t)" },
    { "chart x, y, z\n", "characteristic(d(x)/\\d(y))", "D(z)" },
    { "chart x, y\n", "d(x)^2 + (x*d(x) + d(y))*d(y)/2", "d(x)^2 + x/2*d(x)*d(y) + 1/2*d(y)^2" },
    { "chart x, y\n", "lie(x*D(y) - y*D(x)) (d(x)^2 + d(y)^2)", "0" },
    { "chart x, y\n", "lie(x*D(x)) (d(x)*d(y) + x*d(x)^2)", "3*x*d(x)^2 + d(x)*d(y)" },
    { CHART, "derivative(x, X, 2)", "-x" },
    { CHART, "derivative(x^2, X, 0)", "x^2" },
    { CHART, "sin(i(X) d(x))^2 + 1", "sin(y)^2 + 1" },
    { CHART, "2*W/a - W*2/a", "0" },
    { CHART, "eps(X) (x*d(y))", "-3*x*d(x) - y*d(y)" },
    { FREE, "Omega", "m*d(x')/\\d(x) - m*x'*d(x')/\\d(t) + m*d(y')/\\d(y) - m*y'*d(y')/\\d(t)" },
    { FREE, "E", "x'*D(x) + y'*D(y) + D(t)" },
    { FREE, "dual(d(x'))", "-1/m*D(x)" },
    { FREE, "x''", "0" },
    { PENDULUM, "theta''", "-g*sin(theta)/l" },
    { EULER, "p'", "(B - C)*q*r/A" },
    { FREE, "poisson(x, m*x')", "1" },
    { FREE, "poisson(x*y', m*x')", "y'" },
    { PENDULUM, "E", "-g*sin(theta)/l*D(theta') + theta'*D(theta) + D(t)" },
    { PENDULUM, "i(E) Omega", "0" },
    { PENDULUM, "Omega_d", "-m*l*g*sin(theta)*d(theta)/\\d(t)" },
    { PENDULUM, "derivative(theta, E, 2)", "-g*sin(theta)/l" },
    { EULER, "d(w(r))", "sin(theta)*d(psi)/\\d(theta)" },
    { EULER, "d(w(r)) + w(p)/\\w(q)", "0" },
    { EULER, "Omega", "A*d(p)/\\w(p) - A*p*d(p)/\\d(t) + B*d(q)/\\w(q) - B*q*d(q)/\\d(t) + C*d(r)/\\w(r) - C*r*d(r)/\\d(t) - C*r*w(p)/\\w(q) + B*q*w(p)/\\w(r) - A*p*w(q)/\\w(r)" },
    { EULER, "Omega_d", "0" },
    { TUBE, "unit_power(N)", "y' - tan(n*t)*x'" },
    { SLED, "e(N)", "-sin(theta)/m*D(x') + cos(theta)/m*D(y')" },
    { SLED, "e(blade)", "-sin(theta)/m*D(x') + cos(theta)/m*D(y')" },
    { SLED, "i(e(blade)) da(blade)", "1/m" },
    { SLED, "i(motion) da(blade)", "0" },
    { SLED, "N", "m*theta'*(cos(theta)*x' + sin(theta)*y')" },
    { SLED, "metric", "m*d(x)^2 + m*d(y)^2 + J*d(theta)^2" },
    { TUBE, "metric - 2*m*d(x)^2", "-m*d(x)^2 + m*d(y)^2" },
    { FREE, "gauss_appell", "m/2*d(x')^2 + m/2*d(y')^2" },
    { "param m, n\ncoord s\nkinetic m*(s'^2 + (s + 1)^2*n^2)/2\n", "metric", "m*d(s)^2 + m*n^2*(s + 1)^2*d(t)^2" }
};

static const struct { const char *model, *show, *words; } refused[] = {
    { CHART, "i(X) x", "degree 1" }, { CHART, "i(W) W", "a field is expected" }, { CHART, "W*W", "multiplied by /\\" },
    { CHART, "W + d(x)", "degree 1 cannot be added to degree 2" }, { CHART, "W + X", "cannot be added" }, { CHART, "x/W", "divides by functions" },
    { CHART, "d(X)", "a form is expected" }, { CHART, "D(a)", "a variable of the chart: x, y, z, t" }, { CHART, "i(X)", "acts on a form" },
    { CHART, "E", "declares a chart only" }, { CHART, "w(x)", "declares a chart only" }, { CHART, "closed(W) + 1", "yes or no" },
    { CHART, "sin(W)", "a form; an ordinary expression" }, { CHART, "sin(d(x))", "a function is expected" }, { CHART, "characteristic(W)", "characteristic field" },
    { CHART, "bracket(X)", "takes 2 arguments" }, { CHART, "derivative(x, X, -1)", "whole number" }, { CHART, "V", "not declared" },
    { CHART, "1/(x - x)*W", "division by zero" }, { CHART, "X /\\ W", "multiplies forms with forms" },
    { FREE, "e(c)", "has none" }, { FREE, "w(x)", "a quasi-velocity" }, { FREE, "dual(d(x))", "no field" },
    { SLED, "da(blad)", "a relation of the system: blade" }
};

static void calculate(li_ctx *ctx, const char *model, const char *show, const char *value, const char *words)
{
    char source[4000];
    li_model m;
    li_motion S;
    li_text text;
    li_shown out;

    snprintf(source, sizeof source, "%sshow %s\n", model, show);
    li_text_init(&text);
    bool read = li_model_read(ctx, &m, source, strlen(source)) == LI_OK && (m.coords == 0 || li_motion_init(ctx, &S, &m) == LI_OK);
    li_calculator *k = read ? li_calculator_new(ctx, &m, m.coords > 0 ? &S : NULL) : NULL;
    li_check(ctx, k != NULL, "%s is read: %s", source, li_diagnostic_count(ctx) > 0 ? li_diagnostic_at(ctx, 0)->message : "");
    if (k == NULL)
        return;
    li_status status = li_calculator_show(k, &out, &m.calculation[m.calculations - 1]);
    const char *said = li_diagnostic_count(ctx) > 0 ? li_diagnostic_at(ctx, 0)->message : "";
    if (words != NULL) {
        li_check(ctx, status == LI_INPUT && strstr(said, words) != NULL, "%s: '%s', not '%s'", show, said, words);
        li_ctx_forgive(ctx);
    } else {
        if (out.kind == LI_SHOWN_FORM)
            li_form_print(ctx, &text, &out.form);
        else if (out.kind == LI_SHOWN_VECTOR)
            li_pvector_print(ctx, &text, &out.vector);
        else if (out.kind == LI_SHOWN_QUADRATIC)
            li_quadratic_print(ctx, &text, &out.quadratic);
        else
            li_text_put(ctx, &text, out.truth == LI_YES ? "yes" : out.truth == LI_NO ? "no" : "?");
        li_check(ctx, status == LI_OK && strcmp(li_text_str(&text), value) == 0, "%s is %s, not %s (%s)", show, value, li_text_str(&text), said);
    }
    li_text_clear(ctx, &text);
    li_shown_clear(ctx, &out);
    li_calculator_free(k);
}

/* Each in a context of its own, so that the first diagnostic is its own. */
static void one(const char *model, const char *show, const char *value, const char *words)
{
    li_ctx *ctx = li_ctx_new();
    calculate(ctx, model, show, value, words);
    li_ctx_free(ctx);
}

static void values(li_ctx *ctx, li_rand *rng)
{
    (void)ctx, (void)rng;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        one(shown[i].model, shown[i].show, shown[i].value, NULL);
}

static void mistakes(li_ctx *ctx, li_rand *rng)
{
    (void)ctx, (void)rng;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        one(refused[i].model, refused[i].show, NULL, refused[i].words);
}

int main(void)
{
    li_test_run("values", values, 1);
    li_test_run("mistakes", mistakes, 1);
    return li_test_done();
}
