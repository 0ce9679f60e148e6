/* The grader's end of kn: replies, refusals, and a helper that breaks its protocol in every way
 * there is.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kn/protocol.h"
#include "tests/unit/grader/run/kn_case.h"

#define OUT "out\\tresult\\t"

START_TEST(a_reply_is_read_whole)
{
    kn_use("say text\\tkernel\\tsum\\ntext\\tbackend\\tavx2\\ntext\\tmachine\\tA CPU, 2 cores\\n;"
           "say " OUT "4.8e1\\tB/s\\ttimed\\t47.5\\t49\\t207\\n;"
           "say out\\ttop\\tinf\\t\\texact\\t-inf\\tnan\\t1\\n;"
           "say gate\\tdrift\\tpass\\t1 %\\nend\\tok\\tgood\\t\\n",
           5000);
    kn_ask();
    ck_assert_int_eq(kn_finish(), GR_KN_REPLY);
    ck_assert_uint_eq(the.reply.output_count, 2);
    ck_assert_str_eq(the.reply.outputs[0].name, "result");
    ck_assert_str_eq(the.reply.outputs[0].unit, "B/s");
    ck_assert(the.reply.outputs[0].value == 48.0 && the.reply.outputs[0].low == 47.5);
    ck_assert(the.reply.outputs[0].high == 49.0 && the.reply.outputs[0].samples == 207);
    ck_assert_str_eq(the.reply.outputs[1].name, "top");
    ck_assert_str_eq(the.reply.outputs[1].unit, "");
    ck_assert(isinf(the.reply.outputs[1].value) && the.reply.outputs[1].value > 0);
    ck_assert(isinf(the.reply.outputs[1].low) && the.reply.outputs[1].low < 0);
    ck_assert(isnan(the.reply.outputs[1].high));
    ck_assert_str_eq(the.reply.backend, "avx2");
    ck_assert_str_eq(the.reply.machine, "A CPU, 2 cores");
    ck_assert(the.reply.is_good);
    ck_assert_str_eq(the.reply.reason, "");
}
END_TEST

START_TEST(the_request_reaches_kn_as_one_line)
{
    kn_use("echo;end", 5000);
    kn_ask();
    ck_assert_int_eq(kn_finish(), GR_KN_REPLY);
    ck_assert_str_eq(the.reply.machine, "run sum n=1000 format=bf16");
}
END_TEST

START_TEST(one_child_answers_many_requests)
{
    char pid[32] = "";
    kn_use("self;end", 5000);
    for (int i = 0; i < 50; i++) {
        kn_ask();
        ck_assert_int_eq(kn_finish(), GR_KN_REPLY);
        if (i == 0)
            (void)snprintf(pid, sizeof pid, "%s", the.reply.machine);
        ck_assert_str_eq(the.reply.machine, pid);
    }
}
END_TEST

START_TEST(poor_quality_comes_with_the_gate_that_failed)
{
    static const struct {
        const char *script, *reason;
    } cases[] = {
        {"say gate\\tdrift\\tfail\\tdrifted 7 %\\ngate\\tinterval\\tfail\\twide\\n"
         "end\\tok\\tpoor\\tdisturbed\\n",
         "drifted 7 %"},
        {"say gate\\tdrift\\tpass\\t1 %\\ngate\\tinterval\\tfail\\t\\nend\\tok\\tpoor\\t\\n",
         "interval"},
        {"say end\\tok\\tpoor\\tload on both cores\\n", "load on both cores"},
        {"say end\\tok\\tpoor\\t\\n", "the run was disturbed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kn_use(cases[i].script, 5000);
        kn_ask();
        ck_assert_int_eq(kn_finish(), GR_KN_REPLY);
        ck_assert(!the.reply.is_good);
        ck_assert_str_eq(the.reply.reason, cases[i].reason);
    }
}
END_TEST

START_TEST(a_refusal_is_an_error_and_the_child_stays)
{
    static const struct {
        const char *script;
        enum gr_err_code code;
        const char *said;
    } cases[] = {
        {"bad-argument\\tgood\\tn is out of range", GR_E_COURSE, "n is out of range"},
        {"absent\\tgood\\tno GPU, because no driver", GR_E_MACHINE, "no driver"},
        {"unsupported\\tgood\\t", GR_E_MACHINE, "unsupported"},
        {"no-memory\\tgood\\t", GR_E_MACHINE, "no-memory"},
        {"failed\\tgood\\tguard zone", GR_E_MACHINE, "guard zone"},
        {"fine\\tgood\\t", GR_E_MACHINE, "fine"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char script[200];
        (void)snprintf(script, sizeof script, "say end\\t%s\\n", cases[i].script);
        kn_use(script, 5000);
        kn_ask();
        ck_assert_int_eq(kn_finish(), GR_KN_FAILED);
        ck_assert_msg(the.err.code == cases[i].code, "%s: %s", script, the.err.text);
        ck_assert_msg(strstr(the.err.text, cases[i].said) != NULL, "%s: %s", script, the.err.text);
        ck_assert_int_eq(setenv("FAKE_KN", "end", 1), 0);
        kn_ask();
        ck_assert_msg(kn_finish() == GR_KN_FAILED, "%s: a new child was started", script);
    }
}
END_TEST

START_TEST(a_broken_helper_is_an_error_and_gives_way_to_a_fresh_one)
{
    static const struct {
        const char *script;
        const char *said;
    } cases[] = {
        {"say end\\tok\\texcellent\\t\\n", "not of its protocol"},
        {"say hello\\n", "not of its protocol"},
        {"say \\n", "not of its protocol"},
        {"say text\\tbackend\\n", "not of its protocol"},
        {"say " OUT "0x10\\t\\texact\\t1\\t1\\t1\\n", "not of its protocol"},
        {"say " OUT "1,5\\t\\texact\\t1\\t1\\t1\\n", "not of its protocol"},
        {"say " OUT "1\\t\\texact\\t1\\t1\\t-1\\n", "not of its protocol"},
        {"say " OUT "1\\t\\texact\\t1\\t1\\n", "not of its protocol"},
        {"say gate\\tdrift\\tmaybe\\t\\n", "not of its protocol"},
        {"say progress\\tx\\t1\\tmany\\n", "not of its protocol"},
        {"say text\\tmachine\\t\xff\xfe\\n", "not of its protocol"},
        {"say text\\tmachine\\t\x1b[2J\\n", "not of its protocol"},
        {"say " OUT "1\\t\\texact\\t1\\t1\\t1\\n" OUT "2\\t\\texact\\t2\\t2\\t1\\n;end", "twice"},
        {"say end\\tok\\tgood\\t\\nend\\tok\\tgood\\t\\n", "spoke on"},
        {"say end\\tok\\tgood\\t\\nout", "spoke on"},
        {"flood", "without end"},
        {"line", "without end"},
        {"crash", "crashed (signal 11"},
        {"words illegal width;exit 3",
         "ended with status 3 before it answered; its last words: illegal width"},
        {"exit 0", "ended with status 0"},
        {"say text\\tbackend\\tsca;exit 1", "ended with status 1"},
        {"noise;words the end;crash", "crashed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kn_use(cases[i].script, 20000);
        kn_ask();
        ck_assert_msg(kn_finish() == GR_KN_FAILED, "%s", cases[i].script);
        ck_assert_msg(the.err.code == GR_E_MACHINE, "%s: %s", cases[i].script, the.err.text);
        ck_assert_msg(strstr(the.err.text, cases[i].said) != NULL, "%s: %s", cases[i].script,
                      the.err.text);
        ck_assert_int_eq(setenv("FAKE_KN", "end", 1), 0);
        kn_ask();
        ck_assert_msg(kn_finish() == GR_KN_REPLY, "%s, then: %s", cases[i].script, the.err.text);
    }
}
END_TEST

/* The fake gives the same number every time: right for the first request of a child only. */
START_TEST(a_reply_to_another_request_is_not_taken_for_this_one)
{
    static const char *const scripts[] = {
        "say text\\trequest\\t1\\n;end",
        "say text\\trequest\\t1\\nend\\tbad-argument\\tgood\\t\\n"};
    static const enum gr_kn_news first[] = {GR_KN_REPLY, GR_KN_FAILED};
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        kn_use(scripts[i], 5000);
        for (int round = 0; round < 2; round++) {
            kn_ask();
            ck_assert_msg(kn_finish() == first[i], "%s: %s", scripts[i], the.err.text);
            kn_ask();
            ck_assert_msg(kn_finish() == GR_KN_FAILED, "%s", scripts[i]);
            ck_assert_int_eq(the.err.code, GR_E_MACHINE);
            ck_assert_ptr_nonnull(strstr(the.err.text, "another request"));
        }
    }
}
END_TEST

