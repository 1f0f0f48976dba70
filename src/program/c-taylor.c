/* c-taylor.c - the Taylor series of a motion as C text
 *
 * NAME_taylor goes from order to order. Before each it takes the middle sums of all products of series (series.h) side by
 * side: the factors of product number s stand in lane s % W of rows of W numbers, so that a vector instruction serves W
 * products, whatever the program is. Then the rules of jet-rules.h give the coefficients one by one; they are numbers that
 * only this order knows, but for copies of the factors. NAME_taylor_lanes has vectors for numbers and needs no copies. */
#include <string.h>

#include "c.h"
#include "series.h"

enum { HEAVY = 400, FUSED = 4 };           /* operations of a function; products in a loop over vectors */

typedef struct {
    li_c_writer *w;
    li_series S;
    size_t order, nv, outs;
    const char *type;            /* of a number: double, or vectors */
    bool lanes;
    uint32_t *zero;              /* of a row: its place in z, coefficients of order 0 */
    uint32_t *place;             /* of a row: its place among the series that are kept (lanes) */
    uint32_t *factors;           /* of a system: their place in z */
    uint32_t *use, *next;        /* of a row: twice a product that it is a factor of, + 1 on its right; then others */
    size_t zeros, kept, slots;   /* how many; what blocks hand on */
} taylor;

static void put(taylor *T, const char *s) { li_text_put(T->w->ctx, T->w->out, s); }

/* text with @ for the name and $ for the type of a number */
static void put_text(taylor *T, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '@')
            put(T, T->w->name);
        else if (*text == '$')
            put(T, T->type);
        else
            li_text_put_n(T->w->ctx, T->w->out, text, 1);
}

#define PRINT(T, ...) li_text_printf((T)->w->ctx, (T)->w->out, __VA_ARGS__)

/* ---- the rules ---- what is written in them:
 *
 *     $a $b $c, $r $s, $p $q $u $v     operands, results, auxiliary rows: coefficient k (in `start` 0)
 *     $A ..                            their coefficient 0 (of an auxiliary row what `start` says)
 *     $0 $1 ..                         the middle sums of the products of the instruction (series.c)
 *     $.a                              k a_k
 *     $n                               the degree of a root
 *     h, n                             1/k, k */
typedef struct { char row; const char *function, *text; } line;
typedef struct { line start[4], higher[5]; } rule;

static const rule rules[LI_OP_COUNT] = {
    [LI_OP_INV] = { .higher = { { 'r', 0, "-($0 + $a * $R) * $R" } } },
    [LI_OP_SINCOS] = { .higher = { { 'p', 0, "$.a" }, { 'r', 0, "h * ($0 + $p * $S)" }, { 's', 0, "-h * ($1 + $p * $R)" } } },
    [LI_OP_SINHCOSH] = { .higher = { { 'p', 0, "$.a" }, { 'r', 0, "h * ($0 + $p * $S)" }, { 's', 0, "h * ($1 + $p * $R)" } } },
    [LI_OP_TANH] = { { { 'q', 0, "(1.0 - $r) * (1.0 + $r)" } },
                     { { 'p', 0, "$.a" }, { 'r', 0, "h * ($0 + $p * $Q)" }, { 'q', 0, "-($1 + 2.0 * $R * $r)" } } },
    [LI_OP_EXP] = { .higher = { { 'p', 0, "$.a" }, { 'r', 0, "h * ($0 + $p * $R)" } } },
    [LI_OP_LOG] = { { { 'q', 0, "1.0 / $a" } }, { { 'p', 0, "($.a - $0) * $Q" }, { 'r', 0, "h * $p" } } },
    [LI_OP_ASIN] = { { { 'p', "sqrt", "(1.0 - $a) * (1.0 + $a)" }, { 'u', 0, "0.5 / $P" }, { 'v', 0, "1.0 / $P" } },
                     { { 'p', 0, "-($0 + 2.0 * $A * $a + $1) * $U" }, { 'q', 0, "($.a - $2) * $V" }, { 'r', 0, "h * $q" } } },
    [LI_OP_ACOS] = { { { 'p', "sqrt", "(1.0 - $a) * (1.0 + $a)" }, { 'u', 0, "0.5 / $P" }, { 'v', 0, "1.0 / $P" } },
                     { { 'p', 0, "-($0 + 2.0 * $A * $a + $1) * $U" }, { 'q', 0, "-($.a + $2) * $V" }, { 'r', 0, "h * $q" } } },
    [LI_OP_ATAN] = { { { 'u', 0, "1.0 / (1.0 + $a * $a)" } },
                     { { 'p', 0, "$0 + 2.0 * $A * $a" }, { 'q', 0, "($.a - $1) * $U" }, { 'r', 0, "h * $q" } } },
    [LI_OP_ATAN2] = { { { 'u', 0, "1.0 / ($b * $b + $a * $a)" } },
                      { { 'p', 0, "($0 + 2.0 * $B * $b) + ($1 + 2.0 * $A * $a)" }, { 'q', 0, "$.a" }, { 'u', 0, "$.b" },
                        { 'v', 0, "(($2 + $q * $B) - ($3 + $u * $A) - $4) * $U" }, { 'r', 0, "h * $v" } } },
    [LI_OP_ABS] = { { { 'p', "@_strict", "$a" } }, { { 'r', 0, "$P * $a" } } },
    [LI_OP_SIGN] = { { { 'p', "@_strict", "$a" } }, { { 'r', 0, "0.0 * $P" }, { 0, 0, "(void)$a" } } },
    [LI_OP_MIN] = { .start = { { 'p', "@_strict", "$a - $b" } } }, [LI_OP_MAX] = { .start = { { 'p', "@_strict", "$a - $b" } } },
};

