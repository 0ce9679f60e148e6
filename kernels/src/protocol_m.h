/* Protocol M: how a time is taken that somebody will be graded by. Several tracks (the kernel asked
 * for and its calibrations) run in one interleaved loop of short slices, in an order that is
 * reversed every round, each slice led in by an untimed call. What can be a ratio to a co-measured
 * calibration is the median of the ratios within rounds, because a machine that slows down slows
 * both; what must be absolute is a low percentile, because noise only ever adds.
 * SPDX-License-Identifier: MIT */
#ifndef KN_PROTOCOL_M_H
#define KN_PROTOCOL_M_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kn/run.h"
#include "order.h"

enum { KN_TRACKS_MAX = 6, KN_ROUNDS_MAX = 2048 };

/* One thing that is timed. */
struct kn_track {
    void (*lead)(void *context); /* untimed, right before each timed call; may be NULL */
    void (*call)(void *context); /* one slice, 0.15 to 0.6 ms of it */
    void *context;
    double work; /* units of work in one call, of the caller's choice */
};

struct kn_plan {
    const struct kn_track *tracks;
    size_t track_count;
    size_t rounds_min;   /* stop when both are reached ... */
    int64_t time_min_ns; /* ... */
    int64_t time_max_ns; /* ... or at this one, whatever is missing */
    int64_t until_ns;    /* by kn_clock_ns: no further round begins from then on; 0: no such end */
};

/* ns[t][r]: nanoseconds of one unit of track t's work in round r. */
struct kn_samples {
    size_t rounds;
    double ns[KN_TRACKS_MAX][KN_ROUNDS_MAX];
    double scratch[KN_ROUNDS_MAX];
};

/* A fresh set of samples, or NULL; free() it. */
struct kn_samples *kn_samples_new(void);

/* Runs the loop and appends its rounds to those that are there (set rounds to 0 to begin afresh).
 * KN_FAILED when the host's tick stopped it. */
enum kn_status kn_sample(const struct kn_plan *plan, const struct kn_host *host,
                         struct kn_samples *samples);

/* Median over rounds of ns[track] / ns[base], with its interval. */
struct kn_estimate kn_samples_ratio(struct kn_samples *samples, size_t track, size_t base);

/* The q-quantile of ns[track] with its interval. */
struct kn_estimate kn_samples_quantile(struct kn_samples *samples, size_t track, double q);

/* How far the lower quartile of a track moved between the first and the last quarter of the rounds,
 * as a share of the smaller one; >= 0. */
double kn_samples_drift(struct kn_samples *samples, size_t track);

/* Half the width of an interval over its value. */
double kn_estimate_spread(const struct kn_estimate *estimate);

/* How many units of work fill slice_ns, found by timing calls of track->call, which does
 * track->work of them each time: the fastest of a few, so that one interruption does not shrink the
 * slice. At least 1. */
double kn_slice_units(const struct kn_track *track, double slice_ns);

/* Appends a gate to the reply; printf-like. A failed one makes the reply poor. */
__attribute__((format(printf, 4, 5))) void kn_gate_add(struct kn_reply *reply, const char *name,
                                                       bool is_passed, const char *format, ...);

/* Forgets the gates of an earlier try. */
void kn_gates_clear(struct kn_reply *reply);

/* What a kernel makes of its samples: sets the reply's outputs, and its gates anew. True: the next
 * try goes on from these samples, and more rounds narrow an interval. False: they are of another
 * machine, as after a drift, and the next try begins afresh. */
typedef bool kn_judge_fn(void *context, struct kn_samples *samples, struct kn_reply *reply);

/* Where the time of a whole run goes: a deal may try twice and must end within 3 s. */
enum { KN_RUN_NS = 1200000000 };

/* Samples by the plan and judges until no gate fails, three times at most and not beyond
 * plan->until_ns. Too few rounds for an interval to mean anything fail a gate of their own. On
 * false the reply has failed: no memory, or the host's tick stopped it. */
bool kn_measure(const struct kn_plan *plan, const struct kn_host *host, kn_judge_fn *judge,
                void *context, struct kn_reply *reply);

#endif
