/* kill -9 at 200 random moments: what was acknowledged is there, the store opens, the chain holds.
 * A writer opens the store, appends and tells each number it was given through a pipe; the killer
 * waits for a random number of acknowledgements and then a random part of a millisecond or more.
 * Every tenth round begins without a store, so making one is hit too; half the rounds use the
 * rollback journal of network file systems, and half a file system in memory, where other moments
 * are hit.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/grader/journal/journal_case.h"

enum { ROUNDS = 200, ROUNDS_A_STORE = 10 };

static struct journal_case the;
static bool round_in_memory;

static void start(void)
{
    journal_case_start(&the, round_in_memory);
}

static void end(void)
{
    journal_case_end(&the);
}

/* Appends until it is killed. A few payloads are large, so that the log is copied back often. No
 * ck_ here: Check shares one message file with its forks, and a kill would cut a message in two. */
static void write_for_ever(int out, uint64_t random)
{
    static char payload[20001];
    struct gr_journal *journal = NULL;
    struct gr_err err = {0};
    if (!gr_journal_open(the.path, &journal, &err))
        _exit(2);
    for (;;) {
        size_t length = next_random(&random) % 16 == 0 ? 20000 : next_random(&random) % 400;
        memset(payload, 'a', length);
        payload[length] = '\0';
        struct gr_event event = {.kind = "answer", .item = "VIII.6.W3", .payload = payload};
        if (!gr_journal_append(journal, &event, &err) ||
            write(out, &event.seq, sizeof event.seq) != (ssize_t)sizeof event.seq)
            _exit(1);
    }
}

static bool can_read(int fd, int wait_ms)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    return poll(&wait, 1, wait_ms) == 1;
}

/* Reads acknowledgements until there were `most`, or none comes for `wait_ms`. */
static int64_t read_acknowledged(int fd, uint64_t most, int wait_ms, int64_t newest)
{
    int64_t seq;
    for (uint64_t i = 0; i < most && can_read(fd, wait_ms); i++) {
        if (read(fd, &seq, sizeof seq) != (ssize_t)sizeof seq)
            break;
        ck_assert_int_gt(seq, newest);
        newest = seq;
    }
    return newest;
}

/* Returns the newest event that the writer acknowledged before it died. */
static int64_t kill_a_writer(uint64_t *random, int64_t newest)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t pid = fork();
    ck_assert(pid >= 0);
    if (pid == 0) {
        (void)close(ends[0]);
        write_for_ever(ends[1], *random);
    }
    (void)close(ends[1]);
    newest = read_acknowledged(ends[0], next_random(random) % 12, 10000, newest);
    long pause_ns = (long)(next_random(random) % 4000000);
    (void)nanosleep(&(struct timespec){.tv_nsec = pause_ns}, NULL);
    ck_assert_int_eq(kill(pid, SIGKILL), 0);
    int status;
    ck_assert(waitpid(pid, &status, 0) == pid);
    ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL,
                  "the writer failed by itself");
    newest = read_acknowledged(ends[0], UINT64_MAX, 10000, newest);
    (void)close(ends[0]);
    return newest;
}

START_TEST(nothing_acknowledged_is_lost_when_the_writer_is_killed)
{
    uint64_t random = 20260228;
    int64_t acknowledged = 0;
    int64_t in_all = 0;
    for (int round = 0; round < ROUNDS; round++) {
        if (round % ROUNDS_A_STORE == 0) {
            end();
            round_in_memory = round / ROUNDS_A_STORE % 4 < 2;
            start();
            in_all += acknowledged;
            acknowledged = 0;
            (void)setenv("WALLCLOCK_ASSUME_NETWORK_FS", round / ROUNDS_A_STORE % 2 == 0 ? "0" : "1",
                         1);
        }
        acknowledged = kill_a_writer(&random, acknowledged);
        struct gr_journal *journal = journal_open(&the);
        ck_assert(!gr_journal_is_read_only(journal));
        ck_assert_msg(gr_journal_notice(journal)[0] == '\0', "round %d: %s", round,
                      gr_journal_notice(journal));
        int64_t events = journal_verified(journal);
        ck_assert_msg(events >= acknowledged && events <= acknowledged + 1,
                      "round %d: %lld acknowledged, %lld there", round, (long long)acknowledged,
                      (long long)events);
        acknowledged = events;
        gr_journal_close(journal);
    }
    /* The test itself must have worked: many events, not just kills before the first one. */
    ck_assert_int_gt(in_all, ROUNDS);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("kill");
    tcase_add_checked_fixture(tests, start, end);
    tcase_set_timeout(tests, 110);
    tcase_add_test(tests, nothing_acknowledged_is_lost_when_the_writer_is_killed);
    return run_suite("journal_kill", tests);
}
