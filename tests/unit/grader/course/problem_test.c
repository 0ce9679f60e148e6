/* Problem files: a good one is read whole; one slip gives one finding at its exact place; many
 * slips give all their findings in one pass. The slips are rows of tests/cases/problem/broken.tsv.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <kn/rng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/course/codes.h"
#include "grader/course/problem.h"
#include "tests/support/temp_folder.h"

enum { FIELDS = 6, FILE_MOST = 65536 };

struct loaded {
    struct gr_arena arena;
    struct gr_diags diags;
    struct gr_problem *problem;
};

static struct temp_folder folder;

static void read_case(const char *name, char *out)
{
    char path[512];
    const char *source = getenv("WALLCLOCK_SOURCE");
    ck_assert_ptr_nonnull(source);
    (void)snprintf(path, sizeof path, "%s/tests/cases/problem/%s", source, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    size_t len = fread(out, 1, FILE_MOST - 1, file);
    (void)fclose(file);
    out[len] = '\0';
}

static void write_file(const char *name, const char *text, size_t len, char *path)
{
    FILE *file = fopen(temp_folder_name(&folder, name, path, 256), "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, len, file), len);
    ck_assert_int_eq(fclose(file), 0);
}

static struct loaded load_text(const char *text, size_t len, const char *solution)
{
    char path[256], solution_path[256] = "";
    struct loaded out = {0};
    write_file("T1.yaml", text, len, path);
    if (solution != NULL)
        write_file("T1.md", solution, strlen(solution), solution_path);
    out.problem =
        gr_problem_load(&out.arena, path, solution == NULL ? NULL : solution_path, &out.diags);
    gr_diags_sort(&out.diags);
    return out;
}

static void drop(struct loaded *loaded)
{
    gr_diags_free(&loaded->diags);
    gr_arena_free(&loaded->arena);
}

static void make_folder(void)
{
    temp_folder_make(&folder, true);
}

static void remove_folder(void)
{
    temp_folder_remove(&folder);
}

/* ---- a good file -------------------------------------------------------------------------- */

START_TEST(reads_a_whole_problem)
{
    char text[FILE_MOST];
    read_case("T1.yaml", text);
    struct loaded got = load_text(text, strlen(text), NULL);
    const struct gr_problem *problem = got.problem;
    ck_assert_ptr_nonnull(problem);
    ck_assert_uint_eq(got.diags.count, 0);
    ck_assert_str_eq(problem->id, "X.1.T1");
    ck_assert_str_eq(problem->short_id, "T1");
    ck_assert_uint_eq(problem->rev, 2);
    ck_assert_uint_eq(problem->points, 2);
    ck_assert_uint_eq(problem->instances, 6);
    ck_assert_int_eq(problem->problem_class, KN_TIMED);
    ck_assert_uint_eq(problem->param_count, 4);
    ck_assert_int_eq(problem->params[1].kind, GR_PARAM_WORDS);
    ck_assert_int_eq(problem->params[2].kind, GR_PARAM_INTEGER);
    ck_assert_int_eq(problem->params[3].digits, 3);
    ck_assert_uint_eq(problem->runs[0].output_count, 4);
    ck_assert_int_eq(problem->runs[0].outputs[1].dim.bytes, 1);
    ck_assert_uint_eq(problem->let_count, 2);
    ck_assert(problem->requires[0].needs_run);
    ck_assert(problem->answer.tolerance_rel == 0.12);
    ck_assert(problem->answer.has_low && !problem->answer.has_high);
    ck_assert_uint_eq(problem->answer.mistake_count, 2);
    ck_assert(problem->answer.mistakes[0].separate && !problem->answer.mistakes[1].separate);
    ck_assert_ptr_nonnull(problem->answer.mistakes[1].when);
    ck_assert(problem->has_twin);
    ck_assert_uint_eq(problem->test_count, 2);
    ck_assert_int_eq(problem->tests[1].expect, GR_VERDICT_MISTAKE);
    ck_assert_str_eq(problem->tests[1].mistake, "absurd");
    ck_assert(!problem->has_solution);
    drop(&got);
}
END_TEST

START_TEST(knows_what_is_printed_and_in_which_unit)
{
    char text[FILE_MOST];
    bool shown;
    read_case("T1.yaml", text);
    struct loaded got = load_text(text, strlen(text), NULL);
    ck_assert_ptr_nonnull(got.problem);
    const struct gr_unit *unit = gr_problem_shown(got.problem, "beta", &shown);
    ck_assert(shown);
    ck_assert_str_eq(unit->text, "GB/s");
    ck_assert_ptr_null(gr_problem_shown(got.problem, "n", &shown));
    ck_assert(shown);
    ck_assert_ptr_null(gr_problem_shown(got.problem, "t", &shown));
    ck_assert(!shown);
    drop(&got);
}
END_TEST

/* ---- one slip, one finding ---------------------------------------------------------------- */

