/* t-parse.c - source text to expression: meaning, places, mistakes, hostile input */
#include <stdlib.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "draw.h"

static li_expr parse(li_ctx *ctx, const char *s)
{
    li_scope scope;
    li_scope_free(&scope);
    return li_expr_parse(ctx, s, strlen(s), &scope);
}

/* Pairs of texts with one meaning. */
static void meaning(li_ctx *ctx, li_rand *rng)
{
    static const char *const same[][2] = {
        { "a - b - c", "a + (-b) - c" }, { "-a^2", "-(a^2)" }, { "2^3^2", "512" }, { "2^-1", "1/2" }, { "-2^-2", "-1/4" },
        { "a/b*c", "a*c/b" }, { "a/b/c", "a/(b*c)" }, { "- -a", "a" }, { "a*-b", "-(a*b)" }, { "a - -b", "a + b" },
        { "0.1 + 0.2", "3/10" }, { ".5", "1/2" }, { "1.5e-3", "3/2000" }, { "2E2", "200" }, { "9.81", "981/100" },
        { "tan(x)", "sin(x)/cos(x)" }, { "cot(x)", "cos(x)/sin(x)" }, { "sec(x)*csc(x)", "1/(cos(x)*sin(x))" },
        { "sqrt(x)", "x^(1/2)" }, { "x^1.5", "sqrt(x)^3" }, { "x^0.25", "sqrt(sqrt(x))" }, { "x^(2/4)", "sqrt(x)" },
        { "a^b", "exp(b*log(a))" }, { "min(a, b, c)", "min(min(a, b), c)" }, { "max(2, 3, 1)", "3" }, { "sin(pi/6)", "1/2" },
        { "diff(x^3, x)", "3*x^2" }, { "diff(f(x), x)", "f'(x)" }, { "diff(f'(2*x), x)", "2*f''(2*x)" },
        { "diff(int(f(x), x), x)", "f(x)" }, { "diff(int(f(x*y), x, a), a)", "-f(a*y)" }, { "int(x, x, x)", "0" },
        { "subst(x + y, x = y, y = x)", "y + x" }, { "subst(x^y, y = 2)", "x^2" }, { "subst(int(f(u), u), u = g(z))", "subst(int(f(v), v), v = g(z))" },
        { "a +\n b", "a + b" }, { "(a\n+ b)\n", "a + b" }, { "a # comment", "a" }, { "a*\r\n  b\r\n", "a*b" }, { "\xEF\xBB\xBF" "a", "a" },
        { "\xCE\xB8'*\xCE\xB8''", "\xCE\xB8''*\xCE\xB8'" }, { "rolling.1*2", "2*rolling.1" }, { "asin(-x)", "-asin(x)" }, { "sin(3 - x)", "-sin(x - 3)" },
        { "sin(a - b)", "-sin(b - a)" }, { "cos(a - b)", "cos(b - a)" }, { "cos(-(b - a))", "cos(b - a)" }, { "abs(-(a - b))", "abs(a - b)" }, { "sin(-(b - a))", "sin(a - b)" }, { "acos(-1/2)", "pi - acos(1/2)" }, { "log(exp(x))", "x" }
    };
    (void)rng;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        li_expr left = parse(ctx, same[i][0]), right = parse(ctx, same[i][1]);
        li_check(ctx, left == right && li_expr_kind(left) != LI_UNDEFINED, "%s is %s, %s is %s", same[i][0], text_of(ctx, left), same[i][1], text_of(ctx, right));
        li_check(ctx, li_diagnostic_count(ctx) == 0, "%s: no diagnostics", same[i][0]);
    }
}

static const char *suggest(li_scope *scope, const char *name)
{
    (void)scope;
    return li_name_distance(name, "theta") <= 2 ? "theta" : NULL;
}

static li_expr only_theta(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    (void)scope;
    return strcmp(ast->name, "theta") == 0 && ast->primes < 3 ? li_expr_symbol(ctx, "theta", LI_COORDINATE) : NULL;
}

