/* t-failure.c - memory runs out at every single place in turn */
#include <string.h>

#include "../../core/test/harness.h"
#include "liaison/model.h"

static const char source[] =
    "system s \"t\"\nparam a, b = 2*a, c = 0.5\nassume a > 0\ncoord x, y\nfunction f(u)\nfunction g(u) = u^2 + f(u)\nlet L = g(x)\n"
    "quasi p = x' + L*y'\nkinetic p^2/2 + y'^2/2\npotential L\nforce -a*p on x'\n"
    "constraint c1: x' = a*y' by x' and 2 on y' multiplier N\ncontact c2: gap y, sliding x', p, friction L, rolling (p) a, restitution 1/2, bilateral\n"
    "contact c3: normal x', sliding y', mode rolling\nstart x = b\nclaim integral p^2\nclaim holonomic c1\nclaim p' = 0 at x = 1\n";

static void every_allocation(li_ctx *ctx, li_rand *rng)
{
    uint64_t n = 1;
    li_status status = LI_MEMORY;
    (void)rng;

    for (; status != LI_OK && n < 100000; n++) {
        li_ctx *own = li_ctx_new();
        li_model m;
        li_ctx_fail_at(own, n);
        status = li_model_read(own, &m, source, sizeof source - 1);
        li_check(ctx, status == LI_OK || status == LI_MEMORY, "allocation %llu: %s", (unsigned long long)n, li_status_name(status));
        li_ctx_free(own);
        if (status != LI_OK && status != LI_MEMORY)
            return;
    }
    li_check(ctx, status == LI_OK && n > 300, "%llu allocations", (unsigned long long)n);
}

/* So it is with a model that is wrong: its diagnostics may be lost, the status not. */
static void wrong_model(li_ctx *ctx, li_rand *rng)
{
    static const char wrong[] = "coord x\nkinetic x'^2 + z\nquasi p = x'^2\nlet a = b\nlet b = a\ncord y\nconstraint c: 1 = 0\ncontact d: normal x'^2, friction x''\nstart x = y\nclaim";
    li_status status = LI_MEMORY;
    (void)rng;

    for (uint64_t n = 1; status == LI_MEMORY && n < 100000; n++) {
        li_ctx *own = li_ctx_new();
        li_model m;
        li_ctx_fail_at(own, n);
        status = li_model_read(own, &m, wrong, sizeof wrong - 1);
        li_check(ctx, status == LI_INPUT || status == LI_MEMORY, "allocation %llu: %s", (unsigned long long)n, li_status_name(status));
        li_ctx_free(own);
    }
    li_check(ctx, status == LI_INPUT, "%s in the end", li_status_name(status));
}

int main(void)
{
    li_test_run("every allocation", every_allocation, 1);
    li_test_run("every allocation of a wrong model", wrong_model, 1);
    return li_test_done();
}
