/* Reading /sys, /proc, sysconf and CPUID. Every reader takes silence for an answer: a missing file,
 * an odd line or another operating system leaves the field at its "unknown" value.
 *
 * _GNU_SOURCE: sched_getaffinity and CPU_COUNT, getloadavg.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "host.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sched.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

static const size_t mebibyte = (size_t)1024 * 1024;

bool kn_size_read(const char *text, uint64_t *bytes)
{
    uint64_t value = 0;
    const char *at = text;
    if (!isdigit((unsigned char)*at)) {
        return false;
    }
    for (; isdigit((unsigned char)*at); at++) {
        if (__builtin_mul_overflow(value, 10u, &value) ||
            __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value)) {
            return false;
        }
    }
    uint64_t factor = 1;
    const char *suffixes = "KMG";
    const char *suffix = *at != '\0' ? strchr(suffixes, *at) : NULL;
    if (suffix != NULL) {
        factor = (uint64_t)1 << (10 * (suffix - suffixes + 1));
        at++;
    }
    at += strspn(at, " \t\n");
    return *at == '\0' && !__builtin_mul_overflow(value, factor, bytes);
}

/* The first line of a file, without its newline; false when there is none. */
static bool read_line(const char *path, char *line, int size)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    bool is_read = fgets(line, size, file) != NULL;
    (void)fclose(file);
    if (is_read) {
        line[strcspn(line, "\n")] = '\0';
    }
    return is_read;
}

/* The largest data or unified cache that /sys lists for the first core. */
static size_t sysfs_last_level(void)
{
    uint64_t largest = 0;
    for (int index = 0; index < 8; index++) {
        char path[96], line[64];
        uint64_t bytes = 0;
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", index);
        if (read_line(path, line, sizeof line) && kn_size_read(line, &bytes) && bytes > largest) {
            largest = bytes;
        }
    }
    return (size_t)largest;
}

#if defined(__x86_64__)
/* Intel describes caches in leaf 4, AMD with the same layout in 0x8000001D. */
static size_t leaf_last_level(unsigned leaf)
{
    size_t largest = 0;
    for (unsigned index = 0; index < 8; index++) {
        unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
        if (__get_cpuid_count(leaf, index, &eax, &ebx, &ecx, &edx) == 0 || (eax & 31u) == 0) {
            break;
        }
        size_t ways = (ebx >> 22) + 1, partitions = (ebx >> 12 & 1023u) + 1;
        size_t bytes = ways * partitions * ((ebx & 4095u) + 1) * ((size_t)ecx + 1);
        bool is_instructions = (eax & 31u) == 2;
        if (!is_instructions && bytes > largest) {
            largest = bytes;
        }
    }
    return largest;
}

static size_t cpuid_last_level(void)
{
    size_t intel = leaf_last_level(4);
    return intel != 0 ? intel : leaf_last_level(0x8000001Du);
}
#else
static size_t cpuid_last_level(void)
{
    return 0;
}
#endif

static size_t sysconf_last_level(void)
{
#if defined(_SC_LEVEL3_CACHE_SIZE)
    long level3 = sysconf(_SC_LEVEL3_CACHE_SIZE);
    long level2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
    if (level3 > 0) {
        return (size_t)level3;
    }
    return level2 > 0 ? (size_t)level2 : 0;
#else
    return 0;
#endif
}

void kn_caches_decide(struct kn_caches *caches)
{
    const size_t sources[3] = {caches->sysconf_bytes, caches->sysfs_bytes, caches->cpuid_bytes};
    size_t smallest = 0;
    for (int i = 0; i < 3; i++) {
        if (sources[i] != 0 && (smallest == 0 || sources[i] < smallest)) {
            smallest = sources[i];
        }
    }
    caches->is_assumed = smallest == 0;
    if (caches->is_assumed) {
        smallest = 32 * mebibyte;
    }
    caches->last_level_bytes = smallest < 256 * mebibyte ? smallest : 256 * mebibyte;
}

void kn_caches_read(struct kn_caches *caches)
{
    memset(caches, 0, sizeof *caches);
    caches->sysconf_bytes = sysconf_last_level();
    caches->sysfs_bytes = sysfs_last_level();
    caches->cpuid_bytes = cpuid_last_level();
    kn_caches_decide(caches);
}

uint64_t kn_memory_free_bytes(void)
{
    const uint64_t guess = 1024 * (uint64_t)mebibyte;
    FILE *file = fopen("/proc/meminfo", "r");
    uint64_t kibibytes = 0;
    bool is_found = false;
    char line[128];
    while (file != NULL && !is_found && fgets(line, sizeof line, file) != NULL) {
        const char *key = "MemAvailable:";
        if (strncmp(line, key, strlen(key)) == 0) {
            char *value = line + strlen(key);
            value += strspn(value, " ");
            value[strcspn(value, " \n")] = '\0';
            is_found = kn_size_read(value, &kibibytes);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_found && kibibytes < UINT64_MAX / 1024 ? kibibytes * 1024 : guess;
}

double kn_quota_read(const char *text)
{
    char word[32];
    size_t length = strcspn(text, " ");
    uint64_t quota_us = 0, period_us = 0;
    if (length == 0 || length >= sizeof word || text[length] != ' ') {
        return 0;
    }
    (void)snprintf(word, sizeof word, "%.*s", (int)length, text);
    if (!kn_size_read(word, &quota_us) || !kn_size_read(text + length + 1, &period_us) ||
        period_us == 0) {
        return 0;
    }
    return (double)quota_us / (double)period_us;
}

/* Version 2 of control groups has one file; version 1 has two, and -1 in the first for "none". */
static double read_quota(void)
{
    char line[64], quota[32], period[31];
    if (read_line("/sys/fs/cgroup/cpu.max", line, sizeof line)) {
        return kn_quota_read(line);
    }
    if (read_line("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", quota, sizeof quota) &&
        read_line("/sys/fs/cgroup/cpu/cpu.cfs_period_us", period, sizeof period)) {
        (void)snprintf(line, sizeof line, "%s %s", quota, period);
        return kn_quota_read(line);
    }
    return 0;
}

void kn_machine_read(struct kn_machine *machine)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t mask;
    CPU_ZERO(&mask);
    machine->cores_online = online > 0 ? (unsigned)online : 1;
    machine->cores_allowed = machine->cores_online;
    if (sched_getaffinity(0, sizeof mask, &mask) == 0 && CPU_COUNT(&mask) > 0) {
        machine->cores_allowed = (unsigned)CPU_COUNT(&mask);
    }
    machine->quota_cores = read_quota();
    double load[1] = {-1};
    machine->load_one_minute = getloadavg(load, 1) == 1 ? load[0] : -1;
    machine->memory_free_bytes = kn_memory_free_bytes();
}
