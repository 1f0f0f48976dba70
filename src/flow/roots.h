#ifndef LI_FLOW_ROOTS_H
#define LI_FLOW_ROOTS_H
#include <stddef.h>
typedef struct { double s; int direction; } li_root;
size_t li_roots(const double *c, size_t degree, double from, double to, li_root *out, size_t most);
#endif
