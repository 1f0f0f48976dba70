/* lower.c - expressions become operations
 *
 * Every node once, in the order of ids. A product whose one user is a sum is not computed for itself: its
 * last factor goes into the addition (FMA). What depends on parameters only is multiplied and added up
 * apart, so that it lands in the prologue. */
#include "builder.h"

typedef struct {
    li_ctx *ctx;
    li_code *code;
    li_builder *B;
    li_list list;                /* the nodes below the roots */
    uint32_t *uses;              /* of each: how many users it has ... */
    bool *in_sum;                /* ... and whether a sum is one of them */
} lowering;

static uint32_t operate(lowering *L, li_operation op, uint32_t a, uint32_t b) { return li_builder_operate(L->ctx, L->B, op, a, b, 0); }

/* ---- which nodes are needed ---- */

static void use(lowering *L, li_expr e, bool in_sum)
{
    size_t at = li_list_index(&L->list, e);
    if (at < L->list.len) {
        L->uses[at]++;
        L->in_sum[at] |= in_sum;
    }
}

static void use_arguments(lowering *L, li_expr e)
{
    bool integral = li_expr_kind(e) == LI_INT;
    size_t count = 0;
    li_expr *outside = integral ? li_integral_captures(L->ctx, e, &count) : NULL;

    for (size_t k = 0; k < count; k++)
        use(L, outside[k], false);
    for (size_t k = integral; k < li_expr_len(e); k++)
        use(L, li_expr_arg(e, k), li_expr_kind(e) == LI_SUM);
    li_drop(L->ctx, outside);
}

/* From the roots down; what is known already (an input, a solution, lowered before) hides what is below it. */
static void mark_uses(lowering *L, size_t n, const li_expr *roots)
{
    for (size_t i = 0; i < n; i++)
        use(L, roots[i], false);
    for (size_t i = L->list.len; i-- > 0 && li_ctx_status(L->ctx) == LI_OK;)
        if (L->uses[i] > 0 && li_builder_find(L->B, L->list.e[i]) == LI_NO_VALUE)
            use_arguments(L, L->list.e[i]);
}

/* A product that exists only inside one sum. */
static bool is_inlined(const lowering *L, li_expr e)
{
    size_t at = li_list_index(&L->list, e);
    return li_expr_kind(e) == LI_MON && at < L->list.len && L->uses[at] == 1 && L->in_sum[at] &&
           li_builder_find(L->B, e) == LI_NO_VALUE;
}

/* ---- products ---- */

static uint32_t times(lowering *L, uint32_t a, uint32_t b)
{
    return a == LI_NO_VALUE ? b : b == LI_NO_VALUE ? a : operate(L, LI_OP_MUL, a, b);
}

/* x^n by repeated squaring; all negative powers share one reciprocal */
static uint32_t power(lowering *L, uint32_t x, int32_t n)
{
    uint32_t result = LI_NO_VALUE;

    if (n < 0) {
        x = operate(L, LI_OP_INV, x, 0);
        n = -n;
    }
    for (;;) {
        if (n & 1)
            result = times(L, result, x);
        n >>= 1;
        if (n == 0)
            return result;
        x = operate(L, LI_OP_MUL, x, x);
    }
}

/* A product: scalar (of parameters) * rest * last, each may be absent. */
typedef struct { uint32_t scalar, rest, last; } product;

static product factors(lowering *L, li_expr e)
{
    product p = { LI_NO_VALUE, LI_NO_VALUE, LI_NO_VALUE };

    for (size_t k = 0; k < li_expr_len(e); k++) {
        uint32_t x = power(L, li_builder_find(L->B, li_expr_arg(e, k)), li_expr_exponent(e, k));
        if (!li_builder_in_body(L->B, x)) {
            p.scalar = times(L, p.scalar, x);
        } else {
            p.rest = times(L, p.rest, p.last);
            p.last = x;
        }
    }
    return p;
}

static uint32_t lower_monomial(lowering *L, li_expr e)
{
    product p = factors(L, e);
    return times(L, times(L, p.rest, p.last), p.scalar);
}