static const rule square_root = { { { 'p', 0, "0.5 / $r" } }, { { 'r', 0, "($a - $0) * $P" } } };
static const rule higher_root = { { { 'u', 0, "1.0 / $a" } },
                                  { { 'p', 0, "$.a" }, { 'q', 0, "(($0 + $p * $R) / $n - $1) * $U" }, { 'r', 0, "h * $q" } } };

static const rule *rule_of(const li_instruction *i)
{
    return i->op != LI_OP_ROOT ? &rules[i->op] : i->in[1] == 2 ? &square_root : &higher_root;
}

/* ---- names of numbers ---- */

static bool varies(const taylor *T, uint32_t row) { return li_series_varies(&T->S, row); }
static bool is_variable(const taylor *T, uint32_t row) { return varies(T, row) && row < T->S.result; }
static bool is_auxiliary(const taylor *T, uint32_t row) { return row >= T->S.code->values; }

static uint32_t zero_place(taylor *T, uint32_t row)
{
    if (T->zero[row] == LI_NO_SLOT)
        T->zero[row] = (uint32_t)T->zeros++;
    return T->zero[row];
}

static void put_zero(taylor *T, uint32_t row)
{
    if (row < T->S.result)
        li_c_put_register(T->w, row);
    else
        PRINT(T, "z[%u]", (unsigned)zero_place(T, row));
}

/* Coefficient k; in a start rule 0. */
static void put_coefficient(taylor *T, uint32_t row)
{
    if (is_auxiliary(T, row))
        PRINT(T, "a%u", (unsigned)(row - T->S.code->values));
    else if (T->w->zero != NULL || row >= T->S.result)
        li_c_put_register(T->w, row);
    else if (varies(T, row))
        PRINT(T, "y[%u]", (unsigned)(row - T->S.variable));
    else
        put(T, "0.0");
}

/* k times coefficient k; that of a variable is a rate, known since the order before */
static void put_derivative(taylor *T, uint32_t row)
{
    if (is_variable(T, row))
        PRINT(T, "f[%u]", (unsigned)(row - T->S.variable));
    else if (varies(T, row))
        put(T, "n * "), put_coefficient(T, row);
    else
        put_text(T, T->lanes ? "($){ 0 }" : "0.0");
}

static void put_sum(taylor *T, uint32_t product)
{
    if (T->S.product[product].left == LI_NO_PRODUCT)
        put(T, "0.0");
    else
        PRINT(T, "m[%u]", (unsigned)product);
}

