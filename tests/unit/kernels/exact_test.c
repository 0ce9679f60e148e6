/* The exact kernels against what the course derives: the stagnation law, the tiled closed form, the
 * bytes of the ring; on every backend that this machine has.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>

#include "kernels_test.h"

struct sum {
    const char *text;
    double result, exact;
};

/* The statements' own examples (W3), and the ends of the ranges. */
static const struct sum sums[] = {
    {"sum format=bf16 v=1.25 n=5000 lanes=1", 512, 6250},
    {"sum format=bf16 v=0.1 n=5000 lanes=4", 128, 500.48828125},
    {"sum format=fp16 v=1 n=10000 lanes=1", 2048, 10000},
    {"sum format=fp16 v=3 n=20000 lanes=1", 8192, 60000},
    {"sum format=bf16 v=1 n=5000 lanes=1", 256, 5000},
    {"sum format=bf16 v=3 n=5000 lanes=1", 1024, 15000},
    {"sum format=bf16 v=0.3 n=5000 lanes=1", 128, 5000 * 0.30078125},
    {"sum format=bf16 v=-1.25 n=5000 lanes=1", -512, -6250},
    {"sum format=bf16 v=1.25 n=5000 lanes=8 order=blocks", 8 * 512, 6250},
    {"sum format=fp32 v=1 n=16777216 lanes=1", 16777216, 16777216},
    {"sum format=fp32 v=0.5 n=1000 lanes=7", 500, 500},
    {"sum format=bf16 v=1 n=0 lanes=5", 0, 0},
    {"sum format=bf16 v=0 n=1000 lanes=64", 0, 0},
    {"sum format=bf16 v=1 n=3 lanes=64", 3, 3},
    {"sum format=fp16 v=60000 n=3 lanes=1", HUGE_VAL, 180000},
};

/* Runs on `limit`; false when this machine lacks it. */
static bool runs(const char *text, enum kn_backend limit, struct kn_reply *reply)
{
    run_text(text, limit, reply);
    return reply->status != KN_UNSUPPORTED;
}

START_TEST(sums_stop_where_the_course_says_on_every_backend)
{
    for (enum kn_backend limit = KN_SCALAR; limit <= KN_AVX512; limit++) {
        struct kn_reply reply;
        if (runs(sums[_i].text, limit, &reply)) {
            double result = output_of("sum", &reply, "result");
            ck_assert_msg(result == sums[_i].result, "%s: %g", sums[_i].text, result);
            ck_assert_double_eq(output_of("sum", &reply, "exact"), sums[_i].exact);
            ck_assert_int_eq(reply.backend, limit);
        }
    }
}
END_TEST

START_TEST(additions_until_stuck_are_counted)
{
    struct kn_reply reply;
    run_text("sum format=bf16 v=1.25 n=5000 lanes=1", KN_AVX512, &reply);
    ck_assert_double_eq(output_of("sum", &reply, "stuck_after"), 371);
    run_text("sum format=bf16 v=1.25 n=5000 lanes=3", KN_AVX512, &reply);
    ck_assert_double_eq(output_of("sum", &reply, "stuck_after"), 371);
    run_text("sum format=bf16 v=1 n=200 lanes=1", KN_AVX512, &reply);
    ck_assert_double_eq(output_of("sum", &reply, "stuck_after"), 200);
    run_text("sum format=bf16 v=0 n=200 lanes=1", KN_AVX512, &reply);
    ck_assert_double_eq(output_of("sum", &reply, "stuck_after"), 0);
}
END_TEST