/* ---- sums ---- */

typedef struct { uint32_t left, right; bool minus, body; } term;      /* (+ or -) left * right, right may be absent */

static term term_of(lowering *L, const li_rational *c, li_expr x)
{
    product p = { LI_NO_VALUE, LI_NO_VALUE, LI_NO_VALUE };
    term t = { LI_NO_VALUE, LI_NO_VALUE, li_rational_sign(c) < 0, false };
    li_rational size;

    if (is_inlined(L, x))
        p = factors(L, x);
    else
        p.last = li_builder_find(L->B, x);
    li_rational_init(&size);
    li_rational_set(&size, c);
    if (t.minus)
        li_rational_neg(&size, &size);
    if (!li_rational_is_one(&size))
        p.scalar = times(L, p.scalar, li_builder_constant(L->ctx, L->B, &size));
    li_rational_clear(&size);

    if (p.last == LI_NO_VALUE) {
        t.left = p.scalar;
    } else if (p.scalar != LI_NO_VALUE) {
        t.left = times(L, p.rest, p.last);
        t.right = p.scalar;
    } else {
        t.left = p.rest != LI_NO_VALUE ? p.rest : p.last;
        t.right = p.rest != LI_NO_VALUE ? p.last : LI_NO_VALUE;
    }
    t.body = li_builder_in_body(L->B, t.left) || li_builder_in_body(L->B, t.right);
    return t;
}

static uint32_t add_term(lowering *L, uint32_t sum, term t)
{
    if (sum == LI_NO_VALUE) {
        sum = times(L, t.left, t.right);
        return t.minus ? operate(L, LI_OP_NEG, sum, 0) : sum;
    }
    if (t.right == LI_NO_VALUE)
        return operate(L, t.minus ? LI_OP_SUB : LI_OP_ADD, sum, t.left);
    return li_builder_operate(L->ctx, L->B, t.minus ? LI_OP_FNMA : LI_OP_FMA, t.left, t.right, sum);
}

/* First the part of parameters, then the rest; in each what is added before what is taken away. */
static uint32_t lower_sum(lowering *L, li_expr e)
{
    size_t n = li_expr_len(e);
    term few[16], *t = n <= 16 ? few : li_new(L->ctx, n, sizeof *t);
    uint32_t sum = LI_NO_VALUE;

    if (t == NULL)
        return LI_NO_VALUE;
    if (!li_rational_is_zero(li_expr_number(e)))
        sum = li_builder_constant(L->ctx, L->B, li_expr_number(e));
    for (size_t k = 0; k < n; k++)
        t[k] = term_of(L, li_expr_coef(e, k), li_expr_arg(e, k));
    for (int pass = 0; pass < 4 && li_ctx_status(L->ctx) == LI_OK; pass++)
        for (size_t k = 0; k < n; k++)
            if (t[k].body == (pass >= 2) && t[k].minus == (pass & 1))
                sum = add_term(L, sum, t[k]);
    if (t != few)
        li_drop(L->ctx, t);
    return sum;
}

/* ---- integrals ---- */

static li_integral *new_integral(lowering *L)
{
    li_code *code = L->code;
    li_integral *all = li_grow(L->ctx, code->integral, code->integrals + 1, sizeof *all);

    if (all == NULL)
        return NULL;
    code->integral = all;
    all[code->integrals] = (li_integral){ 0 };
    return &all[code->integrals++];
}

