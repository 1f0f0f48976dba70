/* t-text.c - equations and descriptions as text */
#include <stdlib.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "systems.h"

/* The next line that is not a comment and not empty; NULL: none. */
static const char *next_line(const char **at, size_t *len)
{
    while (**at != '\0') {
        const char *line = *at;
        *len = strcspn(line, "\n");
        *at = line + *len + (line[*len] == '\n');
        if (*len > 0 && line[0] != '#')
            return line;
    }
    return NULL;
}

static size_t trimmed(const char *s, size_t len)
{
    while (len > 0 && s[len - 1] == ' ')
        len--;
    return len;
}

/* Every line reads back to its equation, both sides. */
static void check_lines(li_ctx *ctx, const li_model *m, const char **at, size_t n, const li_equation *eq)
{
    for (size_t i = 0; i < n; i++) {
        size_t len;
        const char *line = next_line(at, &len), *sign = line == NULL ? NULL : strstr(line, " = ");
        if (sign == NULL) {
            li_check(ctx, false, "a line is missing");
            return;
        }
        li_check(ctx, reads_as(ctx, m, line, trimmed(line, (size_t)(sign - line)), eq[i].left), "left of %.*s", (int)len, line);
        li_check(ctx, reads_as(ctx, m, sign + 3, len - (size_t)(sign + 3 - line), eq[i].right), "right of %.*s", (int)len, line);
    }
}

static void equations(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_equations form;
    li_text text;
    size_t len;

    if (!read_system(ctx, &s, li_rand_below(rng, SYSTEMS)))
        return;
    const char *name = li_rand_below(rng, 3) == 0 ? NULL : li_rand_below(rng, 2) == 0 ? "lagrange" : "multipliers";
    if (li_motion_form(ctx, &form, &s.motion, name, li_rand_below(rng, 4) > 0) != LI_OK) {
        li_check(ctx, li_ctx_status(ctx) != LI_MEMORY, "no equations");
        return;
    }
    li_text_init(&text);
    li_emit_equations_text(ctx, &text, 1, &form);
    const char *at = li_text_str(&text);
    li_check(ctx, at[0] == '#' && strstr(at, "unknowns ") != NULL, "%s", at);
    check_lines(ctx, &s.model, &at, form.len, form.eq);
    check_lines(ctx, &s.model, &at, form.relations, form.relation);
    li_check(ctx, next_line(&at, &len) == NULL, "more lines than equations");
    li_text_clear(ctx, &text);
}

static void looks(li_ctx *ctx, li_rand *rng)
{
    li_expr x = li_expr_symbol(ctx, "x'", LI_VELOCITY), theta = li_expr_symbol(ctx, "θ'", LI_VELOCITY), long_one = li_expr_symbol(ctx, "omega'", LI_VELOCITY);
    li_expr one = li_expr_int(ctx, 1), p = li_expr_symbol(ctx, "p", LI_VELOCITY);
    li_equation eq = { li_expr_add(ctx, p, one), one }, relation[3] = { { x, one }, { theta, p }, { long_one, one } };
    li_equations form = { .form = "kane", .title = "Kane", .unknowns = 1, .unknown = &p, .len = 1, .eq = &eq, .relations = 3, .relation = relation, .simplified = false };
    li_text text;

    (void)rng;
    li_text_init(&text);
    li_emit_equations_text(ctx, &text, 1, &form);
    const char *want = "# Kane; unknowns p and the coordinates\np + 1 = 1\n\nx'     = 1\nθ'     = p\nomega' = 1\n# not simplified";
    li_check(ctx, strncmp(li_text_str(&text), want, strlen(want)) == 0, "%s", li_text_str(&text));
    li_text_clear(ctx, &text);
}

static void matrix(li_ctx *ctx, li_rand *rng)
{
    li_expr a = li_expr_symbol(ctx, "a", LI_PARAMETER), x = li_expr_symbol(ctx, "x'", LI_VELOCITY), y = li_expr_symbol(ctx, "y'", LI_VELOCITY);
    li_expr zero = li_expr_int(ctx, 0), M[4] = { a, zero, li_rand_below(rng, 2) == 0 ? zero : x, a }, forcing[2] = { x, y }, unknown[2] = { x, y };
    li_equations form = { .form = "matrix", .title = "matrix", .unknowns = 2, .unknown = unknown, .rows = 2, .M = M, .forcing = forcing, .simplified = true };
    bool symmetric = M[2] == zero;
    li_text text;

    li_text_init(&text);
    li_emit_equations_text(ctx, &text, 1, &form);
    const char *s = li_text_str(&text);
    li_check(ctx, (strstr(s, "symmetric") != NULL) == symmetric && (strstr(s, "M[1][2]") == NULL) == symmetric, "%s", s);
    li_check(ctx, strstr(s, symmetric ? "M[2][1] = 0\nM[2][2] = a\n" : "M[2][1] = x'\nM[2][2] = a\n") != NULL && strstr(s, "forcing[2] = y'\n") != NULL, "%s", s);
    li_text_clear(ctx, &text);
}

