/* sympy.c - the law of a system as source for SymPy
 *
 * Expressions become text from the leaves up, each node once; one that is long and stands in several places gets a name. */
#include <stdio.h>
#include <string.h>

#include "symbolic.h"

#define PUT(T, ...) li_text_printf((T)->ctx, (T)->out, __VA_ARGS__)

/* How tightly a text holds together. */
typedef enum { SUM, PRODUCT, POWER, PRIMARY } level;
typedef struct { char *text; level level; uint32_t uses, depth; } spelling;           /* depth: nodes below one another in the text */
enum { LONG = 60, TOO_LONG = 4000, DEEP = 40 };  /* letters: of a node in several places; of any node. Python reads no more than 200 brackets */

typedef struct {
    li_ctx  *ctx;
    li_text *out;
    const li_source_options *o;
    li_symbolic y;
    li_equations form;
    li_identifiers names;
    size_t   symbols;              /* what symbols and functions are called */
    li_expr *symbol;
    const char **word;
    size_t   functions;
    const char **function, **function_word;
    li_list  list;                 /* all nodes of what is written */
    spelling *s;                   /* of each */
    size_t   count, temporaries;
    li_expr *roots;
    li_expr *start;                /* of the velocities w that are no part of the state; NULL: none */
} sp_text;

/* ---- names ---- */

/* What the module itself is made of. */
static const char *const taken[] = {
    "sp", "t", "parameters", "values", "start", "coordinates", "coordinate_rates", "velocities", "rates", "multipliers", "mass_matrix", "forcing",
    "reaction_matrix", "constraint_matrix", "constraint_rest", "relations", "positions", "definitions", "kinetic", "potential", "energy", "integrals",
    "equations", "form", "in_time", "solve", "title", "unknowns", "momenta", "completing", "functions", "_x",
};

static const char *word_of(const sp_text *T, li_expr x)
{
    for (size_t i = 0; i < T->symbols; i++)
        if (T->symbol[i] == x)
            return T->word[i];
    return "sp.nan";
}

static const char *function_word(const sp_text *T, const char *name)
{
    for (size_t i = 0; i < T->functions; i++)
        if (strcmp(T->function[i], name) == 0)
            return T->function_word[i];
    return "sp.nan";
}

static void name_symbol(sp_text *T, li_expr x)
{
    const char *name = li_expr_name(x);

    if (strcmp(word_of(T, x), "sp.nan") != 0)
        return;
    T->symbol[T->symbols] = x;
    T->word[T->symbols++] = x == T->o->motion->t ? "t" : li_identifier(&T->names, "", name[0] == '~' ? "s" : name);
}

static void name_symbols(sp_text *T, size_t n, const li_expr *x)
{
    for (size_t i = 0; i < n; i++)
        name_symbol(T, x[i]);
}

/* ---- nodes as text ---- */

static const spelling *spelled(const sp_text *T, li_expr e) { return &T->s[li_list_index(&T->list, e)]; }

static void put_child(sp_text *T, li_text *out, li_expr e, level least)
{
    const spelling *s = spelled(T, e);
    li_text_printf(T->ctx, out, s->level < least ? "(%s)" : "%s", s->text != NULL ? s->text : "");
}

/* |c| as a factor or alone: 3, sp.Rational(3, 2) */
static void put_number(sp_text *T, li_text *out, const li_rational *c, bool alone)
{
    li_rational size;

    li_rational_init(&size);
    li_rational_set(&size, c);
    if (li_rational_sign(c) < 0)
        li_rational_neg(&size, c);
    li_text_put(T->ctx, out, li_rational_is_integer(&size) ? alone ? "sp.Integer(" : "" : "sp.Rational(");
    li_rational_print_numerator(T->ctx, out, &size);
    if (!li_rational_is_integer(&size)) {
        li_text_put(T->ctx, out, ", ");
        li_rational_print_denominator(T->ctx, out, &size);
    }
    li_text_put(T->ctx, out, alone || !li_rational_is_integer(&size) ? ")" : "");
    li_rational_clear(&size);
}

