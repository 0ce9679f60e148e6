/* Counter-based random numbers: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random
 * numbers: as easy as 1, 2, 3", SC 2011). A draw is a pure function of (key, stream, index), so the
 * same instance has the same parameters on every machine, backend, library version and thread
 * count.
 * SPDX-License-Identifier: MIT */
#ifndef KN_RNG_H
#define KN_RNG_H

#include <stddef.h>
#include <stdint.h>

/* The Philox4x32-10 block function. counter and out hold 4 words, key 2. */
void kn_rng_block(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* Draw number `index` of `stream` under `key`: 64 random bits. */
uint64_t kn_rng_u64(uint64_t key, uint64_t stream, uint64_t index);

/* Uniform in [0, 1) with 53 bits, exact on every machine. */
double kn_rng_uniform(uint64_t key, uint64_t stream, uint64_t index);

/* Uniform integer in [0, bound), unbiased by rejection inside the draw's own counter space;
 * bound 0 gives 0. */
uint64_t kn_rng_below(uint64_t key, uint64_t stream, uint64_t index, uint64_t bound);

/* A key from text: 64-bit FNV-1a of the bytes. For names of instances, not for security. */
uint64_t kn_rng_key(const void *bytes, size_t size);

#endif
