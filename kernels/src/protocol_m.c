/* The interleaved loop and the estimators over its samples. Why this way (measured on shared
 * two-core machines): medians of paired ratios of 0.15 to 0.6 ms slices moved by 0.3 % idle and 1 %
 * with every core busy, where block-wise medians were wrong by 60 %. Preemption adds whole
 * scheduler ticks of 4 ms to the slice it hits, so slices far below a tick mostly escape it.
 * SPDX-License-Identifier: MIT */
#include "protocol_m.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"

enum { TICK_EVERY_NS = 100000000, SIZING_CALLS = 7, TRIES = 3, ROUNDS_LEAST = 40 };

struct kn_samples *kn_samples_new(void)
{
    struct kn_samples *samples = malloc(sizeof *samples);
    if (samples != NULL) {
        samples->rounds = 0;
    }
    return samples;
}

static double time_call_ns(const struct kn_track *track)
{
    if (track->lead != NULL) {
        track->lead(track->context);
    }
    int64_t start_ns = kn_clock_ns();
    track->call(track->context);
    return (double)(kn_clock_ns() - start_ns);
}

static void one_round(const struct kn_plan *plan, struct kn_samples *samples)
{
    size_t round = samples->rounds;
    for (size_t turn = 0; turn < plan->track_count; turn++) {
        size_t at = round % 2 == 0 ? turn : plan->track_count - 1 - turn;
        const struct kn_track *track = &plan->tracks[at];
        samples->ns[at][round] = time_call_ns(track) / track->work;
    }
    samples->rounds++;
}

static bool is_over(const struct kn_plan *plan, int64_t now_ns)
{
    return plan->until_ns != 0 && now_ns >= plan->until_ns;
}

static bool is_enough(const struct kn_plan *plan, size_t rounds, int64_t start_ns, int64_t now_ns)
{
    if (rounds == 0) {
        return false;
    }
    int64_t spent_ns = now_ns - start_ns;
    return is_over(plan, now_ns) || spent_ns >= plan->time_max_ns ||
           (rounds >= plan->rounds_min && spent_ns >= plan->time_min_ns);
}

enum kn_status kn_sample(const struct kn_plan *plan, const struct kn_host *host,
                         struct kn_samples *samples)
{
    int64_t start_ns = kn_clock_ns();
    int64_t ticked_ns = start_ns;
    const size_t earlier = samples->rounds;
    for (;;) {
        int64_t now_ns = kn_clock_ns();
        size_t rounds = samples->rounds - earlier;
        if (samples->rounds == KN_ROUNDS_MAX || is_enough(plan, rounds, start_ns, now_ns)) {
            return KN_OK;
        }
        if (host->tick != NULL && now_ns - ticked_ns >= TICK_EVERY_NS) {
            ticked_ns = now_ns;
            double goal = (double)plan->rounds_min;
            if (!host->tick(host->tick_context, "timing", fmin((double)rounds, goal), goal)) {
                return KN_FAILED;
            }
        }
        one_round(plan, samples);
    }
}

struct kn_estimate kn_samples_ratio(struct kn_samples *samples, size_t track, size_t base)
{
    for (size_t round = 0; round < samples->rounds; round++) {
        samples->scratch[round] = samples->ns[track][round] / samples->ns[base][round];
    }
    return kn_estimate_quantile(samples->scratch, samples->rounds, 0.5);
}

struct kn_estimate kn_samples_quantile(struct kn_samples *samples, size_t track, double q)
{
    for (size_t round = 0; round < samples->rounds; round++) {
        samples->scratch[round] = samples->ns[track][round];
    }
    return kn_estimate_quantile(samples->scratch, samples->rounds, q);
}

static double quartile_of(struct kn_samples *samples, size_t track, size_t from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        samples->scratch[i] = samples->ns[track][from + i];
    }
    kn_sort(samples->scratch, count);
    return kn_quantile(samples->scratch, count, 0.25);
}

double kn_samples_drift(struct kn_samples *samples, size_t track)
{
    size_t quarter = samples->rounds / 4;
    if (quarter == 0) {
        return 0;
    }
    double first = quartile_of(samples, track, 0, quarter);
    double last = quartile_of(samples, track, samples->rounds - quarter, quarter);
    return fabs(last - first) / fmin(first, last);
}

double kn_estimate_spread(const struct kn_estimate *estimate)
{
    return (estimate->high - estimate->low) / (2 * estimate->value);
}

double kn_slice_units(const struct kn_track *track, double slice_ns)
{
    double fastest_ns = HUGE_VAL;
    for (int call = 0; call < SIZING_CALLS; call++) {
        fastest_ns = fmin(fastest_ns, time_call_ns(track));
    }
    return fmax(1, track->work * slice_ns / fmax(1, fastest_ns));
}

void kn_gate_add(struct kn_reply *reply, const char *name, bool is_passed, const char *format, ...)
{
    if (!is_passed) {
        reply->is_poor = true;
    }
    if (reply->gate_count == KN_GATES_MAX) {
        return;
    }
    struct kn_gate *gate = &reply->gates[reply->gate_count++];
    gate->name = name;
    gate->is_passed = is_passed;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(gate->detail, sizeof gate->detail, format, args);
    va_end(args);
}

void kn_gates_clear(struct kn_reply *reply)
{
    reply->gate_count = 0;
    reply->is_poor = false;
}

bool kn_measure(const struct kn_plan *plan, const struct kn_host *host, kn_judge_fn *judge,
                void *context, struct kn_reply *reply)
{
    bool is_sampled = false;
    struct kn_samples *samples = kn_samples_new();
    if (samples == NULL) {
        kn_reply_fail(reply, KN_NO_MEMORY, "cannot allocate the samples");
        return false;
    }
    for (int attempt = 0; attempt < TRIES; attempt++) {
        is_sampled = kn_sample(plan, host, samples) == KN_OK;
        if (!is_sampled) {
            kn_reply_fail(reply, KN_FAILED, "stopped");
            break;
        }
        size_t rounds = samples->rounds;
        bool goes_on = judge(context, samples, reply);
        kn_gate_add(reply, "rounds", rounds >= ROUNDS_LEAST, "%zu rounds, at least %d", rounds,
                    (int)ROUNDS_LEAST);
        if (!reply->is_poor || is_over(plan, kn_clock_ns())) {
            break;
        }
        samples->rounds = goes_on ? rounds : 0;
    }
    free(samples);
    return is_sampled;
}
