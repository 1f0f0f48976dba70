/* t-record.c - rows in files: what is written reads back to the same bits; a file is whole or not there */
#include <fcntl.h>
#include <hdf5.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../core/test/harness.h"
#include "../record.h"

enum { COLUMNS = 9, MOST_ROWS = 400, FORMATS = 4 };

static const char *const ending[FORMATS] = { ".csv", ".json", ".h5", ".HDF5" };

static const li_column column[COLUMNS] = {
    { "theta", LI_COLUMN_COORDINATE, NULL, NULL }, { "phi", LI_COLUMN_COORDINATE, NULL, NULL }, { "theta'", LI_COLUMN_VELOCITY, NULL, NULL },
    { "p", LI_COLUMN_QUASI, NULL, NULL }, { "rolling.1", LI_COLUMN_MULTIPLIER, NULL, NULL }, { "rolling.2", LI_COLUMN_MULTIPLIER, NULL, NULL },
    { "energy", LI_COLUMN_ENERGY, NULL, NULL }, { "f(theta, \"a\")/2", LI_COLUMN_INTEGRAL, NULL, NULL }, { "2*p/q", LI_COLUMN_INTEGRAL, NULL, NULL },
};
static const li_fact at_start = { "seed", NULL, 17 };
static const li_fact at_end[] = { { "steps", NULL, 1571 }, { "message", "a \"bar\"\n\tand \xcf\x80", 0 }, { "energy_drift", NULL, 0x1p-50 } };
static const li_record_head head = {
    .columns = COLUMNS, .column = column, .system = "hoop", .title = "a rolling hoop", .version = "1.2.3",
    .model = "system \"hoop\"\ncoordinates theta, phi\n", .standard = STDOUT_FILENO, .facts = 1, .fact = &at_start,
};

/* ---- a directory for the files of a round ---- */

static char directory[64];

static const char *path(const char *name)
{
    static char s[4][160];
    static int k;
    k = (k + 1) % 4;
    snprintf(s[k], sizeof s[k], "%s/%s", directory, name);
    return s[k];
}

static const char *path_of(const char *name, int format)
{
    char s[40];
    snprintf(s, sizeof s, "%s%s", name, ending[format]);
    return path(s);
}

static bool exists(const char *file) { struct stat s; return lstat(file, &s) == 0; }

static bool is_left(const char *file)
{
    char part[200];
    snprintf(part, sizeof part, "%s.part", file);
    if (exists(part))
        return true;
    snprintf(part, sizeof part, "%s.whole", file);
    return exists(part);
}

static char *contents(const char *file, size_t *len)
{
    FILE *in = fopen(file, "rb");
    char *s = NULL;

    *len = 0;
    if (in == NULL)
        return NULL;
    fseek(in, 0, SEEK_END);
    long size = ftell(in);
    rewind(in);
    if (size >= 0 && (s = calloc((size_t)size + 1, 1)) != NULL)
        *len = fread(s, 1, (size_t)size, in);
    fclose(in);
    return s;
}

/* ---- numbers that are hard to write ---- */

static double any_double(li_rand *rng)
{
    uint64_t bits = li_rand_next(rng);
    double x;

    switch (li_rand_below(rng, 10)) {
    case 0: bits &= ~(UINT64_C(0x7ff) << 52); break;                               /* subnormal */
    case 1: bits &= ~((UINT64_C(1) << 52) - 1); break;                             /* a power of two */
    case 2: return (double)li_rand_below(rng, 2000000) / 100 - 10000;              /* few digits */
    case 3: return li_rand_below(rng, 2) ? 0.0 : -0.0;
    case 4: return ldexp((double)(bits >> 11), li_rand_below(rng, 40) - 60);
    case 5: bits |= UINT64_C(0x7fe) << 52, bits &= ~(UINT64_C(1) << 52); break;    /* huge */
    case 6: return (double)(int64_t)bits;
    default: break;
    }
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double row_number(li_rand *rng)
{
    double x = any_double(rng);
    return isnan(x) ? (double)NAN : x;
}

static bool same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)); }

