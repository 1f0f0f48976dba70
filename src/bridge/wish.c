/* wish.c - options as strings: NAME=VALUE, or NAME alone */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"

enum { MOST_DIGITS = 10000, MOST_POINTS = 1000000000 };

static li_status read_format(li_bridge *b, li_bridge_wish *w, const char *value)
{
    static const char *const format[] = { "text", "latex", "json" };

    for (int i = 0; i < 3; i++)
        if (strcmp(value, format[i]) == 0) {
            w->format = (li_format)i;
            return LI_OK;
        }
    li_bridge_say(b, "'%s' is not a format; there are text, latex and json", value);
    return LI_INPUT;
}

static li_status positive(li_bridge *b, double *out, const char *name, const char *value)
{
    char *end;

    *out = strtod(value, &end);
    if (end != value && *end == '\0' && isfinite(*out) && *out > 0)
        return LI_OK;
    li_bridge_say(b, "%s takes a number above 0, not '%s'", name, value);
    return LI_INPUT;
}

static li_status whole(li_bridge *b, int *out, const char *name, const char *value, int least, int most)
{
    char *end;

    errno = 0;
    long n = strtol(value, &end, 10);
    *out = (int)n;
    if (end != value && *end == '\0' && errno == 0 && n >= least && n <= most)
        return LI_OK;
    li_bridge_say(b, "%s takes a whole number from %d to %d, not '%s'", name, least, most, value);
    return LI_INPUT;
}

static li_status read_tolerance(li_bridge *b, li_bridge_wish *w, const char *value)
{
    li_status status = positive(b, &w->asking.tol, "tol", value);

    if (status == LI_OK && w->asking.tol >= 1) {
        li_bridge_say(b, "tol takes a tolerance below 1, not '%s'", value);
        status = LI_INPUT;
    }
    return status;
}

/* Words and flags, by their places in the wish */
static const struct { const char *name; size_t at; } words[] = {
    { "form", offsetof(li_bridge_wish, form) },
    { "native", offsetof(li_bridge_wish, native) },
    { "dependent", offsetof(li_bridge_wish, asking.dependent) },
    { "chart", offsetof(li_bridge_wish, asking.chart) },
    { "eliminate", offsetof(li_bridge_wish, asking.eliminate) },
    { "eliminate-rates", offsetof(li_bridge_wish, asking.eliminate_rates) },
    { "reduce", offsetof(li_bridge_wish, asking.reduce) },
    { "section", offsetof(li_bridge_wish, asking.section) },
    { "method", offsetof(li_bridge_wish, asking.method) },
};
static const struct { const char *name; size_t at; } flags[] = {
    { "dots", offsetof(li_bridge_wish, dots) },
    { "functions", offsetof(li_bridge_wish, functions) },
    { "omega", offsetof(li_bridge_wish, omega) },
    { "identities", offsetof(li_bridge_wish, identities) },
    { "values", offsetof(li_bridge_wish, asking.values) },
    { "quiet", offsetof(li_bridge_wish, asking.quiet) },
};
enum { WORDS = sizeof words / sizeof *words, FLAGS = sizeof flags / sizeof *flags };

static bool is(const char *option, size_t len, const char *name) { return strlen(name) == len && memcmp(option, name, len) == 0; }

static li_status read_value(li_bridge *b, li_bridge_wish *w, const char *option, size_t len, const char *value)
{
    if (is(option, len, "until"))
        return w->until[w->asking.untils++] = value, LI_OK;
    if (is(option, len, "event"))
        return w->event[w->asking.events++] = value, LI_OK;
    if (is(option, len, "format"))
        return read_format(b, w, value);
    if (is(option, len, "digits"))
        return whole(b, &w->asking.digits, "digits", value, 1, MOST_DIGITS);
    if (is(option, len, "points"))
        return whole(b, &w->points, "points", value, 2, MOST_POINTS);
    if (is(option, len, "budget"))
        return positive(b, &w->asking.budget, "budget", value);
    if (is(option, len, "every"))
        return positive(b, &w->every, "every", value);
    if (is(option, len, "tol"))
        return read_tolerance(b, w, value);
    li_bridge_say(b, "'%.*s' is not an option", (int)len, option);
    return LI_INPUT;
}

static li_status read_option(li_bridge *b, li_bridge_wish *w, const char *option)
{
    const char *sign = strchr(option, '=');
    size_t len = sign == NULL ? strlen(option) : (size_t)(sign - option);

    for (size_t i = 0; i < FLAGS && sign == NULL; i++)
        if (is(option, len, flags[i].name)) {
            *(bool *)((char *)w + flags[i].at) = true;
            return LI_OK;
        }
    for (size_t i = 0; i < WORDS && sign != NULL; i++)
        if (is(option, len, words[i].name)) {
            *(const char **)((char *)w + words[i].at) = sign + 1;
            return LI_OK;
        }
    if (sign != NULL)
        return read_value(b, w, option, len, sign + 1);
    li_bridge_say(b, "'%s' is not an option, or needs a value", option);
    return LI_INPUT;
}

li_status li_bridge_read_options(li_bridge *b, li_bridge_wish *wish, size_t options, const char *const *option)
{
    li_status status = LI_OK;

    *wish = (li_bridge_wish){ .asking = { .digits = 17 }, .until = li_new(b->desk, options + 1, sizeof *wish->until),
                              .event = li_new(b->desk, options + 1, sizeof *wish->event) };
    if (wish->until == NULL || wish->event == NULL)
        return LI_MEMORY;
    for (size_t i = 0; i < options && status == LI_OK; i++)
        status = read_option(b, wish, option[i]);
    wish->asking.until = wish->until;
    wish->asking.event = wish->event;
    return status;
}

void li_bridge_clear_options(li_bridge *b, li_bridge_wish *wish)
{
    li_drop(b->desk, wish->until);
    li_drop(b->desk, wish->event);
    wish->until = wish->event = NULL;
}
