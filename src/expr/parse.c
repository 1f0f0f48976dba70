/* parse.c - expressions as trees with places
 *
 *     sum      [sign] wedge  { + | - wedge }            one node for all terms
 *     wedge    product { /\ product }                   so f*dx /\ g*dy needs no brackets
 *     product  factor { * | / factor }                  one node for all factors
 *     factor   [sign] power
 *     power    primary [ ^ [sign] power ]
 *     primary  number | name | name(argument, ...) | (sum) | operator(argument, ...) primary
 *
 * The operators are i, lie and eps: i(X) W. Only brackets, powers and operators recurse; their depth is limited. */
#include <string.h>

#include "liaison/expr.h"

struct operands {
    const li_ast **arg;
    bool *flip;
    size_t len, cap;
};

static const li_ast *parse_sum(li_parser *p, const char *what);
static const li_ast *parse_primary(li_parser *p, const char *what);

static bool sees(const li_parser *p, const char *mark)
{
    const li_token *token = li_parser_peek(p);
    return token->kind == LI_TOKEN_MARK && strcmp(token->s, mark) == 0;
}

static li_place last_place(const li_parser *p) { return p->token[p->at - 1].place; }

static bool put_operand(li_parser *p, struct operands *o, const li_ast *x, bool flip)
{
    if (x == NULL)
        return false;
    if (o->len == o->cap) {
        size_t cap = o->cap == 0 ? 4 : 2 * o->cap;
        const li_ast **arg = li_grow(p->ctx, o->arg, cap, sizeof *arg);
        if (arg != NULL)
            o->arg = arg;
        bool *flips = li_grow(p->ctx, o->flip, cap, sizeof *flips);
        if (flips != NULL)
            o->flip = flips;
        if (arg == NULL || flips == NULL)
            return false;
        o->cap = cap;
    }
    o->arg[o->len] = x;
    o->flip[o->len++] = flip;
    return true;
}

static void clear_operands(li_parser *p, struct operands *o)
{
    li_drop(p->ctx, o->arg);
    li_drop(p->ctx, o->flip);
}

/* The node over the operands, copied into the context; from: where it begins. */
static li_ast *make_node(li_parser *p, li_ast_kind kind, li_place from, const struct operands *o)
{
    li_ast *ast = li_alloc(p->ctx, sizeof *ast);
    const li_ast **arg = li_alloc(p->ctx, (o->len + 1) * sizeof *arg);
    bool *flip = li_alloc(p->ctx, (o->len + 1) * sizeof *flip);

    if (ast == NULL || arg == NULL || flip == NULL)
        return NULL;
    if (o->len > 0) {
        memcpy(arg, o->arg, o->len * sizeof *arg);
        memcpy(flip, o->flip, o->len * sizeof *flip);
    }
    *ast = (li_ast){ .kind = kind, .place = li_place_span(from, last_place(p)), .len = o->len, .arg = arg, .flip = flip };
    return ast;
}

/* One operand that is not flipped is the node itself. */
static const li_ast *finish(li_parser *p, li_ast_kind kind, li_place from, struct operands *o, bool ok)
{
    const li_ast *ast = NULL;
    if (ok)
        ast = o->len == 1 && !o->flip[0] ? o->arg[0] : make_node(p, kind, from, o);
    clear_operands(p, o);
    return ast;
}

static const li_ast *negative(li_parser *p, li_place from, const li_ast *x)
{
    struct operands o = { 0 };
    bool ok = put_operand(p, &o, x, true);
    return finish(p, LI_AST_SUM, from, &o, ok);
}

/* Signs before an operand: is their product negative? */
static bool accept_signs(li_parser *p)
{
    bool minus = false;
    while (sees(p, "-") || sees(p, "+"))
        minus ^= *li_parser_next(p)->s == '-';
    return minus;
}

static bool enter(li_parser *p)
{
    if (p->nesting >= LI_MAX_NESTING) {
        li_diagnose(p->ctx, LI_ERROR, last_place(p), "brackets or powers nested more than %d deep", LI_MAX_NESTING);
        return false;
    }
    p->nesting++;
    return true;
}

/* ---- primaries ---- */

static const li_ast *parse_number(li_parser *p)
{
    static const struct operands none = { 0 };
    const li_token *token = li_parser_next(p);
    li_ast *ast = make_node(p, LI_AST_NUMBER, token->place, &none);
    li_rational x;

    if (ast == NULL)
        return NULL;
    li_rational_init(&x);
    if (!li_rational_set_decimal(&x, token->s, strlen(token->s), LI_MAX_DIGITS))
        li_diagnose(p->ctx, LI_ERROR, token->place, "this number is too long; the limit is %d digits and decimals", LI_MAX_DIGITS);
    ast->number = li_expr_rational(p->ctx, &x);
    ast->decimal = strpbrk(token->s, ".eE") != NULL;
    li_rational_clear(&x);
    return ast;
}

/* An argument, or x = F. */
static const li_ast *parse_argument(li_parser *p)
{
    li_place from = li_parser_peek(p)->place;
    const li_ast *left = parse_sum(p, "an argument");

    if (left == NULL || !li_parser_accept(p, "="))
        return left;
    struct operands o = { 0 };
    bool ok = put_operand(p, &o, left, false) && put_operand(p, &o, parse_sum(p, "an expression after '='"), false);
    return finish(p, LI_AST_EQUAL, from, &o, ok);
}

static bool parse_arguments(li_parser *p, struct operands *o)
{
    if (li_parser_accept(p, ")"))
        return true;
    do {
        if (!put_operand(p, o, parse_argument(p), false))
            return false;
    } while (li_parser_accept(p, ","));
    if (li_parser_accept(p, ")"))
        return true;
    li_parser_unexpected(p, "an operator, ',' or ')'");
    return false;
}

