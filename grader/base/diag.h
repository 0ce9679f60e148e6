/* Findings: what `check` collects over many files and prints in one go. Each has a stable code, a
 * severity, a place, one sentence that says what is wrong and one that says what to do.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_DIAG_H
#define GR_DIAG_H

#include "grader/base/arena.h"
#include "grader/base/err.h"

enum gr_severity { GR_ERROR, GR_WARNING, GR_NOTE };

struct gr_diag {
    enum gr_severity severity;
    const char *code; /* "Y003", "P014": stable for ever (course/codes.h); a static string */
    struct gr_pos at;
    const char *text;       /* what is wrong */
    const char *help;       /* what to do; may be NULL */
    const char *suggestion; /* did you mean; may be NULL */
};

/* A growing list; texts live in its own arena. {0} is empty. `lost` counts findings for which there
 * was no memory: a list with lost > 0 is never "clean". */
struct gr_diags {
    struct gr_arena arena;
    struct gr_diag *items;
    size_t count, size, lost;
    size_t errors, warnings;
};

/* Adds a finding; its text is made by `format`. Returns it for help and suggestion, or NULL when
 * there was no memory. It is valid until the next one is added. */
struct gr_diag *gr_diag_add(struct gr_diags *diags, enum gr_severity severity, const char *code,
                            struct gr_pos at, const char *format, ...) GR_PRINTF(5, 6);
/* What to do, and the word that was meant (NULL: none). `diag` may be NULL: nothing happens. */
void gr_diag_help(struct gr_diags *diags, struct gr_diag *diag, const char *format, ...)
    GR_PRINTF(3, 4);
void gr_diag_suggest(struct gr_diags *diags, struct gr_diag *diag, const char *word);
/* Sorts by file, line, column, code, text: the same findings always print alike. */
void gr_diags_sort(struct gr_diags *diags);
void gr_diags_free(struct gr_diags *diags);
/* "error", "warning", "note". */
const char *gr_severity_word(enum gr_severity severity);

#endif
