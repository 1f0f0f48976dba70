/* scope.c - what a name means inside an expression */
#include <stdlib.h>
#include <string.h>

#include "names.h"

enum { MOST_WORK = 2000000 };     /* nodes copied by calls of defined functions in one model */

static li_expr wrong(li_ctx *ctx, li_place place, const char *words, const char *name)
{
    li_diagnose(ctx, LI_ERROR, place, words, name);
    return li_expr_undefined();
}

/* The reactions of a rolling contact against its sliding velocities are NAME.t1, NAME.t2. */
static li_expr reaction_of_contact(li_ctx *ctx, const li_name *n, const li_ast *ast, const char *part)
{
    static const char *const parts[] = { "t1", "t2" };

    for (size_t i = 0; i + 1 < n->reactions; i++)
        if (strcmp(part, parts[i]) == 0)
            return n->multiplier[1 + i];
    if (n->reactions > 0)
        li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is not there: the reaction of the contact '%s' is %s, and only where it rolls there are %s.t1, %s.t2 "
                    "against its sliding velocities", ast->name, n->name, n->name, n->name, n->name);
    return li_expr_undefined();
}

/* rolling.2 is the second multiplier of the constraint `rolling`. NULL: no such constraint or contact. */
static li_expr multiplier_of_label(li_ctx *ctx, const li_names *names, const li_ast *ast)
{
    const char *dot = strrchr(ast->name, '.');
    size_t len = dot == NULL ? 0 : (size_t)(dot - ast->name);
    char group[LI_MAX_NAME + 1], *end;

    if (len == 0 || len > LI_MAX_NAME)
        return NULL;
    memcpy(group, ast->name, len);
    group[len] = '\0';
    const li_name *n = li_names_find(names, group);
    if (n != NULL && n->kind == LI_NAME_CONTACT)
        return reaction_of_contact(ctx, n, ast, dot + 1);
    if (n == NULL || (n->kind != LI_NAME_CONSTRAINT && n->kind != LI_NAME_BROKEN))
        return NULL;
    if (n->reactions == 0)
        return li_expr_undefined();
    unsigned long i = strtoul(dot + 1, &end, 10);
    if (dot[1] >= '1' && dot[1] <= '9' && *end == '\0' && i <= n->reactions)
        return n->multiplier[i - 1];
    li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is not there: '%s' has %zu %s", ast->name, group, n->reactions,
                n->reactions == 1 ? "relation" : "relations");
    return li_expr_undefined();
}

static li_expr without_such_primes(li_ctx *ctx, const li_name *n, const li_ast *ast)
{
    switch (n->kind) {
    case LI_NAME_PARAM:
        return wrong(ctx, ast->place, "'%s' is a parameter: its time derivative is 0", n->name);
    case LI_NAME_COORD:
        return wrong(ctx, ast->place, "'%s' is a coordinate: it has a first and a second derivative only", n->name);
    case LI_NAME_QUASI: case LI_NAME_SPEED:
        return wrong(ctx, ast->place, "'%s' is a velocity parameter: it has a first derivative only", n->name);
    case LI_NAME_MOMENTUM:
        return wrong(ctx, ast->place, "'%s' is a momentum: it has a first derivative only", n->name);
    case LI_NAME_CHART:
        return wrong(ctx, ast->place, "'%s' is a variable of the chart: it has no second derivative", n->name);
    case LI_NAME_LET:
        return wrong(ctx, ast->place, "an abbreviation has no primes; write ddt(%s)", n->name);
    default:
        return wrong(ctx, ast->place, "'%s' is a multiplier: its time derivative is not known", n->name);
    }
}

static li_expr value_of_name(li_ctx *ctx, const li_names *names, const li_ast *ast)
{
    if (names->inside != NULL && strcmp(ast->name, names->inside->argument) == 0) {
        if (ast->primes == 0)
            return names->inside->x;
        return wrong(ctx, ast->place, "'%s' is the argument of the function here: it has no time derivative", ast->name);
    }
    if (strcmp(ast->name, "t") == 0)
        return ast->primes == 0 ? names->t : wrong(ctx, ast->place, "'%s' is the time: its derivative is 1", ast->name);
    const li_name *n = li_names_find(names, ast->name);
    if (n == NULL)
        return ast->primes == 0 ? multiplier_of_label(ctx, names, ast) : NULL;
    if (n->kind == LI_NAME_BROKEN)
        return li_expr_undefined();
    if (n->kind == LI_NAME_FORM || n->kind == LI_NAME_FIELD)
        return wrong(ctx, ast->place, n->kind == LI_NAME_FORM ? "'%s' is a form; an ordinary expression is expected here"
                                                              : "'%s' is a field; an ordinary expression is expected here", n->name);
    if (n->kind == LI_NAME_FUNCTION) {
        li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is a function; write %s%.*s(%s)", n->name, n->name,
                    ast->primes, "''", n->argument);
        return li_expr_undefined();
    }
    if (n->kind == LI_NAME_CONSTRAINT && n->reactions > 1 && ast->primes == 0) {
        li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is a group of %zu relations; their multipliers are %s.1 ... %s.%zu",
                    n->name, n->reactions, n->name, n->name, n->reactions);
        return li_expr_undefined();
    }
    if (n->kind == LI_NAME_CONSTRAINT && ast->primes == 0)
        return n->reactions == 1 ? n->multiplier[0] : li_expr_undefined();
    if (n->kind == LI_NAME_CONTACT && ast->primes == 0)
        return n->reactions > 0 ? n->multiplier[0] : li_expr_undefined();
    return ast->primes < 3 && n->e[ast->primes] != NULL ? n->e[ast->primes] : without_such_primes(ctx, n, ast);
}

