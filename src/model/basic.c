/* basic.c - expressions in the basic velocities: q', or the speeds where they are declared */
#include <string.h>

#include "names.h"

/* The declared name whose symbol with `primes` primes is x; NULL: none. */
static const li_name *owner(const li_names *names, li_expr x, size_t primes)
{
    const char *s = li_expr_name(x);
    size_t len = strlen(s);
    char bare[LI_MAX_NAME + 1];

    if (len < primes || len - primes > LI_MAX_NAME)
        return NULL;
    memcpy(bare, s, len - primes);
    bare[len - primes] = '\0';
    const li_name *n = li_names_find(names, bare);
    return n != NULL && n->e[primes] == x ? n : NULL;
}

/* The velocities of this kind in e, replaced by their expressions. */
static li_expr replace(li_ctx *ctx, const li_names *names, li_expr e, li_name_kind kind)
{
    size_t most = li_expr_symbols(ctx, 1, &e, LI_VELOCITY, LI_VELOCITY, NULL, 0), n = 0;
    li_expr *from = li_new(ctx, most + 1, sizeof *from), *to = li_new(ctx, most + 1, sizeof *to);

    if (from != NULL && to != NULL) {
        size_t found = li_expr_symbols(ctx, 1, &e, LI_VELOCITY, LI_VELOCITY, from, most);
        for (size_t i = 0; i < found; i++) {
            const li_name *v = owner(names, from[i], kind == LI_NAME_COORD);
            if (v == NULL || v->kind != kind || v->basic == NULL)
                continue;
            from[n] = from[i];
            to[n++] = v->basic;
        }
        if (n > 0)
            e = li_expr_subst(ctx, e, n, from, to);
    }
    li_drop(ctx, from);
    li_drop(ctx, to);
    return li_ctx_status(ctx) == LI_OK ? e : li_expr_undefined();
}

li_expr li_names_without_quasi(li_ctx *ctx, const li_names *names, li_expr e)
{
    return e == li_expr_undefined() ? e : replace(ctx, names, e, LI_NAME_QUASI);
}

li_expr li_names_in_speeds(li_ctx *ctx, const li_names *names, li_expr e)
{
    return e == li_expr_undefined() ? e : replace(ctx, names, e, LI_NAME_COORD);
}

li_expr li_model_basic(li_ctx *ctx, const li_model *m, li_expr e)
{
    e = li_names_without_quasi(ctx, m->scope->self, e);
    return m->speeds == 0 ? e : li_names_in_speeds(ctx, m->scope->self, e);
}

li_expr li_model_accelerations(li_ctx *ctx, const li_model *m, li_expr e)
{
    for (size_t i = 0; i < m->quasis; i++) {
        li_expr rate = li_model_ddt(ctx, m, li_model_basic(ctx, m, m->quasi[i].value));
        e = li_expr_subst(ctx, e, 1, &m->quasi[i].rate, &rate);
    }
    return li_model_basic(ctx, m, e);
}
