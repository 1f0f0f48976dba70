/* read.c - a model from its text: cut it into statements, read each, then give all of them their meaning */
#include <string.h>

#include "reader.h"

/* Statements of the language; without a function: of parts that this version does not read yet. */
static const struct { const char *word; li_statement *read; } keyword[] = {
    { "system", li_read_system },       { "param", li_read_param },           { "assume", li_read_assume },
    { "coord", li_read_coord },         { "function", li_read_function },     { "let", li_read_let },
    { "quasi", li_read_quasi },         { "speed", li_read_speed },           { "kinetic", li_read_kinetic },
    { "potential", li_read_potential }, { "force", li_read_force },           { "constraint", li_read_constraint },
    { "contact", li_read_contact },     { "start", li_read_start },           { "claim", li_read_claim },
    { "chart", li_read_chart },         { "form", li_read_form },             { "field", li_read_field },
    { "show", li_read_show },           { "momentum", li_read_momentum },     { "hamiltonian", li_read_hamiltonian },
    { "omega", li_read_omega },
    { "unilateral", NULL }, { "input", NULL }, { "output", NULL },
    { "frame", NULL }, { "point", NULL }, { "particle", NULL }, { "body", NULL }, { "joint", NULL }, { "plane", NULL },
    { "shape", NULL }, { "gravity", NULL }, { "torque", NULL }
};
enum { KEYWORDS = sizeof keyword / sizeof *keyword };

static int keyword_of(const li_token *token)
{
    for (int i = 0; i < KEYWORDS; i++)
        if (token->kind == LI_TOKEN_NAME && token->primes == 0 && strcmp(token->s, keyword[i].word) == 0)
            return i;
    return -1;
}

static bool unknown_statement(li_reader *r, const li_token *token)
{
    const char *best = NULL;
    size_t least = 3;

    for (int i = 0; i < KEYWORDS && token->kind == LI_TOKEN_NAME; i++) {
        size_t distance = li_name_distance(token->s, keyword[i].word);
        if (distance < least && distance < strlen(token->s)) {
            best = keyword[i].word;
            least = distance;
        }
    }
    if (token->kind != LI_TOKEN_NAME)
        li_parser_unexpected(&r->p, "a statement");
    else if (best != NULL)
        li_diagnose(r->ctx, LI_ERROR, token->place, "'%s' is not a statement; did you mean '%s'?", token->s, best);
    else
        li_diagnose(r->ctx, LI_ERROR, token->place, "'%s' is not a statement; a statement begins with a word like 'coord' or 'kinetic'",
                    token->s);
    return false;
}

/* Does the next token begin a line? An open bracket hides the ends of lines, so places tell. */
static bool begins_line(const li_parser *p)
{
    return p->at > 0 && p->at < p->count && p->token[p->at].place.line > p->token[p->at - 1].place.line;
}

static bool at_end(const li_reader *r)
{
    li_token_kind kind = li_parser_peek(&r->p)->kind;
    return kind == LI_TOKEN_NEWLINE || kind == LI_TOKEN_END || (r->unbalanced && begins_line(&r->p));
}

static bool end_statement(li_reader *r)
{
    if (at_end(r))
        return true;
    li_parser_unexpected(&r->p, "an operator, ',' or the end of the line");
    return false;
}

/* To the end of a statement that cannot be read. Its names are excused: no error follows from their absence. A
 * line that begins with a keyword is a new statement even after an open bracket. */
static void skip_statement(li_reader *r, size_t from)
{
    while (!at_end(r)) {
        if (begins_line(&r->p) && keyword_of(li_parser_peek(&r->p)) >= 0)
            r->unbalanced = true;
        else
            li_parser_next(&r->p);
    }
    li_token_range *excuse = li_room(r->ctx, r->excuse, r->excuses, sizeof *excuse);
    if (excuse == NULL)
        return;
    r->excuse = excuse;
    excuse[r->excuses++] = (li_token_range){ from, r->p.at };
}

static void read_statement(li_reader *r)
{
    const li_token *token = li_parser_peek(&r->p);
    int k = keyword_of(token);
    bool read = k >= 0 || unknown_statement(r, token);

    li_parser_next(&r->p);
    if (k >= 0)
        read = keyword[k].read == NULL ? li_read_later(r, token->place, token->s) : keyword[k].read(r) && end_statement(r);
    if (!read)
        skip_statement(r, (size_t)(token - r->p.token) + 1);
}

