/* t-latex.c - LaTeX that means what the expression means: it is read back and evaluated by a reader of its own */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "../../expr/test/draw.h"
#include "liaison/emit.h"

/* ---- the value of a formula ---- */

struct reader { const char *s; const double *point; bool wrong; };

static double read_sum(struct reader *r);

static void skip(struct reader *r)
{
    while (*r->s == ' ' || strncmp(r->s, "\\,", 2) == 0)
        r->s += *r->s == ' ' ? 1 : 2;
}

static bool accept(struct reader *r, const char *word)
{
    size_t n = strlen(word);

    skip(r);
    if (strncmp(r->s, word, n) != 0 || (word[0] == '\\' && isalpha((unsigned char)word[n - 1]) && isalpha((unsigned char)r->s[n])))
        return false;
    r->s += n;
    return true;
}

static void expect(struct reader *r, const char *word) { r->wrong |= !accept(r, word); }

static double group(struct reader *r, const char *open, const char *close)
{
    expect(r, open);
    double x = read_sum(r);
    expect(r, close);
    return x;
}

/* ^{n} or ^{n/m}; 1 without it */
static double exponent(struct reader *r)
{
    char *end;

    if (!accept(r, "^{"))
        return 1;
    double n = strtod(r->s, &end);
    if (*end == '/')
        n /= strtod(end + 1, &end);
    r->s = end;
    expect(r, "}");
    return n;
}

static double symbol(struct reader *r)
{
    static const char letter[] = "abtxy";
    const char *at;

    skip(r);
    if (accept(r, "\\pi"))
        return acos(-1.0);
    at = *r->s == '\0' ? NULL : strchr(letter, *r->s);
    if (at == NULL) {
        r->wrong = true;
        return 0;
    }
    r->s++;
    if (*r->s != '\'')
        return r->point[at - letter];
    r->s++;
    return r->point[5];
}

static double argument(struct reader *r) { return *r->s == '(' ? group(r, "(", ")") : symbol(r); }

static bool read_function(struct reader *r, double *x)
{
    static const struct { const char *name; double (*f)(double); } function[] = {
        { "\\sin", sin }, { "\\cos", cos }, { "\\tan", tan }, { "\\sinh", sinh }, { "\\cosh", cosh }, { "\\tanh", tanh }, { "\\ln", log },
        { "\\arcsin", asin }, { "\\arccos", acos }, { "\\arctan", atan }, { "\\exp", exp }
    };

    for (size_t i = 0; i < sizeof function / sizeof *function; i++)
        if (accept(r, function[i].name)) {
            double power = exponent(r);
            *x = pow(function[i].f(argument(r)), power);
            return true;
        }
    if (accept(r, "\\cot")) {
        double power = exponent(r);
        *x = pow(tan(argument(r)), -power);
        return true;
    }
    if (!accept(r, "\\operatorname{atan2}"))
        return false;
    expect(r, "(");
    double y = read_sum(r);
    expect(r, ",");
    *x = atan2(y, read_sum(r));
    expect(r, ")");
    return true;
}

static double primary(struct reader *r)
{
    double x;
    char *end;

    skip(r);
    if (isdigit((unsigned char)*r->s)) {
        x = strtod(r->s, &end);
        r->s = end;
        return x;
    }
    if (accept(r, "\\frac")) {
        x = group(r, "{", "}");
        return x / group(r, "{", "}");
    }
    if (accept(r, "\\sqrt[")) {
        double n = strtod(r->s, &end);
        r->s = end;
        expect(r, "]");
        return pow(group(r, "{", "}"), 1 / n);
    }
    if (accept(r, "\\sqrt"))
        return sqrt(group(r, "{", "}"));
    if (accept(r, "\\mathrm{e}^"))
        return exp(group(r, "{", "}"));
    if (accept(r, "\\Bigl"))
        return group(r, "(", "\\Bigr)");
    if (*r->s == '(')
        return group(r, "(", ")");
    return read_function(r, &x) ? x : symbol(r);
}

static bool ends(struct reader *r)
{
    skip(r);
    return *r->s == '\0' || strchr("+-}),", *r->s) != NULL || strncmp(r->s, "\\Bigr", 5) == 0;
}

static double read_product(struct reader *r)
{
    double x = 1;
    do {
        double base = primary(r);
        x *= pow(base, exponent(r));
    } while (!r->wrong && !ends(r));
    return x;
}

static double read_sum(struct reader *r)
{
    double x = accept(r, "-") ? -read_product(r) : read_product(r);
    while (!r->wrong) {
        if (accept(r, "+"))
            x += read_product(r);
        else if (accept(r, "-"))
            x -= read_product(r);
        else
            break;
    }
    return x;
}

/* ---- tests ---- */

