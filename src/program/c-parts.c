/* c-parts.c - functions beside the C text of a program, the same arithmetic as real.c and real-solve.c */
#include <string.h>

#include "c.h"

typedef struct { unsigned part; const char *text; } part_text;

static const part_text parts_in_order[] = {
    { LI_C_SIGN, "static double @_sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }\n\n" },
    { LI_C_LEAST, "static double @_least(double a, double b) { return isnan(a) || a < b ? a : b; }\n\n" },
    { LI_C_GREATEST, "static double @_greatest(double a, double b) { return isnan(a) || a > b ? a : b; }\n\n" },
    { LI_C_ROOT,
      "static double @_root(double x, double n)\n"
      "{\n"
      "    double r = pow(x, 1 / n), correction = (r - x / pow(r, n - 1)) / n;\n"
      "    return isfinite(correction) ? r - correction : r;\n"
      "}\n\n" },
    { LI_C_LU,
      "/* A x = b by LU with pivoting, rows and columns measured by their largest entries; x holds b before. A is\n"
      " * followed by 3 n numbers of scratch. A singular A leaves NAN. */\n"
      "static void @_lu(int n, double *A, double *x)\n"
      "{\n"
      "    double *row = A + n * n, *column = row + n, t;\n"
      "    int singular = 0;\n\n"
      "    for (int j = 0; j < n; j++)\n"
      "        column[j] = 0;\n"
      "    for (int i = 0; i < n; i++) {\n"
      "        double most = 0;\n"
      "        for (int j = 0; j < n; j++)\n"
      "            most = fmax(most, fabs(A[i * n + j]));\n"
      "        row[i] = most > 0 ? 1 / most : 0;\n"
      "        for (int j = 0; j < n; j++)\n"
      "            column[j] = fmax(column[j], row[i] * fabs(A[i * n + j]));\n"
      "    }\n"
      "    for (int k = 0; k < n && !singular; k++) {\n"
      "        int pivot = k;\n"
      "        for (int i = k + 1; i < n; i++)\n"
      "            if (row[i] * fabs(A[i * n + k]) > row[pivot] * fabs(A[pivot * n + k]))\n"
      "                pivot = i;\n"
      "        for (int j = 0; j < n && pivot != k; j++)\n"
      "            t = A[pivot * n + j], A[pivot * n + j] = A[k * n + j], A[k * n + j] = t;\n"
      "        t = row[pivot], row[pivot] = row[k], row[k] = t;\n"
      "        t = x[pivot], x[pivot] = x[k], x[k] = t;\n"
      "        double d = A[k * n + k];\n"
      "        singular = !(row[k] * fabs(d) > 8 * (double)n * 0x1p-52 * column[k]);\n"
      "        double inverse = A[k * n + k] = 1 / d;\n"
      "        for (int i = k + 1; i < n; i++) {\n"
      "            double l = A[i * n + k] *= inverse;\n"
      "            for (int j = k + 1; j < n; j++)\n"
      "                A[i * n + j] -= l * A[k * n + j];\n"
      "            x[i] -= l * x[k];\n"
      "        }\n"
      "    }\n"
      "    for (int k = n; k-- > 0;) {\n"
      "        for (int j = k + 1; j < n; j++)\n"
      "            x[k] -= A[k * n + j] * x[j];\n"
      "        x[k] = singular ? (double)NAN : x[k] * A[k * n + k];\n"
      "    }\n"
      "}\n\n" },
    { LI_C_LDL,
      "/* A x = b by LDL^T, A symmetric; where it is not positive definite by LU. Arguments as there. */\n"
      "static void @_ldl(int n, double *A, double *x)\n"
      "{\n"
      "    double *diagonal = A + n * n, *b = diagonal + n;\n"
      "    int positive = 1;\n\n"
      "    for (int i = 0; i < n; i++)\n"
      "        diagonal[i] = A[i * n + i], b[i] = x[i];\n"
      "    for (int k = 0; k < n && positive; k++) {\n"
      "        double *row = A + k * n, inverse = 1 / row[k];\n"
      "        positive = row[k] > 8 * (double)n * 0x1p-52 * fabs(diagonal[k]);\n"
      "        row[k] = inverse;\n"
      "        for (int i = k + 1; i < n; i++) {\n"
      "            double l = row[i] * inverse, *below = A + i * n;\n"
      "            for (int j = i; j < n; j++)\n"
      "                below[j] -= l * row[j];\n"
      "        }\n"
      "        for (int i = k + 1; i < n; i++) {\n"
      "            row[i] *= inverse;\n"
      "            x[i] -= row[i] * x[k];\n"
      "        }\n"
      "    }\n"
      "    for (int k = 0; k < n && positive; k++)\n"
      "        x[k] *= A[k * n + k];\n"
      "    for (int k = n; k-- > 0 && positive;)\n"
      "        for (int i = k + 1; i < n; i++)\n"
      "            x[k] -= A[k * n + i] * x[i];\n"
      "    for (int i = 0; i < n && !positive; i++) {       /* the lower triangle is as it was */\n"
      "        x[i] = b[i];\n"
      "        A[i * n + i] = diagonal[i];\n"
      "        for (int j = i + 1; j < n; j++)\n"
      "            A[i * n + j] = A[j * n + i];\n"
      "    }\n"
      "    if (!positive)\n"
      "        @_lu(n, A, x);\n"
      "}\n\n" },
    { LI_C_VECTOR,
      "typedef double @_vector __attribute__((vector_size(64)));\n"
      "typedef double @_loose __attribute__((vector_size(64), aligned(8), may_alias));\n"
      "typedef unsigned long long @_mask __attribute__((vector_size(64)));\n\n" },
    { LI_C_SINCOS,
      "/* x = n pi/2 + r, |r| <= pi/4, pi/2 in three parts; polynomials in r; large arguments and what is no number one by one */\n"
      "static inline void @_sincos(const @_vector *a, @_vector *sine, @_vector *cosine)\n"
      "{\n"
      "    const double shift = 0x1.8p52;\n"
      "    @_vector x = *a, n = x * 0x1.45f306dc9c883p-1 + shift;\n"
      "    @_mask q = (@_mask)n;\n"
      "    n -= shift;\n"
      "    @_vector r = x - n * 0x1.921fb544p0;\n"
      "    r -= n * 0x1.0b4611a6p-34;\n"
      "    r -= n * 0x1.3198a2e037073p-69;\n"
      "    @_vector z = r * r;\n"
      "    @_vector s = ((((1.58962301576546568060e-10 * z - 2.50507477628578072866e-8) * z + 2.75573136213857245213e-6) * z\n"
      "                    - 1.98412698295895385996e-4) * z + 8.33333333332211858878e-3) * z - 1.66666666666666307295e-1;\n"
      "    @_vector c = ((((-1.13585365213876817300e-11 * z + 2.08757008419747316778e-9) * z - 2.75573141792967388112e-7) * z\n"
      "                    + 2.48015872888517045348e-5) * z - 1.38888888888730564116e-3) * z + 4.16666666666665929218e-2;\n"
      "    s = s * z * r + r;\n"
      "    c = c * z * z - 0.5 * z + 1.0;\n"
      "    @_mask odd = -(q & 1), S = (@_mask)s, C = (@_mask)c;\n"
      "    *sine = (@_vector)(((odd & C) | (~odd & S)) ^ ((q & 2) << 62));\n"
      "    *cosine = (@_vector)(((odd & S) | (~odd & C)) ^ (((q + 1) & 2) << 62));\n"
      "    for (int i = 0; i < 8; i++)\n"
      "        if (!(x[i] > -3e4 && x[i] < 3e4))\n"
      "            (*sine)[i] = sin(x[i]), (*cosine)[i] = cos(x[i]);\n"
      "}\n\n" },
    { LI_C_SOLVE,
      "/* Eight systems A x = b at once by LDL^T; those that are not positive definite, and all if !symmetric, one by one.\n"
      " * U takes n (n + 1) vectors, `one` n (n + 4) numbers. */\n"
      "static void @_solve(int n, int symmetric, const @_vector *A, @_vector *x, @_vector *U, double *one)\n"
      "{\n"
      "    @_vector *b = U + n * n;\n"
      "    double *y = one + n * (n + 3);\n"
      "    int positive[8];\n\n"
      "    for (int l = 0; l < 8; l++)\n"
      "        positive[l] = symmetric;\n"
      "    for (int i = 0; i < n; i++)\n"
      "        b[i] = x[i];\n"
      "    for (int i = 0; i < n * n && symmetric; i++)\n"
      "        U[i] = A[i];\n"
      "    for (int k = 0; k < n && symmetric; k++) {\n"
      "        @_vector *row = U + k * n, inverse = 1.0 / row[k];\n"
      "        for (int l = 0; l < 8; l++)\n"
      "            positive[l] &= row[k][l] > 8 * (double)n * 0x1p-52 * fabs(A[k * n + k][l]);\n"
      "        row[k] = inverse;\n"
      "        for (int i = k + 1; i < n; i++) {\n"
      "            @_vector l = row[i] * inverse, *below = U + i * n;\n"
      "            for (int j = i; j < n; j++)\n"
      "                below[j] -= l * row[j];\n"
      "        }\n"
      "        for (int i = k + 1; i < n; i++) {\n"
      "            row[i] *= inverse;\n"
      "            x[i] -= row[i] * x[k];\n"
      "        }\n"
      "    }\n"
      "    for (int k = 0; k < n && symmetric; k++)\n"
      "        x[k] *= U[k * n + k];\n"
      "    for (int k = n; k-- > 0 && symmetric;)\n"
      "        for (int i = k + 1; i < n; i++)\n"
      "            x[k] -= U[k * n + i] * x[i];\n"
      "    for (int l = 0; l < 8; l++) {\n"
      "        for (int i = 0; i < n && !positive[l]; i++)\n"
      "            y[i] = b[i][l];\n"
      "        for (int i = 0; i < n * n && !positive[l]; i++)\n"
      "            one[i] = A[i][l];\n"
      "        if (!positive[l])\n"
      "            @_lu(n, one, y);\n"
      "        for (int i = 0; i < n && !positive[l]; i++)\n"
      "            x[i][l] = y[i];\n"
      "    }\n"
      "}\n\n" },
};

static void put_named(li_ctx *ctx, li_text *out, const char *text, const char *name)
{
    for (const char *at; (at = strchr(text, '@')) != NULL; text = at + 1) {
        li_text_put_n(ctx, out, text, (size_t)(at - text));
        li_text_put(ctx, out, name);
    }
    li_text_put(ctx, out, text);
}

void li_c_parts(li_ctx *ctx, li_text *out, unsigned parts, const char *name)
{
    for (size_t i = 0; i < sizeof parts_in_order / sizeof *parts_in_order; i++)
        if (parts & parts_in_order[i].part)
            put_named(ctx, out, parts_in_order[i].text, name);
}