/* What must be said of each system. */
static void descriptions(li_ctx *ctx, li_rand *rng)
{
    static const char *const words[SYSTEMS][5] = {
        { "pendulum: A pendulum & its length_1\n", "1 coordinate, no constraints, 1 degree of freedom; nothing depends on time", "energy is conserved", "without a value: m, l, g" },
        { "6 coordinates, 3 constraints, 3 degrees of freedom", "quasi-velocities u v w p q r; independent: p q r", "rolling (3 relations): linear in the velocities; ideal",
          "singular where sin(theta) = 0 (the quasi-velocities q, r)", "absent from energies, forces and constraints: xi, eta, phi" },
        { "2 coordinates, 1 constraint, 1 degree of freedom", "c (1 relation): holonomic; ideal", "energy is conserved" },
        { "depends on time", "e (1 relation): linear in the velocities; ideal", "n (1 relation): non-linear in the velocities; direction of the reaction given" },
        { "speeds v alpha", "fast (1 relation): affine in the velocities" },
        { "system\n", "no constraints" },
        { "tip.t (1 relation): linear in the velocities; ideal", "contact tip: unilateral, rolling; gap y; friction f against x' + θ'; rolling resistance 1/9 against θ'; restitution 1/2 (Newton); reaction tip\n",
          "contact wall: bilateral, sliding; normal velocity x'; no friction against y'; reaction N\n" }
    };
    li_text text;
    (void)rng;

    for (int i = 0; i < SYSTEMS; i++) {
        test_system s;
        li_description d;
        if (!read_system(ctx, &s, i))
            return;
        li_text_init(&text);
        if (li_describe(ctx, &d, &s.motion) == LI_OK)
            li_emit_description_text(ctx, &text, &s.motion, &d);
        for (int k = 0; k < 5 && words[i][k] != NULL; k++)
            li_check(ctx, strstr(li_text_str(&text), words[i][k]) != NULL, "'%s' is not said in\n%s", words[i][k], li_text_str(&text));
        li_text_clear(ctx, &text);
    }
}

/* Wherever memory ends, the text stays as it was. */
static void memory(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_equations form;
    li_text text;

    if (!read_system(ctx, &s, 1) || li_motion_form(ctx, &form, &s.motion, "lagrange", false) != LI_OK)
        return;
    li_text_init(&text);
    li_text_put(ctx, &text, "before");
    li_ctx_fail_at(ctx, 1 + (uint64_t)li_rand_below(rng, 200));
    if (li_rand_below(rng, 2) == 0)
        li_emit_equations_text(ctx, &text, 1, &form);
    else
        li_emit_equations_latex(ctx, &text, &s.model, 1, &form, false);
    li_ctx_fail_at(ctx, 0);
    bool failed = li_ctx_status(ctx) != LI_OK;
    li_ctx_forgive(ctx);
    li_check(ctx, !failed || strcmp(li_text_str(&text), "before") == 0, "%s", li_text_str(&text));
    li_text_clear(ctx, &text);
}

/* The document: braces and environments close, special characters are escaped. */
static void document(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_equations form;
    li_text text;
    int depth = 0, environments = 0;

    if (!read_system(ctx, &s, li_rand_below(rng, SYSTEMS)) || li_motion_form(ctx, &form, &s.motion, NULL, true) != LI_OK)
        return;
    li_text_init(&text);
    li_emit_equations_latex(ctx, &text, &s.model, 1, &form, li_rand_below(rng, 2) == 0);
    for (const char *c = li_text_str(&text); *c != '\0'; c++) {
        depth += (*c == '{') - (*c == '}');
        environments += (strncmp(c, "\\begin{", 7) == 0) - (strncmp(c, "\\end{", 5) == 0);
        li_check(ctx, depth >= 0 && environments >= 0, "closed before it is open: %s", c);
    }
    li_check(ctx, depth == 0 && environments == 0 && text.len > 0, "%s", li_text_str(&text));
    li_check(ctx, strcmp(s.model.name, "pendulum") != 0 || strstr(li_text_str(&text), "A pendulum \\& its length\\_1") != NULL, "%s", li_text_str(&text));
    li_text_clear(ctx, &text);
}

int main(void)
{
    li_test_run("equations", equations, 30);
    li_test_run("looks", looks, 1);
    li_test_run("matrix", matrix, 4);
    li_test_run("descriptions", descriptions, 1);
    li_test_run("document", document, 12);
    li_test_run("memory", memory, 40);
    return li_test_done();
}
