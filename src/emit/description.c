/* description.c - what a system is, in plain words */
#include "reactions.h"

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

/* ---- a constraint ---- */

/* What a group of relations is: by all of them where they are alike. */
static void put_degrees(li_ctx *ctx, li_text *out, const li_constraint *c, const li_velocity_degree *degree, const li_holonomy *x)
{
    bool alike = true, velocities = degree[0] != LI_HOLONOMIC;

    for (size_t i = 0; i < c->n; i++) {
        alike &= degree[i] == degree[0];
        velocities |= degree[i] != LI_HOLONOMIC;
    }
    for (size_t i = 0; i < (alike ? 1 : c->n); i++) {
        li_text_put(ctx, out, i == 0 ? "" : ", ");
        if (!alike)
            li_text_printf(ctx, out, "%s ", c->label[i]);
        li_text_put(ctx, out, degree_words(degree[i]));
    }
    if (velocities && x != NULL && x->known && degree[0] != LI_NONLINEAR)
        li_text_put(ctx, out, x->dimension < x->rank ? ", non-holonomic" : ", integrable");
}

/* "along x' - y'", "along F on V and G on W", if that is short */
static void put_direction(li_ctx *ctx, li_text *out, const li_direction *by, li_truth along)
{
    static const char *const own[] = { ", not along its own relation", ", along its own relation", "" };
    size_t size = 0;

    for (size_t i = 0; i < by->n; i++)
        size += li_expr_size(ctx, 1, &by->part[i].V) + li_expr_size(ctx, 1, &by->part[i].F);
    if (size > READABLE) {
        li_text_put(ctx, out, along == LI_YES ? "reaction along its own relation" : "reaction in a direction of its own");
        return;
    }
    for (size_t i = 0; i < by->n; i++) {
        bool unit = li_expr_is_one(by->part[i].F), sum = li_expr_kind(by->part[i].F) == LI_SUM && li_expr_len(by->part[i].F) > 1;
        li_text_put(ctx, out, i == 0 ? "reaction along " : " and ");
        li_text_put(ctx, out, sum ? "(" : "");
        if (!unit)
            li_expr_print(ctx, out, by->part[i].F);
        li_text_put(ctx, out, unit ? "" : sum ? ") on " : " on ");
        li_expr_print(ctx, out, by->part[i].V);
    }
    li_text_put(ctx, out, own[along]);
}

static const char *power_words(const li_reaction_kind *x)
{
    if (x->natural_zero == LI_YES && x->real_zero == LI_YES)
        return ", power zero";
    if (x->real_zero == LI_YES)
        return "; it does work at constant t, its real power is zero";
    if (x->natural_zero == LI_YES)
        return ", power zero at constant t";
    return x->natural_zero == LI_NO ? "; it does work" : "";
}

static bool same_kind(const li_reaction_kind *x, const li_reaction_kind *y)
{
    return x->along == y->along && x->natural_zero == y->natural_zero && x->real_zero == y->real_zero && x->degree == y->degree;
}

static void put_reaction(li_ctx *ctx, li_text *out, const li_constraint *c, size_t i, const li_reaction_kind *x)
{
    if (c->by == NULL)
        li_text_put(ctx, out, x->degree == 0 && x->natural_zero != LI_YES && x->real_zero != LI_YES ? "ideal (Chetaev)" : "ideal");
    else
        put_direction(ctx, out, &c->by[i], i < c->n ? x->along : LI_UNKNOWN);
    if (x->degree > 0)
        li_text_printf(ctx, out, " (Appell, homogeneous of degree %d)", x->degree);
    li_text_put(ctx, out, power_words(x));
}

/* The reactions of a group, one by one where they are not alike */
static void put_reactions(li_ctx *ctx, li_text *out, const li_constraint *c, const li_reaction_kind *x)
{
    bool alike = c->by == NULL || c->reactions == 1;

    for (size_t i = 1; i < c->reactions; i++)
        alike &= same_kind(&x[i], &x[0]);
    for (size_t i = 0; i < (alike ? 1 : c->reactions); i++) {
        li_text_put(ctx, out, alike ? "; " : "\n    ");
        if (!alike)
            li_text_printf(ctx, out, "%s: ", c->multiplier_name[i]);
        put_reaction(ctx, out, c, i, &x[i]);
    }
    li_text_put(ctx, out, "\n");
}