/* Reads back; no shorter decimal does; a power of ten stands where %g has one. */
static void decimal(li_ctx *ctx, li_rand *rng)
{
    double x = any_double(rng);
    char s[LI_LONGEST_NUMBER + 1], g[40];

    if (!isfinite(x))
        return;
    size_t len = li_decimal(s, x);
    s[len] = '\0';
    li_check(ctx, len <= LI_LONGEST_NUMBER && same(strtod(s, NULL), x), "%.17g is %s", x, s);
    int digits = 1;
    for (; digits < 17; digits++) {
        snprintf(g, sizeof g, "%.*e", digits - 1, x);
        if (strtod(g, NULL) == x)
            break;
    }
    int own = 0, zeros = 0;
    for (const char *c = s; *c != '\0' && *c != 'e'; c++)
        if (*c >= '0' && *c <= '9' && (own > 0 || *c != '0')) {
            own++;
            zeros = *c == '0' ? zeros + 1 : 0;
        }
    own -= strchr(s, '.') == NULL ? zeros : 0;
    bool tie = fabs(x) >= 0x1p53 && fabs(x) < 1e40;                                /* a shorter one may lie just between two doubles */
    li_check(ctx, x == 0 || tie || own <= digits, "%s has %d digits, %d do", s, own, digits);
    snprintf(g, sizeof g, "%.*g", 17, x);
    li_check(ctx, (strchr(g, 'e') == NULL) == (strchr(s, 'e') == NULL), "%s is %s", g, s);
}

/* ---- the files ---- */

typedef struct { size_t rows; double x[MOST_ROWS][COLUMNS + 1]; } table;

static table *random_table(li_rand *rng)
{
    table *T = calloc(1, sizeof *T);

    T->rows = (size_t)li_rand_below(rng, MOST_ROWS + 1);
    if (li_rand_below(rng, 8) == 0)
        T->rows = 0;
    for (size_t i = 0; i < T->rows; i++)
        for (size_t j = 0; j <= COLUMNS; j++)
            T->x[i][j] = row_number(rng);
    return T;
}

static void put_rows(li_ctx *ctx, li_record *record, const table *T, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (li_record_row(record, T->x[i][0], T->x[i] + 1) != LI_OK)
            li_check(ctx, false, "row %zu", i);
}

static void write_table(li_ctx *ctx, const char *file, const table *T)
{
    li_record record;

    if (li_record_open(ctx, &record, file, &head) != LI_OK) {
        li_check(ctx, false, "open %s", file);
        return;
    }
    put_rows(ctx, &record, T, 0, T->rows);
    li_check(ctx, !exists(file) && is_left(file), "%s before its end", file);
    li_check(ctx, li_record_finish(&record, 3, at_end) == LI_OK, "finish");
    li_record_discard(&record);
    li_check(ctx, exists(file) && !is_left(file), "%s at its end", file);
}

static void check_csv(li_ctx *ctx, const char *file, const table *T)
{
    static const char first[] = "t,theta,phi,theta',p,rolling.1,rolling.2,energy,\"f(theta, \"\"a\"\")/2\",2*p/q\n";
    size_t len, i = 0, j = 0;
    char *s = contents(file, &len), *c = s;

    li_check(ctx, s != NULL && strncmp(s, first, strlen(first)) == 0, "header %.100s", s == NULL ? "" : s);
    for (c += strlen(first); *c != '\0';) {
        double x = strtod(c, &c);
        bool ok = i < T->rows && same(x, T->x[i][j]) && *c == (j < COLUMNS ? ',' : '\n');
        if (!ok)
            li_check(ctx, ok, "row %zu, column %zu: %.17g", i, j, x);
        if (!ok)
            break;
        i += j == COLUMNS;
        j = j == COLUMNS ? 0 : j + 1;
        c++;
    }
    li_check(ctx, i == T->rows && j == 0, "%zu rows of %zu", i, T->rows);
    free(s);
}