/* The character at *at, a line end for \n; moves *at to its last byte. */
static char unescaped(const char **at)
{
    if ((*at)[0] != '\\' || (*at)[1] != 'n')
        return **at;
    (*at)++;
    return '\n';
}

/* Splits at tabs and turns \n into line ends; false for a comment or an empty line. */
static bool row_split(char *row, char *fields[FIELDS])
{
    if (row[0] == '#' || row[0] == '\0')
        return false;
    for (int i = 0; i < FIELDS; i++) {
        fields[i] = row;
        char *tab = strchr(row, '\t');
        ck_assert_msg((tab != NULL) == (i < FIELDS - 1), "a row of broken.tsv: %s", fields[0]);
        if (tab != NULL) {
            *tab = '\0';
            row = tab + 1;
        }
        char *to = fields[i];
        for (const char *from = fields[i]; *from != '\0'; from++)
            *to++ = unescaped(&from);
        *to = '\0';
    }
    return true;
}

static void patch(const char *base, const char *text, const char *with, struct gr_buf *out)
{
    const char *at = strstr(base, text);
    ck_assert_msg(at != NULL, "T1.yaml has no: %s", text);
    gr_buf_add(out, (struct gr_str){.ptr = base, .len = (size_t)(at - base)});
    gr_buf_text(out, with);
    gr_buf_text(out, at + strlen(text));
}

static bool says(const struct gr_diag *diag, const char *phrase)
{
    return strstr(diag->text, phrase) != NULL ||
           (diag->help != NULL && strstr(diag->help, phrase) != NULL) ||
           (diag->suggestion != NULL && strstr(diag->suggestion, phrase) != NULL);
}

static const struct gr_diag *finding(const struct loaded *got, const char *code, const char *line,
                                     const char *column)
{
    char want[64], have[64];
    (void)snprintf(want, sizeof want, "%s %s:%s", code, line, column);
    for (size_t i = 0; i < got->diags.count; i++) {
        const struct gr_diag *diag = &got->diags.items[i];
        (void)snprintf(have, sizeof have, "%s %u:%u", diag->code, (unsigned)diag->at.line,
                       (unsigned)diag->at.column);
        if (strcmp(want, have) == 0)
            return diag;
    }
    return NULL;
}

static void check_row(const char *base, char *const fields[FIELDS])
{
    struct gr_buf text;
    char *plus = strchr(fields[2], '+');
    bool may_follow = plus != NULL;
    if (may_follow)
        *plus = '\0';
    gr_buf_start(&text, FILE_MOST);
    patch(base, fields[0], fields[1], &text);
    struct loaded got = load_text(text.ptr, text.len, NULL);
    const struct gr_diag *first = got.diags.count > 0 ? &got.diags.items[0] : NULL;
    const struct gr_diag *diag = finding(&got, fields[2], fields[3], fields[4]);
    ck_assert_msg(diag != NULL, "%s => %s: wanted %s at %s:%s, got %s at %u:%u (%s)", fields[0],
                  fields[1], fields[2], fields[3], fields[4], first == NULL ? "none" : first->code,
                  first == NULL ? 0u : (unsigned)first->at.line,
                  first == NULL ? 0u : (unsigned)first->at.column,
                  first == NULL ? "" : first->text);
    ck_assert_msg(says(diag, fields[5]), "%s => %s: \"%s\" (%s) does not say \"%s\"", fields[0],
                  fields[1], diag->text, diag->help == NULL ? "" : diag->help, fields[5]);
    ck_assert_ptr_null(got.problem);
    for (size_t i = 0; !may_follow && i < got.diags.count; i++)
        ck_assert_msg(&got.diags.items[i] == diag, "%s => %s: also %s (%s)", fields[0], fields[1],
                      got.diags.items[i].code, got.diags.items[i].text);
    for (size_t i = 0; i < got.diags.count; i++)
        ck_assert_ptr_nonnull(gr_code_find(got.diags.items[i].code));
    drop(&got);
    gr_buf_free(&text);
}

START_TEST(finds_each_slip_at_its_place)
{
    char base[FILE_MOST], rows[FILE_MOST];
    char *fields[FIELDS];
    size_t checked = 0;
    read_case("T1.yaml", base);
    read_case("broken.tsv", rows);
    for (char *row = rows; row != NULL && *row != '\0';) {
        char *end = strchr(row, '\n');
        if (end != NULL)
            *end = '\0';
        if (row_split(row, fields)) {
            check_row(base, fields);
            checked++;
        }
        row = end == NULL ? NULL : end + 1;
    }
    ck_assert_uint_ge(checked, 80);
}
END_TEST

