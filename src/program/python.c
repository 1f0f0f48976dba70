/* python.c - a program as Python text over NumPy
 *
 * The numbers are those of NumPy, one or many at once: every line is arithmetic that acts on arrays element by element. Names as in C:
 * p what depends on parameters only, x the variables, v the rest. */
#include <stdio.h>
#include <string.h>

#include "code.h"

typedef struct {
    li_ctx *ctx;
    li_text *out;
    const li_code *code;
    uint32_t result;             /* the first register of the body's results */
    bool *used;                  /* registers: an output needs it */
    const char *integrand;       /* integral K of this program has the integrand INTEGRANDk */
} writer;

static void put(writer *w, const char *s) { li_text_put(w->ctx, w->out, s); }

static void put_number(writer *w, const li_rational *x)
{
    char s[40];

    snprintf(s, sizeof s, "%.17g", li_rational_double(x));
    if (strpbrk(s, ".en") == NULL)
        strcat(s, ".0");
    li_text_printf(w->ctx, w->out, s[0] == '-' ? "(%s)" : "%s", s);
}

static void put_register(writer *w, uint32_t r)
{
    const li_code *code = w->code;
    size_t inputs = code->constants + code->np;

    if (r < code->constants)
        put_number(w, &code->constant[r]);
    else if (r >= inputs && r < inputs + code->nv)
        li_text_printf(w->ctx, w->out, "x[%zu]", r - inputs);
    else if (r < w->result)
        li_text_printf(w->ctx, w->out, "p[%zu]", r - code->constants - (r < inputs ? 0 : code->nv));
    else
        li_text_printf(w->ctx, w->out, "v%u", (unsigned)(r - w->result));
}

static void put_list(writer *w, size_t n, const uint32_t *r)
{
    for (size_t k = 0; k < n; k++) {
        put(w, k == 0 ? "" : ", ");
        put_register(w, r[k]);
    }
}

/* ---- instructions ---- $a, $b, $c are operands, $n the degree of a root */

static const struct { const char *first, *second; } formula[LI_OP_COUNT] = {
    [LI_OP_ADD] = { "$a + $b", NULL }, [LI_OP_SUB] = { "$a - $b", NULL }, [LI_OP_MUL] = { "$a*$b", NULL }, [LI_OP_FMA] = { "$a*$b + $c", NULL },
    [LI_OP_FNMA] = { "$c - $a*$b", NULL }, [LI_OP_NEG] = { "-$a", NULL }, [LI_OP_INV] = { "np.divide(1.0, $a)", NULL }, [LI_OP_PI] = { "np.pi", NULL },
    [LI_OP_SINCOS] = { "np.sin($a)", "np.cos($a)" }, [LI_OP_SINHCOSH] = { "np.sinh($a)", "np.cosh($a)" }, [LI_OP_TANH] = { "np.tanh($a)", NULL },
    [LI_OP_EXP] = { "np.exp($a)", NULL }, [LI_OP_LOG] = { "np.log($a)", NULL }, [LI_OP_ASIN] = { "np.arcsin($a)", NULL },
    [LI_OP_ACOS] = { "np.arccos($a)", NULL }, [LI_OP_ATAN] = { "np.arctan($a)", NULL }, [LI_OP_ATAN2] = { "np.arctan2($a, $b)", NULL },
    [LI_OP_ABS] = { "np.abs($a)", NULL }, [LI_OP_SIGN] = { "np.sign($a)", NULL }, [LI_OP_MIN] = { "np.minimum($a, $b)", NULL },
    [LI_OP_MAX] = { "np.maximum($a, $b)", NULL }, [LI_OP_ROOT] = { "_root($a, $n)", NULL },
};

static void put_formula(writer *w, const li_instruction *i, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text != '$')
            li_text_put_n(w->ctx, w->out, text, 1);
        else if (*++text == 'n')
            li_text_printf(w->ctx, w->out, "%u", (unsigned)i->in[1]);
        else
            put_register(w, i->in[*text - 'a']);
    }
}