static uint32_t lower_integral(lowering *L, li_expr e)
{
    li_ctx *ctx = L->ctx;
    li_expr body = li_expr_arg(e, 0), s = li_expr_bound(ctx, e), *outside;
    size_t n;

    if (li_expr_len(e) < 3)
        return li_fail(ctx, LI_ABSENT, "an integral has no value without a lower limit"), LI_NO_VALUE;
    li_integral *I = new_integral(L);
    if (I == NULL || (outside = li_integral_captures(ctx, e, &n)) == NULL)
        return LI_NO_VALUE;
    bool in_body = false;
    I->in = li_new(ctx, n + 2, sizeof *I->in);
    for (size_t k = 0; I->in != NULL && k < n + 2; k++) {
        I->in[k] = li_builder_find(L->B, k < 2 ? li_expr_arg(e, k + 1) : outside[k - 2]);
        in_body |= li_builder_in_body(L->B, I->in[k]);
    }
    I->n = n;
    li_program_init(ctx, &I->integrand, n, outside, 1, &s);
    li_program_finish(ctx, &I->integrand, 1, &body);
    li_drop(ctx, outside);
    if (li_ctx_status(ctx) != LI_OK)
        return LI_NO_VALUE;
    return li_builder_special(ctx, L->B, LI_OP_INTEGRAL, (uint32_t)(L->code->integrals - 1), 1, in_body);
}

/* ---- nodes ---- */

static uint32_t lower_function(lowering *L, li_expr e)
{
    static const li_operation op[LI_KIND_COUNT] = {
        [LI_SIN] = LI_OP_SINCOS, [LI_COS] = LI_OP_SINCOS, [LI_EXP] = LI_OP_EXP, [LI_LOG] = LI_OP_LOG,
        [LI_ASIN] = LI_OP_ASIN, [LI_ACOS] = LI_OP_ACOS, [LI_ATAN] = LI_OP_ATAN, [LI_ATAN2] = LI_OP_ATAN2,
        [LI_SINH] = LI_OP_SINHCOSH, [LI_COSH] = LI_OP_SINHCOSH, [LI_TANH] = LI_OP_TANH, [LI_ABS] = LI_OP_ABS,
        [LI_SIGN] = LI_OP_SIGN, [LI_MIN] = LI_OP_MIN, [LI_MAX] = LI_OP_MAX, [LI_ROOT] = LI_OP_ROOT,
    };
    li_kind kind = li_expr_kind(e);

    if (op[kind] == LI_OP_ADD)               /* the zero of the table: no such function */
        return li_fail(L->ctx, LI_DOMAIN, "a node of kind %d cannot be lowered", (int)kind), LI_NO_VALUE;
    uint32_t a = li_builder_find(L->B, li_expr_arg(e, 0)), b = 0;
    if (kind == LI_ROOT)
        b = (uint32_t)li_expr_order(e);
    else if (li_expr_len(e) > 1)
        b = li_builder_find(L->B, li_expr_arg(e, 1));
    uint32_t value = operate(L, op[kind], a, b);
    bool second = kind == LI_COS || kind == LI_COSH;
    return value == LI_NO_VALUE ? value : value + second;
}

static uint32_t lower_node(lowering *L, li_expr e)
{
    switch (li_expr_kind(e)) {
    case LI_SYM:
        return li_fail(L->ctx, LI_ABSENT, "%s has no value here", li_expr_name(e)), LI_NO_VALUE;
    case LI_FUN:
        return li_fail(L->ctx, LI_ABSENT, "the function %s has no value here", li_expr_name(e)), LI_NO_VALUE;
    case LI_NUM:
        return li_builder_constant(L->ctx, L->B, li_expr_number(e));
    case LI_PI:
        return operate(L, LI_OP_PI, 0, 0);
    case LI_SUM:
        return lower_sum(L, e);
    case LI_MON:
        return lower_monomial(L, e);
    case LI_INT:
        return lower_integral(L, e);
    default:
        return lower_function(L, e);
    }
}