START_TEST(reports_all_slips_of_a_file_in_one_pass)
{
    char text[FILE_MOST];
    read_case("many.yaml", text);
    struct loaded got = load_text(text, strlen(text), NULL);
    static const char *const codes[] = {"Y007", "Y020", "Y021", "Y023", "Y025",
                                        "P010", "P013", "P018", "P030", "T002"};
    ck_assert_ptr_null(got.problem);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        bool found = false;
        for (size_t j = 0; j < got.diags.count; j++)
            found = found || strcmp(got.diags.items[j].code, codes[i]) == 0;
        ck_assert_msg(found, "%s is missing", codes[i]);
    }
    drop(&got);
}
END_TEST

START_TEST(warns_where_help_is_missing)
{
    char base[FILE_MOST];
    struct gr_buf text;
    read_case("T1.yaml", base);
    *strstr(base, "tests:") = '\0';
    gr_buf_start(&text, FILE_MOST);
    patch(base, "rel: 12%", "rel: 3%", &text);
    struct loaded got = load_text(text.ptr, text.len, NULL);
    ck_assert_ptr_nonnull(got.problem);
    ck_assert_uint_eq(got.diags.warnings, 2);
    ck_assert_str_eq(got.diags.items[0].code, "P056");
    ck_assert_str_eq(got.diags.items[1].code, "P054");
    drop(&got);
    gr_buf_free(&text);
}
END_TEST

/* ---- solutions ---------------------------------------------------------------------------- */

static const struct {
    const char *text, *code; /* NULL: it is published */
    uint32_t line, column;
} solutions[] = {
    {"It takes {? both -> ms}.", NULL, 0, 0},
    {"First {? both -> ms}, the run said {= reference -> ms}.", NULL, 0, 0},
    {"It takes a while.", "S002", 1, 1},
    {"It takes {= both -> ms}.", "S004", 1, 1},
    {"It takes {? both -> ms}, so\n{= n} it is.", "S003", 2, 1},
    {"It takes {? both -> GB}.", "P016", 1, 10},
    {"It takes {? bth -> ms}.", "P013", 1, 13},
    {"One\ntwo {? both + -> ms}.", "T005", 2, 14},
    {"\x01 {? both -> ms}", "Y003", 1, 1},
    {"\xFF {? both -> ms}", "Y002", 1, 1},
};

START_TEST(publishes_a_solution_only_without_findings)
{
    char text[FILE_MOST];
    read_case("T1.yaml", text);
    struct loaded got = load_text(text, strlen(text), solutions[_i].text);
    ck_assert_ptr_nonnull(got.problem);
    ck_assert_int_eq(got.problem->has_solution, solutions[_i].code == NULL);
    ck_assert_uint_eq(got.diags.count, solutions[_i].code == NULL ? 0 : 1);
    if (solutions[_i].code != NULL) {
        ck_assert_str_eq(got.diags.items[0].code, solutions[_i].code);
        ck_assert_uint_eq(got.diags.items[0].at.line, solutions[_i].line);
        ck_assert_uint_eq(got.diags.items[0].at.column, solutions[_i].column);
        ck_assert_ptr_nonnull(strstr(got.diags.items[0].at.file, "T1.md"));
    }
    drop(&got);
}
END_TEST

/* ---- any bytes ---------------------------------------------------------------------------- */

START_TEST(reports_a_file_that_is_not_there)
{
    struct loaded got = {0};
    got.problem = gr_problem_load(&got.arena, "/nonexistent/T1.yaml", NULL, &got.diags);
    ck_assert_ptr_null(got.problem);
    ck_assert_str_eq(got.diags.items[0].code, "Y013");
    drop(&got);
}
END_TEST

START_TEST(survives_random_changes_of_a_problem)
{
    static const char bytes[] = "\n :{}[],|'\"$\\()*^<>=-0123456789ABKntm";
    char base[FILE_MOST], text[FILE_MOST];
    read_case("T1.yaml", base);
    size_t len = strlen(base);
    for (uint64_t round = 0; round < 1500; round++) {
        memcpy(text, base, len + 1);
        size_t changes = 1 + kn_rng_below(11, round, 0, 5);
        for (size_t i = 0; i < changes; i++)
            text[kn_rng_below(11, round, 1 + 2 * i, len)] =
                bytes[kn_rng_below(11, round, 2 + 2 * i, sizeof bytes - 1)];
        struct loaded got = load_text(text, len, NULL);
        ck_assert((got.problem == NULL) == (got.diags.errors > 0));
        drop(&got);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("problem");
    TCase *cases = tcase_create("problem");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, make_folder, remove_folder);
    tcase_add_test(cases, reads_a_whole_problem);
    tcase_add_test(cases, knows_what_is_printed_and_in_which_unit);
    tcase_add_test(cases, finds_each_slip_at_its_place);
    tcase_add_test(cases, reports_all_slips_of_a_file_in_one_pass);
    tcase_add_test(cases, warns_where_help_is_missing);
    tcase_add_loop_test(cases, publishes_a_solution_only_without_findings, 0,
                        (int)(sizeof solutions / sizeof solutions[0]));
    tcase_add_test(cases, reports_a_file_that_is_not_there);
    tcase_add_test(cases, survives_random_changes_of_a_problem);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
