/* group.c - the body of a program in the order in which an interpreter likes it
 *
 * Equal operations that do not wait for each other stand side by side, so that one jump serves many of them. Registers
 * are written once, so the order is free as long as operands come first. */
#include "code.h"

typedef struct {
    size_t n;                    /* instructions of the body, numbered from 0 */
    uint32_t *waits;             /* of each: operands that are not computed yet */
    uint32_t *first, *user;      /* who waits for it: user[first[i]] .. user[first[i + 1] - 1] */
    uint32_t *next;              /* lists of those that wait for nothing, one for each operation */
    uint32_t head[LI_OP_COUNT], count[LI_OP_COUNT];
} grouping;

#define NOBODY UINT32_MAX

/* maker[r - result]: the instruction that computes register r. With `user` NULL the users are counted, else filled in. */
static void find_users(grouping *G, li_code *code, const uint32_t *maker, uint32_t result, uint32_t *at)
{
    for (size_t i = 0; i < G->n; i++) {
        size_t count;
        const uint32_t *in = li_code_reads(code, &code->text[code->prologue + i], &count);
        for (size_t k = 0; k < count; k++) {
            if (in[k] < result)
                continue;
            uint32_t m = maker[in[k] - result];
            if (G->user != NULL)
                G->user[at[m]] = (uint32_t)i;
            at[m]++;
            G->waits[i] += G->user != NULL;
        }
    }
}

static void make_ready(grouping *G, const li_code *code, uint32_t i)
{
    uint16_t op = code->text[code->prologue + i].op;
    G->next[i] = G->head[op];
    G->head[op] = i;
    G->count[op]++;
}

static void emit_all(grouping *G, li_code *code)
{
    size_t done = code->prologue;

    for (uint32_t i = (uint32_t)G->n; i-- > 0;)
        if (G->waits[i] == 0)
            make_ready(G, code, i);
    while (done < code->len) {
        int op = 0;
        for (int k = 1; k < LI_OP_COUNT; k++)
            if (G->count[k] > G->count[op])
                op = k;
        while (G->head[op] != NOBODY) {
            uint32_t i = G->head[op];
            G->head[op] = G->next[i];
            G->count[op]--;
            code->grouped[done++] = code->text[code->prologue + i];
            for (uint32_t k = G->first[i]; k < G->first[i + 1]; k++)
                if (--G->waits[G->user[k]] == 0)
                    make_ready(G, code, G->user[k]);
        }
    }
}

static void group_body(li_ctx *ctx, li_code *code, grouping *G, uint32_t *maker)
{
    uint32_t result = code->text[code->prologue].out, total = 0;

    for (size_t i = 0; i < G->n; i++)
        for (size_t k = 0; k < li_code_results(code, &code->text[code->prologue + i]); k++)
            maker[code->text[code->prologue + i].out + k - result] = (uint32_t)i;
    find_users(G, code, maker, result, G->first);
    for (size_t i = 0; i <= G->n; i++) {         /* counts become places */
        uint32_t count = G->first[i];
        G->first[i] = total;
        total += count;
    }
    G->user = li_new(ctx, total + (size_t)1, sizeof *G->user);
    if (G->user == NULL)
        return;
    find_users(G, code, maker, result, G->first);
    for (size_t i = G->n; i > 0; i--)            /* each place has moved on to the next one */
        G->first[i] = G->first[i - 1];
    G->first[0] = 0;
    emit_all(G, code);
}

li_status li_code_group(li_ctx *ctx, li_code *code)
{
    grouping G = { .n = code->len - code->prologue };
    uint32_t *maker = li_new(ctx, code->values + 1, sizeof *maker);

    code->grouped = li_new(ctx, code->len + 1, sizeof *code->grouped);
    G.waits = li_new(ctx, G.n + 1, sizeof *G.waits);
    G.first = li_new(ctx, G.n + 2, sizeof *G.first);
    G.next = li_new(ctx, G.n + 1, sizeof *G.next);
    for (int op = 0; op < LI_OP_COUNT; op++)
        G.head[op] = NOBODY;
    if (li_ctx_status(ctx) == LI_OK) {
        for (size_t i = 0; i < code->prologue; i++)
            code->grouped[i] = code->text[i];
        if (G.n > 0)
            group_body(ctx, code, &G, maker);
        code->grouped[code->len].op = LI_OP_COUNT;
    }
    li_drop(ctx, maker);
    li_drop(ctx, G.waits);
    li_drop(ctx, G.first);
    li_drop(ctx, G.user);
    li_drop(ctx, G.next);
    return li_ctx_status(ctx);
}
