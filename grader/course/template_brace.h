/* What stands between braces in a text with values, and whether it stands on the right side of the
 * dollar sign: {name} outside maths, \val{name} inside. A slip there would show the reader a name
 * where a number belongs. Pure functions over the text; template.c scans with them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_TEMPLATE_BRACE_H
#define GR_TEMPLATE_BRACE_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/base/str.h"

/* A letter, then letters, digits and _. */
bool gr_brace_is_name(struct gr_str text);
/* Offset of the last "->" between the braces; the length when there is none. */
size_t gr_brace_arrow(struct gr_str inner);
/* Whether the { at `at`, inside maths, opens {name}, {name -> unit} or {= ...}: a mere group there,
 * unless a command, ^ or _ takes it, as in 2^{n} and \frac{1}{n}. */
bool gr_brace_is_misplaced(struct gr_str text, size_t at);
/* Whether the text begins with the command \val. */
bool gr_brace_is_val(struct gr_str text);

#endif
