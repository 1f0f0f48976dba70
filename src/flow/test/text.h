/* text.h - the motion of a model in text, from its own start */
#ifndef LI_FLOW_TEST_TEXT_H
#define LI_FLOW_TEST_TEXT_H

#include <string.h>

#include "../../core/test/harness.h"
#include "liaison/flow.h"

typedef struct { li_ctx *ctx; li_model model; li_motion motion; li_state s; li_values x; li_flow F; } moving;

static inline bool moving_init(li_ctx *test, moving *m, const char *text)
{
    *m = (moving){ .ctx = li_ctx_new() };
    li_ctx *ctx = m->ctx;
    bool read = li_model_read(ctx, &m->model, text, strlen(text)) == LI_OK && li_motion_of_model(ctx, &m->motion, &m->model) == LI_OK;
    bool ready = read && li_state_find(ctx, &m->s, &m->motion, 0, NULL, 17) == LI_OK && li_values_find(ctx, &m->x, &m->motion, &m->s, NULL, 17) == LI_OK &&
                 li_flow_init(ctx, &m->F, &m->motion, &m->s, &m->x, 0, NULL) == LI_OK;
    li_check(test, ready, "a model that moves: %s", li_ctx_message(ctx));
    return ready;
}

static inline void moving_clear(moving *m)
{
    li_flow_clear(m->ctx, &m->F);
    li_values_clear(m->ctx, &m->x);
    li_ctx_free(m->ctx);
}

#endif
