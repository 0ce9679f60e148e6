/* Chains: k accumulators, each a chain of vector multiply-adds that wait for one another. Tracks of
 * one interleaved loop: the asked k, k = 1 (the latency) and k = 8, 10 and 12 (the fastest of which
 * is the issue rate). Every track counts vector multiply-adds, so a track's ns a unit is the time
 * between two of them; `rate` is the median ratio to the binding limit times that limit as printed.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "kernel.h"
#include "protocol_m.h"

enum { ASKED, LATENCY, FIRST_MANY, TRACKS = 5 };
enum { OUT_LATENCY, OUT_ISSUE_RATE, OUT_WIDTH, OUT_RATE };
enum { STEP_GRAIN = 8, LEAD_STEPS = 16 * STEP_GRAIN };

static const double slice_ns = 200e3;
static const double drift_max = 0.03;

struct slice {
    const struct kn_ops *ops;
    int k;
    size_t steps;
    float out[KN_CHAINS_MAX];
};

/* A short run of the same loop, so that the timed one does not begin with cold branches. */
static void lead(void *context)
{
    struct slice *slice = context;
    slice->ops->chains(slice->k, LEAD_STEPS, slice->out);
}

static void call(void *context)
{
    struct slice *slice = context;
    slice->ops->chains(slice->k, slice->steps, slice->out);
}

static void prepare(struct kn_track *track, struct slice *slice)
{
    slice->steps = 4096;
    for (int i = 0; i < KN_CHAINS_MAX; i++) {
        slice->out[i] = 0.5f + (float)i / KN_CHAINS_MAX;
    }
    *track = (struct kn_track){lead, call, slice, (double)slice->steps};
    size_t steps = (size_t)fmin(kn_slice_units(track, slice_ns), 1e9);
    slice->steps = steps - steps % STEP_GRAIN + STEP_GRAIN;
    track->work = (double)slice->steps * slice->k;
}

struct findings {
    struct kn_estimate latency, issue; /* ns between two multiply-adds */
    struct kn_estimate ratio;          /* of the asked track to the binding limit's track */
    double bound_ns;                   /* between two multiply-adds, by the model */
    double excess;                     /* asked over bound */
    double drift;                      /* of the latency, over the run */
    size_t issue_track;
};

static struct findings find(struct kn_samples *samples, int k)
{
    struct findings found = {.latency = kn_samples_quantile(samples, LATENCY, 0.25)};
    for (size_t track = FIRST_MANY; track < TRACKS; track++) {
        struct kn_estimate at = kn_samples_quantile(samples, track, 0.25);
        if (track == FIRST_MANY || at.value < found.issue.value) {
            found.issue = at;
            found.issue_track = track;
        }
    }
    bool is_latency_bound = found.latency.value / k > found.issue.value;
    size_t base = is_latency_bound ? LATENCY : found.issue_track;
    double base_ns = is_latency_bound ? found.latency.value : found.issue.value;
    found.ratio = kn_samples_ratio(samples, ASKED, base);
    found.bound_ns = is_latency_bound ? base_ns / k : base_ns;
    found.drift = kn_samples_drift(samples, LATENCY);
    found.excess = found.ratio.value * base_ns / found.bound_ns;
    return found;
}

/* Near k* = latency * issue rate both limits bind at once and the model may be short by some. */
static void judge(const struct findings *found, struct kn_reply *reply)
{
    double spread = kn_estimate_spread(&found->ratio);
    kn_gates_clear(reply);
    kn_gate_add(reply, "drift", found->drift <= drift_max, "latency moved %.1f %%, 3 %% allowed",
                100 * found->drift);
    kn_gate_add(reply, "interval", spread <= 0.03, "half width %.1f %%, 3 %% allowed",
                100 * spread);
    kn_gate_add(reply, "ceiling", found->excess >= 0.95,
                "%.3f of the binding limit's time, at least 0.95", found->excess);
    kn_gate_add(reply, "limits", found->excess <= 1.08,
                "%.3f of the binding limit's time, at most 1.08", found->excess);
}

static void report(const struct kn_ops *ops, const struct findings *found, struct kn_reply *reply)
{
    const struct kn_estimate *latency = &found->latency, *issue = &found->issue;
    const struct kn_estimate *ratio = &found->ratio;
    double asked_ns = found->bound_ns * found->excess;
    double flop_per_s = 2 * (double)ops->width * 1e9 / asked_ns;
    reply->outputs[OUT_LATENCY] = (struct kn_result){latency->value * 1e-9, latency->low * 1e-9,
                                                     latency->high * 1e-9, latency->samples};
    reply->outputs[OUT_ISSUE_RATE] =
        (struct kn_result){1e9 / issue->value, 1e9 / issue->high, 1e9 / issue->low, issue->samples};
    kn_reply_exact(reply, OUT_WIDTH, (double)ops->width);
    reply->outputs[OUT_RATE] =
        (struct kn_result){flop_per_s, flop_per_s * (ratio->value / ratio->high),
                           flop_per_s * (ratio->value / ratio->low), ratio->samples};
}

static bool is_sound(const struct slice *slices)
{
    for (size_t track = 0; track < TRACKS; track++) {
        for (int i = 0; i < slices[track].k; i++) {
            if (!(slices[track].out[i] >= 0.49f && slices[track].out[i] <= 1.51f)) {
                return false;
            }
        }
    }
    return true;
}

struct asking { /* what kn_measure hands back to conclude() */
    const struct kn_ops *ops;
    int k;
};

static bool conclude(void *context, struct kn_samples *samples, struct kn_reply *reply)
{
    const struct asking *asking = context;
    struct findings found = find(samples, asking->k);
    judge(&found, reply);
    report(asking->ops, &found, reply);
    return found.drift <= drift_max;
}

void kn_chains_run(const struct kn_call *call_of, struct kn_reply *reply)
{
    const int ks[TRACKS] = {(int)call_of->args[0].integer, 1, 8, 10, 12};
    struct slice slices[TRACKS];
    struct kn_track tracks[TRACKS];
    for (size_t track = 0; track < TRACKS; track++) {
        slices[track] = (struct slice){.ops = call_of->ops, .k = ks[track]};
        prepare(&tracks[track], &slices[track]);
    }
    const struct kn_plan plan = {tracks,    TRACKS,    200,
                                 200000000, 450000000, call_of->start_ns + KN_RUN_NS};
    struct asking asking = {call_of->ops, ks[ASKED]};
    if (kn_measure(&plan, call_of->host, conclude, &asking, reply) && !is_sound(slices)) {
        kn_reply_fail(reply, KN_FAILED, "a chain's value left [0.5, 1.5]");
    }
}
