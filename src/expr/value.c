/* value.c - the value of a syntax tree in a scope
 *
 * A mistake becomes a diagnostic at its place and the undefined node; the rest of the tree is still read, so
 * that one run reports several mistakes. */
#include <stdio.h>
#include <string.h>

#include "node.h"

enum { DEEPEST = 4000, WORDS = 2 * LI_MAX_NAME };   /* levels of trees over all definitions; bytes of a quoted name */

/* A failed constructor becomes a diagnostic; only want of memory stays a failure. */
static li_expr settle(li_ctx *ctx, li_place place, li_expr e)
{
    li_status status = li_ctx_status(ctx);
    if (status == LI_DOMAIN || status == LI_LIMIT) {
        li_diagnose(ctx, LI_ERROR, place, "%s", li_ctx_message(ctx));
        li_ctx_forgive(ctx);
    }
    return status == LI_OK ? e : li_expr_undefined();
}

/* ---- names ---- */

/* The name with its primes, for a message. */
static const char *quoted(char out[WORDS], const li_ast *ast)
{
    snprintf(out, WORDS, "%s%.*s", ast->name, ast->primes < 9 ? ast->primes : 9, "'''''''''");
    return out;
}

static const struct { const char *name; li_kind first, second; size_t least, most; } builtin[] = {
    { "sin", LI_SIN, 0, 1, 1 }, { "cos", LI_COS, 0, 1, 1 },
    { "tan", LI_SIN, LI_COS, 1, 1 }, { "cot", LI_COS, LI_SIN, 1, 1 },           /* quotients first/second */
    { "sec", LI_NUM, LI_COS, 1, 1 }, { "csc", LI_NUM, LI_SIN, 1, 1 },           /* 1/second */
    { "asin", LI_ASIN, 0, 1, 1 }, { "acos", LI_ACOS, 0, 1, 1 }, { "atan", LI_ATAN, 0, 1, 1 },
    { "sinh", LI_SINH, 0, 1, 1 }, { "cosh", LI_COSH, 0, 1, 1 }, { "tanh", LI_TANH, 0, 1, 1 },
    { "exp", LI_EXP, 0, 1, 1 }, { "log", LI_LOG, 0, 1, 1 }, { "sqrt", LI_ROOT, 0, 1, 1 },
    { "abs", LI_ABS, 0, 1, 1 }, { "sign", LI_SIGN, 0, 1, 1 }, { "atan2", LI_ATAN2, 0, 2, 2 },
    { "min", LI_MIN, 0, 2, SIZE_MAX }, { "max", LI_MAX, 0, 2, SIZE_MAX },
    { "diff", LI_UNDEFINED, 0, 2, 2 }, { "int", LI_UNDEFINED, 0, 2, 3 }, { "subst", LI_UNDEFINED, 0, 2, SIZE_MAX }
};
enum { BUILTINS = sizeof builtin / sizeof *builtin };

static size_t find_builtin(const char *name)
{
    size_t i = 0;
    while (i < BUILTINS && strcmp(builtin[i].name, name) != 0)
        i++;
    return i;
}

/* The nearest of the scope's names and, for a call, the built-in functions. */
static const char *nearest(li_scope *scope, const char *name, bool call)
{
    const char *best = scope->suggest != NULL ? scope->suggest(scope, name) : NULL;
    size_t least = best != NULL ? li_name_distance(best, name) : strlen(name) / 3 + 1;

    for (size_t i = 0; call && i < BUILTINS; i++) {
        size_t distance = li_name_distance(builtin[i].name, name);
        if (distance < least || (best == NULL && distance <= least && distance < strlen(name))) {
            least = distance;
            best = builtin[i].name;
        }
    }
    return best;
}

static li_expr undeclared(li_ctx *ctx, li_scope *scope, const li_ast *ast, bool call)
{
    char words[WORDS];
    const char *best = nearest(scope, ast->name, call);

    quoted(words, ast);
    if (best != NULL && strcmp(best, ast->name) != 0)
        li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is not declared; did you mean '%s'?", words, best);
    else
        li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is not declared", words);
    return li_expr_undefined();
}

