/* derive.c - derivations: forward for d/dt, reverse for gradients */
#include "node.h"

/* df/d(arg_k) of a function node e, as an expression; sums and monomials are handled by the callers. */
static li_expr partial(li_ctx *ctx, li_expr e, uint32_t k)
{
    li_expr a = e->arg[0], one = li_expr_int(ctx, 1), a2;

    switch (e->kind) {
    case LI_ROOT:             /* (a^(1/n))' = a^(1/n)/(n a) */
        return li_expr_div(ctx, e, li_expr_mul(ctx, li_expr_int(ctx, e->order), a));
    case LI_SIN:
        return li_expr_apply(ctx, LI_COS, a);
    case LI_COS:
        return li_expr_neg(ctx, li_expr_apply(ctx, LI_SIN, a));
    case LI_EXP:
        return e;
    case LI_LOG:
        return li_expr_power(ctx, a, -1);
    case LI_ASIN: case LI_ACOS:
        a2 = li_expr_power(ctx, li_expr_sqrt(ctx, li_expr_sub(ctx, one, li_expr_power(ctx, a, 2))), -1);
        return e->kind == LI_ASIN ? a2 : li_expr_neg(ctx, a2);
    case LI_ATAN:
        return li_expr_power(ctx, li_expr_add(ctx, one, li_expr_power(ctx, a, 2)), -1);
    case LI_ATAN2:            /* atan2(y, x): (x dy - y dx)/(x^2 + y^2) */
        a2 = li_expr_add(ctx, li_expr_power(ctx, a, 2), li_expr_power(ctx, e->arg[1], 2));
        return k == 0 ? li_expr_div(ctx, e->arg[1], a2) : li_expr_neg(ctx, li_expr_div(ctx, a, a2));
    case LI_SINH:
        return li_expr_apply(ctx, LI_COSH, a);
    case LI_COSH:
        return li_expr_apply(ctx, LI_SINH, a);
    case LI_TANH:
        return li_expr_sub(ctx, one, li_expr_power(ctx, e, 2));
    case LI_ABS:
        return li_expr_apply(ctx, LI_SIGN, a);
    case LI_SIGN:
        return li_expr_int(ctx, 0);
    case LI_MIN: case LI_MAX: /* min: (1 - sign(a - b))/2 for a, (1 + sign(a - b))/2 for b */
        a2 = li_expr_apply(ctx, LI_SIGN, li_expr_sub(ctx, a, e->arg[1]));
        a2 = (k == 0) == (e->kind == LI_MIN) ? li_expr_sub(ctx, one, a2) : li_expr_add(ctx, one, a2);
        return li_expr_mul(ctx, li_expr_frac(ctx, 1, 2), a2);
    case LI_FUN:
        return li_expr_fun(ctx, e->name, e->order + 1, a);
    default:
        li_fail(ctx, LI_DOMAIN, "no rule for the derivative of this node");
        return li_expr_undefined();
    }
}

/* The monomial e without one power of its factor k */
static li_expr without_one(li_ctx *ctx, li_expr e, uint32_t k)
{
    int32_t few[16] = { 0 }, *power = e->len <= 16 ? few : li_new(ctx, e->len, sizeof *power);
    if (power == NULL)
        return li_expr_undefined();
    for (uint32_t i = 0; i < e->len; i++)
        power[i] = e->power[i] - (i == k);
    li_expr p = li_expr_monomial(ctx, e->len, e->arg, power);
    if (power != few)
        li_drop(ctx, power);
    return p;
}

/* ... times e_k: its derivative by x_k */
static li_expr monomial_partial(li_ctx *ctx, li_expr e, uint32_t k)
{
    li_expr p = without_one(ctx, e, k);
    return e->power[k] == 1 ? p : li_expr_mul(ctx, li_expr_int(ctx, e->power[k]), p);
}

/* ---- forward mode ----
 * D of every node met so far, in a table with open addressing. A derivation of the context outlives its calls,
 * so that a node is derived once; the table is seeded with D x_i = rate_i. */

struct derived { li_expr e, De; };

struct li_derivation {
    struct derived *slot;
    size_t cap, len;            /* cap is a power of two, at most half full */
    li_expr zero;
    li_derivation *next;        /* of those the context owns */
};

static struct derived *find(const li_derivation *D, li_expr e)
{
    size_t k = (size_t)li_hash_mix(e->id, 0) & (D->cap - 1);
    while (D->slot[k].e != NULL && D->slot[k].e != e)
        k = (k + 1) & (D->cap - 1);
    return &D->slot[k];
}

