/* Opening a course, finding things in it, and what is found wrong with it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "course_case.h"
#include "grader/course/codes.h"
#include "grader/course/folder.h"

static struct course_case self;

static void make(void)
{
    course_case_make(&self);
}

static void clean(void)
{
    course_case_remove(&self);
}

/* ---- opening ------------------------------------------------------------------------------ */

START_TEST(opens_a_course_without_findings)
{
    course_case_open(&self);
    ck_assert(self.is_open);
    ck_assert_msg(self.diags.count == 0, "%s",
                  self.diags.count > 0 ? self.diags.items[0].text : "");
    const struct gr_course *course = self.course;
    ck_assert_uint_eq(course->level_count, 2);
    ck_assert_uint_eq(course->chapter_count, 1);
    ck_assert_uint_eq(course->problem_count, 3);
    ck_assert_uint_eq(course->page_count, 3);
    ck_assert_uint_eq(course->broken_count, 0);
    ck_assert_str_eq(course->problems[0]->id, "X.1.W1");
    ck_assert_str_eq(course->problems[2]->id, "X.1.E1");
    const struct gr_chapter *chapter = &course->chapters[0];
    ck_assert_str_eq(chapter->level->name, "Small");
    ck_assert_uint_eq(chapter->strands[0].page_count, 1);
    ck_assert_str_eq(chapter->strands[0].pages[0]->id, "X.1.basics.1");
    ck_assert_str_eq(chapter->strands[0].pages[0]->title, "First words");
    ck_assert_uint_eq(chapter->proposition_count, 1);
    ck_assert_str_eq(chapter->propositions[0]->figure, "roof");
    ck_assert_uint_eq(chapter->propositions[0]->body_line, 5);
    ck_assert(gr_str_is(chapter->propositions[0]->body, "# Sandwich\n"));
}
END_TEST

START_TEST(keeps_numbers_in_order_and_worked_problems_first)
{
    course_case_problem(&self, "W10", "count");
    course_case_problem(&self, "E10", "count");
    course_case_problem(&self, "E2", "count");
    course_case_write(&self, "content/X.1/basics/10.md", "# Ten\n");
    course_case_write(&self, "content/X.1/basics/2.md", "# Two\n");
    course_case_open(&self);
    static const char *const ids[] = {"W1", "W2", "W10", "E1", "E2", "E10"};
    for (size_t i = 0; i < 6; i++)
        ck_assert_str_eq(self.course->problems[i]->short_id, ids[i]);
    const struct gr_strand *basics = &self.course->chapters[0].strands[0];
    ck_assert_str_eq(basics->pages[1]->title, "Two");
    ck_assert_str_eq(basics->pages[2]->title, "Ten");
}
END_TEST

START_TEST(reads_front_matter_with_a_question)
{
    course_case_write(&self, "content/X.1/basics/1.md",
                      "---\r\ntitle: Words\r\ntopic: memory\r\nminutes: 7\r\nneeds: [0.NU.01]\r\n"
                      "check: {ask: Which?, choices: [one, two], right: b, say: Two.}\r\n---\r\n"
                      "Text.\r\n");
    course_case_open(&self);
    ck_assert_uint_eq(self.diags.count, 0);
    const struct gr_page *page = self.course->chapters[0].strands[0].pages[0];
    ck_assert_str_eq(page->title, "Words");
    ck_assert_uint_eq(page->minutes, 7);
    ck_assert(page->has_check);
    ck_assert_uint_eq(page->check.right, 1);
    ck_assert_str_eq(page->check.choices[1], "two");
    ck_assert_uint_eq(page->body_line, 8);
    ck_assert(gr_str_is(page->body, "Text.\n"));
}
END_TEST