START_TEST(the_deadline_ends_what_never_ends)
{
    static const char *const scripts[] = {"hang", "deaf", "progress",
                                          "say text\\tbackend\\tscalar\\n;hang",
                                          "say text\\tbackend;hang"};
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        kn_use(scripts[i], 250);
        kn_ask();
        ck_assert_int_le(gr_kn_wait_ms(the.kn), 250);
        ck_assert_msg(kn_finish() == GR_KN_FAILED, "%s", scripts[i]);
        ck_assert_int_eq(the.err.code, GR_E_MACHINE);
        ck_assert_msg(strstr(the.err.text, "did not answer within 250 ms") != NULL, "%s: %s",
                      scripts[i], the.err.text);
        ck_assert_int_eq(setenv("FAKE_KN", "end", 1), 0);
        kn_ask();
        (void)kn_finish();
    }
}
END_TEST

START_TEST(progress_is_told_as_it_comes)
{
    kn_use("say progress\\tmeasuring \xe2\x89\x88 the roof\\t18\\t32\\n;hang", 20000);
    kn_ask();
    enum gr_kn_news news;
    while ((news = kn_wait_for_news()) == GR_KN_NOTHING)
        ;
    ck_assert_int_eq(news, GR_KN_PROGRESS);
    ck_assert_str_eq(the.progress.step, "measuring \xe2\x89\x88 the roof");
    ck_assert_uint_eq(the.progress.done, 18);
    ck_assert_uint_eq(the.progress.total, 32);
    gr_kn_cancel(the.kn);
    ck_assert_int_eq(gr_kn_fd(the.kn), -1);
}
END_TEST

