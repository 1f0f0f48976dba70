/* varied.c - what differs from motion to motion: a grid of numbers, or the rows of a file */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const double MOST_MEMBERS = 9007199254740992;           /* 2^53: counted in doubles in files */

/* ---- one name ---- */

/* Is it a parameter, coordinate, velocity or t, with this value? The setting is checked as --set is; then the value is a number. */
static bool take_name(varied *v, session *s, axis *a, const char *option, const char *typed, const char *text)
{
    size_t given = 0;

    if (strchr(a->name, '(') != NULL || strstr(a->name, ".mode") != NULL) {
        say("numbers are varied: parameters, coordinates, velocities, t; '%s' is none", a->name);
        return false;
    }
    if (v->axes + s->o->sets + 2 > LI_MORE_SETTINGS) {
        say("more than %d names are varied", LI_MORE_SETTINGS);
        return false;
    }
    if (!add_setting(s, option, typed, text))
        return false;
    while (given < s->given && s->give[given].text != text)
        given++;
    a->redefines = given == s->given;
    return true;
}

static bool is_new(const varied *v, const char *name)
{
    for (size_t i = 0; i < v->axes; i++)
        if (strcmp(v->axis[i].name, name) == 0) {
            say("'%s' is varied twice", name);
            return false;
        }
    return true;
}

static char *copy(session *s, const char *text, size_t len)
{
    while (len > 0 && (*text == ' ' || *text == '\t'))
        text++, len--;
    while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t'))
        len--;
    return li_alloc_string(s->ctx, text, len);
}

/* ---- --over ---- */

/* A constant as the sum of two doubles; false after a message */
static bool number(session *s, li_expr e, double x[2], const char *text)
{
    li_expr symbol, rest;

    if (li_expr_symbols(s->ctx, 1, &e, LI_PARAMETER, LI_GENERATOR, &symbol, 1) > 0) {
        say("--over takes numbers from LO to HI; '%s' contains %s", text, li_expr_name(symbol));
        return false;
    }
    x[1] = 0;
    if (li_flow_numbers(s->ctx, x, 1, &e) == LI_OK) {
        rest = li_expr_sub(s->ctx, e, li_flow_exactly(s->ctx, x[0]));
        if (!li_expr_is_zero(rest) && li_flow_numbers(s->ctx, &x[1], 1, &rest) == LI_OK)
            return true;
        if (li_ctx_status(s->ctx) == LI_OK)
            return true;
    }
    say("--over takes numbers from LO to HI; '%s' has no value", text);
    return false;
}

/* from + k (to - from)/(count - 1) */
static bool set_steps(session *s, axis *a)
{
    li_ctx *ctx = s->ctx;
    li_expr low = li_model_expression(ctx, &s->model, a->low, strlen(a->low), NULL), high = li_model_expression(ctx, &s->model, a->high, strlen(a->high), NULL);
    li_expr step = li_expr_sub(ctx, high, low);
    double last[2];

    if (a->count > 1)
        step = li_expr_div(ctx, step, li_expr_int(ctx, (int64_t)(a->count - 1)));
    if (!number(s, low, a->from, a->low) || !number(s, high, last, a->high) || !number(s, step, a->step, a->high))
        return false;
    a->last = last[0];
    return true;
}

/* The places of the two colons */
static bool find_parts(const char *text, const char *part[3])
{
    part[0] = strchr(text, '=');
    part[1] = part[0] == NULL ? NULL : strchr(part[0], ':');
    part[2] = part[1] == NULL ? NULL : strchr(part[1] + 1, ':');
    return part[2] != NULL && strchr(part[2] + 1, ':') == NULL;
}

static int wrong_over(const char *text)
{
    say("--over takes NAME=LO:HI:N, as in --over a=1:2:11, not '%s'", text);
    return WRONG_INPUT;
}

static int read_count(axis *a, const char *text, const char *all)
{
    char *end;

    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    while (*end == ' ')
        end++;
    if (end == text || *end != '\0' || errno != 0 || strchr(text, '-') != NULL || n == 0 || (double)n > MOST_MEMBERS) {
        say("--over '%s': N is the number of values, a whole number from 1 on, not '%s'", all, text);
        return WRONG_INPUT;
    }
    a->count = n;
    return DONE;
}

