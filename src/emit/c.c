/* c.c - the law of a system as one file of C
 *
 * The functions are those of the program (li_program_c), static, each behind one that has the signature of GSL's: int f(double t, const
 * double y[], double out[], void *parameter), 0 if all is well. The file is its own header.                      */
#include <math.h>
#include <string.h>

#include "source.h"

typedef struct {
    li_ctx     *ctx;
    li_text    *out;
    li_source   x;
    const char *name;              /* hoop */
    char       *upper;             /* HOOP */
    const char **state, **parameter, **multiplier;       /* enumerators: hoop_y_theta, hoop_p_a, hoop_r_rolling_1 */
} c_text;

#define PUT(T, ...) li_text_printf((T)->ctx, (T)->out, __VA_ARGS__)

/* The functions of groups: what they are called, what they say of themselves, and the enumerator of their number */
static const struct { const char *function, *count, *words; } group[LI_GROUPS] = {
    [LI_GROUP_RATES]         = { "rhs", "STATES", "y'" },
    [LI_GROUP_MULTIPLIERS]   = { "multipliers", "MULTIPLIERS", "the reactions of the constraints" },
    [LI_GROUP_VELOCITIES]    = { "velocities", "VELOCITIES", "all velocities, also those that are no part of y" },
    [LI_GROUP_ACCELERATIONS] = { "accelerations", "VELOCITIES", "... and their rates" },
    [LI_GROUP_ENERGIES]      = { "energies", "ENERGIES", "" },
    [LI_GROUP_INTEGRALS]     = { "integrals", "INTEGRALS", "constant along every motion, as the model claims" },
    [LI_GROUP_RESIDUALS]     = { "residuals", "RESIDUALS", "0 where y keeps the constraints" },
};

static void put_comment(c_text *T, const char *words) { li_put_comment(T->ctx, T->out, words); }
static bool has(const c_text *T, li_group_kind kind) { return T->x.group[kind].count > 0; }

/* ---- names ---- */

static const char **identifiers(c_text *T, li_identifiers *I, char letter, size_t n, const char *const *name)
{
    const char **word = li_alloc(T->ctx, (n + 1) * sizeof *word);
    li_text prefix;

    li_text_init(&prefix);
    li_text_printf(T->ctx, &prefix, "%s_%c_", T->name, letter);
    for (size_t i = 0; word != NULL && i < n; i++)
        word[i] = li_identifier(I, li_text_str(&prefix), name[i]);
    li_text_clear(T->ctx, &prefix);
    return word;
}

static void set_names(c_text *T)
{
    const li_source *x = &T->x;
    const char *name = x->o->name != NULL && x->o->name[0] != '\0' ? x->o->name : x->model->name[0] != '\0' ? x->model->name : "motion";
    const char **param = li_alloc(T->ctx, (x->flow.params + 1) * sizeof *param);
    li_identifiers I;
    li_text text;

    li_text_init(&text);
    li_put_identifier(T->ctx, &text, name[0] >= '0' && name[0] <= '9' ? "m" : "", name);
    T->name = li_alloc_string(T->ctx, li_text_str(&text), text.len);
    li_text_clear(T->ctx, &text);
    if (T->name == NULL)
        return;
    li_identifiers_init(&I, T->ctx);
    T->upper = li_alloc_string(T->ctx, T->name, strlen(T->name));
    for (char *s = T->upper; s != NULL && *s != '\0'; s++)
        *s = *s >= 'a' && *s <= 'z' ? (char)(*s - 'a' + 'A') : *s;
    for (size_t i = 0; param != NULL && i < x->flow.params; i++)
        param[i] = li_expr_name(x->flow.param[i]);
    if (li_ctx_status(T->ctx) == LI_OK) {
        T->state = identifiers(T, &I, 'y', x->flow.n, x->group[LI_GROUP_RATES].name);
        T->parameter = identifiers(T, &I, 'p', x->flow.params, param);
        T->multiplier = identifiers(T, &I, 'r', x->group[LI_GROUP_MULTIPLIERS].count, x->group[LI_GROUP_MULTIPLIERS].name);
    }
    li_identifiers_clear(&I);
}

/* ---- numbers ---- */