/* The law: the sum of v stops at 2^(ceil(log2 v) + p) after 2^p to 1.5 * 2^p additions. */
static void check_law(const char *format, int p, unsigned significand, int exponent, size_t copies)
{
    char text[96];
    double v = ldexp((double)significand, exponent);
    int power = 0;
    double fraction = frexp(v, &power);
    double stop = ldexp(1, (fraction == 0.5 ? power - 1 : power) + p);
    (void)snprintf(text, sizeof text, "sum format=%s v=%.17g n=%zu lanes=1", format, v, copies);
    for (enum kn_backend limit = KN_SCALAR; limit <= KN_AVX512; limit++) {
        struct kn_reply reply;
        if (runs(text, limit, &reply)) {
            double additions = output_of("sum", &reply, "stuck_after");
            ck_assert_double_eq(output_of("sum", &reply, "addend"), v);
            ck_assert_msg(output_of("sum", &reply, "result") == stop, "%s", text);
            ck_assert(additions >= ldexp(1, p) && additions < ldexp(1.5, p));
        }
    }
}

START_TEST(stagnation_law_holds_for_every_bf16_significand)
{
    for (unsigned significand = 128; significand < 256; significand++) {
        check_law("bf16", 8, significand, (int)(significand % 9) - 11, 400);
    }
}
END_TEST

START_TEST(stagnation_law_holds_for_sampled_fp16_significands)
{
    for (unsigned significand = 1024; significand < 2048; significand += 31) {
        check_law("fp16", 11, significand, -11 - (int)(significand % 3), 3200);
    }
}
END_TEST

START_TEST(order_and_lanes_give_bit_equal_sums_on_every_backend)
{
    const char *const formats[] = {"fp32", "bf16", "fp16"};
    const char *const orders[] = {"turns", "blocks"};
    for (size_t f = 0; f < 3; f++) {
        for (unsigned lanes = 1; lanes <= 64; lanes += 7) {
            char text[2][96];
            for (size_t o = 0; o < 2; o++) {
                (void)snprintf(text[o], sizeof text[o],
                               "sum format=%s v=0.3 n=3001 lanes=%u order=%s", formats[f], lanes,
                               orders[o]);
            }
            struct kn_reply scalar, other;
            run_text(text[0], KN_SCALAR, &scalar);
            for (enum kn_backend limit = KN_SCALAR; limit <= KN_AVX512; limit++) {
                if (runs(text[limit % 2], limit, &other)) {
                    ck_assert_mem_eq(scalar.outputs, other.outputs, sizeof scalar.outputs);
                }
            }
        }
    }
}
END_TEST

/* n and b: multiples, remainders, b beyond n, ones, primes. */
static const size_t tilings[][2] = {
    {1, 1},   {1, 256},   {2, 1},     {7, 3},    {16, 16},  {17, 16},  {31, 8},    {64, 7},
    {97, 13}, {100, 100}, {100, 101}, {129, 32}, {200, 48}, {192, 16}, {255, 256},
};

START_TEST(tiled_words_equal_the_closed_form)
{
    const size_t n = tilings[_i][0], b = tilings[_i][1];
    const size_t whole_tiles = (n + b - 1) / b;
    const double tiles = (double)whole_tiles, square = (double)(n * n);
    char text[64];
    (void)snprintf(text, sizeof text, "tiled n=%zu b=%zu", n, b);
    for (enum kn_backend limit = KN_SCALAR; limit <= KN_AVX512; limit++) {
        struct kn_reply reply;
        if (runs(text, limit, &reply)) {
            ck_assert_double_eq(output_of("tiled", &reply, "words"), square * (2 * tiles + 1));
            ck_assert_double_eq(output_of("tiled", &reply, "loads"), square * 2 * tiles);
            ck_assert_double_eq(output_of("tiled", &reply, "stores"), square);
            ck_assert_double_eq(output_of("tiled", &reply, "flop"), 2 * square * (double)n);
        }
    }
}
END_TEST

START_TEST(tiled_example_of_the_course_is_right)
{
    struct kn_reply reply;
    run_text("tiled n=500 b=32", KN_AVX512, &reply);
    ck_assert_double_eq(output_of("tiled", &reply, "words"), 8250000);
    ck_assert_double_eq(output_of("tiled", &reply, "untiled"), 250250000);
    run_text("tiled n=480 b=48", KN_AVX512, &reply);
    ck_assert_double_eq(output_of("tiled", &reply, "words"), 4838400);
    double s = 3.0 * 48 * 48, bound = 2 * pow(480, 3) / sqrt(s) - 2 * s;
    ck_assert_double_eq_tol(output_of("tiled", &reply, "bound"), bound, 1e-6);
}
END_TEST

