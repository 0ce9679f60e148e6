/* What is found out about a machine, also about machines that are not at hand; guard zones; the
 * loops of every instruction set.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <string.h>

#include "clock.h"
#include "cpu.h"
#include "guard.h"
#include "host.h"
#include "kernels_test.h"
#include "ops.h"
#include "selfcheck.h"

enum {
    FMA = 1u << 12,
    OSXSAVE = 1u << 27,
    AVX = 1u << 28,
    F16C = 1u << 29,
    AVX2 = 1u << 5,
    F = 1u << 16,
    DQ = 1u << 17,
    BW = 1u << 30,
    BF16 = 1u << 5
};
static const uint32_t vl = 1u << 31;
static const uint32_t haswell = (uint32_t)FMA | (uint32_t)OSXSAVE | (uint32_t)AVX | (uint32_t)F16C;
static const uint32_t skylake =
    (uint32_t)AVX2 | (uint32_t)F | (uint32_t)DQ | (uint32_t)BW | 1u << 31;

struct machine {
    const char *what;
    struct kn_cpuid words;
    bool has_avx2, has_avx512, has_bf16;
};

START_TEST(vectors_are_used_only_when_the_system_saves_them)
{
    const struct machine machines[] = {
        {"everything", {haswell, skylake, BF16, 0xE7}, true, true, true},
        {"no bf16", {haswell, skylake, 0, 0xE7}, true, true, false},
        {"zmm not saved", {haswell, skylake, BF16, 0x07}, true, false, false},
        {"masks not saved", {haswell, skylake, BF16, 0xC7}, true, false, false},
        {"ymm not saved", {haswell, skylake, BF16, 0x03}, false, false, false},
        {"zmm saved, ymm not", {haswell, skylake, BF16, 0xE3}, false, false, false},
        {"no xgetbv", {haswell & ~(uint32_t)OSXSAVE, skylake, BF16, 0xE7}, false, false, false},
        {"no fma", {haswell & ~(uint32_t)FMA, skylake, 0, 0xE7}, false, false, false},
        {"no f16c", {haswell & ~(uint32_t)F16C, AVX2, 0, 0x07}, false, false, false},
        {"haswell", {haswell, AVX2, 0, 0x07}, true, false, false},
        {"no vl", {haswell, skylake & ~vl, 0, 0xE7}, true, false, false},
        {"no cpuid", {0, 0, 0, 0}, false, false, false},
    };
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        struct kn_cpu cpu = {.model = "test"};
        kn_cpu_decide(&cpu, &machines[i].words);
        ck_assert_msg(cpu.has_avx2 == machines[i].has_avx2, "%s", machines[i].what);
        ck_assert_msg(cpu.has_avx512 == machines[i].has_avx512, "%s", machines[i].what);
        ck_assert_msg(cpu.has_avx512_bf16 == machines[i].has_bf16, "%s", machines[i].what);
    }
}
END_TEST

START_TEST(no_loops_are_handed_out_for_a_processor_that_lacks_them)
{
    const struct kn_cpu bare = {.model = "bare"};
    ck_assert_ptr_nonnull(kn_ops_for(KN_SCALAR, &bare));
    ck_assert_ptr_null(kn_ops_for(KN_AVX2, &bare));
    ck_assert_ptr_null(kn_ops_for(KN_AVX512, &bare));
    ck_assert_ptr_null(kn_ops_for(KN_CUDA, &bare));
    ck_assert_ptr_null(kn_ops_at(KN_OPS_COUNT, &bare));
    ck_assert(kn_cpu_has(&bare, KN_SCALAR) && !kn_cpu_has(&bare, KN_AVX2));
    ck_assert(!kn_cpu_has(&bare, KN_AVX512) && !kn_cpu_has(&bare, KN_CUDA));
}
END_TEST

START_TEST(this_processor_has_a_printable_name)
{
    struct kn_cpu cpu;
    kn_cpu_detect(&cpu);
    ck_assert_uint_gt(strlen(cpu.model), 0);
    for (const char *at = cpu.model; *at != '\0'; at++) {
        ck_assert(*at >= ' ' && *at <= '~');
    }
}
END_TEST

START_TEST(instruction_sets_are_read_by_their_exact_names)
{
    enum kn_backend backend = KN_CUDA;
    ck_assert(kn_isa_read("scalar", &backend) && backend == KN_SCALAR);
    ck_assert(kn_isa_read("avx2", &backend) && backend == KN_AVX2);
    ck_assert(kn_isa_read("avx512", &backend) && backend == KN_AVX512);
    ck_assert(!kn_isa_read("cuda", &backend));
    ck_assert(!kn_isa_read("AVX2", &backend));
    ck_assert(!kn_isa_read("", &backend));
}
END_TEST

START_TEST(smallest_cache_source_wins_and_silence_is_assumed)
{
    const size_t mib = 1024 * 1024;
    struct kn_caches container = {.sysconf_bytes = 320 * mib, .sysfs_bytes = 32 * mib};
    struct kn_caches silent = {.sysconf_bytes = 0};
    struct kn_caches huge = {.cpuid_bytes = 1024 * mib};
    kn_caches_decide(&container);
    kn_caches_decide(&silent);
    kn_caches_decide(&huge);
    ck_assert_uint_eq(container.last_level_bytes, 32 * mib);
    ck_assert(!container.is_assumed);
    ck_assert_uint_eq(silent.last_level_bytes, 32 * mib);
    ck_assert(silent.is_assumed);
    ck_assert_uint_eq(huge.last_level_bytes, 256 * mib);
}
END_TEST

START_TEST(sizes_of_sysfs_are_read_and_garbage_is_not)
{
    uint64_t bytes = 0;
    ck_assert(kn_size_read("32768K", &bytes) && bytes == 32768u * 1024u);
    ck_assert(kn_size_read("8M\n", &bytes) && bytes == 8u << 20);
    ck_assert(kn_size_read("1G", &bytes) && bytes == 1u << 30);
    ck_assert(kn_size_read("512", &bytes) && bytes == 512);
    const char *const garbage[] = {"", "K", "-1", "12KB", "1T", "99999999999999999999", "12 K"};
    for (size_t i = 0; i < sizeof garbage / sizeof garbage[0]; i++) {
        ck_assert_msg(!kn_size_read(garbage[i], &bytes), "%s", garbage[i]);
    }
}
END_TEST

START_TEST(cpu_quota_is_read_in_cores)
{
    ck_assert_double_eq(kn_quota_read("150000 100000"), 1.5);
    ck_assert_double_eq(kn_quota_read("max 100000"), 0);
    ck_assert_double_eq(kn_quota_read("-1 100000"), 0);
    ck_assert_double_eq(kn_quota_read("100000"), 0);
    ck_assert_double_eq(kn_quota_read("100000 0"), 0);
    ck_assert_double_eq(kn_quota_read(""), 0);
}
END_TEST

START_TEST(this_machine_has_a_core_and_memory)
{
    struct kn_machine machine;
    kn_machine_read(&machine);
    ck_assert_uint_ge(machine.cores_online, 1);
    ck_assert_uint_ge(machine.cores_allowed, 1);
    ck_assert_uint_gt(machine.memory_free_bytes, 0);
    ck_assert(machine.quota_cores >= 0);
}
END_TEST

START_TEST(clock_never_goes_back_and_costs_something)
{
    double cost_ns = 0, step_ns = 0;
    int64_t before_ns = kn_clock_ns();
    for (int i = 0; i < 1000; i++) {
        int64_t now_ns = kn_clock_ns();
        ck_assert_int_ge(now_ns, before_ns);
        before_ns = now_ns;
    }
    kn_clock_cost(&cost_ns, &step_ns);
    ck_assert(cost_ns > 0 && step_ns >= 0);
}
END_TEST

START_TEST(a_write_one_byte_outside_is_found_on_either_side)
{
    const size_t sizes[] = {0, 1, 63, 64, 4096, 5u << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct kn_guard guard;
        ck_assert(kn_guard_open(&guard, sizes[i], 1));
        unsigned char *data = guard.data;
        memset(data, 0xAB, sizes[i]);
        ck_assert(kn_guard_is_whole(&guard));
        unsigned char kept = data[sizes[i]];
        data[sizes[i]] = (unsigned char)(kept + 1);
        ck_assert(!kn_guard_is_whole(&guard));
        data[sizes[i]] = kept;
        ck_assert(kn_guard_is_whole(&guard));
        *(data - 1) = (unsigned char)(*(data - 1) + 1);
        ck_assert(!kn_guard_is_whole(&guard));
        kn_guard_close(&guard);
        ck_assert(kn_guard_is_whole(&guard));
        kn_guard_close(&guard);
    }
}
END_TEST

START_TEST(guarded_memory_is_aligned_for_every_vector)
{
    struct kn_guard small, large;
    ck_assert(kn_guard_open(&small, 17, sizeof(float)));
    ck_assert(kn_guard_open(&large, 5u << 20, sizeof(float)));
    ck_assert_uint_eq((uintptr_t)small.data % 64, 0);
    ck_assert_uint_eq((uintptr_t)large.data % (2u << 20), 0);
    kn_guard_close(&small);
    kn_guard_close(&large);
}
END_TEST

START_TEST(sizes_that_overflow_are_refused)
{
    struct kn_guard guard;
    ck_assert(!kn_guard_open(&guard, SIZE_MAX / 2, 4));
    ck_assert(!kn_guard_open(&guard, SIZE_MAX, 1));
    ck_assert(!kn_guard_open(&guard, SIZE_MAX - 4096, 1));
    ck_assert_ptr_null(guard.block);
}
END_TEST

static void count_row(void *context, const struct kn_check_row *row)
{
    size_t *rows = context;
    ck_assert_msg(row->faults == 0, "%s on %s: %s", row->kernel, row->isa, row->first_fault);
    ck_assert_uint_gt(row->cases, 0);
    ++*rows;
}

START_TEST(all_loops_of_this_machine_equal_scalar_in_awkward_sizes)
{
    const struct kn_host host = {.has_limit = false};
    size_t rows = 0;
    ck_assert(kn_check(NULL, &host, count_row, &rows));
    ck_assert_uint_ge(rows, 7);
}
END_TEST

static void stream_that_overruns(float *p, const float *g, float c, size_t n)
{
    for (size_t i = 0; i <= n; i++) {
        p[i] -= c * (i < n ? g[i] : 0.5f);
    }
}

static void sum_that_does_not_round(struct kn_lanes *lanes)
{
    lanes->accumulators[0] += (float)lanes->turns * lanes->addend;
}

START_TEST(faulty_loops_are_found_by_the_checks)
{
    const struct kn_cpu bare = {.model = "bare"};
    struct kn_ops faulty = *kn_ops_for(KN_SCALAR, &bare);
    struct kn_check_row stream = {.kernel = "stream"}, sum = {.kernel = "sum"};
    faulty.stream = stream_that_overruns;
    faulty.sum_bf16 = sum_that_does_not_round;
    kn_check_stream(&faulty, &stream);
    kn_check_sum(&faulty, &sum);
    ck_assert_uint_eq(stream.faults, stream.cases);
    ck_assert_str_eq(stream.first_fault, "n 0");
    ck_assert_uint_gt(sum.faults, 0);
    ck_assert_uint_lt(sum.faults, sum.cases);
}
END_TEST

Suite *suite_machine(void)
{
    Suite *suite = suite_create("machine");
    TCase *tcase = tcase_create("machine");
    tcase_add_test(tcase, vectors_are_used_only_when_the_system_saves_them);
    tcase_add_test(tcase, no_loops_are_handed_out_for_a_processor_that_lacks_them);
    tcase_add_test(tcase, this_processor_has_a_printable_name);
    tcase_add_test(tcase, instruction_sets_are_read_by_their_exact_names);
    tcase_add_test(tcase, smallest_cache_source_wins_and_silence_is_assumed);
    tcase_add_test(tcase, sizes_of_sysfs_are_read_and_garbage_is_not);
    tcase_add_test(tcase, cpu_quota_is_read_in_cores);
    tcase_add_test(tcase, this_machine_has_a_core_and_memory);
    tcase_add_test(tcase, clock_never_goes_back_and_costs_something);
    tcase_add_test(tcase, a_write_one_byte_outside_is_found_on_either_side);
    tcase_add_test(tcase, guarded_memory_is_aligned_for_every_vector);
    tcase_add_test(tcase, sizes_that_overflow_are_refused);
    tcase_add_test(tcase, all_loops_of_this_machine_equal_scalar_in_awkward_sizes);
    tcase_add_test(tcase, faulty_loops_are_found_by_the_checks);
    tcase_set_timeout(tcase, 30);
    suite_add_tcase(suite, tcase);
    return suite;
}