static void put_rule(taylor *T, size_t at, const char *text)
{
    for (; *text != '\0'; text++) {
        char c = text[0] == '$' ? *++text : '\0';
        if (c == '\0')
            put_text(T, (char[]){ *text, '\0' });
        else if (c == '.')
            put_derivative(T, li_series_row(&T->S, at, *++text));
        else if (c == 'n')
            PRINT(T, "%u.0", (unsigned)T->S.code->text[at].in[1]);
        else if (c >= '0' && c <= '9')
            put_sum(T, T->S.first[at] + (uint32_t)(c - '0'));
        else if (c >= 'A' && c <= 'Z')
            put_zero(T, li_series_row(&T->S, at, (char)(c - 'A' + 'a')));
        else
            put_coefficient(T, li_series_row(&T->S, at, c));
    }
}

/* ---- order k ---- */

/* Copies for the products it is a factor of; lanes: the series itself. */
static void keep(taylor *T, uint32_t row)
{
    if (T->place[row] == LI_NO_SLOT)
        return;
    if (T->lanes) {
        PRINT(T, "    s[%zu] = ", T->place[row] * (T->order + 1));
        put_coefficient(T, row);
        put(T, ";\n");
        return;
    }
    for (uint32_t u = T->use[row]; u != LI_NO_SLOT; u = T->next[u]) {
        put_text(T, u % 2 ? "    s[@_RIGHT + @_AT(" : "    s[@_AT(");
        PRINT(T, "%u)] = ", (unsigned)u / 2);
        put_coefficient(T, row);
        put(T, ";\n");
    }
}

static void begin(taylor *T, uint32_t row)
{
    put_text(T, "    const $ ");
    put_coefficient(T, row);
    put(T, " = ");
}

typedef struct { char kind; uint32_t level; } term;         /* c: an operand; m: a middle sum; a, b: a_k b_0, a_0 b_k */

static void put_term(taylor *T, size_t at, term t, bool minus, bool first)
{
    const li_instruction *i = &T->S.code->text[at];
    uint32_t x = i->in[0], y = i->in[1];

    put(T, minus ? (first ? "-" : " - ") : first ? "" : " + ");
    if (t.kind == 'c')
        put_coefficient(T, i->in[2]);
    else if (t.kind == 'm')
        put_sum(T, T->S.first[at]);
    else {
        put(T, t.kind == 'd' ? "2.0 * " : "");
        put_zero(T, t.kind == 'b' ? x : y);
        put(T, " * ");
        put_coefficient(T, t.kind == 'b' ? y : x);
    }
}

/* a_0 b_k + ... + a_k b_0, what is known last at the end */
static size_t product_terms(const taylor *T, const li_instruction *i, term *t)
{
    uint32_t x = i->in[0], y = i->in[1];
    size_t n = 0;

    if (varies(T, x) && varies(T, y))
        t[n++] = (term){ 'm', 0 };
    if (x == y)
        t[n++] = (term){ 'd', T->S.level[x] };
    if (varies(T, x) && x != y)
        t[n++] = (term){ 'a', T->S.level[x] };
    if (varies(T, y) && x != y)
        t[n++] = (term){ 'b', T->S.level[y] };
    return n;
}

static void write_product(taylor *T, size_t at)
{
    const li_instruction *i = &T->S.code->text[at];
    term t[4];
    size_t n = product_terms(T, i, t);

    if (i->op != LI_OP_MUL && varies(T, i->in[2]))
        t[n++] = (term){ 'c', T->S.level[i->in[2]] };
    for (size_t j = 1; j < n; j++)
        for (size_t k = j; k > 0 && t[k].level < t[k - 1].level; k--) {
            term swap = t[k];
            t[k] = t[k - 1];
            t[k - 1] = swap;
        }
    begin(T, i->out);
    for (size_t j = 0; j < n; j++)
        put_term(T, at, t[j], i->op == LI_OP_FNMA && t[j].kind != 'c', j == 0);
    put(T, ";\n");
}

