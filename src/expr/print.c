/* print.c - expressions as a person writes them
 *
 * The text reads back to the same node, so it shows what the normal form keeps apart: a sum inside a sum stands
 * in brackets, a product longer than LI_FLAT is not put below a fraction bar. The work to do is a stack of
 * pieces, the next one on top: however deep the graph, nothing recurses. */
#include <stdlib.h>
#include <string.h>

#include "node.h"

enum { MOST_TEXT = 64 << 20 };                   /* a shared graph can have a text of any length */
enum level { SUM, PRODUCT, POWER, PRIMARY };     /* how tightly a text holds together */

struct piece {
    enum { EXPR, TEXT, NUMERATOR, DENOMINATOR, EXPONENT } kind;
    enum level level;            /* EXPR: looser texts are put in brackets */
    li_expr e;
    const char *s;
    const li_rational *c;        /* NUMERATOR (without its sign; NULL: 1), DENOMINATOR; owned by a node */
    int power, root;             /* EXPONENT: power/root */
};

struct printer {
    li_ctx *ctx;
    li_text *out;
    size_t start;
    li_order order;
    struct piece *todo;
    size_t len, cap;
    const char *bound[10];       /* the names of the variables of integration in use, by depth */
    int underscores, fresh;      /* a new one is s, so many underscores, a number */
};

/* ---- pieces ---- put in the order of the text, then turned around to lie on the stack */

static void put(struct printer *p, struct piece piece)
{
    if (p->len == p->cap) {
        size_t cap = p->cap == 0 ? 64 : 2 * p->cap;
        struct piece *todo = li_grow(p->ctx, p->todo, cap, sizeof *todo);
        if (todo == NULL)
            return;
        p->todo = todo;
        p->cap = cap;
    }
    p->todo[p->len++] = piece;
}

static void put_text(struct printer *p, const char *s) { put(p, (struct piece){ .kind = TEXT, .s = s }); }
static void put_expr(struct printer *p, li_expr e, enum level level) { put(p, (struct piece){ .kind = EXPR, .e = e, .level = level }); }

static void turn_around(struct printer *p, size_t from)
{
    for (size_t i = from, k = p->len; i + 1 < k; i++) {
        struct piece piece = p->todo[i];
        p->todo[i] = p->todo[--k];
        p->todo[k] = piece;
    }
}

/* ---- products ---- */

/* f without the sign of its power */
static void put_factor(struct printer *p, const li_factor *f)
{
    int power = abs(f->power), root = 1;

    if (f->tangent) {
        put_text(p, f->e->kind == LI_SIN ? "tan(" : "cot(");
        put_expr(p, f->e->arg[0], SUM);
        put_text(p, ")");
    } else if (f->e->kind == LI_ROOT && f->e->order > 2) {
        root = f->e->order;
        put_expr(p, f->e->arg[0], PRIMARY);
    } else {
        put_expr(p, f->e, power == 1 ? POWER : PRIMARY);
    }
    if (power != 1 || root != 1)
        put(p, (struct piece){ .kind = EXPONENT, .power = power, .root = root });
}

static void put_factors(struct printer *p, const li_factor *f, size_t n, int sign, const char *between, bool first)
{
    for (size_t i = 0; i < n; i++) {
        if ((f[i].power < 0) != (sign < 0))
            continue;
        if (!first)
            put_text(p, between);
        put_factor(p, &f[i]);
        first = false;
    }
}

/* |c| x with one fraction bar; c = NULL is 1 */
static void put_product(struct printer *p, const li_rational *c, li_expr x)
{
    size_t most = x->kind == LI_MON ? x->len : 1, below = 0;
    li_factor few[LI_FLAT], *f = most <= LI_FLAT ? few : li_new(p->ctx, most, sizeof *f);

    if (f == NULL)
        return;
    size_t n = li_order_factors(&p->order, f, x);
    for (size_t i = 0; i < n; i++)
        below += f[i].power < 0;
    bool number = below == n || (c != NULL && !li_rational_is_unit_fraction(c)), divisor = c != NULL && !li_rational_is_integer(c);
    if (number)
        put(p, (struct piece){ .kind = NUMERATOR, .c = c });
    put_factors(p, f, n, 1, "*", !number);
    if (below + divisor > 0) {
        bool brackets = below + divisor > 1 && below <= LI_FLAT;
        put_text(p, brackets ? "/(" : "/");
        if (divisor)
            put(p, (struct piece){ .kind = DENOMINATOR, .c = c });
        put_factors(p, f, n, -1, brackets ? "*" : "/", !divisor);
        if (brackets)
            put_text(p, ")");
    }
    if (f != few)
        li_drop(p->ctx, f);
}

