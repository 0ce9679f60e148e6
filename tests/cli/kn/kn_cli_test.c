/* The real kn through its command line and its protocol: shape of replies, exit codes, garbage, and
 * ending when it should.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <sys/wait.h>
#include <unistd.h>

#include "kn/protocol.h"
#include "kn_process.h"

struct command {
    const char *line, *isa;
    int exit_code;
    const char *output; /* part of what it prints; NULL: nothing at all */
};

static const struct command commands[] = {
    {"--help", NULL, 0, "kn serve"},
    {"", NULL, 2, NULL},
    {"lst", NULL, 2, NULL},
    {"--unknown list", NULL, 2, NULL},
    {"list", NULL, 0, "kernel\troof\ttimed\tscalar,avx2,avx512\t2*k*elements\t8*elements\t"},
    {"list ring", NULL, 0, "arg\tring\trank\tinteger\t0..63\t\t0\t"},
    {"list sum", NULL, 0, "arg\tsum\tformat\ttext\tfp32|bf16|fp16\t\t\t"},
    {"list rnig", NULL, 2, NULL},
    {"run", NULL, 2, NULL},
    {"run rof k=1", NULL, 2,
     "end\tbad-argument\tgood\tno kernel is called \"rof\"; did you mean roof?\n"},
    {"run roof k=0", NULL, 2, "end\tbad-argument\tgood\t"},
    {"run roof k", NULL, 2, "end\tbad-argument\tgood\t"},
    {"run tiled n=10 b=3", NULL, 0, "out\twords\t900\t\texact\t900\t900\t1\n"},
    {"--isa scalar run tiled n=10 b=3", NULL, 0, "text\tbackend\tscalar\n"},
    {"run tiled n=10 b=3 --isa=scalar", NULL, 0, "text\tisa\tscalar\n"},
    {"run tiled n=10 b=3", "scalar", 0, "text\tbackend\tscalar\n"},
    {"run tiled n=10 b=3", "sse9", 2, NULL},
    {"run tiled n=10 b=3 --isa neon", NULL, 2, NULL},
    {"run tiled n=10 b=3 --device gpu", NULL, 2, NULL},
    {"run tiled n=10 b=3 --device cuda:x", NULL, 2, NULL},
    {"run tiled n=10 b=3 --device cpu", NULL, 0, "end\tok\tgood\t\n"},
    {"run tiled n=10 b=3 --device cuda:0", NULL, 3, "end\tunsupported\tgood\ttiled has no code"},
    {"run ring p=2 n=3 dtype=fp32", NULL, 0, "out\tbytes\t12\tB\texact\t12\t12\t1\n"},
    {"run sum format=fp16 v=60000 n=3 lanes=1", NULL, 0,
     "out\tresult\tinf\t\texact\tinf\tinf\t1\n"},
    {"check ring", NULL, 0, "ring\tthreads\tok\t48 cases"},
    {"check rong", NULL, 2, NULL},
    {"check a b", NULL, 2, NULL},
    {"bench rong", NULL, 2, NULL},
    {"probe", NULL, 0, "text\tlast_level_cache\t"},
    {"probe", NULL, 0, "text\tgpu\t"},
    {"probe now", NULL, 2, NULL},
    {"serve now", NULL, 2, NULL},
};

START_TEST(commands_print_and_exit_as_agreed)
{
    const struct command *command = &commands[_i];
    struct kn_outcome outcome = kn_process_run(command->line, command->isa, "", 0);
    ck_assert_msg(outcome.exit_code == command->exit_code, "kn %s: exit %d", command->line,
                  outcome.exit_code);
    if (command->output != NULL) {
        ck_assert_msg(strstr(outcome.text, command->output) != NULL, "kn %s: %s", command->line,
                      outcome.text);
    } else {
        ck_assert_str_eq(outcome.text, "");
    }
    free(outcome.text);
}
END_TEST

/* Which of the protocol's kinds a line is, in their order; 0 for progress; -1 for none of them. */
static int kind_of(const char *line)
{
    const char *const kinds[] = {"progress\t", "text\t", "out\t", "gate\t", "end\t"};
    for (int kind = 0; kind < 5; kind++) {
        if (strncmp(line, kinds[kind], strlen(kinds[kind])) == 0) {
            return kind;
        }
    }
    return -1;
}

static size_t fields_of(const char *line)
{
    size_t fields = 1;
    for (; *line != '\0'; line++) {
        fields += *line == '\t';
    }
    return fields;
}

/* Reads one reply from text: kinds in order, right numbers of fields, one end. The rest, after it.
 */
static char *check_shape(char *text)
{
    const size_t fields[] = {4, 3, 8, 4, 4};
    int last_kind = 0;
    while (last_kind != 4) {
        char *newline = strchr(text, '\n');
        ck_assert_ptr_nonnull(newline);
        ck_assert_int_lt(newline - text, KN_LINE_MAX);
        *newline = '\0';
        int kind = kind_of(text);
        ck_assert_msg(kind >= 0, "no line of the protocol: %s", text);
        ck_assert_msg(fields_of(text) == fields[kind], "fields: %s", text);
        ck_assert_msg(kind == 0 || kind >= last_kind, "out of order: %s", text);
        last_kind = kind > 0 ? kind : last_kind;
        text = newline + 1;
    }
    return text;
}