static bool is_text(const json_t *x, const char *s) { return json_is_string(x) && strcmp(json_string_value(x), s) == 0; }

static void check_json_head(li_ctx *ctx, const json_t *x)
{
    const json_t *name = json_object_get(x, "columns"), *kind = json_object_get(x, "kinds");

    li_check(ctx, is_text(json_object_get(x, "system"), head.system) && is_text(json_object_get(x, "title"), head.title), "system, title");
    li_check(ctx, is_text(json_object_get(x, "version"), head.version) && is_text(json_object_get(x, "model"), head.model), "version, model");
    li_check(ctx, json_array_size(name) == COLUMNS + 1 && json_array_size(kind) == COLUMNS + 1, "columns, kinds");
    for (size_t i = 0; i < COLUMNS; i++)
        li_check(ctx, is_text(json_array_get(name, i + 1), column[i].name), "column %zu", i);
    li_check(ctx, is_text(json_array_get(kind, 0), "time") && is_text(json_array_get(kind, 3), "velocity"), "kinds");
    li_check(ctx, is_text(json_array_get(kind, 9), "integral"), "kinds");
    li_check(ctx, json_number_value(json_object_get(x, "seed")) == 17 && json_number_value(json_object_get(x, "steps")) == 1571, "facts");
    li_check(ctx, json_number_value(json_object_get(x, "energy_drift")) == 0x1p-50 && is_text(json_object_get(x, "message"), at_end[1].words), "facts");
}

static void check_json(li_ctx *ctx, const char *file, const table *T)
{
    json_error_t error;
    json_t *x = json_load_file(file, JSON_REJECT_DUPLICATES, &error), *rows = json_object_get(x, "rows");

    li_check(ctx, x != NULL, "line %d: %s", error.line, error.text);
    check_json_head(ctx, x);
    li_check(ctx, json_array_size(rows) == T->rows, "%zu rows of %zu", json_array_size(rows), T->rows);
    for (size_t i = 0; i < json_array_size(rows) && i < T->rows; i++)
        for (size_t j = 0; j <= COLUMNS; j++) {
            const json_t *number = json_array_get(json_array_get(rows, i), j);
            bool ok = isfinite(T->x[i][j]) ? json_is_real(number) && same(json_real_value(number), T->x[i][j]) : json_is_null(number);
            if (!ok)
                li_check(ctx, ok, "row %zu, column %zu: %.17g", i, j, T->x[i][j]);
        }
    json_decref(x);
}

/* ---- HDF5 ---- */

static void check_words(li_ctx *ctx, hid_t file, const char *name, const char *words)
{
    hid_t attribute = H5Aopen(file, name, H5P_DEFAULT), type = H5Aget_type(attribute);
    char *s = NULL;

    li_check(ctx, H5Aread(attribute, type, &s) >= 0 && s != NULL && strcmp(s, words) == 0, "%s: %s", name, s == NULL ? "" : s);
    li_check(ctx, H5Tget_cset(type) == H5T_CSET_UTF8, "%s in UTF-8", name);
    H5free_memory(s);
    H5Tclose(type);
    H5Aclose(attribute);
}

static void check_number(li_ctx *ctx, hid_t file, const char *name, double number)
{
    hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    double x = 0;

    li_check(ctx, H5Aread(attribute, H5T_NATIVE_DOUBLE, &x) >= 0 && x == number, "%s: %g", name, x);
    H5Aclose(attribute);
}

static void check_model(li_ctx *ctx, hid_t file, const char *model)
{
    hid_t set = H5Dopen2(file, "model", H5P_DEFAULT), type = H5Dget_type(set);
    char *s = NULL;

    li_check(ctx, H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &s) >= 0 && s != NULL && strcmp(s, model) == 0, "model");
    H5free_memory(s);
    H5Tclose(type);
    H5Dclose(set);
}

