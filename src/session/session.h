/* session.h - what the files of this room tell each other */
#ifndef LI_SESSION_SESSION_H
#define LI_SESSION_SESSION_H

#include "liaison/session.h"

li_status li_session_settings(li_session *s, bool symbolic);       /* setting.c: all of them, into give and with */
li_status li_session_reducing(li_session *s);                      /* reducing.c: how Omega is written and reduced */
void      li_session_tell    (const li_session *s, const li_text *words);      /* diagnostics, as they are printed */
const char *li_session_called(const li_session *s, const char *option);        /* "--set" -> "--set", or "set" where options are plain */

#endif
