/* decimal.c - a ball as a decimal number */
#include "arb.h"

#include <string.h>

/* |x| = 0.d1 d2 ... dn * 10^point */
typedef struct { char *digit; size_t n; long point; } decimal;

/* Reads what Arb prints (12.30, 1.23e-45); zeros at both ends are dropped. */
static void read_decimal(decimal *d, char *s)
{
    char *e = strchr(s, 'e');
    size_t len = e != NULL ? (size_t)(e - s) : strlen(s);
    bool fraction = false;

    *d = (decimal){ s, 0, e != NULL ? strtol(e + 1, NULL, 10) : 0 };
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '.') {
            fraction = true;
            continue;
        }
        if (d->n == 0 && s[i] == '0') {
            d->point -= fraction;
            continue;
        }
        d->digit[d->n++] = s[i];       /* n <= i: in place */
        d->point += !fraction;
    }
    while (d->n > 0 && d->digit[d->n - 1] == '0')
        d->n--;
}

static void put_zeros(li_ctx *ctx, li_text *out, long n)
{
    for (; n > 0; n--)
        li_text_put(ctx, out, "0");
}

/* Plain for exponents -5 <= e < digits, else 1.23e-45. */
static void print_decimal(li_ctx *ctx, li_text *out, const decimal *d, int digits)
{
    long exponent = d->point - 1, whole = d->point;

    if (exponent < -5 || exponent >= digits) {
        li_text_put_n(ctx, out, d->digit, 1);
        if (d->n > 1) {
            li_text_put(ctx, out, ".");
            li_text_put_n(ctx, out, d->digit + 1, d->n - 1);
        }
        li_text_printf(ctx, out, "e%ld", exponent);
    } else if (whole <= 0) {
        li_text_put(ctx, out, "0.");
        put_zeros(ctx, out, -whole);
        li_text_put_n(ctx, out, d->digit, d->n);
    } else if ((size_t)whole >= d->n) {
        li_text_put_n(ctx, out, d->digit, d->n);
        put_zeros(ctx, out, whole - (long)d->n);
    } else {
        li_text_put_n(ctx, out, d->digit, (size_t)whole);
        li_text_put(ctx, out, ".");
        li_text_put_n(ctx, out, d->digit + whole, d->n - (size_t)whole);
    }
}

void li_ball_print(li_ctx *ctx, li_text *out, const li_ball *x, int digits)
{
    arb_t middle;
    decimal d;

    if (!li_ball_is_finite(x)) {
        li_text_put(ctx, out, "nan");
        return;
    }
    if (digits < 1)
        digits = 1;
    /* n digits with 10^-n >= the relative radius: the error is below one unit of the last digit */
    slong accuracy = arb_rel_accuracy_bits(li_arb(x));
    double certain = (double)accuracy * 0.30102999566398119;
    slong n = certain >= digits ? digits : certain < 1 ? 1 : (slong)certain;

    arb_init(middle);
    arb_get_mid_arb(middle, li_arb(x));
    bool negative = arb_is_negative(middle) != 0;
    arb_abs(middle, middle);
    char *s = arb_get_str(middle, n, ARB_STR_NO_RADIUS);
    read_decimal(&d, s);
    if (d.n == 0) {
        li_text_put(ctx, out, "0");
    } else {
        li_text_put(ctx, out, negative ? "-" : "");
        print_decimal(ctx, out, &d, digits);
    }
    flint_free(s);
    arb_clear(middle);
}