START_TEST(replies_have_the_shape_of_the_protocol)
{
    const char *const lines[] = {"run roof k=2", "run chains k=2", "run stream",
                                 "run sum format=bf16 v=0.1 n=5000 lanes=4",
                                 "run ring p=3 n=5 dtype=bf16"};
    struct kn_outcome outcome = kn_process_run(lines[_i], NULL, "", 0);
    ck_assert(outcome.exit_code == 0 || outcome.exit_code == 5);
    ck_assert_str_eq(check_shape(outcome.text), "");
    free(outcome.text);
}
END_TEST

START_TEST(a_gpu_request_ends_in_results_or_a_clean_no)
{
    struct kn_outcome outcome =
        kn_process_run("run sum format=bf16 v=1.25 n=5000 lanes=1 --device cuda:0", NULL, "", 0);
    bool is_no = strncmp(outcome.text, "end\tabsent\tgood\t", 16) == 0 ||
                 strncmp(outcome.text, "end\tunsupported\tgood\t", 21) == 0;
    bool is_result = strstr(outcome.text, "out\tresult\t512\t") != NULL;
    ck_assert_msg(is_no ? outcome.exit_code == 3 : is_result && outcome.exit_code == 0, "%d: %s",
                  outcome.exit_code, outcome.text);
    ck_assert_str_eq(check_shape(outcome.text), "");
    free(outcome.text);
}
END_TEST

START_TEST(serve_answers_each_line_in_order_and_ends_with_its_input)
{
    const char requests[] = "run\tsum\tformat=bf16\tv=1.25\tn=5000\tlanes=1\n"
                            "run\ttiled\tn=10\tb=3\n"
                            "run\tring\tp=2\tn=3\tdtype=fp32"; /* the last without a newline */
    struct kn_outcome outcome = kn_process_run("serve", NULL, requests, sizeof requests - 1);
    ck_assert_int_eq(outcome.exit_code, 0);
    char *sum = strstr(outcome.text, "out\tresult\t512\t");
    char *tiled = strstr(outcome.text, "out\twords\t900\t");
    char *ring = strstr(outcome.text, "out\tbytes\t12\t");
    ck_assert_ptr_nonnull(sum);
    ck_assert_ptr_nonnull(tiled);
    ck_assert_ptr_nonnull(ring);
    ck_assert(sum < tiled && tiled < ring);
    char *rest = outcome.text;
    const char *const firsts[] = {"text\trequest\t1\n", "text\trequest\t2\n", "text\trequest\t3\n"};
    for (int reply = 0; reply < 3; reply++) {
        ck_assert_msg(strncmp(rest, firsts[reply], strlen(firsts[reply])) == 0, "%s", rest);
        rest = check_shape(rest);
    }
    ck_assert_str_eq(rest, "");
    free(outcome.text);
}
END_TEST

START_TEST(serve_flushes_each_reply_at_once)
{
    const char request[] = "run\ttiled\tn=4\tb=2\n";
    struct kn_process process = kn_process_start("serve", NULL);
    for (int turn = 0; turn < 3; turn++) {
        ck_assert(kn_process_feed(&process, request, sizeof request - 1));
        free(kn_process_read(&process, "end\tok\tgood\t\n"));
    }
    struct kn_outcome outcome = kn_process_end(&process);
    ck_assert_int_eq(outcome.exit_code, 0);
    free(outcome.text);
}
END_TEST

struct garbage {
    const char *bytes;
    size_t size;
};

#define GARBAGE(text)                                                                              \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }

static const struct garbage garbage[] = {
    GARBAGE("\n"),
    GARBAGE("run\n"),
    GARBAGE("run\t\n"),
    GARBAGE("\t\t\t\n"),
    GARBAGE("walk\troof\n"),
    GARBAGE("RUN\troof\tk=1\n"),
    GARBAGE("run roof k=1\n"),
    GARBAGE("run\troof\tk\n"),
    GARBAGE("run\troof\t=1\n"),
    GARBAGE("run\troof\tk=1\tk=1\n"),
    GARBAGE("run\troof\tk=\xff\n"),
    GARBAGE("run\tr\0of\tk=1\n"),
    GARBAGE("\xfe\xff\x80\n"),
    GARBAGE("run\troof\tk=1\r\n"),
    GARBAGE("end\tok\tgood\t\n"),
    GARBAGE("run\t\x1b[2J\tk=1\n"),
    GARBAGE("run\troof\tk=99999999999999999999999999999999999999\n"),
};

