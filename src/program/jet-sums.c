/* jet-sums.c - power series over doubles with the middle sums of all products side by side */
#include <string.h>

#include "jet-sums.h"

enum { EIGHT = 8 };

/* What a step does, m being its middle sums, z order 0, p what it keeps of order 0, the rest coefficients k:
 *
 *     ADD SUB NEG     a + b, a - b, -a
 *     SCALE           z_a b;              SCALE_PLUS: c + that, SCALE_MINUS: c - that; so the next
 *     PRODUCT         m + a z_b + z_a b
 *     INVERSE         -(m + a z_r) z_r
 *     SQRT            (a - m) p,  p = 1/(2 z_r)
 *     ROOT            h q,  q = ((m + d z_r)/n - m') p,  d = k a,  p = 1/z_a
 *     CIRCLE, HYPERBOLA   d = k a,  r = h (m + d z_s),  s = -+h (m' + d z_r)
 *     EXP             d = k a,  r = h (m + d z_r)
 *     LOG             q = (k a - m) p,  r = h q,  p = 1/z_a
 *     SYSTEM          A_0 x = b - sum (m + A z_x) */
enum { ADD, SUB, NEG, SCALE, SCALE_PLUS, SCALE_MINUS, PRODUCT, PRODUCT_PLUS, PRODUCT_MINUS, INVERSE, SQRT, ROOT, CIRCLE, HYPERBOLA, EXP, LOG, SYSTEM };

struct li_sums_step { uint32_t what, r, a, b, c, auxiliary, sum, at; };          /* at: in the text */

bool li_sums_knows(const li_code *code)
{
    for (size_t at = code->prologue; at < code->len; at++)
        switch (code->text[at].op) {
        case LI_OP_ADD: case LI_OP_SUB: case LI_OP_MUL: case LI_OP_FMA: case LI_OP_FNMA: case LI_OP_NEG: case LI_OP_INV: case LI_OP_ROOT:
        case LI_OP_SINCOS: case LI_OP_SINHCOSH: case LI_OP_EXP: case LI_OP_LOG: case LI_OP_LDL: case LI_OP_LU: case LI_OP_SPARSE: break;
        default: return false;
        }
    return true;
}

/* ---- setup ---- */

static void set_product(const li_sums *T, li_sums_step *s, const li_instruction *i)
{
    uint32_t a = i->in[0], b = i->in[1];
    bool left = li_series_varies(&T->S, a), right = li_series_varies(&T->S, b);

    s->what = !left || !right ? SCALE : PRODUCT;
    s->what += i->op == LI_OP_FMA ? 1 : i->op == LI_OP_FNMA ? 2 : 0;
    s->a = left && !right ? b : a;             /* SCALE: what does not vary */
    s->b = left && !right ? a : b;
    s->c = i->in[2];
}

static li_sums_step step_of(const li_sums *T, const li_instruction *i, size_t at)
{
    static const uint8_t what[LI_OP_COUNT] = {
        [LI_OP_ADD] = ADD, [LI_OP_SUB] = SUB, [LI_OP_NEG] = NEG, [LI_OP_INV] = INVERSE, [LI_OP_ROOT] = ROOT, [LI_OP_SINCOS] = CIRCLE,
        [LI_OP_SINHCOSH] = HYPERBOLA, [LI_OP_EXP] = EXP, [LI_OP_LOG] = LOG, [LI_OP_LDL] = SYSTEM, [LI_OP_LU] = SYSTEM, [LI_OP_SPARSE] = SYSTEM,
    };
    li_sums_step s = { .what = what[i->op], .r = i->out, .a = i->in[0], .b = i->in[1], .auxiliary = T->S.auxiliary[at], .sum = T->S.first[at], .at = (uint32_t)at };

    if (i->op == LI_OP_MUL || i->op == LI_OP_FMA || i->op == LI_OP_FNMA)
        set_product(T, &s, i);
    if (i->op == LI_OP_ROOT && i->in[1] == 2)
        s.what = SQRT;
    return s;
}

/* In the order in which equal operations stand side by side. */
static void write_steps(li_sums *T, uint32_t *at_of)
{
    const li_code *code = T->S.code;

    for (size_t at = code->prologue; at < code->len; at++)
        at_of[code->text[at].out] = (uint32_t)at;
    for (size_t k = code->prologue; k < code->len; k++)
        T->step[T->steps++] = step_of(T, &code->grouped[k], at_of[code->grouped[k].out]);
}

