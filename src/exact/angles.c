/* angles.c - products of sines and cosines joined into sums of angles */
#include "display.h"

#include <stdlib.h>

enum { FACTORS = 6, TERMS = 3000, FEW = 60 };

/* c * rest * prod (sin|cos)(angle); angles in order of id, each once */
struct item {
    li_rational c;
    li_expr rest;
    int n;
    struct { li_expr angle; bool sine; } f[FACTORS];
};

struct items { li_ctx *ctx; struct item *at; size_t len; };

static void put_trig(struct item *x, li_expr angle, bool sine)
{
    int at = x->n++;
    for (; at > 0 && li_expr_id(x->f[at - 1].angle) > li_expr_id(angle); at--)
        x->f[at] = x->f[at - 1];
    x->f[at].angle = angle;
    x->f[at].sine = sine;
}

/* One term of the polynomial; simple sines and cosines apart, as many as fit. */
static void read_term(li_tower *t, struct item *x, const fmpz_mpoly_t p, slong i, ulong *exp)
{
    *x = (struct item){ .rest = li_expr_int(t->ctx, 1) };
    li_rational_init(&x->c);
    fmpz_mpoly_get_term_coeff_fmpz(fmpq_numref(li_fmpq(&x->c)), p, i, t->ring);
    fmpz_mpoly_get_term_exp_ui(exp, p, i, t->ring);
    for (size_t g = 0; g < t->len; g++) {
        li_expr meaning = t->gen[g].meaning;
        li_kind kind = li_expr_kind(meaning);
        if (exp[g] == 0)
            continue;
        bool paired = kind == LI_SIN ? exp[g - 1] > 0 : kind == LI_COS && g + 1 < t->len && t->gen[g + 1].kind == LI_SIN && exp[g + 1] > 0;
        if ((kind == LI_SIN || kind == LI_COS) && exp[g] == 1 && !paired && x->n < FACTORS)
            put_trig(x, li_expr_arg(meaning, 0), kind == LI_SIN);
        else
            x->rest = li_expr_mul(t->ctx, x->rest, li_expr_power(t->ctx, meaning, (int64_t)exp[g]));
    }
}

/* The two places where x and y differ, both flipped; false unless they differ in just two. */
static bool differ_in_two(const struct item *x, const struct item *y, int *i, int *j)
{
    int n = 0;
    if (x->rest != y->rest || x->n != y->n)
        return false;
    for (int k = 0; k < x->n; k++) {
        if (x->f[k].angle != y->f[k].angle)
            return false;
        if (x->f[k].sine == y->f[k].sine)
            continue;
        if (n == 0)
            *i = k;
        else
            *j = k;
        n++;
    }
    return n == 2;
}

/* cc + ss = cos(a - b), cc - ss = cos(a + b), sc + cs = sin(a + b), sc - cs = sin(a - b); x takes the sum */
static bool join(li_ctx *ctx, struct item *x, const struct item *y)
{
    int i = 0, j = 0;
    li_rational sum;

    if (!differ_in_two(x, y, &i, &j))
        return false;
    li_rational_init(&sum);
    li_rational_add(&sum, &x->c, &y->c);
    bool opposite = li_rational_is_zero(&sum), equal = li_rational_equal(&x->c, &y->c);
    li_rational_clear(&sum);
    if (!opposite && !equal)
        return false;
    li_expr a = x->f[i].angle, b = x->f[j].angle;
    bool sine = x->f[i].sine != x->f[j].sine;
    bool minus = sine ? opposite : equal;
    bool turned = sine ? (opposite && !x->f[i].sine) : (opposite && x->f[i].sine);
    for (int k = j; k + 1 < x->n; k++)
        x->f[k] = x->f[k + 1];
    for (int k = i; k + 2 < x->n; k++)
        x->f[k] = x->f[k + 1];
    x->n -= 2;
    li_expr angle = li_expr_expand(ctx, minus ? li_expr_sub(ctx, a, b) : li_expr_add(ctx, a, b), 1000);
    li_expr f = li_expr_apply(ctx, sine ? LI_SIN : LI_COS, angle);
    if (li_expr_kind(f) == LI_SUM) {             /* sin(-x) = -sin(x) came out as a product */
        f = li_expr_arg(f, 0);
        turned = !turned;
    }
    if (turned)
        li_rational_neg(&x->c, &x->c);
    if (li_expr_kind(f) == LI_SIN || li_expr_kind(f) == LI_COS)
        put_trig(x, li_expr_arg(f, 0), li_expr_kind(f) == LI_SIN);
    else
        x->rest = li_expr_mul(ctx, x->rest, f);
    return true;
}