START_TEST(serve_refuses_garbage_and_goes_on)
{
    const char good[] = "run\ttiled\tn=4\tb=2\n";
    struct kn_process process = kn_process_start("serve", NULL);
    ck_assert(kn_process_feed(&process, garbage[_i].bytes, garbage[_i].size));
    char *refusal = kn_process_read(&process, "end\t");
    ck_assert_msg(strstr(refusal, "text\trequest\t1\nend\tbad-argument\tgood\t") == refusal, "%s",
                  refusal);
    ck_assert_str_eq(check_shape(refusal), "");
    free(refusal);
    ck_assert(kn_process_feed(&process, good, sizeof good - 1));
    struct kn_outcome outcome = kn_process_end(&process);
    ck_assert_int_eq(outcome.exit_code, 0);
    ck_assert_ptr_nonnull(strstr(outcome.text, "end\tok\tgood\t\n"));
    free(outcome.text);
}
END_TEST

START_TEST(serve_refuses_a_line_that_is_too_long_or_has_too_many_fields)
{
    enum { LENGTH = 100000 };
    char *line = malloc(LENGTH);
    ck_assert_ptr_nonnull(line);
    struct kn_process process = kn_process_start("serve", NULL);
    memset(line, 'x', LENGTH);
    line[LENGTH - 1] = '\n';
    ck_assert(kn_process_feed(&process, line, LENGTH));
    char *refusal = kn_process_read(&process, "end\t");
    ck_assert_str_eq(refusal, "text\trequest\t1\n"
                              "end\tbad-argument\tgood\ta line has at most 4096 bytes\n");
    free(refusal);
    memset(line, '\t', 100);
    ck_assert(kn_process_feed(&process, line, 100));
    ck_assert(kn_process_feed(&process, "\n", 1));
    refusal = kn_process_read(&process, "end\t");
    ck_assert_str_eq(refusal, "text\trequest\t2\n"
                              "end\tbad-argument\tgood\ta line has at most 64 fields\n");
    free(refusal);
    free(line);
    struct kn_outcome outcome = kn_process_end(&process);
    ck_assert_int_eq(outcome.exit_code, 0);
    free(outcome.text);
}
END_TEST

/* A run that takes a second, so that there is time to end it. */
static const char long_request[] = "run\ttiled\tn=2048\tb=16\n";

START_TEST(a_running_serve_dies_of_sigterm_even_when_its_parent_ignored_it)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    ck_assert_int_eq(sigaction(SIGTERM, &ignore, &before), 0);
    struct kn_process process = kn_process_start("serve", NULL);
    ck_assert(kn_process_feed(&process, long_request, sizeof long_request - 1));
    free(kn_process_read(&process, "progress\tmultiplying\t"));
    ck_assert_int_eq(kill(process.pid, SIGTERM), 0);
    struct kn_outcome outcome = kn_process_end(&process);
    ck_assert_int_eq(outcome.signal_number, SIGTERM);
    ck_assert_ptr_null(strstr(outcome.text, "end\t"));
    free(outcome.text);
    ck_assert_int_eq(sigaction(SIGTERM, &before, NULL), 0);
}
END_TEST

START_TEST(an_orphan_stops_computing)
{
    /* A middleman starts kn and dies; the pipe's end tells when kn has gone too. */
    int ends[2];
    char byte = 0;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t middleman = fork();
    ck_assert_int_ge(middleman, 0);
    if (middleman == 0) {
        struct kn_process process = kn_process_start("serve", NULL);
        (void)kn_process_feed(&process, long_request, sizeof long_request - 1);
        free(kn_process_read(&process, "progress\tmultiplying\t"));
        _exit(0);
    }
    (void)close(ends[1]);
    ck_assert_int_eq(waitpid(middleman, NULL, 0), middleman);
    ck_assert_int_eq(read(ends[0], &byte, 1), 0);
    (void)close(ends[0]);
}
END_TEST

static Suite *suite_kn(void)
{
    Suite *suite = suite_create("kn");
    TCase *tcase = tcase_create("kn");
    tcase_add_loop_test(tcase, commands_print_and_exit_as_agreed, 0,
                        (int)(sizeof commands / sizeof commands[0]));
    tcase_add_loop_test(tcase, replies_have_the_shape_of_the_protocol, 0, 5);
    tcase_add_test(tcase, a_gpu_request_ends_in_results_or_a_clean_no);
    tcase_add_test(tcase, serve_answers_each_line_in_order_and_ends_with_its_input);
    tcase_add_test(tcase, serve_flushes_each_reply_at_once);
    tcase_add_loop_test(tcase, serve_refuses_garbage_and_goes_on, 0,
                        (int)(sizeof garbage / sizeof garbage[0]));
    tcase_add_test(tcase, serve_refuses_a_line_that_is_too_long_or_has_too_many_fields);
    tcase_add_test(tcase, a_running_serve_dies_of_sigterm_even_when_its_parent_ignored_it);
    tcase_add_test(tcase, an_orphan_stops_computing);
    tcase_set_timeout(tcase, 60);
    suite_add_tcase(suite, tcase);
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(suite_kn());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