static void put_elementary(writer *w, const li_instruction *i)
{
    for (uint32_t k = 0; k < li_operation_info[i->op].results; k++) {
        if (!w->used[i->out + k])
            continue;
        put(w, "    ");
        put_register(w, i->out + k);
        put(w, " = ");
        put_formula(w, i, i->op == LI_OP_ROOT && i->in[1] == 2 ? "np.sqrt($a)" : k == 0 ? formula[i->op].first : formula[i->op].second);
        put(w, "\n");
    }
}

static void put_results(writer *w, const li_instruction *i, size_t n)
{
    put(w, "    ");
    for (uint32_t k = 0; k < n; k++) {
        put_register(w, i->out + k);
        put(w, k + 1 < n ? ", " : n == 1 ? ", = " : " = ");
    }
}

static void put_places(writer *w, const li_schedule *Z)
{
    for (size_t e = 0; e < Z->entries; e++)
        li_text_printf(w->ctx, w->out, "%s(%u, %u)", e == 0 ? "" : ", ", (unsigned)Z->row[e], (unsigned)Z->column[e]);
}

static void put_system(writer *w, const li_instruction *i)
{
    const li_system *S = &w->code->system[i->in[0]];

    put_results(w, i, S->n);
    li_text_printf(w->ctx, w->out, S->plan != NULL ? "_solve_sparse(%zu, [" : "_solve(%zu, [", S->n);
    if (S->plan != NULL) {
        put_places(w, S->plan);
        put(w, "], [");
    }
    put_list(w, S->entries + S->n, S->in);
    put(w, "])\n");
}

static void put_integral(writer *w, const li_instruction *i)
{
    const li_integral *I = &w->code->integral[i->in[0]];

    put(w, "    ");
    put_register(w, i->out);
    li_text_printf(w->ctx, w->out, " = _integral(%s%u, [", w->integrand, (unsigned)i->in[0] + 1);
    put_list(w, I->n, I->in + 2);
    put(w, "], ");
    put_list(w, 2, I->in);
    put(w, ")\n");
}

static void put_instruction(writer *w, const li_instruction *i)
{
    if (li_code_solves(i))
        put_system(w, i);
    else if (i->op == LI_OP_INTEGRAL)
        put_integral(w, i);
    else
        put_elementary(w, i);
}

/* ---- functions ---- */

static bool is_needed(const writer *w, const li_instruction *i)
{
    bool needed = false;
    for (size_t k = 0; k < li_code_results(w->code, i); k++)
        needed |= w->used[i->out + k];
    return needed;
}

static void mark_used(writer *w, size_t first, size_t outs)
{
    const li_code *code = w->code;

    for (uint32_t r = 0; r < code->values; r++)
        w->used[r] = r < w->result;
    for (size_t i = 0; i < outs; i++)
        w->used[code->out[first + i]] = true;
    for (size_t at = code->len; at-- > code->prologue;) {
        size_t count;
        const uint32_t *in = li_code_reads(code, &code->text[at], &count);
        for (size_t k = 0; k < count && is_needed(w, &code->text[at]); k++)
            w->used[in[k]] = true;
    }
}

/* def NAME(p, x): the outputs, as a list */
static void put_body(writer *w, const char *name, size_t first, size_t outs)
{
    const li_code *code = w->code;

    mark_used(w, first, outs);
    li_text_printf(w->ctx, w->out, "def %s(p, x):\n", name);
    for (size_t at = code->prologue; at < code->len; at++)
        if (is_needed(w, &code->text[at]))
            put_instruction(w, &code->text[at]);
    put(w, "    return [");
    put_list(w, outs, code->out + first);
    put(w, "]\n\n\n");
}

/* def NAME(p): the parameters and what depends on them alone, as a list */
static void put_prologue(writer *w, const char *name)
{
    const li_code *code = w->code;

    mark_used(w, 0, 0);
    li_text_printf(w->ctx, w->out, "def %s(p):\n    p = list(p) + [0.0]*%zu\n", name, w->result - code->constants - code->np - code->nv);
    for (size_t at = 0; at < code->prologue; at++)
        put_instruction(w, &code->text[at]);
    put(w, "    return p\n\n\n");
}

