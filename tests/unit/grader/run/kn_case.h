/* What the tests of the client of kn share: one client of the helper that plays kn from a script
 * (tests/support/fake_kn.c), and short words for the usual steps. Waiting is by poll with the
 * client's own deadline.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_KN_CASE_H
#define TEST_KN_CASE_H

#include <check.h>

#include <sys/types.h>

#include "grader/run/kn_client.h"

struct kn_case {
    const char *fake_kn; /* path of the helper */
    struct gr_kn *kn;
    struct gr_arena arena;
    struct gr_kn_reply reply; /* of the last request */
    struct gr_progress progress;
    struct gr_err err;
};
extern struct kn_case the;

void kn_case_start(void);
void kn_case_end(void);
/* A new client of the fake helper that plays `script`. */
void kn_use(const char *script, int64_t deadline_ms);
void kn_ask(void);
enum gr_kn_news kn_wait_for_news(void);
/* Waits for the end of a request: its last news. */
enum gr_kn_news kn_finish(void);
/* The process number that the fake helper gave as its machine. */
pid_t kn_machine_pid(void);
/* Runs the tests; argv[1] is the fake helper. */
int kn_case_main(int argc, char **argv, TCase *tests);

#endif
