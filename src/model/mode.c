/* mode.c - the meaning of a contact, and what it imposes in its mode                           [gallissot 8]
 *
 * The reaction of power N (W - sum_k c_k |v_k|), c_k = f, delta, varpi, is the constraint W = 0 by the direction
 *
 *     l = dW/dv - sum_k c_k (sum_i v_ki dv_ki/dv)/|v_k|
 *
 * in which c_k/|v_k| are factors, and nothing but the velocities is differentiated. */
#include <stdio.h>
#include <string.h>

#include "reader.h"

static const char *const mode_name[] = { "", "open", "sliding", "rolling" };

const char *li_mode_name(li_mode mode) { return mode_name[mode]; }

li_mode li_mode_named(const char *word)
{
    size_t i = LI_MODE_ROLLING;
    while (i > LI_MODE_NONE && strcmp(mode_name[i], word) != 0)
        i--;
    return (li_mode)i;
}

bool li_contact_closed(const li_contact *c) { return c->mode == LI_MODE_SLIDING || c->mode == LI_MODE_ROLLING; }

bool li_contact_resists(const li_contact *c, size_t k)
{
    const li_resistance *x = &c->resistance[k];
    return li_contact_closed(c) && x->n > 0 && !li_expr_is_zero(x->coef) && (k != LI_SLIDE || c->mode == LI_MODE_SLIDING);
}

void li_model_leave_open(li_model *m)
{
    for (size_t i = 0; i < m->contacts; i++)
        if (m->contact[i].mode == LI_MODE_NONE) {
            m->contact[i].mode = LI_MODE_OPEN;
            m->contact[i].left_open = true;
        }
}

/* ---- modes and reactions, before anything has a meaning ---- */

static void settle_mode(li_reader *r, li_contact *c, const li_contact_tree *tree)
{
    if (c->mode == LI_MODE_NONE && c->bilateral)
        c->mode = LI_MODE_SLIDING;
    if (c->mode == LI_MODE_OPEN && c->bilateral)
        li_diagnose(r->ctx, LI_ERROR, c->place, "the contact '%s' is bilateral: it does not open", c->name);
    if (c->mode == LI_MODE_ROLLING && tree->resistance[LI_SLIDE].n == 0)
        li_diagnose(r->ctx, LI_ERROR, c->place, "rolling is sliding velocity 0, and the contact '%s' has no sliding velocity: add 'sliding U' or 'sliding U, V'",
                    c->name);
}

/* NAME.t1 */
static const char *part_name(li_ctx *ctx, const char *name, const char *part)
{
    size_t len = strlen(name) + strlen(part) + 1;
    char *s = li_alloc(ctx, len);

    if (s != NULL)
        snprintf(s, len, "%s%s", name, part);
    return s;
}

/* The names of the reactions: of the normal one, which is 0 where the contact is open, and where it rolls of the others. */
static void name_reactions(li_reader *r, li_contact *c)
{
    static const char *const part[] = { "", ".t1", ".t2" };
    size_t slides = r->contact[c - r->m->contact].resistance[LI_SLIDE].n;
    li_name *n = li_names_find(r->names, c->name), *declared = li_names_find(r->names, c->multiplier_name);
    li_expr *meaning = li_alloc(r->ctx, sizeof c->reaction);

    for (size_t k = 0; meaning != NULL && k < 3; k++) {
        const char *name = k == 0 ? c->multiplier_name : part_name(r->ctx, c->name, part[k]);
        meaning[k] = c->reaction[k] = name == NULL ? li_expr_undefined() : li_read_symbol(r, name, 0, LI_MULTIPLIER);
    }
    if (n == NULL || meaning == NULL)
        return;
    if (c->mode == LI_MODE_OPEN) {
        meaning[0] = li_expr_int(r->ctx, 0);
        if (declared != NULL && declared->kind == LI_NAME_MULTIPLIER)
            declared->e[0] = meaning[0];
    }
    n->reactions = c->mode == LI_MODE_ROLLING ? 1 + slides : 1;
    n->multiplier = meaning;
}

void li_reader_modes(li_reader *r)
{
    for (size_t i = 0; i < r->m->contacts; i++) {
        settle_mode(r, &r->m->contact[i], &r->contact[i]);
        name_reactions(r, &r->m->contact[i]);
    }
}

/* ---- meaning ---- */

static bool read_value(li_reader *r, li_expr *e, const li_ast *tree)
{
    *e = li_reader_value(r, tree);
    return *e != li_expr_undefined() && li_check_defined(r, tree->place, *e);
}

