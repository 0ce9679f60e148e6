/* What the stream kernel's CPU and GPU halves share: inputs, gates and the way results are written.
 * SPDX-License-Identifier: MIT */
#ifndef KN_STREAM_H
#define KN_STREAM_H

#include "kernel.h"
#include "order.h"

enum { KN_STREAM_ELEMENTS, KN_STREAM_RATE, KN_STREAM_TIME }; /* outputs, as in the catalogue */

/* p all 1; g in [0, 1), so that thousands of steps of 2^-20 leave p above 0.9. */
void kn_stream_fill(float *p, float *g, size_t n);
/* Sets the reply's gates anew, by the interval alone. */
void kn_stream_judge(struct kn_reply *reply, const struct kn_estimate *ns_per_element);
/* Sets all three outputs; `elements` in each of the two arrays. */
void kn_stream_report(struct kn_reply *reply, size_t elements,
                      const struct kn_estimate *ns_per_element);

#endif