/* i(X), lie(X), eps(X) act on what follows them without a sign between: i(X) W is a node over both. */
static const li_ast *parse_operand(li_parser *p, const li_ast *call)
{
    static const char *const operator[] = { "i", "lie", "eps" };
    const li_token *token = li_parser_peek(p);
    struct operands o = { 0 };
    bool acts = false;

    for (size_t k = 0; k < sizeof operator / sizeof *operator; k++)
        acts |= call != NULL && call->kind == LI_AST_CALL && call->primes == 0 && strcmp(call->name, operator[k]) == 0;
    if (!acts || (token->kind != LI_TOKEN_NAME && token->kind != LI_TOKEN_NUMBER && !sees(p, "(")))
        return call;
    if (!enter(p))
        return NULL;
    bool ok = put_operand(p, &o, call, false) && put_operand(p, &o, parse_primary(p, "a form"), false);
    p->nesting--;
    return finish(p, LI_AST_APPLY, call->place, &o, ok);
}

static const li_ast *parse_name(li_parser *p)
{
    struct operands o = { 0 };
    const li_token *token = li_parser_next(p);
    bool call = li_parser_accept(p, "("), ok = true;

    if (call && (ok = enter(p))) {
        ok = parse_arguments(p, &o);
        p->nesting--;
    }
    li_ast *ast = ok ? make_node(p, call ? LI_AST_CALL : LI_AST_NAME, token->place, &o) : NULL;
    if (ast != NULL) {
        ast->name = token->s;
        ast->primes = token->primes;
    }
    clear_operands(p, &o);
    return ast;
}

static const li_ast *parse_brackets(li_parser *p)
{
    li_parser_next(p);
    if (!enter(p))
        return NULL;
    const li_ast *ast = parse_sum(p, "an expression after '('");
    p->nesting--;
    if (ast == NULL || li_parser_accept(p, ")"))
        return ast;
    li_parser_unexpected(p, "an operator or ')'");
    return NULL;
}

static const li_ast *parse_primary(li_parser *p, const char *what)
{
    const li_token *token = li_parser_peek(p);

    if (token->kind == LI_TOKEN_NUMBER)
        return parse_number(p);
    if (token->kind == LI_TOKEN_NAME)
        return parse_operand(p, parse_name(p));
    if (sees(p, "("))
        return parse_brackets(p);
    li_parser_unexpected(p, what);
    return NULL;
}

/* ---- operators ---- */

static const li_ast *parse_power(li_parser *p, const char *what)
{
    struct operands o = { 0 };
    li_place from = li_parser_peek(p)->place;
    const li_ast *base = parse_primary(p, what);

    if (base == NULL || !li_parser_accept(p, "^"))
        return base;
    if (!enter(p))
        return NULL;
    li_place sign = li_parser_peek(p)->place;
    bool minus = accept_signs(p);
    const li_ast *exponent = parse_power(p, "an exponent after '^'");
    if (exponent != NULL && minus)
        exponent = negative(p, sign, exponent);
    p->nesting--;
    bool ok = put_operand(p, &o, base, false) && put_operand(p, &o, exponent, false);
    return finish(p, LI_AST_POWER, from, &o, ok);
}

static const li_ast *parse_factor(li_parser *p, const char *what)
{
    li_place from = li_parser_peek(p)->place;
    bool minus = accept_signs(p);
    const li_ast *x = parse_power(p, what);
    return x != NULL && minus ? negative(p, from, x) : x;
}

static const li_ast *parse_product(li_parser *p, const char *what)
{
    struct operands o = { 0 };
    li_place from = li_parser_peek(p)->place;
    bool ok = put_operand(p, &o, parse_factor(p, what), false);

    while (ok && (sees(p, "*") || sees(p, "/"))) {
        bool over = *li_parser_next(p)->s == '/';
        const char *missing = sees(p, "*") ? "a factor after '*' (a power is written ^)" : over ? "a divisor after '/'" : "a factor after '*'";
        ok = put_operand(p, &o, parse_factor(p, missing), over);
    }
    return finish(p, LI_AST_PRODUCT, from, &o, ok);
}

static const li_ast *parse_wedge(li_parser *p, const char *what)
{
    struct operands o = { 0 };
    li_place from = li_parser_peek(p)->place;
    bool ok = put_operand(p, &o, parse_product(p, what), false);

    while (ok && li_parser_accept(p, "/\\"))
        ok = put_operand(p, &o, parse_product(p, "a form after '/\\'"), false);
    return finish(p, LI_AST_WEDGE, from, &o, ok);
}

static const li_ast *parse_sum(li_parser *p, const char *what)
{
    struct operands o = { 0 };
    li_place from = li_parser_peek(p)->place;
    bool minus = accept_signs(p), ok = put_operand(p, &o, parse_wedge(p, what), minus);

    while (ok && (sees(p, "+") || sees(p, "-"))) {
        bool less = *li_parser_next(p)->s == '-';
        ok = put_operand(p, &o, parse_wedge(p, less ? "a term after '-'" : "a term after '+'"), less);
    }
    return finish(p, LI_AST_SUM, from, &o, ok);
}

const li_ast *li_parser_expression(li_parser *p, const char *what)
{
    if (li_ctx_status(p->ctx) != LI_OK)
        return NULL;
    int nesting = p->nesting;
    const li_ast *ast = parse_sum(p, what);
    p->nesting = nesting;
    return ast;
}
