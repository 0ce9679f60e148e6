/* Verdicts: the order of judgement, the closed interval, and every built-in detector.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/verdict.h"

#include <math.h>
#include <string.h>

#include "num_tests.h"

static struct gr_unit unit_of(const char *text)
{
    struct gr_unit unit;
    struct gr_err err = {0};
    ck_assert_msg(gr_unit_parse(gr_str(text), &unit, &err), "%s", err.text);
    return unit;
}

static struct gr_judgement judge(const struct gr_rule *rule, double value)
{
    struct gr_reading reading = {.status = GR_READ_OK, .value = value};
    struct gr_judgement out;
    gr_judge(rule, &reading, &out);
    return out;
}

START_TEST(width_is_the_largest_of_its_terms)
{
    static const struct {
        struct gr_tolerance tolerance;
        double reference, want;
    } rows[] = {{{.rel = 0.1}, 50, 5},
                {{.rel = 0.1}, -50, 5},
                {{.rel = 0.1, .abs = 7}, 50, 7},
                {{.abs = 7}, 0, 7},
                {{.rel = 0.1}, 0, 0},
                {{.rel = 0}, 50, 0},
                {{.rel = 0.1, .noise = 9, .noise_cap = 1}, 50, 9},
                {{.rel = 0.1, .noise = 90, .noise_cap = 0.2}, 50, 10},
                {{.rel = 0.1, .noise = 90}, 50, 5},
                {{.rel = 0.1, .abs = 3}, HUGE_VAL, 0},
                {{.rel = 0.1, .abs = 3}, -HUGE_VAL, 0},
                {{.rel = 0.1, .noise = HUGE_VAL, .noise_cap = 1}, 50, 5},
                {{.rel = -1, .abs = -1}, 50, 0}};
    double got = gr_tolerance_width(&rows[_i].tolerance, rows[_i].reference);
    ck_assert(got <= rows[_i].want && got >= rows[_i].want);
}
END_TEST

START_TEST(a_nan_never_widens_and_never_passes)
{
    double nan_value = (double)NAN;
    struct gr_tolerance tolerance = {.rel = nan_value, .abs = 1};
    ck_assert(gr_tolerance_width(&tolerance, 50) <= 1);
    tolerance = (struct gr_tolerance){.rel = 0.1, .abs = nan_value, .noise = nan_value};
    ck_assert(gr_tolerance_width(&tolerance, nan_value) <= 0);
    struct gr_rule rule = {.reference = 50, .tolerance = {.rel = 1e9}};
    ck_assert_int_eq(judge(&rule, nan_value).verdict, GR_VERDICT_WRONG);
    ck_assert_int_eq(judge(&rule, HUGE_VAL).verdict, GR_VERDICT_WRONG);
    rule.reference = nan_value;
    ck_assert_int_eq(judge(&rule, 50).verdict, GR_VERDICT_NO_VERDICT);
    ck_assert_int_eq(judge(&rule, nan_value).verdict, GR_VERDICT_NO_VERDICT);
    rule.reference = HUGE_VAL;
    ck_assert_int_eq(judge(&rule, HUGE_VAL).verdict, GR_VERDICT_NO_VERDICT);
}
END_TEST

START_TEST(the_interval_is_closed)
{
    static const struct {
        double reference, rel, abs, value;
        enum gr_verdict want;
    } rows[] = {{100, 0.12, 0, 112, GR_VERDICT_CORRECT},
                {100, 0.12, 0, 88, GR_VERDICT_CORRECT},
                {100, 0.12, 0, 112.0001, GR_VERDICT_NEAR},
                {100, 0.12, 0, 87.9999, GR_VERDICT_NEAR},
                {1, 0.1, 0, 1.1, GR_VERDICT_CORRECT}, /* 1.1 - 1 > 0.1 in doubles */
                {0.3, 0.1, 0, 0.33, GR_VERDICT_CORRECT},
                {1, 0, 0.3, 0.7, GR_VERDICT_CORRECT},
                {-100, 0.12, 0, -112, GR_VERDICT_CORRECT},
                {100, 0.12, 0, 136, GR_VERDICT_NEAR},
                {100, 0.12, 0, 137, GR_VERDICT_WRONG},
                {0, 0, 0.5, 0.5, GR_VERDICT_CORRECT},
                {0, 0, 0.5, 1.5, GR_VERDICT_NEAR},
                {0, 0.5, 0, 0, GR_VERDICT_CORRECT},
                {0, 0.5, 0, 1e-300, GR_VERDICT_WRONG},
                {12, 0, 0, 12, GR_VERDICT_CORRECT}, /* tolerance 0 is exact */
                {12, 0, 0, 12.000000000000002, GR_VERDICT_WRONG},
                {12, 0, 0, 13, GR_VERDICT_WRONG}};
    struct gr_rule rule = {.reference = rows[_i].reference,
                           .tolerance = {.rel = rows[_i].rel, .abs = rows[_i].abs}};
    ck_assert_int_eq(judge(&rule, rows[_i].value).verdict, rows[_i].want);
}
END_TEST

