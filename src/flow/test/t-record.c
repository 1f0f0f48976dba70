/* t-record.c - rows in files: what is written reads back to the same bits; a file is whole or not there */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../core/test/harness.h"
#include "../record.h"

enum { COLUMNS = 9, MOST_ROWS = 400, FORMATS = 1 };

static const char *const ending[FORMATS] = { ".csv" };

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

static void round_trip(li_ctx *ctx, li_rand *rng)
{
    table *T = random_table(rng);

    for (int format = 0; format < FORMATS; format++) {
        const char *file = path_of("trip", format);
        write_table(ctx, file, T);
        check_csv(ctx, file, T);
        unlink(file);
    }
    free(T);
}

int main(void)
{
    snprintf(directory, sizeof directory, "/tmp/liaison-record-%ld", (long)getpid());
    if (mkdir(directory, 0700) != 0)
        return 1;
    signal(SIGXFSZ, SIG_IGN);
    li_test_run("decimal", decimal, 20000);
    li_test_run("round trip", round_trip, 30);
    rmdir(directory);
    return li_test_done();
}
