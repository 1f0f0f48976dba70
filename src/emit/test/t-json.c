/* t-json.c - what is written as JSON reads back to what it was */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "systems.h"

static json_t *parsed(li_ctx *ctx, const li_text *text)
{
    json_error_t error;
    json_t *x = json_loads(li_text_str(text), JSON_REJECT_DUPLICATES, &error);
    li_check(ctx, x != NULL, "line %d: %s\n%s", error.line, error.text, li_text_str(text));
    return x;
}

static bool is_string(const json_t *x, const char *s) { return json_is_string(x) && strcmp(json_string_value(x), s) == 0; }

/* The keys, separated by spaces, in this order and no others. */
static void check_keys(li_ctx *ctx, json_t *object, const char *keys)
{
    li_text text;
    const char *key;
    json_t *value;

    li_text_init(&text);
    json_object_foreach(object, key, value)
        li_text_printf(ctx, &text, "%s%s", text.len == 0 ? "" : " ", key);
    li_check(ctx, strcmp(li_text_str(&text), keys) == 0, "%s\n%s", li_text_str(&text), keys);
    li_text_clear(ctx, &text);
}

static void check_equations(li_ctx *ctx, const li_model *m, const json_t *list, size_t n, const li_equation *eq)
{
    li_check(ctx, json_array_size(list) == n, "%zu equations, not %zu", json_array_size(list), n);
    for (size_t i = 0; i < n && i < json_array_size(list); i++) {
        const json_t *x = json_array_get(list, i);
        const char *left = json_string_value(json_object_get(x, "lhs")), *right = json_string_value(json_object_get(x, "rhs"));
        li_check(ctx, left != NULL && reads_as(ctx, m, left, strlen(left), eq[i].left), "lhs %s", left);
        li_check(ctx, right != NULL && reads_as(ctx, m, right, strlen(right), eq[i].right), "rhs %s", right);
    }
}

static void equations(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_equations form[2];
    li_text text;
    size_t count = 1 + (size_t)li_rand_below(rng, 2);

    if (!read_system(ctx, &s, li_rand_below(rng, SYSTEMS)) || li_motion_form(ctx, &form[0], &s.motion, "lagrange", true) != LI_OK ||
        li_motion_form(ctx, &form[1], &s.motion, "multipliers", false) != LI_OK)
        return;
    li_text_init(&text);
    li_emit_equations_json(ctx, &text, &s.model, count, form);
    json_t *object = parsed(ctx, &text);
    li_check(ctx, is_string(json_object_get(object, "system"), s.model.name), "system");
    for (size_t i = 0; i < count; i++) {
        const json_t *x = count == 1 ? object : json_array_get(json_object_get(object, "forms"), i);
        li_check(ctx, is_string(json_object_get(x, "form"), form[i].form), "form %zu", i);
        li_check(ctx, json_array_size(json_object_get(x, "unknowns")) == form[i].unknowns, "unknowns");
        check_equations(ctx, &s.model, json_object_get(x, "equations"), form[i].len, form[i].eq);
        check_equations(ctx, &s.model, json_object_get(x, "relations"), form[i].relations, form[i].relation);
    }
    json_decref(object);
    li_text_clear(ctx, &text);
}

/* ---- numbers ---- */

static void set_ball(li_ctx *ctx, li_ball *x, int64_t num, int64_t den)
{
    li_rational c;
    li_rational_init(&c);
    li_rational_set_int(&c, num, den);
    if (li_ball_init(ctx, x) == LI_OK)
        li_ball_set_rational(x, &c, 200);
    li_rational_clear(&c);
}

/* 1/(first + i) */
static li_ball *balls(li_ctx *ctx, size_t n, int first)
{
    li_ball *x = li_alloc(ctx, (n + 1) * sizeof *x);
    for (size_t i = 0; x != NULL && i < n; i++)
        set_ball(ctx, &x[i], 1, first + (int)i);
    return x;
}

static void clear_balls(size_t n, li_ball *x)
{
    for (size_t i = 0; i < n; i++)
        li_ball_clear(&x[i]);
}