static const struct gr_wrong_value wrongs[] = {
    {.id = "added", .say = "You added the pipes.", .value = 130},
    {.id = "near-added", .say = "", .value = 132},
    {.id = "inside", .say = "", .value = 105},
    {.id = "passed", .say = "", .value = 200, .passed_over = true},
    {.id = "infinite", .say = "", .value = HUGE_VAL},
    {.id = "zero", .say = "Nothing?", .value = 0},
};

START_TEST(the_nearest_mistake_is_named)
{
    static const struct {
        double value;
        enum gr_verdict verdict;
        const char *id;
    } rows[] = {{100, GR_VERDICT_CORRECT, NULL},      {105, GR_VERDICT_CORRECT, NULL},
                {130, GR_VERDICT_MISTAKE, "added"},   {131.5, GR_VERDICT_MISTAKE, "near-added"},
                {127.5, GR_VERDICT_MISTAKE, "added"}, {125, GR_VERDICT_NEAR, NULL},
                {200, GR_VERDICT_WRONG, NULL},        {0, GR_VERDICT_MISTAKE, "zero"},
                {3e-9, GR_VERDICT_WRONG, NULL},       {111, GR_VERDICT_NEAR, NULL}};
    struct gr_rule rule = {.reference = 100,
                           .tolerance = {.rel = 0.1},
                           .wrongs = wrongs,
                           .wrong_count = sizeof wrongs / sizeof wrongs[0],
                           .window = 0.02};
    struct gr_judgement got = judge(&rule, rows[_i].value);
    ck_assert_int_eq(got.verdict, rows[_i].verdict);
    ck_assert(!got.is_builtin);
    if (rows[_i].id == NULL)
        ck_assert_ptr_null(got.mistake);
    else
        ck_assert_str_eq(got.mistake, rows[_i].id);
}
END_TEST

START_TEST(who_is_nearer_to_the_truth_has_not_made_the_mistake)
{
    struct gr_wrong_value close = {.id = "close", .say = "", .value = 103};
    struct gr_rule rule = {.reference = 100,
                           .tolerance = {.rel = 0.01},
                           .wrongs = &close,
                           .wrong_count = 1,
                           .window = 0.06};
    ck_assert_int_eq(judge(&rule, 101.2).verdict, GR_VERDICT_NEAR);
    ck_assert_int_eq(judge(&rule, 102).verdict, GR_VERDICT_MISTAKE);
}
END_TEST

static const struct {
    const char *unit;
    double reference, rel, value;
    const char *id; /* NULL: no detector may speak */
} slips[] = {
    {"GiB", 26.08, 0.01, 28.0, "gib"},
    {"GB", 28.0, 0.01, 26.077, "gib"},
    {"MiB", 100, 0.001, 104.8576, "gib"},
    {"KiB", 100, 0.001, 102.4, "gib"},
    {"TiB", 100, 0.001, 109.95, "gib"},
    {"GB/s", 100, 0.001, 107.37, "gib"},
    {"GiB", 26.08, 0.12, 28.0, NULL}, /* the tolerance forgives it: correct */
    {"ms", 100, 0.001, 107.37, NULL}, /* no bytes in it */
    {"GB", 100, 0.01, 800, "bits"},
    {"Gbit/s", 100, 0.01, 12.5, "bits"},
    {"FLOP/s", 100, 0.01, 800, NULL},
    {"ms", 6.43, 0.12, 6430, "power-of-ten"},
    {"ms", 6.43, 0.12, 0.00643, "power-of-ten"},
    {"ms", 6.43, 0.12, 64.3, "power-of-ten"},
    {"ms", 6.43, 0.12, 6.43e12, "power-of-ten"},
    {"ms", 6.43, 0.12, 6.43e13, NULL},
    {"%", 45, 0.01, 0.45, "percent"},
    {"%", 0.5, 0.01, 50, "percent"},
    {"", 0.45, 0.01, 45, "percent"},
    {"", 45, 0.01, 4500, "power-of-ten"},
    {"", 12, 0.01, -12, "sign"},
    {"", 4, 0.01, 0.25, "reciprocal"},
    {"token/s", 4, 0.01, 0.25, "reciprocal"},
    {"FLOP/B", 4, 0.01, 0.25, "reciprocal"},
    {"GiB", 4, 0.01, 0.25, NULL},
    {"", 1, 0.01, 1, NULL},
    {"", 12, 0, 120, "power-of-ten"},
    {"", 12, 0, 17, NULL},
    {"", 0, 0, 10, NULL},
};
enum { SLIP_COUNT = sizeof slips / sizeof slips[0] };

