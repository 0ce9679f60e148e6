/* See kn_case.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/grader/run/kn_case.h"

#include <poll.h>
#include <stdlib.h>

struct kn_case the;

void kn_case_start(void)
{
    the = (struct kn_case){.fake_kn = the.fake_kn};
}

void kn_case_end(void)
{
    gr_kn_free(the.kn);
    gr_arena_free(&the.arena);
}

void kn_use(const char *script, int64_t deadline_ms)
{
    gr_kn_free(the.kn);
    const struct gr_kn_options options = {.path = the.fake_kn, .deadline_ms = deadline_ms};
    ck_assert_int_eq(setenv("FAKE_KN", script, 1), 0);
    ck_assert(gr_kn_new(&the.kn, &options, &the.err));
}

void kn_ask(void)
{
    the.err = (struct gr_err){0};
    const struct gr_kn_arg args[] = {{"n", "1000"}, {"format", "bf16"}};
    ck_assert_msg(gr_kn_send(the.kn, "sum", args, 2, &the.err), "%s", the.err.text);
}

enum gr_kn_news kn_wait_for_news(void)
{
    struct pollfd wait = {.fd = gr_kn_fd(the.kn), .events = POLLIN};
    ck_assert_int_ge(wait.fd, 0);
    int ready = poll(&wait, 1, gr_kn_wait_ms(the.kn));
    ck_assert(ready >= 0);
    return gr_kn_take(the.kn, &the.arena, &the.reply, &the.progress, &the.err);
}

enum gr_kn_news kn_finish(void)
{
    enum gr_kn_news news;
    do
        news = kn_wait_for_news();
    while (news == GR_KN_NOTHING || news == GR_KN_PROGRESS);
    ck_assert_int_eq(gr_kn_fd(the.kn), -1);
    ck_assert_int_eq(gr_kn_wait_ms(the.kn), -1);
    return news;
}

pid_t kn_machine_pid(void)
{
    int64_t pid = 0;
    ck_assert(gr_str_integer(gr_str(the.reply.machine), &pid));
    return (pid_t)pid;
}

int kn_case_main(int argc, char **argv, TCase *tests)
{
    if (argc != 2)
        return 2;
    the.fake_kn = argv[1];
    tcase_add_checked_fixture(tests, kn_case_start, kn_case_end);
    tcase_set_timeout(tests, 60);
    Suite *suite = suite_create("kn");
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
