/* t-identities.c - the identities of the theory, and that those are there which the theory has        [tzenoff 8] */
#include <stdio.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "liaison/motion.h"

#define QUASI "quasi w1 = (1 + q2^2)*q1' + q3*q2' + t, w2 = q2' - q1*q3', w3 = q3' + q2*q1' - t*q1\n"
#define BODY "param m, k\ncoord q1, q2, q3\n"
#define TIMELESS "kinetic m*(q1'^2 + (1 + q1^2)*q2'^2 + 2*q3'^2 + q2*q1'*q3')/2\npotential k*q1*q2*q3\n"
#define RHEONOMIC "kinetic m*(q1'^2 + (1 + t*q1^2)*q2'^2 + 2*q3'^2 + q2*q1'*q3' + t*q1' + q3*q2')/2\nforce k*t*q2 on q1'\n"

static const struct { const char *model, *names; } cases[] = {
    { "system free\n" BODY TIMELESS, "S1 N10 V1 energy H E" },
    { "system free\n" BODY QUASI RHEONOMIC, "S1 S2 N6 N7 N8 N10 V1 energy E" },
    { "system tied\n" BODY TIMELESS "constraint c: q3' = q1*q2' + q2^2*q1'\n", "S1 S3 N1 N2 N3 N4 N5 N7 N9 N10 V1 V2 energy H E" },
    { "system tied\n" BODY RHEONOMIC "constraint c: q3' = q1*q2' + t*q3*q1' + q2\n", "S1 S3 N1 N2 N3 N4 N5 N7 N10 V1 V2 energy E" },
    { "system tied\n" BODY QUASI RHEONOMIC "constraint c: w3 = q1*w2 + t*q3\n", "S1 S2 S3 N1 N2 N3 N4 N5 N6 N7 N8 N10 V1 V2 energy E" },
    { "system bent\n" BODY RHEONOMIC "constraint c: q3'^2 = q1*q2'^2 + q1'^2 + t\n", "S1 S3 N1 N2 N4 N7 V1 V2 energy E" },
};

static bool is_listed(const char *names, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = names; (at = strstr(at, name)) != NULL; at += len)
        if ((at == names || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0'))
            return true;
    return false;
}

static void hold(li_ctx *unused, li_rand *rng)
{
    (void)unused;
    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_ctx *ctx = li_ctx_new();
        li_model m;
        li_motion S;
        li_identity *list;
        size_t n = 0;
        char seen[400] = "";

        bool ok = ctx != NULL && li_model_read(ctx, &m, cases[i].model, strlen(cases[i].model)) == LI_OK && li_motion_init(ctx, &S, &m) == LI_OK &&
                  li_motion_identities(ctx, &n, &list, &S) == LI_OK;
        li_check(ctx, ok, "%s", cases[i].model);
        for (size_t k = 0; ok && k < n; k++) {
            li_decision d;
            li_exact_decide(ctx, &d, list[k].e);
            li_check(ctx, d.zero == LI_YES || d.how == LI_BY_RESIDUES, "%s %zu: %s\n%s", list[k].name, list[k].index, list[k].words, cases[i].model);
            li_check(ctx, is_listed(cases[i].names, list[k].name), "%s is not expected of\n%s", list[k].name, cases[i].model);
            if (!is_listed(seen, list[k].name))
                snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s%s", seen[0] == '\0' ? "" : " ", list[k].name);
        }
        li_check(ctx, strlen(seen) == strlen(cases[i].names), "there are %s, not %s, of\n%s", seen, cases[i].names, cases[i].model);
        li_ctx_free(ctx);
    }
}

int main(void)
{
    li_test_run("identities", hold, 1);
    return li_test_done();
}
