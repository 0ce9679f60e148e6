/* Stream: p -= c*g over two arrays in DRAM, 12 bytes an element (two reads, one write; the line
 * that is written was read, so nothing is hidden). There is nothing to form a ratio with: the rate
 * is absolute, the lower quartile of the slices, and its spread is part of the answer.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "dram.h"
#include "gpu.h"
#include "guard.h"
#include "kernel.h"
#include "protocol_m.h"
#include "stream.h"

enum { GRAIN = 64, FIRST_ELEMENTS = 1024 * GRAIN, LEAD_ELEMENTS = 16384 };

static const double slice_ns = 250e3;
static const float factor = 0x1p-20f;

struct bed {
    const struct kn_ops *ops;
    struct kn_guard p, g;
    size_t elements, cursor, slice_elements;
};

static void advance(struct bed *bed, size_t elements)
{
    if (bed->elements - bed->cursor < elements) {
        bed->cursor = 0;
    }
    bed->ops->stream((float *)bed->p.data + bed->cursor, (const float *)bed->g.data + bed->cursor,
                     factor, elements);
    bed->cursor += elements;
}

static void lead(void *context)
{
    advance(context, LEAD_ELEMENTS);
}

static void call(void *context)
{
    struct bed *bed = context;
    advance(bed, bed->slice_elements);
}

static bool bed_open(struct bed *bed, const struct kn_ops *ops, struct kn_reply *reply)
{
    size_t bytes = kn_dram_bytes(reply);
    *bed = (struct bed){.ops = ops, .elements = bytes / (2 * sizeof(float)) / GRAIN * GRAIN};
    if (bytes == 0) {
        return false;
    }
    if (!kn_guard_open(&bed->p, bed->elements, sizeof(float)) ||
        !kn_guard_open(&bed->g, bed->elements, sizeof(float))) {
        kn_reply_fail(reply, KN_NO_MEMORY, "cannot allocate %zu bytes", bytes);
        return false;
    }
    kn_stream_fill(bed->p.data, bed->g.data, bed->elements);
    return true;
}

void kn_stream_fill(float *p, float *g, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p[i] = 1.0f;
        g[i] = (float)(i % 512) / 512.0f;
    }
}

void kn_stream_report(struct kn_reply *reply, size_t elements,
                      const struct kn_estimate *ns_per_element)
{
    const double bytes = 12e9, all = 1e-9 * (double)elements;
    const struct kn_estimate *ns = ns_per_element;
    kn_reply_exact(reply, KN_STREAM_ELEMENTS, (double)elements);
    reply->outputs[KN_STREAM_RATE] =
        (struct kn_result){bytes / ns->value, bytes / ns->high, bytes / ns->low, ns->samples};
    reply->outputs[KN_STREAM_TIME] =
        (struct kn_result){all * ns->value, all * ns->low, all * ns->high, ns->samples};
}

void kn_stream_judge(struct kn_reply *reply, const struct kn_estimate *ns_per_element)
{
    double spread = kn_estimate_spread(ns_per_element);
    kn_gates_clear(reply);
    kn_gate_add(reply, "interval", spread <= 0.05, "half width %.1f %%, 5 %% allowed",
                100 * spread);
}

static bool conclude(void *context, struct kn_samples *samples, struct kn_reply *reply)
{
    const struct bed *bed = context;
    struct kn_estimate ns = kn_samples_quantile(samples, 0, 0.25);
    kn_stream_judge(reply, &ns);
    kn_stream_report(reply, bed->elements, &ns);
    return true;
}

static bool measure(struct bed *bed, const struct kn_call *call_of, struct kn_reply *reply)
{
    bed->slice_elements = FIRST_ELEMENTS;
    struct kn_track track = {lead, call, bed, (double)bed->slice_elements};
    const size_t quarter = bed->elements / 4;
    bed->slice_elements =
        (size_t)fmin(kn_slice_units(&track, slice_ns), (double)quarter) / GRAIN * GRAIN;
    bed->slice_elements += bed->slice_elements == 0 ? GRAIN : 0;
    track.work = (double)bed->slice_elements;
    const struct kn_plan plan = {&track,    1,         200,
                                 200000000, 450000000, call_of->start_ns + KN_RUN_NS};
    return kn_measure(&plan, call_of->host, conclude, bed, reply);
}

/* p starts at 1 and loses g * 2^-20 < 2^-20 a pass: a few thousand passes stay in (0.9, 1]. */
static bool is_sound(const float *p, size_t n)
{
    bool is_sound_so_far = true;
    for (size_t i = 0; i < n; i += 97) {
        is_sound_so_far = is_sound_so_far && p[i] > 0.9f && p[i] <= 1.0f;
    }
    return is_sound_so_far;
}

static void run_on_cpu(const struct kn_call *call_of, struct kn_reply *reply)
{
    struct bed bed = {0};
    if (bed_open(&bed, call_of->ops, reply) && measure(&bed, call_of, reply)) {
        if (!kn_guard_is_whole(&bed.p) || !kn_guard_is_whole(&bed.g)) {
            kn_reply_fail(reply, KN_FAILED, "the kernel wrote outside its arrays");
        } else if (!is_sound(bed.p.data, bed.elements)) {
            kn_reply_fail(reply, KN_FAILED, "the kernel's values left (0.9, 1]");
        }
    }
    kn_guard_close(&bed.p);
    kn_guard_close(&bed.g);
}

void kn_stream_run(const struct kn_call *call_of, struct kn_reply *reply)
{
    if (reply->backend == KN_CUDA) {
        call_of->host->gpu->stream(call_of, reply);
    } else {
        run_on_cpu(call_of, reply);
    }
}