static const char *latex_of(li_ctx *ctx, li_expr e, bool dots)
{
    li_text text;
    li_text_init(&text);
    li_emit_latex(ctx, &text, e, dots);
    const char *s = li_alloc_string(ctx, li_text_str(&text), text.len);
    li_text_clear(ctx, &text);
    return s;
}

/* Random draws may lie outside a domain. */
static bool is_drawn(li_ctx *ctx, li_expr e)
{
    bool drawn = li_ctx_status(ctx) == LI_OK && li_expr_kind(e) != LI_UNDEFINED;
    li_ctx_forgive(ctx);
    return drawn;
}

static void same_value(li_ctx *ctx, li_rand *rng)
{
    double point[DRAW_SYMBOLS];
    li_expr e = draw_smooth(ctx, rng, 1 + li_rand_below(rng, 5)), d = draw_smooth(ctx, rng, 2);

    if (li_rand_below(rng, 3) == 0 && !li_expr_is_zero(d))
        e = li_expr_div(ctx, e, d);
    if (li_rand_below(rng, 4) == 0)
        e = li_expr_mul(ctx, e, li_expr_pow(ctx, li_expr_symbol(ctx, "a", LI_PARAMETER), li_expr_frac(ctx, 1 + li_rand_below(rng, 7), 3)));
    if (li_rand_below(rng, 4) == 0) {                   /* a factor that fills more than a line, above the bar or below */
        li_expr sum = li_expr_int(ctx, 3);
        for (int i = 0; i < 12; i++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_expr_frac(ctx, 1 + i, 7), li_expr_power(ctx, li_expr_symbol(ctx, "a", LI_PARAMETER), 2 * i)));
        e = li_expr_mul(ctx, e, li_expr_power(ctx, sum, 1 - li_rand_below(rng, 4)));
    }
    if (!is_drawn(ctx, e))
        return;
    for (int i = 0; i < DRAW_SYMBOLS; i++)
        point[i] = 0.1 + 0.01 * li_rand_below(rng, 80);
    const char *s = latex_of(ctx, e, false);
    struct reader r = { s, point, false };
    double want = double_value(ctx, e, point), got = read_sum(&r);
    skip(&r);
    li_check(ctx, !r.wrong && *r.s == '\0', "%s\ndoes not read from '%s'", s, r.s);
    li_check(ctx, !isfinite(want) || fabs(got - want) <= 1e-8 * (1 + fabs(want)), "%s\nis %.17g, not %.17g", s, got, want);
}

/* The letters one reads, in their order. */
static void put_letters(char *out, const char *s)
{
    for (; *s != '\0'; s++) {
        if (*s == '\\')
            while (isalpha((unsigned char)s[1]))
                s++;
        else if (isalpha((unsigned char)*s) || *s == '\'')
            *out++ = *s;
    }
    *out = '\0';
}

/* Terms and factors stand where the text has them. */
static void same_order(li_ctx *ctx, li_rand *rng)
{
    li_expr e = draw_polynomial(ctx, rng, 1 + li_rand_below(rng, 5));

    if (!is_drawn(ctx, e))
        return;
    const char *plain = text_of(ctx, e), *latex = latex_of(ctx, e, false);
    char *a = malloc(strlen(plain) + 1), *b = malloc(strlen(latex) + 1);
    put_letters(a, plain);
    put_letters(b, latex);
    li_check(ctx, strcmp(a, b) == 0, "%s\n%s", plain, latex);
    free(a);
    free(b);
}

/* Cut into lines nothing is lost, no line ends inside braces, and every line but the last is followed by a sign. */
static void lines(li_ctx *ctx, li_rand *rng)
{
    li_expr e = draw_any(ctx, rng, 1 + li_rand_below(rng, 7));
    li_text cut;
    int depth = 0;
    bool whole = true;
    size_t at = 0;

    if (!is_drawn(ctx, e))
        return;
    const char *s = latex_of(ctx, e, true);
    li_text_init(&cut);
    li_emit_latex_lines(ctx, &cut, e, true, 4 + li_rand_below(rng, 60), "@");
    for (const char *c = li_text_str(&cut); *c != '\0'; c++) {
        if (*c == '@') {
            whole &= depth == 0 && (strncmp(c + 1, " + ", 3) == 0 || strncmp(c + 1, " - ", 3) == 0);
            continue;
        }
        depth += (*c == '{') - (*c == '}');
        whole &= s[at++] == *c;
    }
    li_check(ctx, whole && depth == 0 && s[at] == '\0', "%s\n%s", s, li_text_str(&cut));
    li_text_clear(ctx, &cut);
}