/* |c| x as 3*x/2: x is no number of Python, so nothing is rounded */
static void put_scaled(sp_text *T, li_text *out, const li_rational *c, li_expr x)
{
    li_rational size;

    li_rational_init(&size);
    li_rational_set(&size, c);
    if (li_rational_sign(c) < 0)
        li_rational_neg(&size, c);
    if (!li_rational_is_one(&size) && !li_rational_is_unit_fraction(&size)) {
        li_rational_print_numerator(T->ctx, out, &size);
        li_text_put(T->ctx, out, "*");
    }
    put_child(T, out, x, PRODUCT);
    if (!li_rational_is_integer(&size)) {
        li_text_put(T->ctx, out, "/");
        li_rational_print_denominator(T->ctx, out, &size);
    }
    li_rational_clear(&size);
}

static level put_sum(sp_text *T, li_text *out, li_expr e)
{
    const li_rational *constant = li_expr_number(e);
    size_t n = li_expr_len(e);

    for (size_t i = 0; i < n; i++) {
        const li_rational *c = li_expr_coef(e, i);
        bool minus = li_rational_sign(c) < 0;
        li_text_put(T->ctx, out, i == 0 ? (minus ? "-" : "") : minus ? " - " : " + ");
        put_scaled(T, out, c, li_expr_arg(e, i));
    }
    if (!li_rational_is_zero(constant)) {
        li_text_put(T->ctx, out, li_rational_sign(constant) < 0 ? " - " : " + ");
        put_number(T, out, constant, false);
    }
    return SUM;
}

static void put_power(sp_text *T, li_text *out, li_expr x, int power)
{
    put_child(T, out, x, power == 1 ? POWER : PRIMARY);
    if (power != 1)
        li_text_printf(T->ctx, out, "**%d", power);
}

static level put_product(sp_text *T, li_text *out, li_expr e)
{
    size_t n = li_expr_len(e), above = 0, below = 0;

    for (size_t i = 0; i < n; i++)
        if (li_expr_exponent(e, i) > 0) {
            li_text_put(T->ctx, out, above++ > 0 ? "*" : "");
            put_power(T, out, li_expr_arg(e, i), li_expr_exponent(e, i));
        }
    if (above == 0)
        li_text_put(T->ctx, out, "1");
    for (size_t i = 0; i < n; i++)
        if (li_expr_exponent(e, i) < 0) {
            li_text_put(T->ctx, out, "/");
            put_power(T, out, li_expr_arg(e, i), -li_expr_exponent(e, i));
            below++;
        }
    return below == 0 && above == 1 ? POWER : PRODUCT;
}

/* f''(x); at anything but a symbol it is the derivative at that place */
static level put_unknown(sp_text *T, li_text *out, li_expr e)
{
    li_expr x = li_expr_arg(e, 0);
    const char *f = function_word(T, li_expr_name(e));

    if (li_expr_order(e) == 0) {
        li_text_printf(T->ctx, out, "%s(", f);
        put_child(T, out, x, SUM);
    } else if (li_expr_kind(x) == LI_SYM) {
        li_text_printf(T->ctx, out, "sp.Derivative(%s(%s), (%s, %d)", f, spelled(T, x)->text, spelled(T, x)->text, li_expr_order(e));
    } else {
        li_text_printf(T->ctx, out, "sp.Subs(sp.Derivative(%s(_x), (_x, %d)), _x, ", f, li_expr_order(e));
        put_child(T, out, x, SUM);
    }
    li_text_put(T->ctx, out, ")");
    return PRIMARY;
}

static level put_integral(sp_text *T, li_text *out, li_expr e)
{
    li_text_put(T->ctx, out, "sp.Integral(");
    put_child(T, out, li_expr_arg(e, 0), SUM);
    li_text_printf(T->ctx, out, ", (%s", word_of(T, li_expr_bound(T->ctx, e)));
    for (size_t i = li_expr_len(e); i-- > 1;) {
        li_text_put(T->ctx, out, ", ");
        put_child(T, out, li_expr_arg(e, i), SUM);
    }
    li_text_put(T->ctx, out, "))");
    return PRIMARY;
}

