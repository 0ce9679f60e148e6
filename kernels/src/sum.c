/* Sum: n copies of v through `lanes` accumulators in a short format, every addition rounded to
 * nearest even; then the accumulators pairwise, in the same format. Both orders of dealing give
 * each of the first n mod lanes accumulators one copy more than the others: as all copies are
 * equal, taking turns and taking blocks differ only in time, and one loop serves both.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "formats.h"
#include "gpu.h"
#include "kernel.h"

enum { ARG_FORMAT, ARG_V, ARG_N, ARG_LANES };
enum { OUT_RESULT, OUT_ADDEND, OUT_EXACT, OUT_FP32_RESULT, OUT_STUCK_AFTER };

/* Turns between two looks at whether the caller still wants the answer. */
static const uint64_t turns_at_once = 1u << 20;

static bool add_turns(const struct kn_call *call, enum kn_format format, struct kn_lanes *lanes,
                      struct kn_reply *reply)
{
    if (reply->backend == KN_CUDA) {
        return call->host->gpu->sum(call, (int)format, lanes, reply);
    }
    const struct kn_ops *ops = call->ops;
    switch (format) {
    case KN_FP32:
        ops->sum_fp32(lanes);
        break;
    case KN_BF16:
        ops->sum_bf16(lanes);
        break;
    case KN_FP16:
        ops->sum_fp16(lanes);
        break;
    }
    return true;
}

/* `turns` more copies to each of the first lanes->lanes accumulators. */
static bool deal(const struct kn_call *call, enum kn_format format, struct kn_lanes *lanes,
                 uint64_t turns, struct kn_reply *reply)
{
    for (uint64_t done = 0; lanes->lanes > 0 && done < turns; done += lanes->turns) {
        lanes->turns = turns - done < turns_at_once ? turns - done : turns_at_once;
        if (!kn_keep_going(call->host, reply, "adding", (double)done, (double)turns) ||
            !add_turns(call, format, lanes, reply)) {
            return false;
        }
    }
    return true;
}

/* Neighbours added, again and again; an odd one out waits for the next round. */
static float add_pairwise(enum kn_format format, float *sums, size_t count)
{
    while (count > 1) {
        size_t pairs = count / 2;
        for (size_t i = 0; i < pairs; i++) {
            sums[i] = kn_round_float(format, sums[2 * i] + sums[2 * i + 1]);
        }
        if (count % 2 != 0) {
            sums[pairs] = sums[count - 1];
        }
        count = pairs + count % 2;
    }
    return sums[0];
}

static bool sum_in(const struct kn_call *call, enum kn_format format, float addend,
                   struct kn_lanes *lanes, struct kn_reply *reply)
{
    size_t count = (size_t)call->args[ARG_LANES].integer;
    uint64_t n = (uint64_t)call->args[ARG_N].integer;
    *lanes = (struct kn_lanes){.addend = addend, .lanes = count};
    if (!deal(call, format, lanes, n / count, reply)) {
        return false;
    }
    lanes->lanes = (size_t)(n % count);
    return deal(call, format, lanes, 1, reply);
}

void kn_sum_run(const struct kn_call *call, struct kn_reply *reply)
{
    enum kn_format format = kn_format_read(call->args[ARG_FORMAT].text);
    size_t count = (size_t)call->args[ARG_LANES].integer;
    uint64_t n = (uint64_t)call->args[ARG_N].integer;
    float addend = kn_round_double(format, call->args[ARG_V].real);
    struct kn_lanes in_format, in_fp32;
    if (!isfinite(addend)) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "sum: v is beyond the largest %s number",
                      call->args[ARG_FORMAT].text);
        return;
    }
    if (!sum_in(call, format, addend, &in_format, reply) ||
        !sum_in(call, KN_FP32, addend, &in_fp32, reply)) {
        return;
    }
    uint64_t to_first_lane = n / count + (n % count != 0);
    bool is_stuck = in_format.moves < to_first_lane;
    kn_reply_exact(reply, OUT_RESULT, (double)add_pairwise(format, in_format.accumulators, count));
    kn_reply_exact(reply, OUT_ADDEND, (double)addend);
    kn_reply_exact(reply, OUT_EXACT, (double)n * (double)addend);
    kn_reply_exact(reply, OUT_FP32_RESULT,
                   (double)add_pairwise(KN_FP32, in_fp32.accumulators, count));
    kn_reply_exact(reply, OUT_STUCK_AFTER, is_stuck ? (double)in_format.moves : (double)n);
}
