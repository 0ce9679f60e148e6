/* Names of a problem file and the expressions over them; see problem_load.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "grader/course/problem_load.h"

enum { SHOWN = 40 };

static int shown(struct gr_str text)
{
    return (int)(text.len < SHOWN ? text.len : SHOWN);
}

struct gr_problem_load *gr_load_of(const struct gr_reader *reader)
{
    return reader->owner;
}

/* ---- declaring ---------------------------------------------------------------------------- */

static const char *const reserved_words[] = {
    "sqrt",  "ln",  "log2", "log10", "exp", "min", "max",  "ceil",  "floor",     "abs",
    "round", "mod", "if",   "and",   "or",  "not", "true", "false", "reference", "model"};

static bool is_reserved(struct gr_str name)
{
    for (size_t i = 0; i < sizeof reserved_words / sizeof reserved_words[0]; i++)
        if (gr_str_is(name, reserved_words[i]))
            return true;
    return false;
}

static bool is_name(struct gr_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '_')))
            return false;
    }
    return text.len > 0 && text.len <= 32;
}

static bool name_is_good(struct gr_problem_load *load, struct gr_str name, struct gr_pos at)
{
    struct gr_reader *reader = &load->reader;
    const struct gr_name *before = gr_name_find(load, name);
    if (!is_name(name))
        gr_diag_help(
            reader->diags,
            gr_reader_error(reader, "P010", at, "\"%.*s\" cannot be a name", shown(name), name.ptr),
            "a letter, then letters, digits and _, 32 at most");
    else if (is_reserved(name))
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P011", at, "\"%.*s\" has a meaning of its own",
                                     shown(name), name.ptr),
                     "take another name");
    else if (before != NULL)
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P012", at, "the name \"%.*s\" is taken in line %u",
                                     shown(name), name.ptr, (unsigned)before->at.line),
                     "params, outputs and lets share their names; take another");
    else if (load->name_count == GR_NAMES_MAX)
        (void)gr_reader_error(reader, "P010", at, "over %d names in one problem",
                              (int)GR_NAMES_MAX);
    else
        return true;
    return false;
}

bool gr_name_declare(struct gr_problem_load *load, const struct gr_binding *binding,
                     const struct gr_name *name)
{
    if (!name_is_good(load, gr_str(binding->name), name->at))
        return false;
    load->bindings[load->name_count] = *binding;
    load->names[load->name_count++] = *name;
    return true;
}

void gr_name_break(struct gr_problem_load *load, const char *name, struct gr_pos at)
{
    if (name == NULL || gr_name_find(load, gr_str(name)) != NULL ||
        load->name_count == GR_NAMES_MAX)
        return;
    load->bindings[load->name_count] = (struct gr_binding){.name = name, .is_dimension = true};
    load->names[load->name_count++] = (struct gr_name){.at = at, .is_broken = true};
}

const struct gr_name *gr_name_find(const struct gr_problem_load *load, struct gr_str name)
{
    for (size_t i = 0; i < load->name_count; i++)
        if (gr_str_is(name, load->bindings[i].name))
            return &load->names[i];
    return NULL;
}

struct gr_scope gr_load_scope(const struct gr_problem_load *load)
{
    return (struct gr_scope){.bindings = load->bindings, .count = load->name_count};
}

/* ---- expressions -------------------------------------------------------------------------- */

struct visit {
    struct gr_problem_load *load;
    size_t unknown; /* broken ones included */
};

static void report_unknown(struct gr_problem_load *load, struct gr_str name, struct gr_pos at)
{
    const char *known[GR_NAMES_MAX];
    for (size_t i = 0; i < load->name_count; i++)
        known[i] = load->bindings[i].name;
    struct gr_diag *diag =
        gr_reader_error(&load->reader, "P013", at, "unknown name \"%.*s\"", shown(name), name.ptr);
    gr_diag_suggest(load->reader.diags, diag, gr_nearest(name, known, load->name_count));
    gr_diag_help(load->reader.diags, diag,
                 "a name is a parameter, a run's output or a let above this place");
}

static bool is_answer_name(struct gr_str name)
{
    return gr_str_is(name, "reference") || gr_str_is(name, "model");
}

static bool visit_name(void *context, struct gr_str name, struct gr_pos at)
{
    struct visit *visit = context;
    const struct gr_name *known = gr_name_find(visit->load, name);
    const struct gr_problem_load *load = visit->load;
    if (known != NULL) {
        visit->unknown += known->is_broken;
    } else if (load->knows_answer && is_answer_name(name)) {
        visit->unknown += load->problem->answer.unit.scale == 0; /* no unit was read */
    } else {
        visit->unknown++;
        if (!load->names_are_open)
            report_unknown(visit->load, name, at);
    }
    return true;
}

bool gr_expr_reads_run(const struct gr_problem_load *load, const struct gr_expr *expr)
{
    bool reads = false;
    for (size_t i = 0; i < load->name_count && !reads; i++)
        reads = load->names[i].from_run && gr_expr_uses(expr, load->bindings[i].name);
    return reads;
}

const struct gr_expr *gr_load_expr(struct gr_reader *reader, const struct gr_node *node,
                                   const char *what)
{
    struct gr_err err = {0};
    const struct gr_expr *expr = NULL;
    if (!gr_node_has_text(reader, node, what) || node->is_cut)
        return NULL;
    if (!gr_expr_parse(reader->arena, node->text, node->text_at, &expr, &err)) {
        struct gr_pos at = err.at.line > 0 ? err.at : node->text_at;
        (void)gr_err_wrap(&err, "%s", what);
        gr_reader_fail(reader, "P014", at, &err);
        return NULL;
    }
    struct visit visit = {.load = gr_load_of(reader)};
    gr_expr_names(expr, visit_name, &visit);
    return visit.unknown == 0 ? expr : NULL;
}

