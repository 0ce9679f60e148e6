/* Steps of a walk whose blanks stand in text, in inline maths and in displays.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/core/walk_text.h"
#include "tests/unit/app/core/core_cases.h"

static const struct {
    const char *step;
    enum app_maths before;
    bool ends_in_blank;
    const char *markdown;
    enum app_maths after;
} steps[] = {
    {"plain text", APP_MATHS_NONE, false, "plain text", APP_MATHS_NONE},
    {"it sends", APP_MATHS_NONE, true, "it sends \\_\\_\\_\\_", APP_MATHS_NONE},
    {"with $n = ", APP_MATHS_NONE, true, "with $n =  \\text{____}$", APP_MATHS_INLINE},
    {"5$ left", APP_MATHS_INLINE, false, "$5$ left", APP_MATHS_NONE},
    {"5 + ", APP_MATHS_INLINE, true, "$5 +  \\text{____}$", APP_MATHS_INLINE},
    {"$$T = ", APP_MATHS_NONE, true, "$$T =  \\text{____}$$", APP_MATHS_DISPLAY},
    {"7$$ and $x$", APP_MATHS_DISPLAY, false, "$$7$$ and $x$", APP_MATHS_NONE},
    {"costs \\$5", APP_MATHS_NONE, false, "costs \\$5", APP_MATHS_NONE},
    {"a `$` sign", APP_MATHS_NONE, false, "a `$` sign", APP_MATHS_NONE},
    {"", APP_MATHS_NONE, false, "", APP_MATHS_NONE},
    {"\\", APP_MATHS_NONE, false, "\\", APP_MATHS_NONE},
};

START_TEST(a_step_is_completed_to_markdown_of_its_own)
{
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        gr_buf_clear(&out);
        enum app_maths after =
            app_walk_markdown(gr_str(steps[i].step), steps[i].before, steps[i].ends_in_blank, &out);
        ck_assert_str_eq(gr_buf_cstr(&out), steps[i].markdown);
        ck_assert_int_eq(after, steps[i].after);
    }
    gr_buf_free(&out);
}
END_TEST

TCase *walk_text_case(void)
{
    TCase *tcase = tcase_create("walk text");
    tcase_add_test(tcase, a_step_is_completed_to_markdown_of_its_own);
    return tcase;
}
