/* The gate's arithmetic: a complete chapter owes nothing; each thing taken away is owed, is named,
 * and fails a published chapter but not a draft.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course_case.h"

static struct course_case self;
static struct gr_arena arena;
static struct gr_ledger ledger;

static void make(void)
{
    course_case_make(&self);
}

static void clean(void)
{
    gr_arena_free(&arena);
    course_case_remove(&self);
}

static void count(void)
{
    struct gr_err err = {0};
    course_case_open(&self);
    ck_assert_msg(self.is_open, "%s", self.err.text);
    ck_assert(gr_gate_count(self.course, &self.course->chapters[0], &arena, &ledger, &err));
}

static void print(bool lines, struct gr_buf *out)
{
    gr_buf_start(out, 65536);
    gr_ledger_print(&ledger, lines, out);
}

/* chapter.yaml with one line changed. */
static void change_chapter(const char *text, const char *with)
{
    struct gr_buf out;
    const char *at = strstr(course_case_chapter, text);
    ck_assert_ptr_nonnull(at);
    gr_buf_start(&out, 4096);
    gr_buf_add(&out, (struct gr_str){.ptr = course_case_chapter,
                                     .len = (size_t)(at - course_case_chapter)});
    gr_buf_text(&out, with);
    gr_buf_text(&out, at + strlen(text));
    course_case_write(&self, "content/X.1/chapter.yaml", gr_buf_cstr(&out));
    gr_buf_free(&out);
}

START_TEST(a_complete_chapter_owes_nothing)
{
    struct gr_buf out;
    count();
    ck_assert_uint_eq(ledger.owed_count, 0);
    ck_assert_uint_eq(self.diags.count, 0);
    print(true, &out);
    ck_assert_str_eq(gr_buf_cstr(&out), "X.1 Test   T1 Small   published\n"
                                        "  basics 1/1  theory 0/0  mathematics 3/3\n"
                                        "  2/2 problems  2/2 variants  1/1 exercises   "
                                        "owes nothing\n");
    gr_buf_free(&out);
}
END_TEST

static const struct {
    const char *remove;      /* a file, or */
    const char *text, *with; /* a change of chapter.yaml */
    const char *code, *what; /* the line that names it */
    uint32_t problems, variants, exercises, owes;
} debts[] = {
    {"problems/X.1/W2.yaml", NULL, NULL, "G001", "worked problem 2 of 2 is missing", 1, 1, 1, 1},
    {"problems/X.1/W2.yaml", NULL, NULL, "G002", "variant 2 of 2 is missing", 1, 1, 1, 1},
    {"problems/X.1/E1.yaml", NULL, NULL, "G003", "exercise 1 of 1 is missing", 2, 2, 0, 1},
    {"solutions/X.1/E1.md", NULL, NULL, "G003", "exercise 1 of 1 is missing", 2, 2, 0, 1},
    {"solutions/X.1/E1.md", NULL, NULL, "G004", "X.1.E1 has no published solution", 2, 2, 0, 1},
    {"solutions/X.1/W1.md", NULL, NULL, "G004", "X.1.W1 has no published solution", 1, 1, 1, 1},
    {"content/X.1/basics/1.md", NULL, NULL, "G005", "basics 1 is missing", 2, 2, 1, 0},
    {NULL, "basics: {title: Basics, gloss: words, planned: 1}",
     "basics: {title: Basics, gloss: words, planned: 3}", "G005", "basics 3 is missing", 2, 2, 1,
     0},
    {NULL, "theory: {title: Theory, gloss: why, planned: 0}",
     "theory: {title: Theory, gloss: why, planned: 1}", "G005", "theory 1 is missing", 2, 2, 1, 0},
    {NULL, "compute, planned: 3", "compute, planned: 4", "G005", "mathematics 4 of 4 is missing", 2,
     2, 1, 0},
    {"content/X.1/propositions/1.md", NULL, NULL, "G006", "proposition 1 is missing", 2, 2, 1, 0},
    {NULL, "propositions: {planned: 1}", "propositions: {planned: 2}", "G006",
     "proposition 2 is missing", 2, 2, 1, 0},
    {NULL, "level: T1", "level: T9", "G001", "worked problem 9 of 9 is missing", 2, 2, 1, 15},
};

