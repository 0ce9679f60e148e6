/* Roof: K fused multiply-adds on every element of an array that streams from DRAM. Three tracks run
 * interleaved: the asked K, K = 1 (which measures the memory) and K = 128 in the first-level cache
 * (which measures the arithmetic). The two that stream share one cursor that walks the whole array,
 * so no slice finds data that an earlier one left in a cache.
 *
 * All three count "elements at the asked K", so each ratio to a calibration is 1 where that ceiling
 * is met exactly; `time` is the median ratio to the binding ceiling times that ceiling as printed.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "dram.h"
#include "guard.h"
#include "kernel.h"
#include "protocol_m.h"

enum { ASKED, MEMORY, ARITHMETIC, TRACKS };
enum { OUT_ELEMENTS, OUT_STREAM_RATE, OUT_PEAK_RATE, OUT_TIME };

enum {
    GRAIN = 384,            /* whole iterations for every instruction set */
    LEAD_ELEMENTS = 16128,  /* 42 grains: restarts the prefetchers, too short to matter */
    CACHED_ELEMENTS = 3840, /* 15 KiB: in the first-level cache of every processor */
    FIRST_ELEMENTS = 256 * GRAIN,
    PEAK_K = 128
};

static const double slice_ns = 250e3;
static const double drift_max = 0.03;

struct bed {
    const struct kn_ops *ops;
    struct kn_guard stream, cached;
    size_t elements; /* in `stream` */
    size_t cursor;
};

struct slice {
    struct bed *bed;
    int k;
    size_t elements; /* streamed, or passes times CACHED_ELEMENTS */
};

/* The next piece of the array, from the front again when the rest is too short. */
static float *take(struct bed *bed, size_t elements)
{
    if (bed->elements - bed->cursor < elements) {
        bed->cursor = 0;
    }
    float *piece = (float *)bed->stream.data + bed->cursor;
    bed->cursor += elements;
    return piece;
}

static void lead_stream(void *context)
{
    const struct slice *slice = context;
    slice->bed->ops->roof(take(slice->bed, LEAD_ELEMENTS), LEAD_ELEMENTS, slice->k);
}

static void call_stream(void *context)
{
    const struct slice *slice = context;
    slice->bed->ops->roof(take(slice->bed, slice->elements), slice->elements, slice->k);
}

static void lead_cached(void *context)
{
    const struct slice *slice = context;
    slice->bed->ops->roof(slice->bed->cached.data, CACHED_ELEMENTS, slice->k);
}

static void call_cached(void *context)
{
    const struct slice *slice = context;
    for (size_t done = 0; done < slice->elements; done += CACHED_ELEMENTS) {
        lead_cached(context);
    }
}

/* Values around the fixed point 1 of the map, so that none ever leaves [0.5, 1.5]. */
static void fill(float *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p[i] = 0.5f + (float)(i % 1024) / 1024.0f;
    }
}

static bool bed_open(struct bed *bed, const struct kn_ops *ops, struct kn_reply *reply)
{
    size_t bytes = kn_dram_bytes(reply);
    *bed = (struct bed){.ops = ops, .elements = bytes / sizeof(float) / GRAIN * GRAIN};
    if (bytes == 0) {
        return false;
    }
    if (!kn_guard_open(&bed->stream, bed->elements, sizeof(float)) ||
        !kn_guard_open(&bed->cached, CACHED_ELEMENTS, sizeof(float))) {
        kn_reply_fail(reply, KN_NO_MEMORY, "cannot allocate %zu bytes", bytes);
        return false;
    }
    fill(bed->stream.data, bed->elements);
    fill(bed->cached.data, CACHED_ELEMENTS);
    return true;
}

static void bed_close(struct bed *bed)
{
    kn_guard_close(&bed->stream);
    kn_guard_close(&bed->cached);
}

static bool is_sound(const float *p, size_t n)
{
    bool is_sound_so_far = true;
    for (size_t i = 0; i < n; i += 97) {
        is_sound_so_far = is_sound_so_far && p[i] >= 0.49f && p[i] <= 1.51f;
    }
    return is_sound_so_far;
}

/* A slice is a whole number of grains and leaves room for its lead. */
static size_t whole_grains(double elements, size_t limit)
{
    const size_t quarter = limit / 4;
    size_t count = (size_t)fmin(elements, (double)quarter);
    return count < GRAIN ? GRAIN : count - count % GRAIN;
}

/* Makes the track's slices last about slice_ns each. */
static void size_stream(struct kn_track *track, struct slice *slice)
{
    slice->elements = FIRST_ELEMENTS;
    track->work = (double)slice->elements;
    slice->elements = whole_grains(kn_slice_units(track, slice_ns), slice->bed->elements);
    track->work = (double)slice->elements;
}

static void size_cached(struct kn_track *track, struct slice *slice, int k)
{
    slice->elements = CACHED_ELEMENTS;
    track->work = 1;
    double passes = fmax(1, rint(kn_slice_units(track, slice_ns)));
    slice->elements = CACHED_ELEMENTS * (size_t)passes;
    track->work = (double)slice->elements * PEAK_K / k;
}

