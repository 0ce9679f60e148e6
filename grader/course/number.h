/* Numbers as course files write them: read from the scalar's own text, never by YAML's rules, so
 * that `1e-4`, `7e9`, `2^22` and `1_000` are what they look like, and `5:20`, `.nan` and `010` are
 * refused with the reason instead of passing as something else.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_NUMBER_H
#define GR_NUMBER_H

#include "grader/base/attr.h"
#include "grader/base/str.h"

enum gr_percent { GR_PERCENT_REFUSED, GR_PERCENT_ALLOWED }; /* `12%` is 0.12 */

/* False with the reason, a static sentence, in *why. */
GR_MUST_CHECK bool gr_number_read(struct gr_str text, enum gr_percent percent, double *out,
                                  const char **why);
/* The word that decides yes or no: only `true` and `false`. */
GR_MUST_CHECK bool gr_truth_read(struct gr_str text, bool *out, const char **why);

#endif
