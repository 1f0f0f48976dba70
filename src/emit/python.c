/* python.c - the law of a system as a Python module over NumPy */
#include <math.h>
#include <string.h>

#include "source.h"

typedef struct { li_ctx *ctx; li_text *out; li_source x; } py_text;

#define PUT(T, ...) li_text_printf((T)->ctx, (T)->out, __VA_ARGS__)

static const struct { const char *function, *words; } group[LI_GROUPS] = {
    [LI_GROUP_RATES]         = { "rhs", "y', the rates of the variables" },
    [LI_GROUP_MULTIPLIERS]   = { "multipliers", "The reactions of the constraints: names[\"multipliers\"]." },
    [LI_GROUP_VELOCITIES]    = { "velocities", "All velocities, also those that are no part of y: names[\"velocities\"]." },
    [LI_GROUP_ACCELERATIONS] = { "accelerations", "The rates of all velocities: names[\"accelerations\"]." },
    [LI_GROUP_ENERGIES]      = { "energies", "The energies: names[\"energies\"]." },
    [LI_GROUP_INTEGRALS]     = { "integrals", "Constant along every motion, as the model claims: names[\"integrals\"]." },
    [LI_GROUP_RESIDUALS]     = { "residuals", "0 where y keeps the constraints: names[\"residuals\"]." },
};

static bool has(const py_text *T, li_group_kind kind) { return T->x.group[kind].count > 0; }

/* ---- what the module says of itself ---- */

static void put_variables(py_text *T)
{
    const li_source *x = &T->x;
    li_text s;

    PUT(T, "The state y, ");
    li_source_count(T->ctx, T->out, x);
    PUT(T, "\n\n");
    li_text_init(&s);
    for (size_t i = 0; i < x->flow.n; i++) {
        PUT(T, "    y[%zu]  ", i);
        li_put_docstring(T->ctx, T->out, x->group[LI_GROUP_RATES].name[i]);
        li_text_cut(&s, 0);
        li_source_meaning(T->ctx, &s, x, i);
        if (s.len > 0 && s.len < 100) {
            PUT(T, " = ");
            li_put_docstring(T->ctx, T->out, li_text_str(&s));
        }
        PUT(T, "\n");
    }
    li_text_clear(T->ctx, &s);
}

static void put_missing(py_text *T)
{
    const li_source *x = &T->x;
    bool any = false;

    for (size_t i = 0; i < x->flow.params; i++) {
        if (!isnan(x->parameter[i]))
            continue;
        PUT(T, any ? ", " : "\nThese parameters have no value in the model: ");
        li_put_docstring(T->ctx, T->out, li_expr_name(x->flow.param[i]));
        any = true;
    }
    if (any)
        PUT(T, ". Give them.\n");
}

static void put_docstring(py_text *T)
{
    PUT(T, "\"\"\"");
    li_put_docstring(T->ctx, T->out, T->x.title);
    PUT(T, "\n\nEquations of motion, written by liaison %s. NumPy is all they need.\n\n", li_version());
    put_variables(T);
    PUT(T, "\nEvery function takes t, y and p: a dict of parameters that shall differ from `parameters`, a sequence of all of them, or nothing.\n"
           "y may hold many states at once, y[i, k] being number i of state k; t then is a number, or one for each state.\n"
           "Where no acceleration follows from the masses and the constraints the values are nan.\n");
    put_missing(T);
    PUT(T, "\n    from scipy.integrate import solve_ivp\n    motion = solve_ivp(rhs, (start_time, start_time + 10), start, method=\"DOP853\", rtol=1e-10, atol=1e-10, vectorized=True)\n"
           "    energies(motion.t, motion.y)\n\"\"\"\nimport numpy as np\n\n");
}

/* ---- tables ---- */

static void put_strings(py_text *T, size_t n, const char *const *name)
{
    PUT(T, "(");
    for (size_t i = 0; i < n; i++) {
        PUT(T, i > 0 && i % 10 == 0 ? "\n          " : i > 0 ? " " : "");
        li_put_python_string(T->ctx, T->out, name[i]);
        PUT(T, ",");
    }
    PUT(T, ")");
}

