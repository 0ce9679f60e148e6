/* The helper as a process: it is killed with all it started, dies with its parent, is replaced when
 * it died, and leaves nothing behind.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temp_folder.h"
#include "tests/unit/grader/run/kn_case.h"

/* Orphans of the processes here come to us, so that their end can be seen. */
static void adopt_orphans(void)
{
    ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
}

/* What was adopted besides, killed with its group: without forks the next tests share this process.
 */
static void bury_orphans(void)
{
    ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
    while (waitpid(-1, NULL, 0) > 0)
        continue;
}

static void must_be_killed(pid_t pid)
{
    int status = 0;
    ck_assert(waitpid(pid, &status, 0) == pid);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

START_TEST(cancel_ends_the_child_and_all_it_started)
{
    adopt_orphans();
    kn_use("child;end", 20000);
    kn_ask();
    ck_assert_int_eq(kn_finish(), GR_KN_REPLY);
    pid_t grandchild = kn_machine_pid();
    kn_ask();
    gr_kn_cancel(the.kn);
    must_be_killed(grandchild);
    gr_kn_cancel(the.kn);
    kn_ask();
    ck_assert_int_eq(kn_finish(), GR_KN_REPLY);
    grandchild = kn_machine_pid();
    gr_kn_free(the.kn);
    the.kn = NULL;
    must_be_killed(grandchild);
    bury_orphans();
}
END_TEST

static void die_with_a_child_at_work(int out)
{
    kn_use("here;hang", 20000);
    kn_ask();
    while (kn_wait_for_news() != GR_KN_PROGRESS)
        ;
    pid_t pid = (pid_t)the.progress.done;
    if (write(out, &pid, sizeof pid) == (ssize_t)sizeof pid)
        (void)kill(getpid(), SIGKILL);
}

START_TEST(the_child_dies_with_its_parent)
{
    int ends[2];
    adopt_orphans();
    ck_assert_int_eq(pipe(ends), 0);
    pid_t parent = fork();
    ck_assert(parent >= 0);
    if (parent == 0) {
        die_with_a_child_at_work(ends[1]);
        _exit(1);
    }
    pid_t child;
    ck_assert(read(ends[0], &child, sizeof child) == (ssize_t)sizeof child);
    must_be_killed(parent);
    must_be_killed(child);
    bury_orphans();
    (void)close(ends[0]);
    (void)close(ends[1]);
}
END_TEST

START_TEST(a_child_that_died_while_idle_is_replaced)
{
    kn_use("self;end;exit 0", 20000);
    for (int i = 0; i < 5; i++) {
        kn_ask();
        ck_assert_msg(kn_finish() == GR_KN_REPLY, "%s", the.err.text);
        siginfo_t info;
        ck_assert_int_eq(waitid(P_PID, (id_t)kn_machine_pid(), &info, WEXITED | WNOWAIT), 0);
    }
}
END_TEST

static int count_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

START_TEST(neither_descriptors_nor_dead_processes_are_left)
{
    int before = count_descriptors();
    for (int i = 0; i < 20; i++) {
        kn_use(i % 2 == 0 ? "crash" : "hang", 20000);
        kn_ask();
        if (i % 2 == 0)
            ck_assert_int_eq(kn_finish(), GR_KN_FAILED);
    }
    gr_kn_free(the.kn);
    the.kn = NULL;
    ck_assert_int_eq(count_descriptors(), before);
    ck_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}
END_TEST

START_TEST(a_program_that_cannot_run_is_named)
{
    struct temp_folder folder;
    char path[200];
    temp_folder_make(&folder, false);
    FILE *file = fopen(temp_folder_name(&folder, "no_program", path, sizeof path), "w");
    ck_assert(file != NULL && fputs("text", file) >= 0 && fclose(file) == 0);
    ck_assert_int_eq(chmod(path, 0755), 0);
    const char *const paths[] = {"/nowhere/kn", folder.path, path, NULL};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const struct gr_kn_options options = {.path = paths[i]};
        gr_kn_free(the.kn);
        the.err = (struct gr_err){0};
        ck_assert(gr_kn_new(&the.kn, &options, &the.err));
        ck_assert(!gr_kn_send(the.kn, "sum", NULL, 0, &the.err));
        ck_assert_int_eq(the.err.code, GR_E_MACHINE);
        ck_assert_ptr_nonnull(strstr(the.err.text, "WALLCLOCK_KN"));
        ck_assert(paths[i] == NULL || strstr(the.err.text, paths[i]) != NULL);
        ck_assert_int_eq(gr_kn_fd(the.kn), -1);
    }
    temp_folder_remove(&folder);
}
END_TEST

/* Whether the end is seen while sending or while waiting is a matter of moments; the words are not.
 */
START_TEST(a_helper_that_ends_at_its_start_is_quoted)
{
    for (int i = 0; i < 10; i++) {
        kn_use("refuse", 20000);
        the.err = (struct gr_err){0};
        ck_assert(!gr_kn_send(the.kn, "sum", NULL, 0, &the.err) || kn_finish() == GR_KN_FAILED);
        ck_assert_int_eq(the.err.code, GR_E_MACHINE);
        ck_assert_msg(strstr(the.err.text, "status 2") != NULL &&
                          strstr(the.err.text, "no such set") != NULL,
                      "%s", the.err.text);
    }
}
END_TEST

START_TEST(instruction_set_and_device_are_handed_over)
{
    struct temp_folder folder;
    char path[200];
    char said[200] = "";
    temp_folder_make(&folder, false);
    (void)setenv("FAKE_KN_ARGS", temp_folder_name(&folder, "args", path, sizeof path), 1);
    const struct gr_kn_options options = {.path = the.fake_kn, .isa = "avx2", .device = "cuda:0"};
    (void)setenv("FAKE_KN", "end", 1);
    ck_assert(gr_kn_new(&the.kn, &options, &the.err));
    kn_ask();
    ck_assert_int_eq(kn_finish(), GR_KN_REPLY);
    FILE *file = fopen(path, "r");
    ck_assert(file != NULL && fread(said, 1, sizeof said - 1, file) > 0 && fclose(file) == 0);
    ck_assert_str_eq(said, "serve\n--isa\navx2\n--device\ncuda:0\n");
    temp_folder_remove(&folder);
}
END_TEST

int main(int argc, char **argv)
{
    TCase *tests = tcase_create("kn_process");
    tcase_add_test(tests, cancel_ends_the_child_and_all_it_started);
    tcase_add_test(tests, the_child_dies_with_its_parent);
    tcase_add_test(tests, a_child_that_died_while_idle_is_replaced);
    tcase_add_test(tests, neither_descriptors_nor_dead_processes_are_left);
    tcase_add_test(tests, a_program_that_cannot_run_is_named);
    tcase_add_test(tests, a_helper_that_ends_at_its_start_is_quoted);
    tcase_add_test(tests, instruction_set_and_device_are_handed_over);
    return kn_case_main(argc, argv, tests);
}
