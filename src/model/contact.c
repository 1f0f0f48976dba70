/* contact.c - the syntax of a contact: options in any order                                   [gallissot 8] */
#include <string.h>

#include "reader.h"

typedef struct { li_contact c; li_contact_tree tree; unsigned seen; } reading;

typedef struct { const char *word; bool (*read)(li_reader *r, reading *x); } option;

/* ---- the options ---- each after its word */

static bool read_tree(li_reader *r, const li_ast **tree, const char *what)
{
    *tree = li_parser_expression(&r->p, what);
    return *tree != NULL;
}

static bool read_gap(li_reader *r, reading *x) { return read_tree(r, &x->tree.gap, "the gap"); }
static bool read_normal(li_reader *r, reading *x) { return read_tree(r, &x->tree.normal, "the normal velocity"); }

static bool read_friction(li_reader *r, reading *x)
{
    return read_tree(r, &x->tree.resistance[LI_SLIDE].coef, "the coefficient of friction");
}

static bool read_velocity(li_reader *r, reading *x, size_t resistance, const char *what)
{
    li_resistance_tree *to = &x->tree.resistance[resistance];
    const li_ast *v = NULL;

    if (!read_tree(r, &v, what))
        return false;
    if (to->n == 2) {
        li_diagnose(r->ctx, LI_ERROR, v->place, "a third one: in the tangent plane there are two %s velocities at most",
                    resistance == LI_SLIDE ? "sliding" : "rolling");
        return false;
    }
    to->v[to->n++] = v;
    return true;
}

static bool option_follows(const li_parser *p);

/* sliding U [, V]: after a comma there is V, or the next option */
static bool read_sliding(li_reader *r, reading *x)
{
    if (!read_velocity(r, x, LI_SLIDE, "a sliding velocity"))
        return false;
    while (strcmp(li_parser_peek(&r->p)->s, ",") == 0 && !option_follows(&r->p)) {
        li_parser_next(&r->p);
        if (!read_velocity(r, x, LI_SLIDE, "a sliding velocity or an option"))
            return false;
    }
    return true;
}

/* rolling (w1 [, w2]) delta */
static bool read_rolling(li_reader *r, reading *x)
{
    if (!li_parser_expect(&r->p, "(", "'rolling'"))
        return false;
    do
        if (!read_velocity(r, x, LI_ROLL, "a rolling velocity"))
            return false;
    while (li_parser_accept(&r->p, ","));
    return li_parser_expect(&r->p, ")", "the rolling velocities") && read_tree(r, &x->tree.resistance[LI_ROLL].coef, "the coefficient of rolling resistance");
}

/* w3 (E) looks like a call: then its parts are the velocity and its coefficient. */
static bool split_call(li_reader *r, li_resistance_tree *x)
{
    const li_ast *call = x->v[0];
    const li_token *token = li_parser_peek(&r->p);
    bool ends = token->kind == LI_TOKEN_END || token->kind == LI_TOKEN_NEWLINE || strcmp(token->s, ",") == 0;
    li_ast *name = ends && call->kind == LI_AST_CALL && call->len == 1 ? li_alloc(r->ctx, sizeof *name) : NULL;

    if (name == NULL)
        return false;
    *name = (li_ast){ .kind = LI_AST_NAME, .place = call->place, .name = call->name, .primes = call->primes };
    x->v[0] = name;
    x->coef = call->arg[0];
    return true;
}

/* pivoting w3 varpi */
static bool read_pivoting(li_reader *r, reading *x)
{
    li_resistance_tree *pivot = &x->tree.resistance[LI_PIVOT];
    return read_velocity(r, x, LI_PIVOT, "the pivoting velocity") &&
           (split_call(r, pivot) || read_tree(r, &pivot->coef, "the coefficient of pivoting resistance"));
}