static const struct {
    const char *name, *text; /* text NULL: the file is removed */
    const char *file, *phrase;
} unopenable[] = {
    {"content/levels.yaml", NULL, "", "no content/levels.yaml"},
    {"content/levels.yaml", "schema: 1\nlevels: {T1: {name: x}}\n", "levels.yaml", "problems"},
    {"content/levels.yaml", "a: [", "levels.yaml", "not closed"},
    {"content/X.1/chapter.yaml", NULL, "", "no chapter"},
    {"content/X.1/chapter.yaml", "schema: 1\n", "chapter.yaml", "needs the key"},
    {"content/X.1/theory", "no folder", "X.1/theory", "cannot read the folder"},
};

START_TEST(says_why_a_course_cannot_be_opened)
{
    char text[600];
    course_case_write(&self, unopenable[_i].name, unopenable[_i].text);
    course_case_open(&self);
    ck_assert(!self.is_open);
    ck_assert_int_eq(self.err.code, GR_E_COURSE);
    (void)gr_err_print(&self.err, text, sizeof text);
    ck_assert_msg(strstr(text, unopenable[_i].file) != NULL, "%s", text);
    ck_assert_msg(strstr(text, unopenable[_i].phrase) != NULL, "%s", text);
}
END_TEST

START_TEST(refuses_a_folder_that_is_no_course)
{
    struct gr_course *course = NULL;
    struct gr_diags diags = {0};
    struct gr_err err = {0};
    ck_assert(!gr_course_is("/nonexistent"));
    ck_assert(gr_course_is(self.folder.path));
    ck_assert(!gr_course_open("/nonexistent", &course, &diags, &err));
    ck_assert_int_eq(err.code, GR_E_COURSE);
    ck_assert_ptr_nonnull(strstr(err.text, "--course"));
    gr_diags_free(&diags);
}
END_TEST

/* ---- findings that need the whole course -------------------------------------------------- */

static const struct {
    const char *name, *text, *with; /* what is replaced in the file; text NULL: the whole file */
    const char *code, *phrase;
    uint32_t line, column;
} slips[] = {
    {"problems/X.1/W1.yaml", "needs: [X.1.basics.1]", "needs: [X.1.basic.1]", "L001",
     "X.1.basics.1", 10, 9},
    {"problems/X.1/W1.yaml", "topic: gpu", "topic: gpus", "L002", "gpu", 6, 8},
    {"problems/X.1/W1.yaml", "variant: count", "variant: counts", "L003", "count", 5, 10},
    {"problems/X.1/W1.yaml", "id: X.1.W1", "id: X.2.W1", "P003", "X.1.W1", 1, 1},
    {"problems/X.1/W1.yaml", "rev: 1", "rev: one", "Y023", "word", 3, 6},
    {"content/X.1/basics/1.md", "# First words", "Words", "C012", "title", 1, 1},
    {"content/X.1/basics/1.md", "# First words", "---\ntitle: x", "C013", "---", 1, 1},
    {"content/X.1/basics/1.md", "# First words", "---\ntopc: gpu\n---\n# x", "Y020", "topic", 2, 1},
    {"content/X.1/basics/1.md", "# First words", "---\ntopic: gpus\n---\n# x", "L002", "gpu", 2, 8},
    {"content/X.1/basics/1.md", "# First words", "---\nneeds: [nix]\n---\n# x", "L001", "nix", 2,
     9},
    {"content/X.1/basics/1.md", "# First words",
     "---\ncheck: {ask: a, choices: [x], right: a, say: b}\n---\n# x", "C010", "choices", 2, 26},
    {"content/X.1/basics/1.md", "# First words",
     "---\ncheck: {ask: a, choices: [x, y], right: c, say: b}\n---\n# x", "C011", "first", 2, 41},
    {"content/X.1/basics/1.md", "Text", "Te\x07xt", "Y003", "U+0007", 3, 3},
    {"content/X.1/chapter.yaml", "apparatus: {0.NU.01", "apparatus: {0.NU.1", "L001", "0.NU.01", 15,
     13},
    {"content/X.1/basics/notes.txt", NULL, "x", "C020", "NUMBER.md", 0, 0},
    {"content/X.1/basics/-1.md", NULL, "# x\n", "C020", "NUMBER.md", 0, 0},
    {"content/X.1/basics/4x.md", NULL, "# x\n", "C020", "NUMBER.md", 0, 0},
    {"content/X.1/basics/01.md", NULL, "# x\n", "C020", "NUMBER.md", 0, 0},
    {"content/X.1/basics/0.md", NULL, "# x\n", "C020", "NUMBER.md", 0, 0},
    {"content/X.1/basics/99.md", NULL, "# x\n", "C015", "basics 1 to 1", 0, 0},
    {"content/X.1/propositions/2.md", NULL, "# x\n", "C015", "propositions 1 to 1", 0, 0},
    {"content/X.1/practice/1.md", NULL, "# x\n", "C015", "practice 1 to 0", 0, 0},
    {"content/X.1/basics/more/1.md", NULL, "# x\n", "C020", "side by side", 0, 0},
    {"content/0/more/1.md", NULL, "# x\n", "C020", "side by side", 0, 0},
    {"content/constant.yaml", NULL, "x", "C020", "constants.yaml", 0, 0},
    {"content/levels.yml", NULL, "x", "C020", "levels.yaml", 0, 0},
    {"solutions/X.1/E11.md", NULL, "x", "C020", "E1", 0, 0},
    {"solutions/X.1/E1.txt", NULL, "x", "C020", "after its problem", 0, 0},
    {"solutions/X1/E1.md", NULL, "x", "C020", "X.1", 0, 0},
    {"solutions/E1.md", NULL, "x", "C020", "each chapter", 0, 0},
    {"problems/X.11/E1.yaml", NULL, "x", "C020", "X.1", 0, 0},
    {"problems/E2.yaml", NULL, "x", "C020", "each chapter", 0, 0},
    {"content/X.1/basic/1.md", NULL, "# x\n", "C020", "basics", 0, 0},
    {"problems/X.1/W3.yml", NULL, "x", "C020", "yaml", 0, 0},
    {"content/constants.yaml", NULL,
     "schema: 1\nconstants:\n  x: {value: 1, unit: parsec, source: s, date: 2020}\n", "P018",
     "parsec", 3, 23},
    {"content/constants.yaml", NULL,
     "schema: 1\nconstants:\n  x: {value: 1, unit: s, source: s, date: yesterday}\n", "C014",
     "2024", 3, 43},
};

