/* Filling a template with the values of one deal (template.h).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "grader/course/template.h"

struct precision { /* while visiting the names of an expression */
    const struct gr_scope *scope;
    bool is_exact;
};

static bool visit_name(void *context, struct gr_str name, struct gr_pos at)
{
    struct precision *precision = context;
    const struct gr_binding *binding = gr_scope_find(precision->scope, name);
    (void)at;
    if (binding != NULL && !binding->is_text && binding->low < binding->high)
        precision->is_exact = false;
    return precision->is_exact;
}

/* An expression is as exact as the least exact value in it. */
static bool is_exact(const struct gr_expr *expr, const struct gr_scope *scope)
{
    struct precision precision = {.scope = scope, .is_exact = true};
    gr_expr_names(expr, visit_name, &precision);
    return precision.is_exact;
}

/* TeX for a printed value: what is no plain number goes into \text. */
static void add_maths(struct gr_str shown, struct gr_buf *out)
{
    size_t plain = 0;
    while (plain < shown.len && memchr("-0123456789.", shown.ptr[plain], 12) != NULL)
        plain++;
    if (plain < shown.len && shown.ptr[plain] != ' ')
        plain = 0;
    gr_buf_add(out, (struct gr_str){.ptr = shown.ptr, .len = plain});
    if (plain == shown.len)
        return;
    gr_buf_text(out, "\\text{");
    gr_buf_add(out, gr_str_from(shown, plain));
    gr_buf_char(out, '}');
}

static bool add_shown(const struct gr_part *part, struct gr_str shown, struct gr_buf *out,
                      struct gr_err *err)
{
    if (part->in_maths)
        add_maths(shown, out);
    else
        gr_buf_add(out, shown);
    return !out->failed || gr_fail(err, GR_E_MEMORY, "the filled-in text has no room");
}

static bool value_is_in_unit(const struct gr_part *part, const struct gr_quantity *value,
                             struct gr_err *err)
{
    char dim[GR_UNIT_TEXT];
    if (!part->has_unit || gr_dim_same(part->unit.dim, value->dim))
        return true;
    return gr_fail_at(err, GR_E_COURSE, part->at, "this is in %s and cannot be shown in %s",
                      gr_dim_print(value->dim, dim), part->unit.text);
}

static bool add_value(const struct gr_part *part, const struct gr_scope *scope, struct gr_buf *out,
                      struct gr_err *err)
{
    struct gr_quantity value;
    struct gr_str text = gr_str_trim(gr_expr_text(part->expr));
    const struct gr_binding *binding = gr_scope_find(scope, text);
    if (binding != NULL && binding->is_text)
        return add_shown(part, gr_str(binding->text), out, err);
    /* Without a unit only the number is wanted: a mistake's value may be dimensionally absurd. */
    enum gr_expr_units units = part->has_unit ? GR_UNITS_CHECKED : GR_UNITS_FREE;
    if (!gr_expr_eval(part->expr, scope, units, &value, err) ||
        !value_is_in_unit(part, &value, err))
        return false;
    struct gr_buf shown;
    gr_buf_start(&shown, 256);
    gr_value_print(value.value, part->has_unit ? &part->unit : NULL, is_exact(part->expr, scope),
                   &shown);
    bool done = shown.failed ? gr_fail(err, GR_E_MEMORY, "out of memory while printing a value")
                             : add_shown(part, gr_buf_view(&shown), out, err);
    gr_buf_free(&shown);
    return done;
}

bool gr_template_fill(const struct gr_template *template, size_t from, size_t to,
                      const struct gr_scope *scope, enum gr_blanks blanks, struct gr_buf *out,
                      struct gr_err *err)
{
    for (size_t i = from; i < to && i < template->count; i++) {
        const struct gr_part *part = &template->parts[i];
        bool done = true;
        if (part->kind == GR_PART_TEXT)
            gr_buf_add(out, part->text);
        else if (part->kind == GR_PART_BLANK && blanks == GR_BLANKS_HIDDEN)
            done = add_shown(part, gr_str("____"), out, err);
        else
            done = add_value(part, scope, out, err);
        if (!done)
            return false;
    }
    return !out->failed || gr_fail(err, GR_E_MEMORY, "the filled-in text has no room");
}
