/* by-hand-here.c - compiled as well as we found for this processor */
#include <math.h>

#include "by-hand.h"

typedef double number, scalar;
static void sine_cosine(number x, number *s, number *c)
{
    *s = sin(x);
    *c = cos(x);
}
static number square_root(number x) { return sqrt(x); }
#include "fields.h"

right_side *const by_hand_here[MOTIONS] = { hoop_field, double_field, chain_field, andrews_field };
