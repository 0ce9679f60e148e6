/* The interleaved loop and its estimators on samples that are made up, so that the right answer is
 * known: no test here asks how fast anything is.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol_m.h"

#include <stdlib.h>

#include "kernels_test.h"
#include "kn/rng.h"

enum { LOG_MAX = 64 };

struct log {
    char text[LOG_MAX + 1];
    size_t length;
};

struct voice {
    struct log *log;
    char lead, call;
};

static void say(struct log *log, char letter)
{
    if (log->length < LOG_MAX) {
        log->text[log->length++] = letter;
    }
}

static void lead(void *context)
{
    struct voice *voice = context;
    say(voice->log, voice->lead);
}

static void call(void *context)
{
    struct voice *voice = context;
    say(voice->log, voice->call);
}

START_TEST(order_is_swapped_every_round_and_each_slice_is_led_in)
{
    struct log log = {.length = 0};
    struct voice voices[] = {{&log, 'a', 'A'}, {&log, 'b', 'B'}, {&log, 'c', 'C'}};
    const struct kn_track tracks[] = {
        {lead, call, &voices[0], 1}, {lead, call, &voices[1], 1}, {NULL, call, &voices[2], 1}};
    const struct kn_plan plan = {tracks, 3, 3, 0, INT64_MAX, 0};
    const struct kn_host host = {.tick = NULL};
    struct kn_samples *samples = kn_samples_new();
    ck_assert_ptr_nonnull(samples);
    ck_assert_int_eq(kn_sample(&plan, &host, samples), KN_OK);
    ck_assert_uint_eq(samples->rounds, 3);
    ck_assert_str_eq(log.text, "aAbBCCbBaAaAbBC");
    free(samples);
}
END_TEST

START_TEST(rounds_end_at_the_capacity_whatever_the_plan_asks)
{
    struct log log = {.length = 0};
    struct voice voice = {&log, 'a', 'A'};
    const struct kn_track track = {NULL, call, &voice, 1};
    const struct kn_plan plan = {&track, 1, SIZE_MAX, INT64_MAX, INT64_MAX, 0};
    const struct kn_host host = {.tick = NULL};
    struct kn_samples *samples = kn_samples_new();
    ck_assert_int_eq(kn_sample(&plan, &host, samples), KN_OK);
    ck_assert_uint_eq(samples->rounds, KN_ROUNDS_MAX);
    free(samples);
}
END_TEST

START_TEST(time_limit_ends_the_loop_after_one_round_at_least)
{
    struct log log = {.length = 0};
    struct voice voice = {&log, 'a', 'A'};
    const struct kn_track track = {lead, call, &voice, 1};
    const struct kn_plan plan = {&track, 1, 200, 0, 0, 0};
    const struct kn_host host = {.tick = NULL};
    struct kn_samples *samples = kn_samples_new();
    ck_assert_int_eq(kn_sample(&plan, &host, samples), KN_OK);
    ck_assert_uint_eq(samples->rounds, 1);
    free(samples);
}
END_TEST

START_TEST(a_second_run_appends_to_the_rounds_of_the_first)
{
    struct log log = {.length = 0};
    struct voice voice = {&log, 'a', 'A'};
    const struct kn_track track = {NULL, call, &voice, 1};
    const struct kn_plan plan = {&track, 1, 5, 0, INT64_MAX, 0};
    const struct kn_host host = {.tick = NULL};
    struct kn_samples *samples = kn_samples_new();
    ck_assert_int_eq(kn_sample(&plan, &host, samples), KN_OK);
    ck_assert_uint_eq(samples->rounds, 5);
    ck_assert_int_eq(kn_sample(&plan, &host, samples), KN_OK);
    ck_assert_uint_eq(samples->rounds, 10);
    samples->rounds = 0;
    ck_assert_int_eq(kn_sample(&plan, &host, samples), KN_OK);
    ck_assert_uint_eq(samples->rounds, 5);
    free(samples);
}
END_TEST

/* A machine that is disturbed: its speed wanders, and some slices are hit by a scheduler tick. */
static void disturb(struct kn_samples *samples, double ratio, double hit_share)
{
    samples->rounds = 300;
    for (size_t round = 0; round < samples->rounds; round++) {
        double speed = round < 150 ? 1 : 1.7; /* the clock drops in the middle */
        for (size_t track = 0; track < 2; track++) {
            double noise = 1 + 0.004 * kn_rng_uniform(1, track, round);
            bool is_hit = kn_rng_uniform(2, track, round) < hit_share;
            double ns = (track == 0 ? ratio : 1) * speed * noise;
            samples->ns[track][round] = is_hit ? ns + 16 : ns;
        }
    }
}