static void replace_in(const char *name, const char *text, const char *with)
{
    char path[512], before[8192];
    struct gr_buf after;
    FILE *file = fopen(temp_folder_name(&self.folder, name, path, sizeof path), "rb");
    ck_assert_ptr_nonnull(file);
    before[fread(before, 1, sizeof before - 1, file)] = '\0';
    (void)fclose(file);
    char *at = strstr(before, text);
    ck_assert_msg(at != NULL, "%s has no %s", name, text);
    gr_buf_start(&after, 16384);
    gr_buf_add(&after, (struct gr_str){.ptr = before, .len = (size_t)(at - before)});
    gr_buf_text(&after, with);
    gr_buf_text(&after, at + strlen(text));
    course_case_write(&self, name, gr_buf_cstr(&after));
    gr_buf_free(&after);
}

START_TEST(finds_what_no_single_file_can_tell)
{
    if (slips[_i].text == NULL)
        course_case_write(&self, slips[_i].name, slips[_i].with);
    else
        replace_in(slips[_i].name, slips[_i].text, slips[_i].with);
    course_case_open(&self);
    ck_assert_msg(self.is_open, "%s", self.err.text);
    const struct gr_diag *diag = course_case_finding(&self, slips[_i].code);
    ck_assert_msg(diag != NULL, "no %s for %s", slips[_i].code, slips[_i].with);
    ck_assert_msg(diag->at.line == slips[_i].line && diag->at.column == slips[_i].column,
                  "%u:%u for %s", (unsigned)diag->at.line, (unsigned)diag->at.column,
                  slips[_i].with);
    bool says = strstr(diag->text, slips[_i].phrase) != NULL ||
                (diag->help != NULL && strstr(diag->help, slips[_i].phrase) != NULL) ||
                (diag->suggestion != NULL && strcmp(diag->suggestion, slips[_i].phrase) == 0);
    ck_assert_msg(says, "%s does not say %s", diag->text, slips[_i].phrase);
}
END_TEST

