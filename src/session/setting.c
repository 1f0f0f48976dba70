/* setting.c - what a setting means: theta=1.2, f(x)=sin(x), foot.mode=rolling
 *
 * A setting is read with the tokens and the names of the model, so a mistake in it is shown at its place like one in
 * the model, the option being the file. */
#include <string.h>

#include "session.h"

struct setting {
    const char *text;
    li_token name;               /* of what is set */
    const char *argument;        /* f(x) = ...: x; else NULL */
    li_expr along;               /* the argument, where it is that of a curve */
    const li_ast *value;
    size_t value_at;             /* in the text */
    bool decimal;
};

/* ---- syntax ---- */

static bool read_left_side(li_parser *p, struct setting *x)
{
    const li_token *token = li_parser_peek(p);

    if (token->kind != LI_TOKEN_NAME) {
        li_parser_unexpected(p, "a name, as in --set theta=1.2");
        return false;
    }
    x->name = *li_parser_next(p);
    if (li_parser_accept(p, "(")) {
        token = li_parser_peek(p);
        if (token->kind != LI_TOKEN_NAME || token->primes > 0 || x->name.primes > 0) {
            li_parser_unexpected(p, "a function of one argument, as in --set \"f(x)=sin(x)\"");
            return false;
        }
        x->argument = li_parser_next(p)->s;
        if (!li_parser_expect(p, ")", "the argument"))
            return false;
    }
    return li_parser_expect(p, "=", "the name of what is set");
}

/* Was a number from here on written with a point or an exponent? */
static bool has_decimals(const li_parser *p)
{
    for (size_t i = p->at; i < p->count; i++) {
        const li_place *place = &p->token[i].place;
        for (int k = 0; p->token[i].kind == LI_TOKEN_NUMBER && k < place->length; k++)
            if (strchr(".eE", p->source[place->offset + k]) != NULL)
                return true;
    }
    return false;
}

static bool read_setting(li_parser *p, struct setting *x)
{
    if (!read_left_side(p, x))
        return false;
    x->value_at = (size_t)li_parser_peek(p)->place.offset;
    x->decimal = has_decimals(p);
    x->value = li_parser_expression(p, "a value after '='");
    if (x->value == NULL)
        return false;
    while (li_parser_peek(p)->kind == LI_TOKEN_NEWLINE)
        li_parser_next(p);
    if (li_parser_peek(p)->kind == LI_TOKEN_END)
        return true;
    li_parser_unexpected(p, "an operator or the end of the value");
    return false;
}

/* ---- names ---- the model's, and the argument of a function that is set */

struct function_scope { li_scope scope; const li_model *m; const char *argument; li_expr x; };

static li_expr scope_name(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    const struct function_scope *f = scope->self;
    if (f->argument != NULL && ast->primes == 0 && strcmp(ast->name, f->argument) == 0)
        return f->x;
    return li_model_name(ctx, f->m, ast);
}

static li_expr scope_call(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    const struct function_scope *f = scope->self;
    return li_model_call(ctx, f->m, scope, ast);
}

static const char *scope_suggest(li_scope *scope, const char *name)
{
    const struct function_scope *f = scope->self;
    return f->m->scope->suggest(f->m->scope, name);
}

/* The value, made of numbers and parameters (and the argument); undefined with a diagnostic if it is not. */
static li_expr value_of(li_session *s, const struct setting *x)
{
    struct function_scope f = { { .name = scope_name, .call = scope_call, .suggest = scope_suggest }, &s->model, x->argument, NULL };
    li_list list;
    bool unknown = false;

    f.scope.self = &f;
    f.x = x->argument == NULL || x->along != NULL ? x->along : li_expr_fresh(s->ctx, x->argument, LI_GENERATOR);
    li_expr e = li_ast_value(s->ctx, &f.scope, x->value), symbol;
    if (e == li_expr_undefined() || li_list_init(s->ctx, &list, 1, &e, true) != LI_OK)
        return li_expr_undefined();
    for (size_t i = 0; i < list.len; i++)
        unknown |= li_expr_kind(list.e[i]) == LI_FUN;
    li_list_clear(s->ctx, &list);
    if (unknown || li_expr_symbols(s->ctx, 1, &e, LI_TIME, LI_ACCELERATION, &symbol, 1) > 0) {
        li_diagnose(s->ctx, LI_ERROR, x->value->place, "a value is made of numbers and parameters; this contains %s%s%s",
                    unknown ? "an unknown function" : "'", unknown ? "" : li_expr_name(symbol), unknown ? "" : "'");
        return li_expr_undefined();
    }
    return e;
}

static const li_param *find_param(const li_model *m, const char *name)
{
    for (size_t i = 0; i < m->params; i++)
        if (strcmp(m->param[i].name, name) == 0)
            return &m->param[i];
    return NULL;
}

static bool is_function(const li_model *m, const char *name)
{
    for (size_t i = 0; i < m->functions; i++)
        if (strcmp(m->function[i].name, name) == 0)
            return true;
    return false;
}

