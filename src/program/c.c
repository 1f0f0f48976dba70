/* c.c - a program as C text
 *
 * NAME_prepare computes what depends on parameters only into `prepared`: the parameters, then the results of the
 * prologue. NAME_step is the body, cut into blocks, since compilers take more than linear time for long functions;
 * what one block hands to a later one goes through an array. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "c.h"

enum { BLOCK = 2000, UNROLLED = 12, UNROLLED_LANES = 6 };      /* operations of a function; unknowns of a solve without loops, over lanes too */

/* Operations of a solve along a plan that is written without loops: the compiler takes seconds for so many, and they are worth that
 * where values are all that is wanted; beside a series they are not. */
enum { STRAIGHT = 20000 };

void li_c_put(li_c_writer *w, const char *s) { li_text_put(w->ctx, w->out, s); }

/* ---- numbers and names ---- */

void li_c_put_number(li_c_writer *w, double x)
{
    char s[40];

    if (!isfinite(x)) {
        li_c_put(w, x > 0 ? "HUGE_VAL" : x < 0 ? "(-HUGE_VAL)" : "(double)NAN");
        return;
    }
    snprintf(s, sizeof s, "%.17g", x);
    if (strpbrk(s, ".e") == NULL)
        strcat(s, ".0");
    li_text_printf(w->ctx, w->out, x < 0 ? "(%s)" : "%s", s);
}

/* The place of a parameter or of a result of the prologue in `prepared`. */
static size_t place_in_prepared(const li_code *code, uint32_t r)
{
    return r - code->constants - (r < code->constants + code->np ? 0 : code->nv);
}

static size_t prepared_count(const li_c_writer *w) { return w->result - w->code->constants - w->code->nv; }

void li_c_put_register(li_c_writer *w, uint32_t r)
{
    const li_code *code = w->code;
    size_t inputs = code->constants + code->np;

    if (r < code->constants)
        li_c_put_number(w, li_rational_double(&code->constant[r]));
    else if (r >= inputs && r < inputs + code->nv)
        li_text_printf(w->ctx, w->out, "x[%zu]", r - inputs);
    else if (r < w->result)
        li_text_printf(w->ctx, w->out, "p[%zu]", place_in_prepared(code, r));
    else if (w->block[r] != w->here)
        li_text_printf(w->ctx, w->out, "w[%u]", (unsigned)w->slot[r]);
    else
        li_text_printf(w->ctx, w->out, "v%u", (unsigned)(r - w->result));
}

/* The left side of an assignment: a constant of the block, or an element of `prepared`. */
static void put_target(li_c_writer *w, uint32_t r)
{
    if (r < w->result)
        li_c_put(w, "    ");
    else
        li_text_printf(w->ctx, w->out, w->lanes ? "    const %s_vector " : "    const double ", w->name);
    li_c_put_register(w, r);
    li_c_put(w, " = ");
}

/* `template` with $a, $b, $c for operands and @ for the name */
static void put_formula(li_c_writer *w, const char *template, const li_instruction *i)
{
    for (const char *t = template; *t != '\0'; t++) {
        if (*t == '$')
            li_c_put_register(w, i->in[*++t - 'a']);
        else if (*t == '@')
            li_c_put(w, w->name);
        else
            li_text_put_n(w->ctx, w->out, t, 1);
    }
}

/* ---- instructions ---- */

typedef struct { const char *formula; const char *call, *second; int operands; unsigned part; } emission;

static const emission emissions[LI_OP_COUNT] = {
    [LI_OP_ADD] = { "$a + $b", NULL, NULL, 2, 0 }, [LI_OP_SUB] = { "$a - $b", NULL, NULL, 2, 0 },
    [LI_OP_MUL] = { "$a * $b", NULL, NULL, 2, 0 }, [LI_OP_FMA] = { "$a * $b + $c", NULL, NULL, 3, 0 },
    [LI_OP_FNMA] = { "$c - $a * $b", NULL, NULL, 3, 0 }, [LI_OP_NEG] = { "-$a", NULL, NULL, 1, 0 },
    [LI_OP_INV] = { "1.0 / $a", NULL, NULL, 1, 0 }, [LI_OP_PI] = { "3.1415926535897931", NULL, NULL, 0, 0 },
    [LI_OP_SINCOS] = { NULL, "sin", "cos", 1, 0 }, [LI_OP_SINHCOSH] = { NULL, "sinh", "cosh", 1, 0 },
    [LI_OP_TANH] = { NULL, "tanh", NULL, 1, 0 }, [LI_OP_EXP] = { NULL, "exp", NULL, 1, 0 }, [LI_OP_LOG] = { NULL, "log", NULL, 1, 0 },
    [LI_OP_ASIN] = { NULL, "asin", NULL, 1, 0 }, [LI_OP_ACOS] = { NULL, "acos", NULL, 1, 0 }, [LI_OP_ATAN] = { NULL, "atan", NULL, 1, 0 },
    [LI_OP_ATAN2] = { NULL, "atan2", NULL, 2, 0 }, [LI_OP_ABS] = { NULL, "fabs", NULL, 1, 0 },
    [LI_OP_SIGN] = { NULL, "@_sign", NULL, 1, LI_C_SIGN }, [LI_OP_MIN] = { NULL, "@_least", NULL, 2, LI_C_LEAST },
    [LI_OP_MAX] = { NULL, "@_greatest", NULL, 2, LI_C_GREATEST }, [LI_OP_ROOT] = { NULL, "sqrt", NULL, 1, 0 },
};

static bool is_higher_root(const li_instruction *i) { return i->op == LI_OP_ROOT && i->in[1] != 2; }

static void put_call(li_c_writer *w, const char *function, const li_instruction *i)
{
    w->parts |= emissions[i->op].part;
    put_formula(w, function, i);
    put_formula(w, emissions[i->op].operands == 2 ? "($a, $b)" : "($a)", i);
}