static void write_sum(taylor *T, size_t at)
{
    const li_instruction *i = &T->S.code->text[at];
    bool left = varies(T, i->in[0]), right = i->op != LI_OP_NEG && varies(T, i->in[1]);

    begin(T, i->out);
    if (i->op == LI_OP_NEG)
        put(T, "-");
    if (left)
        put_coefficient(T, i->in[0]);
    if (right) {
        put(T, i->op == LI_OP_SUB ? " - " : left ? " + " : "");
        put_coefficient(T, i->in[1]);
    }
    put(T, ";\n");
}

/* x_l -= what entry e, in column m, makes of the lower orders */
static void subtract_entry(taylor *T, size_t at, size_t e, uint32_t l, uint32_t m, uint32_t product)
{
    const li_instruction *i = &T->S.code->text[at];

    PRINT(T, "        u[%u] -= ", (unsigned)l);
    put_sum(T, product);
    put(T, " + ");
    put_coefficient(T, T->S.code->system[i->in[0]].in[e]);
    put(T, " * ");
    put_zero(T, i->out + m);
    put(T, ";\n");
}

static void write_sparse_system(taylor *T, size_t at)
{
    const li_instruction *i = &T->S.code->text[at];
    const li_system *A = &T->S.code->system[i->in[0]];
    const li_schedule *Z = A->plan;
    uint32_t s = T->S.first[at];

    li_c_declare_results(T->w, i, A->n);
    put_text(T, "    {\n        $ u[");
    PRINT(T, "%zu] = { ", A->n);
    for (size_t l = 0; l < A->n; l++) {
        put(T, l == 0 ? "" : ", ");
        put_coefficient(T, A->in[A->entries + l]);
        put_text(T, T->lanes ? " + ($){ 0 }" : "");
    }
    put(T, " };\n");
    for (size_t e = 0; e < A->entries; e++) {
        if (!varies(T, A->in[e]))
            continue;
        subtract_entry(T, at, e, Z->row[e], Z->column[e], s++);
        if (Z->row[e] != Z->column[e])
            subtract_entry(T, at, e, Z->column[e], Z->row[e], s++);
    }
    put_text(T, T->lanes ? "        @_sparse_solve_lanes(" : "        @_sparse_solve(");
    li_c_put_plan(T->w, i);
    PRINT(T, ", z + %u, u);\n", (unsigned)T->factors[i->in[0]]);
    li_c_assign_results(T->w, i, A->n, " = u[%u]");
    put(T, "    }\n");
}

/* A_0 x_k = b_k - A_k x_0 - ... - A_1 x_(k-1) */
static void write_system(taylor *T, size_t at)
{
    const li_instruction *i = &T->S.code->text[at];
    const li_system *A = &T->S.code->system[i->in[0]];
    size_t n = A->n;
    uint32_t s = T->S.first[at];

    if (i->op == LI_OP_SPARSE) {
        write_sparse_system(T, at);
        return;
    }
    li_c_declare_results(T->w, i, n);
    put_text(T, "    {\n        $ u[");
    PRINT(T, "%zu] = { ", n);
    for (size_t l = 0; l < n; l++) {
        put(T, l == 0 ? "" : ",\n            ");
        put_coefficient(T, A->in[n * n + l]);
        for (size_t m = 0; m < n; m++)
            if (varies(T, A->in[l * n + m])) {
                put(T, " - (");
                put_sum(T, s++);
                put(T, " + ");
                put_coefficient(T, A->in[l * n + m]);
                put(T, " * ");
                put_zero(T, i->out + (uint32_t)m);
                put(T, ")");
            }
        put_text(T, T->lanes ? " + ($){ 0 }" : "");
    }
    put(T, " };\n");
    if (T->lanes)
        put_text(T, "        $ t["), PRINT(T, "%zu];\n", 2 * n);
    put_text(T, T->lanes ? "        @_substitute_lanes(" : "        @_substitute(");
    PRINT(T, T->lanes ? "%zu, z + %u, u, t);\n" : "%zu, z + %u, u);\n", n, (unsigned)T->factors[i->in[0]]);
    li_c_assign_results(T->w, i, n, " = u[%u]");
    put(T, "    }\n");
}

