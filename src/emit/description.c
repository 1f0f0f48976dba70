/* description.c - what a system is, in plain words */
#include "liaison/emit.h"

enum { READABLE = 40 };          /* nodes of an expression that one looks at */

static void put_count(li_ctx *ctx, li_text *out, size_t n, const char *one, const char *many)
{
    if (n == 0)
        li_text_printf(ctx, out, "no %s", many);
    else
        li_text_printf(ctx, out, "%zu %s", n, n == 1 ? one : many);
}

static void put_symbols(li_ctx *ctx, li_text *out, size_t n, const li_expr *x, const char *between)
{
    for (size_t i = 0; i < n; i++)
        li_text_printf(ctx, out, "%s%s", i == 0 ? "" : between, li_expr_name(x[i]));
}

static const char *const closed[] = { "not closed", "closed", "perhaps closed, which was not decided" };

static void put_size(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d)
{
    bool first_order = S->W != NULL;

    if (first_order)
        li_text_printf(ctx, out, "  given by its 2-form, of rank %zu on a chart of %zu variables: first-order equations; the form is %s\n", d->n, d->n + 1, closed[d->portrait.closed]);
    li_text_put(ctx, out, "  ");
    put_count(ctx, out, d->n, first_order ? "variable besides t" : "coordinate", first_order ? "variables besides t" : "coordinates");
    li_text_put(ctx, out, ", ");
    put_count(ctx, out, S->p, "constraint", "constraints");
    if (d->ranked && first_order) {
        li_text_printf(ctx, out, ", states of dimension %zu", d->freedom);
    } else if (d->ranked) {
        li_text_put(ctx, out, ", ");
        put_count(ctx, out, d->freedom, "degree of freedom", "degrees of freedom");
    } else {
        li_text_put(ctx, out, ", degrees of freedom not decided");
    }
    li_text_put(ctx, out, d->portrait.time == LI_NO ? "; nothing depends on time\n" : d->portrait.time == LI_YES ? "; depends on time\n" : "\n");
}

static void put_velocities(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d)
{
    const li_model *m = S->model;

    if (m->quasis > 0) {
        li_text_put(ctx, out, "  quasi-velocities");
        for (size_t i = 0; i < m->quasis; i++)
            li_text_printf(ctx, out, " %s", m->quasi[i].name);
        if (d->ranked && d->independents > 0) {
            li_text_put(ctx, out, "; independent: ");
            put_symbols(ctx, out, d->independents, d->independent, " ");
        }
        li_text_put(ctx, out, "\n");
    }
    if (m->speeds > 0 && m->omega == NULL) {
        li_text_put(ctx, out, m->H != NULL ? "  given by its Hamiltonian; momenta" : "  speeds");
        for (size_t i = 0; i < m->speeds; i++)
            li_text_printf(ctx, out, " %s", m->speed[i].name);
        li_text_put(ctx, out, "\n");
    }
    if (m->H != NULL) {
        static const char *const words[] = {
            "  the Hessian of H is singular: the velocities do not determine the momenta\n", "  the Hessian of H is regular: the velocities determine the momenta\n",
            "  whether the Hessian of H is regular was not decided\n"
        };
        li_text_put(ctx, out, words[d->portrait.regular]);
    }
}

static const char *degree_words(li_velocity_degree degree)
{
    static const char *const words[] = {
        "holonomic", "linear in the velocities", "affine in the velocities", "non-linear in the velocities",
        "not decided how the velocities enter", "a relation of the state"
    };
    return words[degree];
}

/* name (n relations): what they are; the direction of the reaction. `degree` begins with its first relation. */
static void put_constraint(li_ctx *ctx, li_text *out, const li_constraint *c, const li_velocity_degree *degree)
{
    bool alike = true;

    for (size_t i = 0; i < c->n; i++)
        alike &= degree[i] == degree[0];
    li_text_printf(ctx, out, "  %s (", c->name);
    put_count(ctx, out, c->n, "relation", "relations");
    li_text_put(ctx, out, "): ");
    for (size_t i = 0; i < (alike ? 1 : c->n); i++) {
        li_text_put(ctx, out, i == 0 ? "" : ", ");
        if (!alike)
            li_text_printf(ctx, out, "%s ", c->label[i]);
        li_text_put(ctx, out, degree_words(degree[i]));
    }
    if (c->by == NULL)
        li_text_put(ctx, out, "; ideal\n");
    else if (c->reactions == c->n)
        li_text_put(ctx, out, "; direction of the reaction given\n");
    else
        li_text_printf(ctx, out, "; %zu directions of the reaction given\n", c->reactions);
}

static void put_expression(li_ctx *ctx, li_text *out, const char *before, li_expr e, const char *after)
{
    li_text_put(ctx, out, before);
    li_expr_print(ctx, out, e);
    li_text_put(ctx, out, after);
}

static void put_compatibility(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d)
{
    if (S->p == 0)
        return;
    if (S->r > S->p)
        li_text_put(ctx, out, "  more reactions than relations: they are determined in part only\n");
    else if (d->compatibility == NULL)
        li_text_put(ctx, out, "  compatibility: not decided in general; eval decides it at a state\n");
    else if (li_expr_is_zero(d->compatibility))
        li_text_put(ctx, out, "  incompatible or redundant everywhere: det i(e)da = 0\n");
    else if (li_expr_size(ctx, 1, &d->compatibility) <= READABLE)
        put_expression(ctx, out, "  compatible where det i(e)da is not 0:  det = ", d->compatibility, "\n");
    else
        li_text_put(ctx, out, "  compatible in general: det i(e)da (a long expression, see --json) is not identically 0\n");
}