struct findings {
    struct kn_estimate memory, arithmetic; /* ns per element at the asked k */
    struct kn_estimate ratio;              /* to the binding one of the two */
    bool is_memory_bound;
    double distance; /* k / K*: below 1 memory binds */
    double drift;    /* of the arithmetic ceiling, over the run */
};

static struct findings find(struct kn_samples *samples)
{
    struct findings found = {
        .memory = kn_samples_quantile(samples, MEMORY, 0.25),
        .arithmetic = kn_samples_quantile(samples, ARITHMETIC, 0.25),
    };
    found.distance = found.arithmetic.value / found.memory.value;
    found.is_memory_bound = found.distance < 1;
    found.drift = kn_samples_drift(samples, ARITHMETIC);
    found.ratio = kn_samples_ratio(samples, ASKED, found.is_memory_bound ? MEMORY : ARITHMETIC);
    return found;
}

/* At the ridge the two pipes compete and no model is claimed. Elsewhere the kernel must meet the
 * binding ceiling, or something else was going on than the question is about: with these limits an
 * answer by the model lies within 10 % of `time`, inside any tolerance that a problem may set. */
static void judge(const struct findings *found, struct kn_reply *reply)
{
    double spread = kn_estimate_spread(&found->ratio);
    double ratio = found->ratio.value;
    bool is_ridge = found->distance > 0.7 && found->distance < 1.4;
    kn_gates_clear(reply);
    kn_gate_add(reply, "drift", found->drift <= drift_max,
                "arithmetic ceiling moved %.1f %%, 3 %% allowed", 100 * found->drift);
    kn_gate_add(reply, "interval", spread <= 0.04, "half width %.1f %%, 4 %% allowed",
                100 * spread);
    kn_gate_add(reply, "ceiling", ratio >= 0.92, "%.3f of the ceiling's time, at least 0.92",
                ratio);
    kn_gate_add(reply, "overlap", ratio <= 1.11 || is_ridge,
                "%.3f of the ceiling's time, at most 1.11; k/K* %.2f", ratio, found->distance);
}

static void report(const struct bed *bed, int k, const struct findings *found,
                   struct kn_reply *reply)
{
    const double bytes = 8e9, flop = 2e9 * k; /* per element and ns */
    const struct kn_estimate *memory = &found->memory, *arithmetic = &found->arithmetic;
    double bound_s = fmax(memory->value, arithmetic->value) * 1e-9 * (double)bed->elements;
    kn_reply_exact(reply, OUT_ELEMENTS, (double)bed->elements);
    reply->outputs[OUT_STREAM_RATE] = (struct kn_result){
        bytes / memory->value, bytes / memory->high, bytes / memory->low, memory->samples};
    reply->outputs[OUT_PEAK_RATE] =
        (struct kn_result){flop / arithmetic->value, flop / arithmetic->high,
                           flop / arithmetic->low, arithmetic->samples};
    reply->outputs[OUT_TIME] =
        (struct kn_result){bound_s * found->ratio.value, bound_s * found->ratio.low,
                           bound_s * found->ratio.high, found->ratio.samples};
}

struct asking { /* what kn_measure hands back to conclude() */
    const struct bed *bed;
    int k;
};

static bool conclude(void *context, struct kn_samples *samples, struct kn_reply *reply)
{
    const struct asking *asking = context;
    struct findings found = find(samples);
    judge(&found, reply);
    report(asking->bed, asking->k, &found, reply);
    return found.drift <= drift_max;
}

static bool measure(struct bed *bed, const struct kn_call *call, struct kn_reply *reply)
{
    int k = (int)call->args[0].integer;
    struct slice asked = {.bed = bed, .k = k};
    struct slice memory = {.bed = bed, .k = 1};
    struct slice arithmetic = {.bed = bed, .k = PEAK_K};
    struct kn_track tracks[TRACKS] = {
        [ASKED] = {lead_stream, call_stream, &asked, 1},
        [MEMORY] = {lead_stream, call_stream, &memory, 1},
        [ARITHMETIC] = {lead_cached, call_cached, &arithmetic, 1},
    };
    size_stream(&tracks[ASKED], &asked);
    size_stream(&tracks[MEMORY], &memory);
    size_cached(&tracks[ARITHMETIC], &arithmetic, k);
    const struct kn_plan plan = {tracks,    TRACKS,    200,
                                 200000000, 450000000, call->start_ns + KN_RUN_NS};
    struct asking asking = {bed, k};
    return kn_measure(&plan, call->host, conclude, &asking, reply);
}

void kn_roof_run(const struct kn_call *call, struct kn_reply *reply)
{
    struct bed bed = {0};
    if (bed_open(&bed, call->ops, reply) && measure(&bed, call, reply)) {
        if (!kn_guard_is_whole(&bed.stream) || !kn_guard_is_whole(&bed.cached)) {
            kn_reply_fail(reply, KN_FAILED, "the kernel wrote outside its array");
        } else if (!is_sound(bed.stream.data, bed.elements)) {
            kn_reply_fail(reply, KN_FAILED, "the kernel's values left [0.5, 1.5]");
        }
    }
    bed_close(&bed);
}
