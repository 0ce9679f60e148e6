/* Philox4x32-10: ten rounds of two 32x32 -> 64 multiplications over a 128-bit counter, keyed by 64
 * bits that step by Weyl constants. The counter holds (index, stream); a rejected draw takes the
 * other half of its block and then moves the key, see draw(). No state anywhere, so any draw can be
 * repeated in any order on any backend.
 * SPDX-License-Identifier: MIT */
#include "kn/rng.h"

enum { ROUNDS = 10 };

static const uint32_t multiplier[2] = {0xD2511F53u, 0xCD9E8D57u};
static const uint32_t weyl[2] = {0x9E3779B9u, 0xBB67AE85u};

void kn_rng_block(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t left = (uint64_t)multiplier[0] * c0;
        uint64_t right = (uint64_t)multiplier[1] * c2;
        c0 = (uint32_t)(right >> 32) ^ c1 ^ k0;
        c2 = (uint32_t)(left >> 32) ^ c3 ^ k1;
        c1 = (uint32_t)right;
        c3 = (uint32_t)left;
        k0 += weyl[0];
        k1 += weyl[1];
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

/* Draw number `index`, retry `attempt` (0 or 1 as half of one block, so the first rejection is
 * free). The key is mixed with the upper half of the attempt; a 64-bit index and a 64-bit stream
 * fill the counter whole. */
static uint64_t draw(uint64_t key, uint64_t stream, uint64_t index, uint64_t attempt)
{
    const uint32_t counter[4] = {(uint32_t)index, (uint32_t)(index >> 32), (uint32_t)stream,
                                 (uint32_t)(stream >> 32)};
    uint64_t keyed = key + (attempt >> 1) * 0x9E3779B97F4A7C15u;
    const uint32_t words[2] = {(uint32_t)keyed, (uint32_t)(keyed >> 32)};
    uint32_t out[4];
    kn_rng_block(counter, words, out);
    const uint32_t *half = (attempt & 1) != 0 ? out + 2 : out;
    return half[0] | (uint64_t)half[1] << 32;
}

uint64_t kn_rng_u64(uint64_t key, uint64_t stream, uint64_t index)
{
    return draw(key, stream, index, 0);
}

double kn_rng_uniform(uint64_t key, uint64_t stream, uint64_t index)
{
    return (double)(draw(key, stream, index, 0) >> 11) * 0x1p-53;
}

uint64_t kn_rng_below(uint64_t key, uint64_t stream, uint64_t index, uint64_t bound)
{
    if (bound == 0) {
        return 0;
    }
    /* Numbers under 2^64 mod bound would make small results likelier: they are drawn again. */
    uint64_t threshold = (UINT64_MAX - bound + 1) % bound;
    for (uint64_t attempt = 0;; attempt++) {
        uint64_t bits = draw(key, stream, index, attempt);
        if (bits >= threshold) {
            return bits % bound;
        }
    }
}

uint64_t kn_rng_key(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ at[i]) * 0x100000001B3u;
    }
    return hash;
}