static void put_tables(py_text *T)
{
    const li_source *x = &T->x;

    PUT(T, "names = {\n");
    for (size_t i = LI_GROUP_RATES; i < LI_GROUP_SLOPES; i++) {
        PUT(T, "    \"%s\": ", li_group_word[i]);
        put_strings(T, x->group[i].count, x->group[i].name);
        PUT(T, ",\n");
    }
    PUT(T, "}\nvariables = names[\"rates\"]\n\nparameters = {");
    for (size_t i = 0; i < x->flow.params; i++) {
        PUT(T, i > 0 ? ", " : "");
        li_put_python_string(T->ctx, T->out, li_expr_name(x->flow.param[i]));
        PUT(T, ": ");
        li_put_double(T->ctx, T->out, x->parameter[i], "np.nan");
    }
    PUT(T, "}\nstart = np.array([");
    for (size_t i = 0; i < x->flow.n; i++) {
        PUT(T, i == 0 ? "" : i % 6 == 0 ? ",\n                  " : ", ");
        li_put_double(T->ctx, T->out, x->start[i], "np.nan");
    }
    PUT(T, "])\nstart_time = ");
    li_put_double(T->ctx, T->out, x->start[x->flow.n], "np.nan");
    PUT(T, "\n\n\n");
}

/* ---- functions ---- */

static const char helpers[] =
    "def _parameters(p):\n"
    "    if p is None:\n"
    "        return _law_prepare([np.float64(v) for v in parameters.values()])\n"
    "    if isinstance(p, dict):\n"
    "        for name in p:\n"
    "            if name not in parameters:\n"
    "                raise KeyError(\"the model has no parameter %r\" % name)\n"
    "        p = {**parameters, **p}.values()\n"
    "    p = [np.asarray(v, dtype=float)[()] for v in p]\n"
    "    if len(p) != len(parameters):\n"
    "        raise ValueError(\"%d parameters are given; the model has %d\" % (len(p), len(parameters)))\n"
    "    return _law_prepare(p)\n"
    "\n"
    "\n"
    "def _values(f, t, y, p):\n"
    "    y = np.asarray(y, dtype=float)\n"
    "    if y.shape[0] != len(variables):\n"
    "        raise ValueError(\"y has %d numbers; the model has %d variables\" % (y.shape[0], len(variables)))\n"
    "    out = f(_parameters(p), [*y, np.asarray(t, dtype=float)[()]])\n"
    "    if y.ndim == 1:\n"
    "        return np.array(out)\n"
    "    return np.array([np.broadcast_to(v, y.shape[1:]) for v in out])\n"
    "\n"
    "\n";

static void put_function(py_text *T, li_group_kind kind)
{
    PUT(T, "def %s(t, y, p=None):\n    \"\"\"%s\"\"\"\n    return _values(_law_%s, t, y, p)\n\n\n", group[kind].function, group[kind].words, li_group_word[kind]);
}

static void put_jacobian(py_text *T)
{
    PUT(T, "def _slopes(t, y, p):\n    out = _values(_law_slopes, t, y, p)\n    return out.reshape((len(variables), len(variables) + 1) + out.shape[1:])\n\n\n"
           "def jacobian(t, y, p=None):\n    \"\"\"J[i, j] = dy'_i/dy_j\"\"\"\n    return _slopes(t, y, p)[:, :-1]\n\n\n"
           "def jacobian_t(t, y, p=None):\n    \"\"\"dy'_i/dt\"\"\"\n    return _slopes(t, y, p)[:, -1]\n\n\n");
}

static void put_program(py_text *T)
{
    li_c_view view[LI_GROUPS];
    size_t views = 0;

    for (size_t i = 0; i < LI_GROUPS; i++)
        if (T->x.group[i].count > 0)
            view[views++] = (li_c_view){ li_group_word[i], T->x.group[i].first, T->x.group[i].count };
    li_program_python(T->ctx, T->out, &T->x.program, "_law", views, view);
}

static void put_file(py_text *T)
{
    put_docstring(T);
    put_tables(T);
    for (li_group_kind i = LI_GROUP_RATES; i < LI_GROUP_SLOPES; i++)
        if (has(T, i))
            put_function(T, i);
    if (has(T, LI_GROUP_SLOPES))
        put_jacobian(T);
    PUT(T, "%s", helpers);
    put_program(T);
    while (T->out->len > 1 && T->out->s[T->out->len - 1] == '\n' && T->out->s[T->out->len - 2] == '\n')
        li_text_cut(T->out, T->out->len - 1);
}

li_status li_emit_python(li_ctx *ctx, li_text *out, const li_source_options *o)
{
    py_text T = { .ctx = ctx, .out = out };
    size_t before = out->len;

    if (li_source_init(ctx, &T.x, o) == LI_OK)
        put_file(&T);
    li_source_clear(ctx, &T.x);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, before);
    return li_ctx_status(ctx);
}