static bool grow(li_ctx *ctx, li_derivation *D)
{
    struct derived *old = D->slot;
    size_t n = D->cap, cap = n == 0 ? 64 : 2 * n;
    struct derived *slot = li_new(ctx, cap, sizeof *slot);

    if (slot == NULL)
        return false;
    D->slot = slot;
    D->cap = cap;
    for (size_t i = 0; i < n; i++)
        if (old[i].e != NULL)
            *find(D, old[i].e) = old[i];
    li_drop(ctx, old);
    return true;
}

static void learn(li_ctx *ctx, li_derivation *D, li_expr e, li_expr De)
{
    if (2 * (D->len + 1) > D->cap && !grow(ctx, D))
        return;
    struct derived *at = find(D, e);
    D->len += at->e == NULL;
    *at = (struct derived){ e, De };
}

static bool knows(const li_derivation *D, li_expr e) { return e->len > 0 ? find(D, e)->e != NULL : true; }

/* Atoms that were not given are constants. */
static li_expr known(const li_derivation *D, li_expr e)
{
    const struct derived *at = find(D, e);
    return at->e != NULL ? at->De : D->zero;
}

static void init_derivation(li_ctx *ctx, li_derivation *D, size_t n, const li_expr *x, const li_expr *rate)
{
    *D = (li_derivation){ .zero = li_expr_int(ctx, 0) };
    grow(ctx, D);
    for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK; i++)
        learn(ctx, D, x[i], rate[i]);
}

static void clear_derivation(li_ctx *ctx, li_derivation *D) { li_drop(ctx, D->slot); }

void li_derivation_clear_all(li_ctx *ctx, li_derivation *D)
{
    for (; D != NULL; D = D->next)
        clear_derivation(ctx, D);
}

/* D of the integral: body(upper) D upper - body(lower) D lower + the integral of D body */
static li_expr derive_integral(li_ctx *ctx, const li_derivation *D, li_expr e)
{
    li_expr s = li_expr_bound(ctx, e), body = e->arg[0], upper = e->arg[1], lower = e->len > 2 ? e->arg[2] : NULL, part[3];

    part[0] = known(D, upper);
    if (part[0] != D->zero)
        part[0] = li_expr_mul(ctx, li_expr_subst(ctx, body, 1, &s, &upper), part[0]);
    part[1] = lower == NULL ? D->zero : li_expr_neg(ctx, known(D, lower));
    if (part[1] != D->zero)
        part[1] = li_expr_mul(ctx, li_expr_subst(ctx, body, 1, &s, &lower), part[1]);
    part[2] = li_expr_integral(ctx, known(D, body), s, upper, lower);
    return li_expr_sum(ctx, 3, part);
}

/* D e = sum_k (de/dx_k) D x_k over the arguments x_k, whose D is known */
static li_expr derive_node(li_ctx *ctx, const li_derivation *D, li_expr e)
{
    if (e->kind == LI_INT)
        return derive_integral(ctx, D, e);
    li_expr few[16], De, *part = e->len <= 16 ? few : li_new(ctx, e->len, sizeof *part);
    if (part == NULL)
        return li_expr_undefined();
    for (uint32_t k = 0; k < e->len; k++) {
        part[k] = known(D, e->arg[k]);
        if (e->kind != LI_SUM && part[k] != D->zero)
            part[k] = li_expr_mul(ctx, part[k], e->kind == LI_MON ? monomial_partial(ctx, e, k) : partial(ctx, e, k));
    }
    De = li_expr_combination(ctx, NULL, e->len, e->coef, part);
    if (part != few)
        li_drop(ctx, part);
    return De;
}

struct stack { li_expr *e; size_t len, cap; };

static void push(li_ctx *ctx, struct stack *s, li_expr e)
{
    if (s->len == s->cap) {
        size_t cap = s->cap == 0 ? 64 : 2 * s->cap;
        li_expr *grown = li_grow(ctx, s->e, cap, sizeof *grown);
        if (grown == NULL)
            return;
        s->e = grown;
        s->cap = cap;
    }
    s->e[s->len++] = e;
}

/* Arguments before the node, an own stack instead of recursion, nothing below a node that is known. */
li_expr li_derivation_apply(li_ctx *ctx, li_derivation *D, li_expr e)
{
    struct stack todo = { 0 };

    if (D == NULL || li_ctx_status(ctx) != LI_OK || e->kind == LI_UNDEFINED)
        return li_expr_undefined();
    push(ctx, &todo, e);
    while (todo.len > 0 && li_ctx_status(ctx) == LI_OK) {
        li_expr top = todo.e[todo.len - 1];
        size_t before = todo.len;
        if (knows(D, top)) {
            todo.len--;
            continue;
        }
        for (uint32_t k = 0; k < top->len; k++)
            if (!knows(D, top->arg[k]))
                push(ctx, &todo, top->arg[k]);
        if (todo.len == before)
            learn(ctx, D, top, derive_node(ctx, D, top));
    }
    li_drop(ctx, todo.e);
    return li_ctx_status(ctx) == LI_OK ? known(D, e) : li_expr_undefined();
}

