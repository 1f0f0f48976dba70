/* t-deep.c - graphs 10^5 deep and texts that would be endless: no recursion, limits that hold */
#include <string.h>

#include "../../core/test/harness.h"
#include "draw.h"

enum { DEEP = 100000 };

/* x_k = sin(x_(k-1)) + k, or other links */
static li_expr tower(li_ctx *ctx, li_expr x, int n, int kind)
{
    for (int k = 0; k < n; k++) {
        li_expr step = kind == 0 ? li_expr_apply(ctx, LI_SIN, x) : kind == 1 ? li_expr_power(ctx, x, 2) : li_expr_fun(ctx, "f", 0, x);
        x = li_expr_add(ctx, step, li_expr_int(ctx, k % 7 + 1));
    }
    return x;
}

static void tall(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), y = li_expr_symbol(ctx, "y", LI_COORDINATE), g;
    int kind = li_rand_below(rng, 3);
    li_expr e = tower(ctx, x, DEEP, kind), f = tower(ctx, y, DEEP, kind);
    li_text out;

    li_check(ctx, li_expr_size(ctx, 1, &e) > DEEP && li_expr_contains(ctx, e, x) && !li_expr_contains(ctx, e, y), "size");
    li_check(ctx, li_expr_subst(ctx, e, 1, &x, &y) == f, "substitution");
    li_expr d = li_expr_diff(ctx, e, x);
    li_check(ctx, li_expr_kind(d) != LI_UNDEFINED, "derivative");
    li_expr_gradient(ctx, &g, e, 1, &x);
    li_check(ctx, li_expr_kind(g) != LI_UNDEFINED, "gradient");
    li_expr_expand(ctx, e, 10);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "expansion");
    li_text_init(&out);
    li_expr_print(ctx, &out, e);
    li_check(ctx, li_ctx_status(ctx) == LI_OK && out.len > 4 * DEEP, "text of %zu bytes", out.len);
    li_text_clear(ctx, &out);
}

/* A graph of 200 nodes whose text has 2^100 letters. */
static void endless(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), e = x;
    li_text out;
    (void)rng;
    for (int k = 0; k < 100; k++)
        e = li_expr_add(ctx, li_expr_apply(ctx, LI_SIN, e), li_expr_apply(ctx, LI_EXP, e));
    li_text_init(&out);
    li_text_put(ctx, &out, "before");
    li_expr_print(ctx, &out, e);
    li_check(ctx, li_ctx_status(ctx) == LI_LIMIT && strcmp(li_text_str(&out), "before") == 0, "the limit of a text");
    li_ctx_forgive(ctx);
    li_check(ctx, li_expr_kind(li_expr_diff(ctx, e, x)) == LI_SUM && li_expr_count(ctx) < 2000, "its derivative stays small");
    li_text_clear(ctx, &out);
}

/* Lists inside lists: an older list still finds its nodes. */
static void nested_lists(li_ctx *ctx, li_rand *rng)
{
    li_list a, b;
    li_expr e = draw_any(ctx, rng, 5), f = draw_any(ctx, rng, 5);
    if (li_ctx_status(ctx) != LI_OK || li_expr_kind(e) == LI_UNDEFINED || li_expr_kind(f) == LI_UNDEFINED) {
        li_ctx_forgive(ctx);
        return;
    }
    li_list_init(ctx, &a, 1, &e, true);
    li_list_init(ctx, &b, 1, &f, true);
    for (int turn = 0; turn < 2; turn++) {
        const li_list *list = turn == 0 ? &a : &b;
        bool ok = true;
        for (size_t i = 0; i < list->len; i++) {
            ok &= li_list_index(list, list->e[i]) == i;
            for (size_t k = 0; k < li_expr_len(list->e[i]); k++)
                ok &= li_list_index(list, li_expr_arg(list->e[i], k)) < i;
        }
        li_check(ctx, ok, "arguments first, each at its place");
    }
    li_expr stranger = li_expr_fresh(ctx, "x", LI_PARAMETER);
    li_check(ctx, li_list_index(&a, stranger) == a.len && li_list_index(&b, stranger) == b.len, "absent");
    li_list_clear(ctx, &a);
    li_list_clear(ctx, &b);
}

int main(void)
{
    li_test_run("tall", tall, 1);
    li_test_run("endless", endless, 1);
    li_test_run("nested lists", nested_lists, 300);
    return li_test_done();
}