/* The values of the roots, with everything they need. */
static void lower_all(li_ctx *ctx, li_code *code, uint32_t *value, size_t n, const li_expr *roots)
{
    lowering L = { .ctx = ctx, .code = code, .B = code->builder };

    for (size_t i = 0; i < n; i++)
        if (li_expr_kind(roots[i]) == LI_UNDEFINED)
            li_fail(ctx, LI_DOMAIN, "an undefined expression cannot be computed");
    if (li_list_init(ctx, &L.list, n, roots, true) == LI_OK) {
        L.uses = li_new(ctx, L.list.len + 1, sizeof *L.uses);
        L.in_sum = li_new(ctx, L.list.len + 1, sizeof *L.in_sum);
        if (L.uses != NULL && L.in_sum != NULL)
            mark_uses(&L, n, roots);
        for (size_t i = 0; i < L.list.len && li_ctx_status(ctx) == LI_OK; i++)
            if (L.uses[i] > 0 && li_builder_find(L.B, L.list.e[i]) == LI_NO_VALUE && !is_inlined(&L, L.list.e[i]))
                li_builder_bind(ctx, L.B, L.list.e[i], lower_node(&L, L.list.e[i]));
        for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK; i++)
            value[i] = li_builder_find(L.B, roots[i]);
        li_drop(ctx, L.uses);
        li_drop(ctx, L.in_sum);
    }
    li_list_clear(ctx, &L.list);
}

/* ---- the program ---- */

li_status li_program_init(li_ctx *ctx, li_program *P, size_t np, const li_expr *parameter, size_t nv, const li_expr *variable)
{
    li_code *code = P->code = li_new(ctx, 1, sizeof *code);

    if (code == NULL)
        return li_ctx_status(ctx);
    code->np = np;
    code->nv = nv;
    code->input = li_new(ctx, np + nv + 1, sizeof *code->input);
    code->builder = li_new(ctx, 1, sizeof *code->builder);
    for (size_t i = 0; i < np + nv && li_ctx_status(ctx) == LI_OK; i++) {
        li_expr x = code->input[i] = i < np ? parameter[i] : variable[i - np];
        if (li_builder_find(code->builder, x) != LI_NO_VALUE)
            li_fail(ctx, LI_DOMAIN, "input %zu of a program is given twice", i);
        li_builder_bind(ctx, code->builder, x, li_builder_input(ctx, code->builder, (uint32_t)i, i >= np));
    }
    return li_ctx_status(ctx);
}

static bool is_open(li_ctx *ctx, const li_program *P)
{
    if (li_ctx_status(ctx) == LI_OK && (P->code == NULL || P->code->builder == NULL))
        li_fail(ctx, LI_DOMAIN, "a finished program cannot be changed");
    return li_ctx_status(ctx) == LI_OK;
}

/* ---- linear systems ---- */

typedef struct { li_solver solver; size_t n; const li_expr *A; } matrix;

/* A symmetric one has a lower triangle only. */
static li_expr entry(const matrix *M, size_t i, size_t j) { return M->solver != LI_LU && j > i ? M->A[j * M->n + i] : M->A[i * M->n + j]; }

static bool present(const void *self, size_t i, size_t j) { return !li_expr_is_zero(entry(self, i, j)); }

/* A place in the list of systems, with room for the registers that it reads. */
static li_system *new_system(li_ctx *ctx, li_code *code, const matrix *M)
{
    li_system *all = li_grow(ctx, code->system, code->systems + 1, sizeof *all), *S;
    size_t n = M->n;

    if (all == NULL)
        return NULL;
    code->system = all;
    S = &all[code->systems++];
    *S = (li_system){ .n = n, .plan = M->solver == LI_LU ? NULL : li_schedule_new(ctx, n, present, M) };
    S->entries = S->plan == NULL ? n * n : S->plan->entries;
    S->in = li_new(ctx, S->entries + n + 1, sizeof *S->in);
    return S->in == NULL ? NULL : S;
}

/* The entries of A, then those of b, as one list of roots. */
static li_expr *system_roots(li_ctx *ctx, const li_system *S, const matrix *M, const li_expr *b)
{
    const li_schedule *Z = S->plan;
    size_t n = S->n;
    li_expr *root = li_new(ctx, S->entries + n + 1, sizeof *root);

    for (size_t e = 0; root != NULL && e < S->entries; e++)
        root[e] = Z == NULL ? entry(M, e / n, e % n) : entry(M, Z->order[Z->row[e]], Z->order[Z->column[e]]);
    for (size_t k = 0; root != NULL && k < n; k++)
        root[S->entries + k] = b[Z == NULL ? k : Z->order[k]];
    return root;
}

