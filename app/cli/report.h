/* Findings on paper: for people with the source line and a caret, one line each for editors and
 * grep, JSON for programs. All formats show the same findings in the same order.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "grader/base/diag.h"
#include "grader/base/str.h"

enum report_format { REPORT_HUMAN, REPORT_SHORT, REPORT_JSON };

bool report_format_from(const char *word, enum report_format *out);
/* Sorts, drops what was found twice, and keeps only findings in `paths` (files, or folders for all
 * in them; absolute; count 0: all). Counts of errors and warnings are kept right. */
void report_select(struct gr_diags *diags, const char *const *paths, size_t count);
void report_human(const struct gr_diags *diags, struct gr_buf *out);
void report_short(const struct gr_diags *diags, struct gr_buf *out);
/* Members of an object that the caller opens: counts and an array of findings. */
struct gr_json;
void report_json(const struct gr_diags *diags, struct gr_json *json);
/* "2 errors, 1 warning in 3 files", "no findings". */
void report_summary(const struct gr_diags *diags, struct gr_buf *out);
/* The path as it is shown: from the current folder on when it lies in it. */
const char *report_path(const char *path, char *out, size_t size);

#endif
