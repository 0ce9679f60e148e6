/* What the journal's tests share: one store in a folder of its own, and short words for the usual
 * steps, each of which fails the test when it fails.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_JOURNAL_CASE_H
#define TEST_JOURNAL_CASE_H

#include <check.h>
#include <stdint.h>
#include <sys/types.h>

#include "grader/journal/journal.h"
#include "tests/support/temp_folder.h"

struct journal_case {
    struct temp_folder folder;
    char path[512];    /* of the store */
    char lock[512];    /* of its lock file */
    struct gr_err err; /* of the last journal_try_open */
};

/* in_memory: where flushing costs nothing, for tests that need not wait for a disk. */
void journal_case_start(struct journal_case *test, bool in_memory);
void journal_case_end(const struct journal_case *test);

struct gr_journal *journal_open(struct journal_case *test);
struct gr_journal *journal_try_open(struct journal_case *test); /* NULL on failure; see err */
/* Appends an answer; returns its number. */
int64_t journal_put(struct gr_journal *journal, const char *item, const char *payload);
/* Opens, appends `count` answers, closes. */
void journal_fill(struct journal_case *test, int count);
int64_t journal_count(struct gr_journal *journal);    /* events, by reading each of them */
int64_t journal_verified(struct gr_journal *journal); /* events of a chain that holds */
/* Runs SQL on the store past the journal. */
void journal_sql(const struct journal_case *test, const char *sql);
/* Runs `work` in a process of its own; returns its wait status. */
int in_process(void (*work)(struct journal_case *test), struct journal_case *test);

/* A splitmix64 step: tests draw the same numbers every time. */
uint64_t next_random(uint64_t *state);
/* Whole files. */
size_t file_read(const char *path, void *out, size_t size);
void file_write(const char *path, const void *bytes, size_t count);
int64_t file_bytes(const char *path); /* -1 when there is none */

int run_suite(const char *name, TCase *tests);

#endif