static const char *function_name(li_kind kind)
{
    static const char *const name[LI_KIND_COUNT] = {
        [LI_SIN] = "sp.sin", [LI_COS] = "sp.cos", [LI_EXP] = "sp.exp", [LI_LOG] = "sp.log", [LI_ASIN] = "sp.asin", [LI_ACOS] = "sp.acos",
        [LI_ATAN] = "sp.atan", [LI_ATAN2] = "sp.atan2", [LI_SINH] = "sp.sinh", [LI_COSH] = "sp.cosh", [LI_TANH] = "sp.tanh", [LI_ABS] = "sp.Abs",
        [LI_SIGN] = "sp.sign", [LI_MIN] = "sp.Min", [LI_MAX] = "sp.Max",
    };
    return name[kind] != NULL ? name[kind] : "sp.nan";
}

static level put_function(sp_text *T, li_text *out, li_expr e)
{
    bool root = li_expr_kind(e) == LI_ROOT;

    li_text_printf(T->ctx, out, "%s(", root ? (li_expr_order(e) == 2 ? "sp.sqrt" : "sp.root") : function_name(li_expr_kind(e)));
    for (size_t i = 0; i < li_expr_len(e); i++) {
        li_text_put(T->ctx, out, i > 0 ? ", " : "");
        put_child(T, out, li_expr_arg(e, i), SUM);
    }
    if (root && li_expr_order(e) != 2)
        li_text_printf(T->ctx, out, ", %d", li_expr_order(e));
    li_text_put(T->ctx, out, ")");
    return PRIMARY;
}

static level put_node(sp_text *T, li_text *out, li_expr e)
{
    switch (li_expr_kind(e)) {
    case LI_NUM:
        li_text_put(T->ctx, out, li_rational_sign(li_expr_number(e)) < 0 ? "-" : "");
        put_number(T, out, li_expr_number(e), true);
        return li_rational_sign(li_expr_number(e)) < 0 ? SUM : PRIMARY;
    case LI_PI:
        li_text_put(T->ctx, out, "sp.pi");
        return PRIMARY;
    case LI_SYM:
        li_text_put(T->ctx, out, word_of(T, e));
        return PRIMARY;
    case LI_SUM:
        return put_sum(T, out, e);
    case LI_MON:
        return put_product(T, out, e);
    case LI_FUN:
        return put_unknown(T, out, e);
    case LI_INT:
        return put_integral(T, out, e);
    default:
        return put_function(T, out, e);
    }
}

/* A node that is too long, or long and in several places, gets a name. */
static void spell(sp_text *T, size_t i)
{
    li_text text;
    spelling *s = &T->s[i];

    li_text_init(&text);
    s->level = put_node(T, &text, T->list.e[i]);
    for (size_t k = 0; k < li_expr_len(T->list.e[i]); k++) {
        uint32_t below = spelled(T, li_expr_arg(T->list.e[i], k))->depth;
        s->depth = below >= s->depth ? below + 1 : s->depth;
    }
    if (text.len > TOO_LONG || s->depth > DEEP || (text.len > LONG && s->uses > 1)) {
        char number[40];
        snprintf(number, sizeof number, "part%zu", ++T->temporaries);
        const char *name = li_identifier(&T->names, "", number);
        PUT(T, "%s = %s\n", name, li_text_str(&text));
        li_text_cut(&text, 0);
        li_text_put(T->ctx, &text, name);
        s->level = PRIMARY;
        s->depth = 0;
    }
    s->text = li_alloc_string(T->ctx, li_text_str(&text), text.len);
    li_text_clear(T->ctx, &text);
}

static void spell_all(sp_text *T)
{
    for (size_t i = 0; i < T->list.len; i++)
        for (size_t k = 0; k < li_expr_len(T->list.e[i]); k++) {
            size_t at = li_list_index(&T->list, li_expr_arg(T->list.e[i], k));
            if (at < T->list.len)
                T->s[at].uses++;
        }
    for (size_t i = 0; i < T->list.len && li_ctx_status(T->ctx) == LI_OK; i++)
        spell(T, i);
    if (T->temporaries > 0)
        PUT(T, "\n");
}

/* ---- what is written ---- */

static void add_roots(sp_text *T, size_t n, const li_expr *e)
{
    li_expr *roots = li_grow(T->ctx, T->roots, T->count + n + 1, sizeof *roots);

    if (roots == NULL)
        return;
    T->roots = roots;
    for (size_t i = 0; i < n; i++)
        if (e[i] != NULL)
            roots[T->count++] = e[i];
}

