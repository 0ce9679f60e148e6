/* See course_case.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "course_case.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char levels[] = "schema: 1\n"
                             "levels:\n"
                             "  T1: {name: Small, problems: 2, variants: 2, exercises: 1}\n"
                             "  T9: {name: Large, problems: 9, variants: 3, exercises: 9}\n";

const char course_case_chapter[] =
    "schema: 1\n"
    "id: X.1\n"
    "number: 1\n"
    "title: Test\n"
    "author: Nobody\n"
    "level: T1\n"
    "status: published\n"
    "variants: [count, finite]\n"
    "topics: {gpu: GPU, memory: Memory}\n"
    "strands:\n"
    "  basics: {title: Basics, gloss: words, planned: 1}\n"
    "  theory: {title: Theory, gloss: why, planned: 0}\n"
    "  mathematics: {title: Mathematics, gloss: compute, planned: 3}\n"
    "propositions: {planned: 1}\n"
    "apparatus: {0.NU.01: Numbers}\n";

const char course_case_solution[] = "The sum is {? result}.\n";

static const char problem_form[] = "schema: 1\n"
                                   "id: X.1.%s\n"
                                   "rev: 1\n"
                                   "kind: %s\n"
                                   "variant: %s\n"
                                   "topic: gpu\n"
                                   "class: exact\n"
                                   "title: A sum\n"
                                   "minutes: 5\n"
                                   "needs: [X.1.basics.1]\n"
                                   "params:\n"
                                   "  n: {integer: [10, 20]}\n"
                                   "run:\n"
                                   "  kernel: sum\n"
                                   "  args: {format: bf16, v: 1, n: n, lanes: 1}\n"
                                   "  outputs: {result: result}\n"
                                   "statement: What is {n} times one?\n"
                                   "answer: {unit: \"\", reference: result, tolerance: exact}\n"
                                   "hints: [Count.]\n"
                                   "tests:\n"
                                   "  - {in: \"{reference}\", expect: correct}\n";

static void make_folders(char *path)
{
    for (char *c = path + 1; *c != '\0'; c++) {
        if (*c != '/')
            continue;
        *c = '\0';
        (void)mkdir(path, 0755);
        *c = '/';
    }
}

void course_case_write(const struct course_case *self, const char *name, const char *text)
{
    char path[512];
    (void)temp_folder_name(&self->folder, name, path, sizeof path);
    if (text == NULL) {
        ck_assert_int_eq(unlink(path), 0);
        return;
    }
    make_folders(path);
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "cannot write %s", path);
    ck_assert_uint_eq(fwrite(text, 1, strlen(text), file), strlen(text));
    ck_assert_int_eq(fclose(file), 0);
}

void course_case_problem(const struct course_case *self, const char *short_id, const char *variant)
{
    char text[2048], name[128];
    (void)snprintf(text, sizeof text, problem_form, short_id,
                   short_id[0] == 'W' ? "problem" : "exercise", variant);
    (void)snprintf(name, sizeof name, "problems/X.1/%s.yaml", short_id);
    course_case_write(self, name, text);
    (void)snprintf(name, sizeof name, "solutions/X.1/%s.md", short_id);
    course_case_write(self, name, course_case_solution);
}

void course_case_make(struct course_case *self)
{
    *self = (struct course_case){0};
    temp_folder_make(&self->folder, true);
    course_case_write(self, "content/levels.yaml", levels);
    course_case_write(self, "content/X.1/chapter.yaml", course_case_chapter);
    course_case_write(self, "content/X.1/basics/1.md", "# First words\n\nText.\n");
    course_case_write(self, "content/X.1/propositions/1.md",
                      "---\ntopic: gpu\nfigure: roof\n---\n# Sandwich\n");
    course_case_write(self, "content/0/NU.01.md", "# Numbers\n");
    course_case_problem(self, "W1", "count");
    course_case_problem(self, "W2", "finite");
    course_case_problem(self, "E1", "count");
}

void course_case_open(struct course_case *self)
{
    gr_course_close(self->course);
    gr_diags_free(&self->diags);
    self->course = NULL;
    self->err = (struct gr_err){0};
    self->is_open = gr_course_open(self->folder.path, &self->course, &self->diags, &self->err);
    if (self->is_open)
        ck_assert(gr_check_course(self->course, &self->diags, &self->err));
    gr_diags_sort(&self->diags);
}

const struct gr_diag *course_case_finding(const struct course_case *self, const char *code)
{
    for (size_t i = 0; i < self->diags.count; i++)
        if (strcmp(self->diags.items[i].code, code) == 0)
            return &self->diags.items[i];
    return NULL;
}

void course_case_remove(struct course_case *self)
{
    gr_course_close(self->course);
    gr_diags_free(&self->diags);
    temp_folder_remove(&self->folder);
}
