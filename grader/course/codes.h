/* The stable codes of the grader's findings: Y a file's form, P a problem, T values in text,
 * S a solution, C chapters, pages and levels, L links between files, G the gate, D the deep check
 * of dealt instances. A code keeps its meaning for ever; a retired one is never given out again.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_CODES_H
#define GR_CODES_H

#include <stddef.h>

struct gr_code {
    const char *code, *about; /* "Y003", one line: what is asked of the file */
};

/* Entry `index` in the order of the codes; NULL past the end. */
const struct gr_code *gr_code_at(size_t index);
/* The entry of `code`, or NULL. */
const struct gr_code *gr_code_find(const char *code);

#endif