static void put_root(li_c_writer *w, const li_instruction *i)
{
    w->parts |= LI_C_ROOT;
    put_formula(w, "@_root($a, ", i);
    li_text_printf(w->ctx, w->out, "%u.0)", (unsigned)i->in[1]);
}

static void write_scalar(li_c_writer *w, const li_instruction *i)
{
    const emission *e = &emissions[i->op];

    for (uint32_t k = 0; k < li_operation_info[i->op].results; k++) {
        if (!w->used[i->out + k])
            continue;
        put_target(w, i->out + k);
        if (is_higher_root(i))
            put_root(w, i);
        else if (e->formula != NULL)
            put_formula(w, e->formula, i);
        else
            put_call(w, k == 0 ? e->call : e->second, i);
        li_c_put(w, ";\n");
    }
}

/* A function of vectors: of each lane, but for sines. */
static void write_each(li_c_writer *w, const li_instruction *i)
{
    const emission *e = &emissions[i->op];
    uint32_t r = i->out - w->result;

    w->parts |= i->op == LI_OP_SINCOS ? LI_C_SINCOS : is_higher_root(i) ? LI_C_ROOT : e->part;

    li_text_printf(w->ctx, w->out, "    %s_vector v%u", w->name, (unsigned)r);
    if (li_operation_info[i->op].results == 2)
        li_text_printf(w->ctx, w->out, ", v%u", (unsigned)r + 1);
    put_formula(w, ";\n    { const @_vector a = ", i);
    put_formula(w, "$a + (@_vector){ 0 }", i);
    if (i->op == LI_OP_SINCOS) {
        put_formula(w, "; @_sincos(&a, ", i);
        li_text_printf(w->ctx, w->out, "&v%u, &v%u); }\n", (unsigned)r, (unsigned)r + 1);
        return;
    }
    if (e->operands == 2)
        put_formula(w, ", b = $b + (@_vector){ 0 }", i);
    li_c_put(w, "; for (int l = 0; l < 8; l++) ");
    for (uint32_t k = 0; k < li_operation_info[i->op].results; k++) {
        li_text_printf(w->ctx, w->out, k == 0 ? "v%u[l] = " : ", v%u[l] = ", (unsigned)(r + k));
        put_formula(w, is_higher_root(i) ? "@_root" : k == 0 ? e->call : e->second, i);
        li_c_put(w, e->operands == 2 ? "(a[l], b[l])" : "(a[l]");
        if (is_higher_root(i))
            li_text_printf(w->ctx, w->out, ", %u.0", (unsigned)i->in[1]);
        li_c_put(w, e->operands == 2 ? "" : ")");
    }
    li_c_put(w, "; }\n");
}

/* ---- linear systems ---- */

void li_c_put_list(li_c_writer *w, size_t n, const uint32_t *r)
{
    for (size_t k = 0; k < n; k++) {
        li_c_put(w, k == 0 ? "" : ", ");
        li_c_put_register(w, r[k]);
        if (w->lanes)
            li_text_printf(w->ctx, w->out, " + (%s_vector){ 0 }", w->name);
    }
}

/* The results, declared before the block that solves. */
void li_c_declare_results(li_c_writer *w, const li_instruction *i, size_t n)
{
    if (i->out < w->result)
        return;
    li_text_printf(w->ctx, w->out, w->lanes ? "    %s_vector " : "    double ", w->name);
    for (uint32_t k = 0; k < n; k++) {
        li_c_put(w, k == 0 ? "" : ", ");
        li_c_put_register(w, i->out + k);
    }
    li_c_put(w, ";\n");
}

void li_c_assign_results(li_c_writer *w, const li_instruction *i, size_t n, const char *from)
{
    for (uint32_t k = 0; k < n; k++) {
        li_c_put(w, "        ");
        li_c_put_register(w, i->out + k);
        li_text_printf(w->ctx, w->out, from, (unsigned)k);
        li_c_put(w, ";\n");
    }
}

/* A call of the loop over arrays. */
static void write_solve(li_c_writer *w, const li_instruction *i, const char *helper)
{
    const li_system *S = &w->code->system[i->in[0]];
    size_t n = S->n;

    w->parts |= LI_C_LU | (w->lanes ? LI_C_SOLVE : strcmp(helper, "ldl") == 0 ? LI_C_LDL : 0);
    li_text_printf(w->ctx, w->out, w->lanes ? "        %s_vector " : "        double ", w->name);
    li_text_printf(w->ctx, w->out, "A[%zu] = { ", w->lanes ? n * n : n * (n + 3));
    li_c_put_list(w, n * n, S->in);
    li_text_printf(w->ctx, w->out, " },\n            y[%zu] = { ", n);
    li_c_put_list(w, n, S->in + n * n);
    if (w->lanes)
        li_text_printf(w->ctx, w->out, " }, U[%zu];\n        double one[%zu];\n        %s_solve(%zu, %d, A, y, U, one);\n", n * (n + 1),
                       n * (n + 4), w->name, n, i->op == LI_OP_LDL);
    else
        li_text_printf(w->ctx, w->out, " };\n        %s_%s(%zu, A, y);\n", w->name, helper, n);
    li_c_assign_results(w, i, n, " = y[%u]");
}

/* positive: that no pivot was too small so far; of lanes, a mask */
static void write_pivot(li_c_writer *w, const li_system *S, unsigned k)
{
    char tolerance[40];

    snprintf(tolerance, sizeof tolerance, "%.17g", 8 * (double)S->n * 0x1p-52);
    if (w->lanes) {
        li_text_printf(w->ctx, w->out, "        { const %s_vector d = ", w->name);
        li_c_put_list(w, 1, &S->in[k * S->n + k]);
        li_text_printf(w->ctx, w->out, "; positive &= (%s_mask)(u%u_%u > %s * (%s_vector)((%s_mask)d & 0x7fffffffffffffffULL)); }\n", w->name, k, k, tolerance, w->name,
                       w->name);
        return;
    }
    li_text_printf(w->ctx, w->out, "        positive &= u%u_%u > %s * fabs(", k, k, tolerance);
    li_c_put_register(w, S->in[k * S->n + k]);
    li_c_put(w, ");\n");
}