static int read_over(varied *v, session *s, const char *text)
{
    const char *part[3];
    axis *a = &v->axis[v->axes];
    size_t len = strlen(text);

    if (!find_parts(text, part))
        return wrong_over(text);
    *a = (axis){ .name = copy(s, text, (size_t)(part[0] - text)), .low = copy(s, part[0] + 1, (size_t)(part[1] - part[0] - 1)),
                 .high = copy(s, part[1] + 1, (size_t)(part[2] - part[1] - 1)) };
    char *low = li_alloc_string(s->ctx, text, (size_t)(part[1] - text)), *high = li_alloc_string(s->ctx, text, (size_t)(part[2] - text));
    if (a->name == NULL || a->low == NULL || a->high == NULL || low == NULL || high == NULL)
        return complain(s);
    if (a->low[0] == '\0' || a->high[0] == '\0' || a->name[0] == '\0' || len == 0)
        return wrong_over(text);
    memset(high + (part[0] + 1 - text), ' ', (size_t)(part[1] - part[0]));     /* NAME=    HI, where it stood */
    int status = read_count(a, part[2] + 1, text);
    if (status != DONE)
        return status;
    if (!is_new(v, a->name) || !take_name(v, s, a, "--over", text, low) || !take_name(v, s, a, "--over", text, high) || !set_steps(s, a))
        return li_ctx_status(s->ctx) == LI_OK || li_ctx_status(s->ctx) == LI_DOMAIN ? WRONG_INPUT : complain(s);
    v->axes++;
    if ((double)v->members * (double)a->count > MOST_MEMBERS) {
        say("these are more than 2^53 motions");
        return WRONG_INPUT;
    }
    v->members *= a->count;
    return DONE;
}

static int read_grid(varied *v, session *s)
{
    const options *o = s->o;
    int status = DONE;

    v->axis = li_alloc(s->ctx, (o->overs + 1) * sizeof *v->axis);
    if (v->axis == NULL)
        return complain(s);
    v->members = 1;
    for (size_t i = 0; i < o->overs && status == DONE; i++)
        status = read_over(v, s, o->over[i]);
    return status;
}

/* ---- --starts ---- */

typedef struct {
    varied  *v;
    session *s;
    const char *file;
    char    *line;                 /* without its end */
    size_t   len, cap;
    int      number;               /* of the line */
    uint64_t room;                 /* rows */
} table;

/* What is wrong from byte `at` on, `len` bytes */
static int wrong_place(table *T, size_t at, size_t len, const char *format, const char *word)
{
    li_ctx *ctx = T->s->ctx;
    li_text words;
    int column = 1;

    for (size_t i = 0; i < at; i++)
        column += (T->line[i] & 0xc0) != 0x80;
    li_diagnostic_forget(ctx);
    li_diagnose(ctx, LI_ERROR, (li_place){ T->number, column, (int)at, (int)len }, format, word);
    li_text_init(&words);
    li_diagnostic_print(ctx, &words, T->file, T->line, T->len);
    fputs(li_text_str(&words), stderr);
    li_text_clear(ctx, &words);
    return WRONG_INPUT;
}

/* The next line; false at the end */
static bool next_line(table *T, FILE *f)
{
    ssize_t n = getline(&T->line, &T->cap, f);

    if (n < 0)
        return false;
    while (n > 0 && (T->line[n - 1] == '\n' || T->line[n - 1] == '\r'))
        T->line[--n] = '\0';
    T->len = (size_t)n;
    T->number++;
    return true;
}

static bool is_blank(const table *T) { return strspn(T->line, " \t") == T->len; }

/* The field from *at on, blanks and quotes around it left out; *at is behind its comma, or past the end */
static void next_field(const table *T, size_t *at, size_t *from, size_t *to)
{
    size_t i = *at, end = i + strcspn(T->line + i, ",");

    while (i < end && (T->line[i] == ' ' || T->line[i] == '\t'))
        i++;
    if (T->line[i] == '"') {
        size_t close = i + 1 + strcspn(T->line + i + 1, "\"");
        *from = i + 1;
        *to = close;
        end = close + strcspn(T->line + close, ",");
    } else {
        *from = i;
        *to = end;
        while (*to > i && (T->line[*to - 1] == ' ' || T->line[*to - 1] == '\t'))
            --*to;
    }
    *at = end + 1;
}

static int read_head(table *T)
{
    varied *v = T->v;
    session *s = T->s;
    size_t most = 1, from, to;

    if (T->len >= 3 && memcmp(T->line, "\xef\xbb\xbf", 3) == 0)
        memset(T->line, ' ', 3);
    for (size_t i = 0; i < T->len; i++)
        most += T->line[i] == ',';
    v->axis = li_alloc(s->ctx, (most + 1) * sizeof *v->axis);
    if (v->axis == NULL)
        return complain(s);
    for (size_t at = 0; at <= T->len;) {
        next_field(T, &at, &from, &to);
        axis *a = &v->axis[v->axes];
        *a = (axis){ .name = copy(s, T->line + from, to - from) };
        char *text = li_alloc(s->ctx, to + 3);
        if (text == NULL || a->name == NULL)
            return complain(s);
        memset(text, ' ', from);
        memcpy(text + from, T->line + from, to - from);
        memcpy(text + to, "=0", 3);
        if (from == to)
            return wrong_place(T, from, 1, "a name is missing in the first line%s", "");
        for (size_t i = 0; i < v->axes; i++)
            if (strcmp(v->axis[i].name, a->name) == 0)
                return wrong_place(T, from, to - from, "'%s' stands here twice", a->name);
        if (!take_name(v, s, a, T->file, T->line, text))
            return WRONG_INPUT;
        v->axes++;
    }
    return DONE;
}

