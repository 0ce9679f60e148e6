/* What the table of examples implies: neighbours of its rows, columns, messages, echoes.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num_tests.h"

static struct gr_reading read_as(const char *text, const char *unit)
{
    struct gr_unit asked;
    struct gr_err err = {0};
    struct gr_reading got;
    ck_assert_msg(gr_unit_parse(gr_str(unit), &asked, &err), "%s", err.text);
    gr_answer_read(gr_str(text), &asked, &got);
    return got;
}

static const struct {
    const char *text, *unit;
    double value;
    const char *echo;
} good[] = {
    {"19.37", "GiB", 19.37, "19.37 GiB (2.080e10 B)"},
    {"16*7e9/2^30 GiB", "GiB", 104.30812835693359, "104.308 GiB (1.120e11 B)"},
    {"16 TB/s", "GB/s", 16000, "16 TB/s = 16000 GB/s (1.600e13 B/s)"},
    {"6.0 TFLOP/s", "TFLOP/s", 6, "6 TFLOP/s (6.000e12 FLOP/s)"},
    {"312 TFLOP/s", "FLOP/s", 312e12, "312 TFLOP/s = 3.12e14 FLOP/s"},
    {"312T", "TFLOP/s", 312, "312 TFLOP/s (3.120e14 FLOP/s)"},
    {"3k", "GB/s", 3e-6, "3 kB/s = 3e-6 GB/s (3000 B/s)"},
    {"3 Gi", "GiB", 3, "3 GiB (3.221e9 B)"},
    {"3G", "GiB", 2.7939677238464355, "3 GB = 2.79397 GiB (3.000e9 B)"},
    {"3k", "ms", 3e6, "3000 s = 3000000 ms"},
    {"10 ms", "s", 0.01, "10 ms = 0.01 s"},
    {"6.43", "ms", 6.43, "6.43 ms (0.00643 s)"},
    {"5 seconds", "ms", 5000, "5 s = 5000 ms"},
    {"1 h", "min", 60, "1 h = 60 min (3600 s)"},
    {"-5", "ms", -5, "-5 ms (-0.005 s)"},
    {"45", "%", 45, "45 % (0.45)"},
    {"45 %", "", 0.45, "45 % = 0.45"},
    {"7B", "parameter", 7e9, "7000000000 parameters"},
    {"7b", "parameter", 7e9, "7000000000 parameters"},
    {"7 billion", "parameter", 7e9, "7000000000 parameters"},
    {"7B params", "parameter", 7e9, "7000000000 parameters"},
    {"7G weights", "parameter", 7e9, "7000000000 parameters"},
    {"3 million tokens", "token", 3e6, "3000000 tokens"},
    {"3 Mtokens", "token", 3e6, "3 Mtokens = 3000000 tokens"},
    {"7Ki", "token", 7168, "7168 tokens"},
    {"7B", "", 0, NULL}, /* bytes: see the refusals */
    {"7e9", "", 7e9, "7000000000"},
    {"1 token", "token", 1, "1 token"},
    {"1", "token", 1, "1 token"},
    {"5 TOKENS", "token", 5, "5 tokens"},
    {"5 elements", "", 5, "5 elements"},
    {"643", "token/s", 643, "643 tokens/s"},
    {"643 tokens per second", "token/s", 643, "643 tokens/s"},
    {"643 Hz", "token/s", 643, "643 tokens/s"},
    {"643 1/s", "token/s", 643, "643 tokens/s"},
    {"643 /s", "token/s", 643, "643 tokens/s"},
    {"643/s", "token/s", 643, "643 tokens/s"},
    {"3k/s", "token/s", 3000, "3000 tokens/s"},
    {"8250123", "word", 8250123, "8250123 words"},
    {"82501234567 B", "B", 82501234567, "82501234567 B"},
    {"2.5x", "", 2.5, "2.5"},
    {"2.5\xC3\x97", "", 2.5, "2.5"},
    {"3 x 4", "", 12, "12"},
    {"0 x 10", "", 0, "0"},
    {"-0", "", 0, "0"},
    {"0*-1", "", 0, "0"},
    {"5E", "", 5e18, "5e18"},
    {"007", "", 7, "7"},
    {"~5", "", 5, "5"},
    {"1 000 000", "", 1e6, "1000000"},
    {"1\xC2\xA0"
     "000",
     "", 1000, "1000"},
    {"1\xE2\x80\x89"
     "000",
     "", 1000, "1000"},
    {"1\xE2\x80\x99"
     "000",
     "", 1000, "1000"},
    {"12,345,678.25", "", 12345678.25, "12345678.2"},
    {"1465865.6", "B", 1465865.6, "1465865.6 B"},
    {"1.4 MiB", "B", 1468006.4, "1.4 MiB = 1468006.4 B"},
    {"-99999.96", "", -99999.96, "-100000"},
    {"123456.7", "", 123456.7, "123456.7"},
    {"1234567890123.5", "word", 1234567890123.5, "1234567890123.5 words"},
    {"312345678901234", "", 312345678901234, "312345678901234"},
    {"123456789012345.6", "", 123456789012345.6, "123456789012345.6"},
    {"1234567890123456", "", 1234567890123456, "1.23457e15"},
    {"3 B tokens", "token", 3e9, "3000000000 tokens"},
    {"7 M", "parameter", 7e6, "7000000 parameters"},
    {"10\xE2\x81\xBB\xC2\xB3", "", 0.001, "0.001"},
    {"2\xC2\xB3\xC2\xB2", "", 4294967296.0, "4294967296"},
    {"6 \xC3\xB7 2", "", 3, "3"},
    {"1.5\xC2\xB7"
     "10^3",
     "", 1500, "1500"},
    {"2 * Sqrt(9)", "", 6, "6"},
    {"5-(-3)", "", 8, "8"},
    {"-(-5)", "", 5, "5"},
    {"2^-1", "", 0.5, "0.5"},
    {"max(1,000, 5)", "", 5, "5"},
    {"min(3, 2, 1)", "", 1, "1"},
    {"max(1 000, 5)", "", 1000, "1000"},
    {"exp(0) + ln(1) + log2(8) + log10(100)", "", 6, "6"},
    {"ceil(2.1)*floor(2.9)/abs(-2)", "", 3, "3"},
    {"\xE2\x80\x83 5 \t", "", 5, "5"},
    {"3 tflop/s", "TFLOP/s", 3, "3 TFLOP/s (3.000e12 FLOP/s)"},
    {"312 GFLOPs/s", "GFLOP/s", 312, "312 GFLOP/s (3.120e11 FLOP/s)"},
    {"5 GBps", "GB/s", 5, "5 GB/s (5.000e9 B/s)"},
    {"40 Gbps", "GB/s", 5, "40 Gbit/s = 5 GB/s (5.000e9 B/s)"},
    {"12 FLOPS/Bps", "FLOP/B", 12, "12 FLOP/B"},
    {"5 gigabytes", "GB", 5, "5 GB (5.000e9 B)"},
};
enum { GOOD_COUNT = sizeof good / sizeof good[0] };