static void add_equations(sp_text *T, size_t n, const li_equation *eq)
{
    for (size_t i = 0; i < n; i++) {
        add_roots(T, 1, &eq[i].left);
        add_roots(T, 1, &eq[i].right);
    }
}

/* Quasi-velocities where the model starts */
static void set_start(sp_text *T)
{
    li_ctx *ctx = T->ctx;
    const li_state *s = T->o->state;
    const li_dynamics *D = &T->y.D;

    if (s == NULL)
        return;
    T->start = li_expr_room(ctx, D->n);
    for (size_t i = 0; T->start != NULL && i < D->n; i++) {
        bool known = false;
        for (size_t k = 0; k < s->n; k++)
            known |= s->x[k] == D->w[i];
        T->start[i] = known ? NULL : li_expr_subst(ctx, li_model_basic(ctx, T->o->motion->model, D->w[i]), s->n, s->x, s->value);
    }
    if (li_ctx_status(ctx) == LI_OK)
        add_roots(T, D->n, T->start);
}

static void collect(sp_text *T)
{
    const li_motion *S = T->o->motion;
    const li_model *m = S->model;
    const li_dynamics *D = &T->y.D;

    add_roots(T, S->coords, D->velocity);
    add_roots(T, D->n * D->n, D->M);
    add_roots(T, D->n, T->y.forcing);
    add_roots(T, D->r * D->n, D->l);
    add_roots(T, D->p * D->n, D->A);
    add_roots(T, D->p, D->rest);
    add_roots(T, D->p, D->relation);
    add_roots(T, S->p, S->position);
    for (size_t i = 0; i < m->quasis; i++)
        add_roots(T, 1, &m->quasi[i].value);
    add_roots(T, T->y.energies, T->y.energy);
    add_roots(T, T->y.integrals, T->y.integral);
    add_equations(T, T->form.len, T->form.eq);
    add_equations(T, T->form.relations, T->form.relation);
    add_roots(T, T->form.momenta, T->form.meaning);
    for (size_t i = 0; i < T->form.functions; i++)
        add_roots(T, 1, &T->form.function[i].value);
    add_roots(T, T->o->known, T->o->value);
    set_start(T);
    if (li_ctx_status(T->ctx) == LI_OK)
        li_list_init(T->ctx, &T->list, T->count, T->roots, true);
    T->s = li_new(T->ctx, T->list.len + 1, sizeof *T->s);
}

static bool is_parameter(const sp_text *T, li_expr x)
{
    const li_model *m = T->o->motion->model;

    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].symbol == x)
            return true;
    return false;
}

/* First what the model declares, in its order, then what else stands in the expressions. */
static bool name_all(sp_text *T)
{
    const li_motion *S = T->o->motion;
    const li_model *m = S->model;
    const li_dynamics *D = &T->y.D;
    size_t most = m->params + 1 + 3 * m->coords + 2 * (D->n + m->quasis + m->speeds) + S->r + T->list.len;

    T->symbol = li_new(T->ctx, most, sizeof *T->symbol);
    T->word = li_new(T->ctx, most, sizeof *T->word);
    T->function = li_new(T->ctx, m->functions + T->list.len + 1, sizeof *T->function);
    T->function_word = li_new(T->ctx, m->functions + T->list.len + 1, sizeof *T->function_word);
    if (li_ctx_status(T->ctx) != LI_OK)
        return false;
    name_symbol(T, S->t);
    for (size_t i = 0; i < m->params; i++)
        if (!m->param[i].derived)
            name_symbol(T, m->param[i].symbol);
    name_symbols(T, S->coords, S->q);
    name_symbols(T, D->n, D->w);
    for (size_t i = 0; i < m->coords; i++)
        name_symbol(T, m->coord[i].v);
    name_symbols(T, D->n, D->rate);
    for (size_t i = 0; i < m->coords; i++)
        name_symbol(T, m->coord[i].a);
    name_symbols(T, S->r, S->lambda);
    for (size_t i = 0; i < T->list.len; i++) {
        li_expr e = T->list.e[i];
        if (li_expr_kind(e) == LI_SYM)
            name_symbol(T, e);
        if (li_expr_kind(e) == LI_INT)
            name_symbol(T, li_expr_bound(T->ctx, e));
        if (li_expr_kind(e) == LI_FUN && strcmp(function_word(T, li_expr_name(e)), "sp.nan") == 0) {
            T->function[T->functions] = li_expr_name(e);
            T->function_word[T->functions++] = li_identifier(&T->names, "", li_expr_name(e));
        }
    }
    return li_ctx_status(T->ctx) == LI_OK;
}

