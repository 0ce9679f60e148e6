/* Unit texts to units, conversion, printing, and the messages for what is no unit.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/units.h"

#include <string.h>

#include "grader/num/unit_table.h"
#include "num_tests.h"

static struct gr_unit unit_of(const char *text)
{
    struct gr_unit unit;
    struct gr_err err = {0};
    ck_assert_msg(gr_unit_parse(gr_str(text), &unit, &err), "\"%s\": %s", text, err.text);
    return unit;
}

static const struct {
    const char *text, *canonical;
    int bytes, flop, seconds;
    double scale;
    const char *label;
} known[] = {
    {"", "", 0, 0, 0, 1, ""},
    {"B", "B", 1, 0, 0, 1, ""},
    {"bytes", "B", 1, 0, 0, 1, ""},
    {"bit", "bit", 1, 0, 0, 0.125, ""},
    {"b", "bit", 1, 0, 0, 0.125, ""},
    {"GB", "GB", 1, 0, 0, 1e9, ""},
    {"GiB", "GiB", 1, 0, 0, 1073741824.0, ""},
    {"gib", "GiB", 1, 0, 0, 1073741824.0, ""},
    {"Gib", "Gibit", 1, 0, 0, 134217728.0, ""},
    {"KB", "kB", 1, 0, 0, 1e3, ""},
    {"mB", "MB", 1, 0, 0, 1e6, ""},
    {"gigabytes", "GB", 1, 0, 0, 1e9, ""},
    {"EiB", "EiB", 1, 0, 0, 1152921504606846976.0, ""},
    {"GB/s", "GB/s", 1, 0, -1, 1e9, ""},
    {"GBps", "GB/s", 1, 0, -1, 1e9, ""},
    {"Gbps", "Gbit/s", 1, 0, -1, 1.25e8, ""},
    {"FLOP", "FLOP", 0, 1, 0, 1, ""},
    {"FLOPs", "FLOP", 0, 1, 0, 1, ""},
    {"FLOPS", "FLOP/s", 0, 1, -1, 1, ""},
    {"TFLOPS", "TFLOP/s", 0, 1, -1, 1e12, ""},
    {"tflop/s", "TFLOP/s", 0, 1, -1, 1e12, ""},
    {"FLOP/B", "FLOP/B", -1, 1, 0, 1, ""},
    {"B/FLOP", "B/FLOP", 1, -1, 0, 1, ""},
    {"FLOPS/Bps", "FLOPS/Bps", -1, 1, 0, 1, ""},
    {"ms", "ms", 0, 0, 1, 1e-3, ""},
    {"\xC2\xB5s", "us", 0, 0, 1, 1e-6, ""},
    {"\xCE\xBCs", "us", 0, 0, 1, 1e-6, ""},
    {"microseconds", "us", 0, 0, 1, 1e-6, ""},
    {"min", "min", 0, 0, 1, 60, ""},
    {"hours", "h", 0, 0, 1, 3600, ""},
    {"GHz", "GHz", 0, 0, -1, 1e9, ""},
    {"1/s", "1/s", 0, 0, -1, 1, ""},
    {"%", "%", 0, 0, 0, 0.01, ""},
    {"percent", "%", 0, 0, 0, 0.01, ""},
    {"x", "", 0, 0, 0, 1, ""},
    {"token", "token", 0, 0, 0, 1, "token"},
    {"Tokens", "token", 0, 0, 0, 1, "token"},
    {"batches", "batch", 0, 0, 0, 1, "batch"},
    {"Mtokens", "Mtoken", 0, 0, 0, 1e6, "token"},
    {"Bparameters", "Bparameter", 0, 0, 0, 1e9, "parameter"},
    {"token/s", "token/s", 0, 0, -1, 1, "token"},
    {"tokens per second", "token/s", 0, 0, -1, 1, "token"},
    {"KiB/token", "KiB/token", 1, 0, 0, 1024, ""},
    {"s^2", "s^2", 0, 0, 2, 1, ""},
    {"s\xC2\xB2", "s^2", 0, 0, 2, 1, ""},
    {"s\xE2\x81\xBB\xC2\xB9", "s^-1", 0, 0, -1, 1, ""},
    {"B*s", "B*s", 1, 0, 1, 1, ""},
    {"B / s", "B/s", 1, 0, -1, 1, ""},
};
enum { KNOWN_COUNT = sizeof known / sizeof known[0] };

START_TEST(reads_units_by_their_canonical_spelling)
{
    struct gr_unit unit = unit_of(known[_i].text);
    ck_assert_str_eq(unit.text, known[_i].canonical);
    ck_assert_int_eq(unit.dim.bytes, known[_i].bytes);
    ck_assert_int_eq(unit.dim.flop, known[_i].flop);
    ck_assert_int_eq(unit.dim.seconds, known[_i].seconds);
    ck_assert(unit.scale <= known[_i].scale && unit.scale >= known[_i].scale);
    ck_assert_str_eq(unit.label, known[_i].label);
    ck_assert_int_eq(unit.is_percent, strcmp(known[_i].canonical, "%") == 0);
}
END_TEST

/* What is printed must be readable, and mean the same. */
START_TEST(canonical_spellings_read_as_themselves)
{
    struct gr_unit unit = unit_of(known[_i].text), again = unit_of(unit.text);
    ck_assert_str_eq(again.text, unit.text);
    ck_assert(gr_dim_same(again.dim, unit.dim));
    ck_assert(again.scale <= unit.scale && again.scale >= unit.scale);
}
END_TEST