START_TEST(a_broken_problem_does_not_close_the_course)
{
    struct gr_item item;
    struct gr_err err = {0};
    replace_in("problems/X.1/W1.yaml", "rev: 1", "rev: one");
    course_case_open(&self);
    ck_assert(self.is_open);
    ck_assert_uint_eq(self.course->problem_count, 2);
    ck_assert_uint_eq(self.course->broken_count, 1);
    ck_assert_str_eq(self.course->broken[0].short_id, "W1");
    ck_assert(!gr_course_find(self.course, "w1", &item, &err));
    ck_assert_int_eq(err.code, GR_E_COURSE);
    ck_assert_ptr_nonnull(strstr(err.text, "wallclock check"));
}
END_TEST

/* What cannot be looked at is not absent. A loop of links stands for it, for root may read all. */
static void put_loop(const char *name)
{
    char path[512], shell[600];
    (void)temp_folder_name(&self.folder, name, path, sizeof path);
    (void)snprintf(shell, sizeof shell, "%s.moved", path);
    (void)rename(path, shell);
    ck_assert_int_eq(symlink(path, path), 0);
}

START_TEST(what_cannot_be_read_is_not_taken_for_absent)
{
    static const struct {
        const char *name, *code;
        bool is_open;
    } rows[] = {{"solutions/X.1/W1.md", "S001", true},
                {"solutions/X.1", "S001", true},
                {"solutions", "C022", true},
                {"content/levels.yaml", "Y013", false},
                {"content/constants.yaml", "Y013", true},
                {"content/X.1/chapter.yaml", "Y013", false}};
    put_loop(rows[_i].name);
    course_case_open(&self);
    ck_assert_msg(self.is_open == rows[_i].is_open, "%s", self.err.text);
    ck_assert_msg(course_case_finding(&self, rows[_i].code) != NULL, "no %s", rows[_i].code);
    ck_assert_ptr_null(course_case_finding(&self, "S005"));
    ck_assert(gr_course_is(self.folder.path));
    ck_assert_msg(self.is_open || strstr(self.err.text, "symbolic links") != NULL, "%s",
                  self.err.text);
}
END_TEST

START_TEST(a_course_without_problems_has_a_finding)
{
    char path[512], moved[600];
    replace_in("content/X.1/chapter.yaml", "published", "draft");
    (void)temp_folder_name(&self.folder, "problems", path, sizeof path);
    (void)snprintf(moved, sizeof moved, "%s/old", self.folder.path);
    ck_assert_int_eq(rename(path, moved), 0);
    course_case_open(&self);
    ck_assert(self.is_open);
    ck_assert_ptr_nonnull(course_case_finding(&self, "C021"));
}
END_TEST

START_TEST(a_link_to_a_broken_item_is_no_further_finding)
{
    course_case_write(&self, "content/X.1/basics/1.md", "No heading.\n");
    course_case_open(&self);
    ck_assert(self.is_open);
    ck_assert_ptr_nonnull(course_case_finding(&self, "C012"));
    ck_assert_ptr_null(course_case_finding(&self, "L001"));
}
END_TEST

START_TEST(warns_of_a_missing_solution_in_a_draft)
{
    replace_in("content/X.1/chapter.yaml", "published", "draft");
    course_case_write(&self, "solutions/X.1/W2.md", NULL);
    course_case_open(&self);
    const struct gr_diag *diag = course_case_finding(&self, "S005");
    ck_assert_ptr_nonnull(diag);
    ck_assert_int_eq(diag->severity, GR_WARNING);
    ck_assert_uint_eq(self.diags.count, 1);
}
END_TEST