static void declare_unrolled(li_c_writer *w, uint32_t from, const char *format, unsigned k, unsigned j)
{
    li_text_printf(w->ctx, w->out, w->lanes ? "        %s_vector " : "        double ", w->name);
    li_text_printf(w->ctx, w->out, format, k, j);
    li_c_put(w, " = ");
    li_c_put_list(w, 1, &from);
    li_c_put(w, ";\n");
}

/* The elimination of li_real_factor and li_real_substitute without loops; where it meets a pivot that is not
 * positive, the general way. */
static void write_unrolled(li_c_writer *w, const li_instruction *i)
{
    const li_system *S = &w->code->system[i->in[0]];
    li_ctx *ctx = w->ctx;
    li_text *out = w->out;
    unsigned n = (unsigned)S->n;

    if (w->lanes)
        li_text_printf(ctx, out, "        %s_mask positive = ~(%s_mask){ 0 };\n", w->name, w->name);
    else
        li_c_put(w, "        int positive = 1;\n");
    for (unsigned k = 0; k < n; k++) {
        for (unsigned j = k; j < n; j++)
            declare_unrolled(w, S->in[k * n + j], "u%u_%u", k, j);
        declare_unrolled(w, S->in[n * n + k], "y%u", k, 0);
    }
    for (unsigned k = 0; k < n; k++) {
        write_pivot(w, S, k);
        li_text_printf(ctx, out, "        u%u_%u = 1.0 / u%u_%u;\n", k, k, k, k);
        for (unsigned m = k + 1; m < n; m++) {
            li_text_printf(ctx, out, w->lanes ? "        const %s_vector " : "        const double ", w->name);
            li_text_printf(ctx, out, "l%u_%u = u%u_%u * u%u_%u;\n", k, m, k, m, k, k);
            for (unsigned j = m; j < n; j++)
                li_text_printf(ctx, out, "        u%u_%u -= l%u_%u * u%u_%u;\n", m, j, k, m, k, j);
            li_text_printf(ctx, out, "        y%u -= l%u_%u * y%u;\n", m, k, m, k);
        }
        li_text_printf(ctx, out, "        y%u *= u%u_%u;\n", k, k, k);
    }
    for (unsigned k = n; k-- > 0;)
        for (unsigned m = k + 1; m < n; m++)
            li_text_printf(ctx, out, "        y%u -= l%u_%u * y%u;\n", k, k, m, m);
    li_c_assign_results(w, i, n, " = y%u");
    li_c_put(w, w->lanes ? "        if ((positive[0] & positive[1] & positive[2] & positive[3] & positive[4] & positive[5] & positive[6] & positive[7]) == 0) {\n"
                         : "        if (!positive) {\n");
    write_solve(w, i, w->lanes ? "ldl" : "lu");
    li_c_put(w, "        }\n");
}

/* Order 0 of a series: the factors are kept. */
static void write_factors(li_c_writer *w, const li_instruction *i)
{
    const li_system *S = &w->code->system[i->in[0]];
    size_t n = S->n;
    const char *type = w->lanes ? "_vector" : "", *name = w->lanes ? w->name : "double", *lanes = w->lanes ? "_lanes" : "";
    char scratch[40] = "";

    if (w->lanes)
        snprintf(scratch, sizeof scratch, ", t[%zu]", 2 * n);
    w->parts |= w->lanes ? LI_C_FACTOR | LI_C_FACTOR_LANES : LI_C_FACTOR;
    li_text_printf(w->ctx, w->out, "        %s%s *F = z + %u;\n        const %s%s A[%zu] = { ", name, type, (unsigned)w->factors[i->in[0]], name, type, n * n);
    li_c_put_list(w, n * n, S->in);
    li_text_printf(w->ctx, w->out, " };\n        %s%s y[%zu] = { ", name, type, n);
    li_c_put_list(w, n, S->in + n * n);
    li_text_printf(w->ctx, w->out, " }%s;\n        %s_factor%s(%zu, %d, A, F);\n        %s_substitute%s(%zu, F, y%s);\n", scratch, w->name, lanes, n,
                   i->op == LI_OP_LDL, w->name, lanes, n, w->lanes ? ", t" : "");
    li_c_assign_results(w, i, n, " = y[%u]");
}

void li_c_put_plan(li_c_writer *w, const li_instruction *i)
{
    w->planned[i->in[0]] = true;
    w->parts |= LI_C_PLAN;
    li_text_printf(w->ctx, w->out, "&%s_plan%u", w->name, (unsigned)i->in[0] + 1);
}

/* The entries into F, behind the room for the factors, and the right side into y. The factors of a series are kept. */
static void write_entries(li_c_writer *w, const li_instruction *i)
{
    const li_system *S = &w->code->system[i->in[0]];
    const char *type = w->lanes ? "_vector" : "", *name = w->lanes ? w->name : "double";
    size_t n = S->n;

    if (w->factors != NULL)
        li_text_printf(w->ctx, w->out, "        %s%s *F = z + %u, ", name, type, (unsigned)w->factors[i->in[0]]);
    else
        li_text_printf(w->ctx, w->out, "        %s%s F[%zu], ", name, type, li_system_numbers(S));
    li_text_printf(w->ctx, w->out, "y[%zu] = { ", n);
    li_c_put_list(w, n, S->in + S->entries);
    li_c_put(w, " };\n");
    for (size_t e = 0; e < S->entries; e++) {
        li_text_printf(w->ctx, w->out, "        F[%zu] = ", S->plan->numbers + 2 * n + 1 + e);
        li_c_put_list(w, 1, &S->in[e]);
        li_c_put(w, ";\n");
    }
}