static bool give_velocity(li_reader *r, li_expr *v, const li_ast *tree, const char *what)
{
    return read_value(r, v, tree) && li_check_affine(r, tree->place, *v, what);
}

/* Without accelerations, and not negative where it is a number. */
static bool give_coefficient(li_reader *r, li_expr *e, const li_ast *tree, const char *what)
{
    li_expr x;

    if (!read_value(r, e, tree))
        return false;
    if (li_expr_symbols(r->ctx, 1, e, LI_ACCELERATION, LI_ACCELERATION, &x, 1) > 0) {
        li_diagnose(r->ctx, LI_ERROR, tree->place, "%s must not contain the acceleration %s", what, li_expr_name(x));
        return false;
    }
    if (!li_check_constant(r, *e) || !li_reader_may_ask(r, 1, e))
        return true;
    int sign = li_exact_constant_sign(r->ctx, *e);
    if (li_reader_settled(r) && sign == -1)
        li_diagnose(r->ctx, LI_ERROR, tree->place, "%s is not negative", what);
    return sign != -1;
}

static bool give_normal(li_reader *r, li_contact *c, const li_contact_tree *tree)
{
    const char *words = "a gap is a function of position and time; this contains";

    if (tree->gap == NULL)
        return give_velocity(r, &c->W, tree->normal, "a normal velocity");
    if (!read_value(r, &c->gap, tree->gap) || !li_check_free(r, tree->gap->place, c->gap, LI_MULTIPLIER, LI_ACCELERATION, words))
        return false;
    c->W = li_derivation_apply(r->ctx, r->names->ddt, c->gap);
    return c->W != li_expr_undefined();
}

static bool give_resistance(li_reader *r, li_resistance *to, const li_resistance_tree *tree, size_t k)
{
    static const char *const velocity[] = { "a sliding velocity", "a rolling velocity", "a pivoting velocity" };
    static const char *const coefficient[] = { "a coefficient of friction", "a coefficient of rolling resistance", "a coefficient of pivoting resistance" };
    bool right = true;

    to->n = tree->n;
    to->coef = li_expr_int(r->ctx, 0);
    for (size_t i = 0; i < tree->n; i++)
        right &= give_velocity(r, &to->v[i], tree->v[i], velocity[k]);
    if (tree->coef != NULL)
        right &= give_coefficient(r, &to->coef, tree->coef, coefficient[k]);
    return right;
}

static bool give_restitution(li_reader *r, li_contact *c, const li_contact_tree *tree)
{
    if (tree->e == NULL)
        return true;
    if (c->bilateral)
        li_diagnose(r->ctx, LI_WARNING, tree->e->place, "a bilateral contact never opens: it has no impacts, and its restitution is not used");
    if (!give_coefficient(r, &c->e, tree->e, "a coefficient of restitution"))
        return false;
    li_expr above = li_expr_sub(r->ctx, c->e, li_expr_int(r->ctx, 1));
    if (!li_check_constant(r, above) || !li_reader_may_ask(r, 1, &above))
        return true;
    int sign = li_exact_constant_sign(r->ctx, above);
    if (li_reader_settled(r) && sign == 1)
        li_diagnose(r->ctx, LI_ERROR, tree->e->place, "a coefficient of restitution is at most 1");
    return sign != 1;
}

static bool give_contact(li_reader *r, li_contact *c, const li_contact_tree *tree)
{
    bool right = give_normal(r, c, tree);

    for (size_t k = 0; k < LI_RESISTANCES; k++)
        right &= give_resistance(r, &c->resistance[k], &tree->resistance[k], k);
    return give_restitution(r, c, tree) && right;
}

/* ---- the law ---- */

/* |v| */
static li_expr length_of(li_ctx *ctx, const li_resistance *x)
{
    li_expr sum = li_expr_int(ctx, 0);

    if (x->n == 1)
        return li_expr_apply(ctx, LI_ABS, x->v[0]);
    for (size_t i = 0; i < x->n; i++)
        sum = li_expr_add(ctx, sum, li_expr_power(ctx, x->v[i], 2));
    return li_expr_sqrt(ctx, sum);
}

/* What makes c N a resistance: 1, or where N may have either sign, its sign. (The signs of velocities are left to the
 * state, which nothing keeps inside what is assumed of them.) */
