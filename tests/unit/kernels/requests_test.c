/* Requests that must be refused before anything runs, each with a sentence that helps; and
 * stopping.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "gpu.h"
#include "kernels_test.h"

struct refusal {
    const char *text;    /* the request */
    const char *expects; /* part of the message */
};

static const struct refusal refusals[] = {
    {"roof", "k is missing"},
    {"roof k=0", "1 to 256"},
    {"roof k=257", "1 to 256"},
    {"roof k=1.5", "whole number"},
    {"roof k=", "whole number"},
    {"roof k=0x10", "whole number"},
    {"roof k=nan", "whole number"},
    {"roof k=1 k=2", "given twice"},
    {"roof n=1", "no argument n"},
    {"chains k=13", "1 to 12"},
    {"sum format=bf61 v=1 n=1 lanes=1", "did you mean bf16"},
    {"sum format=bf16 v=1 n=1 lane=1", "did you mean lanes"},
    {"sum format=bf16 v=1 n=16777217 lanes=1", "0 to 16777216"},
    {"sum format=bf16 v=1 n=-1 lanes=1", "0 to 16777216"},
    {"sum format=bf16 v=1 n=1 lanes=65", "1 to 64"},
    {"sum format=bf16 v=1 n=1 lanes=1 order=random", "order cannot be random"},
    {"sum format=bf16 v=inf n=1 lanes=1", "must be a number"},
    {"sum format=bf16 v=1e31 n=1 lanes=1", "must lie in"},
    {"sum format=fp16 v=1e5 n=1 lanes=1", "largest fp16"},
    {"tiled n=2048 b=1", "at most 128 tiles a side, not 2048"},
    {"tiled n=0 b=1", "1 to 2048"},
    {"tiled n=10 b=0", "1 to 256"},
    {"ring p=3 n=10 dtype=fp32 rank=3", "below p = 3"},
    {"ring p=65 n=10 dtype=fp32", "1 to 64"},
    {"ring p=2 n=10 dtype=fp64", "dtype cannot be fp64"},
    {"ring p=64 n=16777216 dtype=bf16", "p*n must be at most 67108864"},
    {"ring p=5 n=13421773 dtype=fp32", "p*n must be at most 67108864"},
    {"tiled n=2048 b=15", "at most 128 tiles a side, not 137"},
    {"ring p=2 n=10 dtype=fp32 transport=mpi", "transport cannot be mpi"},
    {"ring p=2 n=1e30 dtype=fp32", "whole number"},
};

START_TEST(bad_requests_are_refused_with_a_reason)
{
    struct kn_reply reply;
    run_text(refusals[_i].text, KN_SCALAR, &reply);
    ck_assert_int_eq(reply.status, KN_BAD_ARGUMENT);
    ck_assert_msg(strstr(reply.message, refusals[_i].expects) != NULL, "%s: %s", refusals[_i].text,
                  reply.message);
}
END_TEST

START_TEST(messages_stay_printable_whatever_was_asked)
{
    const char *const names[] = {"\x1b[2J", "a\tb\nc", "\xff\xfe", "k\x7f"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct kn_setting setting = {names[i], names[i]};
        const struct kn_host host = {.has_limit = false};
        struct kn_reply reply;
        kn_run(kn_catalogue_find("roof"), &setting, 1, &host, &reply);
        ck_assert_int_eq(reply.status, KN_BAD_ARGUMENT);
        for (const char *at = reply.message; *at != '\0'; at++) {
            ck_assert(*at >= ' ' && *at <= '~');
        }
    }
}
END_TEST

START_TEST(a_kernel_with_one_backend_runs_below_any_limit)
{
    struct kn_reply reply;
    run_text("ring p=2 n=10 dtype=fp32", KN_SCALAR, &reply);
    ck_assert_int_eq(reply.status, KN_OK);
    ck_assert_int_eq(reply.backend, KN_SCALAR);
}
END_TEST

static enum kn_status no_device(int device, char *text, size_t text_size)
{
    (void)snprintf(text, text_size, "no GPU answers: test (code %d)", 100 + device);
    return KN_ABSENT;
}

START_TEST(gpu_requests_say_what_is_missing)
{
    const struct kn_gpu absent = {.probe = no_device};
    struct kn_host host = {.wants_gpu = true, .gpu = NULL};
    struct kn_reply reply;
    kn_run(kn_catalogue_find("stream"), NULL, 0, &host, &reply);
    ck_assert_int_eq(reply.status, KN_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(reply.message, "without CUDA"));
    host.gpu = &absent;
    kn_run(kn_catalogue_find("stream"), NULL, 0, &host, &reply);
    ck_assert_int_eq(reply.status, KN_ABSENT);
    ck_assert_ptr_nonnull(strstr(reply.message, "code 100"));
    const struct kn_setting k = {"k", "4"};
    kn_run(kn_catalogue_find("roof"), &k, 1, &host, &reply);
    ck_assert_int_eq(reply.status, KN_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(reply.message, "no code for a GPU"));
}
END_TEST

/* Says no at the first look. */
static bool refuse(void *context, const char *step, double done, double total)
{
    size_t *looks = context;
    ck_assert_uint_gt(strlen(step), 0);
    ck_assert(done >= 0 && done <= total);
    ++*looks;
    return false;
}

struct stopped {
    const char *kernel;
    struct kn_setting settings[4];
    size_t count;
};

START_TEST(a_caller_that_says_no_stops_the_run)
{
    static const struct stopped runs[] = {
        {"sum", {{"format", "bf16"}, {"v", "1"}, {"n", "1e7"}, {"lanes", "1"}}, 4},
        {"tiled", {{"n", "64"}, {"b", "8"}}, 2},
        {"roof", {{"k", "4"}}, 1},
        {"chains", {{"k", "4"}}, 1},
        {"stream", {{NULL, NULL}}, 0},
    };
    size_t looks = 0;
    const struct kn_host host = {.tick = refuse, .tick_context = &looks};
    struct kn_reply reply;
    kn_run(kn_catalogue_find(runs[_i].kernel), runs[_i].settings, runs[_i].count, &host, &reply);
    ck_assert_int_eq(reply.status, KN_FAILED);
    ck_assert_str_eq(reply.message, "stopped");
    ck_assert_uint_eq(looks, 1);
}
END_TEST

Suite *suite_requests(void)
{
    Suite *suite = suite_create("requests");
    TCase *tcase = tcase_create("requests");
    tcase_add_loop_test(tcase, bad_requests_are_refused_with_a_reason, 0,
                        (int)(sizeof refusals / sizeof refusals[0]));
    tcase_add_test(tcase, messages_stay_printable_whatever_was_asked);
    tcase_add_test(tcase, a_kernel_with_one_backend_runs_below_any_limit);
    tcase_add_test(tcase, gpu_requests_say_what_is_missing);
    tcase_add_loop_test(tcase, a_caller_that_says_no_stops_the_run, 0, 5);
    tcase_set_timeout(tcase, 30);
    suite_add_tcase(suite, tcase);
    return suite;
}
