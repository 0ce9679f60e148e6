/* CPUID and XGETBV. Detection is split into reading the words and deciding from them; nothing is
 * remembered between calls (it takes microseconds).
 * SPDX-License-Identifier: MIT */
#include "cpu.h"

#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

static bool bit(uint32_t word, unsigned place)
{
    return (word >> place & 1u) != 0;
}

void kn_cpu_decide(struct kn_cpu *cpu, const struct kn_cpuid *words)
{
    const uint32_t ymm_state = 0x06, zmm_state = 0xE6;
    bool has_xgetbv = bit(words->leaf1_ecx, 27);
    cpu->os_saves_ymm = has_xgetbv && (words->xcr0 & ymm_state) == ymm_state;
    cpu->os_saves_zmm = has_xgetbv && (words->xcr0 & zmm_state) == zmm_state;
    cpu->has_avx2 = cpu->os_saves_ymm && bit(words->leaf1_ecx, 28) && bit(words->leaf1_ecx, 12) &&
                    bit(words->leaf1_ecx, 29) && bit(words->leaf7_ebx, 5);
    cpu->has_avx512 = cpu->has_avx2 && cpu->os_saves_zmm && bit(words->leaf7_ebx, 16) &&
                      bit(words->leaf7_ebx, 17) && bit(words->leaf7_ebx, 30) &&
                      bit(words->leaf7_ebx, 31);
    cpu->has_avx512_bf16 = cpu->has_avx512 && bit(words->leaf7_1_eax, 5);
}

#if defined(__x86_64__)
static void read_words(struct kn_cpuid *words)
{
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0) {
        words->leaf1_ecx = ecx;
    }
    unsigned last_subleaf = 0;
    if (__get_cpuid_count(7, 0, &last_subleaf, &ebx, &ecx, &edx) != 0) {
        words->leaf7_ebx = ebx;
        if (last_subleaf >= 1 && __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) != 0) {
            words->leaf7_1_eax = eax;
        }
    }
    if (bit(words->leaf1_ecx, 27)) {
        /* XGETBV faults where OSXSAVE is clear. The intrinsic would need -mxsave for this file. */
        unsigned high = 0;
        __asm__ volatile("xgetbv" : "=a"(words->xcr0), "=d"(high) : "c"(0));
    }
}

static void read_brand(char *model, size_t size)
{
    unsigned words[12] = {0};
    if ((unsigned)__get_cpuid_max(0x80000000u, NULL) < 0x80000004u) {
        return;
    }
    for (size_t part = 0; part < 3; part++) {
        __cpuid(0x80000002u + (unsigned)part, words[4 * part], words[4 * part + 1],
                words[4 * part + 2], words[4 * part + 3]);
    }
    char brand[sizeof words + 1] = {0};
    memcpy(brand, words, sizeof words);
    const char *start = brand + strspn(brand, " ");
    (void)snprintf(model, size, "%s", start);
}
#else
static void read_words(struct kn_cpuid *words)
{
    (void)words;
}

static void read_brand(char *model, size_t size)
{
    (void)snprintf(model, size, "%s", "");
}
#endif

/* The first value of `key` in /proc/cpuinfo, for processors that have no brand string in CPUID. */
static void read_cpuinfo(const char *key, char *model, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file == NULL) {
        return;
    }
    char line[256];
    while (model[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) == 0 && colon != NULL) {
            const char *value = colon + 1 + strspn(colon + 1, " \t");
            (void)snprintf(model, size, "%.*s", (int)strcspn(value, "\n"), value);
        }
    }
    (void)fclose(file);
}

/* The name goes into tab-separated lines: anything but printable ASCII becomes a space. */
static void tidy(char *model)
{
    size_t length = strlen(model);
    for (size_t i = 0; i < length; i++) {
        if (model[i] < ' ' || model[i] > '~') {
            model[i] = ' ';
        }
    }
    while (length > 0 && model[length - 1] == ' ') {
        model[--length] = '\0';
    }
}

void kn_cpu_detect(struct kn_cpu *cpu)
{
    struct kn_cpuid words = {0};
    memset(cpu, 0, sizeof *cpu);
    read_words(&words);
    kn_cpu_decide(cpu, &words);
    read_brand(cpu->model, sizeof cpu->model);
    read_cpuinfo("model name", cpu->model, sizeof cpu->model);
    read_cpuinfo("CPU part", cpu->model, sizeof cpu->model);
    tidy(cpu->model);
    if (cpu->model[0] == '\0') {
        (void)snprintf(cpu->model, sizeof cpu->model, "unknown processor");
    }
}

bool kn_cpu_has(const struct kn_cpu *cpu, enum kn_backend backend)
{
    switch (backend) {
    case KN_SCALAR:
        return true;
    case KN_AVX2:
        return cpu->has_avx2;
    case KN_AVX512:
        return cpu->has_avx512;
    case KN_CUDA:
    case KN_BACKEND_COUNT:
        break;
    }
    return false;
}

bool kn_isa_read(const char *word, enum kn_backend *backend)
{
    for (enum kn_backend at = KN_SCALAR; at <= KN_AVX512; at++) {
        if (strcmp(word, kn_backend_word(at)) == 0) {
            *backend = at;
            return true;
        }
    }
    return false;
}
