/* claim.c - the syntax of claims; their names are looked up when they are decided */
#include <string.h>

#include "reader.h"

typedef enum { EXPRESSION, EXPRESSIONS, WORD, WORDS, NOTHING } follows;

static const struct { const char *word; li_claim_kind kind; follows then; const char *what; } claims[] = {
    { "integral", LI_CLAIM_INTEGRAL, EXPRESSION, "the first integral" },
    { "symmetry", LI_CLAIM_SYMMETRY, EXPRESSION, "a field" },
    { "compatible", LI_CLAIM_COMPATIBLE, NOTHING, "" },
    { "incompatible", LI_CLAIM_INCOMPATIBLE, NOTHING, "" },
    { "holonomic", LI_CLAIM_HOLONOMIC, WORD, "the name of a constraint" },
    { "nonholonomic", LI_CLAIM_NONHOLONOMIC, WORD, "the name of a constraint" },
    { "verdict", LI_CLAIM_VERDICT, WORD, "determinate, indeterminate or impossible" },
    { "equivalent", LI_CLAIM_EQUIVALENT, WORDS, "a form of the equations of motion" },
    { "invariant", LI_CLAIM_INVARIANT, EXPRESSION, "a form" },
    { "involution", LI_CLAIM_INVOLUTION, EXPRESSIONS, "a function of the state" },
    { "independent", LI_CLAIM_INDEPENDENT, EXPRESSIONS, "a function of the state" }
};

static bool is_mark(const li_token *token, const char *marks)
{
    return token->kind == LI_TOKEN_MARK && strchr(marks, token->s[0]) != NULL;
}

/* The kind of claim that begins here, -1: an equation. A name in an equation is followed by an operator. */
static int claim_word(const li_parser *p)
{
    const li_token *token = li_parser_peek(p), *then = token + 1;

    for (size_t i = 0; i < sizeof claims / sizeof *claims && token->kind == LI_TOKEN_NAME && token->primes == 0; i++)
        if (strcmp(token->s, claims[i].word) == 0)
            return is_mark(then, claims[i].then == NOTHING ? "=+*/^-" : "=+*/^") ? -1 : (int)i;
    return -1;
}

static bool add_tree(li_reader *r, li_claim *c, const li_ast *tree)
{
    const li_ast **list = tree == NULL ? NULL : li_room(r->ctx, c->tree, c->n, sizeof *list);
    if (list == NULL)
        return false;
    c->tree = list;
    list[c->n++] = tree;
    return true;
}

static bool add_word(li_reader *r, li_claim *c, const char *word, li_place place)
{
    const char **list = word == NULL ? NULL : li_room(r->ctx, c->words, c->words_n, sizeof *list);
    li_place *where = list == NULL ? NULL : li_room(r->ctx, c->where, c->words_n, sizeof *where);
    if (where == NULL)
        return false;
    c->words = list;
    c->where = where;
    where[c->words_n] = place;
    list[c->words_n++] = word;
    return true;
}

static bool read_trees(li_reader *r, li_claim *c, const char *what, bool several)
{
    do
        if (!add_tree(r, c, li_parser_expression(&r->p, what)))
            return false;
    while (several && li_parser_accept(&r->p, ","));
    return true;
}

/* A word may contain hyphens and digits: tzenoff-quasi-T, tzenoff-9. It ends at a blank. */
static const char *read_word(li_reader *r, const char *what, li_place *place)
{
    const li_token *token = li_parser_peek(&r->p);
    int begin = token->place.offset, end = begin;

    *place = token->place;
    if (token->kind != LI_TOKEN_NAME) {
        li_parser_unexpected(&r->p, what);
        return NULL;
    }
    while (token->place.offset == end && (token->kind == LI_TOKEN_NAME || token->kind == LI_TOKEN_NUMBER || is_mark(token, "-"))) {
        end = token->place.offset + token->place.length;
        *place = li_place_span(*place, token->place);
        li_parser_next(&r->p);
        token = li_parser_peek(&r->p);
    }
    return li_alloc_string(r->ctx, r->p.source + begin, (size_t)(end - begin));
}

static bool read_words(li_reader *r, li_claim *c, const char *what, bool several)
{
    do {
        li_place place;
        const char *word = read_word(r, what, &place);
        if (!add_word(r, c, word, place))
            return false;
    } while (several && li_parser_accept(&r->p, ","));
    return true;
}

/* left = right as one tree */
static const li_ast *equal_tree(li_reader *r, const li_pair *pair)
{
    li_ast *tree = li_alloc(r->ctx, sizeof *tree);
    const li_ast **arg = li_alloc(r->ctx, 2 * sizeof *arg);

    if (tree == NULL || arg == NULL)
        return NULL;
    arg[0] = pair->left;
    arg[1] = pair->right;
    *tree = (li_ast){ .kind = LI_AST_EQUAL, .place = pair->place, .len = 2, .arg = arg };
    return tree;
}