static void add_use(li_sums *T, uint32_t row, size_t product, size_t right)
{
    size_t half = (T->order + 1) * EIGHT;
    T->row[T->uses] = row;
    T->place[T->uses++] = (uint32_t)(product / EIGHT * 2 * half + right * half + product % EIGHT);
}

static size_t size_of_factors(const li_code *code, size_t *unknowns)
{
    size_t size = 0;

    *unknowns = 0;
    for (size_t i = 0; i < code->systems; i++) {
        size_t n = code->system[i].n;
        size += li_system_numbers(&code->system[i]);
        *unknowns = n > *unknowns ? n : *unknowns;
    }
    return size;
}

li_status li_sums_init(li_ctx *ctx, li_sums *T, const li_code *code, size_t order)
{
    size_t unknowns, factors = size_of_factors(code, &unknowns);
    uint32_t *at_of = li_new(ctx, code->values + 1, sizeof *at_of);

    *T = (li_sums){ .order = order, .kernel = li_lanes_best() };
    if (at_of == NULL || li_series_init(ctx, &T->S, code) != LI_OK)
        return li_drop(ctx, at_of), li_ctx_status(ctx);
    T->groups = (T->S.products + EIGHT - 1) / EIGHT;
    T->step = li_new(ctx, code->len + 1, sizeof *T->step);
    T->row = li_new(ctx, 2 * T->S.products + 1, sizeof *T->row);
    T->place = li_new(ctx, 2 * T->S.products + 1, sizeof *T->place);
    T->now = li_new(ctx, T->S.rows + 1, sizeof *T->now);
    T->start = li_new(ctx, code->len + 1, sizeof *T->start);
    T->solved = li_new(ctx, factors + 1, sizeof *T->solved);
    T->unknown = li_new(ctx, unknowns + 1, sizeof *T->unknown);
    T->factor = li_lanes_memory(ctx, T->groups * 2 * (order + 1) * EIGHT + 1);
    T->sum = li_lanes_memory(ctx, T->groups * EIGHT + 1);
    if (li_ctx_status(ctx) == LI_OK) {
        write_steps(T, at_of);
        for (size_t s = 0; s < T->S.products; s++)
            if (T->S.product[s].left != LI_NO_PRODUCT) {
                add_use(T, T->S.product[s].left, s, 0);
                add_use(T, T->S.product[s].right, s, 1);
            }
    }
    li_drop(ctx, at_of);
    return li_ctx_status(ctx);
}

void li_sums_clear(li_ctx *ctx, li_sums *T)
{
    void *const all[] = { T->step, T->row, T->place, T->now, T->start, T->solved, T->unknown };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        li_drop(ctx, all[i]);
    li_lanes_forget(ctx, T->factor);
    li_lanes_forget(ctx, T->sum);
    if (T->S.code != NULL)
        li_series_clear(ctx, &T->S);
    *T = (li_sums){ 0 };
}

/* ---- order 0 ---- */

static double *factors_of(const li_sums *T, const li_system *S)
{
    double *F = T->solved;
    for (const li_system *other = T->S.code->system; other < S; other++)
        F += li_system_numbers(other);
    return F;
}

li_status li_sums_begin(li_sums *T, const double *value)
{
    const li_code *code = T->S.code;

    for (size_t i = 0; i < T->steps; i++) {
        const li_sums_step *s = &T->step[i];
        const li_instruction *text = &code->text[s->at];
        switch (s->what) {
        case SQRT: T->start[i] = 0.5 / value[s->r]; break;
        case ROOT: case LOG: T->start[i] = 1 / value[s->a]; break;
        case SYSTEM: {
            const li_system *A = &code->system[text->in[0]];
            if (!li_real_factor(A, text->op == LI_OP_LDL, value, factors_of(T, A)))
                return LI_SINGULAR;
            break;
        }
        default: break;
        }
    }
    return LI_OK;
}

/* ---- order k ---- */