/* ---- the module ---- */

static void put_symbols(sp_text *T)
{
    for (size_t i = 0; i < T->symbols; i++) {
        bool positive = li_exact_sign(T->ctx, T->symbol[i]) == 1;
        bool time = T->symbol[i] == T->o->motion->t;
        PUT(T, "%s = sp.Symbol(\"%s\"%s)\n", T->word[i], T->word[i], time ? "" : positive ? ", positive=True" : ", real=True");
    }
    if (T->functions > 0)
        PUT(T, "_x = sp.Dummy(\"x\")\n");
    for (size_t i = 0; i < T->functions; i++)
        PUT(T, "%s = sp.Function(\"%s\", real=True)\n", T->function_word[i], T->function_word[i]);
    PUT(T, "\n");
}

/* Where SymPy takes numbers of Python too */
static void put_expr(sp_text *T, li_expr e)
{
    const spelling *s = spelled(T, e);
    int64_t number;

    if (li_expr_kind(e) == LI_NUM && li_rational_get_int(&number, li_expr_number(e)))
        PUT(T, "%lld", (long long)number);
    else
        PUT(T, "%s", s->text != NULL ? s->text : "");
}

static void put_vector(sp_text *T, const char *name, size_t n, const li_expr *e)
{
    PUT(T, "%s = sp.Matrix(%zu, 1, [", name, n);
    for (size_t i = 0; i < n; i++) {
        PUT(T, n > 1 ? i == 0 ? "\n    " : ",\n    " : "");
        put_expr(T, e[i]);
    }
    PUT(T, "])\n");
}

static void put_words(sp_text *T, const char *name, size_t n, const li_expr *x)
{
    PUT(T, "%s = sp.Matrix(%zu, 1, [", name, n);
    for (size_t i = 0; i < n; i++)
        PUT(T, i == 0 ? "%s" : ", %s", word_of(T, x[i]));
    PUT(T, "])\n");
}

/* Rows of e, or its columns */
static void put_matrix(sp_text *T, const char *name, size_t m, size_t n, const li_expr *e, bool transposed)
{
    PUT(T, "%s = sp.Matrix(%zu, %zu, [", name, m, n);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            PUT(T, j > 0 ? ", " : i == 0 ? "\n    " : ",\n    ");
            put_expr(T, transposed ? e[j * m + i] : e[i * n + j]);
        }
    PUT(T, "])\n");
}

static void put_law(sp_text *T)
{
    const li_motion *S = T->o->motion;
    const li_dynamics *D = &T->y.D;

    PUT(T, "# coordinates' = coordinate_rates\n");
    put_words(T, "coordinates", S->coords, S->q);
    put_vector(T, "coordinate_rates", S->coords, D->velocity);
    PUT(T, "\n# mass_matrix*rates = forcing + reaction_matrix*multipliers,  constraint_matrix*rates + constraint_rest = 0\n");
    put_words(T, "velocities", D->n, D->w);
    put_words(T, "rates", D->n, D->rate);
    put_words(T, "multipliers", S->r, S->lambda);
    put_matrix(T, "mass_matrix", D->n, D->n, D->M, false);
    put_vector(T, "forcing", D->n, T->y.forcing);
    put_matrix(T, "reaction_matrix", D->n, D->r, D->l, true);
    put_matrix(T, "constraint_matrix", D->p, D->n, D->A, false);
    put_vector(T, "constraint_rest", D->p, D->rest);
    put_vector(T, "relations", D->p, D->relation);
    PUT(T, "positions = [");
    for (size_t k = 0; k < S->p; k++) {
        PUT(T, k > 0 ? ", " : "");
        if (S->position[k] == NULL)
            PUT(T, "None");
        else
            put_expr(T, S->position[k]);
    }
    PUT(T, "]      # of the relations that are holonomic\n\n");
}