static void write_rule(taylor *T, size_t at)
{
    const line *higher = rule_of(&T->S.code->text[at])->higher;

    for (size_t j = 0; j < 5 && higher[j].text != NULL; j++) {
        uint32_t row = higher[j].row == 0 ? 0 : li_series_row(&T->S, at, higher[j].row);
        if (higher[j].row != 0)
            begin(T, row);
        else
            put(T, "    ");
        put_rule(T, at, higher[j].text);
        put(T, ";\n");
        if (is_auxiliary(T, row))
            keep(T, row);
    }
}

/* The smaller or the greater one, whichever it was at order 0; a choice, as the other may be no number. */
static void write_choice(taylor *T, size_t at)
{
    const li_instruction *i = &T->S.code->text[at];
    uint32_t r = i->out - T->S.result, less = i->in[i->op == LI_OP_MAX], more = i->in[i->op == LI_OP_MIN];
    unsigned z = (unsigned)zero_place(T, li_series_row(&T->S, at, 'p'));

    if (T->lanes) {
        put_text(T, "    $ ");
        PRINT(T, "v%u;\n", (unsigned)r);
        put_text(T, "    { const $ a = ($){ 0 } + ");
        put_coefficient(T, less);
        put_text(T, ", b = ($){ 0 } + ");
        put_coefficient(T, more);
        PRINT(T, "; for (int l = 0; l < 8; l++) v%u[l] = z[%u][l] < 0 ? a[l] : z[%u][l] > 0 ? b[l] : (double)NAN; }\n", (unsigned)r, z, z);
    } else {
        put_text(T, "    const $ ");
        PRINT(T, "v%u = z[%u] < 0 ? ", (unsigned)r, z);
        put_coefficient(T, less);
        PRINT(T, " : z[%u] > 0 ? ", z);
        put_coefficient(T, more);
        put(T, " : (double)NAN;\n");
    }
}

static void write_higher(taylor *T, size_t at)
{
    const li_instruction *i = &T->S.code->text[at];

    switch (i->op) {
    case LI_OP_ADD: case LI_OP_SUB: case LI_OP_NEG: write_sum(T, at); break;
    case LI_OP_MUL: case LI_OP_FMA: case LI_OP_FNMA: write_product(T, at); break;
    case LI_OP_LDL: case LI_OP_LU: case LI_OP_SPARSE: write_system(T, at); break;
    case LI_OP_MIN: case LI_OP_MAX: write_choice(T, at); break;
    default: write_rule(T, at);
    }
    for (size_t k = 0; k < li_code_results(T->S.code, i); k++)
        keep(T, i->out + (uint32_t)k);
    li_c_hand_on(T->w, i);
}

/* The rates, and the functions beside them: coefficient k of the outputs. */
static void write_outputs(taylor *T)
{
    for (size_t i = 0; i < T->outs; i++) {
        if (i < T->nv)
            PRINT(T, "    f[%zu] = ", i);
        else if (T->lanes)
            put_text(T, "    *(@_loose *)(g + "), PRINT(T, "%zu) = ", 8 * (i - T->nv) * (T->order + 1)), put_text(T, "(@_loose){ 0 } + ");
        else
            PRINT(T, "    g[%zu] = ", (i - T->nv) * (T->order + 1));
        put_coefficient(T, T->S.code->out[i]);
        put_text(T, T->lanes && i < T->nv ? " + ($){ 0 };\n" : ";\n");
    }
}

static void write_higher_block(taylor *T)
{
    const li_code *code = T->S.code;
    li_c_writer *w = T->w;

    put_text(T, T->lanes ? "static void @_taylor_lanes" : "static void @_taylor");
    PRINT(T, "_%zu", w->here + 1);
    put_text(T, "(double n, double h, const double *p, const $ *x, const $ *y, $ *z, const $ *m, $ *s, $ *w, $ *f, double *g)\n{\n");
    put(T, "    (void)n, (void)h, (void)p, (void)x, (void)y, (void)z, (void)m, (void)s, (void)w, (void)f, (void)g;\n");
    for (size_t i = 0; i < code->nv && w->here == 0; i++)
        keep(T, T->S.variable + (uint32_t)i);
    for (size_t at = code->prologue; at < code->len; at++)
        if (w->block_of[at] == w->here && li_c_is_needed(w, &code->text[at]))
            write_higher(T, at);
    if (w->here == w->blocks - 1)
        write_outputs(T);
    put(T, "}\n\n");
}

