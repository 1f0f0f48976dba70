/* latex.c - expressions in LaTeX
 *
 * Terms and factors stand in the order of li_expr_print; what is below the bar goes into a fraction. The work to do
 * is a stack of pieces, the next one on top: however deep the graph, nothing recurses. The width is counted along
 * the way: a fraction is as wide as the wider of its halves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "latex.h"

enum { MOST_TEXT = 64 << 20 };                   /* a shared graph can have a text of any length */
enum { LONG = 32 };                              /* leaves and operations that fill a line */
enum level { SUM, PRODUCT, POWER, PRIMARY };     /* how tightly a formula holds together */

struct piece {
    enum {
        EXPR, TEXT, NUMBER, EXPONENT,
        FACTOR,                  /* a number, the power of an exponential, before its exponent */
        SIGN,                    /* + or - between terms: a line may end before it */
        BRACKET, END_BRACKET,
        CLOSED, END_CLOSED,      /* between these no line ends */
        FRACTION, BAR, END_FRACTION
    } kind;
    enum level level;            /* EXPR: looser formulas are put in brackets */
    li_expr e;
    const char *s;
    double width;                /* TEXT */
    const li_rational *c;        /* NUMBER, without its sign; NULL: 1 */
    bool below;                  /* NUMBER: the denominator of c, else the numerator */
    int power, root;             /* EXPONENT: power/root; FACTOR: power */
};

struct fraction { double begin, numerator; };

struct writer {
    li_ctx *ctx;
    li_latex *out;
    size_t start;
    bool dots, s_taken;          /* the variable of integration is s, if nothing else is */
    li_order order;
    struct piece *todo;
    size_t len, cap;
    struct fraction *fraction;   /* those that are open */
    size_t fractions, fraction_cap;
    int closed, brackets;
};

/* ---- pieces ---- put in the order of the text, then turned around to lie on the stack */

static void put(struct writer *p, struct piece piece)
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

static void put_text(struct writer *p, const char *s, double width) { put(p, (struct piece){ .kind = TEXT, .s = s, .width = width }); }
static void put_expr(struct writer *p, li_expr e, enum level level) { put(p, (struct piece){ .kind = EXPR, .e = e, .level = level }); }

static void put_closed(struct writer *p, const char *open, li_expr e, const char *close)
{
    put(p, (struct piece){ .kind = CLOSED, .s = open });
    put_expr(p, e, SUM);
    put(p, (struct piece){ .kind = END_CLOSED, .s = close });
}

static void turn_around(struct writer *p, size_t from)
{
    for (size_t i = from, k = p->len; i + 1 < k; i++) {
        struct piece piece = p->todo[i];
        p->todo[i] = p->todo[--k];
        p->todo[k] = piece;
    }
}

/* ---- functions ---- */

static const char *function_name(li_kind kind)
{
    switch (kind) {
    case LI_SIN: return "\\sin";
    case LI_COS: return "\\cos";
    case LI_SINH: return "\\sinh";
    case LI_COSH: return "\\cosh";
    case LI_TANH: return "\\tanh";
    case LI_EXP: return "\\exp";
    case LI_LOG: return "\\ln";
    case LI_ASIN: return "\\arcsin";
    case LI_ACOS: return "\\arccos";
    case LI_ATAN: return "\\arctan";
    case LI_ATAN2: return "\\operatorname{atan2}";
    case LI_SIGN: return "\\operatorname{sign}";
    case LI_MIN: return "\\min";
    case LI_MAX: return "\\max";
    default: return NULL;
    }
}

/* \sin^2 x is the square of \sin x; the others take their exponent at the end */
static bool takes_power(li_kind kind)
{
    return kind == LI_SIN || kind == LI_COS || kind == LI_SINH || kind == LI_COSH || kind == LI_TANH;
}

/* Is it written without brackets after \sin? */
static bool is_plain(li_expr e) { return li_expr_kind(e) == LI_SYM || li_expr_kind(e) == LI_PI; }