static const struct {
    const char *text;
    enum gr_unit_found found;
    uint32_t column;
    const char *part; /* of the message */
} unknown[] = {
    {"furlong", GR_UNIT_UNKNOWN, 1, "unknown unit \"furlong\""},
    {"TFLPO/s", GR_UNIT_UNKNOWN, 1, "did you mean TFLOP?"},
    {"GB/sce", GR_UNIT_UNKNOWN, 4, "did you mean sec?"},
    {"tokns", GR_UNIT_UNKNOWN, 1, "did you mean tokens?"},
    {"Ms", GR_UNIT_UNKNOWN, 1, "did you mean ms?"},
    {"m", GR_UNIT_UNKNOWN, 1, "write ms, min"},
    {"d", GR_UNIT_UNKNOWN, 1, "unknown unit"},
    {"gb", GR_UNIT_AMBIGUOUS, 1, "GB (bytes) or Gbit (bits)"},
    {"kb", GR_UNIT_AMBIGUOUS, 1, "kB (bytes) or kbit (bits)"},
    {"gbps", GR_UNIT_AMBIGUOUS, 1, "GB/s (bytes) or Gbit/s (bits)"},
    {"FLOP/mb", GR_UNIT_AMBIGUOUS, 6, "MB (bytes)"},
    {"flops", GR_UNIT_AMBIGUOUS, 1, "FLOP (a count) or FLOP/s (a rate)"},
    {"Tflops", GR_UNIT_AMBIGUOUS, 1, "TFLOP (a count)"},
    {"GB/", GR_UNIT_UNKNOWN, 4, "a unit is missing"},
    {"/s", GR_UNIT_UNKNOWN, 1, "not a unit"},
    {"1", GR_UNIT_UNKNOWN, 1, "not a unit"},
    {"GB//s", GR_UNIT_UNKNOWN, 4, "not a unit"},
    {"GB s", GR_UNIT_UNKNOWN, 4, "between two units"},
    {"%%", GR_UNIT_UNKNOWN, 2, "one % is enough"},
    {"s^0", GR_UNIT_UNKNOWN, 2, "power"},
    {"s^x", GR_UNIT_UNKNOWN, 2, "power"},
    {"s^9*s^9*s^9", GR_UNIT_UNKNOWN, 9, "too large"},
    {"\xE2\x82\xAC", GR_UNIT_UNKNOWN, 1, "character"},
    {"B\xFF", GR_UNIT_UNKNOWN, 2, "character"},
    {"B/FLOP/B/FLOP/B/FLOP/B/FLOP/B/FLOP/B/FLOP/B/FLOP", GR_UNIT_UNKNOWN, 1, "at most"},
};
enum { UNKNOWN_COUNT = sizeof unknown / sizeof unknown[0] };

START_TEST(says_what_is_no_unit_and_where)
{
    struct gr_unit unit;
    struct gr_err err = {0};
    ck_assert_int_eq(gr_unit_scan(gr_str(unknown[_i].text), &unit, &err), unknown[_i].found);
    ck_assert_uint_eq(err.at.column, unknown[_i].column);
    ck_assert_msg(strstr(err.text, unknown[_i].part) != NULL, "%s: %s", unknown[_i].text, err.text);
}
END_TEST

START_TEST(converts_without_rounding_twice)
{
    static const struct {
        double value;
        const char *from, *to;
        double want;
    } rows[] = {{10, "us", "s", 1e-5},
                {16, "TB/s", "GB/s", 16000},
                {3.2, "GB", "GiB", 2.9802322387695312},
                {6.43, "s", "ms", 6430},
                {1, "h", "min", 60},
                {8, "bit", "B", 1},
                {0.3, "ms", "s", 0.0003},
                {1, "GB/s", "B/ns", 1},
                {7, "token", "token", 7},
                {45, "%", "", 0.45}};
    struct gr_unit from = unit_of(rows[_i].from), to = unit_of(rows[_i].to);
    double got = gr_unit_convert(rows[_i].value, &from, &to);
    ck_assert_msg(got <= rows[_i].want && got >= rows[_i].want, "%.17g", got);
}
END_TEST

START_TEST(base_values_go_and_come_back)
{
    struct gr_unit us = unit_of("us"), none = {0};
    double base = gr_unit_to_base(250, &us);
    ck_assert(base <= 0.00025 && base >= 0.00025);
    ck_assert(gr_unit_from_base(base, &us) <= 250 && gr_unit_from_base(base, &us) >= 250);
    ck_assert(gr_unit_to_base(5, &none) <= 5 && gr_unit_to_base(5, &none) >= 5);
}
END_TEST