START_TEST(neighbours_of_the_table_read_well)
{
    struct gr_reading got = read_as(good[_i].text, good[_i].unit);
    if (good[_i].echo == NULL) {
        ck_assert_int_eq(got.status, GR_READ_WRONG_UNIT);
        return;
    }
    ck_assert_msg(got.status == GR_READ_OK, "%s: %s", good[_i].text, got.message);
    ck_assert_msg(fabs(got.value - good[_i].value) <= 1e-15 * fabs(good[_i].value), "%s: %.17g",
                  good[_i].text, got.value);
    ck_assert(!signbit(got.value) || got.value < 0);
    ck_assert_str_eq(got.echo, good[_i].echo);
}
END_TEST

/* What the student is told to have been read must be readable, and mean the same. */
START_TEST(an_echo_can_be_typed_again)
{
    if (good[_i].echo == NULL)
        return;
    struct gr_reading first = read_as(good[_i].text, good[_i].unit);
    char *parenthesis = strstr(first.echo, " (");
    if (parenthesis != NULL)
        *parenthesis = '\0';
    const char *equals = strstr(first.echo, " = ");
    struct gr_reading again = read_as(equals == NULL ? first.echo : equals + 3, good[_i].unit);
    ck_assert_msg(again.status == GR_READ_OK, "%s: %s", first.echo, again.message);
    ck_assert(fabs(again.value - first.value) <= 1e-5 * fabs(first.value));
}
END_TEST