static void looks(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *name; li_class cls; const char *primes, *dots; } symbol[] = {
        { "theta", LI_COORDINATE, "\\theta", "\\theta" }, { "theta''", LI_ACCELERATION, "\\theta''", "\\ddot{\\theta}" },
        { "q1", LI_COORDINATE, "q_{1}", "q_{1}" }, { "q12'", LI_VELOCITY, "q_{12}'", "\\dot{q}_{12}" }, { "w_phi", LI_VELOCITY, "w_{\\phi}", "w_{\\phi}" },
        { "mass", LI_PARAMETER, "\\mathrm{mass}", "\\mathrm{mass}" }, { "x_a_2", LI_COORDINATE, "x_{a,2}", "x_{a,2}" }, { "m_", LI_PARAMETER, "m", "m" },
        { "rolling.1", LI_MULTIPLIER, "\\lambda_{\\mathrm{rolling},1}", "\\lambda_{\\mathrm{rolling},1}" }, { "N", LI_MULTIPLIER, "N", "N" },
        { "_", LI_PARAMETER, "\\_", "\\_" }, { "θ'", LI_VELOCITY, "\\theta'", "\\dot{\\theta}" }, { "mu_1", LI_MULTIPLIER, "\\mu_{1}", "\\mu_{1}" }
    };
    static const char *const formula[][2] = {
        { "sin(x)^2", "\\sin^{2} x" }, { "-a*sin(x)*b/2", "-\\frac{a b \\sin x}{2}" }, { "sqrt(a + 1)", "\\sqrt{a + 1}" }, { "f''(x)*2", "2 f''(x)" },
        { "(a + b)/(a - b)", "\\frac{a + b}{a - b}" }, { "a*(1/b + 1)", "a \\Bigl(\\frac{1}{b} + 1\\Bigr)" }, { "tan(x)^2*a", "a \\tan^{2} x" }, { "exp(-a)", "\\mathrm{e}^{-a}" },
        { "int(f(x), x, 0)", "\\int_{0}^{x} f(s)\\,ds" }, { "int(x + a, x)", "\\int^{x} (s + a)\\,ds" }, { "abs(a - b)", "\\lvert a - b \\rvert" }, { "sin(2*a)", "\\sin(2 a)" }, { "0", "0" }, { "-7/3", "-\\frac{7}{3}" }
    };
    (void)rng;
    for (size_t i = 0; i < sizeof symbol / sizeof *symbol; i++) {
        li_expr e = li_expr_symbol(ctx, symbol[i].name, symbol[i].cls);
        li_check(ctx, strcmp(latex_of(ctx, e, false), symbol[i].primes) == 0, "%s: %s", symbol[i].name, latex_of(ctx, e, false));
        li_check(ctx, strcmp(latex_of(ctx, e, true), symbol[i].dots) == 0, "%s: %s", symbol[i].name, latex_of(ctx, e, true));
    }
    for (size_t i = 0; i < sizeof formula / sizeof *formula; i++) {
        li_scope scope;
        li_scope_free(&scope);
        li_expr_symbol(ctx, "x", LI_COORDINATE);
        li_expr e = li_expr_parse(ctx, formula[i][0], strlen(formula[i][0]), &scope);
        li_check(ctx, strcmp(latex_of(ctx, e, false), formula[i][1]) == 0, "%s: %s", formula[i][0], latex_of(ctx, e, false));
    }
}

/* A sum inside a sum, a hundred thousand deep. */
static void deep(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), e = x;
    (void)rng;
    for (int i = 0; i < 100000; i++)
        e = li_expr_add(ctx, li_expr_mul(ctx, x, e), li_expr_int(ctx, 1));
    li_check(ctx, strlen(latex_of(ctx, e, false)) > 500000, "deep");
}

/* Wherever memory ends, the text stays as it was. */
static void memory(li_ctx *ctx, li_rand *rng)
{
    li_expr e = draw_any(ctx, rng, 4);
    li_text text;

    if (!is_drawn(ctx, e))
        return;
    li_text_init(&text);
    li_text_put(ctx, &text, "before");
    li_ctx_fail_at(ctx, 1 + (uint64_t)li_rand_below(rng, 12));
    li_emit_latex(ctx, &text, e, false);
    li_ctx_fail_at(ctx, 0);
    bool failed = li_ctx_status(ctx) != LI_OK;
    li_ctx_forgive(ctx);
    li_check(ctx, !failed || strcmp(li_text_str(&text), "before") == 0, "%s", li_text_str(&text));
    li_text_clear(ctx, &text);
}

int main(void)
{
    li_test_run("same_value", same_value, 2000);
    li_test_run("same_order", same_order, 500);
    li_test_run("lines", lines, 1000);
    li_test_run("looks", looks, 1);
    li_test_run("deep", deep, 1);
    li_test_run("memory", memory, 300);
    return li_test_done();
}