static void put_power(struct writer *p, int power, int root)
{
    if (power != 1 || root != 1)
        put(p, (struct piece){ .kind = EXPONENT, .power = power, .root = root });
}

/* \name^power x, or \name^power(x) */
static void put_named(struct writer *p, const char *name, li_expr x, int power)
{
    put_text(p, name, (double)strlen(name) - 1);
    put_power(p, power, 1);
    if (is_plain(x)) {
        put_text(p, " ", 0.5);
        put_expr(p, x, PRIMARY);
    } else {
        put_closed(p, "(", x, ")");
    }
}

static void put_arguments(struct writer *p, li_expr e)
{
    for (size_t i = 0; i < li_expr_len(e); i++) {
        put_text(p, i == 0 ? "" : ", ", 1);
        put_closed(p, i == 0 ? "(" : "", li_expr_arg(e, i), i + 1 == li_expr_len(e) ? ")" : "");
    }
}

static void put_unknown(struct writer *p, li_expr e)
{
    put(p, (struct piece){ .kind = EXPR, .e = e, .level = PRIMARY, .below = true });     /* its name */
    for (int i = 0; i < li_expr_order(e); i++)
        put_text(p, "'", 0.4);
    put_arguments(p, e);
}

static const char *bound_name(const struct writer *p, int depth)
{
    static const char *const plain[] = { "s", "s_{1}", "s_{2}", "s_{3}", "s_{4}", "s_{5}", "s_{6}", "s_{7}", "s_{8}", "s_{9}" };
    static const char *const barred[] = { "\\bar{s}", "\\bar{s}_{1}", "\\bar{s}_{2}", "\\bar{s}_{3}", "\\bar{s}_{4}",
                                          "\\bar{s}_{5}", "\\bar{s}_{6}", "\\bar{s}_{7}", "\\bar{s}_{8}", "\\bar{s}_{9}" };
    return (p->s_taken ? barred : plain)[depth >= 0 && depth < 10 ? depth : 0];
}

static void put_integral(struct writer *p, li_expr e)
{
    put_text(p, "\\int", 1);
    if (li_expr_len(e) > 2)
        put_closed(p, "_{", li_expr_arg(e, 2), "}");
    put_closed(p, "^{", li_expr_arg(e, 1), "} ");
    put(p, (struct piece){ .kind = CLOSED, .s = "" });
    put_expr(p, li_expr_arg(e, 0), PRODUCT);
    put_text(p, "\\,d", 1);
    put_text(p, bound_name(p, li_expr_order(e)), 1);
    put(p, (struct piece){ .kind = END_CLOSED, .s = "" });
}

/* e^x, e^{n x} */
static void put_exponential(struct writer *p, li_expr x, int power)
{
    put(p, (struct piece){ .kind = CLOSED, .s = "\\mathrm{e}^{" });
    if (power != 1)
        put(p, (struct piece){ .kind = FACTOR, .power = power });
    put_expr(p, x, power != 1 ? POWER : SUM);
    put(p, (struct piece){ .kind = END_CLOSED, .s = "}" });
}

/* e^power, e neither a sum nor a product nor a number */
static void put_primary(struct writer *p, li_expr e, int power)
{
    li_kind kind = li_expr_kind(e);

    if (takes_power(kind)) {
        put_named(p, function_name(kind), li_expr_arg(e, 0), power);
        return;
    }
    if (kind == LI_EXP) {
        put_exponential(p, li_expr_arg(e, 0), power);
        return;
    }
    else if (kind == LI_ABS)
        put_closed(p, "\\lvert ", li_expr_arg(e, 0), " \\rvert");
    else if (kind == LI_FUN)
        put_unknown(p, e);
    else if (kind == LI_LOG && power == 1)
        put_named(p, "\\ln", li_expr_arg(e, 0), 1);
    else if (function_name(kind) != NULL) {
        put_text(p, function_name(kind), 4);
        put_arguments(p, e);
    } else {
        put_expr(p, e, PRIMARY);
    }
    put_power(p, power, 1);
}

