/* The unit at the end of an answer and what it makes of the number. Internal to grader/num.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_ANSWER_UNIT_H
#define GR_ANSWER_UNIT_H

#include "grader/num/answer_scan.h"

/* Reads scan->at to the end as a unit, or a suffix such as k or T, for `value` (which a suffix
 * multiplies). `unit` is what was typed or, when nothing was, what is asked. False: refused. */
GR_MUST_CHECK bool gr_answer_unit(struct gr_scan *scan, const struct gr_unit *asked, double *value,
                                  struct gr_unit *unit);
/* Checks that the unit typed can answer in the unit asked; fills WRONG_UNIT and says why if not. */
GR_MUST_CHECK bool gr_answer_fits(struct gr_scan *scan, size_t start, const struct gr_unit *unit,
                                  const struct gr_unit *asked);

#endif
