/* expr.h - expressions: a hash-consed directed acyclic graph
 *
 * An expression is the address of an immutable node owned by the context: same structure, same
 * address. (Same *value* is a question for the room exact.) The arithmetic nodes are two:
 *
 *     SUM   c + sum c_i x_i     rational c, c_i != 0; no x_i a number or a one-term sum
 *     MON   prod x_i^(e_i)      integers e_i != 0; no x_i a number
 *
 * so -x is a sum with one term and 1/x a monomial. Constructors keep a *light* normal form: numbers
 * fold, like terms and like factors merge, products of products are flattened, sums of sums are not
 * (that would destroy sharing: x_k = x_(k-1) + l_k cos q_k stays one node a link). A node has a
 * larger id than its arguments, so the order of ids is an order of evaluation and no walk recurses.
 *
 * After a failure in the context every constructor returns the *undefined* node. */
#ifndef LIAISON_EXPR_H
#define LIAISON_EXPR_H

#include "liaison/core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef const struct li_node *li_expr;

/* kind, name in the language ("" = not a function), number of arguments */
#define LI_KINDS(X)                                                                              \
    X(UNDEFINED, "", 0) X(NUM, "", 0) X(PI, "", 0) X(SYM, "", 0) X(SUM, "", 0) X(MON, "", 0)      \
    X(ROOT, "", 1) X(SIN, "sin", 1) X(COS, "cos", 1) X(EXP, "exp", 1) X(LOG, "log", 1)            \
    X(ASIN, "asin", 1) X(ACOS, "acos", 1) X(ATAN, "atan", 1) X(ATAN2, "atan2", 2)                 \
    X(SINH, "sinh", 1) X(COSH, "cosh", 1) X(TANH, "tanh", 1) X(ABS, "abs", 1)                     \
    X(SIGN, "sign", 1) X(MIN, "min", 2) X(MAX, "max", 2) X(FUN, "", 1) X(INT, "", 0)

typedef enum {
#define X(kind, name, arity) LI_##kind,
    LI_KINDS(X)
#undef X
    LI_KIND_COUNT
} li_kind;

/* What a symbol stands for; also the order in which a person expects the factors of a product. */
typedef enum {
    LI_PARAMETER, LI_TIME, LI_COORDINATE, LI_MULTIPLIER, LI_VELOCITY, LI_ACCELERATION, LI_GENERATOR
} li_class;

/* ---- limits of the language (see the manual) ---- */
enum {
    LI_MAX_DIGITS   = 10000,     /* digits of a number in the source, and its decimal exponent */
    LI_MAX_EXPONENT = 10000,     /* |n| in x^n, x not a number */
    LI_MAX_NESTING  = 400,       /* brackets inside brackets in a source */
    LI_MAX_NAME     = 100        /* bytes of a name */
};

/* ---- atoms ---- */
li_expr li_expr_int(li_ctx *ctx, int64_t n);
li_expr li_expr_frac(li_ctx *ctx, int64_t num, int64_t den);
li_expr li_expr_rational(li_ctx *ctx, const li_rational *x);
li_expr li_expr_pi(li_ctx *ctx);
li_expr li_expr_symbol(li_ctx *ctx, const char *name, li_class cls);  /* one symbol a name */
li_expr li_expr_fresh(li_ctx *ctx, const char *name, li_class cls);   /* a symbol equal to no other */
li_expr li_expr_undefined(void);

/* ---- arithmetic ---- */
li_expr li_expr_add(li_ctx *ctx, li_expr a, li_expr b);
li_expr li_expr_sub(li_ctx *ctx, li_expr a, li_expr b);
li_expr li_expr_neg(li_ctx *ctx, li_expr a);
li_expr li_expr_mul(li_ctx *ctx, li_expr a, li_expr b);
li_expr li_expr_div(li_ctx *ctx, li_expr a, li_expr b);          /* LI_DOMAIN if b is the number 0 */
li_expr li_expr_scale(li_ctx *ctx, const li_rational *c, li_expr a);
li_expr li_expr_power(li_ctx *ctx, li_expr a, int64_t n);
li_expr li_expr_pow(li_ctx *ctx, li_expr a, li_expr b);          /* rational b: roots; else exp(b log a) */
li_expr li_expr_sum(li_ctx *ctx, size_t n, const li_expr *x);
li_expr li_expr_product(li_ctx *ctx, size_t n, const li_expr *x);
li_expr li_expr_sum_flat(li_ctx *ctx, size_t n, const li_expr *x);   /* the x that are sums are opened: no brackets without need */
/* constant + sum coef_i x_i  and  prod x_i^power_i, in one node; constant, coef, power may be NULL (0, 1, 1) */
li_expr li_expr_combination(li_ctx *ctx, const li_rational *constant, size_t n, const li_rational *coef, const li_expr *x);
li_expr li_expr_monomial(li_ctx *ctx, size_t n, const li_expr *x, const int32_t *power);