static void check_names(li_ctx *ctx, hid_t set, size_t from, size_t count, const li_column *of)
{
    hid_t attribute = H5Aopen(set, "columns", H5P_DEFAULT), type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    char **name = calloc(count, sizeof *name);
    bool read = H5Sget_simple_extent_npoints(space) == (hssize_t)count && H5Aread(attribute, type, name) >= 0;

    li_check(ctx, read, "%zu columns", count);
    for (size_t i = 0; read && i < count; i++) {
        li_check(ctx, name[i] != NULL && strcmp(name[i], of[from + i].name) == 0, "column %zu", i);
        H5free_memory(name[i]);
    }
    free(name);
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
}

/* Columns from .. from + count - 1 of the rows; -1: t */
static void check_table(li_ctx *ctx, hid_t file, const char *name, int from, size_t count, bool list, const table *T)
{
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set);
    hsize_t size[2] = { 0, 1 };
    double *x = calloc(T->rows * count + 1, sizeof *x);

    li_check(ctx, H5Sget_simple_extent_ndims(space) == (list ? 1 : 2) && H5Sget_simple_extent_dims(space, size, NULL) >= 0, "%s: dimensions", name);
    li_check(ctx, size[0] == T->rows && size[1] == count, "%s: %zu x %zu", name, (size_t)size[0], (size_t)size[1]);
    if (size[0] == T->rows && size[1] == count)
        li_check(ctx, H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0, "%s", name);
    size_t wrong = 0;
    for (size_t i = 0; i < T->rows; i++)
        for (size_t j = 0; j < count; j++)
            wrong += memcmp(&x[i * count + j], &T->x[i][(size_t)(from + 1) + j], sizeof *x) != 0;
    li_check(ctx, wrong == 0, "%s: %zu numbers", name, wrong);
    if (from >= 0)
        check_names(ctx, set, (size_t)from, count, column);
    free(x);
    H5Sclose(space);
    H5Dclose(set);
}

static void check_hdf5(li_ctx *ctx, const char *name, const table *T)
{
    hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);

    li_check(ctx, file >= 0, "%s is HDF5", name);
    if (file < 0)
        return;
    check_words(ctx, file, "system", head.system);
    check_words(ctx, file, "title", head.title);
    check_words(ctx, file, "version", head.version);
    check_words(ctx, file, "message", at_end[1].words);
    check_number(ctx, file, "seed", 17);
    check_number(ctx, file, "steps", 1571);
    check_number(ctx, file, "energy_drift", 0x1p-50);
    check_model(ctx, file, head.model);
    check_table(ctx, file, "t", -1, 1, true, T);
    check_table(ctx, file, "coordinates", 0, 2, false, T);
    check_table(ctx, file, "velocities", 2, 1, false, T);
    check_table(ctx, file, "quasi_velocities", 3, 1, false, T);
    check_table(ctx, file, "multipliers", 4, 2, false, T);
    check_table(ctx, file, "energy", 6, 1, true, T);
    check_table(ctx, file, "integrals", 7, 2, false, T);
    li_check(ctx, H5Lexists(file, "speeds", H5P_DEFAULT) == 0, "no speeds");
    H5Fclose(file);
}

static void check_file(li_ctx *ctx, int format, const char *file, const table *T)
{
    if (format == 0)
        check_csv(ctx, file, T);
    else if (format == 1)
        check_json(ctx, file, T);
    else
        check_hdf5(ctx, file, T);
}

static void round_trip(li_ctx *ctx, li_rand *rng)
{
    table *T = random_table(rng);

    for (int format = 0; format < FORMATS; format++) {
        const char *file = path_of("trip", format);
        write_table(ctx, file, T);
        check_file(ctx, format, file, T);
        unlink(file);
    }
    free(T);
}

/* ---- checkpoints ---- */

