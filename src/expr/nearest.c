/* nearest.c - how far apart are two names, and which of many is the nearest */
#include <string.h>

#include "liaison/expr.h"
#include "utf8.h"

enum { LONGEST = LI_MAX_NAME };

static size_t characters(uint32_t out[LONGEST], const char *s)
{
    size_t n = 0;
    for (size_t at = 0, left = strlen(s), len; left > 0 && n < LONGEST; at += len, left -= len)
        if (!li_utf8_decode(s + at, left, &out[n++], &len))
            out[n - 1] = (unsigned char)s[at];
    return n;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* row_i[j] = distance of the first i characters of a from the first j of b; only three rows are alive. */
size_t li_name_distance(const char *a, const char *b)
{
    uint32_t x[LONGEST], y[LONGEST];
    size_t rows[3][LONGEST + 1], n = characters(x, a), m = characters(y, b);
    size_t *before = rows[0], *last = rows[1], *row = rows[2];

    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = least(last[j - 1] + (x[i - 1] != y[j - 1]), least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[m];
}

const char *li_name_nearest(const char *word, size_t n, const char *const *list)
{
    const char *best = NULL;
    size_t most = strlen(word) < 6 ? 2 : 3;

    for (size_t i = 0; i < n; i++) {
        size_t distance = li_name_distance(word, list[i]);
        if (distance <= most && (best == NULL || distance < most)) {
            best = list[i];
            most = distance;
        }
    }
    return best;
}
