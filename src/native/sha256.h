/* sha256.h - SHA-256 (FIPS 180-4): the name of an object in the cache, and the proof that it is whole */
#ifndef LI_NATIVE_SHA256_H
#define LI_NATIVE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { LI_SHA256_HEX = 64 };

typedef struct {
    uint32_t h[8];
    uint64_t length;                   /* bytes so far */
    unsigned char block[64];           /* the last length % 64 of them */
} li_sha256;

void li_sha256_init(li_sha256 *s);
void li_sha256_put (li_sha256 *s, const void *data, size_t len);
/* Its 64 digits and a zero; s is used up. */
void li_sha256_hex (li_sha256 *s, char out[LI_SHA256_HEX + 1]);

#endif