/* A run that is killed behind its checkpoint: what it had on the disk by then is there. */
static bool killed_run(const char *file, const table *T, size_t saved, size_t until, li_record_place *place)
{
    int pipes[2], status = 1;

    if (pipe(pipes) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        li_ctx *ctx = li_ctx_new();
        li_record record;
        bool ok = li_record_open(ctx, &record, file, &head) == LI_OK;
        for (size_t i = 0; ok && i < until; i++) {
            if (i == saved)
                ok = li_record_save(&record, place) == LI_OK;
            ok = ok && li_record_row(&record, T->x[i][0], T->x[i] + 1) == LI_OK;
        }
        if (ok && saved == until)
            ok = li_record_save(&record, place) == LI_OK;
        if (ok)
            li_file_flush(&record.own->file);
        _exit(ok && write(pipes[1], place, sizeof *place) == sizeof *place ? 0 : 1);
    }
    close(pipes[1]);
    bool told = read(pipes[0], place, sizeof *place) == sizeof *place;
    close(pipes[0]);
    return waitpid(child, &status, 0) == child && status == 0 && told;
}

/* What was written behind a checkpoint, up to the middle of something */
static void put_rest(li_ctx *ctx, const char *file)
{
    char part[200];
    snprintf(part, sizeof part, "%s.part", file);
    FILE *out = fopen(part, "ab");
    for (int i = 0; out != NULL && i < MOST_ROWS * COLUMNS; i++)
        fputs("0.12345678901234567,0.1234567890123", out);
    li_check(ctx, out != NULL && fclose(out) == 0, "%s", part);
}

static void same_contents(li_ctx *ctx, const char *file, const char *other)
{
    size_t n[2];
    char *s[2] = { contents(file, &n[0]), contents(other, &n[1]) };

    li_check(ctx, s[0] != NULL && s[1] != NULL && n[0] == n[1] && memcmp(s[0], s[1], n[0]) == 0, "%s differs", file);
    free(s[0]);
    free(s[1]);
}

static void resumed(li_ctx *ctx, li_rand *rng)
{
    table *T = random_table(rng);
    size_t saved = (size_t)li_rand_below(rng, (int)T->rows + 1), until = saved + (size_t)li_rand_below(rng, (int)(T->rows - saved) + 1);
    int format = li_rand_below(rng, FORMATS);
    const char *whole = path_of("whole", format), *file = path_of("resumed", format);
    li_record_place place = { 0, 0 };
    li_record record;

    write_table(ctx, whole, T);
    li_check(ctx, killed_run(file, T, saved, until, &place) && place.rows == saved, "the run before");
    li_check(ctx, !exists(file) && is_left(file), "%s is on its way", file);
    put_rest(ctx, file);
    if (li_record_reopen(ctx, &record, file, &head, &place) == LI_OK) {
        size_t again = saved + (size_t)li_rand_below(rng, (int)(T->rows - saved) + 1);
        put_rows(ctx, &record, T, saved, again);
        li_check(ctx, li_record_save(&record, &place) == LI_OK && place.rows == again, "saved again");
        put_rows(ctx, &record, T, again, T->rows);
        li_record_leave(&record);
        li_check(ctx, li_record_reopen(ctx, &record, file, &head, &place) == LI_OK, "reopened again");
        put_rows(ctx, &record, T, again, T->rows);
        li_check(ctx, li_record_finish(&record, 3, at_end) == LI_OK && !is_left(file), "finish");
        same_contents(ctx, file, whole);
    } else {
        li_check(ctx, false, "reopen");
    }
    unlink(file);
    unlink(whole);
    free(T);
}