START_TEST(prints_values_with_their_unit)
{
    static const struct {
        double base;
        const char *unit;
        int digits;
        const char *want;
    } rows[] = {{48.03e9, "GB/s", 4, "48.03 GB/s"},
                {5, "token", 6, "5 tokens"},
                {1, "token", 6, "1 token"},
                {0, "token", 6, "0 tokens"},
                {-1, "token", 6, "-1 token"},
                {2, "batch", 6, "2 batches"},
                {643, "token/s", 4, "643 tokens/s"},
                {1, "token/s", 4, "1 token/s"},
                {3e6, "Mtoken", 4, "3 Mtokens"},
                {0.12, "%", 3, "12 %"},
                {2.5, "", 3, "2.5"},
                {2048, "B/token", 6, "2048 B/token"},
                {0.00643, "ms", 3, "6.43 ms"},
                {2.0 / 3, "", 4, "0.6667"}};
    struct gr_unit unit = unit_of(rows[_i].unit);
    char out[64];
    ck_assert_str_eq(gr_unit_print(rows[_i].base, &unit, rows[_i].digits, out, sizeof out),
                     rows[_i].want);
}
END_TEST

START_TEST(names_each_dimension_by_its_base_units)
{
    static const struct {
        struct gr_dim dim;
        const char *want;
    } rows[] = {{{0, 0, 0}, "a pure number"},
                {{1, 0, 0}, "B"},
                {{1, 0, -1}, "B/s"},
                {{-1, 1, 0}, "FLOP/B"},
                {{0, 0, -1}, "1/s"},
                {{0, 0, 2}, "s^2"},
                {{1, 1, 1}, "B*FLOP*s"},
                {{-1, -1, -2}, "1/B/FLOP/s^2"},
                {{-120, -120, -120}, "1/B^120/FLOP^120/s^120"}};
    char out[GR_UNIT_TEXT];
    ck_assert_str_eq(gr_dim_print(rows[_i].dim, out), rows[_i].want);
    ck_assert_int_eq(gr_dim_is_none(rows[_i].dim), _i == 0);
}
END_TEST

START_TEST(labels_mix_only_with_their_kin)
{
    static const struct {
        const char *given, *asked;
        bool fits;
    } rows[] = {{"token", "token", true},
                {"sequence", "token", false},
                {"", "token", true},
                {"token", "", true},
                {"weight", "parameter", true},
                {"Hz", "token/s", true},
                {"sequence/s", "token/s", false},
                {"MB", "MB/token", true},
                {"MB/step", "MB/token", false},
                {"B", "token", false}};
    struct gr_unit given = unit_of(rows[_i].given), asked = unit_of(rows[_i].asked);
    ck_assert_int_eq(gr_unit_fits(&given, &asked), rows[_i].fits);
}
END_TEST

START_TEST(every_label_reads_in_singular_and_plural)
{
    for (size_t i = 0; i < gr_label_count(); i++) {
        const struct gr_label *label = gr_label_at(i);
        struct gr_unit one = unit_of(label->one), many = unit_of(label->many);
        ck_assert_str_eq(one.label, label->one);
        ck_assert_str_eq(many.label, label->one);
        ck_assert(strlen(label->one) < sizeof one.label);
    }
}
END_TEST

START_TEST(suffixes_of_counts_are_known)
{
    const char *prefix;
    ck_assert(gr_unit_magnitude(gr_str("Billion"), false, &prefix) >= 1e9);
    ck_assert_str_eq(prefix, "G");
    ck_assert(gr_unit_magnitude(gr_str("B"), true, &prefix) >= 1e9);
    ck_assert(gr_unit_magnitude(gr_str("B"), false, &prefix) <= 0.0);
    ck_assert(gr_unit_magnitude(gr_str("m"), true, &prefix) <= 0.0);
}
END_TEST

TCase *units_cases(void)
{
    TCase *cases = tcase_create("units");
    tcase_add_loop_test(cases, reads_units_by_their_canonical_spelling, 0, KNOWN_COUNT);
    tcase_add_loop_test(cases, canonical_spellings_read_as_themselves, 0, KNOWN_COUNT);
    tcase_add_loop_test(cases, says_what_is_no_unit_and_where, 0, UNKNOWN_COUNT);
    tcase_add_loop_test(cases, converts_without_rounding_twice, 0, 10);
    tcase_add_test(cases, base_values_go_and_come_back);
    tcase_add_loop_test(cases, prints_values_with_their_unit, 0, 14);
    tcase_add_loop_test(cases, names_each_dimension_by_its_base_units, 0, 9);
    tcase_add_loop_test(cases, labels_mix_only_with_their_kin, 0, 10);
    tcase_add_test(cases, every_label_reads_in_singular_and_plural);
    tcase_add_test(cases, suffixes_of_counts_are_known);
    return cases;
}