static void put_energies(sp_text *T)
{
    const li_model *m = T->o->motion->model;

    for (size_t i = 0; i < T->y.energies; i++) {
        PUT(T, "%s = sp.S(", T->y.energy_name[i]);
        put_expr(T, T->y.energy[i]);
        PUT(T, ")\n");
    }
    PUT(T, "# constant along every motion, as the model claims\nintegrals = [");
    for (size_t i = 0; i < T->y.integrals; i++) {
        PUT(T, i > 0 ? ",\n             " : "");
        put_expr(T, T->y.integral[i]);
    }
    PUT(T, "]\n# the quasi-velocities in the coordinates and their derivatives\ndefinitions = {");
    for (size_t i = 0; i < m->quasis; i++) {
        PUT(T, "%s%s: ", i > 0 ? ", " : "", word_of(T, m->quasi[i].w));
        put_expr(T, m->quasi[i].value);
    }
    PUT(T, "}\n\n");
}

static void put_equations(sp_text *T, const char *name, size_t n, const li_equation *eq)
{
    PUT(T, "%s = [", name);
    for (size_t i = 0; i < n; i++) {
        PUT(T, i > 0 ? ",\n    sp.Eq(" : "\n    sp.Eq(");
        put_expr(T, eq[i].left);
        PUT(T, ", ");
        put_expr(T, eq[i].right);
        PUT(T, ", evaluate=False)");
    }
    PUT(T, "]\n");
}

/* A symbol of the equations that has this name, or a new one */
static void put_letter(sp_text *T, const char *before, const char *name)
{
    for (size_t i = 0; i < T->symbols; i++)
        if (strcmp(li_expr_name(T->symbol[i]), name) == 0) {
            PUT(T, "%s%s: ", before, T->word[i]);
            return;
        }
    PUT(T, "%ssp.Symbol(", before);
    li_put_python_string(T->ctx, T->out, name);
    PUT(T, "): ");
}

static void put_form(sp_text *T)
{
    const li_equations *form = &T->form;

    PUT(T, "# ");
    li_put_comment(T->ctx, T->out, form->title);
    PUT(T, "\nform = \"%s\"\n", form->form);
    put_words(T, "unknowns", form->unknowns, form->unknown);
    put_equations(T, "equations", form->len, form->eq);
    PUT(T, "# ... with these beside them\n");
    put_equations(T, "completing", form->relations, form->relation);
    PUT(T, "# the functions that the form is made of: those of its letters that are none of the above stand for them\nfunctions = {");
    for (size_t i = 0; i < form->functions; i++) {
        put_letter(T, i > 0 ? ",\n             " : "", form->function[i].name);
        put_expr(T, form->function[i].value);
    }
    PUT(T, "}\nmomenta = {");
    for (size_t i = 0; i < form->momenta; i++) {
        PUT(T, "%s%s: ", i > 0 ? ", " : "", word_of(T, form->momentum[i]));
        put_expr(T, form->meaning[i]);
    }
    PUT(T, "}\n\n");
}

static void put_values(sp_text *T)
{
    const li_source_options *o = T->o;
    bool first = true;

    PUT(T, "# the numbers of the model, exactly: parameters, and where it starts\nvalues = {");
    for (int starts = 0; starts <= 1; starts++) {
        first = true;
        for (size_t i = 0; i < o->known; i++)
            if (is_parameter(T, o->x[i]) != (starts == 1) && o->value[i] != o->x[i]) {
                PUT(T, first ? "%s: " : ", %s: ", word_of(T, o->x[i]));
                put_expr(T, o->value[i]);
                first = false;
            }
        for (size_t i = 0; starts == 1 && T->start != NULL && i < T->y.D.n; i++)
            if (T->start[i] != NULL) {
                PUT(T, ", %s: ", word_of(T, T->y.D.w[i]));
                put_expr(T, T->start[i]);
            }
        PUT(T, starts == 0 ? "}\nstart = {" : "}\n");
    }
}