/* sqrt(x), or x^(power/n) */
static void put_root(struct writer *p, li_expr e, int power)
{
    static const char *const open[] = { "\\sqrt{", "\\sqrt[3]{", "\\sqrt[4]{", "\\sqrt[5]{", "\\sqrt[6]{" };
    int n = li_expr_order(e);
    bool number = li_expr_kind(li_expr_arg(e, 0)) == LI_NUM;

    if ((power == 1 || number) && n <= 6) {
        put_closed(p, open[n - 2], li_expr_arg(e, 0), "}");
        put_power(p, power, 1);
    } else {
        put_expr(p, li_expr_arg(e, 0), PRIMARY);
        put_power(p, power, n);
    }
}

/* ---- products ---- */

/* f without the sign of its power; `alone`: nothing else on this side of the bar */
static void put_factor(struct writer *p, const li_factor *f, bool alone)
{
    li_kind kind = li_expr_kind(f->e);
    int power = abs(f->power);

    if (f->tangent)
        put_named(p, kind == LI_SIN ? "\\tan" : "\\cot", li_expr_arg(f->e, 0), power);
    else if (kind == LI_ROOT)
        put_root(p, f->e, power);
    else if (kind == LI_SUM || kind == LI_MON || kind == LI_NUM || kind == LI_INT) {
        put_expr(p, f->e, power != 1 ? PRIMARY : alone ? SUM : POWER);
        put_power(p, power, 1);
    } else {
        put_primary(p, f->e, power);
    }
}

/* A function without brackets needs a space before the next factor. */
static bool is_open_ended(const li_factor *f)
{
    li_kind kind = li_expr_kind(f->e);
    return (takes_power(kind) || (kind == LI_LOG && f->power == 1)) && is_plain(li_expr_arg(f->e, 0));
}

/* The factors with powers of this sign, after a number or not. */
static void put_factors(struct writer *p, const li_factor *f, size_t n, int sign, bool number, bool alone)
{
    const li_factor *last = NULL;

    for (size_t i = 0; i < n; i++) {
        if ((f[i].power < 0) != (sign < 0))
            continue;
        if (last != NULL || number)
            put_text(p, last != NULL && is_open_ended(last) ? "\\, " : " ", 0.3);
        put_factor(p, &f[i], alone);
        last = &f[i];
    }
}

/* What is left of `most` when the leaves and operations of e are counted: below 1 if there are more. Every step counts at least
 * one, so it ends early and nests little, however deep the graph. */
static int count_down(int most, li_expr e)
{
    li_kind kind = li_expr_kind(e);

    most -= kind != LI_SUM;
    for (size_t i = 0; i < li_expr_len(e) && most > 0; i++) {
        most -= kind == LI_SUM || (kind == LI_MON && li_expr_exponent(e, i) != 1);
        most = count_down(most, li_expr_arg(e, i));
    }
    return most;
}

static bool is_longer(li_expr e, int most) { return count_down(most, e) <= 0; }

/* A sum so long, by itself or in a long product, that a line must be able to end in it */
static bool is_long(li_expr e, bool product)
{
    return li_expr_kind(e) == LI_SUM && is_longer(e, product ? LONG / 3 : LONG);
}

/* |c| x with one fraction bar, where lines can end neither above nor below it: long sums stand beside the fraction, with negative
 * powers if they belong below. c = NULL is 1 */
