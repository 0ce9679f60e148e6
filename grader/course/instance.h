/* Parameters of instance k: a pure function of (id, rev, k) through the counter-based generator, so
 * they never change with a library, a machine or a release.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_INSTANCE_H
#define GR_INSTANCE_H

#include "grader/course/problem.h"

/* Binds the params of instance k, in file order, into bindings[0..param_count) (names and words
 * borrowed from the problem). Requirements that read only params are met by drawing again inside
 * the instance; an instance that cannot meet them in 1000 draws is an error that names the
 * requirement. */
GR_MUST_CHECK bool gr_instance_draw(const struct gr_problem *problem, uint32_t k,
                                    struct gr_binding *bindings, struct gr_err *err);
/* The first instance of a student for a problem, in [0, instances): a hash of course, student and
 * id. */
uint32_t gr_instance_first(const struct gr_problem *problem, const char *course,
                           const char *student);

#endif
