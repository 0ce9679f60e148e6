/* The kernel catalogue: one const row per kernel, with everything a caller must know before running
 * it. The grader checks problem files against it; `kn list` prints it; `kn run` parses by it.
 * SPDX-License-Identifier: MIT */
#ifndef KN_CATALOGUE_H
#define KN_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

enum kn_class {
    KN_EXACT,  /* an integer or a finite-precision result: bit-identical on every backend */
    KN_SEEDED, /* Monte Carlo with its standard error; same draws everywhere */
    KN_TIMED   /* measured under Protocol M: estimate, interval, samples, quality */
};

enum kn_type { KN_INTEGER, KN_REAL, KN_TEXT };

enum kn_backend { KN_SCALAR, KN_AVX2, KN_AVX512, KN_CUDA, KN_BACKEND_COUNT };

struct kn_arg {
    const char *name;
    enum kn_type type;
    const char *unit;           /* "" for a pure number or a count */
    double low, high;           /* closed range for KN_INTEGER and KN_REAL */
    const char *const *choices; /* NULL-terminated, for KN_TEXT; NULL otherwise */
    const char *fallback;       /* value when the caller leaves it out; NULL: it must be given */
    const char *about;
};

struct kn_output {
    const char *name;
    const char *unit; /* base units of the course: B, FLOP, s and their quotients; "" for counts */
    enum kn_class output_class;
    const char *about;
};

struct kn_kernel {
    const char *name;
    const char *about;
    enum kn_class kernel_class;
    const struct kn_arg *args;
    size_t arg_count;
    const struct kn_output *outputs;
    size_t output_count;
    unsigned backends; /* bit (1u << enum kn_backend): which this kernel has code for */
    const char *flop;  /* work as a formula over args and outputs, e.g. "2*k*elements" */
    const char *bytes; /* bytes over the slow link, likewise */
};

size_t kn_catalogue_count(void);
/* Row `index`, 0-based; NULL past the end. */
const struct kn_kernel *kn_catalogue_at(size_t index);
/* The row called `name`, or NULL. */
const struct kn_kernel *kn_catalogue_find(const char *name);
const struct kn_arg *kn_kernel_arg(const struct kn_kernel *kernel, const char *name);
const struct kn_output *kn_kernel_output(const struct kn_kernel *kernel, const char *name);

/* "exact", "seeded", "timed". */
const char *kn_class_word(enum kn_class kernel_class);
/* "scalar", "avx2", "avx512", "cuda". */
const char *kn_backend_word(enum kn_backend backend);

#endif