static void make_values(li_ctx *ctx, li_values *x, const li_motion *S, bool moves)
{
    *x = (li_values){ .n = S->n, .quasis = S->model->quasis, .speeds = S->model->speeds, .p = S->p, .r = S->r, .moves = moves, .reacts = moves,
                      .coupled = true, .status = moves ? LI_COMPATIBLE : LI_INCOMPATIBLE, .message = moves ? "" : "why" };
    x->q = balls(ctx, x->n, 2);
    x->v = balls(ctx, x->n, 20);
    x->quasi = balls(ctx, x->quasis, 40);
    x->speed = balls(ctx, x->speeds, 60);
    x->acceleration = balls(ctx, x->n, 80);
    x->quasi_acceleration = balls(ctx, x->quasis, 100);
    x->speed_acceleration = balls(ctx, x->speeds, 120);
    x->multiplier = balls(ctx, x->r, 140);
    x->coupling = balls(ctx, x->p * x->r, 160);
    x->drive = balls(ctx, x->p, 180);
    x->residual = balls(ctx, x->p, 200);
    x->rate = balls(ctx, x->p, 220);
    set_ball(ctx, &x->t, 0, 1);
    set_ball(ctx, &x->T, 1, 3);
    set_ball(ctx, &x->V, -4, 3);
    set_ball(ctx, &x->compatibility, 7, 1);
}

static void clear_values(li_values *x)
{
    clear_balls(x->n, x->q), clear_balls(x->n, x->v), clear_balls(x->quasis, x->quasi), clear_balls(x->speeds, x->speed);
    clear_balls(x->n, x->acceleration), clear_balls(x->quasis, x->quasi_acceleration), clear_balls(x->speeds, x->speed_acceleration);
    clear_balls(x->r, x->multiplier), clear_balls(x->p * x->r, x->coupling), clear_balls(x->p, x->drive), clear_balls(x->p, x->residual);
    clear_balls(x->p, x->rate);
    clear_balls(1, &x->t), clear_balls(1, &x->T), clear_balls(1, &x->V), clear_balls(1, &x->compatibility);
}

static void check_number(li_ctx *ctx, const json_t *object, const char *key, double want)
{
    const char *s = json_string_value(json_object_get(object, key));
    double got = s == NULL ? -1e300 : strtod(s, NULL);
    li_check(ctx, got == want, "%s is %s, not %.17g", key, s == NULL ? "null" : s, want);
}

static void check_matrix(li_ctx *ctx, const json_t *object, const li_values *x)
{
    const json_t *coupling = json_object_get(object, "coupling");
    for (size_t h = 0; h < x->r; h++)
        for (size_t k = 0; k < x->p; k++) {
            const char *s = json_string_value(json_array_get(json_array_get(coupling, h), k));
            li_check(ctx, s != NULL && strtod(s, NULL) == 1.0 / (160.0 + (double)(h * x->p + k)), "coupling[%zu][%zu]", h, k);
        }
}

static void check_values(li_ctx *ctx, const json_t *object, const li_motion *S, const li_values *x)
{
    const li_model *m = S->model;
    char primed[LI_MAX_NAME + 2];

    for (size_t i = 0; i < x->n; i++) {
        snprintf(primed, sizeof primed, "%s'", m->coord[i].name);
        check_number(ctx, json_object_get(object, "state"), m->coord[i].name, 1.0 / (2.0 + (double)i));
        check_number(ctx, json_object_get(object, "state"), primed, 1.0 / (20.0 + (double)i));
        if (x->moves)
            check_number(ctx, json_object_get(object, "acceleration"), m->coord[i].name, 1.0 / (80.0 + (double)i));
    }
    for (size_t i = 0; x->moves && i < x->quasis; i++)
        check_number(ctx, json_object_get(object, "quasi_acceleration"), m->quasi[i].name, 1.0 / (100.0 + (double)i));
    for (size_t i = 0; x->moves && i < x->speeds; i++)
        check_number(ctx, json_object_get(object, "quasi_acceleration"), m->speed[i].name, 1.0 / (120.0 + (double)i));
    for (size_t h = 0; x->moves && h < x->r; h++)
        check_number(ctx, json_object_get(object, "multiplier"), S->multiplier[h], 1.0 / (140.0 + (double)h));
    for (size_t h = 0; h < x->p; h++) {
        check_number(ctx, json_object_get(object, "residual"), S->label[h], 1.0 / (200.0 + (double)h));
        check_number(ctx, json_object_get(object, "residual_rate"), S->label[h], 1.0 / (220.0 + (double)h));
    }
    check_number(ctx, object, "kinetic", 1.0 / 3);
    check_number(ctx, object, "energy", -1);
    check_number(ctx, object, "compatibility", 7);
    check_matrix(ctx, object, x);
    li_check(ctx, x->moves || (json_is_null(json_object_get(object, "acceleration")) && json_is_null(json_object_get(object, "multiplier"))), "null");
}

