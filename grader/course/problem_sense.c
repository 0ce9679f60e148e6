/* What only the whole of a problem file can tell: whether its class is that of its kernels, whether
 * its reference comes from a run, whether what it prints is printed once.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "grader/course/problem_load.h"

static bool binds_class(const struct gr_problem *problem, enum kn_class wanted)
{
    for (size_t i = 0; i < problem->run_count; i++)
        for (size_t j = 0; j < problem->runs[i].output_count; j++)
            if (problem->runs[i].outputs[j].output->output_class == wanted)
                return true;
    return false;
}

/* A run that could not be read has its own findings; its class would be guesswork. */
static bool runs_are_read(const struct gr_problem_load *load)
{
    const struct gr_problem *problem = load->problem;
    for (size_t i = 0; i < problem->run_count; i++)
        if (problem->runs[i].kernel == NULL || problem->runs[i].output_count == 0)
            return false;
    return problem->run_count > 0 || !load->names_are_open;
}

/* Whether the file says nothing under this key. What it says wrongly has its own finding. */
static bool is_silent_on(const struct gr_problem_load *load, const char *key)
{
    const struct gr_node *node = gr_node_get(load->root, key);
    return node == NULL || (node->kind == GR_NODE_SEQUENCE && node->count == 0);
}

static void check_class(struct gr_problem_load *load)
{
    const struct gr_problem *problem = load->problem;
    struct gr_reader *reader = &load->reader;
    if (!runs_are_read(load))
        return;
    if (problem->problem_class == KN_EXACT) {
        enum kn_class most = binds_class(problem, KN_TIMED) ? KN_TIMED : KN_SEEDED;
        if (binds_class(problem, most))
            gr_diag_help(reader->diags,
                         gr_reader_error(reader, "P050", problem->class_at,
                                         "class exact, but an output is %s", kn_class_word(most)),
                         "write class: %s", kn_class_word(most));
        return;
    }
    if (!binds_class(problem, problem->problem_class))
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P050", problem->class_at,
                                     "class %s, but no output of its runs is",
                                     kn_class_word(problem->problem_class)),
                     "the class is that of the outputs it uses; `kn list` has them");
}

static void check_kind(struct gr_problem_load *load)
{
    const struct gr_problem *problem = load->problem;
    struct gr_reader *reader = &load->reader;
    if (problem->kind == GR_KIND_PROBLEM && is_silent_on(load, "variant"))
        gr_diag_help(
            reader->diags,
            gr_reader_error(reader, "P051", problem->at, "a worked problem needs a variant"),
            "variant: one of those in chapter.yaml");
    if (problem->problem_class == KN_TIMED && is_silent_on(load, "twin"))
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P052", problem->at, "a timed problem needs a twin"),
                     "a question on the printed numbers, for when the machine is too noisy");
}

static void check_reference(struct gr_problem_load *load)
{
    const struct gr_question *answer = &load->problem->answer;
    struct gr_reader *reader = &load->reader;
    if (answer->reference != NULL && !gr_expr_reads_run(load, answer->reference))
        gr_diag_help(
            reader->diags,
            gr_reader_warning(reader, "P053", answer->at, "the reference comes from no run"),
            "a formula alone decides only a twin");
    if (load->problem->problem_class == KN_TIMED && answer->tolerance_rel > 0 &&
        answer->tolerance_rel < 0.12 && answer->tolerance_abs <= 0)
        gr_diag_help(
            reader->diags,
            gr_reader_warning(reader, "P054", answer->at, "a timed answer within less than 12 %%"),
            "clocks are not that good; 12%% or more unless it mostly sleeps");
}

static void check_help(struct gr_problem_load *load)
{
    const struct gr_problem *problem = load->problem;
    struct gr_reader *reader = &load->reader;
    if (is_silent_on(load, "hints"))
        (void)gr_reader_warning(reader, "P055", problem->at, "there are no hints");
    if (is_silent_on(load, "tests"))
        gr_diag_help(reader->diags,
                     gr_reader_warning(reader, "P056", problem->at, "there are no tests"),
                     "tests: - {in: \"{reference}\", expect: correct}");
}

/* ---- what is printed ---------------------------------------------------------------------- */

static bool part_shows(const struct gr_part *part, const char *name)
{
    return part->kind != GR_PART_TEXT && gr_str_is(gr_str_trim(gr_expr_text(part->expr)), name);
}

static const struct gr_part *shown_in(const struct gr_template *text, const char *name)
{
    for (size_t i = 0; i < text->count; i++)
        if (part_shows(&text->parts[i], name))
            return &text->parts[i];
    return NULL;
}

const struct gr_unit *gr_problem_shown(const struct gr_problem *problem, const char *name,
                                       bool *shown)
{
    const struct gr_part *part = shown_in(&problem->answer.statement, name);
    if (part == NULL && problem->has_twin)
        part = shown_in(&problem->twin.statement, name);
    *shown = part != NULL;
    return part != NULL && part->has_unit ? &part->unit : NULL;
}

static void check_units_in(struct gr_problem_load *load, const struct gr_template *text)
{
    for (size_t i = 0; i < text->count; i++) {
        const struct gr_part *part = &text->parts[i];
        bool shown;
        if (part->kind == GR_PART_TEXT)
            continue;
        char name[64];
        struct gr_str view = gr_str_trim(gr_expr_text(part->expr));
        size_t len = view.len < sizeof name - 1 ? view.len : sizeof name - 1;
        memcpy(name, view.ptr, len);
        name[len] = '\0';
        const struct gr_unit *unit = gr_problem_shown(load->problem, name, &shown);
        bool same = unit == NULL ? !part->has_unit
                                 : part->has_unit && strcmp(unit->text, part->unit.text) == 0;
        if (!same)
            gr_diag_help(load->reader.diags,
                         gr_reader_error(&load->reader, "P057", part->at,
                                         "%s is printed in two units", name),
                         "it is computed with as it is printed: choose one unit");
    }
}

void gr_problem_check_sense(struct gr_problem_load *load)
{
    check_kind(load);
    check_class(load);
    check_reference(load);
    check_help(load);
    check_units_in(load, &load->problem->answer.statement);
    if (load->problem->has_twin)
        check_units_in(load, &load->problem->twin.statement);
}
