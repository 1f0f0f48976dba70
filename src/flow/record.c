/* record.c - the rows of a motion in a file, whatever its format */
#include <string.h>
#include <strings.h>

#include "record.h"

static const li_record_format *const format[] = { &li_record_csv, &li_record_json, &li_record_hdf5, &li_record_hdf5_long };
enum { FORMATS = sizeof format / sizeof *format };

/* NULL: none has this ending */
static const li_record_format *format_of(const char *path)
{
    size_t len = strlen(path);

    for (size_t i = 0; i < FORMATS; i++) {
        size_t n = strlen(format[i]->ending);
        if (len > n && strcasecmp(path + len - n, format[i]->ending) == 0)
            return format[i];
    }
    return NULL;
}

static bool is_standard(const char *path) { return strcmp(path, "-") == 0; }

/* The writer, its file still closed */
static li_record_writer *new_writer(li_ctx *ctx, const char *path, const li_record_head *head)
{
    const li_record_format *of = is_standard(path) ? &li_record_csv : format_of(path);
    li_record_writer *w;

    if (of == NULL) {
        li_fail(ctx, LI_INPUT, "%s: rows are written to files that end in .csv, .json, .h5 or .hdf5", path);
        return NULL;
    }
    if ((w = li_new(ctx, 1, sizeof *w)) != NULL)
        *w = (li_record_writer){ .ctx = ctx, .format = of, .head = *head };
    return w;
}

static li_status open_file(li_record_writer *w, const char *path, const li_text *head)
{
    li_status status = is_standard(path) ? li_file_on(w->ctx, &w->file, w->head.standard) : li_file_open(w->ctx, &w->file, path, ".part", LI_FILE_NEW);

    if (status != LI_OK)
        return status;
    li_file_put(&w->file, li_text_str(head), head->len);
    w->start = w->file.bytes;
    if (!w->file.failed)
        return LI_OK;
    li_file_close(&w->file, true);
    return LI_FILE;
}

/* The part begins with this head and goes on to the place, or farther. */
static li_status check_head(li_record_writer *w, const li_text *head, const li_record_place *place)
{
    uint64_t size = li_file_size(&w->file);
    li_text there;

    if (size < place->bytes)
        return li_fail(w->ctx, LI_FILE, "%s ends before the place where it was left", w->file.part);
    li_text_init(&there);
    li_text_put_n(w->ctx, &there, li_text_str(head), head->len);          /* room */
    li_status status = li_ctx_status(w->ctx);
    if (status == LI_OK && place->bytes >= head->len)
        status = li_file_read(&w->file, there.s, head->len, 0);
    if (status == LI_OK && (place->bytes < head->len || memcmp(there.s, head->s, head->len) != 0))
        status = li_fail(w->ctx, LI_FILE, "%s was begun for another run", w->file.part);
    li_text_clear(w->ctx, &there);
    return status;
}

static li_status reopen_file(li_record_writer *w, const char *path, const li_text *head, const li_record_place *place)
{
    if (is_standard(path))
        return li_fail(w->ctx, LI_INPUT, "only rows in a file can be gone on with");
    li_status status = li_file_open(w->ctx, &w->file, path, ".part", LI_FILE_OLD);
    if (status != LI_OK)
        return status;
    status = check_head(w, head, place);
    if (status == LI_OK)
        status = li_file_cut(&w->file, place->bytes);
    w->rows = place->rows;
    w->start = head->len;
    if (status != LI_OK)
        li_file_close(&w->file, false);
    return status;
}

/* place NULL: from the beginning */
static li_status begin(li_ctx *ctx, li_record *record, const char *path, const li_record_head *head, const li_record_place *place)
{
    li_record_writer *w = new_writer(ctx, path, head);
    li_text text;

    *record = (li_record){ .ctx = ctx };
    if (w == NULL)
        return li_ctx_status(ctx);
    li_text_init(&text);
    w->format->head(ctx, &text, head);
    li_status status = li_ctx_status(ctx);
    if (status == LI_OK)
        status = place == NULL ? open_file(w, path, &text) : reopen_file(w, path, &text, place);
    li_text_clear(ctx, &text);
    if (status == LI_OK)
        record->own = w;
    else
        li_drop(ctx, w);
    return status;
}

li_status li_record_open(li_ctx *ctx, li_record *record, const char *path, const li_record_head *head)
{
    return begin(ctx, record, path, head, NULL);
}

li_status li_record_reopen(li_ctx *ctx, li_record *record, const char *path, const li_record_head *head, const li_record_place *place)
{
    return begin(ctx, record, path, head, place);
}

li_status li_record_row(li_record *record, double t, const double *column)
{
    li_record_writer *w = record->own;

    w->format->row(w, t, column);
    w->rows++;
    return w->file.failed ? LI_FILE : LI_OK;
}

li_status li_record_save(li_record *record, li_record_place *place)
{
    li_record_writer *w = record->own;

    *place = (li_record_place){ w->rows, w->file.bytes };
    return li_file_sync(&w->file);
}

static void close_record(li_record *record, bool remove)
{
    if (record->own != NULL) {
        li_file_close(&record->own->file, remove);
        li_drop(record->ctx, record->own);
    }
    record->own = NULL;
}

void li_record_discard(li_record *record) { close_record(record, true); }
void li_record_leave(li_record *record) { close_record(record, false); }

li_status li_record_finish(li_record *record, size_t count, const li_fact *fact)
{
    li_record_writer *w = record->own;

    if (w->format->end != NULL)
        w->format->end(w, count, fact);
    li_status status = li_ctx_status(w->ctx);
    if (status == LI_OK)
        status = w->format->make != NULL ? w->format->make(w, count, fact) : li_file_name(&w->file);
    if (status == LI_OK)
        close_record(record, w->format->make != NULL);             /* the part has served, or is the file itself */
    return status;
}
