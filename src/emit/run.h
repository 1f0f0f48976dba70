/* run.h - what the files about motions share */
#ifndef LI_EMIT_RUN_H
#define LI_EMIT_RUN_H

#include "liaison/emit.h"

const char *li_run_title(li_run_method method);        /* "Adams, CVODE" */
bool        li_run_in_state(li_column_kind kind);      /* coordinates, velocities, quasi-velocities, speeds */

#endif