/* What cannot be gone on with is said, and stays. */
static void not_resumed(li_ctx *ctx, li_rand *rng)
{
    table *T = random_table(rng);
    int format = li_rand_below(rng, FORMATS);
    const char *file = path_of("left", format);
    li_column other[COLUMNS];
    li_record_head of_other = head;
    li_record_place place = { 0, 0 };
    li_record record;

    memcpy(other, column, sizeof other);
    other[1].name = "psi";
    of_other.column = other;
    li_check(ctx, li_record_reopen(ctx, &record, file, &head, &place) == LI_FILE && strstr(li_ctx_message(ctx), "No such file") != NULL, "nothing there");
    li_ctx_forgive(ctx);
    li_record_discard(&record);
    li_check(ctx, killed_run(file, T, T->rows, T->rows, &place), "the run before");
    li_check(ctx, li_record_reopen(ctx, &record, file, &of_other, &place) == LI_FILE && strstr(li_ctx_message(ctx), "another run") != NULL, "of another");
    li_ctx_forgive(ctx);
    place.bytes++;
    li_check(ctx, li_record_reopen(ctx, &record, file, &head, &place) == LI_FILE && strstr(li_ctx_message(ctx), "ends before") != NULL, "too short");
    li_ctx_forgive(ctx);
    li_check(ctx, is_left(file) && !exists(file), "it stays");
    place.bytes--;
    li_check(ctx, li_record_reopen(ctx, &record, file, &head, &place) == LI_OK, "reopen");
    li_record_discard(&record);
    li_check(ctx, !is_left(file) && !exists(file), "nothing is left");
    free(T);
}

/* ---- failures ---- */

static int next_descriptor(void)
{
    int fd = open("/dev/null", O_RDONLY);
    close(fd);
    return fd;
}

static void targets(li_ctx *ctx, li_rand *rng)
{
    const struct { const char *name; li_status status; const char *words; } bad[] = {
        { "missing/x%s", LI_FILE, "No such file" }, { "file/x%s", LI_FILE, "Not a directory" }, { "directory%s", LI_FILE, "Is a directory" },
        { "taken%s", LI_FILE, "taken" }, { "x%s.txt", LI_INPUT, ".csv, .json, .h5 or .hdf5" }, { "x", LI_INPUT, ".hdf5" }, { "pipe%s", LI_FILE, "pipe" },
    };
    const char *end = ending[li_rand_below(rng, FORMATS)];
    int next = next_descriptor();
    char name[64], part[80];
    li_record record;

    close(open(path("file"), O_CREAT | O_WRONLY, 0600));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(name, sizeof name, bad[i].name, end);
        snprintf(part, sizeof part, "%s.part", name);
        bool directory_there = i == 2 ? mkdir(path(name), 0700) == 0 : i == 3 ? mkdir(path(part), 0700) == 0 : i == 6 && mkfifo(path(name), 0600) == 0;
        li_status status = li_record_open(ctx, &record, path(name), &head);
        li_check(ctx, status == bad[i].status && strstr(li_ctx_message(ctx), bad[i].words) != NULL, "%s: %s", name, li_status_name(status));
        li_check(ctx, strstr(li_ctx_message(ctx), name) != NULL, "%s is named", name);
        li_ctx_forgive(ctx);
        li_record_discard(&record);
        li_check(ctx, i == 3 || !is_left(path(name)), "nothing is left of %s", name);
        if (directory_there)
            remove(path(i == 3 ? part : name));
    }
    unlink(path("file"));
    li_check(ctx, next_descriptor() == next, "a descriptor is left open");
}

/* The file that was there before stays as it was; nothing else is left. */
static void check_undone(li_ctx *ctx, const char *file, bool before)
{
    size_t len;
    char *s = contents(file, &len);

    li_check(ctx, before ? s != NULL && strcmp(s, "before") == 0 : s == NULL, "%s after a failure", file);
    li_check(ctx, !is_left(file), "%s.part after a failure", file);
    free(s);
    unlink(file);
}

static bool put_before(const char *file)
{
    FILE *out = fopen(file, "w");
    fputs("before", out);
    return fclose(out) == 0;
}