START_TEST(paired_ratio_survives_a_clock_change_and_preemption)
{
    const double shares[] = {0, 0.1, 0.25};
    struct kn_samples *samples = kn_samples_new();
    disturb(samples, 1.08, shares[_i]);
    struct kn_estimate ratio = kn_samples_ratio(samples, 0, 1);
    ck_assert(ratio.value > 1.075 && ratio.value < 1.085);
    ck_assert(ratio.low <= 1.08 && ratio.high >= 1.08);
    ck_assert(kn_estimate_spread(&ratio) < 0.01);
    ck_assert_uint_eq(ratio.samples, 300);
    free(samples);
}
END_TEST

START_TEST(drift_tells_how_far_the_lower_quartile_moved)
{
    struct kn_samples *samples = kn_samples_new();
    disturb(samples, 1, 0);
    double drift = kn_samples_drift(samples, 0);
    ck_assert(drift > 0.68 && drift < 0.72);
    samples->rounds = 140; /* before the clock changes */
    ck_assert(kn_samples_drift(samples, 0) < 0.01);
    samples->rounds = 3;
    ck_assert_double_eq(kn_samples_drift(samples, 0), 0);
    free(samples);
}
END_TEST

START_TEST(low_quantile_ignores_slices_that_were_hit)
{
    struct kn_samples *samples = kn_samples_new();
    disturb(samples, 1, 0.4);
    samples->rounds = 150;
    struct kn_estimate ns = kn_samples_quantile(samples, 1, 0.25);
    ck_assert(ns.value > 0.999 && ns.value < 1.005);
    ck_assert(ns.low <= ns.value && ns.value <= ns.high);
    free(samples);
}
END_TEST

START_TEST(a_failed_gate_makes_the_reply_poor_and_clearing_forgets_it)
{
    struct kn_reply reply = {.status = KN_OK};
    kn_gate_add(&reply, "drift", true, "moved %d %%", 1);
    ck_assert(!reply.is_poor);
    kn_gate_add(&reply, "interval", false, "half width %d %%", 9);
    ck_assert(reply.is_poor);
    ck_assert_uint_eq(reply.gate_count, 2);
    ck_assert_str_eq(reply.gates[1].detail, "half width 9 %");
    kn_gates_clear(&reply);
    ck_assert(!reply.is_poor && reply.gate_count == 0);
}
END_TEST

START_TEST(a_failed_gate_counts_even_when_the_list_is_full)
{
    struct kn_reply reply = {.status = KN_OK};
    for (int i = 0; i < KN_GATES_MAX; i++) {
        kn_gate_add(&reply, "gate", true, "%d", i);
    }
    kn_gate_add(&reply, "last", false, "does not fit");
    ck_assert(reply.is_poor);
    ck_assert_uint_eq(reply.gate_count, KN_GATES_MAX);
}
END_TEST

struct tries {
    bool is_good, goes_on;
    size_t count, rounds[8];
};

static bool judge(void *context, struct kn_samples *samples, struct kn_reply *reply)
{
    struct tries *tries = context;
    tries->rounds[tries->count++] = samples->rounds;
    kn_gates_clear(reply);
    kn_gate_add(reply, "quiet", tries->is_good, "as the test says");
    return tries->goes_on;
}

