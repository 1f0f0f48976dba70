/* symbol.c - names in LaTeX: Greek letters, subscripts, derivatives */
#include <string.h>

#include "latex.h"

/* name, letter */
static const struct { const char *name, *letter; } greek[] = {
    { "alpha", "α" }, { "beta", "β" }, { "gamma", "γ" }, { "delta", "δ" }, { "epsilon", "ε" }, { "zeta", "ζ" },
    { "eta", "η" }, { "theta", "θ" }, { "iota", "ι" }, { "kappa", "κ" }, { "lambda", "λ" }, { "mu", "μ" }, { "nu", "ν" },
    { "xi", "ξ" }, { "pi", "π" }, { "rho", "ρ" }, { "sigma", "σ" }, { "tau", "τ" }, { "upsilon", "υ" }, { "phi", "φ" },
    { "chi", "χ" }, { "psi", "ψ" }, { "omega", "ω" }, { "Gamma", "Γ" }, { "Delta", "Δ" }, { "Theta", "Θ" },
    { "Lambda", "Λ" }, { "Xi", "Ξ" }, { "Pi", "Π" }, { "Sigma", "Σ" }, { "Upsilon", "Υ" }, { "Phi", "Φ" }, { "Psi", "Ψ" },
    { "Omega", "Ω" }, { "varphi", "ϕ" }, { "vartheta", "ϑ" }, { "varpi", "ϖ" }, { "varrho", "ϱ" }, { "varsigma", "ς" },
    { "varepsilon", "ϵ" }, { "ell", "ℓ" }, { "hbar", "ħ" }
};

static const double SMALL = 0.7;               /* the width of a letter in an index */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char *li_greek_name(const char *s, size_t len)
{
    for (size_t i = 0; i < sizeof greek / sizeof *greek; i++)
        if ((strlen(greek[i].name) == len && memcmp(greek[i].name, s, len) == 0) ||
            (strlen(greek[i].letter) == len && memcmp(greek[i].letter, s, len) == 0))
            return greek[i].name;
    return NULL;
}

/* Bytes of the first character. */
static size_t character(const char *s, size_t len)
{
    size_t n = 1;
    while (n < len && ((unsigned char)s[n] & 0xC0) == 0x80)
        n++;
    return n;
}

/* One part of a name: a Greek letter, a letter, digits, or a word; without _ and dots. */
static void put_part(li_ctx *ctx, li_text *out, const char *s, size_t len)
{
    const char *letter = li_greek_name(s, len);
    size_t digits = 0;

    while (digits < len && is_digit(s[digits]))
        digits++;
    if (letter != NULL)
        li_text_printf(ctx, out, "\\%s", letter);
    else if (digits == len || (len == 1 && (unsigned char)s[0] < 0x80))
        li_text_put_n(ctx, out, s, len);
    else
        li_text_printf(ctx, out, (unsigned char)s[0] < 0x80 ? "\\mathrm{%.*s}" : "\\text{%.*s}", (int)len, s);
}

static size_t part_length(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && s[n] != '_' && s[n] != '.')
        n++;
    return n;
}

/* The length of the stem: the first part without its trailing digits. */
static size_t stem_length(const char *s, size_t len)
{
    size_t n = part_length(s, len), stem = n;
    while (stem > 0 && is_digit(s[stem - 1]))
        stem--;
    return stem > 0 ? stem : n;
}

/* What follows the stem: 1_2 -> 1,2 */
static void put_index(li_ctx *ctx, li_text *out, const char *s, size_t len, bool first)
{
    while (len > 0) {
        size_t n = part_length(s, len), stem = stem_length(s, len);
        if (n > 0) {
            if (!first)
                li_text_put(ctx, out, ",");
            put_part(ctx, out, s, stem);
            if (stem < n)
                li_text_printf(ctx, out, "_{%.*s}", (int)(n - stem), s + stem);
            first = false;
        }
        n += n < len;                  /* the _ or dot */
        s += n;
        len -= n;
    }
}

static void put_stem(li_ctx *ctx, li_text *out, const char *s, size_t len, size_t dots)
{
    static const char *const accent[] = { "", "\\dot{", "\\ddot{", "\\dddot{", "\\ddddot{" };

    li_text_put(ctx, out, accent[dots]);
    if (len == 0)
        li_text_put(ctx, out, "\\_");
    else
        put_part(ctx, out, s, len);
    if (dots > 0)
        li_text_put(ctx, out, "}");
}

/* mass_of_bob: a word and further words. It is set upright as it is written. */
static bool is_phrase(const char *s, size_t len)
{
    size_t n = part_length(s, len), words = 0, parts = 0;

    for (size_t at = 0; at < len; at += n + 1, parts++) {
        n = part_length(s + at, len - at);
        words += n > 1 && li_greek_name(s + at, n) == NULL && stem_length(s + at, n) == n && (unsigned char)s[at] < 0x80;
    }
    return words == parts && parts > 1 && memchr(s, '.', len) == NULL;
}