/* A run that stops at the first failure, as every one does. */
static li_status write_until_failure(li_ctx *ctx, const char *file, const table *T)
{
    li_record record;
    li_record_place place;
    li_status status = li_record_open(ctx, &record, file, &head);

    for (size_t i = 0; i < T->rows && status == LI_OK; i++) {
        status = li_record_row(&record, T->x[i][0], T->x[i] + 1);
        if (status == LI_OK && i == T->rows / 2)
            status = li_record_save(&record, &place);
    }
    if (status == LI_OK)
        status = li_record_finish(&record, 3, at_end);
    li_record_discard(&record);
    return status;
}

/* No file may grow beyond a limit, as on a full disk. */
static void full(li_ctx *ctx, li_rand *rng)
{
    table *T = random_table(rng);
    int format = li_rand_below(rng, FORMATS), next = next_descriptor();
    const char *file = path_of("full", format);
    bool before = li_rand_below(rng, 2) && put_before(file);
    struct rlimit own, small;

    getrlimit(RLIMIT_FSIZE, &own);
    small = own;
    small.rlim_cur = (rlim_t)li_rand_below(rng, 1 << li_rand_below(rng, 17));
    setrlimit(RLIMIT_FSIZE, &small);
    li_status status = write_until_failure(ctx, file, T);
    setrlimit(RLIMIT_FSIZE, &own);
    if (status == LI_OK) {
        check_file(ctx, format, file, T);
        struct stat s;
        li_check(ctx, stat(file, &s) == 0 && (rlim_t)s.st_size <= small.rlim_cur && !is_left(file), "whole within the limit");
        unlink(file);
    } else {
        li_check(ctx, status == LI_FILE && strstr(li_ctx_message(ctx), "File too large") != NULL, "%s", li_status_name(status));
        li_ctx_forgive(ctx);
        check_undone(ctx, file, before);
    }
    li_check(ctx, next_descriptor() == next, "a descriptor is left open");
    li_check(ctx, H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) == 0, "HDF5 holds something");
    free(T);
}

static void out_of_memory(li_ctx *ctx, li_rand *rng)
{
    table *T = random_table(rng);
    int format = li_rand_below(rng, FORMATS);
    const char *file = path_of("memory", format);
    li_status status = LI_MEMORY;

    for (uint64_t n = 1; status != LI_OK && n < 100; n++) {
        bool before = n % 2 == 0 && put_before(file);
        li_ctx_fail_at(ctx, n);
        status = write_until_failure(ctx, file, T);
        li_ctx_fail_at(ctx, 0);
        li_check(ctx, status == LI_OK || status == LI_MEMORY, "request %d: %s", (int)n, li_status_name(status));
        li_ctx_forgive(ctx);
        if (status != LI_OK)
            check_undone(ctx, file, before);
    }
    li_check(ctx, status == LI_OK && exists(file), "in the end");
    check_file(ctx, format, file, T);
    unlink(file);
    free(T);
}

/* ---- two programs, the standard output, many columns ---- */

static void one_at_a_time(li_ctx *ctx, li_rand *rng)
{
    const char *file = path_of("shared", li_rand_below(rng, FORMATS));
    li_record record;
    int status = 0;

    li_check(ctx, li_record_open(ctx, &record, file, &head) == LI_OK, "open");
    pid_t child = fork();
    if (child == 0) {
        li_ctx *own = li_ctx_new();
        li_record second;
        bool refused = li_record_open(own, &second, file, &head) == LI_FILE && strstr(li_ctx_message(own), "another program") != NULL;
        _exit(refused ? 0 : 1);
    }
    li_check(ctx, waitpid(child, &status, 0) == child && status == 0, "a second program");
    li_check(ctx, li_record_finish(&record, 3, at_end) == LI_OK && exists(file), "the first one");
    unlink(file);
}