/* ---- order 0 ---- */

/* What the higher orders need besides the coefficients of order 0. */
static void write_start(taylor *T, size_t at)
{
    const line *start = rule_of(&T->S.code->text[at])->start;

    for (size_t j = 0; j < 4 && start[j].text != NULL; j++) {
        unsigned place = (unsigned)zero_place(T, li_series_row(&T->S, at, start[j].row));
        if (start[j].function == NULL)
            PRINT(T, "    z[%u] = ", place);
        else
            put_text(T, T->lanes ? "    { const $ t = " : "    {\n        const $ t = ");
        put_rule(T, at, start[j].text);
        put_text(T, T->lanes ? " + ($){ 0 };" : ";");
        if (start[j].function != NULL) {
            T->w->parts |= start[j].function[0] == '@' ? LI_C_STRICT : 0;
            PRINT(T, T->lanes ? " for (int l = 0; l < 8; l++) z[%u][l] = " : "\n        z[%u] = ", place);
            put_text(T, start[j].function);
            put(T, T->lanes ? "(t[l]); }" : "(t);\n    }");
        }
        put(T, "\n");
    }
}

static void write_start_block(taylor *T)
{
    const li_code *code = T->S.code;
    li_c_writer *w = T->w;

    put_text(T, T->lanes ? "static void @_taylor_lanes_start" : "static void @_taylor_start");
    PRINT(T, "_%zu", w->here + 1);
    put_text(T, "(const double *p, const $ *x, $ *z, $ *w, $ *f, double *g)\n{\n    (void)p, (void)x, (void)z, (void)w, (void)f, (void)g;\n");
    for (size_t at = code->prologue; at < code->len; at++)
        if (w->block_of[at] == w->here && li_c_is_needed(w, &code->text[at])) {
            li_c_write_instruction(w, &code->text[at]);
            write_start(T, at);
        }
    if (w->here == w->blocks - 1)
        write_outputs(T);
    put(T, "}\n\n");
}

/* ---- the middle sums over lanes ---- */

/* Some products in one loop: they do not wait for each other. */
static void write_fused(taylor *T, size_t from, size_t to)
{
    put_text(T, "    {\n        $");
    for (size_t s = from; s < to; s++)
        PRINT(T, s == from ? " m%zu = { 0 }" : ", m%zu = { 0 }", s);
    put(T, ";\n        for (size_t j = 1; j < k; j++) {\n");
    for (size_t s = from; s < to; s++) {
        const li_product *P = &T->S.product[s];
        if (P->left != LI_NO_PRODUCT)
            PRINT(T, "            m%zu += s[%zu + j] * s[%zu + k - j];\n", s, T->place[P->left] * (T->order + 1), T->place[P->right] * (T->order + 1));
    }
    put(T, "        }\n");
    for (size_t s = from; s < to; s++)
        PRINT(T, "        m[%zu] = m%zu;\n", s, s);
    put(T, "    }\n");
}

static void write_lane_sums(taylor *T)
{
    size_t n = T->S.products;

    put_text(T, "static void @_taylor_lanes_sums(size_t k, const $ *s, $ *m)\n{\n    (void)k, (void)s, (void)m;\n");
    for (size_t s = 0; s < n; s += FUSED)
        write_fused(T, s, s + FUSED < n ? s + FUSED : n);
    put(T, "}\n\n");
}

/* ---- the whole ---- */

static size_t events(const taylor *T) { return T->outs - T->nv; }

static void write_calls(taylor *T, size_t blocks, const char *name, const char *arguments)
{
    for (size_t k = 1; k <= blocks; k++) {
        put_text(T, name);
        PRINT(T, "_%zu(", k);
        put_text(T, arguments);
        put(T, ");\n");
    }
}

