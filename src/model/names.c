/* names.c - one namespace for everything that a model declares */
#include "names.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SUGGESTIONS = 50 };

static const char *const builtin_function[] = {
    "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
    "log", "sqrt", "abs", "sign", "min", "max", "int", "diff", "ddt", "subst"
};

const char *li_name_kind_words(li_name_kind kind)
{
    static const char *const words[] = {
        "a name", "a parameter", "a coordinate", "a function", "an abbreviation", "a quasi-velocity", "a speed",
        "a momentum", "a constraint", "a multiplier", "a contact", "a variable of the chart", "a form", "a field"
    };
    return words[kind];
}

bool li_names_builtin_function(const char *name)
{
    for (size_t i = 0; i < sizeof builtin_function / sizeof *builtin_function; i++)
        if (strcmp(builtin_function[i], name) == 0)
            return true;
    return false;
}

/* Blocks have 2^k elements: a new one is due when the length reaches a power of two. */
void *li_room(li_ctx *ctx, void *array, size_t len, size_t size)
{
    if (len != 0 && (len & (len - 1)) != 0)
        return array;
    void *wider = li_alloc(ctx, (len == 0 ? 1 : 2 * len) * size);
    if (wider != NULL && len != 0)
        memcpy(wider, array, len * size);
    return wider;
}

static size_t hash_of(const char *name) { return (size_t)li_hash_bytes(name, strlen(name), 0); }

/* Where the name is in the slots, or where it belongs. */
static size_t slot_of(const li_names *names, const char *name)
{
    size_t k = hash_of(name) & (names->cap - 1);
    while (names->slot[k] != 0 && strcmp(names->item[names->slot[k] - 1]->name, name) != 0)
        k = (k + 1) & (names->cap - 1);
    return k;
}

uint32_t li_names_index(const li_names *names, const char *name)
{
    return names->cap == 0 ? 0 : names->slot[slot_of(names, name)];
}

li_name *li_names_find(const li_names *names, const char *name)
{
    uint32_t at = li_names_index(names, name);
    return at == 0 ? NULL : names->item[at - 1];
}

static bool grow_slots(li_ctx *ctx, li_names *names)
{
    size_t cap = names->cap == 0 ? 64 : 2 * names->cap;
    uint32_t *slot = li_alloc(ctx, cap * sizeof *slot);

    if (slot == NULL)
        return false;
    names->slot = slot;
    names->cap = cap;
    for (size_t i = 0; i < names->len; i++)
        slot[slot_of(names, names->item[i]->name)] = (uint32_t)i + 1;
    return true;
}

static li_name *new_name(li_ctx *ctx, li_name_kind kind, const char *name, li_place place)
{
    li_name *n = li_alloc(ctx, sizeof *n);
    if (n != NULL)
        *n = (li_name){ .name = name, .kind = kind, .place = place };
    return n;
}

static li_name *enter(li_ctx *ctx, li_names *names, li_name_kind kind, const char *name, li_place place)
{
    li_name *n = new_name(ctx, kind, name, place), **item = li_room(ctx, names->item, names->len, sizeof *item);

    if (n == NULL || item == NULL || (2 * (names->len + 1) > names->cap && !grow_slots(ctx, names)))
        return NULL;
    names->item = item;
    names->slot[slot_of(names, name)] = (uint32_t)names->len + 1;
    item[names->len++] = n;
    return n;
}

li_name *li_names_declare(li_ctx *ctx, li_names *names, li_name_kind kind, const char *name, li_place place)
{
    const li_name *first = li_names_find(names, name);

    if (strcmp(name, "t") == 0) {
        li_diagnose(ctx, LI_ERROR, place, "'t' is the time and cannot be declared");
        return new_name(ctx, kind, name, place);
    }
    if (strchr(name, '.') != NULL) {
        li_diagnose(ctx, LI_ERROR, place, "a declared name has no dots: '%s'", name);
        return new_name(ctx, kind, name, place);
    }
    if (first != NULL) {
        li_diagnose(ctx, LI_ERROR, place, "'%s' is declared twice; first at %d:%d, as %s", name, first->place.line,
                    first->place.column, li_name_kind_words(first->kind));
        return new_name(ctx, kind, name, place);
    }
    return enter(ctx, names, kind, name, place);
}

void li_names_excuse(li_ctx *ctx, li_names *names, const char *name, li_place place)
{
    if (li_names_find(names, name) == NULL)
        enter(ctx, names, LI_NAME_BROKEN, name, place);
}

const char *li_model_theory_name(li_ctx *ctx, const li_model *m, const char *name)
{
    char full[2 * LI_MAX_NAME + 16];
    int len = snprintf(full, sizeof full, "%s%s", li_names_find(m->scope->self, name) == NULL ? "" : "system.", name);
    const char *kept = li_alloc_string(ctx, full, (size_t)len < sizeof full ? (size_t)len : sizeof full - 1);

    return kept == NULL ? "" : kept;
}

/* Near: one change in a short name, else one in three characters. After many errors nobody reads suggestions,
 * and looking for them would take the product of errors and names. */
const char *li_names_nearest(li_names *names, const char *name)
{
    const char *best = NULL;
    size_t len = strlen(name), least = len < 2 ? 0 : len < 5 ? 1 : (len + 1) / 3;

    if (++names->suggestions > MOST_SUGGESTIONS)
        return NULL;

    for (size_t i = 0; i < names->len + sizeof builtin_function / sizeof *builtin_function; i++) {
        if (i < names->len && names->item[i]->kind == LI_NAME_BROKEN)
            continue;
        const char *other = i < names->len ? names->item[i]->name : builtin_function[i - names->len];
        size_t distance = li_name_distance(name, other);
        if (distance < least + (best == NULL)) {
            best = other;
            least = distance;
        }
    }
    return best;
}

const char *li_name_primed(li_ctx *ctx, const char *name, int primes)
{
    size_t len = strlen(name);
    char *s = li_alloc(ctx, len + (size_t)primes + 1);
    if (s == NULL)
        return NULL;
    memcpy(s, name, len);
    memset(s + len, '\'', (size_t)primes);
    return s;
}