static void put_product(struct writer *p, const li_rational *c, li_expr x)
{
    size_t most = li_expr_kind(x) == LI_MON ? li_expr_len(x) : 1, below = 0;
    li_factor *f = li_new(p->ctx, most, sizeof *f);

    if (f == NULL)
        return;
    size_t n = li_order_factors(&p->order, f, x), apart = 0, above = 0;
    bool product = is_longer(x, 2 * LONG);
    for (size_t i = 0; i < n; i++)
        below += f[i].power < 0;
    bool divisor = c != NULL && !li_rational_is_integer(c), bar = below > 0 || divisor;
    for (size_t i = 0; bar && i < n; i++) {            /* the long ones go to the end */
        li_factor one = f[i - apart];
        if (!is_long(one.e, product))
            continue;
        memmove(f + i - apart, f + i - apart + 1, (n - 1 - (i - apart)) * sizeof *f);
        f[n - 1] = one;
        apart++;
    }
    n -= apart;
    below = 0;
    for (size_t i = 0; i < n; i++)
        below += f[i].power < 0;
    above = n - below;
    bar = below > 0 || divisor;
    bool number = (above == 0 && (bar || apart == 0)) || (c != NULL && !li_rational_is_unit_fraction(c));
    if (bar)
        put(p, (struct piece){ .kind = FRACTION });
    if (number)
        put(p, (struct piece){ .kind = NUMBER, .c = c });
    put_factors(p, f, n, 1, number, bar && !number && above == 1);
    if (bar) {
        put(p, (struct piece){ .kind = BAR });
        if (divisor)
            put(p, (struct piece){ .kind = NUMBER, .c = c, .below = true });
        put_factors(p, f, n, -1, divisor, !divisor && below == 1);
        put(p, (struct piece){ .kind = END_FRACTION });
    }
    for (size_t i = n; i < n + apart; i++) {
        put_text(p, bar || number || above > 0 || i > n ? " " : "", 0.3);
        put_expr(p, f[i].e, POWER);
        put_power(p, f[i].power, 1);
    }
    li_drop(p->ctx, f);
}

/* ---- sums ---- */

/* |c| */
static void put_number(struct writer *p, const li_rational *c)
{
    bool bar = !li_rational_is_integer(c);

    if (bar)
        put(p, (struct piece){ .kind = FRACTION });
    put(p, (struct piece){ .kind = NUMBER, .c = c });
    if (bar) {
        put(p, (struct piece){ .kind = BAR });
        put(p, (struct piece){ .kind = NUMBER, .c = c, .below = true });
        put(p, (struct piece){ .kind = END_FRACTION });
    }
}

/* The terms in the order of a reader, the number last; but a positive one comes first if there is any. */
static void put_sum(struct writer *p, li_expr e)
{
    size_t len = li_expr_len(e), lead = 0;
    const li_rational *constant = li_expr_number(e);
    size_t *t = li_new(p->ctx, len + 1, sizeof *t);

    if (t == NULL || !li_order_terms(p->ctx, &p->order, t, e)) {
        li_drop(p->ctx, t);
        return;
    }
    while (lead < len && li_rational_sign(li_expr_coef(e, t[lead])) < 0)
        lead++;
    if (lead == len && li_rational_sign(constant) <= 0)
        lead = 0;
    for (size_t i = 0; i <= len; i++) {
        size_t k = i == 0 ? lead : i <= lead ? i - 1 : i;       /* lead, then the others */
        const li_rational *c = k == len ? constant : li_expr_coef(e, t[k]);
        bool minus = li_rational_sign(c) < 0;
        if (k == len && li_rational_is_zero(c))
            continue;
        if (i > 0)
            put(p, (struct piece){ .kind = SIGN, .s = minus ? " - " : " + " });
        else if (minus)
            put_text(p, "-", 1.5);
        if (k < len)
            put_product(p, c, li_expr_arg(e, t[k]));
        else
            put_number(p, c);
    }
    li_drop(p->ctx, t);
}

/* ---- any node ---- */

static bool is_scaled(li_expr e) { return li_expr_len(e) == 1 && li_rational_is_zero(li_expr_number(e)); }

static enum level level_of(li_expr e)
{
    switch (li_expr_kind(e)) {
    case LI_NUM:
        return li_rational_sign(li_expr_number(e)) < 0 ? SUM : li_rational_is_integer(li_expr_number(e)) ? PRIMARY : PRODUCT;
    case LI_SUM:
        return is_scaled(e) && li_rational_sign(li_expr_coef(e, 0)) > 0 ? PRODUCT : SUM;
    case LI_MON:
    case LI_INT:
        return PRODUCT;
    default:
        return PRIMARY;
    }
}

