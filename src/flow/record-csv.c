/* record-csv.c - rows as lines of numbers with commas between */
#include <math.h>
#include <string.h>

#include "record.h"

/* In quotes where it must be, quotes in it doubled. */
static void put_name(li_ctx *ctx, li_text *out, const char *name)
{
    if (strpbrk(name, ",\"\r\n") == NULL) {
        li_text_put(ctx, out, name);
        return;
    }
    li_text_put(ctx, out, "\"");
    for (const char *s = name; *s != '\0'; s++)
        li_text_put_n(ctx, out, *s == '"' ? "\"\"" : s, *s == '"' ? 2 : 1);
    li_text_put(ctx, out, "\"");
}

static void put_head(li_ctx *ctx, li_text *out, const li_record_head *head)
{
    li_text_put(ctx, out, "t");
    for (size_t i = 0; i < head->columns; i++) {
        li_text_put(ctx, out, ",");
        put_name(ctx, out, head->column[i].name);
    }
    li_text_put(ctx, out, "\n");
}

static void put_number(li_file *f, double x, char before)
{
    char *s = li_file_room(f);
    size_t len = 0;

    if (before != '\0')
        s[len++] = before;
    if (isfinite(x)) {
        len += li_decimal(s + len, x);
    } else {
        const char *name = isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
        memcpy(s + len, name, strlen(name));
        len += strlen(name);
    }
    li_file_take(f, len);
}

static void put_row(li_record_writer *w, double t, const double *column)
{
    put_number(&w->file, t, '\0');
    for (size_t i = 0; i < w->head.columns; i++)
        if (w->head.column[i].kind == LI_COLUMN_ENDING) {
            li_file_put(&w->file, ",", 1);
            li_file_put_text(&w->file, li_ending_name((li_ending)column[i]));
        } else {
            put_number(&w->file, column[i], ',');
        }
    li_file_put(&w->file, "\n", 1);
}

const li_record_format li_record_csv = { ".csv", put_head, put_row, NULL, NULL };