static void write_scalar_function(taylor *T, size_t start_blocks, size_t blocks)
{
    size_t row = T->order + 1;

    put(T, T->w->inside ? "static " : "");
    put_text(T, "void @_taylor(const double *prepared, size_t order, const double *variable, double *series, double *work)\n{\n"
             "    double *s = work + (8 - (size_t)work / 8 % 8) % 8, *m = s + @_SERIES, *z = m + @_SUMS;\n");
    PRINT(T, "    double *w = z + %zu, *y = w + %zu, *f = y + %zu, *g = series + %zu;\n\n", T->zeros, T->slots, T->nv, T->nv * row);
    PRINT(T, "    for (size_t i = 0; i < %zu; i++)\n        series[i * %zu] = variable[i];\n", T->nv, row);
    write_calls(T, start_blocks, "    @_taylor_start", "prepared, variable, z, w, f, g");
    put(T, "    for (size_t k = 1; k <= order; k++) {\n        const double n = (double)k, h = 1.0 / n;\n");
    PRINT(T, "        for (size_t i = 0; i < %zu; i++)\n            series[i * %zu + k] = y[i] = h * f[i];\n", T->nv, row);
    if (events(T) == 0)
        put(T, "        if (k == order)\n            break;\n");
    if (T->S.products > 0)
        put_text(T, "        @_taylor_sums(k, s, m);\n");
    write_calls(T, blocks, "        @_taylor", T->S.products > 0 ? "n, h, prepared, variable, y, z, m, s + k * @_W, w, f, g + k" :
                                                                 "n, h, prepared, variable, y, z, m, s, w, f, g + k");
    put(T, "    }\n}\n\n");
}

static void write_lanes_function(taylor *T, size_t start_blocks, size_t blocks)
{
    size_t row = T->order + 1;

    put(T, T->w->inside ? "static " : "");
    put_text(T, "void @_taylor_lanes(const double *prepared, size_t order, const double *variable, double *series, double *work)\n{\n"
             "    $ *s = ($ *)(void *)(work + (8 - (size_t)work / 8 % 8) % 8), ");
    PRINT(T, "*m = s + %zu, *z = m + %zu;\n    ", T->kept * row, T->S.products);
    put_text(T, "$ ");
    PRINT(T, "*w = z + %zu, *x = w + %zu, *y = x + %zu, *f = y + %zu;\n    double *g = series + %zu;\n\n", T->zeros, T->slots, T->nv, T->nv, 8 * T->nv * row);
    PRINT(T, "    for (size_t i = 0; i < %zu; i++) {\n", T->nv);
    put_text(T, "        x[i] = *(const @_loose *)(variable + 8 * i);\n        *(@_loose *)(series + ");
    PRINT(T, "%zu * i) = x[i];\n    }\n", 8 * row);
    write_calls(T, start_blocks, "    @_taylor_lanes_start", "prepared, x, z, w, f, g");
    put(T, "    for (size_t k = 1; k <= order; k++) {\n        const double n = (double)k, h = 1.0 / n;\n");
    PRINT(T, "        for (size_t i = 0; i < %zu; i++) {\n            y[i] = h * f[i];\n", T->nv);
    put_text(T, "            *(@_loose *)(series + 8 * (");
    PRINT(T, "%zu * i + k)) = y[i];\n        }\n", row);
    if (events(T) == 0)
        put(T, "        if (k == order)\n            break;\n");
    if (T->S.products > 0)
        put_text(T, "        @_taylor_lanes_sums(k, s, m);\n");
    write_calls(T, blocks, "        @_taylor_lanes", "n, h, prepared, x, y, z, m, s + k, w, f, g + 8 * k");
    put(T, "    }\n}\n\n");
}

/* ---- the places of things ---- */

static void use(taylor *T, uint32_t row, uint32_t u)
{
    T->next[u] = T->use[row];
    T->use[row] = u;
    if (T->place[row] == LI_NO_SLOT)
        T->place[row] = (uint32_t)T->kept++;
}

