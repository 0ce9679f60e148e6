/* The CUDA kernels against the CPU, through the real kn. Without a GPU that answers the test is
 * skipped (exit code 77), after seeing that kn says so cleanly.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/wait.h>
#include <unistd.h>

#include "kn_process.h"

/* Check's assertions work inside tests only, so this asks by itself: exit code 3 is "cannot here".
 */
static bool is_absent(void)
{
    char path[1024];
    int status = 0;
    const char *bin = getenv("WALLCLOCK_BIN");
    (void)snprintf(path, sizeof path, "%s/kn", bin != NULL ? bin : ".");
    pid_t pid = fork();
    if (pid == 0) {
        (void)execl(path, path, "check", "sum", "--device", "cuda:0", (char *)NULL);
        _exit(126);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 3;
}

START_TEST(gpu_results_equal_those_of_the_processor)
{
    const char *const lines[] = {"check sum --device cuda:0", "check stream --device cuda:0"};
    struct kn_outcome outcome = kn_process_run(lines[_i], NULL, "", 0);
    ck_assert_msg(outcome.exit_code == 0, "%s", outcome.text);
    ck_assert_ptr_nonnull(strstr(outcome.text, "\tcuda\tok\t"));
    free(outcome.text);
}
END_TEST

int main(void)
{
    enum { SKIPPED = 77 };
    if (is_absent()) {
        return SKIPPED;
    }
    Suite *suite = suite_create("kn on a GPU");
    TCase *tcase = tcase_create("kn on a GPU");
    tcase_add_loop_test(tcase, gpu_results_equal_those_of_the_processor, 0, 2);
    tcase_set_timeout(tcase, 120);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