/* `words` the holonomic relation F = const, G = const; how many more there are */
static void put_integrals(li_ctx *ctx, li_text *out, const char *words, const li_holonomy *x)
{
    if (x->hidden == 0)
        return;
    li_text_put(ctx, out, words);
    if (x->integrals > 0)
        li_text_put(ctx, out, x->hidden == 1 ? "the holonomic relation " : "the holonomic relations ");
    for (size_t i = 0; i < x->integrals; i++) {
        li_text_put(ctx, out, i == 0 ? "" : ", ");
        li_expr_print(ctx, out, x->integral[i]);
        li_text_put(ctx, out, " = const");
    }
    if (x->hidden > x->integrals)
        li_text_printf(ctx, out, "%s%zu integrable relation%s that %s not found in closed form", x->integrals > 0 ? ", and " : "",
                       x->hidden - x->integrals, x->hidden - x->integrals == 1 ? "" : "s", x->hidden - x->integrals == 1 ? "was" : "were");
    li_text_put(ctx, out, "\n");
}

static void put_imposition(li_ctx *ctx, li_text *out, const li_constraint *c, const li_imposition *x)
{
    for (size_t i = 0; i < c->n; i++) {
        if (x[i] == LI_INTEGRAL_IDENTICALLY)
            li_text_printf(ctx, out, "    %s is a first integral already, identically: not an imposed constraint, its reaction is 0\n", c->label[i]);
        if (x[i] == LI_INTEGRAL_ON_CONSTRAINTS)
            li_text_printf(ctx, out, "    %s keeps itself: on the constraints it is a first integral already, its reaction is 0\n", c->label[i]);
    }
}

/* name (n relations): what they are; their reactions; what they contain. Relation number k, reaction number h are its first. */
static void put_constraint(li_ctx *ctx, li_text *out, const li_description *d, const li_constraint *c, size_t i, size_t k, size_t h)
{
    const li_holonomy *x = d->holonomy == NULL ? NULL : &d->holonomy[i];

    li_text_printf(ctx, out, "  %s (", c->name);
    put_count(ctx, out, c->n, "relation", "relations");
    li_text_put(ctx, out, "): ");
    put_degrees(ctx, out, c, d->degree + k, x);
    if (d->reaction != NULL)
        put_reactions(ctx, out, c, d->reaction + h);
    else
        li_text_put(ctx, out, c->by == NULL ? "; ideal\n" : "; direction of the reaction given\n");
    if (x != NULL)
        put_integrals(ctx, out, x->dimension < x->rank ? "    it contains " : x->hidden == 1 ? "    it is " : "    these are ", x);
    if (d->imposition != NULL)
        put_imposition(ctx, out, c, d->imposition + k);
}

static void put_expression(li_ctx *ctx, li_text *out, const char *before, li_expr e, const char *after)
{
    li_text_put(ctx, out, before);
    li_expr_print(ctx, out, e);
    li_text_put(ctx, out, after);
}

/* compatible wherever A, C > 0:  det = ... */
static void put_where(li_ctx *ctx, li_text *out, const li_reactions *x)
{
    bool conditions = x->vanishing.conditions > 0 || x->definite;

    if (x->vanishing.factors > 0)
        li_text_put(ctx, out, "  compatible where det i(e)da is not 0");
    else
        li_text_put(ctx, out, conditions ? "  compatible wherever " : "  compatible everywhere");
    if (x->vanishing.factors == 0)
        li_put_conditions(ctx, out, x);
}

static void put_compatibility(li_ctx *ctx, li_text *out, const li_motion *S, const li_description *d)
{
    if (S->p == 0)
        return;
    if (S->r > S->p)
        li_text_put(ctx, out, "  more reactions than relations: they are determined in part only\n");
    else if (d->reactions.compatibility == NULL)
        li_text_put(ctx, out, "  compatibility: not decided in general; eval decides it at a state\n");
    else if (li_expr_is_zero(d->reactions.compatibility))
        li_text_printf(ctx, out, "  %s everywhere: det i(e)da = 0\n", d->reactions.status == LI_REDUNDANT ? "redundant" :
                       d->reactions.status == LI_INCOMPATIBLE ? "incompatible" : "incompatible or redundant");
    else {
        put_where(ctx, out, &d->reactions);
        if (li_expr_size(ctx, 1, &d->reactions.compatibility) <= READABLE)
            put_expression(ctx, out, ":  det = ", d->reactions.compatibility, "\n");
        else
            li_text_put(ctx, out, ":  det i(e)da is a long expression, see reactions\n");
    }
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
    for (size_t i = 0, k = 0, h = 0; i < m->constraints; i++) {
        put_constraint(ctx, out, d, &m->constraint[i], i, k, h);
        k += m->constraint[i].n;
        h += m->constraint[i].reactions;
    }
    put_integrals(ctx, out, "  together the constraints contain ", &d->together);
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
