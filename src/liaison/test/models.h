/* models.h - models and states from text, for the tests of this room */
#ifndef LI_LIAISON_TEST_MODELS_H
#define LI_LIAISON_TEST_MODELS_H

#include <stdio.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "liaison/liaison.h"

enum { MOST_GIVEN = 24 };

typedef struct {
    li_model m;
    li_motion S;
    li_state s;
    li_values x;
    bool valued;
} bench;

static inline bool bench_read(li_ctx *ctx, bench *b, const char *source)
{
    b->valued = false;
    bool ok = li_model_read(ctx, &b->m, source, strlen(source)) == LI_OK && li_motion_init(ctx, &b->S, &b->m) == LI_OK;
    li_check(ctx, ok, "%s\n%s", source, li_diagnostic_count(ctx) > 0 ? li_diagnostic_at(ctx, 0)->message : "");
    return ok;
}

/* The state for "x = E; y = E; ..." */
static inline li_status bench_state(li_ctx *ctx, bench *b, const char *set, int digits)
{
    li_given given[MOST_GIVEN];
    size_t n = 0;
    char name[100], value[400];
    int used = 0;

    while (n < MOST_GIVEN && sscanf(set, " %99[^= ] = %399[^;];%n", name, value, &used) == 2) {
        given[n].x = li_model_expression(ctx, &b->m, name, strlen(name), NULL);
        given[n].value = li_model_expression(ctx, &b->m, value, strlen(value), &given[n].decimal);
        given[n++].text = "";
        set += used;
    }
    return li_state_find(ctx, &b->s, &b->S, n, given, digits);
}

static inline bool bench_values(li_ctx *ctx, bench *b, const char *set, int digits)
{
    if (bench_state(ctx, b, set, digits) != LI_OK) {
        li_check(ctx, false, "no state from %s", set);
        return false;
    }
    b->valued = true;
    bool ok = li_values_find(ctx, &b->x, &b->S, &b->s, NULL, digits) == LI_OK;
    li_check(ctx, ok, "no values at %s", set);
    return ok;
}

static inline void bench_clear(li_ctx *ctx, bench *b)
{
    if (b->valued)
        li_values_clear(ctx, &b->x);
}

/* Is x the constant `text` to about `digits` digits? */
static inline bool is_value(li_ctx *ctx, const li_ball *x, const char *text, int digits)
{
    li_scope scope;
    li_ball y, one;
    bool ok = false;

    li_scope_free(&scope);
    li_ball_init(ctx, &one);
    if (li_ball_init(ctx, &y) == LI_OK && li_ball_value(ctx, &y, li_expr_parse(ctx, text, strlen(text), &scope), 1000, 2000) == LI_OK) {
        li_ball_set(&one, &y);
        li_ball_sub(&y, &y, x, 1000);
        ok = li_ball_is_finite(x) && li_ball_below(&y, digits, &one);
    }
    li_ball_clear(&y);
    li_ball_clear(&one);
    return ok;
}

#endif
