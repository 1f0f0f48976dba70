/* form.c - a form by its name */
#include <ctype.h>
#include <string.h>

#include "equations.h"

enum { READABLE = 20000 };     /* leaves and operations */

static const struct {
    const char *name, *numeral;
    bool constrained;          /* made for systems with constraints */
    li_status (*derive)(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);
} forms[] = {
    { "lagrange", "I", false, li_motion_lagrange },
    { "quasi", "II", false, li_motion_quasi },
    { "appell", "III", false, li_motion_appell },
    { "appell-quasi", "IV", false, li_motion_appell_quasi },
    { "tzenoff", "V", true, li_motion_tzenoff },
    { "appell-nh", "VI", true, li_motion_appell_nh },
    { "tzenoff-T", "VII", true, li_motion_tzenoff_T },
    { "tzenoff-quasi", "VIII", true, li_motion_tzenoff_quasi },
    { "appell-quasi-nh", "IX", true, li_motion_appell_quasi_nh },
    { "tzenoff-quasi-T", "X", true, li_motion_tzenoff_quasi_T },
    { "tzenoff-9", "", true, li_motion_tzenoff_9 },
    { "woronetz", "", true, li_motion_woronetz },
    { "canonical", "", false, li_motion_canonical },
    { "multipliers", "", true, li_motion_multipliers },
    { "kane", "", false, li_motion_kane },
    { "gauss", "", false, li_motion_gauss },
    { "matrix", "", false, li_motion_mass },
    { "hamilton", "", false, li_motion_hamilton },
    { "omega", "", false, li_motion_omega },
    { "omega-r", "", true, li_motion_omega_r },
    { "omega-s", "", true, li_motion_omega_s },
};
enum { FORMS = sizeof forms / sizeof *forms };

size_t li_equations_cost(li_ctx *ctx, const li_equations *eq)
{
    size_t cost = 0;

    for (size_t i = 0; i < eq->len + eq->relations && cost < SIZE_MAX / 4; i++) {
        const li_equation *one = i < eq->len ? &eq->eq[i] : &eq->relation[i - eq->len];
        cost += li_exact_cost(ctx, one->left) + li_exact_cost(ctx, one->right);
    }
    for (size_t i = 0; i < eq->rows * eq->rows && cost < SIZE_MAX / 4; i++)
        cost += li_exact_cost(ctx, eq->M[i]);
    return cost;
}

/* Tzénoff's form (X) where there are quasi-velocities, if it is no longer than Kane's, which is always there. */
static li_status derive_reduced(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_equations X;

    if (li_motion_kane(ctx, out, S, simplify) != LI_OK || S->model->quasis == 0 || S->speeds || !li_motion_is_ideal(S))
        return li_ctx_status(ctx);
    if (li_motion_tzenoff_quasi_T(ctx, &X, S, simplify) == LI_OK && li_equations_cost(ctx, &X) <= li_equations_cost(ctx, out))
        *out = X;
    if (li_ctx_status(ctx) != LI_OK && li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);
    return li_ctx_status(ctx);
}

/* Lagrange's equations for a free system, in its quasi-velocities if it has any. For a constrained one the reactions are
 * eliminated; where they enter their own law, or where that leaves more than anybody reads, the equations with multipliers. */
static li_status derive_default(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    bool implicit = S->p > 0 && S->H == NULL && S->W == NULL && li_motion_is_implicit(ctx, S);

    if (S->W != NULL)
        li_motion_omega(ctx, out, S, simplify);
    else if (S->H != NULL)
        li_motion_canonical(ctx, out, S, simplify);
    else if (S->p == 0)
        li_motion_form(ctx, out, S, S->model->quasis > 0 ? "quasi" : "lagrange", simplify);
    else if (implicit || (derive_reduced(ctx, out, S, simplify) == LI_OK && li_equations_cost(ctx, out) > READABLE))
        li_motion_multipliers(ctx, out, S, simplify);
    out->functions = 0;                          /* they and the law are for who asks for a form */
    out->law = NULL;
    return li_ctx_status(ctx);
}

/* Is there such a form of this system? Of one that is given by H only these, the first of them also of one given by its 2-form. */
static bool applies(const li_motion *S, const char *form)
{
    static const char *const given[] = { "omega", "matrix", "canonical", "omega-r", "omega-s" };
    size_t i = 0, n = S->W != NULL ? 2 : sizeof given / sizeof *given;

    if (S->H == NULL && S->W == NULL)
        return true;
    while (i < n && strcmp(form, given[i]) != 0)
        i++;
    return i < n;
}

static li_status refuse(li_ctx *ctx, const li_motion *S, const char *form)
{
    return li_fail(ctx, LI_INPUT, "the form %s is made from the kinetic energy, and this system is given by %s", form,
                   S->W != NULL ? "its 2-form; there are omega, matrix" : "H(q, p, t); there are canonical, matrix, omega, omega-r, omega-s");
}

/* A declared name wins over that of a function. */
static li_status name_functions(li_ctx *ctx, li_equations *out, const li_motion *S)
{
    for (size_t i = 0; i < out->functions; i++)
        out->function[i].name = li_model_theory_name(ctx, S->model, out->function[i].name);
    return li_ctx_status(ctx);
}

/* The same word, capitals or not: vii is VII */
static bool is_word(const char *a, const char *b)
{
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == '\0' && *b == '\0';
}

/* ; did you mean 'lagrange'? */
static const char *suggestion(li_ctx *ctx, const char *form)
{
    size_t least = 3, best = FORMS;
    li_text words;

    for (size_t i = 0; i < FORMS; i++) {
        size_t distance = li_name_distance(form, forms[i].name);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    if (best == FORMS)
        return "";
    li_text_init(&words);
    li_text_printf(ctx, &words, "; did you mean '%s'?", forms[best].name);
    const char *kept = li_alloc_string(ctx, li_text_str(&words), words.len);
    li_text_clear(ctx, &words);
    return kept != NULL ? kept : "";
}

li_status li_motion_form(li_ctx *ctx, li_equations *out, const li_motion *S, const char *form, bool simplify)
{
    if (form == NULL)
        return derive_default(ctx, out, S, simplify);
    for (size_t i = 0; i < FORMS; i++)
        if (is_word(form, forms[i].name) || (forms[i].numeral[0] != '\0' && is_word(form, forms[i].numeral)))
            return !applies(S, forms[i].name) ? refuse(ctx, S, forms[i].name) : forms[i].derive(ctx, out, S, simplify) == LI_OK ? name_functions(ctx, out, S) : li_ctx_status(ctx);
    return li_fail(ctx, LI_INPUT, "'%s' is not a form of the equations%s; there are lagrange (I), quasi (II), appell (III), appell-quasi (IV), "
                   "tzenoff (V), appell-nh (VI), tzenoff-T (VII), tzenoff-quasi (VIII), appell-quasi-nh (IX), tzenoff-quasi-T (X), "
                   "tzenoff-9, woronetz, canonical, multipliers, kane, gauss, matrix, hamilton, omega, omega-r, omega-s", form, suggestion(ctx, form));
}

const char *li_motion_form_name(size_t i) { return i < FORMS ? forms[i].name : NULL; }

bool li_motion_form_suits(const li_motion *S, size_t i) { return (S->p > 0 || !forms[i].constrained) && applies(S, forms[i].name); }