/* One of n words, which may be left out if `absent`; n, with a diagnostic, if it is another. */
static size_t read_word(li_reader *r, const char *what, size_t n, const char *const *word)
{
    const li_token *token = li_parser_peek(&r->p);
    size_t i = 0;

    if (token->kind != LI_TOKEN_NAME) {
        li_parser_unexpected(&r->p, what);
        return n;
    }
    while (i < n && strcmp(word[i], token->s) != 0)
        i++;
    if (i == n) {
        const char *near = li_name_nearest(token->s, n, word);
        li_diagnose(r->ctx, LI_ERROR, token->place, "expected %s, found '%s'%s%s%s", what, token->s, near == NULL ? "" : "; did you mean '",
                    near == NULL ? "" : near, near == NULL ? "" : "'?");
    } else {
        li_parser_next(&r->p);
    }
    return i;
}

/* restitution e [newton|poisson|energetic] */
static bool read_restitution(li_reader *r, reading *x)
{
    static const char *const law[] = { "newton", "poisson", "energetic" };

    x->c.restitution = LI_ENERGETIC;
    if (!read_tree(r, &x->tree.e, "the coefficient of restitution"))
        return false;
    if (li_parser_peek(&r->p)->kind != LI_TOKEN_NAME)
        return true;
    size_t i = read_word(r, "newton, poisson or energetic", 3, law);
    x->c.restitution = (li_restitution)(LI_NEWTON + i);
    return i < 3;
}

static bool read_bilateral(li_reader *r, reading *x)
{
    (void)r;
    return x->c.bilateral = true;
}

static bool read_multiplier(li_reader *r, reading *x)
{
    li_name *n = li_read_declared(r, LI_NAME_MULTIPLIER, "the name of the reaction");

    if (n == NULL)
        return false;
    n->e[0] = li_read_symbol(r, n->name, 0, LI_MULTIPLIER);
    x->c.multiplier_name = n->name;
    return true;
}

static bool read_mode(li_reader *r, reading *x)
{
    static const char *const mode[] = { "open", "sliding", "rolling" };
    size_t i = read_word(r, "open, sliding or rolling", 3, mode);

    if (i < 3)
        x->c.mode = li_mode_named(mode[i]);
    return i < 3;
}

static const option options[] = {
    { "gap", read_gap }, { "normal", read_normal }, { "sliding", read_sliding }, { "friction", read_friction },
    { "rolling", read_rolling }, { "pivoting", read_pivoting }, { "restitution", read_restitution },
    { "bilateral", read_bilateral }, { "multiplier", read_multiplier }, { "mode", read_mode }
};
enum { OPTIONS = sizeof options / sizeof *options };

/* ---- one after another ---- */

/* OPTIONS: it is none */
static size_t option_of(const li_token *token)
{
    size_t i = 0;
    while (i < OPTIONS && (token->kind != LI_TOKEN_NAME || token->primes > 0 || strcmp(options[i].word, token->s) != 0))
        i++;
    return i;
}

/* After the comma that is the next token: an option, or what can only be a misspelt one (a name and its argument)? */
static bool option_follows(const li_parser *p)
{
    const li_token *word = li_parser_peek(p) + 1, *then = word + 1;
    return option_of(word) < OPTIONS ||
           (word->kind == LI_TOKEN_NAME && word->primes == 0 && (then->kind == LI_TOKEN_NAME || then->kind == LI_TOKEN_NUMBER));
}

static bool unknown_option(li_reader *r)
{
    const li_token *token = li_parser_peek(&r->p);
    const char *word[OPTIONS];

    if (token->kind != LI_TOKEN_NAME) {
        li_parser_unexpected(&r->p, "an option of the contact, as in 'gap G' or 'friction f'");
        return false;
    }
    for (size_t i = 0; i < OPTIONS; i++)
        word[i] = options[i].word;
    const char *near = li_name_nearest(token->s, OPTIONS, word);
    if (near != NULL)
        li_diagnose(r->ctx, LI_ERROR, token->place, "'%s' is not an option of a contact; did you mean '%s'?", token->s, near);
    else
        li_diagnose(r->ctx, LI_ERROR, token->place, "'%s' is not an option of a contact; there are gap, normal, sliding, friction, rolling, "
                    "pivoting, restitution, bilateral, multiplier and mode", token->s);
    return false;
}