static const struct {
    const char *text, *unit, *reason;
    uint32_t column;
    const char *part;
} bad[] = {
    {"3,5", "", "comma", 2, "use a point: 3.5 - or 35 without separators"},
    {"3,5", "GiB", "comma", 2, "use a point: 3.5"},
    {"  3,5", "", "comma", 4, "use a point"},
    {"1,4 MB", "B", "comma", 2, "use a point: 1.4 MB - or 14 MB without separators"},
    {"1,4MB/s", "B/s", "comma", 2, "use a point: 1.4MB/s - or 14MB/s without separators"},
    {"1,4 \xC2\xB5s", "s", "comma", 2, "use a point: 1.4 \xC2\xB5s - or 14 \xC2\xB5s without"},
    {"0,4 %", "%", "comma", 2, "use a point: 0.4 %"},
    {"1,4*2", "", "comma", 2, "use a point: 1.4 - or 14 without separators"},
    {"0,125", "", "comma", 2, "use a point: 0.125"},
    {"1.000,5", "", "comma", 6, "use a point: 1000.5"},
    {"1,234,5", "", "comma", 6, "use a point: 1234.5"},
    {"1234,567", "", "comma", 5, "use a point: 1234.567"},
    {"12,345,67", "", "comma", 7, "12345.67"},
    {"1 234,5", "", "comma", 6, "1234.5"},
    {"3,", "", "comma", 2, "only groups digits in threes"},
    {"3, 5", "", "comma", 2, "only groups"},
    {",5", "", "comma", 1, "use a point: 0.5"},
    {"1e3,5", "", "comma", 4, "exponent is a whole number"},
    {"5 min, 3", "s", "unit", 6, "unit comes last"},
    {"sqrt(1,2)", "", "comma", 1, "sqrt takes one number"},
    {"max(,3)", "", "comma", 5, "missing before this comma"},
    {"max(3,)", "", "comma", 6, "missing behind this comma"},
    {"max((1,000), 2)", "", "comma", 7, "a comma separates"},
    {"3 4", "", "grouping", 2, "side by side"},
    {"1 0000", "", "grouping", 2, "side by side"},
    {"0 125", "", "grouping", 2, "side by side"},
    {"1,000 000", "", "grouping", 6, "side by side"},
    {"1_000 000", "", "grouping", 6, "side by side"},
    {"1__000", "", "grouping", 2, "in threes"},
    {"_5", "", "grouping", 1, "in threes"},
    {"1'00", "", "grouping", 2, "in threes"},
    {"5 .5", "", "grouping", 2, "side by side"},
    {"1e3 5", "", "grouping", 4, "side by side"},
    {"1.5 000", "", "grouping", 4, "side by side"},
    {"1.2.3", "", "number", 4, "one point is enough"},
    {"1.000.000", "", "number", 6, "1,000,000"},
    {"1e3.5", "", "number", 4, "exponent is a whole number"},
    {"1e", "", "number", 2, "exponent needs digits"},
    {"1e+", "", "number", 2, "exponent needs digits"},
    {".", "", "number", 1, "needs digits"},
    {"0X1F", "", "number", 2, "hexadecimal"},
    {"pi", "", "number", 1, "not a number"},
    {"GiB 5", "GiB", "number", 1, "digits first, then the unit"},
    {"log(3)", "", "number", 1, "log2 or log10"},
    {"sin(3)", "", "number", 1, "unknown function"},
    {"()", "", "number", 2, "missing between"},
    {"sqrt()", "", "number", 6, "missing between"},
    {"%", "", "number", 1, "45 %"},
    {"--5", "", "operator", 2, "two signs"},
    {"2--3", "", "operator", 3, "two signs"},
    {"5*", "", "operator", 2, "missing behind"},
    {"5 + ", "", "operator", 3, "missing behind"},
    {"-", "", "operator", 1, "missing behind"},
    {"*5", "", "operator", 1, "should stand here"},
    {"5//3", "", "operator", 3, "should stand here"},
    {"5***2", "", "operator", 4, "should stand here"},
    {"(2)(3)", "", "operator", 4, "write * to multiply"},
    {"(2) 3", "", "operator", 5, "write * to multiply"},
    {"2 sqrt(3)", "", "operator", 3, "write * to multiply"},
    {"10\xC2\xB2^3", "", "operator", 4, "two exponents"},
    {"5=5", "", "operator", 2, "second ="},
    {"==5", "", "operator", 2, "should stand here"},
    {"(", "", "parenthesis", 1, "never closed"},
    {"max(3,5", "", "parenthesis", 4, "never closed"},
    {"5))", "", "parenthesis", 2, "never opened"},
    {")", "", "parenthesis", 1, "never opened"},
    {"5 GiB)", "GiB", "parenthesis", 6, "never opened"},
    {"sqrt 2", "", "parenthesis", 1, "sqrt(2)"},
    {"1/(1-1)", "", "division", 2, "divides by zero"},
    {"0^-1", "", "division", 2, "divides by zero"},
    {"10^400", "", "too-large", 3, "larger"},
    {"exp(1000)", "", "too-large", 1, "larger"},
    {"1e308 EiB", "B", "too-large", 1, "too large"},
    {"1e308k", "", "too-large", 1, "too large"},
    {"10^-400", "", "too-small", 3, "close to zero"},
    {"1e-320 ns", "s", "too-small", 1, "close to zero"},
    {"ln(0)", "", "non-finite", 1, "no real value"},
    {"(-8)^(1/3)", "", "non-finite", 5, "no real value"},
    {"19.4 furlong", "GiB", "unit", 6, "unknown unit \"furlong\""},
    {"5 tokns", "token", "unit", 3, "did you mean tokens?"},
    {"5 TFLPO/s", "FLOP/s", "unit", 3, "did you mean TFLOP?"},
    {"7m", "parameter", "unit", 2, "M"},
    {"5 GB ram", "GB", "unit", 6, "unknown unit \"ram\""},
    {"5 GiB + 3 GiB", "GiB", "unit", 7, "unit comes last"},
    {"(5 GiB)*2", "GiB", "unit", 4, "unit comes last"},
    {"max(3 GiB, 5)", "GiB", "unit", 7, "unit comes last"},
    {"5 GiB/2", "GiB", "unit", 7, "unit comes last"},
    {"45 % %", "%", "unit", 6, "one % is enough"},
    {"3 GB s", "GB", "unit", 6, "between two units"},
    {"3.2 gb", "GiB", "unit-ambiguous", 5, "GB (bytes) or Gbit (bits)"},
    {"3 kb", "GiB", "unit-ambiguous", 3, "kB (bytes) or kbit (bits)"},
    {"312 tflops", "FLOP/s", "unit-ambiguous", 5, "a rate"},
    {"5:20", "", "character", 2, "no meaning"},
    {"[5]", "", "character", 1, "no meaning"},
    {"$5", "", "character", 1, "no meaning"},
    {"5 \xE2\x82\xAC", "", "character", 3, "no meaning"},
    {"\xD9\xA3", "", "character", 1, "no meaning"},
    {"\xE2\x81\xB5", "", "character", 1, "no meaning"},
    {"5\xE2\x80\x8B", "", "character", 2, "invisible"},
    {"\xEF\xBB\xBF"
     "5",
     "", "character", 1, "invisible"},
    {"5\x01", "", "character", 2, "invisible"},
    {"5\xFF", "", "character", 2, "not UTF-8"},
    {"\xE2\x88\x92\xC3", "", "character", 2, "not UTF-8"},
    {"=", "", "empty", 0, "missing"},
    {"\xC2\xA0\n", "", "empty", 0, "nothing is typed"},
};
enum { BAD_COUNT = sizeof bad / sizeof bad[0] };

