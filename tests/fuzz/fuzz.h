/* What every fuzz target has: libFuzzer's entry point, and a check that ends the process.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A broken promise of the code under test; abort leaves the input behind. */
static inline void fuzz_expect(bool is_kept)
{
    if (!is_kept)
        abort();
}

#endif