/* The loops along the plan. */
static void write_loops(li_c_writer *w, const li_instruction *i)
{
    const char *lanes = w->lanes ? "_lanes" : "";

    w->parts |= w->lanes ? LI_C_SPARSE_LANES : LI_C_SPARSE;
    li_text_printf(w->ctx, w->out, "        %s_sparse_factor%s(", w->name, lanes);
    li_c_put_plan(w, i);
    li_text_printf(w->ctx, w->out, ", F);\n        %s_sparse_solve%s(", w->name, lanes);
    li_c_put_plan(w, i);
    li_c_put(w, ", F, y);\n");
    li_c_assign_results(w, i, w->code->system[i->in[0]].n, " = y[%u]");
}

/* Operations along the plan, about. */
static size_t sparse_work(const li_schedule *Z) { return Z->entries + 2 * Z->targets + 6 * (Z->numbers - Z->n) + 5 * Z->n; }

static bool is_straight(const li_c_writer *w, const li_instruction *i)
{
    return i->op == LI_OP_SPARSE && i->out >= w->result && !w->lanes && w->factors == NULL && sparse_work(w->code->system[i->in[0]].plan) <= w->straight;
}

/* The same without loops, row k of U. Where solutions are to be refined it says so in the last of the numbers handed on. */
static void write_straight_row(li_c_writer *w, const li_schedule *Z, size_t k, const uint32_t *target)
{
    li_ctx *ctx = w->ctx;
    li_text *out = w->out;

    li_text_printf(ctx, out, "        singular |= !(fabs(u%zu) > least * s%zu);\n        doubtful |= fabs(u%zu) < 1e-2 * s%zu;\n        u%zu = 1.0 / u%zu;\n", k, k, k, k, k, k);
    for (uint32_t i = Z->start[k]; i < Z->start[k + 1]; i++) {
        unsigned at = (unsigned)Z->at[i];
        li_text_printf(ctx, out, "        const double l%u = u%u * u%zu, t%u = l%u * u%u;\n        u%u -= t%u;\n        s%u += fabs(t%u);\n", i, i, k, i, i, i, at, i, at, i);
        for (uint32_t j = i + 1; j < Z->start[k + 1]; j++)
            li_text_printf(ctx, out, "        u%u -= l%u * u%u;\n", (unsigned)*target++, i, j);
        li_text_printf(ctx, out, "        y%u -= l%u * y%zu;\n", at, i, k);
    }
}

static void write_straight(li_c_writer *w, const li_instruction *i)
{
    const li_system *S = &w->code->system[i->in[0]];
    const li_schedule *Z = S->plan;
    const uint32_t *target = Z->target;
    bool *given = li_new(w->ctx, Z->numbers, sizeof *given);
    size_t n = Z->n;

    li_text_printf(w->ctx, w->out, "        const double least = %.17g;\n        int singular = 0, doubtful = 0;\n", 8 * (double)n * 0x1p-52);
    for (size_t e = 0; e < Z->entries && given != NULL; e++) {
        li_text_printf(w->ctx, w->out, "        double u%u = ", (unsigned)Z->place[e]);
        li_c_put_list(w, 1, &S->in[e]);
        li_c_put(w, ";\n");
        given[Z->place[e]] = true;
    }
    for (size_t u = 0; u < Z->numbers && given != NULL; u++)
        if (!given[u])
            li_text_printf(w->ctx, w->out, "        double u%zu = 0.0;\n", u);
    for (size_t k = 0; k < n; k++) {
        li_text_printf(w->ctx, w->out, "        double s%zu = fabs(u%zu), y%zu = ", k, k, k);
        li_c_put_list(w, 1, &S->in[S->entries + k]);
        li_c_put(w, ";\n");
    }
    for (size_t k = 0, m; k < n; k++, target += m * (m + 1) / 2 - m) {
        m = Z->start[k + 1] - Z->start[k];
        write_straight_row(w, Z, k, target);
    }
    for (size_t k = n; k-- > 0;) {
        li_text_printf(w->ctx, w->out, "        y%zu *= u%zu;\n", k, k);
        for (uint32_t j = Z->start[k]; j < Z->start[k + 1]; j++)
            li_text_printf(w->ctx, w->out, "        y%zu -= l%u * y%u;\n", k, j, (unsigned)Z->at[j]);
    }
    li_c_assign_results(w, i, n, " = singular ? (double)NAN : y%u");
    li_text_printf(w->ctx, w->out, "        if (doubtful && !singular)\n            w[%zu] = 1.0;\n", w->slots);
    w->doubts = true;
    li_drop(w->ctx, given);
}

static void write_system(li_c_writer *w, const li_instruction *i)
{
    size_t n = w->code->system[i->in[0]].n;

    li_c_declare_results(w, i, n);
    li_c_put(w, "    {\n");
    if (is_straight(w, i))
        write_straight(w, i);
    else if (i->op == LI_OP_SPARSE)
        write_entries(w, i), write_loops(w, i);
    else if (w->factors != NULL)
        write_factors(w, i);
    else if (i->op == LI_OP_LU || n > (w->lanes ? UNROLLED_LANES : UNROLLED))
        write_solve(w, i, i->op == LI_OP_LU ? "lu" : "ldl");
    else
        write_unrolled(w, i);
    li_c_put(w, "    }\n");
}

/* ---- integrals ---- the integrand is a program too, NAME_integrandK, and NAME_integral adds it up */

static void put_limits(li_c_writer *w, const li_integral *I, const char *lane)
{
    for (size_t k = 0; k < 2; k++) {
        li_c_put(w, ", (");
        li_c_put_list(w, 1, &I->in[k]);
        li_c_put(w, lane);
    }
    li_c_put(w, ")");
}