static bool take_places(taylor *T)
{
    li_ctx *ctx = T->w->ctx;
    const li_code *code = T->S.code;
    uint32_t **of_row[] = { &T->zero, &T->place, &T->use };

    for (size_t i = 0; i < 3; i++) {
        *of_row[i] = li_new(ctx, T->S.rows + 1, sizeof **of_row[i]);
        for (size_t r = 0; r < T->S.rows && *of_row[i] != NULL; r++)
            (*of_row[i])[r] = LI_NO_SLOT;
    }
    T->next = li_new(ctx, 2 * T->S.products + 1, sizeof *T->next);
    T->factors = li_new(ctx, code->systems + 1, sizeof *T->factors);
    if (li_ctx_status(ctx) != LI_OK)
        return false;
    for (uint32_t s = 0; s < T->S.products; s++)
        if (T->S.product[s].left != LI_NO_PRODUCT) {
            use(T, T->S.product[s].left, 2 * s);
            use(T, T->S.product[s].right, 2 * s + 1);
        }
    for (size_t i = 0; i < code->systems; i++) {
        const li_system *S = &code->system[i];
        T->factors[i] = (uint32_t)T->zeros;
        T->zeros += li_system_numbers(S) + (T->lanes && S->plan == NULL ? S->n * S->n + 1 : 0);
    }
    return true;
}

static void leave_places(taylor *T)
{
    uint32_t *const all[] = { T->zero, T->place, T->use, T->next, T->factors };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        li_drop(T->w->ctx, all[i]);
    li_series_clear(T->w->ctx, &T->S);
}

static size_t write_blocks(taylor *T, size_t most, void (*write)(taylor *))
{
    li_c_writer *w = T->w;

    li_c_cut(w, most);
    for (w->here = 0; w->here < w->blocks; w->here++)
        write(T);
    T->slots = w->slots > T->slots ? w->slots : T->slots;
    return w->blocks;
}

/* The order 0 comes last: what is kept of it is known then. */
static void write_functions(taylor *T)
{
    li_c_writer *w = T->w;

    if (T->lanes && T->S.products > 0)
        write_lane_sums(T);
    size_t blocks = write_blocks(T, HEAVY, write_higher_block);
    w->zero = T->zero;
    w->factors = T->factors;
    size_t start_blocks = write_blocks(T, 4 * HEAVY, write_start_block);
    w->zero = w->factors = NULL;
    if (T->lanes)
        write_lanes_function(T, start_blocks, blocks);
    else
        write_scalar_function(T, start_blocks, blocks);
}

/* Functions have two results, and their series need both. */
static void mark_pairs(taylor *T)
{
    const li_code *code = T->S.code;

    for (size_t at = code->prologue; at < code->len; at++) {
        const li_instruction *i = &code->text[at];
        if (li_operation_info[i->op].results == 2 && li_c_is_needed(T->w, i))
            T->w->used[i->out] = T->w->used[i->out + 1] = true;
    }
}

void li_c_write_taylor(li_c_writer *w, size_t order, bool lanes)
{
    taylor T = { .w = w, .order = order, .nv = w->code->nv, .outs = w->outs, .type = "double", .lanes = lanes };
    li_text vector;

    li_text_init(&vector);
    if (lanes) {
        li_text_printf(w->ctx, &vector, "%s_vector", w->name);
        T.type = li_text_str(&vector);
    }
    w->lanes = lanes;
    li_c_mark_used(w);
    if (li_series_init(w->ctx, &T.S, w->code) == LI_OK && take_places(&T)) {
        mark_pairs(&T);
        write_functions(&T);
        w->products = T.S.products;
        w->work[lanes] = lanes ? 8 + 8 * (T.kept * (order + 1) + T.S.products + T.zeros + T.slots + 3 * T.nv)
                               : 8 + (T.S.products + 7) / 8 * 8 * (2 * order + 3) + T.zeros + T.slots + 2 * T.nv;
        w->parts |= lanes || T.S.products == 0 ? 0 : LI_C_SUMS;
    }
    leave_places(&T);
    li_text_clear(w->ctx, &vector);
}
