/* object.h - compiled objects in the cache
 *
 * An object is the file KEY.so: what the linker wrote, then a seal, that is a word, the key, and the SHA-256 of what stands before the
 * seal. A file that is cut off, changed, or the object of another key has no valid seal. */
#ifndef LI_NATIVE_OBJECT_H
#define LI_NATIVE_OBJECT_H

#include "folder.h"
#include "sha256.h"

/* A descriptor for reading; -1 unless it is a file of this user that others cannot write to, and no link. */
int  li_object_open(int folder, const char *name);
/* The object of the key, sealed, as a descriptor; -1: there is none. It counts as used now. */
int  li_object_find(int folder, const char *key);
/* The file `from` becomes the object of the key, whole or not at all; then the cache is kept small. */
bool li_object_keep(int folder, const char *key, int from);
void li_object_drop(int folder, const char *key);

#endif
