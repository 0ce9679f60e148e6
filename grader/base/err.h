/* The one error type of grader and app: filled by the callee, returned by `bool`. The text is
 * stored inline so that reporting an error can never fail. First error wins; callers add context.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_ERR_H
#define GR_ERR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/base/attr.h"

/* Where in a file: 1-based, columns count code points; 0 = unknown. `file` is borrowed. */
struct gr_pos {
    const char *file;
    uint32_t line, column;
};

enum gr_err_code {
    GR_OK,
    GR_E_USAGE,     /* the caller asked for something that does not exist or cannot be (exit 2) */
    GR_E_MACHINE,   /* this machine cannot: no kernel, no device, no rights (exit 3) */
    GR_E_COURSE,    /* a course file is absent, unreadable or wrong (exit 4) */
    GR_E_NOVERDICT, /* it ran and nobody may be graded by it (exit 5) */
    GR_E_STORE,     /* the journal: locked, damaged, full, read-only (exit 6) */
    GR_E_CANCELLED, /* the user asked to stop (exit 130) */
    GR_E_MEMORY,    /* out of memory (exit 70) */
    GR_E_INTERNAL   /* a broken promise of ours (exit 70) */
};

struct gr_err {
    enum gr_err_code code;
    struct gr_pos at;
    char text[320]; /* what is wrong; what to do */
};

/* Sets *err unless it already holds an error; always returns false, so `return gr_fail(...)` reads
 * well. err may be NULL. */
bool gr_fail(struct gr_err *err, enum gr_err_code code, const char *format, ...) GR_PRINTF(3, 4);
bool gr_fail_at(struct gr_err *err, enum gr_err_code code, struct gr_pos at, const char *format,
                ...) GR_PRINTF(4, 5);
/* Puts "context: " before the text of an error that is set; returns false. */
bool gr_err_wrap(struct gr_err *err, const char *format, ...) GR_PRINTF(2, 3);
/* "file:line:column: text" (parts that are unknown are left out), cut to fit; returns out. */
const char *gr_err_print(const struct gr_err *err, char *out, size_t size);
/* The program's exit status for the code, as design.md section 6 has them. */
int gr_err_exit(enum gr_err_code code);

#endif