static void values(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_values x;
    const char *zero[1] = { "q" };
    li_state state = { .assumed = 1, .assumption = zero };
    bool moves = li_rand_below(rng, 2) == 0;
    li_text text;

    if (!read_system(ctx, &s, li_rand_below(rng, SYSTEMS)))
        return;
    make_values(ctx, &x, &s.motion, moves);
    li_text_init(&text);
    li_emit_values_json(ctx, &text, &s.motion, &state, NULL, &x, 25);
    json_t *object = parsed(ctx, &text);
    check_keys(ctx, object, moves ?
        "system digits state acceleration quasi_acceleration multiplier power kinetic potential energy coupling drive compatibility residual residual_rate status assumed taken_as_zero" :
        "system digits state acceleration quasi_acceleration multiplier power kinetic potential energy coupling drive compatibility residual residual_rate status assumed taken_as_zero message");
    check_values(ctx, object, &s.motion, &x);
    li_check(ctx, is_string(json_array_get(json_object_get(object, "assumed"), 0), "q"), "assumed");
    json_decref(object);

    li_text_cut(&text, 0);
    li_emit_values_text(ctx, &text, &s.motion, &state, NULL, &x, 25);
    li_check(ctx, (strstr(li_text_str(&text), "accelerations") != NULL) == moves && strstr(li_text_str(&text), "taken as 0: q\n") != NULL, "%s", li_text_str(&text));
    clear_values(&x);
    li_text_clear(ctx, &text);
}

/* A degenerate point: the quadratic, and both its roots with their motions. */
static void roots(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_values x;
    li_state state = { 0 };
    li_text text;

    (void)rng;
    if (!read_system(ctx, &s, 2))
        return;
    make_values(ctx, &x, &s.motion, false);
    x.status = LI_DEGENERATE;
    x.quadratic_known = true;
    for (int k = 0; k < 3; k++)
        set_ball(ctx, &x.quadratic[k], k - 1, 1);
    x.roots = 2;
    x.root = balls(ctx, 2, 240);
    x.root_acceleration = balls(ctx, 4, 260);
    li_text_init(&text);
    li_emit_values_json(ctx, &text, &s.motion, &state, NULL, &x, 20);
    json_t *object = parsed(ctx, &text);
    const json_t *quadratic = json_object_get(object, "quadratic"), *second = json_array_get(json_object_get(object, "roots"), 1);
    check_number(ctx, quadratic, "c0", -1);
    check_number(ctx, quadratic, "c1", 0);
    check_number(ctx, quadratic, "c2", 1);
    li_check(ctx, json_array_size(json_object_get(quadratic, "roots")) == 2, "roots");
    check_number(ctx, json_object_get(second, "multiplier"), "N", 1.0 / 241);
    check_number(ctx, json_object_get(second, "acceleration"), "q2", 1.0 / 263);
    json_decref(object);
    li_text_cut(&text, 0);
    li_emit_values_text(ctx, &text, &s.motion, &state, NULL, &x, 20);
    li_check(ctx, strstr(li_text_str(&text), "possibility 2 of 2") != NULL, "%s", li_text_str(&text));
    clear_balls(2, x.root), clear_balls(4, x.root_acceleration), clear_balls(3, x.quadratic);
    clear_values(&x);
    li_text_clear(ctx, &text);
}