static li_expr side_of(li_reader *r, const li_contact *c)
{
    li_expr N = c->reaction[0];
    int sign = !c->bilateral ? 1 : li_reader_may_ask(r, 1, &N) ? li_exact_sign(r->ctx, N) : 2;

    return li_reader_settled(r) && (sign == 1 || sign == -1) ? li_expr_int(r->ctx, sign) : li_expr_apply(r->ctx, LI_SIGN, N);
}

/* 1 on W and -c_k v_ki/|v_k| on v_ki ...; NULL: ideal, or no memory */
static li_direction *direction_of(li_reader *r, const li_contact *c)
{
    li_ctx *ctx = r->ctx;
    size_t most = 1;

    for (size_t k = 0; k < LI_RESISTANCES; k++)
        most += li_contact_resists(c, k) ? c->resistance[k].n : 0;
    li_direction *by = most == 1 ? NULL : li_alloc(ctx, sizeof *by);
    li_force *part = by == NULL ? NULL : li_alloc(ctx, most * sizeof *part);
    if (part == NULL)
        return NULL;
    li_expr side = side_of(r, c);
    *by = (li_direction){ c->place, 1, part };
    part[0] = (li_force){ c->place, li_expr_int(ctx, 1), c->W };
    for (size_t k = 0; k < LI_RESISTANCES; k++) {
        const li_resistance *x = &c->resistance[k];
        if (!li_contact_resists(c, k))
            continue;
        li_expr factor = li_expr_neg(ctx, li_expr_div(ctx, li_expr_mul(ctx, side, x->coef), length_of(ctx, x)));
        for (size_t i = 0; i < x->n; i++)
            part[by->n++] = (li_force){ c->place, li_expr_mul(ctx, factor, x->v[i]), x->v[i] };
    }
    return by;
}

/* ---- the relations ---- */

/* `n` relations and as many reactions at the end of the constraints; NULL: no memory */
static li_constraint *add_constraint(li_reader *r, const li_contact *c, const char *name, size_t n)
{
    li_model *m = r->m;
    li_constraint *list = li_room(r->ctx, m->constraint, m->constraints, sizeof *list), x = { .name = name, .place = c->place, .n = n, .reactions = n };

    x.a = li_alloc(r->ctx, n * sizeof *x.a);
    x.where = li_alloc(r->ctx, n * sizeof *x.where);
    x.holonomic = li_alloc(r->ctx, n * sizeof *x.holonomic);
    x.label = li_alloc(r->ctx, n * sizeof *x.label);
    x.multiplier_name = li_alloc(r->ctx, n * sizeof *x.multiplier_name);
    x.multiplier = li_alloc(r->ctx, n * sizeof *x.multiplier);
    if (li_ctx_status(r->ctx) != LI_OK)
        return NULL;
    m->constraint = list;
    list[m->constraints] = x;
    return &list[m->constraints++];
}

/* W = 0, or the gap = 0 */
static void impose_contact(li_reader *r, const li_contact *c, const li_contact_tree *tree)
{
    li_constraint *x = add_constraint(r, c, c->name, 1);

    if (x == NULL)
        return;
    x->where[0] = (tree->gap != NULL ? tree->gap : tree->normal)->place;
    x->label[0] = c->name;
    x->multiplier_name[0] = c->multiplier_name;
    x->multiplier[0] = c->reaction[0];
    x->by = direction_of(r, c);
    li_reader_relation(r, x, 0, c->gap != NULL ? c->gap : c->W);
}

/* V_g = 0 */
static void impose_rolling(li_reader *r, const li_contact *c, const li_contact_tree *tree)
{
    const li_resistance *slide = &c->resistance[LI_SLIDE];
    li_constraint *x = add_constraint(r, c, part_name(r->ctx, c->name, ".t"), slide->n);

    for (size_t i = 0; x != NULL && i < slide->n; i++) {
        x->where[i] = tree->resistance[LI_SLIDE].v[i]->place;
        x->label[i] = x->multiplier_name[i] = li_expr_name(c->reaction[1 + i]);
        x->multiplier[i] = c->reaction[1 + i];
        li_reader_relation(r, x, i, slide->v[i]);
    }
}

void li_reader_contacts(li_reader *r)
{
    for (size_t i = 0; i < r->m->contacts; i++) {
        li_contact *c = &r->m->contact[i];
        if (!give_contact(r, c, &r->contact[i]) || !li_contact_closed(c))
            continue;
        impose_contact(r, c, &r->contact[i]);
        if (c->mode == LI_MODE_ROLLING)
            impose_rolling(r, c, &r->contact[i]);
    }
}