/* Does a sum hold a fraction? Its brackets are larger then. */
static bool is_tall(li_expr e)
{
    bool tall = li_expr_kind(e) == LI_SUM && !li_rational_is_integer(li_expr_number(e));

    for (size_t i = 0; i < li_expr_len(e) && li_expr_kind(e) == LI_SUM; i++) {
        li_expr x = li_expr_arg(e, i);
        tall |= !li_rational_is_integer(li_expr_coef(e, i));
        for (size_t k = 0; li_expr_kind(x) == LI_MON && k < li_expr_len(x); k++)
            tall |= li_expr_exponent(x, k) < 0 && li_order_tangent(x, k) == li_expr_len(x);
    }
    return tall;
}

static void open_expr(struct writer *p, li_expr e, enum level level)
{
    size_t from = p->len;
    li_kind kind = li_expr_kind(e);
    bool brackets = level_of(e) < level, tall = brackets && is_tall(e);

    if (brackets)
        put(p, (struct piece){ .kind = BRACKET, .s = tall ? "\\Bigl(" : "(" });
    if (kind == LI_UNDEFINED)
        put_text(p, "\\text{undefined}", 9);
    else if (kind == LI_NUM && li_rational_sign(li_expr_number(e)) < 0)
        put_text(p, "-", 1);
    else if (kind == LI_PI)
        put_text(p, "\\pi", 1);
    if (kind == LI_NUM)
        put_number(p, li_expr_number(e));
    else if (kind == LI_SUM)
        put_sum(p, e);
    else if (kind == LI_MON)
        put_product(p, NULL, e);
    else if (kind == LI_ROOT)
        put_root(p, e, 1);
    else if (kind == LI_INT)
        put_integral(p, e);
    else if (kind != LI_UNDEFINED && kind != LI_PI)
        put_primary(p, e, 1);
    if (brackets)
        put(p, (struct piece){ .kind = END_BRACKET, .s = tall ? "\\Bigr)" : ")" });
    turn_around(p, from);
}

/* ---- writing ---- */

void li_latex_put(li_ctx *ctx, li_latex *x, const char *s, double width)
{
    li_text_put(ctx, &x->text, s);
    x->width += width;
}

void li_latex_mark(li_ctx *ctx, li_latex *x, int depth)
{
    if (x->len == x->cap) {
        size_t cap = x->cap == 0 ? 32 : 2 * x->cap;
        li_line_end *end = li_grow(ctx, x->end, cap, sizeof *end);
        if (end == NULL)
            return;
        x->end = end;
        x->cap = cap;
    }
    x->end[x->len++] = (li_line_end){ x->text.len, depth, x->width };
}

static void write_number(struct writer *p, const li_rational *c, bool below)
{
    li_text number;

    li_text_init(&number);
    if (c == NULL)
        li_text_put(p->ctx, &number, "1");
    else if (below)
        li_rational_print_denominator(p->ctx, &number, c);
    else
        li_rational_print_numerator(p->ctx, &number, c);
    const char *s = li_text_str(&number);
    li_latex_put(p->ctx, p->out, s + (s[0] == '-'), (double)number.len);
    li_text_clear(p->ctx, &number);
}

static void write_exponent(struct writer *p, int power, int root)
{
    char s[64];
    int n = snprintf(s, sizeof s, root == 1 ? "^{%d}" : "^{%d/%d}", power, root);
    li_latex_put(p->ctx, p->out, s, 0.7 * (n - 3));
}

static void write_power(struct writer *p, int power)
{
    char s[32];
    li_latex_put(p->ctx, p->out, s, snprintf(s, sizeof s, "%d ", power));
}

/* A symbol, or the name of an unknown function. */
static void write_name(struct writer *p, li_expr e)
{
    const char *name = li_expr_name(e);

    if (name[0] == '~')
        li_latex_put(p->ctx, p->out, bound_name(p, name[1] - '0'), 1);
    else
        p->out->width += li_latex_symbol(p->ctx, &p->out->text, name, li_expr_class(e), p->dots);
}