li_derivation *li_derivation_new(li_ctx *ctx, size_t n, const li_expr *x, const li_expr *rate)
{
    li_derivation **list = li_expr_derivations(ctx), *D = li_alloc(ctx, sizeof *D);

    if (list == NULL || D == NULL)
        return NULL;
    init_derivation(ctx, D, n, x, rate);
    D->next = *list;
    *list = D;
    return li_ctx_status(ctx) == LI_OK ? D : NULL;
}

li_expr li_expr_derive(li_ctx *ctx, li_expr e, size_t n, const li_expr *x, const li_expr *rate)
{
    li_derivation D;
    init_derivation(ctx, &D, n, x, rate);
    li_expr De = li_derivation_apply(ctx, &D, e);
    clear_derivation(ctx, &D);
    return De;
}

li_expr li_expr_diff(li_ctx *ctx, li_expr e, li_expr x)
{
    li_expr one = li_expr_int(ctx, 1);
    return li_expr_derive(ctx, e, 1, &x, &one);
}

/* ---- reverse mode ----
 * adjoint(node) = d(root)/d(node); every node collects contributions coef*expr from the nodes above. */

struct share { size_t next; li_rational coef; li_expr e; };

struct tape {
    li_ctx *ctx;
    size_t *head;                 /* of each node's contributions, 0 = none */
    struct share *share;          /* from index 1 */
    size_t len, cap;
};

static void contribute(struct tape *t, size_t node, const li_rational *coef, li_expr e)
{
    if (t->len + 1 >= t->cap) {
        size_t cap = t->cap == 0 ? 64 : 2 * t->cap;
        struct share *share = li_grow(t->ctx, t->share, cap, sizeof *share);
        if (share == NULL)
            return;
        t->share = share;
        t->cap = cap;
    }
    struct share *s = &t->share[++t->len];
    li_rational_init(&s->coef);
    if (coef != NULL)
        li_rational_set(&s->coef, coef);
    else
        li_rational_set_int(&s->coef, 1, 1);
    s->e = e;
    s->next = t->head[node];
    t->head[node] = t->len;
}

static li_expr adjoint(struct tape *t, size_t node)
{
    size_t n = 0;
    for (size_t i = t->head[node]; i != 0; i = t->share[i].next)
        n++;
    if (n == 0)
        return li_expr_int(t->ctx, 0);
    li_expr few[8], *e = n <= 8 ? few : li_new(t->ctx, n, sizeof *e), sum = li_expr_undefined();
    li_rational coef_few[8], *coef = n <= 8 ? coef_few : li_new(t->ctx, n, sizeof *coef);
    if (e != NULL && coef != NULL) {
        size_t k = 0;
        for (size_t i = t->head[node]; i != 0; i = t->share[i].next, k++) {
            e[k] = t->share[i].e;
            coef[k] = t->share[i].coef;      /* borrowed */
        }
        sum = li_expr_combination(t->ctx, NULL, n, coef, e);
    }
    if (n > 8) {
        li_drop(t->ctx, e);
        li_drop(t->ctx, coef);
    }
    return sum;
}

/* Passes the adjoint of node e on to its live arguments. */
static void descend(struct tape *t, const li_list *list, const bool *live, li_expr e, li_expr adj)
{
    for (uint32_t k = 0; k < e->len; k++) {
        size_t child = li_list_index(list, e->arg[k]);
        if (!live[child])
            continue;
        if (e->kind == LI_SUM)
            contribute(t, child, &e->coef[k], adj);
        else
            contribute(t, child, NULL, li_expr_mul(t->ctx, adj, e->kind == LI_MON ? monomial_partial(t->ctx, e, k) : partial(t->ctx, e, k)));
    }
}

/* Which nodes lie on a path from the root to some x? Only those need adjoints. */
static void mark_paths(const li_list *list, bool *live, size_t n, const li_expr *x)
{
    for (size_t i = 0; i < n; i++) {
        size_t at = li_list_index(list, x[i]);
        if (at < list->len)
            live[at] = true;
    }
    for (size_t i = 0; i < list->len; i++)
        for (uint32_t k = list->e[i]->kind == LI_INT; k < list->e[i]->len && !live[i]; k++)
            live[i] = live[li_list_index(list, list->e[i]->arg[k])];
}

/* ---- polynomials written out ---- a sum of monomials in symbols needs no walk: every term is derived by its factors */