static li_status write_program(li_ctx *ctx, li_text *out, const li_code *code, const char *name, size_t views, const li_c_view *view);

/* NAMEk(q, s): the integrand of the k-th integral, its parameters being q and its variable s */
static void write_integrands(li_ctx *ctx, li_text *out, const li_code *code, const char *name)
{
    li_text own;

    li_text_init(&own);
    for (size_t i = 0; i < code->integrals && li_ctx_status(ctx) == LI_OK; i++) {
        li_text_cut(&own, 0);
        li_text_printf(ctx, &own, "%s%zu", name, i + 1);
        const char *s = li_text_str(&own);
        write_program(ctx, out, code->integral[i].integrand.code, s, 1, &(li_c_view){ "value", 0, 1 });
        li_text_printf(ctx, out, "def %s(q, s):\n    return %s_value(%s_prepare(q), [s])[0]\n\n\n", s, s, s);
    }
    li_text_clear(ctx, &own);
}

static li_status write_program(li_ctx *ctx, li_text *out, const li_code *code, const char *name, size_t views, const li_c_view *view)
{
    writer w = { .ctx = ctx, .out = out, .code = code, .used = li_new(ctx, code->values + 1, sizeof *w.used) };
    li_text integrand, function;

    w.result = code->prologue < code->len ? code->text[code->prologue].out : (uint32_t)code->values;
    li_text_init(&integrand);
    li_text_init(&function);
    li_text_printf(ctx, &integrand, "%s_integrand", name);
    w.integrand = li_text_str(&integrand);
    if (w.used != NULL) {
        write_integrands(ctx, out, code, w.integrand);
        li_text_printf(ctx, &function, "%s_prepare", name);
        put_prologue(&w, li_text_str(&function));
    }
    for (size_t i = 0; i < views && w.used != NULL; i++) {
        li_text_cut(&function, 0);
        li_text_printf(ctx, &function, "%s_%s", name, view[i].name);
        put_body(&w, li_text_str(&function), view[i].first, view[i].count);
    }
    li_drop(ctx, w.used);
    li_text_clear(ctx, &integrand);
    li_text_clear(ctx, &function);
    return li_ctx_status(ctx);
}

static const char helpers[] =
    "def _solve(n, entries):\n"
    "    \"\"\"A x = b, the entries being those of A row by row, then b. Where A is singular: nan.\"\"\"\n"
    "    try:\n"
    "        z = np.array(entries, dtype=float)\n"
    "    except ValueError:\n"
    "        z = np.array(np.broadcast_arrays(*entries), dtype=float)\n"
    "    A = np.moveaxis(z[:n*n], 0, -1).reshape(z.shape[1:] + (n, n))\n"
    "    b = np.moveaxis(z[n*n:], 0, -1)[..., None]\n"
    "    x = np.full(b.shape, np.nan)\n"
    "    if not _try(A, b, x, ()):\n"
    "        for i in np.ndindex(z.shape[1:]):\n"
    "            _try(A, b, x, i)\n"
    "    return np.moveaxis(x[..., 0], -1, 0)\n"
    "\n"
    "\n"
    "def _try(A, b, x, i):\n"
    "    try:\n"
    "        x[i] = np.linalg.solve(A[i], b[i])\n"
    "    except np.linalg.LinAlgError:\n"
    "        return False\n"
    "    return True\n"
    "\n"
    "\n";

static const char sparse_helper[] =
    "def _solve_sparse(n, places, entries):\n"
    "    \"\"\"A x = b, A being symmetric; the entries are those of A at these places, then b.\"\"\"\n"
    "    A = [0.0]*(n*n)\n"
    "    for (i, j), a in zip(places, entries):\n"
    "        A[i*n + j] = A[j*n + i] = a\n"
    "    return _solve(n, A + list(entries[len(places):]))\n"
    "\n"
    "\n";

static const char root_helper[] =
    "def _root(a, n):\n"
    "    \"\"\"The n-th root of a >= 0, with a step of Newton's method to the last bit.\"\"\"\n"
    "    r = np.power(a, 1.0/n)\n"
    "    with np.errstate(all=\"ignore\"):\n"
    "        step = (r - a/np.power(r, n - 1))/n\n"
    "    return np.where(np.isfinite(step), r - step, r)[()]\n"
    "\n"
    "\n";

