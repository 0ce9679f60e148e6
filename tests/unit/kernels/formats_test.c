/* Short formats: published corner cases, exhaustive round trips, one rounding and not two.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats.h"

#include <math.h>

#include "compare.h"
#include "kernels_test.h"

struct conversion {
    float from;
    uint16_t to;
};

static const struct conversion bf16_cases[] = {
    {0.0f, 0x0000},
    {-0.0f, 0x8000},
    {1.0f, 0x3F80},
    {0x1.01p0f, 0x3F80},     /* tie, to even: down */
    {0x1.03p0f, 0x3F82},     /* tie, to even: up */
    {0x1.010002p0f, 0x3F81}, /* just above the tie */
    {0x1.FFp0f, 0x4000},     /* carries into the exponent */
    {0x1.FEp127f, 0x7F7F},   /* the largest */
    {0x1.FFp127f, 0x7F80},   /* tie beyond it: infinity */
    {0x1.FEFFFEp127f, 0x7F7F},
    {0x1p-126f, 0x0080},
    {0x1.FFFFFCp-127f, 0x0000},  /* subnormal: flushed, not rounded up */
    {-0x1.FFFFFCp-127f, 0x8000}, /* with its sign */
    {1e-39f, 0x0000},
};

START_TEST(bf16_rounds_to_even_and_flushes_subnormals)
{
    ck_assert_uint_eq(kn_bf16_from_float(bf16_cases[_i].from), bf16_cases[_i].to);
}
END_TEST

static const struct conversion fp16_cases[] = {
    {0.0f, 0x0000},
    {-0.0f, 0x8000},
    {1.0f, 0x3C00},
    {0x1.002p0f, 0x3C00}, /* tie, down to even */
    {0x1.006p0f, 0x3C02}, /* tie, up to even */
    {65504.0f, 0x7BFF},
    {65519.996f, 0x7BFF},
    {65520.0f, 0x7C00}, /* tie beyond the largest: infinity */
    {1e30f, 0x7C00},
    {0x1p-14f, 0x0400},
    {0x1.FF8p-15f, 0x03FF},    /* the largest subnormal */
    {0x1.FFCp-15f, 0x0400},    /* tie, up to the smallest normal */
    {0x1p-24f, 0x0001},        /* the smallest subnormal */
    {0x1p-25f, 0x0000},        /* tie, to even: zero */
    {0x1.000002p-25f, 0x0001}, /* just above */
    {0x1.8p-25f, 0x0001},
    {0x1.8p-24f, 0x0002}, /* tie between 1 and 2 units: even */
    {0x1p-140f, 0x0000},
    {-0x1.8p-25f, 0x8001},
};

START_TEST(fp16_rounds_to_even_and_underflows_gradually)
{
    ck_assert_uint_eq(kn_fp16_from_float(fp16_cases[_i].from), fp16_cases[_i].to);
}
END_TEST

START_TEST(infinities_and_nan_survive_conversion)
{
    ck_assert_uint_eq(kn_bf16_from_float(INFINITY), 0x7F80);
    ck_assert_uint_eq(kn_bf16_from_float(-INFINITY), 0xFF80);
    ck_assert_uint_eq(kn_fp16_from_float(INFINITY), 0x7C00);
    ck_assert_uint_eq(kn_fp16_from_float(-INFINITY), 0xFC00);
    /* A NaN whose payload lies below the kept bits must not become infinity. */
    ck_assert_uint_eq(kn_bf16_from_float(kn_float_of(0x7F800001u)), 0x7FC0);
    ck_assert_uint_eq(kn_fp16_from_float(kn_float_of(0xFF800001u)), 0xFE00);
    ck_assert(isnan(kn_float_from_bf16(0x7FC0)));
    ck_assert(isnan(kn_float_from_fp16(0x7E01)));
}
END_TEST