START_TEST(refusals_name_reason_place_and_remedy)
{
    struct gr_reading got = read_as(bad[_i].text, bad[_i].unit);
    ck_assert_int_eq(got.status, GR_READ_UNREADABLE);
    ck_assert_msg(strcmp(gr_read_reason_word(got.reason), bad[_i].reason) == 0, "\"%s\": %s",
                  bad[_i].text, gr_read_reason_word(got.reason));
    ck_assert_msg(got.column == bad[_i].column, "\"%s\": column %u", bad[_i].text, got.column);
    ck_assert_msg(strstr(got.message, bad[_i].part) != NULL, "\"%s\": %s", bad[_i].text,
                  got.message);
    ck_assert_str_eq(got.echo, "");
}
END_TEST

static const struct {
    const char *text, *unit;
    uint32_t column;
    const char *part;
} wrong[] = {
    {"5 s", "GiB", 3, "asks for GiB, an amount of data; s is a time"},
    {"3 GiB/s", "GiB", 3, "GiB/s is a data rate"},
    {"7B", "", 2, "B means bytes"},
    {"7B", "FLOP/s", 2, "B means bytes"},
    {"18958528 B", "word", 10, "B means bytes, but the question asks for words"},
    {"2*3 B", "parameter", 5, "a billion is 1e9"},
    {"7 b", "token", 3, "b is an amount of data"},
    {"7 bytes", "token", 3, "bytes is an amount of data"},
    {"300 MHz", "", 5, "without a unit; MHz is a rate"},
    {"312 TFLOPs", "FLOP/s", 5, "TFLOPs is a count of operations"},
    {"312 TFLOP", "TFLOP/s", 5, "per second is written FLOP/s or FLOPS"},
    {"312 TFLOPS", "TFLOP", 5, "TFLOPS is a rate"},
    {"5 sequences", "token", 3, "asks for tokens, not for sequences"},
    {"5 sequences/s", "token/s", 3, "asks for tokens/s"},
    {"5 tokens", "GiB", 3, "tokens is a plain number"},
    {"5 tokens", "token/s", 3, "plain number"},
    {"5 MB/step", "MB/token", 3, "not for MB/step"},
    {"45 %", "GiB", 4, "% is a plain number"},
    {"45 %", "token", 4, "asks for tokens, not for %"},
    {"0.45 x", "%", 6, "asks for %"},
    {"5 B/FLOP", "FLOP/B", 3, "an intensity"},
    {"= 5 s", "GiB", 5, "a time"},
};
enum { WRONG_COUNT = sizeof wrong / sizeof wrong[0] };