/* c R - c R cos(b)^2 = c R sin(b)^2, and the same with the sine; x takes the result */
static bool join_squares(li_ctx *ctx, struct item *x, const struct item *y)
{
    li_rational sum;

    if (x->n != y->n)
        return false;
    for (int k = 0; k < x->n; k++)
        if (x->f[k].angle != y->f[k].angle || x->f[k].sine != y->f[k].sine)
            return false;
    li_rational_init(&sum);
    li_rational_add(&sum, &x->c, &y->c);
    bool opposite = li_rational_is_zero(&sum);
    li_rational_clear(&sum);
    if (!opposite)
        return false;
    li_expr square = li_expr_div(ctx, y->rest, x->rest);
    if (li_expr_kind(square) != LI_MON || li_expr_len(square) != 1 || li_expr_exponent(square, 0) != 2)
        return false;
    li_expr f = li_expr_arg(square, 0);
    if (li_expr_kind(f) != LI_SIN && li_expr_kind(f) != LI_COS)
        return false;
    li_expr other = li_expr_apply(ctx, li_expr_kind(f) == LI_SIN ? LI_COS : LI_SIN, li_expr_arg(f, 0));
    x->rest = li_expr_mul(ctx, x->rest, li_expr_power(ctx, other, 2));
    return true;
}

static uint64_t bucket(const struct item *x)
{
    uint64_t h = li_hash_mix(li_expr_id(x->rest), (uint64_t)x->n);
    for (int k = 0; k < x->n; k++)
        h = li_hash_mix(h, li_expr_id(x->f[k].angle));
    return h;
}

struct place { uint64_t h; size_t i; };

static int by_hash(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->h != y->h ? (x->h > y->h) - (x->h < y->h) : (x->i > y->i) - (x->i < y->i);
}

static void drop_joined(struct items *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->len; i++) {
        if (li_rational_is_zero(&s->at[i].c))
            continue;
        struct item swap = s->at[kept];
        s->at[kept++] = s->at[i];
        s->at[i] = swap;
    }
    for (size_t i = kept; i < s->len; i++)
        li_rational_clear(&s->at[i].c);
    s->len = kept;
}

/* One round over items with the same angles; true if something was joined. */
static bool join_round(struct items *s, struct place *place)
{
    bool any = false;

    for (size_t i = 0; i < s->len; i++)
        place[i] = (struct place){ bucket(&s->at[i]), i };
    qsort(place, s->len, sizeof *place, by_hash);
    for (size_t i = 0; i < s->len; i++)
        for (size_t j = i + 1; j < s->len && place[j].h == place[i].h && !li_rational_is_zero(&s->at[place[i].i].c); j++) {
            struct item *y = &s->at[place[j].i];
            if (!li_rational_is_zero(&y->c) && join(s->ctx, &s->at[place[i].i], y)) {
                li_rational_set_int(&y->c, 0, 1);
                any = true;
                break;
            }
        }
    drop_joined(s);
    return any;
}

/* Every pair: only where there are few. */
static void join_all_squares(struct items *s)
{
    for (size_t i = 0; s->len <= FEW && i < s->len; i++)
        for (size_t j = 0; j < s->len && !li_rational_is_zero(&s->at[i].c); j++)
            if (j != i && !li_rational_is_zero(&s->at[j].c) && join_squares(s->ctx, &s->at[i], &s->at[j]))
                li_rational_set_int(&s->at[j].c, 0, 1);
    drop_joined(s);
}

static li_expr item_expression(li_ctx *ctx, const struct item *x)
{
    li_expr e = x->rest;
    for (int k = 0; k < x->n; k++)
        e = li_expr_mul(ctx, e, li_expr_apply(ctx, x->f[k].sine ? LI_SIN : LI_COS, x->f[k].angle));
    return li_expr_scale(ctx, &x->c, e);
}

li_expr li_display_polynomial(li_tower *t, const fmpz_mpoly_t p)
{
    li_ctx *ctx = t->ctx;
    size_t n = (size_t)fmpz_mpoly_length(p, t->ring);

    if (n < 2 || n > TERMS)
        return li_tower_polynomial(t, p);
    struct items s = { ctx, li_new(ctx, n, sizeof *s.at), 0 };
    struct place *place = li_new(ctx, n, sizeof *place);
    ulong *exp = flint_malloc((size_t)fmpz_mpoly_ctx_nvars(t->ring) * sizeof *exp);
    li_expr *x = li_new(ctx, n, sizeof *x), e = li_expr_undefined();
    if (s.at != NULL && place != NULL && x != NULL) {
        for (; s.len < n; s.len++)
            read_term(t, &s.at[s.len], p, (slong)s.len, exp);
        while (join_round(&s, place))
            continue;
        join_all_squares(&s);
        for (size_t i = 0; i < s.len; i++)
            x[i] = item_expression(ctx, &s.at[i]);
        e = li_expr_sum(ctx, s.len, x);
        for (size_t i = 0; i < s.len; i++)
            li_rational_clear(&s.at[i].c);
    }
    flint_free(exp);
    li_drop(ctx, s.at);
    li_drop(ctx, place);
    li_drop(ctx, x);
    return e;
}