static void write_fraction(struct writer *p, const struct piece *piece)
{
    li_latex *out = p->out;

    if (piece->kind == FRACTION) {
        if (p->fractions == p->fraction_cap) {
            struct fraction *wider = li_grow(p->ctx, p->fraction, p->fraction_cap + 16, sizeof *wider);
            if (wider == NULL)
                return;
            p->fraction = wider;
            p->fraction_cap += 16;
        }
        p->fraction[p->fractions++] = (struct fraction){ out->width, 0 };
        li_latex_put(p->ctx, out, "\\frac{", 0.5);
        p->closed++;
        return;
    }
    struct fraction *f = &p->fraction[p->fractions - 1];
    if (piece->kind == BAR) {
        li_latex_put(p->ctx, out, "}{", 0);
        f->numerator = out->width;
        out->width = f->begin + 0.5;
        return;
    }
    li_latex_put(p->ctx, out, "}", 0);
    if (out->width < f->numerator)
        out->width = f->numerator;
    p->fractions--;
    p->closed--;
}

static void write_piece(struct writer *p, struct piece piece)
{
    switch (piece.kind) {
    case EXPR:
        if (piece.below || li_expr_kind(piece.e) == LI_SYM)
            write_name(p, piece.e);
        else
            open_expr(p, piece.e, piece.level);
        break;
    case TEXT:
        li_latex_put(p->ctx, p->out, piece.s, piece.width);
        break;
    case NUMBER:
        write_number(p, piece.c, piece.below);
        break;
    case EXPONENT:
        write_exponent(p, piece.power, piece.root);
        break;
    case FACTOR:
        write_power(p, piece.power);
        break;
    case SIGN:
        if (p->closed == 0)
            li_latex_mark(p->ctx, p->out, p->brackets);
        li_latex_put(p->ctx, p->out, piece.s, 2);
        break;
    case BRACKET: case END_BRACKET:
        p->brackets += piece.kind == BRACKET ? 1 : -1;
        li_latex_put(p->ctx, p->out, piece.s, 0.6);
        break;
    case CLOSED: case END_CLOSED:
        p->closed += piece.kind == CLOSED ? 1 : -1;
        li_latex_put(p->ctx, p->out, piece.s, piece.s[0] == '\0' ? 0 : 0.6);
        break;
    case FRACTION: case BAR: case END_FRACTION:
        write_fraction(p, &piece);
        break;
    }
}

void li_latex_init(li_latex *x)
{
    *x = (li_latex){ 0 };
    li_text_init(&x->text);
}

void li_latex_clear(li_ctx *ctx, li_latex *x)
{
    li_text_clear(ctx, &x->text);
    li_drop(ctx, x->end);
    li_latex_init(x);
}

static bool has_symbol(const li_list *list, const char *name)
{
    for (size_t i = 0; i < list->len; i++)
        if (li_expr_kind(list->e[i]) == LI_SYM && strcmp(li_expr_name(list->e[i]), name) == 0)
            return true;
    return false;
}

void li_latex_add(li_ctx *ctx, li_latex *x, li_expr e, bool dots)
{
    struct writer p = { .ctx = ctx, .out = x, .start = x->text.len, .dots = dots };

    if (li_order_init(ctx, &p.order, e)) {
        p.s_taken = has_symbol(&p.order.list, "s");
        put_expr(&p, e, SUM);
        while (p.len > 0 && li_ctx_status(ctx) == LI_OK) {
            write_piece(&p, p.todo[--p.len]);
            if (x->text.len - p.start > MOST_TEXT)
                li_fail(ctx, LI_LIMIT, "a formula whose text is longer than %d MB", MOST_TEXT >> 20);
        }
    }
    li_order_clear(ctx, &p.order);
    li_drop(ctx, p.todo);
    li_drop(ctx, p.fraction);
}

void li_emit_latex(li_ctx *ctx, li_text *out, li_expr e, bool dots)
{
    li_latex x;

    li_latex_init(&x);
    li_latex_add(ctx, &x, e, dots);
    if (li_ctx_status(ctx) == LI_OK)
        li_text_put(ctx, out, li_text_str(&x.text));
    li_latex_clear(ctx, &x);
}
