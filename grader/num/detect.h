/* The built-in detectors: what a wrong number betrays without the author's help. Internal.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_DETECT_H
#define GR_DETECT_H

#include <stdbool.h>

#include "grader/num/verdict.h"

/* Is `value` the reference with a well-known slip? out->width is the half width that is accepted; a
 * slip that the tolerance forgives is none. On true, out->mistake (a static word) and out->say. */
bool gr_detect(const struct gr_rule *rule, double value, struct gr_judgement *out);

#endif
