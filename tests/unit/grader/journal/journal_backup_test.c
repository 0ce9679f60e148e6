/* Copies of the store: on request, daily, seven kept.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/grader/journal/journal_case.h"

static struct journal_case the;
static const int64_t NOON_MS = 1772193600000; /* 2026-02-27 12:00 UTC */
static const int64_t DAY_MS = 86400000;

static void start(void)
{
    (void)setenv("TZ", "UTC", 1);
    journal_case_start(&the, false);
}

static void end(void)
{
    journal_case_end(&the);
}

static void set_day(int day)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%lld", (long long)NOON_MS + day * (long long)DAY_MS);
    (void)setenv("WALLCLOCK_NOW_MS", text, 1);
}

static const char *in_backups(const char *name, char out[512])
{
    char path[300];
    (void)snprintf(path, sizeof path, "data/wallclock/backup/%s", name);
    return temp_folder_name(&the.folder, path, out, 512);
}

static void back_up(struct gr_journal *journal)
{
    struct gr_err err = {0};
    ck_assert_msg(gr_journal_backup_daily(journal, &err), "%s", err.text);
}

START_TEST(a_copy_opens_as_a_store_with_the_same_chain)
{
    struct journal_case copy = the;
    journal_fill(&the, 5);
    struct gr_journal *journal = journal_open(&the);
    (void)temp_folder_name(&the.folder, "file:copy?mode=memory.db", copy.path, sizeof copy.path);
    struct gr_err err = {0};
    ck_assert_msg(gr_journal_backup(journal, copy.path, &err), "%s", err.text);
    struct gr_journal *other = journal_open(&copy);
    ck_assert_int_eq(journal_verified(other), 5);
    ck_assert_int_eq(journal_put(other, "W", "{}"), 6);
    gr_journal_close(other);
    ck_assert_int_eq(journal_verified(journal), 5);
    gr_journal_close(journal);
}
END_TEST

START_TEST(a_copy_never_replaces_a_file)
{
    char path[512];
    journal_fill(&the, 1);
    file_write(temp_folder_name(&the.folder, "thesis.txt", path, sizeof path), "mine", 4);
    struct gr_journal *journal = journal_open(&the);
    struct gr_err err = {0};
    ck_assert(!gr_journal_backup(journal, path, &err));
    ck_assert_int_eq(err.code, GR_E_STORE);
    ck_assert_int_eq(file_bytes(path), 4);
    gr_journal_close(journal);
}
END_TEST

START_TEST(one_copy_a_day_is_made_and_the_newest_seven_stay)
{
    char path[512];
    set_day(0);
    struct gr_journal *journal = journal_open(&the);
    back_up(journal);
    ck_assert_int_eq(file_bytes(in_backups("progress-2026-02-27.db", path)), -1);
    for (int day = 0; day < 10; day++) {
        set_day(day);
        (void)journal_put(journal, "VIII.6.W3", "{}");
        back_up(journal);
        back_up(journal);
    }
    static const struct {
        const char *name;
        bool is_kept;
    } cases[] = {
        {"progress-2026-02-27.db", false}, {"progress-2026-02-28.db", false},
        {"progress-2026-03-01.db", false}, {"progress-2026-03-02.db", true},
        {"progress-2026-03-03.db", true},  {"progress-2026-03-04.db", true},
        {"progress-2026-03-05.db", true},  {"progress-2026-03-06.db", true},
        {"progress-2026-03-07.db", true},  {"progress-2026-03-08.db", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg((file_bytes(in_backups(cases[i].name, path)) > 0) == cases[i].is_kept, "%s",
                      cases[i].name);
    gr_journal_close(journal);
}
END_TEST

START_TEST(rotation_leaves_files_of_other_names_alone)
{
    char path[512];
    static const char *const names[] = {"progress-mine.db", "other-2026-01-01.db",
                                        "progress-2026-01-01.db.txt", "progress-2026-1-1.db"};
    set_day(0);
    struct gr_journal *journal = journal_open(&the);
    (void)journal_put(journal, "VIII.6.W3", "{}");
    back_up(journal);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        file_write(in_backups(names[i], path), "mine", 4);
    for (int day = 1; day < 12; day++) {
        set_day(day);
        back_up(journal);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        ck_assert_int_eq(file_bytes(in_backups(names[i], path)), 4);
    gr_journal_close(journal);
}
END_TEST

START_TEST(a_copy_into_a_folder_that_is_not_there_makes_none)
{
    char path[512];
    struct gr_err err = {0};
    journal_fill(&the, 1);
    struct gr_journal *journal = journal_open(&the);
    (void)temp_folder_name(&the.folder, "none/such/copy.db", path, sizeof path);
    ck_assert(!gr_journal_backup(journal, path, &err));
    ck_assert_int_eq(err.code, GR_E_MACHINE);
    ck_assert_ptr_nonnull(strstr(err.text, "none/such/copy.db"));
    ck_assert_int_eq(file_bytes(temp_folder_name(&the.folder, "none", path, sizeof path)), -1);
    gr_journal_close(journal);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("backup");
    tcase_add_checked_fixture(tests, start, end);
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, a_copy_opens_as_a_store_with_the_same_chain);
    tcase_add_test(tests, a_copy_never_replaces_a_file);
    tcase_add_test(tests, one_copy_a_day_is_made_and_the_newest_seven_stay);
    tcase_add_test(tests, rotation_leaves_files_of_other_names_alone);
    tcase_add_test(tests, a_copy_into_a_folder_that_is_not_there_makes_none);
    return run_suite("journal_backup", tests);
}