START_TEST(another_dimension_is_a_wrong_unit_and_says_why)
{
    struct gr_reading got = read_as(wrong[_i].text, wrong[_i].unit);
    ck_assert_int_eq(got.status, GR_READ_WRONG_UNIT);
    ck_assert_int_eq(got.reason, GR_REASON_DIMENSION);
    ck_assert_msg(got.column == wrong[_i].column, "\"%s\": column %u", wrong[_i].text, got.column);
    ck_assert_msg(strstr(got.message, wrong[_i].part) != NULL, "\"%s\": %s", wrong[_i].text,
                  got.message);
}
END_TEST

START_TEST(length_is_checked_before_anything_else)
{
    enum { MEGABYTE = 1 << 20 };
    char *junk = malloc(MEGABYTE);
    struct gr_unit asked;
    struct gr_err err = {0};
    struct gr_reading got;
    ck_assert_ptr_nonnull(junk);
    ck_assert(gr_unit_parse(gr_str(""), &asked, &err));
    memset(junk, 0xFF, MEGABYTE);
    gr_answer_read((struct gr_str){.ptr = junk, .len = MEGABYTE}, &asked, &got);
    ck_assert_int_eq(got.reason, GR_REASON_LENGTH);
    ck_assert_uint_eq(got.column, 129);
    memset(junk, ' ', MEGABYTE);
    gr_answer_read((struct gr_str){.ptr = junk, .len = MEGABYTE}, &asked, &got);
    ck_assert_int_eq(got.reason, GR_REASON_EMPTY);
    junk[MEGABYTE / 2] = '5';
    gr_answer_read((struct gr_str){.ptr = junk, .len = MEGABYTE}, &asked, &got);
    ck_assert_int_eq(got.status, GR_READ_OK);
    free(junk);
}
END_TEST

START_TEST(the_longest_answers_are_read_and_bounded)
{
    static const struct {
        char part;
        enum gr_read_reason reason;
    } rows[] = {{'(', GR_REASON_PARENTHESIS}, {'1', GR_REASON_NONE},   {'-', GR_REASON_OPERATOR},
                {'^', GR_REASON_OPERATOR},    {'x', GR_REASON_NUMBER}, {',', GR_REASON_COMMA},
                {'%', GR_REASON_NUMBER},      {'B', GR_REASON_NUMBER}};
    char text[GR_ANSWER_MAX + 1];
    memset(text, rows[_i].part, GR_ANSWER_MAX);
    text[GR_ANSWER_MAX] = '\0';
    struct gr_reading got = read_as(text, "");
    ck_assert_int_eq(got.reason, rows[_i].reason);
    text[0] = '1';
    (void)read_as(text, "B");
}
END_TEST

START_TEST(reading_fills_base_and_unit)
{
    struct gr_reading got = read_as("16 TB/s", "GB/s");
    ck_assert(got.base <= 1.6e13 && got.base >= 1.6e13);
    ck_assert(got.has_unit);
    ck_assert_str_eq(got.unit, "TB/s");
    got = read_as("16", "GB/s");
    ck_assert(!got.has_unit);
    ck_assert_str_eq(got.unit, "GB/s");
    ck_assert(got.base <= 1.6e10 && got.base >= 1.6e10);
    got = read_as("312T", "FLOP/s");
    ck_assert(got.has_unit);
    ck_assert_str_eq(got.unit, "TFLOP/s");
}
END_TEST

TCase *answer_cases(void)
{
    TCase *cases = tcase_create("answer");
    tcase_add_loop_test(cases, neighbours_of_the_table_read_well, 0, GOOD_COUNT);
    tcase_add_loop_test(cases, an_echo_can_be_typed_again, 0, GOOD_COUNT);
    tcase_add_loop_test(cases, refusals_name_reason_place_and_remedy, 0, BAD_COUNT);
    tcase_add_loop_test(cases, another_dimension_is_a_wrong_unit_and_says_why, 0, WRONG_COUNT);
    tcase_add_test(cases, length_is_checked_before_anything_else);
    tcase_add_loop_test(cases, the_longest_answers_are_read_and_bounded, 0, 8);
    tcase_add_test(cases, reading_fills_base_and_unit);
    return cases;
}
