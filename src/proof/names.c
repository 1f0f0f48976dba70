/* names.c - what the names of claims mean: the functions of the system, coupling(h, k), drive(k), frozen(x) */
#include <string.h>

#include "calculator.h"
#include "hearing.h"

/* ---- the coupling of the constraints ---- */

/* e^h = M^-1 l^h, E = -M^-1 h: r + 1 columns                                                   [gallissot 9] */
static li_status fields(li_ctx *ctx, const li_motion *S, li_expr *e)
{
    size_t n = S->n, k = S->r + 1;
    li_expr *E = li_expr_room(ctx, n), *M = li_expr_room(ctx, n * n), *h = li_expr_room(ctx, n), *B = li_expr_room(ctx, n * k);

    if (B == NULL || li_motion_inertia(ctx, S, E) != LI_OK || li_motion_matrix(ctx, S, E, M, h) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < S->r; c++)
            B[i * k + c] = S->l[c * n + i];
        B[i * k + S->r] = li_expr_neg(ctx, h[i]);
    }
    li_status status = li_exact_solve(ctx, e, n, M, k, B);
    return status == LI_OK ? LI_OK : li_fail(ctx, status, "the mass matrix could not be inverted");
}

/* da_k/dv . e_column, and for the drive the rest of d/dt a_k */
static li_expr coupling(li_ctx *ctx, const li_motion *S, const li_expr *e, size_t column, size_t k)
{
    size_t n = S->n;
    li_expr sum = li_expr_int(ctx, 0), *A = li_expr_room(ctx, n), *zero = li_expr_room(ctx, n);

    if (A == NULL || zero == NULL || li_expr_gradient(ctx, A, S->relation[k], n, S->v) != LI_OK)
        return li_expr_undefined();
    for (size_t i = 0; i < n; i++) {
        zero[i] = li_expr_int(ctx, 0);
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, A[i], e[i * (S->r + 1) + column]));
    }
    if (column == S->r)
        sum = li_expr_add(ctx, sum, li_expr_subst(ctx, li_motion_ddt(ctx, S, S->relation[k]), n, S->a, zero));
    return sum;
}

li_expr li_motion_compatibility(li_ctx *ctx, const li_motion *S)
{
    size_t p = S->p;
    li_expr *e = li_expr_room(ctx, S->n * (S->r + 1)), *C = li_expr_room(ctx, p * p), det = li_expr_undefined();

    if (p != S->r)
        return li_fail(ctx, LI_INPUT, "the compatibility is a determinant: as many reactions as relations are needed"), det;
    if (e == NULL || C == NULL || fields(ctx, S, e) != LI_OK)
        return det;
    for (size_t h = 0; h < p; h++)
        for (size_t k = 0; k < p; k++)
            C[h * p + k] = coupling(ctx, S, e, h, k);
    li_status status = li_exact_det(ctx, &det, p, C);
    return status == LI_OK ? det : (li_fail(ctx, status, "the determinant of the coupling could not be found"), li_expr_undefined());
}

/* ---- the names of claims ---- */

struct reading { li_scope scope; li_calculator *k; };

/* p_NAME, C_NAME, Q_NAME: the coordinate, S->coords if it is none */
static size_t coordinate_of(const li_motion *S, const char *name)
{
    size_t r = S->coords;
    if (name[0] != '\0' && strchr("pCQ", name[0]) != NULL && name[1] == '_')
        for (r = 0; r < S->coords && strcmp(S->model->coord[r].name, name + 2) != 0;)
            r++;
    return r;
}

static size_t number_in(size_t n, const char *const *name, const li_ast *ast)
{
    size_t k = 0;
    while (k < n && (ast->kind != LI_AST_NAME || strcmp(name[k], ast->name) != 0))
        k++;
    return k;
}

/* A reaction is called by its multiplier, or by its relation where each has one. */
size_t li_names_reaction(const li_motion *S, const li_ast *ast)
{
    size_t h = number_in(S->r, S->multiplier, ast);
    return h == S->r && S->p == S->r ? number_in(S->p, S->label, ast) : h;
}

size_t li_names_relation(const li_motion *S, const li_ast *ast) { return number_in(S->p, S->label, ast); }

/* H and p_NAME of a system that is given by H; the functions that are made from T0 do not exist there. NULL: none of them. */
static li_expr given_name(li_ctx *ctx, const li_motion *S, const li_ast *ast, const char *name)
{
    static const char *const energies[] = { "T0", "T", "T1", "S0", "S", "S1", "V" };
    size_t r = coordinate_of(S, name);

    if (S->H != NULL && (strcmp(name, "H") == 0 || (r < S->coords && name[0] == 'p')))
        return name[0] == 'H' ? S->H : S->v[r];
    bool absent = r < S->coords || strcmp(name, "H") == 0;
    for (size_t i = 0; i < sizeof energies / sizeof *energies; i++)
        absent = absent || strcmp(name, energies[i]) == 0;
    if (!absent)
        return NULL;
    li_diagnose(ctx, LI_ERROR, ast->place, S->W != NULL ? "there is no %s: this system is given by its 2-form (E, motion and Omega are known)" :
                "there is no %s: this system is given by its Hamiltonian (H is known, and p_NAME, the momentum of a coordinate)", name);
    return li_expr_undefined();
}

