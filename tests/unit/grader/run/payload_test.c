/* Reading the journal's JSON back by key.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/json.h"
#include "grader/run/payload.h"

static const char sample[] =
    "{\"deal\": 12, \"nested\": {\"deal\": 13, \"list\": [1, [2, \"]\"], {\"x\": \"}\"}]}, "
    "\"text\": \"a \\\"quoted\\\" \\\\ line\\nand \\u0001\", \"yes\": true, \"no\": false, "
    "\"none\": null, \"minus\": -7, \"value\": \"0x1.8p+1\", \"list\": [{\"a\": 1}, {\"a\": 2}]}";

START_TEST(finds_integers_at_the_top_level_only)
{
    static const struct {
        const char *key;
        bool found;
        int64_t value;
    } rows[] = {{"deal", true, 12}, {"minus", true, -7}, {"x", false, 0},
                {"text", false, 0}, {"none", false, 0},  {"deals", false, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t value = 0;
        ck_assert_msg(gr_payload_integer(gr_str(sample), rows[i].key, &value) == rows[i].found,
                      "%s", rows[i].key);
        ck_assert_int_eq(value, rows[i].value);
    }
}
END_TEST

START_TEST(undoes_the_escapes_of_the_writer)
{
    struct gr_arena arena = {0};
    ck_assert_str_eq(gr_payload_text(gr_str(sample), "text", &arena),
                     "a \"quoted\" \\ line\nand \x01");
    ck_assert_ptr_null(gr_payload_text(gr_str(sample), "deal", &arena));
    gr_arena_free(&arena);
}
END_TEST

START_TEST(reads_flags_doubles_and_lists)
{
    double value = 0;
    struct gr_str list, item;
    size_t at = 0, count = 0;
    int64_t number = 0, sum = 0;
    ck_assert(gr_payload_flag(gr_str(sample), "yes"));
    ck_assert(!gr_payload_flag(gr_str(sample), "no"));
    ck_assert(!gr_payload_flag(gr_str(sample), "absent"));
    ck_assert(gr_payload_double(gr_str(sample), "value", &value) && value == 3.0);
    ck_assert(gr_payload_get(gr_str(sample), "list", &list));
    while (gr_payload_next(list, &at, &item)) {
        ck_assert(gr_payload_integer(item, "a", &number));
        sum += number;
        count++;
    }
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(sum, 3);
}
END_TEST

START_TEST(survives_text_that_is_cut_or_mangled)
{
    struct gr_arena arena = {0};
    for (size_t len = 0; len < sizeof sample - 1; len++) {
        /* Blocks of exactly that size, so that a sanitizer sees one byte too many. */
        char *cut = malloc(len + 1), *bad = malloc(sizeof sample - 1);
        ck_assert(cut != NULL && bad != NULL);
        memcpy(cut, sample, len);
        memcpy(bad, sample, sizeof sample - 1);
        bad[len] = len % 2 == 0 ? '"' : '[';
        const struct gr_str texts[] = {{cut, len}, {bad, sizeof sample - 1}, {bad + len, 1}};
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
            struct gr_str value;
            size_t at = 0;
            int64_t number;
            (void)gr_payload_get(texts[i], "absent", &value);
            (void)gr_payload_text(texts[i], "text", &arena);
            (void)gr_payload_integer(texts[i], "minus", &number);
            while (gr_payload_next(texts[i], &at, &value)) {
            }
        }
        free(cut);
        free(bad);
    }
    gr_arena_free(&arena);
}
END_TEST

START_TEST(gives_back_the_bits_of_a_double)
{
    static const double values[] = {0.1, -1e-300, 5e-324, 1.7976931348623157e308, 3, 0};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct gr_buf text;
        double back = 1;
        gr_buf_start(&text, 256);
        struct gr_json json = {.out = &text};
        gr_json_open(&json, NULL, '{');
        gr_payload_put(&json, "v", values[i]);
        gr_json_close(&json, '}');
        ck_assert(gr_payload_double(gr_buf_view(&text), "v", &back));
        ck_assert(back == values[i]);
        gr_buf_free(&text);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("payload");
    TCase *reading = tcase_create("reading");
    tcase_add_test(reading, finds_integers_at_the_top_level_only);
    tcase_add_test(reading, undoes_the_escapes_of_the_writer);
    tcase_add_test(reading, reads_flags_doubles_and_lists);
    tcase_add_test(reading, survives_text_that_is_cut_or_mangled);
    tcase_add_test(reading, gives_back_the_bits_of_a_double);
    suite_add_tcase(suite, reading);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