static li_expr name_value(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    li_expr e = scope->name != NULL ? scope->name(ctx, scope, ast) : NULL;

    if (e != NULL)
        return e;
    if (strcmp(ast->name, "pi") == 0 && ast->primes == 0)
        return li_expr_pi(ctx);
    if (find_builtin(ast->name) == BUILTINS)
        return undeclared(ctx, scope, ast, false);
    li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is a function; write %s(...)", ast->name, ast->name);
    return li_expr_undefined();
}

/* A variable to differentiate by, integrate over or replace; NULL with a diagnostic if it is none. */
static li_expr variable(li_ctx *ctx, li_scope *scope, const li_ast *ast, const char *verb)
{
    li_expr x = li_ast_value(ctx, scope, ast);
    if (x->kind == LI_SYM)
        return x;
    if (x->kind != LI_UNDEFINED)
        li_diagnose(ctx, LI_ERROR, ast->place, "expected the name of a variable to %s", verb);
    return NULL;
}

/* ---- the variable of an integral that is taken elsewhere ----
 * subst(int(E, s), s = F) is the integral up to F; its s need not be declared. The inner scope knows s and
 * is the outer one for all else. */

struct local_scope { li_scope scope; li_scope *outer; const char *name; li_expr symbol; };

static li_expr local_name(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    struct local_scope *local = (struct local_scope *)scope;
    if (ast->primes == 0 && strcmp(ast->name, local->name) == 0)
        return local->symbol;
    return local->outer->name != NULL ? local->outer->name(ctx, local->outer, ast) : NULL;
}

static bool is_integral_over(const li_ast *ast, const char *name)
{
    return ast->kind == LI_AST_CALL && strcmp(ast->name, "int") == 0 && ast->primes == 0 && ast->len >= 2 &&
           ast->arg[1]->kind == LI_AST_NAME && ast->arg[1]->primes == 0 && strcmp(ast->arg[1]->name, name) == 0;
}

static li_expr integral_up_to(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    struct local_scope local = { .scope = *scope, .outer = scope, .name = ast->arg[1]->arg[0]->name };

    local.scope.name = local_name;
    local.symbol = li_expr_fresh(ctx, local.name, LI_PARAMETER);
    li_expr E = li_ast_value(ctx, &local.scope, ast->arg[0]), upper = li_ast_value(ctx, scope, ast->arg[1]->arg[1]);
    return li_expr_subst(ctx, E, 1, &local.symbol, &upper);
}

/* ---- calls ---- */

static li_expr diff_value(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    li_expr E = li_ast_value(ctx, scope, ast->arg[0]), x = variable(ctx, scope, ast->arg[1], "differentiate by");
    return x == NULL ? li_expr_undefined() : li_expr_diff(ctx, E, x);
}

static li_expr int_value(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    li_expr E = li_ast_value(ctx, scope, ast->arg[0]), x = variable(ctx, scope, ast->arg[1], "integrate over");
    li_expr x0 = ast->len > 2 ? li_ast_value(ctx, scope, ast->arg[2]) : NULL;
    return x == NULL ? li_expr_undefined() : li_expr_integral(ctx, E, x, x, x0);
}

static li_expr subst_value(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    size_t n = ast->len - 1;
    const li_ast *first = ast->arg[1];

    if (n == 1 && first->kind == LI_AST_EQUAL && first->arg[0]->kind == LI_AST_NAME && first->arg[0]->primes == 0 &&
        is_integral_over(ast->arg[0], first->arg[0]->name))
        return integral_up_to(ctx, scope, ast);
    li_expr E = li_ast_value(ctx, scope, ast->arg[0]), *x = li_new(ctx, 2 * n, sizeof *x);
    bool ok = x != NULL;
    for (size_t i = 0; x != NULL && i < n; i++) {
        const li_ast *pair = ast->arg[i + 1];
        if (pair->kind != LI_AST_EQUAL) {
            li_diagnose(ctx, LI_ERROR, pair->place, "expected x = F, what is put in the place of a variable");
            ok = false;
            continue;
        }
        x[i] = variable(ctx, scope, pair->arg[0], "replace");
        x[n + i] = li_ast_value(ctx, scope, pair->arg[1]);
        ok &= x[i] != NULL;
    }
    E = ok ? li_expr_subst(ctx, E, n, x, x + n) : li_expr_undefined();
    li_drop(ctx, x);
    return E;
}

