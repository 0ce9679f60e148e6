/* The order of the course: pages of the strands, problems where mathematics stands.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/core/home.h"
#include "tests/unit/app/core/core_cases.h"

static struct gr_session *open_course(struct app *app)
{
    static char course[1024];
    struct gr_err err = {0};
    struct gr_session *session = NULL;
    (void)snprintf(course, sizeof course, "%s/tests/cli/course", getenv("WALLCLOCK_SOURCE"));
    *app = (struct app){.options = {.course = course, .student = "s"}};
    ck_assert_msg(app_session(app, APP_STORE_NONE, &session, &err), "%s", err.text);
    return session;
}

START_TEST(entries_stand_in_the_order_of_the_strands)
{
    static const char *const ids[][3] = {
        {"T.1.basics.1", "basics.1", "Basics"}, {"T.1.basics.2", "basics.2", "Basics"},
        {"T.1.W1", "W1", "Mathematics"},        {"T.1.E1", "E1", "Mathematics"},
        {"T.1.E2", "E2", "Mathematics"},
    };
    struct app app;
    struct app_outline outline;
    struct gr_err err = {0};
    struct gr_session *session = open_course(&app);
    ck_assert(app_outline(gr_session_course(session), &app.arena, &outline, &err));
    ck_assert_uint_eq(outline.count, sizeof ids / sizeof ids[0]);
    for (size_t i = 0; i < outline.count; i++) {
        ck_assert_str_eq(outline.entries[i].id, ids[i][0]);
        ck_assert_str_eq(outline.entries[i].short_id, ids[i][1]);
        ck_assert_str_eq(outline.entries[i].group, ids[i][2]);
        ck_assert_ptr_eq(app_outline_find(&outline, ids[i][0]), &outline.entries[i]);
    }
    ck_assert_ptr_null(app_outline_find(&outline, "T.1.W9"));
    app_close(&app);
}
END_TEST

START_TEST(what_is_next_starts_where_one_is)
{
    struct app app;
    struct app_outline outline;
    struct app_next next;
    struct gr_err err = {0};
    struct gr_session *session = open_course(&app);
    ck_assert(app_outline(gr_session_course(session), &app.arena, &outline, &err));
    ck_assert(app_next_items(session, &outline, &next, &err));
    ck_assert_ptr_null(next.resume);
    ck_assert_uint_eq(next.count, 3);
    ck_assert_str_eq(next.items[0]->id, "T.1.basics.1");
    app_close(&app);
}
END_TEST

START_TEST(the_home_page_speaks_as_plain_mode_types)
{
    struct app app;
    struct gr_buf out;
    struct gr_err err = {0};
    (void)open_course(&app);
    app.options.plain = true;
    gr_buf_start(&out, 1 << 20);
    ck_assert(app_home_standing(&app, &out, &err));
    ck_assert_ptr_nonnull(strstr(gr_buf_cstr(&out), "Next:\n  read basics.1"));
    ck_assert_ptr_null(strstr(gr_buf_cstr(&out), "wallclock read"));
    gr_buf_free(&out);
    app_close(&app);
}
END_TEST

TCase *outline_case(void)
{
    TCase *tcase = tcase_create("outline");
    tcase_add_test(tcase, entries_stand_in_the_order_of_the_strands);
    tcase_add_test(tcase, what_is_next_starts_where_one_is);
    tcase_add_test(tcase, the_home_page_speaks_as_plain_mode_types);
    return tcase;
}