/* ---- sums ---- */

/* |c| */
static void put_number(struct printer *p, const li_rational *c)
{
    put(p, (struct piece){ .kind = NUMERATOR, .c = c });
    if (!li_rational_is_integer(c)) {
        put_text(p, "/");
        put(p, (struct piece){ .kind = DENOMINATOR, .c = c });
    }
}

static void put_signed(struct printer *p, const li_rational *c)
{
    if (li_rational_sign(c) < 0)
        put_text(p, "-");
    put_number(p, c);
}

/* The terms in the order of a reader, the number last; but a positive one comes first if there is any. */
static void put_sum(struct printer *p, li_expr e)
{
    size_t few[16], *at = e->len <= 16 ? few : li_new(p->ctx, e->len, sizeof *at);
    uint32_t lead = 0;
    bool number = !li_rational_is_zero(&e->c);

    bool ordered = at != NULL && li_order_terms(p->ctx, &p->order, at, e);
    while (ordered && lead < e->len && li_rational_sign(&e->coef[at[lead]]) < 0)
        lead++;
    if (lead == e->len && li_rational_sign(&e->c) <= 0)
        lead = 0;
    for (uint32_t i = 0; ordered && i <= e->len; i++) {
        uint32_t k = i == 0 ? lead : i <= lead ? i - 1 : i;       /* lead, then the others */
        const li_rational *c = k == e->len ? &e->c : &e->coef[at[k]];
        bool minus = li_rational_sign(c) < 0;
        if (k == e->len && !number)
            continue;
        put_text(p, i == 0 ? (minus ? "-" : "") : minus ? " - " : " + ");
        if (k < e->len)
            put_product(p, c, e->arg[at[k]]);
        else
            put_number(p, c);
    }
    if (at != few)
        li_drop(p->ctx, at);
}

/* ---- functions ---- */

static const char *symbol_name(const struct printer *p, li_expr x)
{
    return x->name[0] == '~' && p->bound[x->name[1] - '0'] != NULL ? p->bound[x->name[1] - '0'] : x->name;
}

static const char *new_name(struct printer *p)
{
    li_text name;
    li_text_init(&name);
    li_text_put(p->ctx, &name, "s");
    for (int i = 0; i < p->underscores; i++)
        li_text_put(p->ctx, &name, "_");
    li_text_printf(p->ctx, &name, "%d", ++p->fresh);
    const char *s = li_alloc_string(p->ctx, li_text_str(&name), name.len);
    li_text_clear(p->ctx, &name);
    return s != NULL ? s : "";
}

/* int(E, x, x0) if the integral goes up to a symbol that E does not hold, else subst(int(E, s, x0), s = upper) */
static void put_integral(struct printer *p, li_expr e)
{
    li_expr upper = e->arg[1];
    bool plain = upper->kind == LI_SYM && !li_expr_contains(p->ctx, e->arg[0], upper);
    const char *s = p->bound[e->order] = plain ? symbol_name(p, upper) : new_name(p);

    put_text(p, plain ? "int(" : "subst(int(");
    put_expr(p, e->arg[0], SUM);
    put_text(p, ", ");
    put_text(p, s);
    if (e->len > 2) {
        put_text(p, ", ");
        put_expr(p, e->arg[2], SUM);
    }
    if (!plain) {
        put_text(p, "), ");
        put_text(p, s);
        put_text(p, " = ");
        put_expr(p, upper, SUM);
    }
    put_text(p, ")");
}

static const char *function_name(li_kind kind)
{
    static const char *const name[] = {
#define X(kind, name, arity) name,
        LI_KINDS(X)
#undef X
    };
    return name[kind];
}

static void put_function(struct printer *p, li_expr e)
{
    put_text(p, e->kind == LI_FUN ? e->name : e->kind == LI_ROOT ? "sqrt" : function_name(e->kind));
    for (int i = 0; e->kind == LI_FUN && i < e->order; i++)
        put_text(p, "'");
    for (uint32_t i = 0; i < e->len; i++) {
        put_text(p, i == 0 ? "(" : ", ");
        put_expr(p, e->arg[i], SUM);
    }
    put_text(p, ")");
}