/* f^(k)(a) of f(x) = body: the k-th derivative of the body, then x replaced */
static li_expr call_defined(li_ctx *ctx, li_names *names, const li_name *f, const li_ast *ast, li_expr a)
{
    li_expr body = f->e[0];

    if (body == li_expr_undefined())
        return body;
    for (int k = 0; k < ast->primes; k++) {
        body = li_expr_diff(ctx, body, f->x);
        names->work += li_expr_size(ctx, 1, &body);
    }
    names->work += li_expr_size(ctx, 1, &body);
    if (names->work > MOST_WORK) {
        li_diagnose(ctx, LI_ERROR, ast->place, "the definitions of functions by functions grow past %d terms here", MOST_WORK);
        return li_expr_undefined();
    }
    return li_expr_subst(ctx, body, 1, &f->x, &a);
}

/* d/dt E; what the model knows of derivatives ends with q'' and w' */
static li_expr call_ddt(li_ctx *ctx, li_scope *scope, li_names *names, const li_ast *ast)
{
    li_expr e, De, x;

    if (ast->len != 1 || ast->primes != 0)
        return wrong(ctx, ast->place, "%s takes one expression: ddt(E)", "ddt");
    e = li_ast_value(ctx, scope, ast->arg[0]);
    if (e == li_expr_undefined())
        return e;
    if (names->ddt == NULL)
        return wrong(ctx, ast->place, "%s is not known here", "ddt");
    De = li_derivation_apply(ctx, names->ddt, e);
    if (De == li_expr_undefined() && (li_expr_symbols(ctx, 1, &e, LI_ACCELERATION, LI_ACCELERATION, &x, 1) > 0 ||
                                      li_expr_symbols(ctx, 1, &e, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0))
        return wrong(ctx, ast->arg[0]->place, "the time derivative of '%s' is not known", li_expr_name(x));
    return De;
}

static li_expr value_of_call(li_ctx *ctx, li_scope *scope, li_names *names, const li_ast *ast)
{
    const li_name *f = li_names_find(names, ast->name);

    if (f == NULL && ast->primes == 0 && (strcmp(ast->name, "d") == 0 || strcmp(ast->name, "D") == 0))
        return wrong(ctx, ast->place, "%s(...) makes a form or a field; these stand in the statements form, field and show, and in claims", ast->name);
    if (f == NULL)
        return strcmp(ast->name, "ddt") == 0 ? call_ddt(ctx, scope, names, ast) : NULL;
    if (f->kind == LI_NAME_BROKEN)
        return li_expr_undefined();
    if (f->kind != LI_NAME_FUNCTION && li_names_builtin_function(f->name))
        return NULL;           /* only a function can be called: the built-in one is meant */
    if (f->kind != LI_NAME_FUNCTION) {
        li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is %s, not a function; a product is written %s*(...)", f->name,
                    li_name_kind_words(f->kind), f->name);
        return li_expr_undefined();
    }
    if (ast->len != 1) {
        li_diagnose(ctx, LI_ERROR, ast->place, "'%s' has one argument, not %zu", f->name, ast->len);
        return li_expr_undefined();
    }
    li_expr a = li_ast_value(ctx, scope, ast->arg[0]);
    if (a == li_expr_undefined())
        return a;
    return f->tree != NULL ? call_defined(ctx, names, f, ast, a) : li_expr_fun(ctx, f->name, ast->primes, a);
}

static li_expr scope_name(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    return value_of_name(ctx, scope->self, ast);
}

static li_expr scope_call(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    return value_of_call(ctx, scope, scope->self, ast);
}

static const char *scope_suggest(li_scope *scope, const char *name)
{
    return li_names_nearest(scope->self, name);
}

li_scope *li_names_scope(li_ctx *ctx, li_names *names)
{
    li_scope *scope = li_alloc(ctx, sizeof *scope);
    if (scope != NULL)
        *scope = (li_scope){ .self = names, .name = scope_name, .call = scope_call, .suggest = scope_suggest };
    return scope;
}

/* ---- for the rooms after this one ---- */

bool li_model_declares(const li_model *m, const char *name)
{
    const li_name *n = li_names_find(m->scope->self, name);
    return n != NULL && n->kind != LI_NAME_FORM && n->kind != LI_NAME_FIELD;
}

const li_calculation *li_model_calculation(const li_model *m, const char *name)
{
    const li_name *n = li_names_find(m->scope->self, name);
    return n != NULL && (n->kind == LI_NAME_FORM || n->kind == LI_NAME_FIELD) ? &m->calculation[n->index] : NULL;
}

li_expr li_model_name(li_ctx *ctx, const li_model *m, const li_ast *ast)
{
    return value_of_name(ctx, m->scope->self, ast);
}

li_expr li_model_call(li_ctx *ctx, const li_model *m, li_scope *scope, const li_ast *ast)
{
    return value_of_call(ctx, scope, m->scope->self, ast);
}

li_expr li_model_ddt(li_ctx *ctx, const li_model *m, li_expr e)
{
    const li_names *names = m->scope->self;
    return li_derivation_apply(ctx, names->ddt, e);
}
