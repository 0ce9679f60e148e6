/* Where the store and the course are looked for.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/core/app.h"
#include "tests/support/temp_folder.h"
#include "tests/unit/app/core/core_cases.h"

static const struct {
    const char *option, *data, *xdg, *home; /* NULL: not set */
    const char *path;                       /* a leading "." stands for the current folder */
} stores[] = {
    {NULL, NULL, NULL, "/srv/h", "/srv/h/.local/share/wallclock/progress.db"},
    {NULL, NULL, "/opt/x", "/srv/h", "/opt/x/wallclock/progress.db"},
    {NULL, NULL, "x", "/srv/h", "/srv/h/.local/share/wallclock/progress.db"},
    {NULL, NULL, "", "/srv/h", "/srv/h/.local/share/wallclock/progress.db"},
    {NULL, "/mnt/d", "/opt/x", "/srv/h", "/mnt/d/progress.db"},
    {NULL, "", "/opt/x", "/srv/h", "/opt/x/wallclock/progress.db"},
    {"/var/o", "/mnt/d", "/opt/x", "/srv/h", "/var/o/progress.db"},
    {"o", NULL, NULL, "/srv/h", "./o/progress.db"},
};

static void set(const char *name, const char *value)
{
    ck_assert_int_eq(value == NULL ? unsetenv(name) : setenv(name, value, 1), 0);
}

START_TEST(the_store_is_where_options_and_environment_say)
{
    char here[1024], expected[2048];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    for (size_t i = 0; i < sizeof stores / sizeof stores[0]; i++) {
        struct app app = {.options = {.data = stores[i].option}};
        struct gr_err err = {0};
        const char *path = NULL;
        set("WALLCLOCK_DATA", stores[i].data);
        set("XDG_DATA_HOME", stores[i].xdg);
        set("HOME", stores[i].home);
        ck_assert(app_store_path(&app, &path, &err));
        bool relative = stores[i].path[0] == '.';
        (void)snprintf(expected, sizeof expected, "%s%s", relative ? here : "",
                       stores[i].path + (relative ? 1 : 0));
        ck_assert_str_eq(path, expected);
        app_close(&app);
    }
}
END_TEST

START_TEST(a_named_course_that_is_none_is_not_looked_for_elsewhere)
{
    struct temp_folder folder;
    temp_folder_make(&folder, false);
    struct app app = {.options = {.course = folder.path}};
    struct gr_err err = {0};
    const char *root = NULL;
    ck_assert(!app_find_course(&app, &root, &err));
    ck_assert_int_eq(err.code, GR_E_COURSE);
    ck_assert_ptr_nonnull(strstr(err.text, folder.path));
    app_close(&app);
    temp_folder_remove(&folder);
}
END_TEST

START_TEST(the_environment_names_a_course_that_is_taken)
{
    struct app app = {0};
    struct gr_err err = {0};
    const char *root = NULL;
    char course[1024];
    (void)snprintf(course, sizeof course, "%s/tests/cli/course", getenv("WALLCLOCK_SOURCE"));
    set("WALLCLOCK_COURSE", course);
    ck_assert(app_find_course(&app, &root, &err));
    ck_assert_str_eq(root, course);
    app_close(&app);
}
END_TEST

START_TEST(looking_around_makes_no_store)
{
    struct temp_folder folder;
    char course[1024];
    temp_folder_make(&folder, false);
    (void)snprintf(course, sizeof course, "%s/tests/cli/course", getenv("WALLCLOCK_SOURCE"));
    struct app app = {.options = {.course = course, .data = folder.path, .student = "s"}};
    struct gr_err err = {0};
    struct gr_session *session = NULL, *again = NULL;
    ck_assert_msg(app_session(&app, APP_STORE_LOOK, &session, &err), "%s", err.text);
    ck_assert_ptr_null(gr_session_journal(session));
    ck_assert(app_session(&app, APP_STORE_NONE, &again, &err));
    ck_assert_ptr_eq(session, again);
    ck_assert(!app_session(&app, APP_STORE_WRITE, &again, &err));
    ck_assert_int_eq(err.code, GR_E_INTERNAL);
    app_close(&app);
    char store[1024];
    ck_assert_int_ne(access(temp_folder_name(&folder, "progress.db", store, sizeof store), F_OK),
                     0);
    temp_folder_remove(&folder);
}
END_TEST

TCase *paths_case(void)
{
    TCase *tcase = tcase_create("paths");
    tcase_add_test(tcase, the_store_is_where_options_and_environment_say);
    tcase_add_test(tcase, a_named_course_that_is_none_is_not_looked_for_elsewhere);
    tcase_add_test(tcase, the_environment_names_a_course_that_is_taken);
    tcase_add_test(tcase, looking_around_makes_no_store);
    return tcase;
}