static size_t chunk(size_t p, size_t n, size_t index)
{
    return n / p + (index % p < n % p);
}

START_TEST(ring_bytes_equal_the_closed_form)
{
    const size_t p = (size_t)_i;
    const size_t lengths[] = {0, 1, 2, 3, 7, 8, 64, 840, 1009, 100003};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (size_t rank = 0; rank < p; rank++) {
            const size_t n = lengths[i];
            const bool is_bf16 = (rank + i) % 2 != 0;
            char text[96];
            struct kn_reply reply;
            (void)snprintf(text, sizeof text, "ring p=%zu n=%zu dtype=%s rank=%zu", p, n,
                           is_bf16 ? "bf16" : "fp32", rank);
            run_text(text, KN_SCALAR, &reply);
            size_t elements = p == 1 ? 0 : 2 * n - chunk(p, n, rank + 1) - chunk(p, n, rank + 2);
            double element_bytes = is_bf16 ? 2 : 4;
            ck_assert_double_eq(output_of("ring", &reply, "bytes"),
                                (double)elements * element_bytes);
            ck_assert_double_eq(output_of("ring", &reply, "total_bytes"),
                                (double)(2 * (p - 1) * n) * element_bytes);
            ck_assert_double_eq(output_of("ring", &reply, "steps"), (double)(2 * (p - 1)));
            ck_assert_double_eq(output_of("ring", &reply, "messages"), (double)(2 * (p - 1) * p));
        }
    }
}
END_TEST

START_TEST(ring_example_of_the_course_is_right)
{
    struct kn_reply reply;
    run_text("ring p=6 n=1000003 dtype=fp32 rank=4", KN_SCALAR, &reply);
    ck_assert_double_eq(output_of("ring", &reply, "bytes"), 6666684);
    run_text("ring p=6 n=1000003 dtype=fp32 rank=0", KN_SCALAR, &reply);
    ck_assert_double_eq(output_of("ring", &reply, "bytes"), 6666688);
}
END_TEST

START_TEST(ring_of_64_ranks_runs_on_any_number_of_cores)
{
    struct kn_reply reply;
    run_text("ring p=64 n=1000 dtype=bf16 rank=63", KN_SCALAR, &reply);
    ck_assert_double_eq(output_of("ring", &reply, "bytes"),
                        2.0 * (double)(2000 - chunk(64, 1000, 0) - chunk(64, 1000, 1)));
}
END_TEST

Suite *suite_exact(void)
{
    Suite *suite = suite_create("exact kernels");
    TCase *tcase = tcase_create("exact kernels");
    tcase_add_loop_test(tcase, sums_stop_where_the_course_says_on_every_backend, 0,
                        (int)(sizeof sums / sizeof sums[0]));
    tcase_add_test(tcase, additions_until_stuck_are_counted);
    tcase_add_test(tcase, stagnation_law_holds_for_every_bf16_significand);
    tcase_add_test(tcase, stagnation_law_holds_for_sampled_fp16_significands);
    tcase_add_test(tcase, order_and_lanes_give_bit_equal_sums_on_every_backend);
    tcase_add_loop_test(tcase, tiled_words_equal_the_closed_form, 0,
                        (int)(sizeof tilings / sizeof tilings[0]));
    tcase_add_test(tcase, tiled_example_of_the_course_is_right);
    tcase_add_loop_test(tcase, ring_bytes_equal_the_closed_form, 1, 9);
    tcase_add_test(tcase, ring_example_of_the_course_is_right);
    tcase_add_test(tcase, ring_of_64_ranks_runs_on_any_number_of_cores);
    tcase_set_timeout(tcase, 60);
    suite_add_tcase(suite, tcase);
    return suite;
}