/* ---- contacts ---- */

static void put_readable(li_ctx *ctx, li_text *out, const char *before, li_expr e)
{
    if (li_expr_size(ctx, 1, &e) <= READABLE)
        put_expression(ctx, out, before, e, "");
    else
        li_text_printf(ctx, out, "%s(a long expression)", before);
}

/* friction f against u, v */
static void put_resistance(li_ctx *ctx, li_text *out, const li_resistance *x, const char *words)
{
    if (x->n == 0)
        return;
    bool resists = !li_expr_is_zero(x->coef);
    put_readable(ctx, out, resists ? words : "; no friction against ", resists ? x->coef : x->v[0]);
    for (size_t i = resists ? 0 : 1; i < x->n; i++)
        put_readable(ctx, out, i == 0 ? " against " : ", ", x->v[i]);
}

static void put_contact(li_ctx *ctx, li_text *out, const li_contact *c)
{
    static const char *const words[LI_RESISTANCES] = { "; friction ", "; rolling resistance ", "; pivoting resistance " };
    static const char *const law[] = { "", "Newton", "Poisson", "energetic" };

    li_text_printf(ctx, out, "  contact %s: %s, ", c->name, c->bilateral ? "bilateral" : "unilateral");
    if (c->left_open)
        li_text_printf(ctx, out, "may open%s; left open here, --set %s.mode=sliding closes it", c->resistance[LI_SLIDE].n > 0 ? ", slide or roll" : " or persist", c->name);
    else
        li_text_put(ctx, out, li_mode_name(c->mode));
    put_readable(ctx, out, c->gap != NULL ? "; gap " : "; normal velocity ", c->gap != NULL ? c->gap : c->W);
    for (size_t k = 0; k < LI_RESISTANCES; k++)
        put_resistance(ctx, out, &c->resistance[k], words[k]);
    if (c->e != NULL) {
        put_readable(ctx, out, "; restitution ", c->e);
        li_text_printf(ctx, out, " (%s)", law[c->restitution]);
    }
    li_text_printf(ctx, out, "; reaction %s\n", c->multiplier_name);
}

static void put_list(li_ctx *ctx, li_text *out, const char *words, size_t n, const li_expr *x)
{
    if (n == 0)
        return;
    li_text_put(ctx, out, words);
    put_symbols(ctx, out, n, x, ", ");
    li_text_put(ctx, out, "\n");
}

/* words, then the coordinates of which it is true; "no coordinate" if there are none */
static void put_true(li_ctx *ctx, li_text *out, const char *words, const li_criterion *c, const li_truth *truth)
{
    bool any = false;

    li_text_put(ctx, out, words);
    for (size_t i = 0; i < c->len; i++) {
        if (truth[i] != LI_YES)
            continue;
        li_text_printf(ctx, out, "%s%s", any ? ", " : "", li_expr_name(c->coordinate[i]));
        any = true;
    }
    li_text_put(ctx, out, any ? "\n" : "no coordinate\n");
}

static void put_criterion(li_ctx *ctx, li_text *out, const li_criterion *c)
{
    if (c->len == 0)
        return;
    put_true(ctx, out, "  Lagrange's equation holds, the constraints put into T (C = 0 identically), for: ", c, c->lagrange);
    if (c->chaplygin)
        put_true(ctx, out, "  Chaplygin's case; the curl condition, sufficient for that and not necessary, is met for: ", c, c->curl);
    for (size_t i = 0; i < c->len; i++)
        if (c->lagrange[i] == LI_UNKNOWN)
            li_text_printf(ctx, out, "  whether it holds for %s was not decided\n", li_expr_name(c->coordinate[i]));
}

static void put_energy(li_ctx *ctx, li_text *out, const li_portrait *p)
{
    if (p->energy == LI_YES)
        li_text_put(ctx, out, "  energy is conserved\n");
    else if (p->energy == LI_UNKNOWN)
        li_text_put(ctx, out, "  energy: whether it is conserved was not decided\n");
    else if (li_expr_size(ctx, 1, &p->energy_rate) <= READABLE)
        put_expression(ctx, out, "  energy is not conserved: its rate is ", p->energy_rate, "\n");
    else
        li_text_put(ctx, out, "  energy is not conserved (its rate, a long expression, see --json)\n");
}

void li_emit_description_text(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d)
{
    const li_model *m = S->model;
    size_t start = out->len;

    li_text_printf(ctx, out, "%s%s%s\n", m->name[0] != '\0' ? m->name : "system", m->title[0] != '\0' ? ": " : "", m->title);
    put_size(ctx, out, S, d);
    put_velocities(ctx, out, S, d);
    for (size_t i = 0, h = 0; i < m->constraints; h += m->constraint[i++].n)
        put_constraint(ctx, out, &m->constraint[i], d->degree + h);
    for (size_t i = 0; i < m->contacts; i++)
        put_contact(ctx, out, &m->contact[i]);
    put_compatibility(ctx, out, S, d);
    if (S->W == NULL)
        put_energy(ctx, out, &d->portrait);
    put_criterion(ctx, out, &d->criterion);
    put_list(ctx, out, S->W != NULL ? "  absent from the form and the constraints: " : "  absent from energies, forces and constraints: ", d->portrait.absent, d->portrait.coordinate);
    put_list(ctx, out, "  parameters without a value: ", d->unset, d->parameter);
    if (d->singular != NULL) {
        put_expression(ctx, out, "  singular where ", d->singular, " = 0 (the quasi-velocities ");
        put_symbols(ctx, out, d->fails, d->failing, ", ");
        li_text_put(ctx, out, ")\n");
    }
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}
