/* Memory that goes back all at once.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "base_tests.h"

START_TEST(gives_zeroed_aligned_memory_of_any_size)
{
    static const size_t sizes[] = {0,      1, 7, 16, 100, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1,
                                   1 << 20};
    struct gr_arena arena = {0};
    for (int round = 0; round < 5; round++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            unsigned char *bytes = gr_arena_array(&arena, sizes[i], 1);
            ck_assert_ptr_nonnull(bytes);
            ck_assert_uint_eq((uintptr_t)bytes % alignof(max_align_t), 0);
            size_t dirty = 0;
            for (size_t j = 0; j < sizes[i]; j++)
                dirty += bytes[j] != 0 ? 1 : 0;
            ck_assert_uint_eq(dirty, 0);
            memset(bytes, 0xA5, sizes[i]); /* a later block that overlaps would not be zero */
        }
    gr_arena_free(&arena);
    ck_assert_ptr_null(arena.newest);
}
END_TEST

START_TEST(refuses_a_size_that_overflows)
{
    struct gr_arena arena = {0};
    ck_assert_ptr_null(gr_arena_array(&arena, SIZE_MAX / 2, 4));
    ck_assert_ptr_null(gr_arena_array(&arena, SIZE_MAX, 1));
    ck_assert_ptr_null(gr_arena_array(&arena, SIZE_MAX - 20, 1));
    ck_assert_ptr_nonnull(gr_arena_array(&arena, 4, 4));
    gr_arena_free(&arena);
}
END_TEST

START_TEST(copies_text_with_its_end)
{
    struct gr_arena arena = {0};
    char source[] = "abc";
    char *copy = gr_arena_text(&arena, gr_str(source));
    source[0] = 'x';
    ck_assert_str_eq(copy, "abc");
    ck_assert_str_eq(gr_arena_text(&arena, (struct gr_str){.ptr = NULL, .len = 0}), "");
    gr_arena_free(&arena);
    gr_arena_free(&arena);
}
END_TEST

TCase *arena_cases(void)
{
    TCase *cases = tcase_create("arena");
    tcase_add_test(cases, gives_zeroed_aligned_memory_of_any_size);
    tcase_add_test(cases, refuses_a_size_that_overflows);
    tcase_add_test(cases, copies_text_with_its_end);
    return cases;
}
