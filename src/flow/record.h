/* record.h - what the formats of a record share: a file that is being written, and what a format is */
#ifndef LI_FLOW_RECORD_H
#define LI_FLOW_RECORD_H

#include "liaison/flow.h"

/* ---- a file on its way to its name ----      record-file.c
 *
 * Bytes are collected in a buffer of fixed size. The first failure stays; what is put after it goes nowhere. */
enum { LI_LONGEST_NUMBER = 32, LI_BUFFER = 1 << 17 };
typedef struct {
    li_ctx  *ctx;
    char    *path, *part;          /* the name at the end, the name now; the same on a descriptor that was given */
    int      fd;
    bool     failed;
    uint64_t bytes;                /* written, and in the buffer */
    size_t   used;
    char    *buffer;
} li_file;

typedef enum { LI_FILE_NEW, LI_FILE_OLD } li_file_age;             /* OLD: it is there, and is not cut */
li_status li_file_open(li_ctx *ctx, li_file *f, const char *path, const char *ending, li_file_age age);      /* path + ending is the name now */
li_status li_file_on(li_ctx *ctx, li_file *f, int fd);             /* a descriptor that was given; never closed */
li_status li_file_fail(li_file *f, const char *what, const char *path, int error);       /* "cannot write hoop.csv.part: disk full" */
void      li_file_put(li_file *f, const char *s, size_t len);
void      li_file_put_text(li_file *f, const char *s);
/* Room for a number at least; what was put there is given back by its length. Never NULL. */
char     *li_file_room(li_file *f);
void      li_file_take(li_file *f, size_t len);
li_status li_file_flush(li_file *f);                               /* out of the buffer */
li_status li_file_sync(li_file *f);                                /* ... and safe on the disk */
uint64_t  li_file_size(const li_file *f);                          /* as it is on the disk */
/* `count` bytes from `at` on; of a file whose buffer is empty */
li_status li_file_read(li_file *f, void *to, size_t count, uint64_t at);
li_status li_file_write_at(li_file *f, const void *from, size_t count, uint64_t at);
li_status li_file_cut(li_file *f, uint64_t bytes);
li_status li_file_name(li_file *f);                                /* safe, closed, and under its name */
void      li_file_close(li_file *f, bool remove);                  /* without it */

/* The digits of x, finite, as few as read back to the same bits, at most LI_LONGEST_NUMBER without an end; their length.      decimal.c */
size_t    li_decimal(char *out, double x);

/* ---- a format ---- */

typedef struct li_record_writer li_record_writer;
typedef struct {
    const char *ending;
    void (*head)(li_ctx *ctx, li_text *out, const li_record_head *head);   /* what stands before the rows, the same every time */
    void (*row)(li_record_writer *w, double t, const double *column);
    void (*end)(li_record_writer *w, size_t count, const li_fact *fact);   /* what stands behind them */
    li_status (*make)(li_record_writer *w, size_t count, const li_fact *fact);       /* the file, from the part; NULL: it is the part */
} li_record_format;

struct li_record_writer {
    li_ctx  *ctx;
    const li_record_format *format;
    li_record_head head;
    li_file  file;
    uint64_t rows, start;          /* start: where the rows begin, in bytes */
};

extern const li_record_format li_record_csv, li_record_json, li_record_hdf5, li_record_hdf5_long;

#endif