static const char integral_helper[] =
    "_NODES = np.array([0.991455371120812639206854697526329, 0.949107912342758524526189684047851, 0.864864423359769072789712788640926,\n"
    "                   0.741531185599394439863864773280788, 0.586087235467691130294144838258730, 0.405845151377397166906606412076961,\n"
    "                   0.207784955007898467600689403773245, 0.0])\n"
    "_NODES = np.concatenate([-_NODES, _NODES[6::-1]])\n"
    "_KRONROD = np.array([0.022935322010529224963732008058970, 0.063092092629978553290700663189204, 0.104790010322250183839876322541518,\n"
    "                     0.140653259715525918745189590510238, 0.169004726639267902826583426598550, 0.190350578064785409913256402421014,\n"
    "                     0.204432940075298892414161999234649, 0.209482141084727828012999174891714])\n"
    "_KRONROD = np.concatenate([_KRONROD, _KRONROD[6::-1]])\n"
    "_GAUSS = np.array([0.129484966168869693270611432679082, 0.279705391489276667901467771423780, 0.381830050505118944950369775488975,\n"
    "                   0.417959183673469387755102040816327])\n"
    "_GAUSS = np.concatenate([_GAUSS, _GAUSS[2::-1]])\n"
    "\n"
    "\n"
    "def _integral(f, q, upper, lower):\n"
    "    \"\"\"The integral of f from lower to upper by bisection, Kronrod's rule with 15 points on each part.\"\"\"\n"
    "    if any(np.ndim(a) > 0 for a in [upper, lower, *q]):\n"
    "        return np.vectorize(lambda u, l, *r: _integral(f, list(r), u, l))(upper, lower, *q)\n"
    "    parts, total, whole = [(lower, upper, 0)], 0.0, 0.0\n"
    "    for count in range(4000):\n"
    "        if not parts:\n"
    "            break\n"
    "        a, b, depth = parts.pop()\n"
    "        h, middle = 0.5*(b - a), 0.5*(a + b)\n"
    "        y = np.broadcast_to(f(q, middle + h*_NODES), _NODES.shape)\n"
    "        K, G = _KRONROD @ y, _GAUSS @ y[1::2]\n"
    "        whole = max(whole, abs(h)*(_KRONROD @ np.abs(y)))\n"
    "        spread, error = abs(h)*(_KRONROD @ np.abs(y - 0.5*K)), abs(h*(K - G))\n"
    "        error = spread*min(1.0, (200*error/spread)**1.5) if spread > 0 else error\n"
    "        if not error > 1e-15*whole or depth >= 50 or count == 3999:\n"
    "            total += h*K\n"
    "        else:\n"
    "            parts += [(middle, b, depth + 1), (a, middle, depth + 1)]\n"
    "    return total\n"
    "\n"
    "\n";

static bool has(const li_code *code, unsigned op)
{
    for (size_t at = 0; at < code->len; at++)
        if (code->text[at].op == op && (op != LI_OP_ROOT || code->text[at].in[1] != 2))
            return true;
    for (size_t i = 0; i < code->integrals; i++)
        if (has(code->integral[i].integrand.code, op))
            return true;
    return false;
}

li_status li_program_python(li_ctx *ctx, li_text *out, const li_program *P, const char *name, size_t views, const li_c_view *view)
{
    if (li_code_check(ctx, P) != LI_OK)
        return li_ctx_status(ctx);
    if (has(P->code, LI_OP_LDL) || has(P->code, LI_OP_LU) || has(P->code, LI_OP_SPARSE))
        li_text_put(ctx, out, helpers);
    if (has(P->code, LI_OP_SPARSE))
        li_text_put(ctx, out, sparse_helper);
    if (has(P->code, LI_OP_ROOT))
        li_text_put(ctx, out, root_helper);
    if (has(P->code, LI_OP_INTEGRAL))
        li_text_put(ctx, out, integral_helper);
    return write_program(ctx, out, P->code, name, views, view);
}