enum { FEW_VARIABLES = 32, FEW_FACTORS = 16 };

static bool is_monomial(li_expr e)
{
    bool yes = e->kind == LI_SYM || (e->kind == LI_MON && e->len <= FEW_FACTORS);
    for (uint32_t k = 0; e->kind == LI_MON && k < e->len && yes; k++)
        yes = e->arg[k]->kind == LI_SYM;
    return yes;
}

static bool is_polynomial(li_expr e)
{
    bool yes = e->kind == LI_SUM;
    for (uint32_t i = 0; yes && i < e->len; i++)
        yes = is_monomial(e->arg[i]);
    return yes;
}

/* The exponent of x in a monomial, and its place */
static int32_t exponent_of(li_expr m, li_expr x, uint32_t *place)
{
    *place = 0;
    if (m->kind == LI_SYM)
        return m == x;
    for (; *place < m->len; ++*place)
        if (m->arg[*place] == x)
            return m->power[*place];
    return 0;
}

/* d/dx sum_i c_i m_i = sum_i (c_i e_i) m_i/x */
static li_expr polynomial_partial(li_ctx *ctx, li_expr e, li_expr x, li_rational *coef, li_expr *part)
{
    li_rational power;
    size_t n = 0;

    li_rational_init(&power);
    for (uint32_t i = 0; i < e->len; i++) {
        uint32_t place;
        int32_t k = exponent_of(e->arg[i], x, &place);
        if (k == 0)
            continue;
        li_rational_set_int(&power, k, 1);
        li_rational_mul(&coef[n], &e->coef[i], &power);
        part[n++] = e->arg[i]->kind == LI_SYM ? li_expr_int(ctx, 1) : without_one(ctx, e->arg[i], place);
    }
    li_rational_clear(&power);
    return li_expr_combination(ctx, NULL, n, coef, part);
}

static li_status polynomial_gradient(li_ctx *ctx, li_expr *out, li_expr e, size_t n, const li_expr *x)
{
    li_rational *coef = li_new(ctx, e->len, sizeof *coef);
    li_expr *part = li_new(ctx, e->len, sizeof *part);

    for (uint32_t i = 0; coef != NULL && i < e->len; i++)
        li_rational_init(&coef[i]);
    for (size_t i = 0; coef != NULL && part != NULL && i < n; i++)
        out[i] = polynomial_partial(ctx, e, x[i], coef, part);
    for (uint32_t i = 0; coef != NULL && i < e->len; i++)
        li_rational_clear(&coef[i]);
    li_drop(ctx, coef);
    li_drop(ctx, part);
    return li_ctx_status(ctx);
}

li_status li_expr_gradient(li_ctx *ctx, li_expr *out, li_expr e, size_t n, const li_expr *x)
{
    li_list list;
    struct tape t = { .ctx = ctx };

    for (size_t i = 0; i < n; i++)
        out[i] = li_expr_undefined();
    if (e->kind == LI_UNDEFINED)
        return li_ctx_status(ctx);
    if (n <= FEW_VARIABLES && is_polynomial(e))
        return polynomial_gradient(ctx, out, e, n, x);
    if (li_list_init(ctx, &list, 1, &e, false) != LI_OK)
        return li_list_clear(ctx, &list), li_ctx_status(ctx);
    for (size_t i = 0; i < list.len; i++)
        if (list.e[i]->kind == LI_INT) {        /* rare: one forward pass for each x */
            for (size_t k = 0; k < n; k++)
                out[k] = li_expr_diff(ctx, e, x[k]);
            return li_list_clear(ctx, &list), li_ctx_status(ctx);
        }
    bool *live = li_new(ctx, list.len + 1, sizeof *live);
    t.head = li_new(ctx, list.len + 1, sizeof *t.head);
    if (live != NULL && t.head != NULL) {
        mark_paths(&list, live, n, x);
        contribute(&t, li_list_index(&list, e), NULL, li_expr_int(ctx, 1));
        for (size_t i = list.len; i-- > 0 && li_ctx_status(ctx) == LI_OK;)
            if (live[i] && list.e[i]->len > 0 && t.head[i] != 0)
                descend(&t, &list, live, list.e[i], adjoint(&t, i));
        for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK; i++) {
            size_t at = li_list_index(&list, x[i]);
            out[i] = at < list.len ? adjoint(&t, at) : li_expr_int(ctx, 0);
        }
    }
    for (size_t i = 1; i <= t.len; i++)
        li_rational_clear(&t.share[i].coef);
    li_drop(ctx, live);
    li_drop(ctx, t.head);
    li_drop(ctx, t.share);
    li_list_clear(ctx, &list);
    return li_ctx_status(ctx);
}
