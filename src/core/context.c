/* context.c - memory, status and the rooms' private state */
#include "liaison/core.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"

enum { CHUNK = 1 << 16, MESSAGE = 1024 };

struct chunk {
    struct chunk *next;
    size_t used, size;
    alignas(max_align_t) unsigned char data[];
};

/* A heap block carries its size in front (this header included), so that the context can count. */
struct block {
    alignas(max_align_t) size_t bytes;
};

struct li_ctx {
    struct chunk *arena;
    size_t in_use, limit;
    uint64_t fail_at;
    li_status status;
    char message[MESSAGE];
    struct { void *state; void (*clear)(li_ctx *, void *); } slot[LI_SLOTS];
    struct li_diagnostics diagnostics;
    li_listener *listener;
    void *listener_self;
};

const char *li_status_name(li_status status)
{
    static const char *const name[] = { "ok", "memory", "domain", "input", "limit", "singular",
                                        "budget", "undecided", "absent", "file" };
    return (unsigned)status < sizeof name / sizeof *name ? name[status] : "?";
}

const char *li_version(void) { return LIAISON_VERSION; }

li_ctx *li_ctx_new(void)
{
    return calloc(1, sizeof(li_ctx));
}

void li_ctx_free(li_ctx *ctx)
{
    if (ctx == NULL)
        return;
    for (int i = LI_SLOTS - 1; i >= 0; i--)
        if (ctx->slot[i].clear != NULL)
            ctx->slot[i].clear(ctx, ctx->slot[i].state);
    li_drop(ctx, ctx->diagnostics.item);
    while (ctx->arena != NULL) {
        struct chunk *next = ctx->arena->next;
        free(ctx->arena);
        ctx->arena = next;
    }
    free(ctx);
}

li_status li_ctx_status(const li_ctx *ctx) { return ctx->status; }
const char *li_ctx_message(const li_ctx *ctx) { return ctx->message; }
void li_ctx_limit(li_ctx *ctx, size_t bytes) { ctx->limit = bytes; }
void li_ctx_fail_at(li_ctx *ctx, uint64_t n) { ctx->fail_at = n; }
struct li_diagnostics *li_ctx_diagnostics(const li_ctx *ctx) { return &((li_ctx *)ctx)->diagnostics; }

void li_ctx_forgive(li_ctx *ctx)
{
    ctx->status = LI_OK;
    ctx->message[0] = '\0';
}

li_status li_fail(li_ctx *ctx, li_status code, const char *format, ...)
{
    if (ctx->status == LI_OK && code != LI_OK) {
        va_list args;
        va_start(args, format);
        vsnprintf(ctx->message, MESSAGE, format, args);
        va_end(args);
        ctx->status = code;
    }
    return ctx->status;
}

void li_ctx_listen(li_ctx *ctx, li_listener *listener, void *self)
{
    ctx->listener = listener;
    ctx->listener_self = self;
}

void li_progress(li_ctx *ctx, const char *work, size_t done, size_t total)
{
    if (ctx->listener != NULL)
        ctx->listener(ctx->listener_self, work, done, total);
}

void li_ctx_attach(li_ctx *ctx, li_slot slot, void *state, void (*clear)(li_ctx *, void *))
{
    ctx->slot[slot].state = state;
    ctx->slot[slot].clear = clear;
}

void *li_ctx_slot(const li_ctx *ctx, li_slot slot) { return ctx->slot[slot].state; }

static void *no_memory(li_ctx *ctx)
{
    li_fail(ctx, LI_MEMORY, "out of memory");
    return NULL;
}

/* The n-th question since li_ctx_fail_at(ctx, n) is answered with no. */
static bool due_to_fail(li_ctx *ctx) { return ctx->fail_at != 0 && --ctx->fail_at == 0; }

/* May `bytes` more be taken from the system? */
static bool granted(li_ctx *ctx, size_t bytes)
{
    if (ctx->limit == 0 || (bytes <= ctx->limit && ctx->in_use <= ctx->limit - bytes))
        return true;
    li_fail(ctx, LI_MEMORY, "out of memory: the limit of %zu bytes is reached", ctx->limit);
    return false;
}

/* A chunk with room for `size` bytes. Under a limit that has no place for a usual chunk, one that just fits. */
static struct chunk *new_chunk(li_ctx *ctx, size_t size)
{
    size_t room = size > CHUNK ? size : CHUNK, left = ctx->limit > ctx->in_use ? ctx->limit - ctx->in_use : 0;

    if (size > SIZE_MAX - sizeof(struct chunk))
        return no_memory(ctx);
    if (ctx->limit != 0 && left < sizeof(struct chunk) + room)
        room = size;
    if (!granted(ctx, sizeof(struct chunk) + room))
        return NULL;
    struct chunk *chunk = calloc(1, sizeof *chunk + room);
    if (chunk == NULL)
        return no_memory(ctx);
    chunk->size = room;
    chunk->next = ctx->arena;
    ctx->arena = chunk;
    ctx->in_use += sizeof *chunk + room;
    return chunk;
}

void *li_alloc(li_ctx *ctx, size_t bytes)
{
    size_t size = (bytes + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    struct chunk *chunk = ctx->arena;

    if (size < bytes || due_to_fail(ctx))
        return no_memory(ctx);
    if (chunk == NULL || chunk->size - chunk->used < size)
        chunk = new_chunk(ctx, size);
    if (chunk == NULL)
        return NULL;
    void *p = chunk->data + chunk->used;
    chunk->used += size;
    return p;
}

char *li_alloc_string(li_ctx *ctx, const char *s, size_t len)
{
    char *copy = len < SIZE_MAX ? li_alloc(ctx, len + 1) : no_memory(ctx);
    if (copy != NULL && len > 0)
        memcpy(copy, s, len);
    return copy;
}

void *li_new(li_ctx *ctx, size_t count, size_t size)
{
    return li_grow(ctx, NULL, count, size);
}

void *li_grow(li_ctx *ctx, void *old, size_t count, size_t size)
{
    struct block *block = old == NULL ? NULL : (struct block *)old - 1;
    size_t had = block == NULL ? 0 : block->bytes;

    if (size != 0 && count > (SIZE_MAX - sizeof *block) / size)
        return no_memory(ctx);
    size_t bytes = sizeof *block + count * size;
    if (due_to_fail(ctx))
        return no_memory(ctx);
    if (bytes > had && !granted(ctx, bytes - had))
        return NULL;
    struct block *grown = realloc(block, bytes);
    if (grown == NULL)
        return no_memory(ctx);
    if (had == 0)
        had = sizeof *block;
    else
        ctx->in_use -= had;
    if (bytes > had)
        memset((unsigned char *)grown + had, 0, bytes - had);
    grown->bytes = bytes;
    ctx->in_use += bytes;
    return grown + 1;
}

void li_drop(li_ctx *ctx, void *p)
{
    if (p == NULL)
        return;
    struct block *block = (struct block *)p - 1;
    ctx->in_use -= block->bytes;
    free(block);
}
