/* options.c - the arguments of a command */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

enum { MOST_DIGITS = 10000 };

static int set_format(options *o, const char *value)
{
    static const char *const format[] = { "text", "latex", "json" };

    for (int i = 0; i < 3; i++)
        if (strcmp(value, format[i]) == 0) {
            o->format = (li_format)i;
            return DONE;
        }
    const char *near = li_name_nearest(value, 3, format);
    say("'%s' is not a format; there are text, latex and json%s%s%s", value, near == NULL ? "" : "; did you mean '",
        near == NULL ? "" : near, near == NULL ? "" : "'?");
    return WRONG_INPUT;
}

/* A whole number from `least` to `most`. */
static int whole_number(int *out, const char *option, const char *value, int least, int most)
{
    char *end;

    errno = 0;
    long n = strtol(value, &end, 10);
    if (end == value || *end != '\0' || errno != 0 || n < least || n > most) {
        say("%s takes a whole number from %d to %d, not '%s'", option, least, most, value);
        return WRONG_INPUT;
    }
    *out = (int)n;
    return DONE;
}

static int set_digits(options *o, const char *value) { return whole_number(&o->digits, "--digits", value, 1, MOST_DIGITS); }

static int set_threads(options *o, const char *value) { return whole_number(&o->threads, "--threads", value, 1, 1000); }

/* A number above 0. */
static int positive(double *out, const char *option, const char *what, const char *value)
{
    char *end;

    errno = 0;
    *out = strtod(value, &end);
    if (end == value || *end != '\0' || errno != 0 || !isfinite(*out) || *out <= 0) {
        say("%s takes %s above 0, not '%s'", option, what, value);
        return WRONG_INPUT;
    }
    return DONE;
}

static int set_budget(options *o, const char *value) { return positive(&o->budget, "--budget", "a number of seconds", value); }

/* An option that has one value, and not an empty one */
static int once(const char **at, const char *name, const char *value)
{
    if (value[0] == '\0') {
        say("%s needs a value", name);
        return WRONG_INPUT;
    }
    if (*at != NULL && strcmp(*at, value) != 0) {
        say("%s is given twice: '%s' and '%s'", name, *at, value);
        return WRONG_INPUT;
    }
    *at = value;
    return DONE;
}

static int set_form(options *o, const char *value) { return once(&o->form, "--form", value); }

static int set_dependent(options *o, const char *value) { return once(&o->dependent, "--dependent", value); }

static int set_against(options *o, const char *value) { return once(&o->against, "--against", value); }

static int set_chart(options *o, const char *value) { o->chart = value; return DONE; }
static int set_eliminate(options *o, const char *value) { o->eliminate = value; return DONE; }
static int set_eliminate_rates(options *o, const char *value) { o->eliminate_rates = value; return DONE; }
static int set_reduce(options *o, const char *value) { o->reduce = value; return DONE; }

static int add_set(options *o, const char *value)
{
    o->set[o->sets++] = value;
    return DONE;
}

static int set_tol(options *o, const char *value)
{
    int status = positive(&o->tol, "--tol", "a tolerance", value);

    if (status == DONE && o->tol >= 1) {
        say("--tol takes a tolerance below 1, not '%s'", value);
        status = WRONG_INPUT;
    }
    return status;
}

static int set_every(options *o, const char *value) { return positive(&o->every, "--every", "a time between two rows", value); }
static int set_points(options *o, const char *value) { return whole_number(&o->points, "--points", value, 2, 1000000000); }
static int set_members(options *o, const char *value) { return whole_number(&o->members, "--members", value, 4, 1000000); }
static int set_certify(options *o, const char *value) { return whole_number(&o->certify, "--certify", value, 1, 10000); }
static int set_method(options *o, const char *value) { return once(&o->method, "--method", value); }
static int set_section(options *o, const char *value) { return once(&o->section, "--section", value); }
static int set_out(options *o, const char *value) { return once(&o->out, "--out", value); }
static int set_checkpoint(options *o, const char *value) { return once(&o->checkpoint, "--checkpoint", value); }
static int set_resume(options *o, const char *value) { return once(&o->resume, "--resume", value); }
static int set_native(options *o, const char *value) { return once(&o->native, "--native", value); }
static int add_until(options *o, const char *value) { o->until[o->untils++] = value; return DONE; }
static int add_event(options *o, const char *value) { o->event[o->events++] = value; return DONE; }
static int add_over(options *o, const char *value) { o->over[o->overs++] = value; return DONE; }
static int set_starts(options *o, const char *value) { return once(&o->starts, "--starts", value); }
static int set_what(options *o, const char *value) { return once(&o->what, "--what", value); }
static int add_curve(options *o, const char *value) { o->curve[o->curves++] = value; return DONE; }