static void write_integral(li_c_writer *w, const li_instruction *i)
{
    const li_integral *I = &w->code->integral[i->in[0]];
    const char *lane = w->lanes ? ")[l]" : ")";
    unsigned number = (unsigned)i->in[0] + 1;

    w->parts |= LI_C_INTEGRAL;
    li_c_declare_results(w, i, 1);
    li_c_put(w, w->lanes ? "    for (int l = 0; l < 8; l++) {\n" : "    {\n");
    li_text_printf(w->ctx, w->out, "        double a[%zu] = { 0", I->n + 1);
    for (size_t k = 0; k < I->n; k++) {
        li_c_put(w, ", (");
        li_c_put_list(w, 1, &I->in[k + 2]);
        li_c_put(w, lane);
    }
    li_text_printf(w->ctx, w->out, " }, q[%s_integrand%u_PREPARED];\n        %s_integrand%u_prepare(a + 1, q);\n        ", w->name, number, w->name, number);
    li_c_put_register(w, i->out);
    li_text_printf(w->ctx, w->out, "%s = %s_integral(%s_integrand%u_step, q", w->lanes ? "[l]" : "", w->name, w->name, number);
    put_limits(w, I, lane);
    li_c_put(w, ";\n    }\n");
}

/* ---- the instructions ---- */

/* What is handed on to later blocks, and what is computed but not used. */
void li_c_hand_on(li_c_writer *w, const li_instruction *i)
{
    size_t n = li_code_results(w->code, i);

    for (uint32_t r = i->out; r < i->out + n && i->out >= w->result; r++) {
        if (w->slot[r] != LI_NO_SLOT)
            li_text_printf(w->ctx, w->out, "    w[%u] = v%u;\n", (unsigned)w->slot[r], (unsigned)(r - w->result));
        if (w->zero != NULL && w->zero[r] != LI_NO_SLOT)
            li_text_printf(w->ctx, w->out, "    z[%u] = v%u;\n", (unsigned)w->zero[r], (unsigned)(r - w->result));
        if (!w->used[r] && (w->lanes || li_code_solves(i)))
            li_text_printf(w->ctx, w->out, "    (void)v%u;\n", (unsigned)(r - w->result));
    }
}

/* A compiler would compute log(2) with other last bits than the C library. */
static void write_fixed(li_c_writer *w, const li_instruction *i)
{
    for (size_t k = 0; k < li_code_results(w->code, i); k++) {
        put_target(w, i->out + (uint32_t)k);
        li_c_put_number(w, w->value[i->out + k]);
        li_c_put(w, ";\n");
    }
}

void li_c_write_instruction(li_c_writer *w, const li_instruction *i)
{
    if (w->fixed[i->out])
        write_fixed(w, i);
    else if (li_code_solves(i))
        write_system(w, i);
    else if (i->op == LI_OP_INTEGRAL)
        write_integral(w, i);
    else if (w->lanes && emissions[i->op].formula == NULL)
        write_each(w, i);
    else
        write_scalar(w, i);
    li_c_hand_on(w, i);
}

/* ---- blocks ---- */

/* The operations that the C text of an instruction has, about. */
static size_t weight(const li_c_writer *w, const li_instruction *i)
{
    if (!li_code_solves(i))
        return 1;
    const li_system *S = &w->code->system[i->in[0]];
    size_t n = S->n;
    if (is_straight(w, i))
        return sparse_work(S->plan);
    return i->op == LI_OP_LDL && n <= (w->lanes ? UNROLLED_LANES : UNROLLED) ? n * (n + 1) * (n + 11) / 6 : S->entries + n;
}

bool li_c_is_needed(const li_c_writer *w, const li_instruction *i)
{
    bool needed = false;
    for (size_t k = 0; k < li_code_results(w->code, i); k++)
        needed |= w->used[i->out + k];
    return needed;
}

static const uint32_t *reads_of(const li_code *code, const li_instruction *i, size_t *count)
{
    return li_code_reads(code, (li_instruction *)i, count);
}

void li_c_mark_used(li_c_writer *w)
{
    const li_code *code = w->code;

    for (uint32_t r = 0; r < code->values; r++)
        w->used[r] = r < w->result;
    for (size_t i = 0; i < w->outs; i++)
        w->used[code->out[w->first + i]] = true;
    for (size_t at = code->len; at-- > code->prologue;) {
        size_t count;
        const uint32_t *in = reads_of(code, &code->text[at], &count);
        for (size_t k = 0; k < count && li_c_is_needed(w, &code->text[at]); k++)
            w->used[in[k]] = true;
    }
}

/* What the prologue computes from constants. */
static void find_fixed(li_c_writer *w)
{
    const li_code *code = w->code;

    li_real_constants(code, w->value);
    for (size_t r = 0; r < code->constants; r++)
        w->fixed[r] = true;
    for (size_t at = 0; at < code->prologue; at++) {
        size_t count;
        const uint32_t *in = reads_of(code, &code->text[at], &count);
        bool fixed = true;
        for (size_t k = 0; k < count; k++)
            fixed &= w->fixed[in[k]];
        fixed = fixed && li_real_run(code, w->value, at, at + 1) == LI_OK;
        for (size_t k = 0; k < li_code_results(code, &code->text[at]); k++)
            w->fixed[code->text[at].out + k] = fixed;
    }
}

static void hand_over(li_c_writer *w, uint32_t r, uint32_t block)
{
    if (r >= w->result && w->block[r] != block && w->slot[r] == LI_NO_SLOT)
        w->slot[r] = (uint32_t)w->slots++;
}

/* The outputs are written by the last block. */
void li_c_cut(li_c_writer *w, size_t most)
{
    const li_code *code = w->code;
    size_t work = 0;

    w->slots = 0;
    for (size_t r = 0; r < code->values; r++)
        w->slot[r] = LI_NO_SLOT;
    for (size_t at = 0; at < code->len; at++) {
        const li_instruction *i = &code->text[at];
        if (at == code->prologue)
            work = 0;
        size_t more = weight(w, i);
        if (at < code->prologue || li_c_is_needed(w, i))
            work += more < most ? more : most;
        w->block_of[at] = (uint32_t)(work / most);
        for (size_t k = 0; k < li_code_results(code, i); k++)
            w->block[i->out + k] = w->block_of[at];
    }
    w->blocks = work / most + 1;
    for (size_t at = code->prologue; at < code->len; at++) {
        size_t count;
        const uint32_t *in = reads_of(code, &code->text[at], &count);
        for (size_t k = 0; k < count && li_c_is_needed(w, &code->text[at]); k++)
            hand_over(w, in[k], w->block_of[at]);
    }
    for (size_t i = 0; i < w->outs; i++)
        hand_over(w, code->out[w->first + i], (uint32_t)w->blocks - 1);
}

