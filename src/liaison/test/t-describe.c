/* t-describe.c - what kinds of constraints there are */
#include "models.h"

#define PLANE "system s\nparam m, k, a\nassume m > 0\ncoord x, y, z\nkinetic m*(x'^2 + y'^2 + z'^2)/2\n"

static bool describe(li_ctx *ctx, bench *b, li_description *d, const char *source)
{
    if (ctx == NULL || !bench_read(ctx, b, source))
        return false;
    li_check(ctx, li_describe(ctx, d, &b->S) == LI_OK && d->reaction != NULL && d->imposition != NULL && d->holonomy != NULL, "%s", source);
    return li_ctx_status(ctx) == LI_OK;
}

/* In a context of its own, where a name means one thing */
static li_ctx *described(bench *b, li_description *d, const char *relations)
{
    li_ctx *own = li_ctx_new();
    char source[600];

    snprintf(source, sizeof source, "%s%s\n", PLANE, relations);
    if (describe(own, b, d, source))
        return own;
    li_ctx_free(own);
    return NULL;
}

/* Of the first reaction: along its relation, natural and real power zero, Appell's degree; of the first relation: imposed or not. */
static void kinds(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *source; li_truth along, natural, real; int degree; li_imposition imposed; } cases[] = {
        { "constraint c: x' = z*y'\npotential x", LI_YES, LI_YES, LI_YES, 0, LI_IMPOSED },
        { "constraint c: x' = z*y' + t", LI_YES, LI_NO, LI_YES, 0, LI_IMPOSED },
        { "constraint c: x = sin(t)", LI_YES, LI_NO, LI_YES, 0, LI_IMPOSED },
        { "constraint c: x = 3*y\npotential y", LI_YES, LI_YES, LI_YES, 0, LI_IMPOSED },
        { "constraint c: x'^2 + y'^2 = k^2*z'^2\npotential z\nassume k > 0", LI_YES, LI_YES, LI_YES, 2, LI_IMPOSED },
        { "constraint c: x'^3 = y'^2*z'\npotential z", LI_YES, LI_YES, LI_YES, 3, LI_IMPOSED },
        { "constraint c: x'^2 + y'^2 = 4\npotential x", LI_YES, LI_NO, LI_NO, 0, LI_IMPOSED },
        { "constraint c: x' = z*y' by y'\npotential x", LI_NO, LI_NO, LI_NO, 0, LI_IMPOSED },
        { "constraint c: x' = z*y' by x' - z*y'\npotential x", LI_YES, LI_YES, LI_YES, 0, LI_IMPOSED },
        { "constraint c: x' = z*y' + t by x' - z*y' - t\npotential x", LI_YES, LI_NO, LI_YES, 0, LI_IMPOSED },
        { "constraint c: (x'^2 + y)*x' + (x - 2)*y' = 0 by x'^2 + y on x' and x - 2 on y'\npotential x", LI_NO, LI_YES, LI_YES, 0, LI_IMPOSED },
        { "constraint c: x*y' - y*x' = 2\npotential k*(x^2 + y^2)", LI_YES, LI_NO, LI_YES, 0, LI_INTEGRAL_IDENTICALLY },
        { "constraint c: x' = 5", LI_YES, LI_NO, LI_YES, 0, LI_INTEGRAL_IDENTICALLY },
        { "constraint c: x' = 0\nforce x'*y on x'", LI_YES, LI_YES, LI_YES, 0, LI_INTEGRAL_ON_CONSTRAINTS },
        { "constraint c: x' = 0\nconstraint d: x' + y' = t", LI_YES, LI_YES, LI_YES, 0, LI_IMPOSED },     /* i(E)da = 0, but d pushes */
        { "constraint c: y' = 0\nconstraint d: x' = 0\nforce y'*x on x'\npotential y", LI_YES, LI_YES, LI_YES, 0, LI_IMPOSED },
    };

    (void)ctx;
    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_description d;
        bench b;
        li_ctx *own = described(&b, &d, cases[i].source);
        if (own == NULL)
            return;
        const li_reaction_kind *r = d.reaction;
        li_check(own, r->along == cases[i].along, "%s: along %d", cases[i].source, r->along);
        li_check(own, r->natural_zero == cases[i].natural && r->real_zero == cases[i].real, "%s: power %d, %d", cases[i].source, r->natural_zero, r->real_zero);
        li_check(own, r->degree == cases[i].degree, "%s: degree %d", cases[i].source, r->degree);
        li_check(own, d.imposition[0] == cases[i].imposed, "%s: imposed %d", cases[i].source, d.imposition[0]);
        li_ctx_free(own);
    }
}