static void not_declared(li_session *s, const struct setting *x)
{
    const char *near = s->model.scope->suggest(s->model.scope, x->name.s);
    li_diagnose(s->ctx, LI_ERROR, x->name.place, "'%s' is not declared%s%s%s", x->name.s, near == NULL ? "" : "; did you mean '",
                near == NULL ? "" : near, near == NULL ? "" : "'?");
}

/* What the left side stands for: a parameter, t, a coordinate or a velocity; NULL with a diagnostic. */
static li_expr variable_of(li_session *s, const struct setting *x, bool symbolic)
{
    li_ast name = { .kind = LI_AST_NAME, .place = x->name.place, .name = x->name.s, .primes = x->name.primes };
    li_expr e = li_model_name(s->ctx, &s->model, &name);

    if (e == NULL)
        not_declared(s, x);
    if (e == NULL || e == li_expr_undefined())
        return NULL;
    li_class cls = li_expr_class(e);
    if (li_expr_kind(e) != LI_SYM || cls == LI_MULTIPLIER || cls == LI_ACCELERATION) {
        li_diagnose(s->ctx, LI_ERROR, x->name.place, "%s gives a parameter, t, a coordinate, a velocity or a function; '%s%.*s' follows from them",
                    li_session_called(s, "--set"), x->name.s, x->name.primes, "'''");
        return NULL;
    }
    if (symbolic && cls != LI_PARAMETER) {
        if (!s->asking.lenient)
            li_diagnose(s->ctx, LI_ERROR, x->name.place, "this command works at no particular state; %s gives parameters and functions here",
                        li_session_called(s, "--set"));
        return NULL;
    }
    return e;
}

/* ---- the mode of a contact ---- NAME.mode = open, sliding or rolling */

/* The length of NAME; 0: it is no mode that is set. */
static size_t contact_name(const struct setting *x)
{
    const char *dot = strrchr(x->name.s, '.');
    return dot != NULL && strcmp(dot, ".mode") == 0 && x->argument == NULL ? (size_t)(dot - x->name.s) : 0;
}

static bool is_contact(li_session *s, const struct setting *x)
{
    const li_model *m = &s->model;
    size_t len = contact_name(x);
    const char *name = li_alloc_string(s->ctx, x->name.s, len), *near = NULL;
    const char **list = li_alloc(s->ctx, (m->contacts + 1) * sizeof *list);

    for (size_t i = 0; list != NULL && name != NULL && i < m->contacts; i++) {
        list[i] = m->contact[i].name;
        if (strcmp(name, list[i]) == 0)
            return true;
    }
    if (list != NULL && name != NULL)
        near = li_name_nearest(name, m->contacts, list);
    li_diagnose(s->ctx, LI_ERROR, x->name.place, "'%s' is not a contact of this model%s%s%s", name, near == NULL ? "" : "; did you mean '",
                near == NULL ? "" : near, near == NULL ? "" : "'?");
    return false;
}

/* Its word; NULL with a diagnostic if it is none. */
static const char *mode_of(li_session *s, const struct setting *x)
{
    static const char *const mode[] = { "open", "sliding", "rolling" };
    bool named = x->value->kind == LI_AST_NAME;

    if (named && li_mode_named(x->value->name) != LI_MODE_NONE)
        return x->value->name;
    const char *near = named ? li_name_nearest(x->value->name, 3, mode) : NULL;
    li_diagnose(s->ctx, LI_ERROR, x->value->place, "the mode of a contact is open, sliding or rolling%s%s%s", near == NULL ? "" : "; did you mean '",
                near == NULL ? "" : near, near == NULL ? "" : "'?");
    return NULL;
}

/* ---- what follows from a setting ---- */

static void add_redefinition(li_session *s, const char *name, const char *argument, const char *text)
{
    li_redefinition *with = s->with;
    size_t i = 0;

    while (i < s->redefinitions && strcmp(with[i].name, name) != 0)
        i++;                                   /* the last one counts */
    if (i == s->redefinitions)
        s->redefinitions++;
    with[i] = (li_redefinition){ li_alloc_string(s->desk, name, strlen(name)),
                                 argument == NULL ? NULL : li_alloc_string(s->desk, argument, strlen(argument)),
                                 li_alloc_string(s->desk, text, strlen(text)) };
}

static bool is_redefined(const li_session *s, const char *name)
{
    for (size_t i = 0; i < s->redefinitions; i++)
        if (strcmp(s->with[i].name, name) == 0)
            return true;
    return false;
}

static void add_given(li_session *s, li_expr variable, li_expr value, const struct setting *x)
{
    size_t i = 0;

    while (i < s->given && s->give[i].x != variable)
        i++;
    if (i == s->given)
        s->given++;
    s->give[i] = (li_given){ variable, value, x->decimal, x->text };
}

static void apply_mode(li_session *s, const struct setting *x)
{
    const char *mode = is_contact(s, x) ? mode_of(s, x) : NULL;

    if (mode != NULL && !s->again)
        add_redefinition(s, x->name.s, NULL, mode);
}

