/* Text with values in it. Outside maths and code, `{name}` and `{name -> unit}` are filled in;
 * inside `$...$` it is `\val{name}` or `\val{name -> unit}`. In solutions `{= expression -> unit}`
 * is any expression and `{? expression -> unit}` a blank that the student fills in the walk. `\{`
 * is a brace. How a value is printed: integers in full, grouped in threes by commas from five
 * digits; other numbers with 4 significant digits (exact ones with 6, and never coarser than to
 * the first decimal), and what is printed is what is computed with.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_TEMPLATE_H
#define GR_TEMPLATE_H

#include "grader/base/arena.h"
#include "grader/base/diag.h"
#include "grader/num/expr.h"
#include "grader/num/units.h"

enum gr_part_kind { GR_PART_TEXT, GR_PART_VALUE, GR_PART_BLANK };

struct gr_part {
    enum gr_part_kind kind;
    struct gr_pos at;
    struct gr_str text; /* GR_PART_TEXT: as written, escapes undone */
    const struct gr_expr *expr;
    bool has_unit;
    struct gr_unit unit;
    bool in_maths;
};

struct gr_template {
    const struct gr_part *parts;
    size_t count;
};

enum gr_template_kind {
    GR_TEMPLATE_NAMES,      /* statements, hints, says: names only */
    GR_TEMPLATE_EXPRESSIONS /* solutions: also {= ..} and {? ..} */
};

/* False when there were findings. */
bool gr_template_parse(struct gr_arena *arena, struct gr_str text, struct gr_pos at,
                       enum gr_template_kind kind, struct gr_template *out, struct gr_diags *diags);

enum gr_blanks {
    GR_BLANKS_FILLED, /* the solution as published */
    GR_BLANKS_HIDDEN  /* "____" where the student computes */
};

/* Appends parts [from, to) with their values; `to` may exceed count. */
GR_MUST_CHECK bool gr_template_fill(const struct gr_template *template, size_t from, size_t to,
                                    const struct gr_scope *scope, enum gr_blanks blanks,
                                    struct gr_buf *out, struct gr_err *err);
/* One value as the template prints it (also for results and progress screens); `exact` chooses 6
 * instead of 4 significant digits. `unit` NULL: as it is, in base units without a unit text. */
void gr_value_print(double base_value, const struct gr_unit *unit, bool exact, struct gr_buf *out);
/* The double that such a print stands for, in base units: what is shown rounded is used rounded. */
double gr_value_rounded(double base_value, const struct gr_unit *unit, bool exact);

#endif