static void standard(li_ctx *ctx, li_rand *rng)
{
    table *T = random_table(rng);
    const char *file = path("standard");
    li_record_head to = head;
    li_record record;
    li_record_place place;

    to.standard = open(file, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    li_check(ctx, li_record_open(ctx, &record, "-", &to) == LI_OK, "open");
    put_rows(ctx, &record, T, 0, T->rows);
    li_check(ctx, li_record_save(&record, &place) == LI_OK && li_record_finish(&record, 3, at_end) == LI_OK, "finish");
    li_check(ctx, close(to.standard) == 0, "the descriptor is still open");
    check_csv(ctx, file, T);
    li_check(ctx, li_record_reopen(ctx, &record, "-", &to, &place) == LI_INPUT, "reopen");
    li_ctx_forgive(ctx);
    to.standard = open("/dev/full", O_WRONLY);
    li_check(ctx, li_record_open(ctx, &record, "-", &to) == LI_OK && li_record_finish(&record, 0, NULL) == LI_FILE, "a full disk");
    li_check(ctx, strstr(li_ctx_message(ctx), "the standard output: No space") != NULL, "named");
    li_ctx_forgive(ctx);
    li_record_discard(&record);
    close(to.standard);
    unlink(file);
    free(T);
}

/* More names than an attribute holds in the old format of HDF5, a long model, rows larger than the buffer. */
static void large(li_ctx *ctx, li_rand *rng)
{
    enum { MANY = 20000, ROWS = 12, LONG = 300000 };
    li_column *many = calloc(MANY, sizeof *many);
    char (*name)[16] = calloc(MANY, sizeof *name), *model = calloc(LONG + 1, 1);
    double *x = calloc(MANY, sizeof *x), *back = calloc(MANY, sizeof *back);
    const char *file = path("large.h5");
    li_record_head to = { .columns = MANY, .column = many, .model = model };
    li_record record;

    memset(model, 'm', LONG);
    for (size_t i = 0; i < MANY; i++) {
        snprintf(name[i], sizeof name[i], "x_%zu", i);
        many[i] = (li_column){ .name = name[i], .kind = LI_COLUMN_COORDINATE };
        x[i] = row_number(rng);
    }
    li_check(ctx, li_record_open(ctx, &record, file, &to) == LI_OK, "open");
    for (int i = 0; i < ROWS; i++)
        li_check(ctx, li_record_row(&record, i, x) == LI_OK, "row");
    li_check(ctx, li_record_finish(&record, 0, NULL) == LI_OK, "finish");
    hid_t in = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT), set = H5Dopen2(in, "coordinates", H5P_DEFAULT), space = H5Dget_space(set);
    const hsize_t from[] = { ROWS - 1, 0 }, size[] = { 1, MANY };
    hid_t row = H5Screate_simple(2, size, NULL);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, size, NULL);
    li_check(ctx, H5Dread(set, H5T_NATIVE_DOUBLE, row, space, H5P_DEFAULT, back) >= 0 && memcmp(x, back, MANY * sizeof *x) == 0, "the last row");
    check_names(ctx, set, 0, MANY, many);
    check_model(ctx, in, model);
    H5Sclose(row);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(in);
    unlink(file);
    free(many);
    free(name);
    free(model);
    free(x);
    free(back);
}

int main(void)
{
    snprintf(directory, sizeof directory, "%s/liaison-record-%ld", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    if (mkdir(directory, 0700) != 0)
        return 1;
    signal(SIGXFSZ, SIG_IGN);
    li_test_run("decimal", decimal, 20000);
    li_test_run("round trip", round_trip, 10);
    li_test_run("resumed", resumed, 20);
    li_test_run("not resumed", not_resumed, 10);
    li_test_run("targets", targets, 8);
    li_test_run("full", full, 60);
    li_test_run("out of memory", out_of_memory, 8);
    li_test_run("one at a time", one_at_a_time, 8);
    li_test_run("standard", standard, 4);
    li_test_run("large", large, 1);
    li_check(NULL, rmdir(directory) == 0, "something is left in %s", directory);
    return li_test_done();
}