static void description(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_description d;
    li_text text;

    if (!read_system(ctx, &s, li_rand_below(rng, SYSTEMS)) || li_describe(ctx, &d, &s.motion) != LI_OK)
        return;
    li_text_init(&text);
    li_emit_description_json(ctx, &text, &s.motion, &d);
    json_t *object = parsed(ctx, &text);
    check_keys(ctx, object, "system title coordinates variables closed momenta regular relations degrees_of_freedom depends_on_time quasi_velocities independent constraints holonomic_relations_together contacts energy_conserved energy_rate "
                            "lagrange_holds curl_condition absent parameters_without_value compatibility vanishes_at while singular warnings");
    li_check(ctx, json_array_size(json_object_get(object, "coordinates")) == s.motion.n, "coordinates");
    li_check(ctx, !d.ranked || json_integer_value(json_object_get(object, "degrees_of_freedom")) == (json_int_t)d.freedom, "degrees of freedom");
    li_check(ctx, json_array_size(json_object_get(object, "constraints")) == s.model.constraints, "constraints");
    json_t *contact = json_array_get(json_object_get(object, "contacts"), 0);
    li_check(ctx, json_array_size(json_object_get(object, "contacts")) == s.model.contacts, "contacts");
    if (contact != NULL) {
        check_keys(ctx, contact, "name mode bilateral multiplier gap normal sliding friction rolling rolling_resistance pivoting pivoting_resistance restitution restitution_law");
        li_check(ctx, strcmp(json_string_value(json_object_get(contact, "mode")), "rolling") == 0 && json_array_size(json_object_get(contact, "sliding")) == 1, "its mode");
    }
    json_decref(object);
    li_text_clear(ctx, &text);
}

static void check_expression(li_ctx *ctx, const li_model *m, const json_t *x, li_expr e)
{
    const char *s = json_string_value(x);
    li_check(ctx, e == NULL ? json_is_null(x) : s != NULL && reads_as(ctx, m, s, strlen(s), e), "%s", s != NULL ? s : "null");
}

/* Every function reads back; what is not determined is null. */
static void reactions(li_ctx *ctx, li_rand *rng)
{
    test_system s;
    li_reactions R;
    li_text text;
    int i = li_rand_below(rng, SYSTEMS);

    if (!read_system(ctx, &s, i) || li_reactions_find(ctx, &R, &s.motion) != LI_OK)
        return;
    li_text_init(&text);
    li_emit_reactions_json(ctx, &text, &s.motion, &R);
    json_t *object = parsed(ctx, &text);
    check_keys(ctx, object, R.message[0] == '\0' ? "system status velocities multiplier coupling drive compatibility vanishes_at while" :
               R.combinations > 0 ? "system status velocities multiplier combinations coupling drive compatibility vanishes_at while message" :
               "system status velocities multiplier coupling drive compatibility vanishes_at while message");
    for (size_t h = 0; h < R.r; h++) {
        if (!json_is_null(json_object_get(object, "multiplier")))
            check_expression(ctx, &s.model, json_object_get(json_object_get(object, "multiplier"), s.motion.multiplier[h]), R.multiplier[h]);
        for (size_t k = 0; k < R.p; k++)
            check_expression(ctx, &s.model, json_array_get(json_array_get(json_object_get(object, "coupling"), h), k), R.coupling[h * R.p + k]);
    }
    for (size_t k = 0; k < R.p; k++)
        check_expression(ctx, &s.model, json_array_get(json_object_get(object, "drive"), k), R.drive[k]);
    check_expression(ctx, &s.model, json_object_get(object, "compatibility"), R.compatibility);
    li_check(ctx, i != 1 || (is_string(json_object_get(object, "vanishes_at"), "nowhere") && is_string(json_array_get(json_object_get(object, "while"), 1), "C > 0")), "hoop");
    json_decref(object);
    li_text_clear(ctx, &text);
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
    li_ctx_fail_at(ctx, 1 + (uint64_t)li_rand_below(rng, 100));
    li_emit_equations_json(ctx, &text, &s.model, 1, &form);
    li_ctx_fail_at(ctx, 0);
    li_check(ctx, li_ctx_status(ctx) == LI_OK || text.len == 0, "%s", li_text_str(&text));
    li_ctx_forgive(ctx);
    li_text_clear(ctx, &text);
}

int main(void)
{
    li_test_run("equations", equations, 20);
    li_test_run("values", values, 20);
    li_test_run("roots", roots, 1);
    li_test_run("description", description, 12);
    li_test_run("reactions", reactions, 12);
    li_test_run("memory", memory, 30);
    return li_test_done();
}