/* In the order of the language: what is declared wins, then the functions of the system. */
static li_expr read_name(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    const li_calculator *k = ((struct reading *)scope->self)->k;
    const li_motion *S = k->S;
    const char *name = strncmp(ast->name, "system.", 7) == 0 ? ast->name + 7 : ast->name;
    li_expr e = name == ast->name ? li_model_name(ctx, k->m, ast) : NULL;

    bool rate = ast->primes == 1 && name[0] == 'p' && name[1] == '_';
    if (e != NULL || S == NULL || (ast->primes > 0 && !rate))
        return e;
    if (li_system_is(name)) {
        li_diagnose(ctx, LI_ERROR, ast->place, "'%s' is a form or a field of the system; a function is expected here", ast->name);
        return li_expr_undefined();
    }
    if ((S->H != NULL || S->W != NULL) && (e = given_name(ctx, S, ast, name)) != NULL)
        return e;
    if (strcmp(name, "V") == 0)
        return S->V;
    if (strcmp(name, "compatibility") == 0)
        return li_motion_compatibility(ctx, S);
    e = li_motion_function(ctx, S, name);
    if (e == NULL && coordinate_of(S, name) < S->coords) {
        li_diagnose(ctx, LI_ERROR, ast->place, "there is no %s: %s' is a dependent velocity (--dependent chooses others)", name, name + 2);
        return li_expr_undefined();
    }
    return e != NULL && rate ? li_model_ddt(ctx, S->model, e) : e;
}

/* frozen(x): x, but kept from differentiation; ddt(E) of an E that contains such */
static li_expr read_frozen(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    const li_motion *S = ((struct reading *)scope->self)->k->S;
    li_expr x = ast->len == 1 ? li_ast_value(ctx, scope, ast->arg[0]) : NULL;

    if (x == li_expr_undefined())
        return x;
    if (strcmp(ast->name, "ddt") == 0 && x != NULL)
        return li_motion_rate(ctx, S, li_motion_thaw(ctx, S, x));
    if (x != NULL && li_expr_kind(x) == LI_SYM && li_expr_class(x) >= LI_COORDINATE)
        return li_motion_frozen(ctx, x);
    li_diagnose(ctx, LI_ERROR, ast->place, "frozen(x): x is a coordinate, a velocity or an acceleration");
    return li_expr_undefined();
}

/* i(X) W, poisson(F, G) ... where they are functions */
static li_expr read_form(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    li_calculator *k = ((struct reading *)scope->self)->k;
    li_expr e = li_value_as_function(k, li_calculate(k, ast), ast);

    (void)ctx;
    return e != NULL ? e : li_expr_undefined();
}

/* coupling(h, k) = i(e^h) da^k, drive(k) = i(E) da^k */
static li_expr read_call(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    li_calculator *calculator = ((struct reading *)scope->self)->k;
    const li_motion *S = calculator->S;
    bool plain = ast->primes == 0, time_rate = plain && strcmp(ast->name, "ddt") == 0 && ast->len == 1 && S != NULL;

    if (li_calculator_knows(calculator, ast))
        return read_form(ctx, scope, ast);
    li_expr e = time_rate ? NULL : li_model_call(ctx, calculator->m, scope, ast);
    if (S == NULL)
        return e;
    bool drive = strcmp(ast->name, "drive") == 0;

    if (time_rate || (e == NULL && plain && strcmp(ast->name, "frozen") == 0))
        return read_frozen(ctx, scope, ast);
    if (e != NULL || !plain || (!drive && strcmp(ast->name, "coupling") != 0))
        return e;
    size_t h = S->r, k = S->p;
    if (ast->len == (drive ? 1u : 2u)) {
        k = li_names_relation(S, ast->arg[ast->len - 1]);
        h = drive ? S->r : li_names_reaction(S, ast->arg[0]);
    }
    if (k == S->p || (!drive && h >= S->r)) {
        li_diagnose(ctx, LI_ERROR, ast->place, drive ? "drive(k): k is the name of a relation" : "coupling(h, k): h is the name of a reaction, k of a relation");
        return li_expr_undefined();
    }
    li_expr *fields_of = li_expr_room(ctx, S->n * (S->r + 1));
    return fields_of != NULL && fields(ctx, S, fields_of) == LI_OK ? coupling(ctx, S, fields_of, h, k) : li_expr_undefined();
}

static const char *suggest(li_scope *scope, const char *name)
{
    li_scope *model = ((struct reading *)scope->self)->k->m->scope;
    return model->suggest != NULL ? model->suggest(model, name) : NULL;
}

li_expr li_names_read(li_calculator *k, const li_ast *tree)
{
    struct reading r = { .k = k };
    r.scope = (li_scope){ .self = &r, .name = read_name, .call = read_call, .form = read_form, .suggest = suggest };
    li_expr e = li_ast_value(k->ctx, &r.scope, tree);
    return k->S == NULL ? e : li_motion_thaw(k->ctx, k->S, e);
}