/* A function of one argument, or of two or more taken two by two. */
static li_expr elementary_value(li_ctx *ctx, li_scope *scope, const li_ast *ast, size_t f)
{
    li_kind first = builtin[f].first, second = builtin[f].second;
    li_expr e = li_ast_value(ctx, scope, ast->arg[0]);

    for (size_t i = 1; i < ast->len; i++) {
        li_expr next = li_ast_value(ctx, scope, ast->arg[i]);
        e = settle(ctx, ast->place, li_expr_apply2(ctx, first, e, next));
    }
    if (ast->len > 1)
        return e;
    if (first == LI_ROOT)
        return li_expr_sqrt(ctx, e);
    if (second == LI_UNDEFINED)
        return li_expr_apply(ctx, first, e);
    li_expr over = first == LI_NUM ? li_expr_int(ctx, 1) : li_expr_apply(ctx, first, e);
    return li_expr_div(ctx, over, li_expr_apply(ctx, second, e));
}

static li_expr builtin_value(li_ctx *ctx, li_scope *scope, const li_ast *ast, size_t f)
{
    if (ast->primes > 0) {
        li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is built in and takes no primes; write diff(%s(x), x)", ast->name, ast->name);
        return li_expr_undefined();
    }
    if (ast->len < builtin[f].least || ast->len > builtin[f].most) {
        size_t least = builtin[f].least, most = builtin[f].most;
        li_diagnose(ctx, LI_ERROR, ast->place, "'%s' takes %zu%s argument%s, not %zu", ast->name, least,
                    most == SIZE_MAX ? " or more" : most > least ? " or 3" : "", most == 1 ? "" : "s", ast->len);
        return li_expr_undefined();
    }
    if (builtin[f].first != LI_UNDEFINED)
        return elementary_value(ctx, scope, ast, f);
    switch (*ast->name) {
    case 'd': return diff_value(ctx, scope, ast);
    case 'i': return int_value(ctx, scope, ast);
    default: return subst_value(ctx, scope, ast);
    }
}

static li_expr call_value(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    size_t errors = li_diagnostic_errors(ctx), f = find_builtin(ast->name);
    li_expr e = scope->call != NULL ? scope->call(ctx, scope, ast) : NULL;

    if (e != NULL)
        return e;
    if (li_diagnostic_errors(ctx) > errors)
        return li_expr_undefined();
    if (f < BUILTINS)
        return builtin_value(ctx, scope, ast, f);
    if (scope->name == NULL || scope->name(ctx, scope, ast) == NULL)
        return undeclared(ctx, scope, ast, true);
    li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is not a function; for a product write %s*(...)", ast->name, ast->name);
    return li_expr_undefined();
}

/* ---- operators ---- */

static li_expr sum_value(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    li_expr *x = li_new(ctx, ast->len, sizeof *x), e = li_expr_undefined();

    for (size_t i = 0; x != NULL && i < ast->len; i++) {
        x[i] = li_ast_value(ctx, scope, ast->arg[i]);
        if (ast->flip[i])
            x[i] = li_expr_neg(ctx, x[i]);
    }
    if (x != NULL)
        e = li_expr_sum(ctx, ast->len, x);
    li_drop(ctx, x);
    return e;
}

