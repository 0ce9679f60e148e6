/* What this processor can run and what its operating system saves on a context switch. Both matter:
 * a processor with AVX-512 under a system that does not save the registers must not use them.
 * SPDX-License-Identifier: MIT */
#ifndef KN_CPU_H
#define KN_CPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kn/catalogue.h"

struct kn_cpu {
    char model[64];       /* printable ASCII, never empty */
    bool has_avx2;        /* AVX2, FMA and F16C, and the system saves ymm */
    bool has_avx512;      /* F, BW, DQ and VL, and the system saves zmm and masks */
    bool has_avx512_bf16; /* and VCVTNEPS2BF16 */
    bool os_saves_ymm, os_saves_zmm;
};

/* The raw words that the decision is made from; all zero where there is no CPUID. */
struct kn_cpuid {
    uint32_t leaf1_ecx;   /* 12 FMA, 27 OSXSAVE, 28 AVX, 29 F16C */
    uint32_t leaf7_ebx;   /* 5 AVX2, 16 AVX512F, 17 DQ, 30 BW, 31 VL */
    uint32_t leaf7_1_eax; /* 5 AVX512_BF16 */
    uint32_t xcr0;        /* 1 xmm, 2 ymm, 5-7 masks and zmm */
};

void kn_cpu_detect(struct kn_cpu *cpu);

/* The decision alone, so that machines we do not own can be tested. Leaves `model` as it is. */
void kn_cpu_decide(struct kn_cpu *cpu, const struct kn_cpuid *words);

bool kn_cpu_has(const struct kn_cpu *cpu, enum kn_backend backend);

/* "scalar", "avx2" or "avx512" to a backend; false for anything else. */
bool kn_isa_read(const char *word, enum kn_backend *backend);

#endif