START_TEST(every_bf16_number_survives_the_round_trip)
{
    for (uint32_t bits = 0; bits < 0x10000u; bits++) {
        bool is_subnormal = (bits & 0x7F80u) == 0;
        bool is_nan = (bits & 0x7FFFu) > 0x7F80u;
        uint32_t expected = is_subnormal ? bits & 0x8000u : (is_nan ? bits | 0x0040u : bits);
        ck_assert_uint_eq(kn_bf16_from_float(kn_float_from_bf16((uint16_t)bits)), expected);
    }
}
END_TEST

START_TEST(every_fp16_number_survives_the_round_trip)
{
    for (uint32_t bits = 0; bits < 0x10000u; bits++) {
        bool is_nan = (bits & 0x7FFFu) > 0x7C00u;
        uint32_t expected = is_nan ? bits | 0x0200u : bits;
        ck_assert_uint_eq(kn_fp16_from_float(kn_float_from_fp16((uint16_t)bits)), expected);
    }
}
END_TEST

START_TEST(neighbours_in_fp16_split_at_their_midpoint)
{
    for (uint32_t bits = 0; bits < 0x7BFFu; bits++) {
        float low = kn_float_from_fp16((uint16_t)bits);
        float high = kn_float_from_fp16((uint16_t)(bits + 1));
        float middle = low + (high - low) / 2;
        uint32_t even = bits + (bits & 1u);
        ck_assert_uint_eq(kn_fp16_from_float(middle), even);
        ck_assert_uint_eq(kn_fp16_from_float(nextafterf(middle, 0)), bits);
        ck_assert_uint_eq(kn_fp16_from_float(nextafterf(middle, INFINITY)), bits + 1);
    }
}
END_TEST

START_TEST(a_double_is_rounded_once_and_not_twice)
{
    /* Just above a tie by less than float resolves: through float it would fall on the tie. */
    double above_tie = 0x1.01p0 + 0x1p-40;
    ck_assert_float_eq(kn_round_double(KN_BF16, above_tie), 0x1.02p0f);
    ck_assert_float_eq(kn_round_float(KN_BF16, (float)above_tie), 1.0f);
    ck_assert_float_eq(kn_round_double(KN_FP16, 0x1.002p0 + 0x1p-40), 0x1.004p0f);
}
END_TEST

START_TEST(addends_of_the_course_round_as_published)
{
    ck_assert_float_eq(kn_round_double(KN_BF16, 0.1), 0.10009765625f);
    ck_assert_float_eq(kn_round_double(KN_BF16, 0.3), 0.30078125f);
    ck_assert_float_eq(kn_round_double(KN_FP16, 0.1), 0.0999755859375f);
    ck_assert_float_eq(kn_round_double(KN_FP32, 0.1), 0.1f);
    ck_assert_float_eq(kn_round_double(KN_BF16, 1e-40), 0.0f);
    ck_assert(isinf(kn_round_double(KN_FP16, 65520)));
    ck_assert_float_eq(kn_round_double(KN_FP16, -65519.9), -65504.0f);
    ck_assert(isinf(kn_round_double(KN_BF16, -3.4e38)));
}
END_TEST

Suite *suite_formats(void)
{
    Suite *suite = suite_create("formats");
    TCase *tcase = tcase_create("formats");
    tcase_add_loop_test(tcase, bf16_rounds_to_even_and_flushes_subnormals, 0,
                        (int)(sizeof bf16_cases / sizeof bf16_cases[0]));
    tcase_add_loop_test(tcase, fp16_rounds_to_even_and_underflows_gradually, 0,
                        (int)(sizeof fp16_cases / sizeof fp16_cases[0]));
    tcase_add_test(tcase, infinities_and_nan_survive_conversion);
    tcase_add_test(tcase, every_bf16_number_survives_the_round_trip);
    tcase_add_test(tcase, every_fp16_number_survives_the_round_trip);
    tcase_add_test(tcase, neighbours_in_fp16_split_at_their_midpoint);
    tcase_add_test(tcase, a_double_is_rounded_once_and_not_twice);
    tcase_add_test(tcase, addends_of_the_course_round_as_published);
    suite_add_tcase(suite, tcase);
    return suite;
}