/* at x = E, ... */
static bool read_at(li_reader *r, li_claim *c)
{
    if (!li_parser_accept(&r->p, "at"))
        return true;
    do {
        const li_ast **at = li_room(r->ctx, c->at, c->at_n, sizeof *at);
        li_pair pair = { 0 };
        if (at == NULL || !li_read_equation(r, &pair, "a variable after 'at'"))
            return false;
        if (pair.left->kind != LI_AST_NAME) {
            li_diagnose(r->ctx, LI_ERROR, pair.left->place, "a state is given by its variables: at x = ..., y = ...");
            return false;
        }
        c->at = at;
        if ((at[c->at_n++] = equal_tree(r, &pair)) == NULL)
            return false;
    } while (li_parser_accept(&r->p, ","));
    return true;
}

/* A name followed by another one is no equation: a misspelt kind of claim? */
static bool is_misspelt(li_reader *r)
{
    const li_token *token = li_parser_peek(&r->p), *then = token + 1;

    if (token->kind != LI_TOKEN_NAME || token->primes > 0 || then->kind != LI_TOKEN_NAME || strcmp(then->s, "at") == 0)
        return false;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (li_name_distance(token->s, claims[i].word) <= (strlen(claims[i].word) + 2) / 4) {
            li_diagnose(r->ctx, LI_ERROR, token->place, "'%s' is not a kind of claim; did you mean '%s'?", token->s, claims[i].word);
            return true;
        }
    return false;
}

static bool read_equality(li_reader *r, li_claim *c)
{
    li_pair pair = { 0 };
    return li_read_equation(r, &pair, "what is claimed") && add_tree(r, c, pair.left) && add_tree(r, c, pair.right);
}

static bool read_kind(li_reader *r, li_claim *c)
{
    int k = claim_word(&r->p);

    if (k < 0)
        return !is_misspelt(r) && read_equality(r, c);
    c->kind = claims[k].kind;
    li_parser_next(&r->p);
    /* `relative` is a word when a form follows it */
    if (c->kind == LI_CLAIM_INVARIANT && strcmp(li_parser_peek(&r->p)->s, "relative") == 0) {
        const li_token *then = li_parser_peek(&r->p) + 1;
        if (then->kind == LI_TOKEN_NAME || then->kind == LI_TOKEN_NUMBER || is_mark(then, "(-")) {
            li_parser_next(&r->p);
            if (!add_word(r, c, "relative", li_parser_peek(&r->p)->place))
                return false;
        }
    }
    if (claims[k].then == EXPRESSION || claims[k].then == EXPRESSIONS)
        return read_trees(r, c, claims[k].what, claims[k].then == EXPRESSIONS);
    if (claims[k].then == WORD || claims[k].then == WORDS)
        return read_words(r, c, claims[k].what, claims[k].then == WORDS);
    return true;
}

/* What can be wrong with a claim before it is decided. */
static void check_claim(li_reader *r, const li_claim *c)
{
    const char *v = c->kind == LI_CLAIM_VERDICT ? c->words[0] : "";

    if (c->kind == LI_CLAIM_VERDICT && strcmp(v, "determinate") != 0 && strcmp(v, "indeterminate") != 0 && strcmp(v, "impossible") != 0)
        li_diagnose(r->ctx, LI_ERROR, c->place, "a verdict is determinate, indeterminate or impossible, not '%s'", v);
    if (c->kind == LI_CLAIM_EQUIVALENT && c->words_n < 2)
        li_diagnose(r->ctx, LI_ERROR, c->place, "'equivalent' compares two forms or more");
    if (c->kind == LI_CLAIM_INVOLUTION && c->n < 2)
        li_diagnose(r->ctx, LI_ERROR, c->place, "'involution' is said of two functions or more");
}

bool li_read_claim(li_reader *r)
{
    li_model *m = r->m;
    li_claim *list = li_room(r->ctx, m->claim, m->claims, sizeof *list), c = { .kind = LI_CLAIM_EQUAL };
    size_t from = r->p.at;

    c.place = li_parser_peek(&r->p)->place;
    if (list == NULL || !read_kind(r, &c) || !read_at(r, &c))
        return false;
    if (is_mark(li_parser_peek(&r->p), ",")) {
        li_diagnose(r->ctx, LI_ERROR, li_parser_peek(&r->p)->place, "a claim says one thing: write another 'claim' for what follows");
        return false;
    }
    c.place = li_place_span(c.place, r->p.token[r->p.at - 1].place);
    c.text = li_read_text(r, from, r->p.at);
    if (c.text == NULL)
        return false;
    check_claim(r, &c);
    m->claim = list;
    list[m->claims++] = c;
    return true;
}
