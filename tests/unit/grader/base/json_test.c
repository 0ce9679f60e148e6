/* JSON as written: commas, escapes, nothing that is not UTF-8.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/base/json.h"

#include "base_tests.h"

START_TEST(writes_objects_and_arrays_with_their_commas)
{
    struct gr_buf buf;
    gr_buf_start(&buf, 1000);
    struct gr_json json = {.out = &buf};
    gr_json_open(&json, NULL, '{');
    gr_json_text(&json, "status", "ok");
    gr_json_raw(&json, "value", "19.37");
    gr_json_integer(&json, "n", INT64_MIN);
    gr_json_bool(&json, "yes", true);
    gr_json_open(&json, "list", '[');
    gr_json_close(&json, ']');
    gr_json_open(&json, "more", '[');
    gr_json_integer(&json, NULL, 1);
    gr_json_open(&json, NULL, '{');
    gr_json_bool(&json, "no", false);
    gr_json_close(&json, '}');
    gr_json_close(&json, ']');
    gr_json_close(&json, '}');
    ck_assert_str_eq(gr_buf_cstr(&buf),
                     "{\"status\": \"ok\", \"value\": 19.37, \"n\": -9223372036854775808, "
                     "\"yes\": true, \"list\": [], \"more\": [1, {\"no\": false}]}");
    gr_buf_free(&buf);
}
END_TEST

START_TEST(escapes_what_json_cannot_hold)
{
    static const struct {
        const char *text, *want;
    } rows[] = {{"", "\"\""},
                {"a\"b\\c", "\"a\\\"b\\\\c\""},
                {"a\nb\tc", "\"a\\nb\\tc\""},
                {"\x01\x1F\x7F\r", "\"\\u0001\\u001f\\u007f\\u000d\""},
                {"\xC2\x80\xC2\x9F\xC2\xA0", "\"\\u0080\\u009f\xC2\xA0\""}, /* C1 controls */
                {"\xC3\xA9\xF0\x9F\x98\x80", "\"\xC3\xA9\xF0\x9F\x98\x80\""},
                {"a\xFF"
                 "b",
                 "\"a\xEF\xBF\xBD"
                 "b\""}};
    struct gr_buf buf;
    gr_buf_start(&buf, 1000);
    struct gr_json json = {.out = &buf};
    gr_json_str(&json, NULL, gr_str(rows[_i].text));
    ck_assert_str_eq(gr_buf_cstr(&buf), rows[_i].want);
    gr_buf_free(&buf);
}
END_TEST

START_TEST(a_full_buffer_is_told)
{
    struct gr_buf buf;
    gr_buf_start(&buf, 5);
    struct gr_json json = {.out = &buf};
    gr_json_text(&json, "key", "value");
    ck_assert(buf.failed);
    gr_buf_free(&buf);
}
END_TEST

TCase *json_cases(void)
{
    TCase *cases = tcase_create("json");
    tcase_add_test(cases, writes_objects_and_arrays_with_their_commas);
    tcase_add_loop_test(cases, escapes_what_json_cannot_hold, 0, 7);
    tcase_add_test(cases, a_full_buffer_is_told);
    return cases;
}