static void put_phrase(li_ctx *ctx, li_text *out, const char *s, size_t len)
{
    li_text_put(ctx, out, "\\mathrm{");
    for (size_t i = 0; i < len; i++)
        li_text_put_n(ctx, out, s[i] == '_' ? "\\_" : s + i, s[i] == '_' ? 2 : 1);
    li_text_put(ctx, out, "}");
}

/* Is the whole name one word of several letters, with or without a dotted number? */
static bool is_word(const char *s, size_t len)
{
    size_t stem = stem_length(s, len);
    return li_greek_name(s, stem) == NULL && stem > character(s, len);
}

/* delta_p, delta_p': the variation of p and its rate */
static bool is_variation(const char *name, li_class cls) { return cls == LI_GENERATOR && strncmp(name, "delta_", 6) == 0; }

static double put_variation(li_ctx *ctx, li_text *out, const char *name)
{
    size_t len = strcspn(name + 6, "'");
    bool rate = name[6 + len] != '\0';

    li_text_put(ctx, out, rate ? "\\tfrac{d}{dt}\\delta " : "\\delta ");
    put_stem(ctx, out, name + 6, stem_length(name + 6, len), 0);
    if (stem_length(name + 6, len) < len) {
        li_text_put(ctx, out, "_{");
        put_index(ctx, out, name + 6 + stem_length(name + 6, len), len - stem_length(name + 6, len), true);
        li_text_put(ctx, out, "}");
    }
    return rate ? 4 : 2;
}

/* frozen(x): x with an asterisk, in braces, since a power may follow                                    [tzenoff 2.3] */
static double put_frozen(li_ctx *ctx, li_text *out, const char *name, li_class cls, bool dots)
{
    const char *x = name + strlen("frozen(");
    char *bare = li_alloc_string(ctx, x, strlen(x) - 1);

    if (bare == NULL)
        return 0;
    li_text_put(ctx, out, "{");
    double width = li_latex_symbol(ctx, out, bare, cls, dots);
    li_text_put(ctx, out, "^{*}}");
    return width + SMALL;
}

bool li_is_frozen(li_expr x) { return li_expr_kind(x) == LI_SYM && strncmp(li_expr_name(x), "frozen(", 7) == 0; }

double li_latex_symbol(li_ctx *ctx, li_text *out, const char *name, li_class cls, bool dots)
{
    if (strncmp(name, "frozen(", 7) == 0)
        return put_frozen(ctx, out, name, cls, dots);
    if (strncmp(name, "system.", 7) == 0) {                   /* of the theory; the name without it is the model's */
        li_text_put(ctx, out, "\\mathrm{system.}");
        return 4 + li_latex_symbol(ctx, out, name + 7, cls, dots);
    }
    if (is_variation(name, cls))
        return put_variation(ctx, out, name);
    size_t all = strlen(name), len = all;

    while (len > 0 && name[len - 1] == '\'')
        len--;
    size_t primes = all - len, over = dots && primes <= 4 ? primes : 0, stem = stem_length(name, len);
    if (cls == LI_MULTIPLIER && is_word(name, len)) {       /* named after its constraint */
        li_text_put(ctx, out, "\\lambda_{");
        put_index(ctx, out, name, len, true);
        li_text_put(ctx, out, "}");
        return 1 + SMALL * (double)len;
    }
    if (over == 0 && is_phrase(name, len)) {
        put_phrase(ctx, out, name, len);
        stem = len;
    } else {
        put_stem(ctx, out, name, stem, over);
    }
    if (stem < len && len - stem > strspn(name + stem, "_.")) {
        li_text_put(ctx, out, "_{");
        put_index(ctx, out, name + stem, len - stem, true);
        li_text_put(ctx, out, "}");
    }
    for (size_t i = over; i < primes; i++)
        li_text_put(ctx, out, "'");
    double letters = li_greek_name(name, stem) != NULL ? 1 : (double)stem;
    return letters + SMALL * (double)(len - stem) + 0.4 * (double)(primes - over);
}

double li_latex_index(li_ctx *ctx, li_text *out, const char *name, size_t len)
{
    put_index(ctx, out, name, len, true);
    return SMALL * (double)len;
}

void li_latex_words(li_ctx *ctx, li_text *out, const char *s)
{
    for (; *s != '\0'; s++) {
        const char *letter = (unsigned char)*s < 0x80 ? NULL : li_greek_name(s, character(s, strlen(s)));
        if (letter != NULL) {
            li_text_printf(ctx, out, "$\\%s$", letter);
            s += character(s, strlen(s)) - 1;
        } else if (strchr("#$%&_{}", *s) != NULL) {
            li_text_printf(ctx, out, "\\%c", *s);
        } else if (*s == '\\' || *s == '~' || *s == '^') {
            li_text_put(ctx, out, *s == '\\' ? "\\textbackslash{}" : *s == '~' ? "\\textasciitilde{}" : "\\textasciicircum{}");
        } else {
            li_text_put_n(ctx, out, s, 1);
        }
    }
}