static bool read_options(li_reader *r, reading *x)
{
    do {
        const li_token *token = li_parser_peek(&r->p);
        size_t i = option_of(token);
        if (i == OPTIONS)
            return unknown_option(r);
        if (x->seen >> i & 1) {
            li_diagnose(r->ctx, LI_ERROR, token->place, "'%s' is said twice", token->s);
            return false;
        }
        x->seen |= 1u << i;
        li_parser_next(&r->p);
        if (!options[i].read(r, x))
            return false;
    } while (li_parser_accept(&r->p, ","));
    return true;
}

/* What the options must be together. */
static bool check_options(li_reader *r, const reading *x)
{
    const li_contact_tree *tree = &x->tree;
    const li_resistance_tree *slide = &tree->resistance[LI_SLIDE];

    if (tree->gap == NULL && tree->normal == NULL)
        li_diagnose(r->ctx, LI_ERROR, x->c.place, "a contact needs its gap or its normal velocity: 'gap G' or 'normal W'");
    else if (tree->gap != NULL && tree->normal != NULL)
        li_diagnose(r->ctx, LI_ERROR, tree->normal->place, "a contact has a gap or a normal velocity, not both: the normal velocity is the rate of the gap");
    else if (slide->coef != NULL && slide->n == 0)
        li_diagnose(r->ctx, LI_ERROR, slide->coef->place, "friction acts against a sliding velocity, and this contact has none: add 'sliding U' or 'sliding U, V'");
    else
        return true;
    return false;
}

/* contact NAME: BODY on PLANE ... */
static bool on_bodies(const li_parser *p)
{
    const li_token *body = li_parser_peek(p), *on = body + 1;
    return body->kind == LI_TOKEN_NAME && option_of(body) == OPTIONS && on->kind == LI_TOKEN_NAME && strcmp(on->s, "on") == 0;
}

bool li_read_contact(li_reader *r)
{
    li_model *m = r->m;
    reading x = { .seen = 0 };
    li_contact_tree *trees = li_room(r->ctx, r->contact, m->contacts, sizeof *trees);
    li_contact *list = li_room(r->ctx, m->contact, m->contacts, sizeof *list);
    li_name *n = li_read_declared(r, LI_NAME_CONTACT, "the name of the contact");

    if (trees == NULL || list == NULL || n == NULL || !li_parser_expect(&r->p, ":", "the name of the contact"))
        return false;
    if (on_bodies(&r->p))
        return li_read_later(r, li_parser_peek(&r->p)->place, "contact NAME: BODY on BODY");
    x.c.name = x.c.multiplier_name = n->name;
    x.c.place = n->place;
    if (!read_options(r, &x) || !check_options(r, &x))
        return false;
    r->contact = trees;
    m->contact = list;
    n->index = m->contacts;
    trees[m->contacts] = x.tree;
    list[m->contacts++] = x.c;
    return true;
}

/* NAME.mode = word, from outside */
bool li_read_contact_mode(li_reader *r, const li_redefinition *with)
{
    const char *dot = strrchr(with->name, '.');
    li_mode mode = li_mode_named(with->text);

    for (size_t i = 0; i < r->m->contacts && dot != NULL && mode != LI_MODE_NONE && strcmp(dot, ".mode") == 0; i++) {
        li_contact *c = &r->m->contact[i];
        if (strlen(c->name) != (size_t)(dot - with->name) || strncmp(c->name, with->name, strlen(c->name)) != 0)
            continue;
        c->mode = mode;
        return true;
    }
    return false;
}
