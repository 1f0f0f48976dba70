/* record-json.c - rows as lists in one JSON object, written on the way */
#include <math.h>
#include <string.h>

#include "../expr/utf8.h"
#include "record.h"

/* ---- texts ---- */

/* What is no UTF-8 becomes the character that stands for such. */
static void put_string(li_ctx *ctx, li_text *out, const char *s)
{
    uint32_t code;
    size_t len = strlen(s), n;

    li_text_put(ctx, out, "\"");
    for (; len > 0; s += n, len -= n)
        if (!li_utf8_decode(s, len, &code, &n))
            li_text_put(ctx, out, "\\ufffd");
        else if (code == '"' || code == '\\')
            li_text_printf(ctx, out, "\\%c", (char)code);
        else if (code == '\n')
            li_text_put(ctx, out, "\\n");
        else if (code < 0x20)
            li_text_printf(ctx, out, "\\u%04x", (unsigned)code);
        else
            li_text_put_n(ctx, out, s, n);
    li_text_put(ctx, out, "\"");
}

static void put_member(li_ctx *ctx, li_text *out, const char *name, const char *value)
{
    if (value == NULL)
        return;
    put_string(ctx, out, name);
    li_text_put(ctx, out, ":");
    put_string(ctx, out, value);
    li_text_put(ctx, out, ",\n");
}

static void put_fact(li_ctx *ctx, li_text *out, const li_fact *fact)
{
    char number[LI_LONGEST_NUMBER];

    put_string(ctx, out, fact->name);
    li_text_put(ctx, out, ":");
    if (fact->words != NULL)
        put_string(ctx, out, fact->words);
    else if (isfinite(fact->number))
        li_text_put_n(ctx, out, number, li_decimal(number, fact->number));
    else
        li_text_put(ctx, out, "null");
}

static void put_columns(li_ctx *ctx, li_text *out, const li_record_head *head)
{
    static const char *const kind[] = {
        [LI_COLUMN_COORDINATE] = "coordinate", [LI_COLUMN_VELOCITY] = "velocity", [LI_COLUMN_QUASI] = "quasi_velocity", [LI_COLUMN_SPEED] = "speed",
        [LI_COLUMN_MULTIPLIER] = "multiplier", [LI_COLUMN_ENERGY] = "energy", [LI_COLUMN_INTEGRAL] = "integral",
        [LI_COLUMN_OVER] = "over", [LI_COLUMN_OUTCOME] = "outcome", [LI_COLUMN_ENDING] = "ending",
    };

    li_text_put(ctx, out, "\"columns\":[\"t\"");
    for (size_t i = 0; i < head->columns; i++) {
        li_text_put(ctx, out, ",");
        put_string(ctx, out, head->column[i].name);
    }
    li_text_put(ctx, out, "],\n\"kinds\":[\"time\"");
    for (size_t i = 0; i < head->columns; i++)
        li_text_printf(ctx, out, ",\"%s\"", kind[head->column[i].kind]);
    li_text_put(ctx, out, "],\n");
}

static void put_head(li_ctx *ctx, li_text *out, const li_record_head *head)
{
    li_text_put(ctx, out, "{");
    put_member(ctx, out, "system", head->system);
    put_member(ctx, out, "title", head->title);
    put_member(ctx, out, "version", head->version);
    put_member(ctx, out, "model", head->model);
    for (size_t i = 0; i < head->facts; i++) {
        put_fact(ctx, out, &head->fact[i]);
        li_text_put(ctx, out, ",\n");
    }
    put_columns(ctx, out, head);
    li_text_put(ctx, out, "\"rows\":[");
}

/* ---- rows ---- */

/* With a point or a power of ten, so that it is read as a double, -0.0 too. */
static void put_number(li_file *f, double x, char before)
{
    char *s = li_file_room(f);
    size_t len = 0;

    s[len++] = before;
    if (isfinite(x)) {
        len += li_decimal(s + len, x);
        if (memchr(s, '.', len) == NULL && memchr(s, 'e', len) == NULL) {
            memcpy(s + len, ".0", 2);
            len += 2;
        }
    } else {
        memcpy(s + len, "null", 4);
        len += 4;
    }
    li_file_take(f, len);
}

static void put_row(li_record_writer *w, double t, const double *column)
{
    li_file_put_text(&w->file, w->rows > 0 ? ",\n" : "\n");
    put_number(&w->file, t, '[');
    for (size_t i = 0; i < w->head.columns; i++)
        if (w->head.column[i].kind == LI_COLUMN_ENDING) {
            li_file_put_text(&w->file, ",\"");
            li_file_put_text(&w->file, li_ending_name((li_ending)column[i]));
            li_file_put_text(&w->file, "\"");
        } else {
            put_number(&w->file, column[i], ',');
        }
    li_file_put(&w->file, "]", 1);
}

static void put_end(li_record_writer *w, size_t count, const li_fact *fact)
{
    li_text out;

    li_text_init(&out);
    li_text_put(w->ctx, &out, w->rows > 0 ? "\n]" : "]");
    for (size_t i = 0; i < count; i++) {
        li_text_put(w->ctx, &out, ",\n");
        put_fact(w->ctx, &out, &fact[i]);
    }
    li_text_put(w->ctx, &out, "}\n");
    li_file_put(&w->file, li_text_str(&out), out.len);
    li_text_clear(w->ctx, &out);
}

const li_record_format li_record_json = { ".json", put_head, put_row, put_end, NULL };