/* ---- functions ---- */
li_expr li_expr_root(li_ctx *ctx, li_expr a, int n);             /* a^(1/n), a >= 0 */
li_expr li_expr_sqrt(li_ctx *ctx, li_expr a);
li_expr li_expr_apply(li_ctx *ctx, li_kind f, li_expr a);        /* sin, cos, exp, ... of one argument */
li_expr li_expr_apply2(li_ctx *ctx, li_kind f, li_expr a, li_expr b);   /* atan2, min, max */
li_expr li_expr_fun(li_ctx *ctx, const char *f, int order, li_expr a);  /* f^(order)(a), f unknown */
/* the integral of E ds from lower (NULL: an antiderivative) to upper, s a symbol */
li_expr li_expr_integral(li_ctx *ctx, li_expr E, li_expr s, li_expr upper, li_expr lower);

/* Room for n expressions (at least one), in the context; NULL past its memory. */
li_expr *li_expr_room(li_ctx *ctx, size_t n);

/* ---- looking at a node ---- */
li_kind            li_expr_kind(li_expr e);
uint32_t           li_expr_id(li_expr e);
size_t             li_expr_len(li_expr e);                       /* arguments */
li_expr            li_expr_arg(li_expr e, size_t i);
const li_rational *li_expr_number(li_expr e);                    /* value of a NUM, constant c of a SUM */
const li_rational *li_expr_coef(li_expr e, size_t i);            /* c_i of a SUM */
int32_t            li_expr_exponent(li_expr e, size_t i);        /* e_i of a MON */
int                li_expr_order(li_expr e);                     /* n of a ROOT, order of a FUN */
const char        *li_expr_name(li_expr e);                      /* of a SYM or FUN */
li_class           li_expr_class(li_expr e);                     /* of a SYM */
/* e = prod f_i^power_i, the number in front among them: how many; f and power may be NULL */
size_t             li_expr_factors(li_ctx *ctx, li_expr e, li_expr *f, int *power);
bool               li_expr_is_zero(li_expr e);                   /* is it the *number* 0 */
bool               li_expr_is_one(li_expr e);
li_expr            li_expr_bound(li_ctx *ctx, li_expr e);        /* the variable of an INT */
uint32_t           li_expr_count(const li_ctx *ctx);             /* nodes made so far; ids are below it */

/* ---- walking ----
 * All nodes below some roots, each once, arguments first. An INT's body is below it only if `inside`. */
typedef struct { li_expr *e; size_t len; uint32_t epoch; } li_list;

li_status li_list_init(li_ctx *ctx, li_list *list, size_t n, const li_expr *roots, bool inside);
void      li_list_clear(li_ctx *ctx, li_list *list);
size_t    li_list_index(const li_list *list, li_expr e);         /* its place; list->len if absent */
bool      li_expr_contains(li_ctx *ctx, li_expr e, li_expr x);
/* the symbols of e with class in [from, to], in order of id; returns how many, fills at most max */
size_t    li_expr_symbols(li_ctx *ctx, size_t n, const li_expr *e, li_class from, li_class to, li_expr *out, size_t max);
/* e rebuilt with other arguments (same kind, order, coefficients) */
li_expr   li_expr_rebuild(li_ctx *ctx, li_expr e, const li_expr *arg);

/* ---- substitution ---- every from_i, symbol or not, becomes to_i, all at once */
li_expr   li_expr_subst(li_ctx *ctx, li_expr e, size_t n, const li_expr *from, const li_expr *to);
li_status li_expr_subst_all(li_ctx *ctx, size_t count, li_expr *e, size_t n, const li_expr *from, const li_expr *to);
/* f(x) becomes body with x replaced, its derivatives likewise */
li_expr   li_expr_subst_function(li_ctx *ctx, li_expr e, const char *f, li_expr x, li_expr body);
/* sums over sums and integer powers of sums multiplied out; past `most` terms e comes back as it is */
li_expr   li_expr_expand(li_ctx *ctx, li_expr e, size_t most);

/* ---- derivatives ---- */
li_expr   li_expr_diff(li_ctx *ctx, li_expr e, li_expr x);
/* the derivation with D x_i = rate_i and D = 0 on other symbols: D e = sum rate_i de/dx_i  (forward mode) */
li_expr   li_expr_derive(li_ctx *ctx, li_expr e, size_t n, const li_expr *x, const li_expr *rate);
/* The same derivation applied many times: every node is derived once, so d/dt of a chain of lets is linear. */
typedef struct li_derivation li_derivation;
li_derivation *li_derivation_new(li_ctx *ctx, size_t n, const li_expr *x, const li_expr *rate);   /* lives in the context */
li_expr   li_derivation_apply(li_ctx *ctx, li_derivation *D, li_expr e);
/* out_i = de/dx_i for all i at the cost of a few evaluations of e  (reverse mode) */
li_status li_expr_gradient(li_ctx *ctx, li_expr *out, li_expr e, size_t n, const li_expr *x);

/* ---- the order of a reader ----
 * Both the text and the LaTeX of an expression put terms and factors in this order. */
typedef struct { li_list list; signed char *rank; } li_order;    /* all nodes, and the class of the last symbol in each */
typedef struct {
    li_expr e;                  /* sin(x) or cos(x) where it stands for tan(x) or cot(x) */
    int     power, rank;
    bool    tangent;
} li_factor;