START_TEST(reads_dated_constants)
{
    course_case_write(&self, "content/constants.yaml",
                      "schema: 1\nconstants:\n"
                      "  rate: {value: 3.35, unit: TB/s, source: a sheet, date: 2023-03}\n");
    course_case_open(&self);
    ck_assert_uint_eq(self.diags.count, 0);
    ck_assert_uint_eq(self.course->constant_count, 1);
    ck_assert(self.course->constants[0].value == 3.35);
    ck_assert_str_eq(self.course->constants[0].unit, "TB/s");
}
END_TEST

START_TEST(never_hangs_on_what_is_no_file)
{
    char path[512];
    course_case_write(&self, "content/X.1/basics/1.md", NULL);
    ck_assert_int_eq(
        mkfifo(temp_folder_name(&self.folder, "content/X.1/basics/1.md", path, sizeof path), 0600),
        0);
    course_case_open(&self);
    ck_assert(self.is_open);
    ck_assert_ptr_nonnull(course_case_finding(&self, "Y013"));
}
END_TEST

/* ---- finding ------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    enum gr_item_kind kind;
    const char *id;
} names[] = {
    {"X.1.W1", GR_ITEM_PROBLEM, "X.1.W1"},
    {"W1", GR_ITEM_PROBLEM, "X.1.W1"},
    {"w2", GR_ITEM_PROBLEM, "X.1.W2"},
    {"x.1.e1", GR_ITEM_PROBLEM, "X.1.E1"},
    {"basics.1", GR_ITEM_PAGE, "X.1.basics.1"},
    {"X.1.basics.1", GR_ITEM_PAGE, "X.1.basics.1"},
    {"0.NU.01", GR_ITEM_PAGE, "0.NU.01"},
    {"propositions.1", GR_ITEM_PAGE, "X.1.propositions.1"},
    {"basics", GR_ITEM_STRAND, "basics"},
    {"X.1.basics", GR_ITEM_STRAND, "basics"},
    {"X.1", GR_ITEM_CHAPTER, "X.1"},
};

START_TEST(finds_items_by_whole_and_short_names_in_any_case)
{
    struct gr_item item;
    struct gr_err err = {0};
    course_case_open(&self);
    ck_assert_msg(gr_course_find(self.course, names[_i].name, &item, &err), "%s", err.text);
    ck_assert_int_eq(item.kind, names[_i].kind);
    if (item.kind == GR_ITEM_PROBLEM)
        ck_assert_str_eq(item.problem->id, names[_i].id);
    if (item.kind == GR_ITEM_PAGE)
        ck_assert_str_eq(item.page->id, names[_i].id);
    if (item.kind == GR_ITEM_STRAND)
        ck_assert_str_eq(item.strand->id, names[_i].id);
    ck_assert_int_eq(item.chapter == NULL, strcmp(names[_i].name, "0.NU.01") == 0);
}
END_TEST

static const struct {
    const char *name, *phrase;
} unknown[] = {
    {"W11", "did you mean W1?"},       {"basisc", "did you mean basics?"},
    {"X.1.E", "did you mean X.1.E1?"}, {"basics.2", "did you mean basics.1?"},
    {"zzzzzz", "wallclock list"},      {"", "wallclock list"},
};

START_TEST(suggests_what_an_unknown_name_may_have_meant)
{
    struct gr_item item;
    struct gr_err err = {0};
    course_case_open(&self);
    ck_assert(!gr_course_find(self.course, unknown[_i].name, &item, &err));
    ck_assert_int_eq(err.code, GR_E_USAGE);
    ck_assert_msg(strstr(err.text, unknown[_i].phrase) != NULL, "%s", err.text);
}
END_TEST

START_TEST(compares_names_by_their_numbers)
{
    ck_assert_int_lt(gr_name_compare("2.md", "10.md"), 0);
    ck_assert_int_lt(gr_name_compare("E2", "E10"), 0);
    ck_assert_int_lt(gr_name_compare("a", "b"), 0);
    ck_assert_int_lt(gr_name_compare("a", "aa"), 0);
    ck_assert_int_eq(gr_name_compare("x1", "x1"), 0);
    ck_assert_int_ne(gr_name_compare("x1", "x01"), 0);
    ck_assert_int_lt(gr_name_compare("x99999999999999999999", "x100000000000000000000"), 0);
}
END_TEST

/* ---- the codes ---------------------------------------------------------------------------- */