/* ---- any node ---- */

static enum level monomial_level(li_expr e)
{
    if (e->len == 2 && li_order_tangent(e, 0) == 1)
        return abs(e->power[0]) == 1 ? PRIMARY : POWER;
    return e->len == 1 && e->power[0] > 0 ? POWER : PRODUCT;
}

static enum level level_of(li_expr e)
{
    switch (e->kind) {
    case LI_NUM:
        return li_rational_sign(&e->c) < 0 ? SUM : li_rational_is_integer(&e->c) ? PRIMARY : PRODUCT;
    case LI_SUM:
        return li_expr_is_scaled(e) && li_rational_sign(&e->coef[0]) > 0 ? PRODUCT : SUM;
    case LI_MON:
        return monomial_level(e);
    case LI_ROOT:
        return e->order == 2 ? PRIMARY : POWER;
    default:
        return PRIMARY;
    }
}

static void open_expr(struct printer *p, li_expr e, enum level level)
{
    size_t from = p->len;
    bool brackets = level_of(e) < level;

    if (brackets)
        put_text(p, "(");
    if (e->kind == LI_UNDEFINED)
        put_text(p, "undefined");
    else if (e->kind == LI_NUM)
        put_signed(p, &e->c);
    else if (e->kind == LI_PI)
        put_text(p, "pi");
    else if (e->kind == LI_SYM)
        put_text(p, symbol_name(p, e));
    else if (e->kind == LI_SUM)
        put_sum(p, e);
    else if (e->kind == LI_MON)
        put_product(p, NULL, e);
    else if (e->kind == LI_ROOT && e->order > 2)
        put_factor(p, &(li_factor){ e, 1, 0, false });
    else if (e->kind == LI_INT)
        put_integral(p, e);
    else
        put_function(p, e);
    if (brackets)
        put_text(p, ")");
    turn_around(p, from);
}

static void print_numerator(struct printer *p, const li_rational *c)
{
    size_t at = p->out->len;
    if (c == NULL) {
        li_text_put(p->ctx, p->out, "1");
        return;
    }
    li_rational_print_numerator(p->ctx, p->out, c);
    if (at < p->out->len && p->out->s[at] == '-') {
        memmove(p->out->s + at, p->out->s + at + 1, p->out->len - at);
        p->out->len--;
    }
}

static void print_piece(struct printer *p, struct piece piece)
{
    switch (piece.kind) {
    case EXPR:
        open_expr(p, piece.e, piece.level);
        break;
    case TEXT:
        li_text_put(p->ctx, p->out, piece.s);
        break;
    case NUMERATOR:
        print_numerator(p, piece.c);
        break;
    case DENOMINATOR:
        li_rational_print_denominator(p->ctx, p->out, piece.c);
        break;
    case EXPONENT:
        li_text_printf(p->ctx, p->out, piece.root == 1 ? "^%d" : "^(%d/%d)", piece.power, piece.root);
        break;
    }
}

/* Which names are free for variables of integration? */
static bool prepare(struct printer *p, li_expr e)
{
    if (!li_order_init(p->ctx, &p->order, e))
        return false;
    for (size_t i = 0; i < p->order.list.len; i++) {
        li_expr node = p->order.list.e[i];
        if (node->kind == LI_SYM && node->name[0] == 's') {
            int underscores = (int)strspn(node->name + 1, "_");
            if (underscores >= p->underscores)
                p->underscores = underscores + 1;
        }
    }
    return true;
}

void li_expr_print(li_ctx *ctx, li_text *out, li_expr e)
{
    struct printer p = { .ctx = ctx, .out = out, .start = out->len, .underscores = 1 };

    if (prepare(&p, e)) {
        put_expr(&p, e, SUM);
        while (p.len > 0 && li_ctx_status(ctx) == LI_OK) {
            print_piece(&p, p.todo[--p.len]);
            if (out->len - p.start > MOST_TEXT)
                li_fail(ctx, LI_LIMIT, "an expression whose text is longer than %d MB", MOST_TEXT >> 20);
        }
    }
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, p.start);
    li_drop(ctx, p.todo);
    li_order_clear(ctx, &p.order);
}