/* d: a relation that keeps itself only because another one holds */
static void by_another(li_ctx *ctx, li_rand *rng)
{
    li_description d;
    bench b;

    (void)rng;
    if (describe(ctx, &b, &d, PLANE "constraint c: y' = 0\nconstraint d: x' = 0\nforce y'*x on x'\npotential y\n"))
        li_check(ctx, d.imposition[1] == LI_INTEGRAL_ON_CONSTRAINTS, "%d", d.imposition[1]);
}

/* What one constraint contains, and what only all together do. */
static void integrable(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *source; size_t rank, dimension, hidden, together; li_truth alone; } cases[] = {
        { "constraint c: x' = z*y'", 1, 0, 0, 0, LI_NO },
        { "constraint c: x' = 2*y'", 1, 1, 1, 0, LI_YES },
        { "constraint c: x = 2*y", 1, 1, 0, 0, LI_YES },
        { "constraint c: x = 2*y, z' = x'", 2, 2, 1, 0, LI_YES },
        { "constraint c: x' = z*y'\nconstraint d: x' = z*y' + z'", 1, 0, 0, 2, LI_NO },
        { "constraint c: x' = z*y'\nconstraint d: x' = 2*z*y'", 1, 0, 0, 2, LI_NO },
        { "constraint c: x = y\nconstraint d: y' = z'", 1, 1, 0, 0, LI_YES },
    };

    (void)ctx;
    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_description d;
        bench b;
        li_ctx *own = described(&b, &d, cases[i].source);
        if (own == NULL)
            return;
        const li_holonomy *h = d.holonomy;
        li_check(own, h->known && h->rank == cases[i].rank && h->dimension == cases[i].dimension && h->hidden == cases[i].hidden && h->integrals == h->hidden,
                 "%s: rank %zu, integrable %zu, hidden %zu, found %zu", cases[i].source, h->rank, h->dimension, h->hidden, h->integrals);
        li_check(own, d.together.hidden == cases[i].together, "%s: together %zu", cases[i].source, d.together.hidden);
        li_check(own, d.integrable[0] == cases[i].alone, "%s: alone %d", cases[i].source, d.integrable[0]);
        li_ctx_free(own);
    }
}

/* det A M^-1 A^T vanishes nowhere where a minor of A does not, although no sign shows it. */
static void definite(li_ctx *ctx, li_rand *rng)
{
    li_description d;
    bench b;

    (void)rng;
    if (describe(ctx, &b, &d, "system s\nparam A, B, e\ncoord x, y\nkinetic A*x'^2/2 + B*y'^2/2 + e*sin(x)*x'*y'\nconstraint c: x' = y*y'\n"))
        li_check(ctx, d.reactions.definite && d.reactions.vanishing.factors == 0, "%zu factors", d.reactions.vanishing.factors);
    if (describe(ctx, &b, &d, "system s\nparam A, B, e\ncoord x, y\nkinetic A*x'^2/2 + B*y'^2/2 + e*sin(x)*x'*y'\nconstraint c: x*x' = y*y'\n"))
        li_check(ctx, !d.reactions.definite && d.reactions.vanishing.factors > 0, "may vanish");
}

int main(void)
{
    li_test_run("kinds", kinds, 1);
    li_test_run("by another", by_another, 1);
    li_test_run("integrable", integrable, 1);
    li_test_run("definite", definite, 1);
    return li_test_done();
}