static int set_lang(options *o, const char *value) { return once(&o->lang, "--lang", value); }
static int set_name(options *o, const char *value) { return once(&o->name, "--name", value); }
static int set_taylor(options *o, const char *value) { return whole_number(&o->taylor, "--taylor", value, 2, 100); }

static int set_json(options *o, const char *value) { (void)value; o->format = LI_AS_JSON; return DONE; }
static int set_quiet(options *o, const char *value) { (void)value; o->quiet = true; return DONE; }
static int set_values(options *o, const char *value) { (void)value; o->values = true; return DONE; }
static int set_dots(options *o, const char *value) { (void)value; o->dots = true; return DONE; }
static int set_identities(options *o, const char *value) { (void)value; o->identities = true; return DONE; }
static int set_functions(options *o, const char *value) { (void)value; o->functions = true; return DONE; }
static int set_omega(options *o, const char *value) { (void)value; o->omega = true; return DONE; }
static int set_lanes(options *o, const char *value) { (void)value; o->lanes = true; return DONE; }
static int set_no_jacobian(options *o, const char *value) { (void)value; o->no_jacobian = true; return DONE; }
static int set_help(options *o, const char *value) { (void)value; o->help = true; return DONE; }

static const struct option {
    const char *name;
    bool takes_value, common;
    int (*set)(options *o, const char *value);
} option[] = {
    { "--set", true, true, add_set },         { "--digits", true, true, set_digits }, { "--format", true, true, set_format },
    { "--json", false, true, set_json },      { "--quiet", false, true, set_quiet },  { "--threads", true, true, set_threads },
    { "--help", false, true, set_help },      { "--form", true, false, set_form },    { "--values", false, false, set_values },
    { "--dots", false, false, set_dots },     { "--budget", true, true, set_budget },
    { "--dependent", true, false, set_dependent }, { "--identities", false, false, set_identities },
    { "--functions", false, false, set_functions }, { "--against", true, false, set_against },
    { "--omega", false, false, set_omega },   { "--chart", true, false, set_chart },  { "--eliminate", true, false, set_eliminate },
    { "--eliminate-rates", true, false, set_eliminate_rates }, { "--reduce", true, false, set_reduce },
    { "--until", true, false, add_until },    { "--event", true, false, add_event },  { "--section", true, false, set_section },
    { "--tol", true, false, set_tol },        { "--method", true, false, set_method }, { "--every", true, false, set_every },
    { "--points", true, false, set_points },  { "--out", true, false, set_out },      { "--checkpoint", true, false, set_checkpoint },
    { "--resume", true, false, set_resume },  { "--certify", true, false, set_certify }, { "--native", true, false, set_native },
    { "--curve", true, false, add_curve },    { "--members", true, false, set_members },
    { "-o", true, false, set_out },           { "--lang", true, false, set_lang },    { "--name", true, false, set_name },
    { "--taylor", true, false, set_taylor },  { "--lanes", false, false, set_lanes }, { "--no-jacobian", false, false, set_no_jacobian },
    { "--over", true, false, add_over },      { "--starts", true, false, set_starts }, { "--what", true, false, set_what }
};
enum { OPTIONS = sizeof option / sizeof *option };

/* Is it an option of this command? */
static bool accepts(const command *c, const struct option *x)
{
    const char *at = strstr(c->accepts, x->name);
    size_t len = strlen(x->name);
    return x->common || (at != NULL && at[-1] == ' ' && at[len] == ' ');
}