static li_expr product_value(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    li_expr *x = li_new(ctx, ast->len, sizeof *x), e = li_expr_undefined();
    int32_t *power = li_new(ctx, ast->len, sizeof *power);

    for (size_t i = 0; x != NULL && power != NULL && i < ast->len; i++) {
        x[i] = li_ast_value(ctx, scope, ast->arg[i]);
        power[i] = ast->flip[i] ? -1 : 1;
        if (!ast->flip[i] || !li_expr_is_zero(x[i]))
            continue;
        li_diagnose(ctx, LI_ERROR, ast->arg[i]->place, "division by zero");
        x[i] = li_expr_undefined();
    }
    if (x != NULL && power != NULL)
        e = li_expr_monomial(ctx, ast->len, x, power);
    li_drop(ctx, x);
    li_drop(ctx, power);
    return e;
}

static li_expr tree_value(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    switch (ast->kind) {
    case LI_AST_NUMBER:
        return ast->number;
    case LI_AST_NAME:
        return name_value(ctx, scope, ast);
    case LI_AST_CALL:
        return call_value(ctx, scope, ast);
    case LI_AST_SUM:
        return sum_value(ctx, scope, ast);
    case LI_AST_PRODUCT:
        return product_value(ctx, scope, ast);
    case LI_AST_POWER: {
        li_expr base = li_ast_value(ctx, scope, ast->arg[0]), exponent = li_ast_value(ctx, scope, ast->arg[1]);
        return li_expr_pow(ctx, base, exponent);
    }
    case LI_AST_EQUAL:
        li_diagnose(ctx, LI_ERROR, ast->place, "'=' has no meaning here; it belongs to subst(E, x = F)");
        break;
    case LI_AST_WEDGE: case LI_AST_APPLY:
        if (scope->form != NULL)
            return scope->form(ctx, scope, ast);
        li_diagnose(ctx, LI_ERROR, ast->place, "%s exterior forms; an ordinary expression is expected here",
                    ast->kind == LI_AST_WEDGE ? "'/\\' multiplies" : "i(X), lie(X) and eps(X) act on");
        break;
    }
    return li_expr_undefined();
}

li_expr li_ast_value(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    if (li_ctx_status(ctx) != LI_OK)
        return li_expr_undefined();
    if (scope->depth >= DEEPEST) {
        li_diagnose(ctx, LI_ERROR, ast->place, "definitions nested too deeply");
        return li_expr_undefined();
    }
    scope->depth++;
    li_expr e = tree_value(ctx, scope, ast);
    scope->depth--;
    return settle(ctx, ast->place, e);
}

li_expr li_expr_parse(li_ctx *ctx, const char *source, size_t len, li_scope *scope)
{
    li_parser p;
    li_expr e = li_expr_undefined();
    size_t errors = li_diagnostic_errors(ctx);

    if (li_parser_init(ctx, &p, source, len) == LI_OK) {
        const li_ast *ast = li_parser_expression(&p, "an expression");
        if (ast != NULL && li_parser_peek(&p)->kind == LI_TOKEN_NEWLINE)
            li_parser_next(&p);
        if (ast != NULL && li_parser_peek(&p)->kind != LI_TOKEN_END)
            li_parser_unexpected(&p, "an operator or the end of the expression");
        if (ast != NULL)
            e = li_ast_value(ctx, scope, ast);
    }
    li_parser_clear(&p);
    return li_diagnostic_errors(ctx) == errors && li_ctx_status(ctx) == LI_OK ? e : li_expr_undefined();
}

/* ---- the free scope ---- */

static li_expr free_name(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    li_text name;
    (void)scope;

    if (strcmp(ast->name, "pi") == 0 || find_builtin(ast->name) < BUILTINS)
        return NULL;
    li_text_init(&name);
    li_text_put(ctx, &name, ast->name);
    for (int i = 0; i < ast->primes; i++)
        li_text_put(ctx, &name, "'");
    li_expr e = li_expr_symbol(ctx, li_text_str(&name), LI_PARAMETER);
    li_text_clear(ctx, &name);
    return e;
}

static li_expr free_call(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    if (find_builtin(ast->name) < BUILTINS || ast->len != 1)
        return NULL;
    return li_expr_fun(ctx, ast->name, ast->primes, li_ast_value(ctx, scope, ast->arg[0]));
}

void li_scope_free(li_scope *scope) { *scope = (li_scope){ .name = free_name, .call = free_call }; }