static void write_outputs(li_c_writer *w)
{
    for (size_t i = 0; i < w->outs; i++) {
        uint32_t r = w->code->out[w->first + i];
        if (w->lanes)
            li_text_printf(w->ctx, w->out, "    *(%s_loose *)(out + %zu) = (%s_loose){ 0 } + ", w->name, 8 * i, w->name);
        else
            li_text_printf(w->ctx, w->out, "    out[%zu] = ", i);
        li_c_put_register(w, r);
        li_c_put(w, ";\n");
    }
}

static void write_block(li_c_writer *w, const char *suffix)
{
    const li_code *code = w->code;

    if (w->lanes)
        li_text_printf(w->ctx, w->out, "static void %s%s_%zu(const double *p, const %s_vector *x, %s_vector *w, double *out)\n{\n", w->name,
                       suffix, w->here + 1, w->name, w->name);
    else
        li_text_printf(w->ctx, w->out, "static void %s%s_%zu(const double *p, const double *x, double *w, double *out)\n{\n", w->name, suffix, w->here + 1);
    li_c_put(w, "    (void)p, (void)x, (void)w, (void)out;\n");
    for (size_t at = code->prologue; at < code->len; at++)
        if (w->block_of[at] == w->here && li_c_is_needed(w, &code->text[at]))
            li_c_write_instruction(w, &code->text[at]);
    if (w->here == w->blocks - 1)
        write_outputs(w);
    li_c_put(w, "}\n\n");
}

static void write_body(li_c_writer *w, const char *suffix, bool lanes, size_t first, size_t outs);

/* All of it again, the solves along plans by loops, which refine. */
static void write_careful_body(li_c_writer *w, const char *suffix, size_t first, size_t outs)
{
    size_t straight = w->straight;
    li_text careful;

    li_text_init(&careful);
    li_text_printf(w->ctx, &careful, "%s_careful", suffix);
    w->straight = 0;
    w->careful = true;
    write_body(w, li_text_str(&careful), false, first, outs);
    w->straight = straight;
    w->careful = false;
    li_text_clear(w->ctx, &careful);
}

static void write_body(li_c_writer *w, const char *suffix, bool lanes, size_t first, size_t outs)
{
    li_ctx *ctx = w->ctx;
    li_text *out = w->out;

    w->lanes = lanes;
    w->first = first;
    w->outs = outs;
    li_c_mark_used(w);
    li_c_cut(w, BLOCK);
    w->doubts = false;
    for (w->here = 0; w->here < w->blocks; w->here++)
        write_block(w, suffix);
    size_t blocks = w->blocks, slots = w->slots;
    bool doubts = w->doubts;
    if (doubts)
        write_careful_body(w, suffix, first, outs);
    li_text_printf(ctx, out, "%svoid %s%s(const double *prepared, const double *variable, double *out)\n{\n", w->inside || w->careful ? "static " : "", w->name, suffix);
    if (lanes) {
        li_text_printf(ctx, out, "    %s_vector x[%zu], w[%zu];\n\n    (void)variable;\n", w->name, w->code->nv + 1, w->slots + 1);
        for (size_t i = 0; i < w->code->nv; i++)
            li_text_printf(ctx, out, "    x[%zu] = *(const %s_loose *)(variable + %zu);\n", i, w->name, 8 * i);
    } else {
        li_text_printf(ctx, out, "    double w[%zu];\n    const double *x = variable;\n\n", slots + 1);
    }
    if (doubts)
        li_text_printf(ctx, out, "    w[%zu] = 0.0;\n", slots);
    for (size_t k = 1; k <= blocks; k++)
        li_text_printf(ctx, out, "    %s%s_%zu(prepared, x, w, out);\n", w->name, suffix, k);
    if (doubts)
        li_text_printf(ctx, out, "    if (w[%zu] > 0)\n        %s%s_careful(prepared, variable, out);\n", slots, w->name, suffix);
    li_c_put(w, "}\n\n");
}

static void write_prologue(li_c_writer *w)
{
    const li_code *code = w->code;
    size_t blocks = code->prologue == 0 ? 0 : w->block_of[code->prologue - 1] + (size_t)1;

    w->lanes = false;
    for (w->here = 0; w->here < blocks; w->here++) {
        li_text_printf(w->ctx, w->out, "static void %s_prepare_%zu(double *p)\n{\n", w->name, w->here + 1);
        for (size_t at = 0; at < code->prologue; at++)
            if (w->block_of[at] == w->here)
                li_c_write_instruction(w, &code->text[at]);
        li_c_put(w, "}\n\n");
    }
    li_text_printf(w->ctx, w->out, "%svoid %s_prepare(const double *parameter, double *prepared)\n{\n    (void)parameter, (void)prepared;\n",
                   w->inside ? "static " : "", w->name);
    if (code->np > 0)
        li_text_printf(w->ctx, w->out, "    for (int i = 0; i < %zu; i++)\n        prepared[i] = parameter[i];\n", code->np);
    for (size_t k = 1; k <= blocks; k++)
        li_text_printf(w->ctx, w->out, "    %s_prepare_%zu(prepared);\n", w->name, k);
    li_c_put(w, "}\n\n");
}

/* ---- the file ---- */