static void put_numbers(c_text *T, size_t n, const double *x)
{
    PUT(T, "{ ");
    for (size_t i = 0; i < n; i++) {
        PUT(T, i == 0 ? "" : i % 4 == 0 ? ",\n    " : ", ");
        li_put_double(T->ctx, T->out, x[i], "(double)NAN");
    }
    PUT(T, n == 0 ? "0 };\n" : " };\n");
}

/* ---- what the file says of itself ---- */

static void put_state_table(c_text *T)
{
    const li_source *x = &T->x;
    li_text s;

    PUT(T, " *\n * The state y, ");
    li_source_count(T->ctx, T->out, x);
    PUT(T, "\n");
    li_text_init(&s);
    for (size_t i = 0; i < x->flow.n; i++) {
        PUT(T, " *     y[%zu]  ", i);
        put_comment(T, x->group[LI_GROUP_RATES].name[i]);
        li_text_cut(&s, 0);
        li_source_meaning(T->ctx, &s, x, i);
        if (s.len > 0 && s.len < 100) {
            PUT(T, " = ");
            put_comment(T, li_text_str(&s));
        }
        PUT(T, "\n");
    }
    li_text_clear(T->ctx, &s);
}

static void put_parameter_table(c_text *T)
{
    const li_source *x = &T->x;

    if (x->flow.params == 0) {
        PUT(T, " *\n * There are no parameters: give NULL.\n");
        return;
    }
    PUT(T, " *\n * The parameters, %zu in all; where the pointer is NULL, those of %s_parameter_default\n", x->flow.params, T->name);
    for (size_t i = 0; i < x->flow.params; i++) {
        PUT(T, " *     parameter[%zu]  ", i);
        put_comment(T, li_expr_name(x->flow.param[i]));
        PUT(T, isnan(x->parameter[i]) ? ", which the model gives " : " = ");
        li_put_double(T->ctx, T->out, x->parameter[i], "no value");
        PUT(T, "\n");
    }
}

static void put_title(c_text *T)
{
    const li_source *x = &T->x;

    PUT(T, "/* %s.c - ", T->name);
    put_comment(T, x->title);
    PUT(T, "\n *\n * Equations of motion, written by liaison %s.\n", li_version());
    put_state_table(T);
    put_parameter_table(T);
    PUT(T, " *\n * All functions return 0; or 1 where a value is not finite: no acceleration follows from the masses and the constraints there, or it is\n"
           " * outside the domain of the model. They keep nothing between calls, so that many threads may use them.\n");
    if (x->o->motion->p > 0 && has(T, LI_GROUP_RESIDUALS))
        PUT(T, " * The rates keep the constraints: start where %s_residuals are 0. An integrator drifts off slowly.\n", T->name);
    PUT(T, " *\n *     GSL    gsl_odeiv2_system system = { %s_rhs, %s%s, %s_STATES, parameter };\n", T->name, has(T, LI_GROUP_SLOPES) ? T->name : "NULL",
        has(T, LI_GROUP_SLOPES) ? "_jacobian" : "", T->upper);
    PUT(T, " *     CVODE  int f(sunrealtype t, N_Vector y, N_Vector dydt, void *parameter)\n"
           " *            { return %s_rhs(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dydt), parameter); }\n", T->name);
    PUT(T, " *\n * It is its own header: another file gets the declarations by\n *     #define %s_DECLARATIONS\n *     #include \"%s.c\"\n */\n", T->upper, T->name);
}

/* ---- declarations ---- */

static void put_enumerators(c_text *T, size_t n, const char *const *word)
{
    if (n == 0)
        return;
    PUT(T, "enum {");
    for (size_t i = 0; i < n; i++)
        PUT(T, "%s%s", i == 0 ? " " : i % 8 == 0 ? ",\n       " : ", ", word[i]);
    PUT(T, " };\n");
}

static void put_sizes(c_text *T)
{
    const li_source *x = &T->x;

    PUT(T, "enum { %s_STATES = %zu, %s_PARAMETERS = %zu", T->upper, x->flow.n, T->upper, x->flow.params);
    for (size_t i = LI_GROUP_MULTIPLIERS; i < LI_GROUP_SLOPES; i++)
        if (i != LI_GROUP_ACCELERATIONS)
            PUT(T, ", %s_%s = %zu", T->upper, group[i].count, x->group[i].count);
    PUT(T, " };\n");
    PUT(T, "/* places in y, in the parameters, among the multipliers */\n");
    put_enumerators(T, x->flow.n, T->state);
    put_enumerators(T, x->flow.params, T->parameter);
    put_enumerators(T, x->group[LI_GROUP_MULTIPLIERS].count, T->multiplier);
}