/* Marks the codes that one source file gives; each must be in the table. */
static void scan_codes(const char *path, bool *used)
{
    char text[65536];
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    for (const char *at = strchr(text, '"'); at != NULL; at = strchr(at + 1, '"')) {
        char code[5] = {0};
        if (at[1] == '\0' || strchr("YPTSCLGD", at[1]) == NULL || at[2] != '0' || at[5] != '"')
            continue;
        memcpy(code, at + 1, 4);
        const struct gr_code *known = gr_code_find(code);
        ck_assert_msg(known != NULL, "%s in %s is not in codes.c", code, path);
        used[known - gr_code_at(0)] = true;
    }
}

static void scan_folder(const char *name, bool *used)
{
    char path[512];
    struct gr_arena arena = {0};
    struct gr_folder folder;
    struct gr_err err = {0};
    (void)snprintf(path, sizeof path, "%s/grader/%s", getenv("WALLCLOCK_SOURCE"), name);
    ck_assert(gr_folder_read(&arena, path, &folder, &err));
    ck_assert_uint_gt(folder.count, 10);
    for (size_t i = 0; i < folder.count; i++) {
        const char *file = folder.entries[i].name;
        size_t len = strlen(file);
        if (len > 2 && strcmp(file + len - 2, ".c") == 0 && strcmp(file, "codes.c") != 0)
            scan_codes(gr_path_join(&arena, path, file), used);
    }
    gr_arena_free(&arena);
}

START_TEST(every_code_in_the_sources_is_in_the_table_and_back)
{
    bool used[256] = {false};
    scan_folder("course", used);
    scan_folder("run", used);
    for (size_t i = 0; gr_code_at(i) != NULL; i++)
        ck_assert_msg(used[i], "%s is given by nothing", gr_code_at(i)->code);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("course");
    TCase *cases = tcase_create("course");
    tcase_set_timeout(cases, 30);
    tcase_add_checked_fixture(cases, make, clean);
    tcase_add_test(cases, opens_a_course_without_findings);
    tcase_add_test(cases, keeps_numbers_in_order_and_worked_problems_first);
    tcase_add_test(cases, reads_front_matter_with_a_question);
    tcase_add_loop_test(cases, says_why_a_course_cannot_be_opened, 0,
                        (int)(sizeof unopenable / sizeof unopenable[0]));
    tcase_add_test(cases, refuses_a_folder_that_is_no_course);
    tcase_add_loop_test(cases, finds_what_no_single_file_can_tell, 0,
                        (int)(sizeof slips / sizeof slips[0]));
    tcase_add_test(cases, a_broken_problem_does_not_close_the_course);
    tcase_add_loop_test(cases, what_cannot_be_read_is_not_taken_for_absent, 0, 6);
    tcase_add_test(cases, a_course_without_problems_has_a_finding);
    tcase_add_test(cases, a_link_to_a_broken_item_is_no_further_finding);
    tcase_add_test(cases, warns_of_a_missing_solution_in_a_draft);
    tcase_add_test(cases, reads_dated_constants);
    tcase_add_test(cases, never_hangs_on_what_is_no_file);
    tcase_add_loop_test(cases, finds_items_by_whole_and_short_names_in_any_case, 0,
                        (int)(sizeof names / sizeof names[0]));
    tcase_add_loop_test(cases, suggests_what_an_unknown_name_may_have_meant, 0,
                        (int)(sizeof unknown / sizeof unknown[0]));
    tcase_add_test(cases, compares_names_by_their_numbers);
    tcase_add_test(cases, every_code_in_the_sources_is_in_the_table_and_back);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