START_TEST(a_good_try_is_the_last_and_poor_ones_are_three)
{
    struct log log = {.length = 0};
    struct voice voice = {&log, 'a', 'A'};
    const struct kn_track track = {NULL, call, &voice, 1};
    const struct kn_plan plan = {&track, 1, 50, 0, INT64_MAX, 0};
    const struct kn_host host = {.tick = NULL};
    struct kn_reply reply = {.status = KN_OK};
    struct tries good = {.is_good = true}, poor = {.goes_on = true}, afresh = {.goes_on = false};
    ck_assert(kn_measure(&plan, &host, judge, &good, &reply));
    ck_assert(good.count == 1 && !reply.is_poor);
    ck_assert(kn_measure(&plan, &host, judge, &poor, &reply));
    ck_assert(poor.count == 3 && reply.is_poor);
    ck_assert(poor.rounds[0] == 50 && poor.rounds[1] == 100 && poor.rounds[2] == 150);
    ck_assert(kn_measure(&plan, &host, judge, &afresh, &reply));
    ck_assert(afresh.count == 3 && afresh.rounds[2] == 50);
}
END_TEST

START_TEST(a_run_out_of_time_ends_poor_after_one_round)
{
    struct log log = {.length = 0};
    struct voice voice = {&log, 'a', 'A'};
    const struct kn_track track = {NULL, call, &voice, 1};
    const struct kn_plan plan = {&track, 1, 200, INT64_MAX, INT64_MAX, 1}; /* since long */
    const struct kn_host host = {.tick = NULL};
    struct kn_reply reply = {.status = KN_OK};
    struct tries tries = {.is_good = true};
    ck_assert(kn_measure(&plan, &host, judge, &tries, &reply));
    ck_assert(tries.count == 1 && tries.rounds[0] == 1);
    ck_assert_int_eq(reply.status, KN_OK);
    ck_assert(reply.is_poor);
    ck_assert_str_eq(reply.gates[1].name, "rounds");
    ck_assert_str_eq(reply.gates[1].detail, "1 rounds, at least 40");
}
END_TEST

static void burn(void *context)
{
    volatile unsigned *sum = context;
    for (unsigned i = 0; i < 1000; i++) {
        *sum += i;
    }
}

START_TEST(slices_are_sized_in_units_and_never_empty)
{
    unsigned sum = 0;
    const struct kn_track track = {NULL, burn, &sum, 1000};
    ck_assert(kn_slice_units(&track, 0) >= 1);
    ck_assert(kn_slice_units(&track, 1e9) > kn_slice_units(&track, 1e3));
}
END_TEST

Suite *suite_protocol_m(void)
{
    Suite *suite = suite_create("protocol M");
    TCase *tcase = tcase_create("protocol M");
    tcase_add_test(tcase, order_is_swapped_every_round_and_each_slice_is_led_in);
    tcase_add_test(tcase, rounds_end_at_the_capacity_whatever_the_plan_asks);
    tcase_add_test(tcase, time_limit_ends_the_loop_after_one_round_at_least);
    tcase_add_test(tcase, a_second_run_appends_to_the_rounds_of_the_first);
    tcase_add_loop_test(tcase, paired_ratio_survives_a_clock_change_and_preemption, 0, 3);
    tcase_add_test(tcase, drift_tells_how_far_the_lower_quartile_moved);
    tcase_add_test(tcase, low_quantile_ignores_slices_that_were_hit);
    tcase_add_test(tcase, a_failed_gate_makes_the_reply_poor_and_clearing_forgets_it);
    tcase_add_test(tcase, a_failed_gate_counts_even_when_the_list_is_full);
    tcase_add_test(tcase, a_good_try_is_the_last_and_poor_ones_are_three);
    tcase_add_test(tcase, a_run_out_of_time_ends_poor_after_one_round);
    tcase_add_test(tcase, slices_are_sized_in_units_and_never_empty);
    suite_add_tcase(suite, tcase);
    return suite;
}
