/* See check_text.h. Texts with values in them are checked with a row of digits as long as the value
 * is written, so that every finding points at the right column of the file.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/check_text.h"

#include <string.h>

#include "app/text/doc.h"

enum { TEXT_MOST = 4 << 20 };

struct checker {
    const struct gr_course *course;
    struct gr_diags *diags;
    struct gr_buf text;
    bool failed;
};

static bool is_known(void *context, struct gr_str target)
{
    const struct checker *checker = context;
    char name[128];
    struct gr_item item;
    if (target.len >= sizeof name)
        return false;
    memcpy(name, target.ptr, target.len);
    name[target.len] = '\0';
    return gr_course_find(checker->course, name, &item, NULL);
}

/* What stands for a value: digits over the columns that the value takes in the file. */
static void add_placeholder(const struct gr_template *template, size_t i, struct gr_buf *out)
{
    const struct gr_pos *here = &template->parts[i].at;
    uint32_t columns = 1;
    if (i + 1 < template->count) {
        const struct gr_pos *next = &template->parts[i + 1].at;
        if (next->line == here->line && next->column > here->column)
            columns = next->column - here->column;
    }
    for (uint32_t c = 0; c < columns; c++)
        gr_buf_char(out, '1');
}

/* Lines of a block scalar are all indented alike; positions inside the text do not know that. */
static void shift_columns(struct checker *checker, size_t first, uint32_t indent)
{
    for (size_t i = first; i < checker->diags->count; i++)
        if (checker->diags->items[i].at.column > 0)
            checker->diags->items[i].at.column += indent;
}

static void check_template(struct checker *checker, const struct gr_template *template)
{
    if (template->count == 0)
        return;
    gr_buf_clear(&checker->text);
    for (size_t i = 0; i < template->count; i++) {
        if (template->parts[i].kind == GR_PART_TEXT)
            gr_buf_add(&checker->text, template->parts[i].text);
        else
            add_placeholder(template, i, &checker->text);
    }
    const struct gr_pos *at = &template->parts[0].at;
    size_t before = checker->diags->count;
    checker->failed = checker->failed || checker->text.failed;
    doc_check(gr_buf_view(&checker->text), at->file, at->line, is_known, checker, checker->diags);
    shift_columns(checker, before, at->column > 0 ? at->column - 1 : 0);
}

static void check_question(struct checker *checker, const struct gr_question *question)
{
    check_template(checker, &question->statement);
    for (size_t i = 0; i < question->mistake_count; i++)
        check_template(checker, &question->mistakes[i].say);
}

static void check_problem(struct checker *checker, const struct gr_problem *problem)
{
    check_question(checker, &problem->answer);
    if (problem->has_twin)
        check_question(checker, &problem->twin);
    for (size_t i = 0; i < problem->hint_count; i++)
        check_template(checker, &problem->hints[i]);
    if (problem->has_solution)
        check_template(checker, &problem->solution);
}

bool check_text(const struct gr_course *course, struct gr_diags *diags, struct gr_err *err)
{
    struct checker checker = {.course = course, .diags = diags};
    gr_buf_start(&checker.text, TEXT_MOST);
    for (size_t i = 0; i < course->page_count; i++)
        doc_check(course->pages[i]->body, course->pages[i]->path, course->pages[i]->body_line,
                  is_known, &checker, diags);
    for (size_t i = 0; i < course->problem_count; i++)
        check_problem(&checker, course->problems[i]);
    gr_buf_free(&checker.text);
    return !checker.failed || gr_fail(err, GR_E_MEMORY, "out of memory");
}