static void solve(const li_sums *T, const li_sums_step *s, const double *z, double *v)
{
    const li_system *A = &T->S.code->system[T->S.code->text[s->at].in[0]];
    const li_schedule *Z = A->plan;
    const double *m = T->sum + s->sum, *x = z + s->r;
    double *u = T->unknown;

    for (size_t l = 0; l < A->n; l++)
        u[l] = v[A->in[A->entries + l]];
    for (size_t e = 0; e < A->entries; e++) {
        if (!li_series_varies(&T->S, A->in[e]))
            continue;
        size_t i = Z != NULL ? Z->row[e] : e / A->n, j = Z != NULL ? Z->column[e] : e % A->n;
        u[i] -= *m++ + v[A->in[e]] * x[j];
        if (Z != NULL && i != j)
            u[j] -= *m++ + v[A->in[e]] * x[i];
    }
    li_real_substitute(A, factors_of(T, A), u);
    memcpy(v + s->r, u, A->n * sizeof *u);
}

/* A function by its differential equation. */
static void follow(const li_sums *T, const li_sums_step *s, const double *z, double *v, double n, double h, double p)
{
    const double *m = T->sum + s->sum;
    double d = n * v[s->a];

    switch (s->what) {
    case CIRCLE: case HYPERBOLA:
        v[s->r] = h * (m[0] + d * z[s->r + 1]);
        v[s->r + 1] = (s->what == CIRCLE ? -h : h) * (m[1] + d * z[s->r]);
        v[s->auxiliary] = d;
        break;
    case EXP:
        v[s->r] = h * (m[0] + d * z[s->r]);
        v[s->auxiliary] = d;
        break;
    case LOG:
        v[s->auxiliary] = (d - m[0]) * p;
        v[s->r] = h * v[s->auxiliary];
        break;
    default:                                   /* ROOT */
        v[s->auxiliary] = d;
        v[s->auxiliary + 1] = ((m[0] + d * z[s->r]) / T->S.code->text[s->at].in[1] - m[1]) * p;
        v[s->r] = h * v[s->auxiliary + 1];
    }
}

static double scaled(const li_sums_step *s, const double *z, const double *v) { return z[s->a] * v[s->b]; }
static double product(const li_sums_step *s, const double *z, const double *v, const double *m) { return m[s->sum] + v[s->a] * z[s->b] + z[s->a] * v[s->b]; }

/* Steps of one kind stand beside each other: a loop for each of the common ones. */
static void go_through(const li_sums *T, const double *z, double *v, const double *m, double n, double h)
{
    const li_sums_step *s = T->step, *last = s + T->steps;

    while (s < last)
        switch (s->what) {
        case ADD: do v[s->r] = v[s->a] + v[s->b]; while (++s < last && s->what == ADD); break;
        case SUB: do v[s->r] = v[s->a] - v[s->b]; while (++s < last && s->what == SUB); break;
        case SCALE: do v[s->r] = scaled(s, z, v); while (++s < last && s->what == SCALE); break;
        case SCALE_PLUS: do v[s->r] = v[s->c] + scaled(s, z, v); while (++s < last && s->what == SCALE_PLUS); break;
        case SCALE_MINUS: do v[s->r] = v[s->c] - scaled(s, z, v); while (++s < last && s->what == SCALE_MINUS); break;
        case PRODUCT: do v[s->r] = product(s, z, v, m); while (++s < last && s->what == PRODUCT); break;
        case PRODUCT_PLUS: do v[s->r] = v[s->c] + product(s, z, v, m); while (++s < last && s->what == PRODUCT_PLUS); break;
        case PRODUCT_MINUS: do v[s->r] = v[s->c] - product(s, z, v, m); while (++s < last && s->what == PRODUCT_MINUS); break;
        case NEG: v[s->r] = -v[s->a], s++; break;
        case INVERSE: v[s->r] = -(m[s->sum] + v[s->a] * z[s->r]) * z[s->r], s++; break;
        case SQRT: v[s->r] = (v[s->a] - m[s->sum]) * T->start[s - T->step], s++; break;
        case SYSTEM: solve(T, s, z, v), s++; break;
        default: follow(T, s, z, v, n, h, T->start[s - T->step]), s++;
        }
}

void li_sums_order(li_sums *T, const double *z, size_t k)
{
    const uint32_t *row = T->row, *place = T->place;
    double *v = T->now, *factor = T->factor + k * EIGHT;
    size_t uses = T->uses;

    T->kernel->series_sums(k, T->groups, T->order, T->factor, T->sum);
    go_through(T, z, v, T->sum, (double)k, 1 / (double)k);
    for (size_t u = 0; u < uses; u++)
        factor[place[u]] = v[row[u]];
}