static void put_time(sp_text *T)
{
    const li_motion *S = T->o->motion;
    const li_model *m = S->model;
    const li_dynamics *D = &T->y.D;
    bool first = true;

    PUT(T, "# e.subs(in_time) has functions of t instead of symbols, as dynamicsymbols makes them\nin_time = {");
    for (size_t i = 0; i < D->n; i++) {
        bool derived = false;
        for (size_t r = 0; r < m->coords; r++)
            derived |= m->coord[r].v == D->w[i];
        if (derived)
            continue;
        const char *w = word_of(T, D->w[i]);
        PUT(T, "%s%s: sp.Function(\"%s\")(t).diff(t), %s: sp.Function(\"%s\")(t)", first ? "" : ",\n           ", word_of(T, D->rate[i]), w, w, w);
        first = false;
    }
    for (size_t r = 0; r < m->coords; r++) {
        const char *q = word_of(T, m->coord[r].q);
        PUT(T, "%s%s: sp.Function(\"%s\")(t).diff(t, 2), %s: sp.Function(\"%s\")(t).diff(t), %s: sp.Function(\"%s\")(t)", first ? "" : ",\n           ",
            word_of(T, m->coord[r].a), q, word_of(T, m->coord[r].v), q, q, q);
        first = false;
    }
    PUT(T, "}\n\n\n");
}

static const char solve_text[] =
    "def solve():\n"
    "    \"\"\"rates and multipliers as functions of the state, a column each\"\"\"\n"
    "    n, p, r = mass_matrix.rows, constraint_matrix.rows, reaction_matrix.cols\n"
    "    K = mass_matrix.row_join(-reaction_matrix).col_join(constraint_matrix.row_join(sp.zeros(p, r)))\n"
    "    x = K.LUsolve(forcing.col_join(-constraint_rest))\n"
    "    return x[:n, :], x[n:, :]\n";

static void put_file(sp_text *T)
{
    const li_model *m = T->o->motion->model;

    PUT(T, "\"\"\"");
    li_put_docstring(T->ctx, T->out, m->title[0] != '\0' ? m->title : m->name[0] != '\0' ? m->name : "A mechanical system");
    PUT(T, "\n\nEquations of motion for SymPy, written by liaison %s. Symbols are plain; theta_dot stands for theta', theta_ddot for theta''.\n\n"
           "    accelerations, reactions = solve()\n"
           "    f = sp.lambdify([t, *coordinates, *velocities], accelerations.subs(values))\n\"\"\"\nimport sympy as sp\n\n", li_version());
    put_symbols(T);
    spell_all(T);
    put_law(T);
    put_energies(T);
    put_form(T);
    put_values(T);
    put_time(T);
    PUT(T, "%s", solve_text);
}

static void leave(sp_text *T)
{
    li_drop(T->ctx, T->symbol);
    li_drop(T->ctx, T->word);
    li_drop(T->ctx, T->function);
    li_drop(T->ctx, T->function_word);
    li_drop(T->ctx, T->s);
    li_drop(T->ctx, T->roots);
    li_list_clear(T->ctx, &T->list);
    li_identifiers_clear(&T->names);
}

/* The default form may not exist for a system (it may divide by zero everywhere): the law is there without it. */
static li_status find_form(sp_text *T)
{
    li_ctx *ctx = T->ctx;

    if (li_motion_form(ctx, &T->form, T->o->motion, T->o->form, true) == LI_OK || T->o->form != NULL || li_ctx_status(ctx) == LI_MEMORY)
        return li_ctx_status(ctx);
    const char *why = li_ctx_message(ctx);
    why = li_alloc_string(ctx, why, strlen(why));
    li_ctx_forgive(ctx);
    T->form = (li_equations){ .form = "", .title = why != NULL ? why : "" };
    return LI_OK;
}

li_status li_emit_sympy(li_ctx *ctx, li_text *out, const li_source_options *o)
{
    sp_text T = { .ctx = ctx, .out = out, .o = o };
    size_t before = out->len;

    li_identifiers_init(&T.names, ctx);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        li_identifier_take(&T.names, taken[i]);
    if (find_form(&T) == LI_OK && li_symbolic_init(ctx, &T.y, o) == LI_OK)
        collect(&T);
    if (li_ctx_status(ctx) == LI_OK && name_all(&T))
        put_file(&T);
    leave(&T);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, before);
    return li_ctx_status(ctx);
}