/* Known names, and in tests and solutions also the answer's own two. */
static size_t full_scope(const struct gr_problem_load *load, struct gr_binding *out)
{
    size_t count = load->name_count;
    memcpy(out, load->bindings, count * sizeof *out);
    if (load->knows_answer) {
        struct gr_quantity answer = {.value = 1, .dim = load->problem->answer.unit.dim};
        out[count++] =
            (struct gr_binding){.name = "reference", .number = answer, .is_dimension = true};
        out[count++] = (struct gr_binding){.name = "model", .number = answer, .is_dimension = true};
    }
    return count;
}

bool gr_load_dim(struct gr_reader *reader, const struct gr_expr *expr, struct gr_pos at,
                 struct gr_dim *out)
{
    struct gr_err err = {0};
    struct gr_binding bindings[GR_NAMES_MAX + 2];
    struct gr_scope scope = {.bindings = bindings,
                             .count = full_scope(gr_load_of(reader), bindings)};
    if (gr_expr_check(expr, &scope, out, &err))
        return true;
    (void)gr_reader_error(reader, "P015", err.at.line > 0 ? err.at : at, "%s", err.text);
    return false;
}

bool gr_load_dim_is(struct gr_reader *reader, const struct gr_expr *expr, struct gr_pos at,
                    struct gr_dim want, const char *what)
{
    struct gr_dim dim;
    char has[GR_UNIT_TEXT], wanted[GR_UNIT_TEXT];
    if (!gr_load_dim(reader, expr, at, &dim))
        return false;
    if (gr_dim_same(dim, want))
        return true;
    gr_diag_help(reader->diags,
                 gr_reader_error(reader, "P016", at, "%s is %s%s where %s is wanted", what,
                                 gr_dim_is_none(dim) ? "" : "in ", gr_dim_print(dim, has),
                                 gr_dim_print(want, wanted)),
                 "give numbers their units: 8 B * n, 2 FLOP * n");
    return false;
}

static bool has_comparison(struct gr_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == '<' || text.ptr[i] == '>' ||
            (text.ptr[i] == '=' && i > 0 && (text.ptr[i - 1] == '=' || text.ptr[i - 1] == '!')))
            return true;
    return false;
}

const struct gr_expr *gr_load_condition(struct gr_reader *reader, const struct gr_node *node,
                                        const char *what)
{
    struct gr_dim none = {0};
    const struct gr_expr *expr = gr_load_expr(reader, node, what);
    if (expr == NULL || !gr_load_dim_is(reader, expr, node->text_at, none, what))
        return NULL;
    if (has_comparison(gr_expr_text(expr)))
        return expr;
    gr_diag_help(reader->diags,
                 gr_reader_error(reader, "P017", node->text_at, "%s compares nothing", what),
                 "write a condition such as n >= 400");
    return NULL;
}

/* ---- texts and units ---------------------------------------------------------------------- */

static bool part_is_known(struct gr_reader *reader, const struct gr_part *part)
{
    struct visit visit = {.load = gr_load_of(reader)};
    gr_expr_names(part->expr, visit_name, &visit);
    if (visit.unknown > 0)
        return false;
    struct gr_scope scope = gr_load_scope(visit.load);
    struct gr_str text = gr_str_trim(gr_expr_text(part->expr));
    const struct gr_binding *word = gr_scope_find(&scope, text);
    if (word != NULL && word->is_text) {
        if (part->has_unit)
            (void)gr_reader_error(reader, "T006", part->at, "a word has no unit");
        return !part->has_unit;
    }
    struct gr_dim dim;
    if (!part->has_unit)
        return visit.load->units_are_free || gr_load_dim(reader, part->expr, part->at, &dim);
    return gr_load_dim_is(reader, part->expr, part->at, part->unit.dim, "the value");
}

bool gr_template_names_known(struct gr_reader *reader, const struct gr_template *template)
{
    bool good = true;
    for (size_t i = 0; i < template->count; i++)
        if (template->parts[i].kind != GR_PART_TEXT)
            good = part_is_known(reader, &template->parts[i]) && good;
    return good;
}

bool gr_load_template(struct gr_reader *reader, const struct gr_node *node,
                      enum gr_template_kind kind, struct gr_template *out, const char *what)
{
    return gr_node_has_text(reader, node, what) &&
           gr_template_parse(reader->arena, node->text, node->text_at, kind, out, reader->diags) &&
           gr_template_names_known(reader, out);
}

bool gr_load_unit(struct gr_reader *reader, const struct gr_node *node, struct gr_unit *out)
{
    struct gr_err err = {0};
    struct gr_unit unit;
    if (!gr_node_is(reader, node, GR_NODE_SCALAR, "unit"))
        return false;
    if (gr_unit_parse(gr_str_trim(node->text), &unit, &err)) {
        *out = unit;
        return true;
    }
    gr_diag_help(reader->diags,
                 gr_reader_error(reader, "P018", node->text_at, "unit: %s", err.text),
                 "for example ms, GB/s, TFLOP/s, token; \"\" for a pure number");
    return false;
}