static void apply(li_session *s, const struct setting *x, bool symbolic)
{
    const li_param *param = x->name.primes == 0 && x->argument == NULL ? find_param(&s->model, x->name.s) : NULL;
    bool redefines = x->argument != NULL || (param != NULL && (symbolic || param->derived));

    if (contact_name(x) > 0) {
        apply_mode(s, x);
        return;
    }
    if (s->again && is_redefined(s, x->name.s))
        return;                                /* is in the model already */
    if (x->argument != NULL && !is_function(&s->model, x->name.s)) {
        li_diagnose(s->ctx, LI_ERROR, x->name.place, "'%s' is not a function of this model", x->name.s);
        return;
    }
    li_expr variable = redefines ? NULL : variable_of(s, x, symbolic), value = value_of(s, x);
    if (value == li_expr_undefined() || (variable == NULL && !redefines))
        return;
    if (redefines)
        add_redefinition(s, x->name.s, x->argument, x->text + x->value_at);
    else
        add_given(s, variable, value, x);
}

static void read_one(li_session *s, const char *text, bool symbolic)
{
    struct setting x = { .text = text };
    li_parser p;

    if (li_parser_init(s->ctx, &p, text, strlen(text)) == LI_OK && read_setting(&p, &x))
        apply(s, &x, symbolic);
    li_parser_clear(&p);
}

/* False if it is wrong: then its diagnostics, and no others, are shown, as they stand in what was typed. */
static bool is_right(li_session *s, const char *option, const char *typed, const char *text, bool symbolic)
{
    size_t errors = li_diagnostic_errors(s->ctx);
    li_text words;

    read_one(s, text, symbolic);
    if (li_diagnostic_errors(s->ctx) == errors)
        return true;
    li_diagnostic_forget(s->ctx);
    read_one(s, text, symbolic);
    li_text_init(&words);
    li_diagnostic_print(s->ctx, &words, option, typed, strlen(typed));
    li_session_tell(s, &words);
    li_text_clear(s->ctx, &words);
    return false;
}

/* ---- curves ---- theta = 1 + cos(s)/10: a start for every s */

static void read_on_curve(li_session *s, const char *text, li_expr along, li_given *out)
{
    struct setting x = { .text = text };
    li_parser p;

    if (li_parser_init(s->ctx, &p, text, strlen(text)) == LI_OK && read_setting(&p, &x)) {
        x.argument = li_expr_name(along);
        x.along = along;
        li_expr variable = variable_of(s, &x, false), value = value_of(s, &x);
        if (variable != NULL && li_expr_class(variable) == LI_PARAMETER)
            li_diagnose(s->ctx, LI_ERROR, x.name.place, "all motions of a curve have the same parameters; '%s' is one", x.name.s);
        *out = (li_given){ variable, value, true, text };
    }
    li_parser_clear(&p);
}

li_status li_session_curve(li_session *s, size_t count, const char *const *text, li_expr along, li_given *out)
{
    li_status status = LI_OK;

    for (size_t i = 0; i < count; i++) {
        size_t errors = li_diagnostic_errors(s->ctx);
        li_text words;
        read_on_curve(s, text[i], along, &out[i]);
        if (li_diagnostic_errors(s->ctx) == errors)
            continue;
        li_text_init(&words);
        li_diagnostic_print(s->ctx, &words, "--curve", text[i], strlen(text[i]));
        li_session_tell(s, &words);
        li_text_clear(s->ctx, &words);
        status = LI_INPUT;
    }
    return status;
}

/* --values: every parameter that has a number becomes it. */
static void add_values(li_session *s)
{
    for (size_t i = 0; i < s->model.params; i++) {
        const li_param *param = &s->model.param[i];
        li_text value;
        if (param->value == NULL || param->derived || is_redefined(s, param->name))
            continue;
        li_text_init(&value);
        li_expr_print(s->ctx, &value, param->value);
        add_redefinition(s, param->name, NULL, li_text_str(&value));
        li_text_clear(s->ctx, &value);
    }
}

li_status li_session_settings(li_session *s, bool symbolic)
{
    const li_asking *o = &s->asking;
    bool right = true;

    s->given = 0;
    s->give = li_alloc(s->ctx, (o->sets + LI_MORE_SETTINGS) * sizeof *s->give);
    if (s->with == NULL)
        s->with = li_alloc(s->desk, (o->sets + s->model.params + LI_MORE_SETTINGS) * sizeof *s->with);
    if (s->give == NULL || s->with == NULL) {
        li_session_say(s, "out of memory");
        return LI_MEMORY;
    }
    for (size_t i = 0; i < o->sets; i++)
        right &= is_right(s, li_session_called(s, "--set"), o->set[i], o->set[i], symbolic);
    if (!right)
        return LI_INPUT;
    if (o->values && !s->again)
        add_values(s);
    if (li_ctx_status(s->desk) == LI_OK && li_ctx_status(s->ctx) == LI_OK)
        return LI_OK;
    if (li_ctx_status(s->ctx) != LI_OK)
        return li_session_complain(s);
    li_session_say(s, "out of memory");
    return LI_MEMORY;
}

bool li_session_add(li_session *s, const char *option, const char *typed, const char *text)
{
    return is_right(s, option, typed, text, false);
}
