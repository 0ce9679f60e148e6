/* Memory gives out at every allocation in turn, once and for good: the journal says so, loses
 * nothing and never takes a healthy store for a damaged one. malloc and its kin are replaced over
 * glibc's own
 * (__libc_malloc), which reaches SQLite's allocations too.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/grader/journal/journal_case.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *ptr, size_t size);

static struct {
    bool is_counting;
    bool is_for_good; /* all later ones fail too */
    long count, fail_at, failed;
} memory;

static bool must_fail(void)
{
    if (!memory.is_counting)
        return false;
    memory.count++;
    bool fails =
        memory.count == memory.fail_at || (memory.is_for_good && memory.count > memory.fail_at);
    if (fails) {
        memory.failed++;
        errno = ENOMEM;
    }
    return fails;
}

void *malloc(size_t size)
{
    return must_fail() ? NULL : __libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size)
{
    return must_fail() ? NULL : __libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size)
{
    return must_fail() ? NULL : __libc_realloc(ptr, size);
}

static struct journal_case the;
static const int64_t EVENTS = 3;

static bool ignore(void *context, const struct gr_event *event)
{
    (void)context;
    return event->seq > 0;
}

/* Everything once; stops at the first failure. */
static bool use_all(int64_t *appended, struct gr_err *err)
{
    struct gr_journal *journal = NULL;
    struct gr_event event = {.kind = "answer", .item = "VIII.6.W3", .payload = "{}"};
    struct gr_buf out;
    bool found;
    int64_t events;
    gr_buf_start(&out, 1024);
    bool is_good = gr_journal_open(the.path, &journal, err);
    if (is_good && (is_good = gr_journal_append(journal, &event, err)))
        *appended = event.seq;
    is_good = is_good && gr_journal_note(journal, "k", gr_str("v"), err) &&
              gr_journal_noted(journal, "k", &out, &found, err) &&
              gr_journal_each(journal, "VIII.6.W3", NULL, ignore, NULL, err) &&
              gr_journal_verify(journal, &events, err) && gr_journal_backup_daily(journal, err);
    gr_journal_close(journal);
    gr_buf_free(&out);
    return is_good;
}

/* EVENTS events, of which the backup has all but one; the damaged header needs every way of repair.
 */
static void prepare(bool is_damaged)
{
    static char bytes[1 << 16];
    struct gr_err err = {0};
    temp_folder_make(&the.folder, true);
    (void)temp_folder_name(&the.folder, "progress.db", the.path, sizeof the.path);
    journal_fill(&the, (int)EVENTS - 1);
    if (is_damaged) {
        struct gr_journal *journal = journal_open(&the);
        ck_assert_msg(gr_journal_backup_daily(journal, &err), "%s", err.text);
        gr_journal_close(journal);
    }
    journal_fill(&the, 1);
    if (is_damaged) {
        size_t count = file_read(the.path, bytes, sizeof bytes);
        bytes[0] = 'X';
        file_write(the.path, bytes, count);
    }
}

/* One try with the n-th allocation failing; false when none failed any more. */
static bool try_once(long n, bool is_for_good, bool is_damaged)
{
    prepare(is_damaged);
    int64_t appended = 0;
    struct gr_err err = {0};
    memory.count = memory.failed = 0;
    memory.fail_at = n;
    memory.is_for_good = is_for_good;
    memory.is_counting = true;
    bool is_good = use_all(&appended, &err);
    memory.is_counting = false;
    ck_assert_msg(is_good || memory.failed > 0, "failed with memory enough: %s", err.text);
    ck_assert_msg(is_good || err.code == GR_E_MEMORY, "allocation %ld: %s", n, err.text);

    struct gr_journal *journal = journal_open(&the);
    int64_t events = journal_verified(journal);
    ck_assert_msg(is_damaged || gr_journal_notice(journal)[0] == '\0', "allocation %ld: %s", n,
                  gr_journal_notice(journal));
    ck_assert_msg(events >= EVENTS + (appended > 0 ? 1 : 0), "allocation %ld lost an event: %lld",
                  n, (long long)events);
    gr_journal_close(journal);
    temp_folder_remove(&the.folder);
    return memory.failed > 0;
}

static void fail_each_in_turn(bool is_for_good, bool is_damaged, long stride)
{
    long n = 1;
    while (try_once(n, is_for_good, is_damaged))
        n += stride;
    ck_assert_msg(n > 100, "only %ld allocations were counted", n);
}

START_TEST(one_failed_allocation_is_an_error_and_loses_nothing)
{
    fail_each_in_turn(false, false, 1);
}
END_TEST

START_TEST(no_memory_from_some_moment_on_is_an_error_and_loses_nothing)
{
    fail_each_in_turn(true, false, 1);
}
END_TEST

START_TEST(a_repair_short_of_memory_is_an_error_and_can_be_done_again)
{
    /* A repair allocates thousands of times, so here every seventh in turn. */
    fail_each_in_turn(false, true, 7);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("memory");
    tcase_set_timeout(tests, 110);
    tcase_add_test(tests, one_failed_allocation_is_an_error_and_loses_nothing);
    tcase_add_test(tests, no_memory_from_some_moment_on_is_an_error_and_loses_nothing);
    tcase_add_test(tests, a_repair_short_of_memory_is_an_error_and_can_be_done_again);
    return run_suite("journal_memory", tests);
}