static void write_taylor_sizes(li_c_writer *w, const li_c_options *o)
{
    const char *name = w->name;
    size_t row = o->order + 1, sums = (w->products + 7) / 8 * 8;

    li_text_printf(w->ctx, w->out, "enum { %s_ORDER = %zu, %s_WORK = %zu, %s_WORK_LANES = %zu };\n"
                   "enum { %s_PRODUCTS = %zu, %s_SUMS = %zu, %s_SERIES = %zu };\n",
                   name, o->order, name, w->work[0], name, w->work[1], name, w->products, name, sums, name, 2 * row * sums);
}

static void write_taylor_head(li_c_writer *w, const li_c_options *o)
{
    const char *name = w->name;

    li_text_printf(w->ctx, w->out, "\n/* The series of the motion, coefficients 0 .. order, order <= %s_ORDER, in rows of %s_ORDER + 1 numbers: of the\n"
                   " * %zu variables, then of the %zu outputs beside their rates. work: %s_WORK numbers */\n"
                   "void %s_taylor(const double *prepared, size_t order, const double *variable, double *series, double *work);\n", name, name,
                   w->code->nv, w->outs - w->code->nv, name, name);
    if (o->lanes)
        li_text_printf(w->ctx, w->out, "/* eight at once: coefficient k of row i of lane l at [8 ((%s_ORDER + 1) i + k) + l]; work: %s_WORK_LANES numbers */\n"
                       "void %s_taylor_lanes(const double *prepared, size_t order, const double *variable, double *series, double *work);\n", name, name, name);
    write_taylor_sizes(w, o);
    li_text_printf(w->ctx, w->out, "const size_t %s_sizes[5] = { %zu, %s_PREPARED, %s_ORDER, %s_WORK, %s_WORK_LANES };\n", name, w->code->np,
                   name, name, name, name);
}

static void write_table(li_c_writer *w, const char *what, size_t k, size_t n, const uint32_t *x)
{
    li_text_printf(w->ctx, w->out, "static const unsigned %s_%s%zu[%zu] = {", w->name, what, k + 1, n + 1);
    for (size_t i = 0; i < n; i++)
        li_text_printf(w->ctx, w->out, i % 20 == 0 ? "\n    %u," : " %u,", (unsigned)x[i]);
    li_c_put(w, " 0\n};\n");
}

/* What is used of the plans of sparse systems. */
static void write_plans(li_c_writer *w)
{
    for (size_t k = 0; k < w->code->systems; k++) {
        const li_schedule *Z = w->code->system[k].plan;
        if (!w->planned[k])
            continue;
        write_table(w, "start", k, Z->n + 1, Z->start);
        write_table(w, "at", k, Z->numbers, Z->at);
        write_table(w, "target", k, Z->targets, Z->target);
        write_table(w, "row", k, Z->entries, Z->row);
        write_table(w, "column", k, Z->entries, Z->column);
        write_table(w, "place", k, Z->entries, Z->place);
        const char *name = w->name;
        li_text_printf(w->ctx, w->out, "static const %s_plan %s_plan%zu = { %zu, %zu, %zu, %s_start%zu, %s_at%zu, %s_target%zu, %s_row%zu, %s_column%zu, %s_place%zu };\n\n",
                       name, name, k + 1, Z->n, Z->numbers, Z->entries, name, k + 1, name, k + 1, name, k + 1, name, k + 1, name, k + 1, name, k + 1);
    }
}

/* The sizes alone: the larger text says the rest. */
static void write_local_head(li_c_writer *w, const li_c_options *o)
{
    li_text_printf(w->ctx, w->out, "enum { %s_PREPARED = %zu };\n", w->name, prepared_count(w) + 1);
    if (o->order > 0)
        write_taylor_sizes(w, o);
    li_c_put(w, "\n");
    li_c_parts(w->ctx, w->out, w->parts | (o->lanes ? LI_C_VECTOR : 0), w->name);
    write_plans(w);
}

static void write_head(li_c_writer *w, const li_c_options *o)
{
    li_ctx *ctx = w->ctx;
    li_text *out = w->out;
    const li_code *code = w->code;
    const char *name = w->name;

    li_text_printf(ctx, out, "/* %s: %zu parameters, %zu variables, %zu outputs. The same doubles to the last bit as the program it was\n"
                   " * written from, if no products and sums are contracted (-ffp-contract=off). */\n#include <math.h>\n%s\n", name, code->np, code->nv, w->outs, o->order > 0 ? "#include <stddef.h>\n" : "");
    li_text_printf(ctx, out, "enum { %s_PREPARED = %zu };   /* numbers: the parameters, and what depends on them alone */\n\n", name, prepared_count(w) + 1);
    li_text_printf(ctx, out, "void %s_prepare(const double *parameter, double *prepared);\n", name);
    li_text_printf(ctx, out, "void %s_step(const double *prepared, const double *variable, double *out);\n", name);
    li_text_printf(ctx, out, "void %s(const double *parameter, const double *variable, double *out);\n", name);
    if (w->outs < code->outs)
        li_text_printf(ctx, out, "void %s_jacobian(const double *prepared, const double *variable, double *out);   /* all %zu outputs */\n", name, code->outs);
    for (size_t i = 0; i < o->views; i++)
        li_text_printf(ctx, out, "void %s_%s(const double *prepared, const double *variable, double *out);   /* %zu outputs from number %zu on */\n", name,
                       o->view[i].name, o->view[i].count, o->view[i].first);
    if (o->lanes)
        li_text_printf(ctx, out, "/* eight at once: input and output number i of lane l at [8 i + l] */\n"
                       "void %s_lanes(const double *prepared, const double *variable, double *out);\n", name);
    if (o->order > 0)
        write_taylor_head(w, o);
    li_c_put(w, "\n");
    li_c_parts(ctx, out, w->parts | (o->lanes ? LI_C_VECTOR : 0), name);
    write_plans(w);
}

static bool is_identifier(const char *s)
{
    size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return n > 0 && s[n] == '\0' && (s[0] < '0' || s[0] > '9');
}