bool      li_order_init (li_ctx *ctx, li_order *o, li_expr e);
void      li_order_clear(li_ctx *ctx, li_order *o);
/* The factors of x, as many as it has arguments at most, sin^k/cos^k being one: parameters, time, coordinates ... */
size_t    li_order_factors(const li_order *o, li_factor *f, li_expr x);
size_t    li_order_tangent(li_expr e, size_t i);                 /* the factor that makes a tangent with i; len: none */
/* at: the terms of the sum e in order: accelerations, velocities, multipliers; then parameters, low degrees first */
bool      li_order_terms(li_ctx *ctx, const li_order *o, size_t *at, li_expr e);

/* ---- text ---- what is printed reads back to the same node */
void      li_expr_print(li_ctx *ctx, li_text *out, li_expr e);
size_t    li_expr_size(li_ctx *ctx, size_t n, const li_expr *e); /* distinct nodes below */

/* ---- syntax trees ----
 * Source text becomes a tree with places; a scope gives the names their meaning. */
typedef enum { LI_AST_NUMBER, LI_AST_NAME, LI_AST_CALL, LI_AST_SUM, LI_AST_PRODUCT, LI_AST_POWER, LI_AST_EQUAL, LI_AST_WEDGE, LI_AST_APPLY } li_ast_kind;

typedef struct li_ast li_ast;
struct li_ast {
    li_ast_kind kind;
    li_place place;
    const char *name;           /* NAME, CALL; dots included: rolling.1 */
    int primes;                 /* f'' : 2 */
    bool decimal;               /* NUMBER written with a point or an exponent */
    li_expr number;
    size_t len;
    const li_ast **arg;         /* terms, factors, base and exponent, arguments, both sides; APPLY: i(X), and what it acts on */
    const bool *flip;           /* SUM: subtracted; PRODUCT: divided by */
};

typedef struct li_scope li_scope;
struct li_scope {
    void *self;
    int depth;                  /* levels of trees being read, over all definitions */
    /* the meaning of a name with primes; NULL: not declared (an error is issued by the caller) */
    li_expr (*name)(li_ctx *ctx, li_scope *scope, const li_ast *ast);
    /* the meaning of NAME'''(arguments); NULL without a diagnostic: not declared */
    li_expr (*call)(li_ctx *ctx, li_scope *scope, const li_ast *ast);
    /* the meaning of a WEDGE or APPLY if it is a function, undefined with a diagnostic if not; NULL: no forms here */
    li_expr (*form)(li_ctx *ctx, li_scope *scope, const li_ast *ast);
    /* the nearest declared name, or NULL */
    const char *(*suggest)(li_scope *scope, const char *name);
};

/* The value of a tree; the undefined node, with diagnostics, if it has none. */
li_expr li_ast_value(li_ctx *ctx, li_scope *scope, const li_ast *ast);

/* One expression alone, e.g. a value on the command line. Wrong: undefined, diagnostics in the context. */
li_expr li_expr_parse(li_ctx *ctx, const char *source, size_t len, li_scope *scope);
/* A scope in which every name is a parameter symbol and every f(x) an unknown function. */
void    li_scope_free(li_scope *scope);
/* Insertions, deletions, changes and swaps of neighbouring characters that lead from a to b; for suggestions. */
size_t  li_name_distance(const char *a, const char *b);
/* The word of the list nearest to `word`; NULL: none is near. */
const char *li_name_nearest(const char *word, size_t n, const char *const *list);

/* ---- tokens, for the statements of a model ---- */
typedef enum {
    LI_TOKEN_END, LI_TOKEN_NEWLINE, LI_TOKEN_NAME, LI_TOKEN_NUMBER, LI_TOKEN_STRING, LI_TOKEN_MARK
} li_token_kind;

typedef struct {
    li_token_kind kind;
    li_place place;
    const char *s;              /* NAME: without primes; STRING: without quotes; MARK: its characters */
    int primes;
} li_token;

typedef struct {
    li_ctx *ctx;
    const char *source;
    size_t len;
    li_token *token;
    size_t count, cap, at;      /* at: the next token */
    int nesting;
} li_parser;

/* Cuts the whole source into tokens; wrong characters are diagnosed and left out. */
li_status li_parser_init(li_ctx *ctx, li_parser *p, const char *source, size_t len);
void      li_parser_clear(li_parser *p);
const li_token *li_parser_peek(const li_parser *p);
const li_token *li_parser_next(li_parser *p);
bool      li_parser_accept(li_parser *p, const char *word);      /* a NAME or MARK with this text */
bool      li_parser_expect(li_parser *p, const char *word, const char *after);
/* An expression; NULL with a diagnostic if there is none. `what` says what was expected. */
const li_ast *li_parser_expression(li_parser *p, const char *what);
void      li_parser_unexpected(li_parser *p, const char *expected);
li_place  li_place_span(li_place from, li_place to);

#ifdef __cplusplus
}
#endif
#endif
