/* The generator against the published vectors, and what instances rely on.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "kn/rng.h"

#include "kernels_test.h"

struct vector {
    uint32_t counter[4], key[2], out[4];
};

/* Random123, kat_vectors, philox4x32 with 10 rounds. */
static const struct vector vectors[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff},
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

START_TEST(block_function_equals_the_published_vectors)
{
    uint32_t out[4];
    kn_rng_block(vectors[_i].counter, vectors[_i].key, out);
    ck_assert_mem_eq(out, vectors[_i].out, sizeof out);
}
END_TEST

START_TEST(draws_are_frozen_for_ever)
{
    /* Instances of problems are drawn from these: a change here changes every student's numbers. */
    ck_assert_uint_eq(kn_rng_key("VIII.6.W1", 9), 0x4cdbd8a9d829c190u);
    ck_assert_uint_eq(kn_rng_u64(0, 0, 0), 0xe169c58d6627e8d5u);
    ck_assert_uint_eq(kn_rng_u64(1, 2, 3), 0x663eff4fde08bf52u);
    const uint64_t dealt[] = {9, 3, 12, 12, 6, 12};
    for (uint64_t i = 0; i < 6; i++) {
        ck_assert_uint_eq(kn_rng_below(7, 0, i, 14), dealt[i]);
    }
    /* Some of these were rejected at first: the retries are frozen too. */
    const uint64_t bound = ((uint64_t)1 << 63) + 1;
    const uint64_t large[] = {0x276da31f7313ced7, 0x1fcf669c50b1c7af, 0x297c01e2c626c011,
                              0x533d6baf77352f8d, 0x3083a862babe1d1d, 0x7b1efaa244af4b7d};
    for (uint64_t i = 0; i < 6; i++) {
        ck_assert_uint_eq(kn_rng_below(5, 5, i, bound), large[i]);
    }
}
END_TEST

START_TEST(uniform_stays_in_the_half_open_unit_interval)
{
    double sum = 0;
    for (uint64_t i = 0; i < 10000; i++) {
        double u = kn_rng_uniform(42, 0, i);
        ck_assert(u >= 0 && u < 1);
        sum += u;
    }
    /* Standard error 0.0029; the draws are fixed, so this cannot flicker. */
    ck_assert(sum / 10000 > 0.49 && sum / 10000 < 0.51);
}
END_TEST

START_TEST(below_covers_all_values_about_equally)
{
    const uint64_t bounds[] = {1, 2, 3, 14, 1000};
    uint64_t bound = bounds[_i];
    size_t counts[1000] = {0};
    for (uint64_t i = 0; i < 100 * bound; i++) {
        uint64_t value = kn_rng_below(9, 1, i, bound);
        ck_assert_uint_lt(value, bound);
        counts[value]++;
    }
    for (uint64_t value = 0; value < bound; value++) {
        ck_assert_uint_gt(counts[value], 50);
        ck_assert_uint_lt(counts[value], 160 + 100 * (bound == 1));
    }
}
END_TEST

START_TEST(below_answers_at_the_ends_of_its_range)
{
    ck_assert_uint_eq(kn_rng_below(1, 2, 3, 0), 0);
    ck_assert_uint_eq(kn_rng_below(1, 2, 3, 1), 0);
    /* Nearly half of all draws are rejected here. */
    const uint64_t bound = ((uint64_t)1 << 63) + 1;
    for (uint64_t i = 0; i < 1000; i++) {
        ck_assert_uint_lt(kn_rng_below(5, 5, i, bound), bound);
    }
}
END_TEST

START_TEST(streams_keys_and_indexes_give_different_draws)
{
    ck_assert_uint_ne(kn_rng_u64(1, 0, 0), kn_rng_u64(2, 0, 0));
    ck_assert_uint_ne(kn_rng_u64(1, 0, 0), kn_rng_u64(1, 1, 0));
    ck_assert_uint_ne(kn_rng_u64(1, 0, 0), kn_rng_u64(1, 0, 1));
    ck_assert_uint_ne(kn_rng_u64(1, 0, 0), kn_rng_u64(1, 0, (uint64_t)1 << 32));
}
END_TEST

START_TEST(key_is_the_published_hash_of_the_bytes)
{
    ck_assert_uint_eq(kn_rng_key("", 0), 0xcbf29ce484222325u);
    ck_assert_uint_eq(kn_rng_key("a", 1), 0xaf63dc4c8601ec8cu);
    ck_assert_uint_eq(kn_rng_key("foobar", 6), 0x85944171f73967e8u);
}
END_TEST

Suite *suite_rng(void)
{
    Suite *suite = suite_create("rng");
    TCase *tcase = tcase_create("rng");
    tcase_add_loop_test(tcase, block_function_equals_the_published_vectors, 0,
                        (int)(sizeof vectors / sizeof vectors[0]));
    tcase_add_test(tcase, draws_are_frozen_for_ever);
    tcase_add_test(tcase, uniform_stays_in_the_half_open_unit_interval);
    tcase_add_loop_test(tcase, below_covers_all_values_about_equally, 0, 5);
    tcase_add_test(tcase, below_answers_at_the_ends_of_its_range);
    tcase_add_test(tcase, streams_keys_and_indexes_give_different_draws);
    tcase_add_test(tcase, key_is_the_published_hash_of_the_bytes);
    suite_add_tcase(suite, tcase);
    return suite;
}
