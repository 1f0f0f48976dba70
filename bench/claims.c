/* claims.c - the price of a claim: its two sides on all motions, and the proof that they agree
 *
 * One line of JSON for every FILE:LINE, the line of a claim of an example: seconds of processor time to solve for the motion and
 * decide the claim; seconds for the difference alone, and this difference as text, so that others may try it.
 * usage: bench_claims FILE:LINE ... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cart.h"
#include "liaison/proof.h"

static char *contents(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    char *s = malloc(1 << 20);

    *len = file != NULL && s != NULL ? fread(s, 1, 1 << 20, file) : 0;
    if (file != NULL)
        fclose(file);
    return s;
}

/* left - right, or the rate of an integral, with accelerations and multipliers put in */
static li_expr difference_of(li_ctx *ctx, const li_model *m, const li_motion *S, const li_claim *c)
{
    li_solution X;
    li_expr left = li_ast_value(ctx, m->scope, c->tree[0]);

    if (li_solution_init(ctx, &X, S) != LI_OK || X.len != 1)
        return li_expr_undefined();
    left = c->kind == LI_CLAIM_INTEGRAL ? li_model_ddt(ctx, m, left) : li_expr_sub(ctx, left, li_ast_value(ctx, m->scope, c->tree[1]));
    return li_solution_apply(ctx, &X.branch[0], left);
}

static double time_of_claim(const char *source, size_t len, int line)
{
    li_ctx *ctx = li_ctx_new();
    li_model m;
    li_motion S;
    li_solution X;
    li_court court;
    li_proof p = { .holds = LI_UNKNOWN };
    double t0 = 0;

    if (li_model_read(ctx, &m, source, len) == LI_OK && li_motion_init(ctx, &S, &m) == LI_OK) {
        t0 = seconds();
        li_court_init(ctx, &court, &S, &X);
        for (size_t i = 0; i < m.claims; i++)
            if (m.claim[i].place.line == line)
                li_claim_prove(ctx, &p, &court, &m.claim[i]);
        t0 = seconds() - t0;
        li_court_clear(&court);
    }
    li_ctx_free(ctx);
    return p.holds == LI_YES ? t0 : -1;
}

static int measure(const char *path, int line)
{
    size_t len;
    char *source = contents(path, &len);
    li_ctx *ctx = li_ctx_new();
    li_model m;
    li_motion S;
    li_text text;

    li_text_init(&text);
    if (li_model_read(ctx, &m, source, len) != LI_OK || li_motion_init(ctx, &S, &m) != LI_OK)
        return 3;
    for (size_t i = 0; i < m.claims; i++) {
        if (m.claim[i].place.line != line)
            continue;
        li_expr difference = difference_of(ctx, &m, &S, &m.claim[i]);
        li_expr_print(ctx, &text, difference);
        double t0 = seconds();
        li_truth zero = li_exact_is_zero(ctx, difference);
        t0 = seconds() - t0;
        printf("{\"n\":\"%s:%d\",\"claim\":\"%s\",\"seconds\":%.6f,\"alone\":%.6f,\"holds\":%d,\"difference\":\"%s\"}\n", strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path, line,
               m.claim[i].text, time_of_claim(source, len, line), t0, zero == LI_YES, li_text_str(&text));
    }
    li_text_clear(ctx, &text);
    li_ctx_free(ctx);
    free(source);
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *colon = strrchr(argv[i], ':');
        if (colon == NULL)
            return 2;
        *colon = '\0';
        if (measure(argv[i], atoi(colon + 1)) != 0)
            return 1;
    }
    return 0;
}