/* Wrong texts: the column of the first diagnostic and a part of its words. */
static void mistakes(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *text; int column; const char *words; } wrong[] = {
        { "", 1, "expected an expression, but the text ends" }, { "1 +", 4, "expected a term after '+'" }, { "1*/2", 3, "expected a factor" },
        { "2theta", 1, "write 2*theta" }, { "2 theta", 3, "write 2*theta" }, { "theta theta", 7, "write theta*theta" }, { "2e", 1, "2*e" },
        { "(theta)(theta)", 8, "for a product write" }, { "(1 + 2", 7, "expected an operator or ')'" }, { "1)", 2, "found ')'" },
        { "teta", 1, "'teta' is not declared; did you mean 'theta'?" }, { "1 + teta''", 5, "'teta''' is not declared" },
        { "theta(2)", 1, "is not a function" }, { "sine(theta)", 1, "did you mean 'sin'?" }, { "sin", 1, "write sin(...)" },
        { "sin(1, 2)", 1, "takes 1 argument, not 2" }, { "atan2(1)", 1, "takes 2 arguments, not 1" }, { "min(1)", 1, "2 or more" },
        { "1/(2 - 2)", 4, "division by zero" }, { "theta + sqrt(-2)", 9, "root of a negative" }, { "log(0)", 1, "logarithm" },
        { "theta^100000", 1, "beyond the limit" }, { "2^2^100", 1, "beyond the limits" }, { "9^9^9", 1, "too large" }, { "1e99999", 1, "limit is 10000" },
        { "theta = 2", 7, "found '='" }, { "sin(theta = 2)", 5, "'=' has no meaning" }, { "theta /\\ theta", 1, "exterior forms" },
        { "1 \x01 + 2", 3, "control character, U+0001" }, { "1 + \xFF\xFE", 5, "not UTF-8" }, { "\xC0\xAF", 1, "not UTF-8" }, { "\xED\xA0\x80", 1, "not UTF-8" },
        { "\xCE", 1, "not UTF-8" }, { "\xCE\xB8 + \xC3\x97", 5, "write *" }, { "2\xE2\x88\x92" "1", 2, "write -" }, { "\"text", 1, "no closing" }, { "1.2.3", 1, "not a number" },
        { "diff(theta, 2)", 13, "name of a variable" }, { "subst(theta, theta)", 14, "expected x = F" }, { "'", 1, "prime" }, { "2**3", 3, "written ^" },
        { "\xC2\xA0" "1", 1, "plain space" }, { "theta.", 6, "not part of" }
    };
    (void)rng;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        li_scope scope = { .name = only_theta, .suggest = suggest };
        li_diagnostic_forget(ctx);
        li_expr e = li_expr_parse(ctx, wrong[i].text, strlen(wrong[i].text), &scope);
        const li_diagnostic *d = li_diagnostic_at(ctx, 0);
        li_check(ctx, li_expr_kind(e) == LI_UNDEFINED && li_ctx_status(ctx) == LI_OK && d != NULL, "%s is refused", wrong[i].text);
        li_check(ctx, d != NULL && d->place.column == wrong[i].column && strstr(d->message, wrong[i].words) != NULL, "%s: column %d: %s",
                 wrong[i].text, d == NULL ? 0 : d->place.column, d == NULL ? "" : d->message);
    }
}

/* Several mistakes in one run. */
static void several(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    li_scope scope = { .name = only_theta };
    const char *s = "1/0 + sqrt(-1)\n*alpha + theta + sin(beta,\n 1) + 0^-1";
    li_expr_parse(ctx, s, strlen(s), &scope);
    li_check(ctx, li_diagnostic_errors(ctx) == 3, "%zu errors", li_diagnostic_errors(ctx));
    li_diagnostic_forget(ctx);
    s = "1/0 + sqrt(-1)*alpha +\n theta + sin(beta,\n 1) + 0^-1";
    li_expr_parse(ctx, s, strlen(s), &scope);
    li_check(ctx, li_diagnostic_errors(ctx) == 5, "%zu errors", li_diagnostic_errors(ctx));
    li_check(ctx, li_diagnostic_count(ctx) == 5 && li_diagnostic_at(ctx, 3)->place.line == 2 && li_diagnostic_at(ctx, 3)->place.column == 10, "the place");
}

static char *repeated(const char *head, const char *s, size_t times, const char *tail)
{
    size_t n = strlen(s), at = strlen(head);
    char *out = malloc(at + times * n + strlen(tail) + 1);
    strcpy(out, head);
    for (size_t i = 0; i < times; i++, at += n)
        memcpy(out + at, s, n);
    strcpy(out + at, tail);
    return out;
}