static void read_statements(li_reader *r)
{
    while (li_parser_peek(&r->p)->kind != LI_TOKEN_END && li_ctx_status(r->ctx) == LI_OK) {
        if (li_parser_peek(&r->p)->kind == LI_TOKEN_NEWLINE)
            li_parser_next(&r->p);
        else
            read_statement(r);
    }
    for (size_t i = 0; i < r->excuses; i++)
        for (size_t k = r->excuse[i].from; k < r->excuse[i].to; k++)
            if (r->p.token[k].kind == LI_TOKEN_NAME)
                li_names_excuse(r->ctx, r->names, r->p.token[k].s, r->p.token[k].place);
    if (r->m->coords == 0 && r->m->charts == 0 && r->m->omega == NULL && r->excuses == 0)
        li_diagnose(r->ctx, LI_ERROR, (li_place){ 0 }, "the model has no coordinates; declare them with 'coord'");
    if (r->m->coords > 0 && r->m->charts > 0)
        li_diagnose(r->ctx, LI_ERROR, r->chart, "the chart of a file with coordinates is its state manifold; 'chart' is for a file without");
}

/* The definition of a parameter or a function, or the mode of a contact, replaced. */
static void replace_definition(li_reader *r, const li_redefinition *with)
{
    li_name *n = li_names_find(r->names, with->name);
    li_parser p;

    if (li_read_contact_mode(r, with) || n == NULL || (n->kind != LI_NAME_PARAM && (n->kind != LI_NAME_FUNCTION || with->argument == NULL)))
        return;
    if (li_parser_init(r->ctx, &p, with->text, strlen(with->text)) == LI_OK) {
        const li_ast *tree = li_parser_expression(&p, "an expression");
        if (tree != NULL) {
            n->tree = tree;
            n->replaced = true;
            n->argument = n->kind == LI_NAME_FUNCTION ? with->argument : NULL;
        }
    }
    li_parser_clear(&p);
}

li_status li_model_read(li_ctx *ctx, li_model *m, const char *source, size_t len)
{
    return li_model_read_with(ctx, m, source, len, 0, NULL);
}

li_status li_model_read_with(li_ctx *ctx, li_model *m, const char *source, size_t len, size_t n, const li_redefinition *with)
{
    li_reader r = { .ctx = ctx, .m = m, .errors = li_diagnostic_errors(ctx) };

    *m = (li_model){ .name = "", .title = "" };
    m->t = li_expr_symbol(ctx, "t", LI_TIME);
    m->T0 = m->V = li_expr_undefined();
    r.names = li_alloc(ctx, sizeof *r.names);
    if (r.names != NULL) {
        r.names->t = m->t;
        m->scope = li_names_scope(ctx, r.names);
    }
    if (li_ctx_status(ctx) == LI_OK && li_parser_init(ctx, &r.p, source, len) == LI_OK) {
        read_statements(&r);
        for (size_t i = 0; i < n; i++)
            replace_definition(&r, &with[i]);
        li_reader_meaning(&r);
    }
    li_parser_clear(&r.p);
    if (li_diagnostic_errors(ctx) > r.errors)
        li_fail(ctx, LI_INPUT, "the model has errors");
    return li_ctx_status(ctx);
}

li_expr li_model_expression(li_ctx *ctx, const li_model *m, const char *source, size_t len, bool *decimal)
{
    li_parser p;
    li_expr e = li_expr_undefined();

    if (decimal != NULL)
        *decimal = false;
    if (li_parser_init(ctx, &p, source, len) == LI_OK) {
        const li_ast *tree = li_parser_expression(&p, "an expression");
        while (li_parser_peek(&p)->kind == LI_TOKEN_NEWLINE)
            li_parser_next(&p);
        if (tree != NULL && li_parser_peek(&p)->kind != LI_TOKEN_END)
            li_parser_unexpected(&p, "an operator or the end of the expression");
        else if (tree != NULL)
            e = li_ast_value(ctx, m->scope, tree);
        if (tree != NULL && decimal != NULL)
            *decimal = li_ast_decimal(ctx, tree);
    }
    li_parser_clear(&p);
    return e;
}