/* From here on the symbols x are known. */
static void bind_solution(li_ctx *ctx, li_code *code, li_operation op, const li_expr *x)
{
    const li_system *S = &code->system[code->systems - 1];
    bool body = false;

    for (size_t i = 0; i < S->entries + S->n; i++)
        body |= li_builder_in_body(code->builder, S->in[i]);
    uint32_t value = li_builder_special(ctx, code->builder, op, (uint32_t)(code->systems - 1), S->n, body);
    for (size_t k = 0; k < S->n && li_ctx_status(ctx) == LI_OK; k++) {
        size_t i = S->plan == NULL ? k : S->plan->order[k];
        if (li_builder_find(code->builder, x[i]) != LI_NO_VALUE)
            li_fail(ctx, LI_DOMAIN, "unknown %zu of a linear system has a value already", i);
        li_builder_bind(ctx, code->builder, x[i], value + (uint32_t)k);
    }
}

li_status li_program_solve(li_ctx *ctx, li_program *P, li_solver solver, size_t n, const li_expr *A, const li_expr *b, const li_expr *x)
{
    li_code *code = P->code;
    matrix M = { solver, n, A };

    if (!is_open(ctx, P) || n == 0)
        return li_ctx_status(ctx);
    const li_system *S = new_system(ctx, code, &M);
    li_expr *root = S == NULL ? NULL : system_roots(ctx, S, &M, b);
    if (root != NULL)
        lower_all(ctx, code, S->in, S->entries + n, root);
    li_drop(ctx, root);
    if (li_ctx_status(ctx) == LI_OK)
        bind_solution(ctx, code, S->plan != NULL ? LI_OP_SPARSE : solver == LI_LDL ? LI_OP_LDL : LI_OP_LU, x);
    return li_ctx_status(ctx);
}

li_status li_program_finish(li_ctx *ctx, li_program *P, size_t n, const li_expr *out)
{
    li_code *code = P->code;

    if (!is_open(ctx, P))
        return li_ctx_status(ctx);
    code->out = li_new(ctx, n + 1, sizeof *code->out);
    if (code->out == NULL)
        return li_ctx_status(ctx);
    lower_all(ctx, code, code->out, n, out);
    code->outs = n;
    if (li_ctx_status(ctx) == LI_OK)
        li_code_arrange(ctx, code);
    return li_ctx_status(ctx);
}

void li_program_clear(li_ctx *ctx, li_program *P)
{
    li_code *code = P->code;

    if (code == NULL)
        return;
    for (size_t i = 0; i < code->constants; i++)
        li_rational_clear(&code->constant[i]);
    for (size_t i = 0; i < code->systems; i++) {
        li_drop(ctx, code->system[i].in);
        li_schedule_drop(ctx, code->system[i].plan);
    }
    for (size_t i = 0; i < code->integrals; i++) {
        li_program_clear(ctx, &code->integral[i].integrand);
        li_drop(ctx, code->integral[i].in);
    }
    li_builder_clear(ctx, code->builder);
    li_drop(ctx, code->constant);
    li_drop(ctx, code->system);
    li_drop(ctx, code->integral);
    li_drop(ctx, code->input);
    li_drop(ctx, code->text);
    li_drop(ctx, code->grouped);
    li_drop(ctx, code->out);
    li_drop(ctx, code);
    P->code = NULL;
}

size_t li_program_operations(const li_program *P) { return P->code == NULL ? 0 : P->code->len - P->code->prologue; }
size_t li_program_prologue(const li_program *P) { return P->code == NULL ? 0 : P->code->prologue; }

size_t li_program_work(const li_program *P)
{
    size_t work = li_program_operations(P);

    for (size_t at = li_program_prologue(P); P->code != NULL && at < P->code->len; at++) {
        uint16_t op = P->code->text[at].op;
        work += op >= LI_OP_ROOT && op <= LI_OP_ATAN2 && op != LI_OP_PI ? 3 : 0;
    }
    return work;
}