/* Hostile texts end soon, with an error or a value; long sums and products are no depth. */
static void hostile(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *head, *s; size_t times; const char *tail; bool good; } text[] = {
        { "", "(", 200000, "", false }, { "", "-", 200001, "1", true }, { "", "-", 200000, "", false }, { "", "^", 200000, "", false }, { "a", "^a", 100000, "", false },
        { "", "sin(", 100000, "", false }, { "", "x'(", 100000, "", false }, { "1", "0", 1000000, "", false }, { "1", "0", 9000, "", true }, { "", "a", 1000000, "", false },
        { "a", "'", 100000, "", true }, { "1", " + a*b", 100000, "", true }, { "1", "*x", 9999, "", true }, { "1", "*x/x", 50000, "", true }, { "", "\xFF", 100000, "", false },
        { "", "a\xFF", 10000, "", false }, { "1", "*2^1000000", 100, "", false }, { "", "#", 100000, "\n1", true }, { "", "\n", 100000, "1", true }, { "\"", "x", 100000, "", false },
        { "1", "e9", 50000, "", false }, { "2", "^-", 50000, "1", false }, { "", "a/\\", 100000, "a", false }, { "f(", "a,", 100000, "a)", false }, { "min(", "a,", 100000, "b)", true }
    };
    size_t i = (size_t)li_rand_below(rng, sizeof text / sizeof *text);
    char *s = repeated(text[i].head, text[i].s, text[i].times, text[i].tail);
    li_expr e = parse(ctx, s);
    li_check(ctx, (li_expr_kind(e) != LI_UNDEFINED) == text[i].good, "%s%s... %s", text[i].head, text[i].s, text[i].good ? "has a value" : "is refused");
    li_check(ctx, li_ctx_status(ctx) == LI_OK && (li_diagnostic_errors(ctx) == 0) == text[i].good, "%s%s... diagnostics", text[i].head, text[i].s);
    free(s);
}

/* Any bytes: no crash, and what has a value has no error. */
static void noise(li_ctx *ctx, li_rand *rng)
{
    static const char *const bit[] = { "a", "x'", "2", "1.5", "(", ")", "+", "-", "*", "/", "^", ",", "=", "sin(", "int(", "subst(", "diff(", " ", "\n", "\xC3\xA9", "\xFF", "\"", "#", "/\\", "pi", "0", "f'(" };
    char s[200] = "";
    for (int i = li_rand_below(rng, 24); i > 0; i--)
        strcat(s, bit[li_rand_below(rng, sizeof bit / sizeof *bit)]);
    li_expr e = parse(ctx, s);
    li_check(ctx, li_ctx_status(ctx) == LI_OK && (li_expr_kind(e) == LI_UNDEFINED) == (li_diagnostic_errors(ctx) > 0), "%s", s);
}

/* Tokens of statements: words, strings, line ends, places in characters. */
static void tokens(li_ctx *ctx, li_rand *rng)
{
    static const char *const expected[] = { "constraint", "roll.1", ":", "\xCE\xB8", ">=", "2", "\n", "name", "a \xCE\xB8 b", "/\\", "!=", "" };
    const char *s = "\n# first\nconstraint roll.1:\n  \xCE\xB8'' >= 2 # c\n\n\nname \"a \xCE\xB8 b\" \xE2\x88\xA7 !=";
    li_parser p;
    (void)rng;
    li_parser_init(ctx, &p, s, strlen(s));
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const li_token *token = li_parser_next(&p);
        li_check(ctx, strcmp(token->s, expected[i]) == 0, "token %zu is '%s', expected '%s'", i, token->s, expected[i]);
        if (i == 3)
            li_check(ctx, token->primes == 2 && token->place.line == 4 && token->place.column == 3 && token->place.length == 4, "theta''");
        if (i == 9)
            li_check(ctx, token->place.line == 7 && token->place.column == 14 && token->place.length == 3, "wedge at column %d", token->place.column);
    }
    li_check(ctx, li_parser_next(&p)->kind == LI_TOKEN_END && li_diagnostic_count(ctx) == 0, "end");
    li_parser_clear(&p);
}

static void distance(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    li_check(ctx, li_name_distance("theta", "theta") == 0 && li_name_distance("teta", "theta") == 1 && li_name_distance("htea", "thea") == 1 &&
             li_name_distance("", "abc") == 3 && li_name_distance("\xCE\xB8", "\xCF\x86") == 1 && li_name_distance("kitten", "sitting") == 3, "distance");
}

int main(void)
{
    li_test_run("meaning", meaning, 1);
    li_test_run("mistakes", mistakes, 1);
    li_test_run("several", several, 1);
    li_test_run("hostile", hostile, 60);
    li_test_run("noise", noise, 3000);
    li_test_run("tokens", tokens, 1);
    li_test_run("distance", distance, 1);
    return li_test_done();
}
