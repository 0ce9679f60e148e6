/* The published solution beside a problem: Markdown whose numbers are expressions, evaluated for
 * the student's own instance. A solution with findings is not published; the problem stays usable.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/folder.h"
#include "grader/course/problem_load.h"
#include "grader/course/source.h"

static bool solution_text(struct gr_problem_load *load, const char *path, struct gr_source *out)
{
    struct gr_err err = {0};
    struct gr_str raw;
    struct gr_pos at = {.file = path, .line = 1, .column = 1};
    if (!gr_file_read(load->reader.arena, path, GR_PAGE_BYTES, &raw, &err)) {
        gr_reader_fail(&load->reader, "S001", at, &err);
        return false;
    }
    return gr_source_clean(load->reader.arena, raw, at, GR_TABS_ALLOWED, out, load->reader.diags) &&
           out->findings == 0;
}

static const struct gr_part *last_value(const struct gr_template *text)
{
    for (size_t i = text->count; i > 0; i--)
        if (text->parts[i - 1].kind != GR_PART_TEXT)
            return &text->parts[i - 1];
    return NULL;
}

static size_t blanks_in(const struct gr_template *text)
{
    size_t blanks = 0;
    for (size_t i = 0; i < text->count; i++)
        blanks += text->parts[i].kind == GR_PART_BLANK;
    return blanks;
}

/* The last number is the answer: it must be one, in a unit of the answer's dimension. */
static bool ends_on_answer(struct gr_problem_load *load, struct gr_pos start)
{
    const struct gr_problem *problem = load->problem;
    const struct gr_part *last = last_value(&problem->solution);
    struct gr_reader *reader = &load->reader;
    if (last == NULL) {
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "S002", start, "the solution computes nothing"),
                     "write each number as {= expression -> unit}");
        return false;
    }
    struct gr_dim none = {0};
    struct gr_dim shown = last->has_unit ? last->unit.dim : none;
    if (!gr_dim_same(shown, problem->answer.unit.dim)) {
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "S003", last->at,
                                     "the last number is not in the unit asked for"),
                     "the last number of a solution is graded; print it -> %s",
                     problem->answer.unit.text);
        return false;
    }
    if (problem->kind != GR_KIND_PROBLEM || blanks_in(&problem->solution) > 0)
        return true;
    gr_diag_help(
        reader->diags,
        gr_reader_error(reader, "S004", start, "the solution of a worked problem has no blank"),
        "{? expression -> unit} is a number that the student fills in");
    return false;
}

void gr_solution_load(struct gr_problem_load *load, const char *path)
{
    struct gr_problem *problem = load->problem;
    struct gr_pos start = {.file = path, .line = 1, .column = 1};
    struct gr_source source;
    if (path == NULL || gr_path_is_absent(path))
        return;
    problem->solution_path = gr_reader_text(&load->reader, gr_str(path));
    if (problem->solution_path == NULL || !solution_text(load, problem->solution_path, &source))
        return;
    start.file = problem->solution_path;
    load->knows_answer = true;
    problem->has_solution =
        gr_template_parse(load->reader.arena, source.text, start, GR_TEMPLATE_EXPRESSIONS,
                          &problem->solution, load->reader.diags) &&
        gr_template_names_known(&load->reader, &problem->solution) && ends_on_answer(load, start);
    load->knows_answer = false;
}
