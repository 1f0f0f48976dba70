/* random.c - splitmix64, and the hash that goes with it */
#include <string.h>

#include "liaison/core.h"

void li_rand_init(li_rand *rng, uint64_t seed) { rng->state = seed; }

uint64_t li_hash_mix(uint64_t a, uint64_t b)
{
    uint64_t z = a * UINT64_C(0x9E3779B97F4A7C15) + b + UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint64_t li_rand_next(li_rand *rng)
{
    uint64_t z = rng->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

int li_rand_below(li_rand *rng, int n) { return n <= 1 ? 0 : (int)(li_rand_next(rng) % (uint64_t)n); }

uint64_t li_hash_bytes(const void *data, size_t len, uint64_t seed)
{
    const unsigned char *p = data;
    uint64_t h = li_hash_mix(seed, len);

    for (; len >= 8; p += 8, len -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = li_hash_mix(h, word);
    }
    uint64_t tail = 0;
    memcpy(&tail, p, len);
    return li_hash_mix(h, tail);
}
