/* t-exterior.c - forms omega, omega-r, omega-s as text, LaTeX and JSON */
#include <jansson.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "systems.h"

static const char *const form_name[] = { "omega", "omega-r", "omega-s" };

/* A random system in one of the forms; false where it does not apply */
static bool draw(li_ctx *ctx, test_system *s, li_equations *form, li_rand *rng)
{
    const char *name = form_name[li_rand_below(rng, 3)];
    if (!read_system(ctx, s, li_rand_below(rng, SYSTEMS)))
        return false;
    s->motion.reducing.chart = li_rand_below(rng, 2) && !s->motion.speeds ? LI_CHART_HAMILTON : LI_CHART_OWN;
    bool there = li_motion_form(ctx, form, &s->motion, name, li_rand_below(rng, 2)) == LI_OK;
    li_check(ctx, there || li_ctx_status(ctx) == LI_INPUT, "%s: %s", name, li_ctx_message(ctx));
    return there;
}

/* The lines "# Omega = ...", put together again, are what the room form prints. */
static void check_form(li_ctx *ctx, const char *text, const li_named_form *form)
{
    li_text head, joined, want;
    bool first = true;

    li_text_init(&head);
    li_text_init(&joined);
    li_text_init(&want);
    li_text_printf(ctx, &head, "# %s = ", form->name);
    li_form_print(ctx, &want, form->w);
    const char *at = strstr(text, li_text_str(&head)), *next;
    while (at != NULL && (next = strstr(at + 1, li_text_str(&head))) != NULL)      /* the law stands before it */
        at = next;
    for (const char *line = at == NULL ? "" : at + head.len; first || strncmp(line, "#  ", 3) == 0; first = false) {
        const char *from = first ? line : line + 2 + strlen(form->name);
        size_t len = strcspn(from, "\n");
        li_text_put_n(ctx, &joined, from, len);
        line = from + len + (from[len] == '\n');
    }
    li_check(ctx, strcmp(li_text_str(&joined), li_text_str(&want)) == 0, "%s\nis not\n%s", li_text_str(&joined), li_text_str(&want));
    li_text_clear(ctx, &head);
    li_text_clear(ctx, &joined);
    li_text_clear(ctx, &want);
}

static void text(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_equations form;
    li_text out;

    if (!draw(ctx, &s, &form, rng))
        return;
    li_text_init(&out);
    li_emit_equations_text(ctx, &out, 1, &form);
    li_check(ctx, form.forms > 0, "a form");
    for (size_t i = 0; i < form.forms; i++)
        check_form(ctx, li_text_str(&out), &form.exterior[i]);
    li_text_clear(ctx, &out);
}

/* {"basis", "matrix"}: the entries read back to the coefficients, the matrix is antisymmetric */
static void check_matrix(li_ctx *ctx, const li_model *m, const json_t *omega, const li_form *w)
{
    size_t n = w->on->n;
    const json_t *rows = json_object_get(omega, "matrix"), *basis = json_object_get(omega, "basis");

    li_check(ctx, json_array_size(rows) == n && json_array_size(basis) == n, "%zu rows", json_array_size(rows));
    for (uint32_t i = 0; i < n; i++) {
        const char *name = json_string_value(json_array_get(basis, i));
        li_check(ctx, name != NULL && strcmp(name, w->on->name[i]) == 0, "basis %u: %s", i, name);
        for (uint32_t k = 0; k < n; k++) {
            const char *entry = json_string_value(json_array_get(json_array_get(rows, i), k));
            li_expr f = li_form_coefficient(ctx, w, (uint32_t[]){ i, k });
            bool momenta = strstr(entry, "p_") != NULL;             /* no letters of the model */
            li_check(ctx, momenta || reads_as(ctx, m, entry, strlen(entry), f), "W[%u][%u] = %s", i, k, entry);
        }
    }
}

static void json(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_equations form;
    li_text out;

    if (!draw(ctx, &s, &form, rng))
        return;
    li_text_init(&out);
    li_emit_equations_json(ctx, &out, &s.model, 1, &form);
    json_t *object = json_loads(li_text_str(&out), 0, NULL);
    li_check(ctx, json_object_size(json_object_get(object, "exterior")) == form.forms, "%s", li_text_str(&out));
    check_matrix(ctx, &s.model, json_object_get(object, "omega"), form.exterior[0].w);
    json_decref(object);
    li_text_clear(ctx, &out);
}

static void latex(li_ctx *ctx, li_rand *rng)
{
    static const struct { int system; const char *form, *looks; } want[] = {
        { 0, "omega", "\\Omega &= m l^{2}\\, \\mathrm{d}\\dot{\\theta}\\wedge \\mathrm{d}\\theta - m l^{2} \\dot{\\theta}\\, \\mathrm{d}\\dot{\\theta}\\wedge \\mathrm{d}t" },
        { 1, "omega-s", "\\Omega_{s} &= (A + a^{2})\\, \\mathrm{d}p\\wedge \\omega^{p}" },
        { 1, "omega-r", "\\lambda_{\\mathrm{rolling},1}\\, \\pi^{\\mathrm{rolling},1}\\wedge \\mathrm{d}t" },
        { 1, "omega", "\\pi^{\\mathrm{rolling},3} &= \\omega^{w} - a\\, \\omega^{p}" },
    };
    size_t i = (size_t)li_rand_below(rng, sizeof want / sizeof *want);
    test_system s;
    li_equations form;
    li_text out;

    if (!read_system(ctx, &s, want[i].system) || li_motion_form(ctx, &form, &s.motion, want[i].form, true) != LI_OK)
        return;
    li_text_init(&out);
    li_emit_equations_latex(ctx, &out, &s.model, 1, &form, true);
    li_check(ctx, strstr(li_text_str(&out), want[i].looks) != NULL, "%s\nis not in\n%s", want[i].looks, li_text_str(&out));
    li_text_clear(ctx, &out);
}

static void memory(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_equations form;
    li_text out;
    int face = li_rand_below(rng, 3);

    if (!read_system(ctx, &s, 1) || li_motion_form(ctx, &form, &s.motion, "omega-r", false) != LI_OK)
        return;
    li_text_init(&out);
    li_text_put(ctx, &out, "before");
    li_ctx_fail_at(ctx, 1 + (uint64_t)li_rand_below(rng, 400));
    if (face == 0)
        li_emit_equations_text(ctx, &out, 1, &form);
    else if (face == 1)
        li_emit_equations_latex(ctx, &out, &s.model, 1, &form, false);
    else
        li_emit_equations_json(ctx, &out, &s.model, 1, &form);
    li_ctx_fail_at(ctx, 0);
    bool failed = li_ctx_status(ctx) != LI_OK;
    li_ctx_forgive(ctx);
    li_check(ctx, !failed || strcmp(li_text_str(&out), "before") == 0, "%s", li_text_str(&out));
    li_text_clear(ctx, &out);
}

int main(void)
{
    li_test_run("text", text, 30);
    li_test_run("json", json, 30);
    li_test_run("latex", latex, 8);
    li_test_run("memory", memory, 40);
    return li_test_done();
}