START_TEST(detectors_name_common_slips)
{
    struct gr_rule rule = {.reference = slips[_i].reference,
                           .tolerance = {.rel = slips[_i].rel},
                           .unit = unit_of(slips[_i].unit)};
    struct gr_judgement got = judge(&rule, slips[_i].value);
    if (slips[_i].id == NULL) {
        ck_assert_msg(got.mistake == NULL, "%s", got.mistake);
        return;
    }
    ck_assert_int_eq(got.verdict, GR_VERDICT_MISTAKE);
    ck_assert(got.is_builtin);
    ck_assert_str_eq(got.mistake, slips[_i].id);
    ck_assert(strlen(got.say) > 10);
}
END_TEST

START_TEST(authors_mistakes_come_before_detectors)
{
    struct gr_wrong_value own = {.id = "own", .say = "Mine.", .value = 1000};
    struct gr_rule rule = {.reference = 100,
                           .tolerance = {.rel = 0.01},
                           .wrongs = &own,
                           .wrong_count = 1,
                           .window = 0.02};
    struct gr_judgement got = judge(&rule, 1000);
    ck_assert_str_eq(got.mistake, "own");
    ck_assert_str_eq(got.say, "Mine.");
    own.passed_over = true;
    ck_assert_str_eq(judge(&rule, 1000).mistake, "power-of-ten");
}
END_TEST

START_TEST(outside_the_domain_is_free)
{
    struct gr_rule rule = {.reference = 5,
                           .tolerance = {.rel = 0.1},
                           .has_low = true,
                           .has_high = true,
                           .low = 0,
                           .high = 100,
                           .unit = unit_of("ms")};
    struct gr_judgement got = judge(&rule, -1);
    ck_assert_int_eq(got.verdict, GR_VERDICT_OUT_OF_DOMAIN);
    ck_assert(strstr(got.say, "below 0 ms") != NULL);
    got = judge(&rule, 101);
    ck_assert_int_eq(got.verdict, GR_VERDICT_OUT_OF_DOMAIN);
    ck_assert(strstr(got.say, "above 100 ms") != NULL);
    ck_assert_int_eq(judge(&rule, 0).verdict, GR_VERDICT_WRONG);
    ck_assert_int_eq(judge(&rule, 5).verdict, GR_VERDICT_CORRECT);
}
END_TEST

START_TEST(what_was_not_read_keeps_its_message)
{
    struct gr_rule rule = {.reference = 5, .unit = unit_of("GiB")};
    struct gr_reading reading;
    struct gr_judgement got;
    gr_answer_read(gr_str("3,5"), &rule.unit, &reading);
    gr_judge(&rule, &reading, &got);
    ck_assert_int_eq(got.verdict, GR_VERDICT_UNREADABLE);
    ck_assert_str_eq(got.say, reading.message);
    gr_answer_read(gr_str("5 s"), &rule.unit, &reading);
    gr_judge(&rule, &reading, &got);
    ck_assert_int_eq(got.verdict, GR_VERDICT_WRONG_UNIT);
    ck_assert_str_eq(got.say, reading.message);
}
END_TEST

START_TEST(says_how_far_off_and_how_wide)
{
    struct gr_rule rule = {.reference = -50, .tolerance = {.rel = 0.1}};
    struct gr_judgement got = judge(&rule, -52);
    ck_assert(got.width <= 5 && got.width >= 5);
    ck_assert(got.off_rel <= -0.04 && got.off_rel >= -0.04);
    rule.reference = 0;
    ck_assert(fabs(judge(&rule, 3).off_rel) <= 0);
}
END_TEST

START_TEST(words_go_and_come_back)
{
    enum gr_verdict verdict = GR_VERDICT_WRONG;
    for (int i = GR_VERDICT_UNREADABLE; i <= GR_VERDICT_WRONG; i++) {
        ck_assert(gr_verdict_from_word(gr_str(gr_verdict_word((enum gr_verdict)i)), &verdict));
        ck_assert_int_eq(verdict, i);
        ck_assert_int_eq(gr_verdict_is_free(verdict), i <= GR_VERDICT_NO_VERDICT);
    }
    ck_assert(!gr_verdict_from_word(gr_str("Correct"), &verdict));
    ck_assert_str_eq(gr_verdict_word((enum gr_verdict)99), "");
}
END_TEST

TCase *verdict_cases(void)
{
    TCase *cases = tcase_create("verdict");
    tcase_add_loop_test(cases, width_is_the_largest_of_its_terms, 0, 13);
    tcase_add_test(cases, a_nan_never_widens_and_never_passes);
    tcase_add_loop_test(cases, the_interval_is_closed, 0, 17);
    tcase_add_loop_test(cases, the_nearest_mistake_is_named, 0, 10);
    tcase_add_test(cases, who_is_nearer_to_the_truth_has_not_made_the_mistake);
    tcase_add_loop_test(cases, detectors_name_common_slips, 0, SLIP_COUNT);
    tcase_add_test(cases, authors_mistakes_come_before_detectors);
    tcase_add_test(cases, outside_the_domain_is_free);
    tcase_add_test(cases, what_was_not_read_keeps_its_message);
    tcase_add_test(cases, says_how_far_off_and_how_wide);
    tcase_add_test(cases, words_go_and_come_back);
    return cases;
}
