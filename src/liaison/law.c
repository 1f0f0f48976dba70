/* law.c - forces and directions that contain the reactions themselves: friction f(N), |N| */
#include "room.h"

void li_law_clear(li_law *law)
{
    li_drop(law->ctx, law->z);
    li_drop(law->ctx, law->meaning);
    li_drop(law->ctx, law->h);
    li_drop(law->ctx, law->l);
    li_drop(law->ctx, law->G);
    li_drop(law->ctx, law->sign);
}

static bool is_multiplier(const li_law *law, li_expr e)
{
    for (size_t h = 0; h < law->r; h++)
        if (law->lambda[h] == e)
            return true;
    return false;
}

/* depends[i]: node i of the list contains a multiplier */
static void mark(const li_law *law, const li_list *list, bool *depends)
{
    for (size_t i = 0; i < list->len; i++) {
        depends[i] = is_multiplier(law, list->e[i]);
        for (size_t k = 0; k < li_expr_len(list->e[i]) && !depends[i]; k++)
            depends[i] = depends[li_list_index(list, li_expr_arg(list->e[i], k))];
    }
}

static void name(li_law *law, bool *named, const li_list *list, li_expr e)
{
    size_t i = li_list_index(list, e);
    if (named[i] || li_expr_kind(e) == LI_NUM)
        return;
    named[i] = true;
    law->meaning[law->zs] = e;
    law->z[law->zs++] = li_expr_fresh(law->ctx, "z", LI_PARAMETER);
}

/* The largest subexpressions without multipliers get names, sign and abs nodes with multipliers are listed. */
static void take_apart(li_law *law, size_t count, li_expr *root)
{
    li_ctx *ctx = law->ctx;
    li_list list;

    if (li_list_init(ctx, &list, count, root, false) == LI_OK) {
        bool *depends = li_new(ctx, list.len + 1, sizeof *depends), *named = li_new(ctx, list.len + 1, sizeof *named);
        law->z = li_new(ctx, list.len + 1, sizeof *law->z);
        law->meaning = li_new(ctx, list.len + 1, sizeof *law->meaning);
        if (li_ctx_status(ctx) == LI_OK) {
            mark(law, &list, depends);
            for (size_t i = 0; i < list.len; i++)
                for (size_t k = 0; depends[i] && k < li_expr_len(list.e[i]); k++)
                    if (!depends[li_list_index(&list, li_expr_arg(list.e[i], k))])
                        name(law, named, &list, li_expr_arg(list.e[i], k));
            for (size_t i = 0; i < count; i++)
                if (!depends[li_list_index(&list, root[i])])
                    name(law, named, &list, root[i]);
        }
        li_drop(ctx, depends);
        li_drop(ctx, named);
    }
    li_list_clear(ctx, &list);
    if (li_ctx_status(ctx) == LI_OK)
        li_expr_subst_all(ctx, count, root, law->zs, law->meaning, law->z);
}

/* What is left contains multipliers: every sign and abs node is one of theirs. */
static void list_signs(li_law *law, size_t count, const li_expr *root)
{
    li_list list;

    if (li_list_init(law->ctx, &list, count, root, false) == LI_OK) {
        law->sign = li_new(law->ctx, list.len + 1, sizeof *law->sign);
        for (size_t i = 0; law->sign != NULL && i < list.len; i++)
            if (li_expr_kind(list.e[i]) == LI_SIGN || li_expr_kind(list.e[i]) == LI_ABS)
                law->sign[law->signs++] = list.e[i];
    }
    li_list_clear(law->ctx, &list);
}

/* G_i = -h_i + sum_h lambda_h l^h_i */
static void add_up(li_law *law)
{
    for (size_t i = 0; i < law->n; i++) {
        law->G[i] = li_expr_neg(law->ctx, law->h[i]);
        for (size_t h = 0; h < law->r; h++)
            law->G[i] = li_expr_add(law->ctx, law->G[i], li_expr_mul(law->ctx, law->lambda[h], law->l[h * law->n + i]));
    }
}

li_status li_law_init(li_ctx *ctx, li_law *law, const li_motion *S, const li_expr *h, const li_expr *l)
{
    size_t n = S->n, count = n + S->r * n;
    li_expr *root = li_new(ctx, count + 1, sizeof *root);

    *law = (li_law){ .ctx = ctx, .n = n, .r = S->r, .lambda = S->lambda };
    law->h = li_new(ctx, n + 1, sizeof *law->h);
    law->l = li_new(ctx, S->r * n + 1, sizeof *law->l);
    law->G = li_new(ctx, n + 1, sizeof *law->G);
    if (li_ctx_status(ctx) == LI_OK) {
        for (size_t i = 0; i < count; i++)
            root[i] = i < n ? h[i] : l[i - n];
        take_apart(law, count, root);
        list_signs(law, count, root);
        for (size_t i = 0; i < count; i++)
            *(i < n ? &law->h[i] : &law->l[i - n]) = root[i];
        add_up(law);
    }
    li_drop(ctx, root);
    return li_ctx_status(ctx);
}

bool li_law_affine(li_law *law, li_expr *h, li_expr *l)
{
    li_ctx *ctx = law->ctx;
    size_t n = law->n, r = law->r;
    li_expr *coef = li_new(ctx, r + 1, sizeof *coef);
    bool affine = coef != NULL && law->signs == 0;

    for (size_t i = 0; i < n && affine; i++) {
        li_expr constant = li_expr_int(ctx, 0);
        affine = li_exact_affine(ctx, law->G[i], r, law->lambda, coef, &constant) == LI_YES;
        if (!affine)
            break;
        h[i] = li_expr_neg(ctx, constant);
        for (size_t k = 0; k < r; k++)
            l[k * n + i] = coef[k];
    }
    li_drop(ctx, coef);
    if (affine) {
        li_expr_subst_all(ctx, n, h, law->zs, law->z, law->meaning);
        li_expr_subst_all(ctx, r * n, l, law->zs, law->z, law->meaning);
    }
    return affine && li_ctx_status(ctx) == LI_OK;
}

li_status li_law_branch(li_law *law, li_expr *G, size_t b)
{
    li_ctx *ctx = law->ctx;
    li_expr *to = li_new(ctx, law->signs + 1, sizeof *to);

    for (size_t i = 0; to != NULL && i < law->signs; i++) {
        li_expr side = li_expr_int(ctx, b >> i & 1 ? 1 : -1);
        to[i] = li_expr_kind(law->sign[i]) == LI_SIGN ? side : li_expr_mul(ctx, side, li_expr_arg(law->sign[i], 0));
    }
    for (size_t i = 0; i < law->n; i++)
        G[i] = law->G[i];
    for (size_t pass = 0; to != NULL && pass < law->signs; pass++)       /* |.| inside |.| */
        li_expr_subst_all(ctx, law->n, G, law->signs, law->sign, to);
    li_drop(ctx, to);
    return li_ctx_status(ctx);
}