static int unknown_option(const command *c, const char *name)
{
    const char *list[OPTIONS];
    size_t n = 0;

    for (int i = 0; i < OPTIONS; i++)
        if (accepts(c, &option[i]))
            list[n++] = option[i].name;
    const char *near = li_name_nearest(name, n, list);
    if (near != NULL)
        say("%s has no option '%s'; did you mean '%s'?", c->name, name, near);
    else
        say("%s has no option '%s'; see 'liaison %s --help'", c->name, name, c->name);
    return WRONG_INPUT;
}

/* argv[*i], and its value, which is the next argument or follows a '=' */
static int read_option(options *o, const command *c, int argc, char **argv, int *i)
{
    const char *word = argv[*i], *sign = strchr(word, '='), *value = NULL;
    size_t len = sign == NULL ? strlen(word) : (size_t)(sign - word);

    if (strcmp(word, "-h") == 0)
        return set_help(o, NULL);
    for (int k = 0; k < OPTIONS; k++) {
        const struct option *x = &option[k];
        if (strlen(x->name) != len || memcmp(x->name, word, len) != 0 || !accepts(c, x))
            continue;
        if (sign != NULL)
            value = sign + 1;
        else if (x->takes_value && *i + 1 < argc)
            value = argv[++*i];
        if (x->takes_value && value == NULL) {
            say("%s needs a value", x->name);
            return WRONG_INPUT;
        }
        if (!x->takes_value && value != NULL) {
            say("%s takes no value", x->name);
            return WRONG_INPUT;
        }
        return x->set(o, value);
    }
    return unknown_option(c, word);
}

static int set_file(options *o, const command *c, const char *file)
{
    if (o->file != NULL && c->many) {
        o->more[o->mores++] = file;
        return DONE;
    }
    if (o->file != NULL) {
        say("one model at a time: '%s' or '%s'", o->file, file);
        return WRONG_INPUT;
    }
    o->file = file;
    return DONE;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat here, there;

    if (a == NULL || b == NULL)
        return false;
    return strcmp(a, b) == 0 || (stat(a, &here) == 0 && stat(b, &there) == 0 && here.st_ino == there.st_ino && here.st_dev == there.st_dev);
}

/* What is written must not take the place of the model, nor of something else that is written. */
static int check_files(const options *o)
{
    const char *const name[] = { "--out", "--checkpoint", "--resume" }, *const file[] = { o->out, o->checkpoint, o->resume };

    for (int i = 0; i < 3; i++)
        if (file[i] != NULL && strcmp(file[i], "-") != 0 && is_same_file(file[i], o->file)) {
            say("%s %s is the model", name[i], file[i]);
            return WRONG_INPUT;
        }
    for (int i = 1; i < 3; i++)
        if (is_same_file(o->out, file[i])) {
            say("--out and %s are the same file, %s", name[i], o->out);
            return WRONG_INPUT;
        }
    return DONE;
}

int read_options(options *o, const command *c, int argc, char **argv)
{
    bool files_only = false;
    int status = DONE;

    *o = (options){ .digits = 17, .set = calloc((size_t)argc + 1, sizeof *o->set), .more = calloc((size_t)argc + 1, sizeof *o->more),
                     .until = calloc((size_t)argc + 1, sizeof *o->until), .event = calloc((size_t)argc + 1, sizeof *o->event),
                     .curve = calloc((size_t)argc + 1, sizeof *o->curve), .over = calloc((size_t)argc + 1, sizeof *o->over) };
    if (o->set == NULL || o->more == NULL || o->until == NULL || o->event == NULL || o->curve == NULL || o->over == NULL) {
        say("out of memory");
        return MACHINE_FAILED;
    }
    for (int i = 0; i < argc && status == DONE; i++) {
        if (!files_only && strcmp(argv[i], "--") == 0)
            files_only = true;
        else if (!files_only && argv[i][0] == '-' && argv[i][1] != '\0')
            status = read_option(o, c, argc, argv, &i);
        else
            status = set_file(o, c, argv[i]);
    }
    if (status == DONE && o->file == NULL && !o->help) {
        say("%s needs the name of a model: liaison %s FILE", c->name, c->name);
        status = WRONG_INPUT;
    }
    return status == DONE ? check_files(o) : status;
}

void clear_options(options *o)
{
    free(o->set);
    free(o->more);
    free(o->until);
    free(o->event);
    free(o->curve);
    free(o->over);
    o->set = o->more = o->until = o->event = o->curve = o->over = NULL;
}