static void put_function_declaration(c_text *T, li_group_kind kind)
{
    const li_group *g = &T->x.group[kind];
    bool words = group[kind].words[0] != '\0';

    PUT(T, "\n/* %s%s", group[kind].words, kind == LI_GROUP_RATES || g->count > 60 ? "" : words ? ": " : "");
    for (size_t i = 0; kind != LI_GROUP_RATES && g->count <= 60 && i < g->count; i++) {
        PUT(T, i == 0 ? "" : i % 12 == 0 ? ",\n * " : ", ");
        put_comment(T, g->name[i]);
    }
    PUT(T, " */\nint %s_%s(double t, const double y[], double %s[], void *parameter);\n", T->name, group[kind].function,
        kind == LI_GROUP_RATES ? "dydt" : "out");
}

static void put_declarations(c_text *T)
{
    PUT(T, "#ifndef %s_C\n#define %s_C\n\n#include <stddef.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n", T->upper, T->upper);
    put_sizes(T);
    PUT(T, "\nextern const char *const %s_state_name[%s_STATES + 1];\n", T->name, T->upper);
    PUT(T, "extern const char *const %s_parameter_name[%s_PARAMETERS + 1];\n", T->name, T->upper);
    PUT(T, "extern const double %s_parameter_default[%s_PARAMETERS + 1];     /* nan: the model gives no value */\n", T->name, T->upper);
    PUT(T, "extern const double %s_start[%s_STATES + 1];                     /* y where the model starts, then t; nan: not known */\n", T->name, T->upper);
    for (li_group_kind i = LI_GROUP_RATES; i < LI_GROUP_SLOPES; i++)
        if (has(T, i))
            put_function_declaration(T, i);
    if (has(T, LI_GROUP_SLOPES))
        PUT(T, "\n/* dfdy[i * %s_STATES + j] = dy'_i/dy_j, dfdt[i] = dy'_i/dt; dfdt may be NULL */\n"
               "int %s_jacobian(double t, const double y[], double dfdy[], double dfdt[], void *parameter);\n", T->upper, T->name);
    if (T->x.o->lanes)
        PUT(T, "\n/* Eight states at once, number i of state l at [8 * i + l]; t has eight numbers too. Compile with -O2 -march=native. */\n"
               "int %s_rhs_lanes(const double t[], const double y[], double dydt[], void *parameter);\n", T->name);
    if (T->x.o->order > 0)
        PUT(T, "\n/* The Taylor series of the motion through y: coefficient k of y_i at series[i * (%s_ORDER + 1) + k], k <= order <= %s_ORDER.\n"
               " * series has %s_SERIES numbers, work %s_WORK. */\n"
               "enum { %s_ORDER = %zu, %s_SERIES = %zu };\n"
               "extern const size_t %s_WORK;\n"
               "int %s_series(double t, const double y[], size_t order, double series[], double work[], void *parameter);\n"
               "/* One step of it, not past `until` and as long as the last terms allow: below tol * max(1, |y_i|). y and *t go on. */\n"
               "int %s_step(double *t, double y[], double until, double tol, double series[], double work[], void *parameter);\n",
            T->upper, T->upper, T->upper, T->upper, T->upper, T->x.o->order, T->upper, (T->x.flow.n + 1) * (T->x.o->order + 1), T->upper, T->name, T->name);
    PUT(T, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n\n");
}

/* ---- definitions ---- */

static void put_names(c_text *T, const char *what, const char *count, size_t n, const char *const *name, const li_expr *symbol)
{
    PUT(T, "const char *const %s_%s[%s_%s + 1] = {", T->name, what, T->upper, count);
    for (size_t i = 0; i < n; i++) {
        PUT(T, i % 8 == 0 && i > 0 ? "\n    " : " ");
        li_put_c_string(T->ctx, T->out, name != NULL ? name[i] : li_expr_name(symbol[i]));
        PUT(T, ",");
    }
    PUT(T, " NULL };\n");
}

static void put_tables(c_text *T)
{
    const li_source *x = &T->x;

    put_names(T, "state_name", "STATES", x->flow.n, x->group[LI_GROUP_RATES].name, NULL);
    put_names(T, "parameter_name", "PARAMETERS", x->flow.params, NULL, x->flow.param);
    PUT(T, "const double %s_parameter_default[%s_PARAMETERS + 1] = ", T->name, T->upper);
    put_numbers(T, x->flow.params, x->parameter);
    PUT(T, "const double %s_start[%s_STATES + 1] = ", T->name, T->upper);
    put_numbers(T, x->flow.n + 1, x->start);
    PUT(T, "\n");
}

static void put_helpers(c_text *T)
{
    PUT(T, "static void %s_begin(double t, const double y[], const void *parameter, double prepared[], double x[])\n{\n"
           "    %s_law_prepare(parameter != NULL ? (const double *)parameter : %s_parameter_default, prepared);\n"
           "    for (int i = 0; i < %s_STATES; i++)\n        x[i] = y[i];\n    x[%s_STATES] = t;\n}\n\n", T->name, T->name, T->name, T->upper, T->upper);
    PUT(T, "static int %s_end(size_t n, const double out[])\n{\n    for (size_t i = 0; i < n; i++)\n        if (!isfinite(out[i]))\n            return 1;\n"
           "    return 0;\n}\n\n", T->name);
}

static void put_function(c_text *T, li_group_kind kind)
{
    const char *inner = kind == LI_GROUP_RATES ? "step" : group[kind].function, *out = kind == LI_GROUP_RATES ? "dydt" : "out";

    PUT(T, "int %s_%s(double t, const double y[], double %s[], void *parameter)\n{\n    double prepared[%s_law_PREPARED], x[%s_STATES + 1];\n\n"
           "    %s_begin(t, y, parameter, prepared, x);\n    %s_law_%s(prepared, x, %s);\n    return %s_end(%zu, %s);\n}\n\n",
        T->name, group[kind].function, out, T->name, T->upper, T->name, T->name, inner, out, T->name, T->x.group[kind].count, out);
}

/* Out of the program come rows of n + 1. */
static void put_jacobian(c_text *T)
{
    size_t n = T->x.flow.n;

    PUT(T, "int %s_jacobian(double t, const double y[], double dfdy[], double dfdt[], void *parameter)\n{\n"
           "    double prepared[%s_law_PREPARED], x[%s_STATES + 1], out[%zu];\n\n"
           "    %s_begin(t, y, parameter, prepared, x);\n    %s_law_slopes(prepared, x, out);\n"
           "    for (int i = 0; i < %s_STATES; i++) {\n"
           "        for (int j = 0; j < %s_STATES; j++)\n            dfdy[i * %s_STATES + j] = out[i * (%s_STATES + 1) + j];\n"
           "        if (dfdt != NULL)\n            dfdt[i] = out[i * (%s_STATES + 1) + %s_STATES];\n    }\n    return %s_end(%zu, out);\n}\n\n",
        T->name, T->name, T->upper, n * (n + 1), T->name, T->name, T->upper, T->upper, T->upper, T->upper, T->upper, T->upper, T->name, n * (n + 1));
}

static void put_lanes(c_text *T)
{
    PUT(T, "int %s_rhs_lanes(const double t[], const double y[], double dydt[], void *parameter)\n{\n"
           "    double prepared[%s_law_PREPARED], x[8 * (%s_STATES + 1)];\n\n"
           "    %s_begin(0, y, parameter, prepared, x);\n"
           "    for (int i = 0; i < 8 * %s_STATES; i++)\n        x[i] = y[i];\n    for (int l = 0; l < 8; l++)\n        x[8 * %s_STATES + l] = t[l];\n"
           "    %s_law_lanes(prepared, x, dydt);\n    return %s_end(8 * %s_STATES, dydt);\n}\n\n",
        T->name, T->name, T->upper, T->name, T->upper, T->upper, T->name, T->name, T->upper);
}

static void put_series(c_text *T)
{
    const char *name = T->name, *upper = T->upper;

    PUT(T, "const size_t %s_WORK = %s_field_WORK;\n\n", upper, name);
    PUT(T, "int %s_series(double t, const double y[], size_t order, double series[], double work[], void *parameter)\n{\n"
           "    double prepared[%s_field_PREPARED], x[%s_STATES + 1];\n\n"
           "    %s_field_prepare(parameter != NULL ? (const double *)parameter : %s_parameter_default, prepared);\n"
           "    for (int i = 0; i < %s_STATES; i++)\n        x[i] = y[i];\n    x[%s_STATES] = t;\n"
           "    %s_field_taylor(prepared, order, x, series, work);\n"
           "    for (int i = 0; i < %s_STATES; i++)\n        if (%s_end(order + 1, series + i * (%s_ORDER + 1)))\n            return 1;\n    return 0;\n}\n\n",
        name, name, upper, name, name, upper, upper, name, upper, name, upper);
    PUT(T, "/* The last two terms of each series are to be below its part of the error. */\n"
           "int %s_step(double *t, double y[], double until, double tol, double series[], double work[], void *parameter)\n{\n"
           "    double h = until - *t;\n\n    if (%s_series(*t, y, %s_ORDER, series, work, parameter) != 0)\n        return 1;\n"
           "    for (int i = 0; i < %s_STATES; i++)\n        for (int k = %s_ORDER - 1; k <= %s_ORDER; k++) {\n"
           "            const double c = fabs(series[i * (%s_ORDER + 1) + k]), most = pow(tol * fmax(1.0, fabs(y[i])) / c, 1.0 / k);\n"
           "            if (c > 0 && most < fabs(h))\n                h = h > 0 ? most : -most;\n        }\n",
        name, name, upper, upper, upper, upper, upper);
    PUT(T, "    for (int i = 0; i < %s_STATES; i++) {\n        const double *c = series + i * (%s_ORDER + 1);\n        double sum = c[%s_ORDER];\n"
           "        for (int k = %s_ORDER; k-- > 0;)\n            sum = sum * h + c[k];\n        y[i] = sum;\n    }\n"
           "    *t = fabs(h) < fabs(until - *t) ? *t + h : until;\n    return %s_end(%s_STATES, y);\n}\n\n", upper, upper, upper, upper, name, upper);
}

/* ---- the program ---- */

static void put_program(c_text *T)
{
    const li_source *x = &T->x;
    li_c_view view[LI_GROUPS];
    li_text name;
    size_t views = 0;

    for (size_t i = LI_GROUP_MULTIPLIERS; i < LI_GROUPS; i++)
        if (x->group[i].count > 0)
            view[views++] = (li_c_view){ i == LI_GROUP_SLOPES ? "slopes" : group[i].function, x->group[i].first, x->group[i].count };
    li_text_init(&name);
    li_text_printf(T->ctx, &name, "%s_law", T->name);
    li_program_c(T->ctx, T->out, &x->program, &(li_c_options){ .name = li_text_str(&name), .values = x->flow.n, .lanes = x->o->lanes, .local = true,
                                                               .views = views, .view = view });
    if (x->o->order > 0) {
        li_text_cut(&name, 0);
        li_text_printf(T->ctx, &name, "%s_field", T->name);
        li_program_c(T->ctx, T->out, &x->flow.field, &(li_c_options){ .name = li_text_str(&name), .order = x->o->order, .local = true });
    }
    li_text_clear(T->ctx, &name);
}

static void put_file(c_text *T)
{
    put_title(T);
    put_declarations(T);
    PUT(T, "#ifndef %s_DECLARATIONS\n\n#include <math.h>\n\n", T->upper);
    put_tables(T);
    put_program(T);
    put_helpers(T);
    for (li_group_kind i = LI_GROUP_RATES; i < LI_GROUP_SLOPES; i++)
        if (has(T, i))
            put_function(T, i);
    if (has(T, LI_GROUP_SLOPES))
        put_jacobian(T);
    if (T->x.o->lanes)
        put_lanes(T);
    if (T->x.o->order > 0)
        put_series(T);
    PUT(T, "#endif\n");
}

li_status li_emit_c(li_ctx *ctx, li_text *out, const li_source_options *o)
{
    c_text T = { .ctx = ctx, .out = out };
    size_t before = out->len;

    if (li_source_init(ctx, &T.x, o) == LI_OK)
        set_names(&T);
    if (li_ctx_status(ctx) == LI_OK)
        put_file(&T);
    li_source_clear(ctx, &T.x);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, before);
    return li_ctx_status(ctx);
}