static bool can_be_written(li_ctx *ctx, const li_c_options *o)
{
    if (!is_identifier(o->name))
        return li_fail(ctx, LI_DOMAIN, "'%s' is no name of a C function", o->name), false;
    return true;
}

/* An integral of what changes along the motion has no rule here. */
static bool has_series(li_ctx *ctx, const li_code *code, size_t outs)
{
    if (outs < code->nv)
        return li_fail(ctx, LI_DOMAIN, "a series of a motion needs the rates of all %zu variables, the program has %zu outputs", code->nv, outs), false;
    for (size_t at = code->prologue; at < code->len; at++)
        if (code->text[at].op == LI_OP_INTEGRAL)
            return li_fail(ctx, LI_DOMAIN, "an integral of what changes along the motion has no series as C text"), false;
    return true;
}

static bool start(li_c_writer *w, li_ctx *ctx, const li_code *code, const char *name)
{
    *w = (li_c_writer){ .ctx = ctx, .code = code, .name = name };
    w->result = code->prologue < code->len ? code->text[code->prologue].out : (uint32_t)code->values;
    w->used = li_new(ctx, code->values + 1, sizeof *w->used);
    w->block = li_new(ctx, code->values + 1, sizeof *w->block);
    w->slot = li_new(ctx, code->values + 1, sizeof *w->slot);
    w->block_of = li_new(ctx, code->len + 1, sizeof *w->block_of);
    w->fixed = li_new(ctx, code->values + 1, sizeof *w->fixed);
    w->planned = li_new(ctx, code->systems + 1, sizeof *w->planned);
    w->value = li_new(ctx, code->values + code->scratch + code->inner + 1, sizeof *w->value);
    return li_ctx_status(ctx) == LI_OK;
}

static void finish(li_c_writer *w)
{
    li_drop(w->ctx, w->used);
    li_drop(w->ctx, w->block);
    li_drop(w->ctx, w->slot);
    li_drop(w->ctx, w->block_of);
    li_drop(w->ctx, w->fixed);
    li_drop(w->ctx, w->planned);
    li_drop(w->ctx, w->value);
}

static void write_both(li_c_writer *w)
{
    const char *name = w->name;

    li_text_printf(w->ctx, w->out, "void %s(const double *parameter, const double *variable, double *out)\n{\n    double prepared[%s_PREPARED];\n\n"
                   "    %s_prepare(parameter, prepared);\n    %s_step(prepared, variable, out);\n}\n\n", name, name, name, name);
}

static void write_views(li_c_writer *w, const li_c_options *o)
{
    li_text suffix;

    li_text_init(&suffix);
    for (size_t i = 0; i < o->views; i++) {
        li_text_cut(&suffix, 0);
        li_text_printf(w->ctx, &suffix, "_%s", o->view[i].name);
        write_body(w, li_text_str(&suffix), false, o->view[i].first, o->view[i].count);
    }
    li_text_clear(w->ctx, &suffix);
}

static void write_functions(li_c_writer *w, size_t outs, const li_c_options *o)
{
    find_fixed(w);
    if (!o->local || o->values > 0) {
        write_body(w, "_step", false, 0, outs);
    } else {
        w->outs = outs;
        li_c_mark_used(w);
        li_c_cut(w, BLOCK);
    }
    write_prologue(w);
    if (!w->inside)
        write_both(w);
    if (!w->inside && outs < w->code->outs)
        write_body(w, "_jacobian", false, 0, w->code->outs);
    write_views(w, o);
    if (o->lanes)
        write_body(w, "_lanes", true, 0, outs);
    w->first = 0;
    w->outs = outs;
    for (int wide = 0; wide <= (o->lanes ? 1 : 0) && o->order > 0; wide++)
        li_c_write_taylor(w, o->order, wide == 1);
}

/* The integrands of a program, before it; integrals nest at most ten deep. */
static void write_integrands(li_ctx *ctx, li_text *out, const li_code *code, const char *name)
{
    for (size_t i = 0; i < code->integrals && li_ctx_status(ctx) == LI_OK; i++) {
        const li_code *integrand = code->integral[i].integrand.code;
        li_text own, text;
        li_c_writer w;
        li_text_init(&own);
        li_text_init(&text);
        li_text_printf(ctx, &own, "%s_integrand%zu", name, i + 1);
        write_integrands(ctx, out, integrand, li_text_str(&own));
        if (start(&w, ctx, integrand, li_text_str(&own))) {
            w.inside = true;
            w.out = &text;
            write_functions(&w, 1, &(li_c_options){ .name = w.name });
            li_text_printf(ctx, out, "enum { %s_PREPARED = %zu };\n\n", w.name, prepared_count(&w) + 1);
            li_c_parts(ctx, out, w.parts, w.name);
            li_text_put(ctx, out, li_text_str(&text));
        }
        finish(&w);
        li_text_clear(ctx, &own);
        li_text_clear(ctx, &text);
    }
}

li_status li_program_c(li_ctx *ctx, li_text *out, const li_program *P, const li_c_options *options)
{
    if (li_code_check(ctx, P) != LI_OK || !can_be_written(ctx, options))
        return li_ctx_status(ctx);
    const li_code *code = P->code;
    li_text text;                            /* which helpers it calls is known when it is written */
    li_c_writer w;
    size_t outs = options->values == 0 || options->values > code->outs ? code->outs : options->values;

    if (options->order > 0 && !has_series(ctx, code, outs))
        return li_ctx_status(ctx);
    li_text_init(&text);
    if (start(&w, ctx, code, options->name)) {
        w.straight = options->order > 0 ? BLOCK : STRAIGHT;
        w.out = &text;
        w.inside = options->local;
        write_functions(&w, outs, options);
        w.out = out;
        w.outs = outs;
        if (options->local)
            write_local_head(&w, options);
        else
            write_head(&w, options);
        write_integrands(ctx, out, code, options->name);
        li_c_put(&w, li_text_str(&text));
    }
    finish(&w);
    li_text_clear(ctx, &text);
    return li_ctx_status(ctx);
}
