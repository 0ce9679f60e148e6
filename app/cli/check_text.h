/* The text layer's findings on a course: Markdown and maths of pages, statements, hints, mistakes'
 * sentences and solutions.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CHECK_TEXT_H
#define CLI_CHECK_TEXT_H

#include "grader/course/course.h"

/* Adds to diags; false only when memory gives out. */
GR_MUST_CHECK bool check_text(const struct gr_course *course, struct gr_diags *diags,
                              struct gr_err *err);

#endif