START_TEST(what_fits_no_request_line_is_refused_before_it_is_sent)
{
    static char wide[KN_LINE_MAX];
    struct gr_kn_arg many[KN_FIELDS_MAX];
    memset(wide, '1', sizeof wide - 1);
    for (size_t i = 0; i < KN_FIELDS_MAX; i++)
        many[i] = (struct gr_kn_arg){"n", "1"};
    const struct {
        const char *kernel;
        struct gr_kn_arg arg;
    } cases[] = {{"su\tm", {"n", "1"}},
                 {"sum", {"n\n", "1"}},
                 {"sum", {"n", "1\nrun\tsum"}},
                 {"sum", {"n", NULL}},
                 {"sum", {"n", wide}}};
    kn_use("end", 5000);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        the.err = (struct gr_err){0};
        ck_assert(!gr_kn_send(the.kn, cases[i].kernel, &cases[i].arg, 1, &the.err));
        ck_assert_int_eq(the.err.code, GR_E_COURSE);
    }
    ck_assert(!gr_kn_send(the.kn, "sum", many, KN_FIELDS_MAX, &the.err));
    the.err = (struct gr_err){0};
    ck_assert(gr_kn_send(the.kn, "sum", many, KN_FIELDS_MAX - 2, &the.err));
    ck_assert(!gr_kn_send(the.kn, "sum", many, 1, &the.err));
    ck_assert_int_eq(the.err.code, GR_E_INTERNAL);
    ck_assert_int_eq(kn_finish(), GR_KN_REPLY);
}
END_TEST

START_TEST(kn_is_found_by_its_variable_or_said_to_be_missing)
{
    char path[4096];
    (void)setenv("WALLCLOCK_KN", the.fake_kn, 1);
    ck_assert(gr_kn_find(path, sizeof path, &the.err));
    ck_assert_str_eq(path, the.fake_kn);
    ck_assert(!gr_kn_find(path, 4, &the.err));
    the.err = (struct gr_err){0};
    (void)setenv("WALLCLOCK_KN", "/nowhere/kn", 1);
    ck_assert(!gr_kn_find(path, sizeof path, &the.err));
    ck_assert_int_eq(the.err.code, GR_E_MACHINE);
    ck_assert_ptr_nonnull(strstr(the.err.text, "/nowhere/kn"));
    the.err = (struct gr_err){0};
    (void)unsetenv("WALLCLOCK_KN");
    ck_assert(!gr_kn_find(path, sizeof path, &the.err)); /* none stands beside the tests */
    ck_assert_ptr_nonnull(strstr(the.err.text, "libexec/wallclock"));
}
END_TEST

int main(int argc, char **argv)
{
    TCase *tests = tcase_create("kn_client");
    tcase_add_test(tests, a_reply_is_read_whole);
    tcase_add_test(tests, the_request_reaches_kn_as_one_line);
    tcase_add_test(tests, one_child_answers_many_requests);
    tcase_add_test(tests, poor_quality_comes_with_the_gate_that_failed);
    tcase_add_test(tests, a_refusal_is_an_error_and_the_child_stays);
    tcase_add_test(tests, a_broken_helper_is_an_error_and_gives_way_to_a_fresh_one);
    tcase_add_test(tests, a_reply_to_another_request_is_not_taken_for_this_one);
    tcase_add_test(tests, the_deadline_ends_what_never_ends);
    tcase_add_test(tests, progress_is_told_as_it_comes);
    tcase_add_test(tests, what_fits_no_request_line_is_refused_before_it_is_sent);
    tcase_add_test(tests, kn_is_found_by_its_variable_or_said_to_be_missing);
    return kn_case_main(argc, argv, tests);
}
