/* order.c - definitions in the order of their dependence
 *
 * Definitions are vertices, "is used in" the edges; depth first, with the path on a stack of its own, for a
 * chain of definitions may be as long as the model. */
#include <string.h>

#include "reader.h"

enum { LINKS_SHOWN = 12 };

struct graph {
    size_t *first;              /* the uses of definition i are use[first[i]] .. use[first[i + 1] - 1] */
    uint32_t *use;
    size_t uses, cap;
    const li_ast **todo;        /* trees still to be looked at */
    size_t todos, todo_cap;
};

static bool push_tree(li_ctx *ctx, struct graph *g, const li_ast *tree)
{
    if (g->todos == g->todo_cap) {
        size_t cap = g->todo_cap == 0 ? 64 : 2 * g->todo_cap;
        const li_ast **todo = li_grow(ctx, g->todo, cap, sizeof *todo);
        if (todo == NULL)
            return false;
        g->todo = todo;
        g->todo_cap = cap;
    }
    g->todo[g->todos++] = tree;
    return true;
}

static bool push_use(li_ctx *ctx, struct graph *g, uint32_t i)
{
    if (g->uses == g->cap) {
        size_t cap = g->cap == 0 ? 64 : 2 * g->cap;
        uint32_t *use = li_grow(ctx, g->use, cap, sizeof *use);
        if (use == NULL)
            return false;
        g->use = use;
        g->cap = cap;
    }
    g->use[g->uses++] = i;
    return true;
}

/* Every defined name in the tree of n; the argument of a function hides a name outside. */
static bool add_uses(li_reader *r, struct graph *g, const li_name *n)
{
    if (!push_tree(r->ctx, g, n->tree))
        return false;
    while (g->todos > 0) {
        const li_ast *tree = g->todo[--g->todos];
        bool named = tree->kind == LI_AST_NAME || tree->kind == LI_AST_CALL;
        bool hidden = tree->kind == LI_AST_NAME && n->argument != NULL && strcmp(tree->name, n->argument) == 0;
        uint32_t at = named && !hidden ? li_names_index(r->names, tree->name) : 0;
        if (at != 0 && r->names->item[at - 1]->tree != NULL && !push_use(r->ctx, g, at - 1))
            return false;
        for (size_t i = 0; i < tree->len; i++)
            if (!push_tree(r->ctx, g, tree->arg[i]))
                return false;
    }
    return true;
}

static bool make_graph(li_reader *r, struct graph *g)
{
    g->first = li_new(r->ctx, r->names->len + 1, sizeof *g->first);
    if (g->first == NULL)
        return false;
    for (size_t i = 0; i < r->names->len; i++) {
        g->first[i] = g->uses;
        if (r->names->item[i]->tree != NULL && !add_uses(r, g, r->names->item[i]))
            return false;
    }
    g->first[r->names->len] = g->uses;
    return true;
}

/* path[from] -> path[from + 1] -> ... -> path[from] is a circle: its names have no meaning. */
static void break_circle(li_reader *r, const uint32_t *path, size_t from, size_t len)
{
    li_text chain;

    li_text_init(&chain);
    for (size_t i = from; i < len; i++) {
        li_name *n = r->names->item[path[i]];
        n->kind = LI_NAME_BROKEN;
        if (i - from < LINKS_SHOWN)
            li_text_printf(r->ctx, &chain, "%s -> ", n->name);
        else if (i - from == LINKS_SHOWN)
            li_text_put(r->ctx, &chain, "... -> ");
    }
    const li_name *first = r->names->item[path[from]];
    li_diagnose(r->ctx, LI_ERROR, first->place, "a definition in terms of itself: %s%s", li_text_str(&chain), first->name);
    li_text_clear(r->ctx, &chain);
}

struct walk {
    uint32_t *path;
    size_t *next;               /* the use of each definition to be followed next */
    unsigned char *seen;        /* 0 not yet, 1 on the path, 2 done */
    li_name **out;
    size_t n;
};

/* Everything below `start`, each after what it uses. */
static void descend(li_reader *r, const struct graph *g, struct walk *w, uint32_t start)
{
    size_t len = 0;

    w->path[len++] = start;
    w->seen[start] = 1;
    while (len > 0) {
        uint32_t i = w->path[len - 1];
        if (g->first[i] + w->next[i] == g->first[i + 1]) {
            w->seen[i] = 2;
            w->out[w->n++] = r->names->item[i];
            len--;
            continue;
        }
        uint32_t k = g->use[g->first[i] + w->next[i]++];
        if (w->seen[k] == 1 && r->names->item[k]->kind != LI_NAME_BROKEN) {
            size_t from = len - 1;
            while (w->path[from] != k)
                from--;
            break_circle(r, w->path, from, len);
        } else if (w->seen[k] == 0) {
            w->seen[k] = 1;
            w->path[len++] = k;
        }
    }
}

li_name **li_reader_order(li_reader *r, size_t *n)
{
    size_t count = r->names->len;
    struct graph g = { 0 };
    struct walk w = { 0 };

    *n = 0;
    w.path = li_new(r->ctx, count + 1, sizeof *w.path);
    w.next = li_new(r->ctx, count + 1, sizeof *w.next);
    w.seen = li_new(r->ctx, count + 1, sizeof *w.seen);
    w.out = li_alloc(r->ctx, (count + 1) * sizeof *w.out);
    if (li_ctx_status(r->ctx) == LI_OK && make_graph(r, &g)) {
        for (size_t i = 0; i < count; i++)
            if (w.seen[i] == 0 && r->names->item[i]->tree != NULL)
                descend(r, &g, &w, (uint32_t)i);
        *n = w.n;
    }
    li_drop(r->ctx, g.first);
    li_drop(r->ctx, g.use);
    li_drop(r->ctx, g.todo);
    li_drop(r->ctx, w.path);
    li_drop(r->ctx, w.next);
    li_drop(r->ctx, w.seen);
    return w.out;
}