START_TEST(names_each_thing_a_published_chapter_owes)
{
    if (debts[_i].remove != NULL)
        course_case_write(&self, debts[_i].remove, NULL);
    else
        change_chapter(debts[_i].text, debts[_i].with);
    count();
    ck_assert_uint_eq(ledger.problems, debts[_i].problems);
    ck_assert_uint_eq(ledger.variants, debts[_i].variants);
    ck_assert_uint_eq(ledger.exercises, debts[_i].exercises);
    ck_assert_uint_eq(ledger.owes, debts[_i].owes);
    bool named = false;
    for (size_t i = 0; i < ledger.owed_count; i++)
        named = named || strcmp(ledger.owed[i].what, debts[_i].what) == 0;
    ck_assert_msg(named, "nothing says: %s", debts[_i].what);
    const struct gr_diag *diag = course_case_finding(&self, debts[_i].code);
    ck_assert_ptr_nonnull(diag);
    ck_assert_int_eq(diag->severity, GR_ERROR);
    ck_assert_uint_eq(diag->at.line, 7);
    ck_assert_uint_eq(diag->at.column, 9);
}
END_TEST

START_TEST(a_proposition_owes_its_figure)
{
    course_case_write(&self, "content/X.1/propositions/1.md", "# Sandwich\n");
    count();
    ck_assert_uint_eq(ledger.owed_count, 1);
    ck_assert_str_eq(ledger.owed[0].what, "X.1.propositions.1 has no figure");
    ck_assert_ptr_nonnull(course_case_finding(&self, "G007"));
}
END_TEST

START_TEST(a_draft_says_what_it_owes_and_passes)
{
    struct gr_buf out;
    change_chapter("published", "draft");
    course_case_write(&self, "problems/X.1/W2.yaml", NULL);
    course_case_write(&self, "solutions/X.1/W2.md", NULL);
    course_case_write(&self, "content/X.1/basics/1.md", NULL);
    course_case_write(&self, "content/X.1/basics/2.md", "# Beyond the plan\n");
    course_case_problem(&self, "W1", "count");
    count();
    ck_assert_uint_eq(ledger.owed_count, 3);
    ck_assert_ptr_null(course_case_finding(&self, "G001"));
    print(false, &out);
    ck_assert_str_eq(gr_buf_cstr(&out), "X.1 Test   T1 Small   draft\n"
                                        "  basics 0/1  theory 0/0  mathematics 2/3\n"
                                        "  1/2 problems  1/2 variants  1/1 exercises   "
                                        "owes 1 more\n");
    gr_buf_free(&out);
    print(true, &out);
    ck_assert_ptr_nonnull(strstr(gr_buf_cstr(&out), "  owes: worked problem 2 of 2 is missing\n"));
    gr_buf_free(&out);
}
END_TEST

START_TEST(variants_are_counted_once_and_only_of_worked_problems)
{
    course_case_problem(&self, "W2", "count");
    course_case_problem(&self, "W3", "count");
    course_case_problem(&self, "E1", "finite");
    count();
    ck_assert_uint_eq(ledger.problems, 3);
    ck_assert_uint_eq(ledger.variants, 1);
    ck_assert_uint_eq(ledger.owes, 0);
    ck_assert_uint_eq(ledger.owed_count, 1);
}
END_TEST

START_TEST(a_broken_problem_or_solution_does_not_count)
{
    course_case_write(&self, "problems/X.1/W1.yaml", "schema: 1\n");
    course_case_write(&self, "solutions/X.1/W2.md", "Nothing computed.\n");
    count();
    ck_assert_uint_eq(ledger.problems, 0);
    ck_assert_uint_eq(ledger.owes, 2);
    ck_assert_ptr_nonnull(course_case_finding(&self, "S002"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gate");
    TCase *cases = tcase_create("gate");
    tcase_set_timeout(cases, 30);
    tcase_add_checked_fixture(cases, make, clean);
    tcase_add_test(cases, a_complete_chapter_owes_nothing);
    tcase_add_loop_test(cases, names_each_thing_a_published_chapter_owes, 0,
                        (int)(sizeof debts / sizeof debts[0]));
    tcase_add_test(cases, a_proposition_owes_its_figure);
    tcase_add_test(cases, a_draft_says_what_it_owes_and_passes);
    tcase_add_test(cases, variants_are_counted_once_and_only_of_worked_problems);
    tcase_add_test(cases, a_broken_problem_or_solution_does_not_count);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
