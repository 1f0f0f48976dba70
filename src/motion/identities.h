/* identities.h - how identities are collected                                                  [tzenoff 8, 9] */
#ifndef LI_MOTION_IDENTITIES_H
#define LI_MOTION_IDENTITIES_H

#include "frame.h"

typedef struct { li_ctx *ctx; li_identity *at; size_t len, cap; } li_identities;

/* e vanishes; index: which of several, counted from 0 */
void li_identities_add(li_identities *l, const char *name, const char *words, size_t index, li_expr e);

/* ---- theorems.c: the integrands, energy, H = h, all forms against d'Alembert's equations ---- */
li_status li_identities_theorems(li_identities *l, const li_frame *f);

#endif
