/* The growing text and its ceiling.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base_tests.h"
#include "grader/base/str.h"

START_TEST(collects_text_in_all_forms)
{
    struct gr_buf buf;
    gr_buf_start(&buf, 100);
    ck_assert_str_eq(gr_buf_cstr(&buf), "");
    ck_assert_uint_eq(gr_buf_view(&buf).len, 0);
    gr_buf_text(&buf, "ab");
    gr_buf_char(&buf, 'c');
    gr_buf_add(&buf, gr_str("de"));
    gr_buf_printf(&buf, "%d-%s", 42, "x");
    ck_assert_str_eq(gr_buf_cstr(&buf), "abcde42-x");
    ck_assert(!buf.failed);
    gr_buf_clear(&buf);
    ck_assert_str_eq(gr_buf_cstr(&buf), "");
    gr_buf_free(&buf);
    ck_assert_ptr_null(buf.ptr);
}
END_TEST

START_TEST(writes_utf8_that_reads_back)
{
    static const uint32_t codes[] = {'a',    0x7F,   0x80,    0x7FF,   0x800,
                                     0xFFFD, 0xFFFF, 0x10000, 0x10FFFF};
    struct gr_buf buf;
    gr_buf_start(&buf, 100);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        gr_buf_utf8(&buf, codes[i]);
    size_t at = 0, count = 0;
    while (at < buf.len) {
        uint32_t code;
        ck_assert(gr_utf8_next(gr_buf_view(&buf), &at, &code));
        ck_assert_uint_eq(code, codes[count++]);
    }
    ck_assert_uint_eq(count, sizeof codes / sizeof codes[0]);
    gr_buf_free(&buf);
}
END_TEST

START_TEST(never_grows_past_its_ceiling_and_failure_sticks)
{
    struct gr_buf buf;
    gr_buf_start(&buf, 10);
    gr_buf_text(&buf, "1234567890");
    ck_assert(!buf.failed);
    gr_buf_char(&buf, 'x');
    ck_assert(buf.failed);
    ck_assert_str_eq(gr_buf_cstr(&buf), "1234567890");
    gr_buf_add(&buf, (struct gr_str){.ptr = "", .len = 0});
    ck_assert(buf.failed);
    gr_buf_clear(&buf);
    gr_buf_printf(&buf, "%s", "12345678901");
    ck_assert(buf.failed);
    gr_buf_clear(&buf);
    gr_buf_printf(&buf, "%s", "1234567890");
    ck_assert(!buf.failed);
    gr_buf_free(&buf);
}
END_TEST

START_TEST(grows_through_many_appends)
{
    struct gr_buf buf;
    gr_buf_start(&buf, 1 << 20);
    for (int i = 0; i < 100000; i++)
        gr_buf_char(&buf, (char)('a' + i % 26));
    ck_assert_uint_eq(buf.len, 100000);
    ck_assert_uint_eq(strlen(gr_buf_cstr(&buf)), 100000);
    ck_assert(buf.ptr[26 * 1000] == 'a' && buf.ptr[99999] == (char)('a' + 99999 % 26));
    gr_buf_free(&buf);
}
END_TEST

TCase *buf_cases(void)
{
    TCase *cases = tcase_create("buf");
    tcase_add_test(cases, collects_text_in_all_forms);
    tcase_add_test(cases, writes_utf8_that_reads_back);
    tcase_add_test(cases, never_grows_past_its_ceiling_and_failure_sticks);
    tcase_add_test(cases, grows_through_many_appends);
    return cases;
}