static bool make_room(table *T)
{
    varied *v = T->v;

    if (v->members < T->room)
        return true;
    uint64_t room = 2 * T->room + 1024;
    double *wider = li_grow(T->s->ctx, v->value, room * v->axes, sizeof *wider);
    if (wider == NULL)
        return false;
    v->value = wider;
    T->room = room;
    return true;
}

static int read_row(table *T)
{
    varied *v = T->v;
    size_t at = 0, from, to;

    if (!make_room(T))
        return complain(T->s);
    double *row = v->value + v->members * v->axes;
    for (size_t j = 0; j < v->axes; j++) {
        char *end;
        if (at > T->len)
            return wrong_place(T, T->len, 1, "the first line has more names than this one has numbers: '%s' is missing", v->axis[j].name);
        next_field(T, &at, &from, &to);
        row[j] = from < to ? strtod(T->line + from, &end) : NAN;
        if (from == to)
            return wrong_place(T, from, 1, "a number is missing, the value of '%s'", v->axis[j].name);
        if (end != T->line + to || !isfinite(row[j])) {
            char *word = copy(T->s, T->line + from, to - from);
            return wrong_place(T, from, to - from, "'%s' is not a number", word != NULL ? word : "");
        }
    }
    if (at <= T->len)
        return wrong_place(T, at, T->len > at ? T->len - at : 1, "this line has more numbers than the first one has names%s", "");
    v->members++;
    return DONE;
}

static int read_table(table *T, FILE *f)
{
    int status = DONE;
    bool head = false;

    while (status == DONE && next_line(T, f)) {
        if (is_blank(T))
            continue;
        status = head ? read_row(T) : read_head(T);
        head = true;
    }
    if (status != DONE)
        return status;
    if (ferror(f)) {
        say("%s: %s", T->file, strerror(errno));
        return MACHINE_FAILED;
    }
    if (!head || T->v->members == 0) {
        say("%s: %s", T->file, head ? "there are no rows after the names" : "the file is empty; its first line has the names");
        return WRONG_INPUT;
    }
    return DONE;
}

static int read_starts(varied *v, session *s)
{
    table T = { .v = v, .s = s, .file = s->o->starts };
    FILE *f = fopen(T.file, "r");

    if (f == NULL) {
        say("%s: %s", T.file, strerror(errno));
        return WRONG_INPUT;
    }
    int status = read_table(&T, f);
    fclose(f);
    free(T.line);
    return status;
}

/* ---- both ---- */

int read_varied(varied *v, session *s)
{
    const options *o = s->o;

    *v = (varied){ 0 };
    if ((o->overs > 0) == (o->starts != NULL)) {
        say(o->overs > 0 ? "either --over or --starts" : "map needs --over NAME=LO:HI:N, or --starts FILE");
        return WRONG_INPUT;
    }
    return o->overs > 0 ? read_grid(v, s) : read_starts(v, s);
}

/* The place of member i on axis j; the last axis changes first */
static uint64_t place_on(const varied *v, uint64_t i, size_t j)
{
    for (size_t k = v->axes; k-- > j + 1;)
        i /= v->axis[k].count;
    return i % v->axis[j].count;
}

/* from + k step, to the nearest double but for the rarest cases */
static double value_on(const axis *a, uint64_t k)
{
    double n = (double)k, product = n * a->step[0], error = fma(n, a->step[0], -product) + n * a->step[1];
    double sum = a->from[0] + product, part = sum - a->from[0], rest = (a->from[0] - (sum - part)) + (product - part);

    return k + 1 == a->count && k > 0 ? a->last : sum + (rest + (error + a->from[1]));
}

void varied_values(const varied *v, uint64_t i, double *x)
{
    for (size_t j = 0; j < v->axes; j++)
        x[j] = v->value != NULL ? v->value[i * v->axes + j] : value_on(&v->axis[j], place_on(v, i, j));
}

/* As few digits as read back to the same number */
static void print_shortest(char *out, size_t room, double x)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, room, "%.*g", digits, x);
        if (strtod(out, NULL) == x)
            break;
    }
}

const char *varied_setting(li_ctx *ctx, const varied *v, uint64_t i, size_t j)
{
    const axis *a = &v->axis[j];
    uint64_t k = a->low != NULL ? place_on(v, i, j) : 0;
    char number[40];
    li_text text;

    li_text_init(&text);
    if (a->low == NULL) {
        print_shortest(number, sizeof number, v->value[i * v->axes + j]);
        li_text_printf(ctx, &text, "%s=%s", a->name, number);
    } else if (k == 0) {
        li_text_printf(ctx, &text, "%s=%s", a->name, a->low);
    } else {
        li_text_printf(ctx, &text, "%s=(%s) + %llu*((%s) - (%s))/%llu", a->name, a->low, (unsigned long long)k, a->high, a->low, (unsigned long long)(a->count - 1));
    }
    const char *out = li_alloc_string(ctx, li_text_str(&text), text.len);
    li_text_clear(ctx, &text);
    return out;
}
