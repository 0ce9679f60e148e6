/* The shipped course: no findings, the syllabus's own examples come out of its expressions, and
 * every text of every instance can be filled. Nothing is run or timed here; that is `check --deep`.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/course/course.h"
#include "grader/course/instance.h"

enum { NAMES_MOST = 64 };

static struct gr_course *course;
static struct gr_diags diags;

static void open_shipped(void)
{
    struct gr_err err = {0};
    diags = (struct gr_diags){0};
    ck_assert_msg(gr_course_open(getenv("WALLCLOCK_SOURCE"), &course, &diags, &err), "%s",
                  err.text);
    ck_assert(gr_check_course(course, &diags, &err));
}

static void close_shipped(void)
{
    gr_course_close(course);
    gr_diags_free(&diags);
}

static const struct gr_problem *problem_of(const char *id)
{
    struct gr_item item;
    struct gr_err err = {0};
    ck_assert_msg(gr_course_find(course, id, &item, &err), "%s", err.text);
    ck_assert_int_eq(item.kind, GR_ITEM_PROBLEM);
    return item.problem;
}

START_TEST(the_shipped_course_has_no_findings)
{
    for (size_t i = 0; i < diags.count; i++)
        ck_abort_msg("%s:%u:%u: %s %s", diags.items[i].at.file, (unsigned)diags.items[i].at.line,
                     (unsigned)diags.items[i].at.column, diags.items[i].code, diags.items[i].text);
    ck_assert_uint_eq(diags.lost, 0);
    for (size_t i = 0; i < course->problem_count; i++) {
        ck_assert(course->problems[i]->has_solution);
        ck_assert_uint_ge(course->problems[i]->instances, 24);
    }
}
END_TEST

START_TEST(the_front_page_is_the_books)
{
    const struct gr_chapter *chapter = &course->chapters[0];
    static const struct {
        const char *id, *gloss;
        uint32_t planned;
    } strands[] = {{"basics", "what the words mean", 11},
                   {"concept", "what to picture", 2},
                   {"theory", "why it works, and when it does not", 4},
                   {"mathematics", "derive it, then compute it", 15},
                   {"practice", "build it, break it, read the papers", 9}};
    ck_assert_str_eq(chapter->id, "VIII.6");
    ck_assert_str_eq(chapter->title, "Training Systems");
    ck_assert_str_eq(chapter->author, "Md. Asif Uddin");
    ck_assert(chapter->level->problems == 5 && chapter->level->variants == 4 &&
              chapter->level->exercises == 10);
    ck_assert_uint_eq(chapter->strand_count, 5);
    for (size_t i = 0; i < 5; i++) {
        ck_assert_str_eq(chapter->strands[i].id, strands[i].id);
        ck_assert_str_eq(chapter->strands[i].gloss, strands[i].gloss);
        ck_assert_uint_eq(chapter->strands[i].planned, strands[i].planned);
    }
    ck_assert_uint_eq(chapter->propositions_planned, 8);
    ck_assert_uint_eq(chapter->topic_count, 8);
    ck_assert_uint_eq(chapter->notation_count, 6);
    ck_assert_uint_eq(chapter->apparatus_count, 3);
}
END_TEST

/* ---- the syllabus's examples -------------------------------------------------------------- */

struct value { /* text when `word` is set */
    const char *name;
    double number;
    const char *word;
};

/* The dimension comes from where the problem declares the name. */
static struct gr_dim dim_of(const struct gr_problem *problem, const char *name)
{
    struct gr_dim none = {0};
    for (size_t i = 0; i < problem->param_count; i++)
        if (strcmp(problem->params[i].name, name) == 0)
            return problem->params[i].unit.dim;
    for (size_t i = 0; i < problem->runs[0].output_count; i++)
        if (strcmp(problem->runs[0].outputs[i].name, name) == 0)
            return problem->runs[0].outputs[i].dim;
    return none;
}

static void bind_lets(const struct gr_problem *problem, struct gr_binding *bindings, size_t *count)
{
    for (size_t i = 0; i < problem->let_count; i++) {
        struct gr_scope scope = {.bindings = bindings, .count = *count};
        struct gr_quantity value;
        struct gr_err err = {0};
        ck_assert_msg(gr_expr_eval(problem->lets[i].expr, &scope, GR_UNITS_CHECKED, &value, &err),
                      "%s: %s", problem->lets[i].name, err.text);
        bindings[(*count)++] = (struct gr_binding){.name = problem->lets[i].name,
                                                   .number = value,
                                                   .low = value.value,
                                                   .high = value.value};
    }
}

static size_t bind(const struct gr_problem *problem, const struct value *values,
                   struct gr_binding *bindings)
{
    size_t count = 0;
    for (; values[count].name != NULL; count++) {
        const struct value *value = &values[count];
        bindings[count] = (struct gr_binding){
            .name = value->name,
            .is_text = value->word != NULL,
            .text = value->word,
            .number = {.value = value->number, .dim = dim_of(problem, value->name)},
            .low = value->number,
            .high = value->number};
    }
    bind_lets(problem, bindings, &count);
    return count;
}

static const struct {
    const char *id;
    struct value values[6];
    double model; /* in the unit asked for */
    struct {
        const char *id;
        double value;
    } mistakes[4];
} examples[] = {
    {"W1",
     {{"K", 48, NULL}, {"n", 16777216, NULL}, {"beta", 48e9, NULL}, {"pi", 253e9, NULL}},
     6.366,
     {{"added-pipes", 9.162}, {"fma-is-one", 3.183}, {"bytes-only", 2.796}}},
    {"W1",
     {{"K", 42, NULL}, {"n", 16777216, NULL}, {"beta", 48e9, NULL}, {"pi", 253e9, NULL}},
     5.570,
     {{"bytes-only-or-fma-is-one", 2.785}}},
    {"W1",
     {{"K", 10, NULL}, {"n", 16777216, NULL}, {"beta", 40e9, NULL}, {"pi", 200e9, NULL}},
     3.355,
     {{"arithmetic-or-reads-only", 1.678}}},
    {"W1",
     {{"K", 8, NULL}, {"n", 16777216, NULL}, {"beta", 48e9, NULL}, {"pi", 253e9, NULL}},
     2.796,
     {{"added-pipes", 3.857}, {"arithmetic-only", 1.061}, {"reads-only", 1.398}}},
    {"W3",
     {{"format", 0, "bf16"}, {"v", 1.25, NULL}, {"n", 5000, NULL}, {"lanes", 1, NULL}},
     512,
     {{"exact-arithmetic", 6250}, {"no-doubling", 320}, {"no-v", 256}, {"other-format", 4096}}},
    {"W3",
     {{"format", 0, "bf16"}, {"v", 0.1, NULL}, {"n", 5000, NULL}, {"lanes", 4, NULL}},
     128,
     {{"exact-arithmetic", 500}, {"one-lane", 32}}},
    {"W3",
     {{"format", 0, "fp16"}, {"v", 1, NULL}, {"n", 10000, NULL}, {"lanes", 1, NULL}},
     2048,
     {{NULL, 0}}},
    {"W4",
     {{"p", 6, NULL}, {"n", 1000003, NULL}, {"dtype", 0, "fp32"}, {"r", 4, NULL}},
     6666684,
     {{"one-lap", 3333343.3},
      {"whole-vector", 8000024},
      {"everybody", 20000060},
      {"elements", 1666671}}},
    {"W4",
     {{"p", 6, NULL}, {"n", 1000003, NULL}, {"dtype", 0, "fp32"}, {"r", 0, NULL}},
     6666688,
     {{"all-ranks", 40000120}}},
    {"E1",
     {{"k", 6, NULL}, {"lambda", 0.922e-9, NULL}, {"tau", 8.6e9, NULL}, {"w", 16, NULL}},
     208.2,
     {{"peak", 275.2}, {"one-chain", 34.71}, {"fma-is-one", 104.1}, {"multiplied", 177024}}},
    {"E2",
     {{"n", 500, NULL}, {"b", 32, NULL}},
     8250000,
     {{"no-tile", 250250000},
      {"one-operand", 4250000},
      {"no-edges", 8062500},
      {"no-stores", 8000000}}},
    {"E2",
     {{"n", 500, NULL}, {"b", 40, NULL}},
     6750000,
     {{"no-stores-or-no-edges", 6500000},
      {"one-operand", 3500000},
      {"one-operand-no-edges", 3375000},
      {"c-loaded", 7000000}}},
    {"E2", {{"n", 480, NULL}, {"b", 48, NULL}}, 4838400, {{NULL, 0}}},
};

static double eval_in_unit(const struct gr_problem *problem, const struct gr_expr *expr,
                           const struct gr_scope *scope, enum gr_expr_units units)
{
    struct gr_quantity value;
    struct gr_err err = {0};
    ck_assert_msg(gr_expr_eval(expr, scope, units, &value, &err), "%s", err.text);
    return value.value / problem->answer.unit.scale;
}

static const struct gr_mistake *mistake_of(const struct gr_problem *problem, const char *id)
{
    for (size_t i = 0; i < problem->answer.mistake_count; i++)
        if (strcmp(problem->answer.mistakes[i].id, id) == 0)
            return &problem->answer.mistakes[i];
    ck_abort_msg("%s has no mistake %s", problem->id, id);
    return NULL;
}

START_TEST(the_examples_of_the_syllabus_come_out)
{
    const struct gr_problem *problem = problem_of(examples[_i].id);
    struct gr_binding bindings[NAMES_MOST];
    struct gr_scope scope = {.bindings = bindings};
    scope.count = bind(problem, examples[_i].values, bindings);
    double model = eval_in_unit(problem, problem->answer.model, &scope, GR_UNITS_CHECKED);
    ck_assert_msg(fabs(model - examples[_i].model) <= 5e-4 * examples[_i].model, "%.17g", model);
    for (size_t i = 0; i < 4 && examples[_i].mistakes[i].id != NULL; i++) {
        const struct gr_mistake *mistake = mistake_of(problem, examples[_i].mistakes[i].id);
        double value = eval_in_unit(problem, mistake->value, &scope, GR_UNITS_FREE);
        ck_assert_msg(fabs(value - examples[_i].mistakes[i].value) <= 5e-4 * value, "%s %.17g",
                      mistake->id, value);
        if (mistake->when != NULL)
            ck_assert(eval_in_unit(problem, mistake->when, &scope, GR_UNITS_CHECKED) != 0);
    }
}
END_TEST

static double eval_twin(const char *id, const struct value *values)
{
    struct gr_binding bindings[NAMES_MOST];
    struct gr_scope scope = {.bindings = bindings};
    const struct gr_problem *problem = problem_of(id);
    struct gr_quantity value;
    struct gr_err err = {0};
    scope.count = bind(problem, values, bindings);
    ck_assert_msg(gr_expr_eval(problem->twin.reference, &scope, GR_UNITS_CHECKED, &value, &err),
                  "%s", err.text);
    ck_assert(gr_dim_is_none(value.dim));
    return value.value;
}

START_TEST(the_twins_come_out)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        double want = strcmp(examples[i].id, "W1") == 0 ? 21.083 : 7.9292;
        bool is_first = i == 0 || strcmp(examples[i].id, examples[i - 1].id) != 0;
        if (is_first && problem_of(examples[i].id)->has_twin)
            ck_assert(fabs(eval_twin(examples[i].id, examples[i].values) - want) < 1e-3);
    }
}
END_TEST

/* ---- every instance ----------------------------------------------------------------------- */

/* A value of a size that the kernel could give; the texts are what is tested. */
static double plausible(const struct kn_output *output)
{
    if (strcmp(output->name, "width") == 0)
        return 1; /* as on the scalar backend */
    if (strcmp(output->unit, "B/s") == 0)
        return 48.0123e9;
    if (strcmp(output->unit, "FLOP/s") == 0)
        return 253.456e9;
    if (strcmp(output->unit, "s") == 0)
        return 0.9221e-9;
    return strcmp(output->unit, "1/s") == 0 ? 8.6012e9 : 4096;
}

static size_t bind_instance(const struct gr_problem *problem, uint32_t k,
                            struct gr_binding *bindings)
{
    struct gr_err err = {0};
    ck_assert_msg(gr_instance_draw(problem, k, bindings, &err), "%s", err.text);
    size_t count = problem->param_count;
    for (size_t i = 0; i < problem->runs[0].output_count; i++) {
        const struct gr_run_output *output = &problem->runs[0].outputs[i];
        double value = plausible(output->output);
        bool exact = output->output->output_class == KN_EXACT;
        bindings[count++] = (struct gr_binding){.name = output->name,
                                                .number = {.value = value, .dim = output->dim},
                                                .low = value * (exact ? 1 : 0.99),
                                                .high = value * (exact ? 1 : 1.01)};
    }
    bind_lets(problem, bindings, &count);
    return count;
}

/* "holds 1 floats": a text must read well for every value that is filled in. */
static void check_number(const char *text)
{
    static const char *const plurals[] = {"floats", "values", "chains", "bytes",       "elements",
                                          "ranks",  "chunks", "words",  "tiles",       "copies",
                                          "lanes",  "steps",  "times",  "accumulators"};
    for (const char *one = strstr(text, " 1 "); one != NULL; one = strstr(one + 1, " 1 "))
        for (size_t i = 0; i < sizeof plurals / sizeof plurals[0]; i++)
            ck_assert_msg(strncmp(one + 3, plurals[i], strlen(plurals[i])) != 0, "%.40s", one);
}

static void fill(const struct gr_template *text, const struct gr_scope *scope)
{
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, 65536);
    ck_assert_msg(gr_template_fill(text, 0, SIZE_MAX, scope, GR_BLANKS_FILLED, &out, &err), "%s",
                  err.text);
    ck_assert_msg(strstr(gr_buf_cstr(&out), "\\val") == NULL, "%s", gr_buf_cstr(&out));
    ck_assert_msg(strstr(gr_buf_cstr(&out), "nan") == NULL, "%s", gr_buf_cstr(&out));
    check_number(gr_buf_cstr(&out));
    gr_buf_free(&out);
}

static void fill_all(const struct gr_problem *problem, const struct gr_scope *scope)
{
    fill(&problem->answer.statement, scope);
    fill(&problem->solution, scope);
    if (problem->has_twin)
        fill(&problem->twin.statement, scope);
    for (size_t i = 0; i < problem->hint_count; i++)
        fill(&problem->hints[i], scope);
    for (size_t i = 0; i < problem->answer.mistake_count; i++)
        fill(&problem->answer.mistakes[i].say, scope);
}

START_TEST(every_text_of_every_instance_can_be_filled)
{
    for (size_t i = 0; i < course->problem_count; i++) {
        const struct gr_problem *problem = course->problems[i];
        for (uint32_t k = 0; k < problem->instances; k++) {
            struct gr_binding bindings[NAMES_MOST];
            struct gr_scope scope = {.bindings = bindings};
            scope.count = bind_instance(problem, k, bindings);
            fill_all(problem, &scope);
        }
    }
}
END_TEST

/* A named mistake that lies beside an exact answer would be taken for it when it is rounded. */
START_TEST(no_mistake_rounds_to_an_exact_answer)
{
    for (size_t i = 0; i < course->problem_count; i++) {
        const struct gr_problem *problem = course->problems[i];
        for (uint32_t k = 0; problem->answer.tolerance_exact && k < problem->instances; k++) {
            struct gr_binding bindings[NAMES_MOST];
            struct gr_scope scope = {.bindings = bindings};
            scope.count = bind_instance(problem, k, bindings);
            double truth = eval_in_unit(problem, problem->answer.model, &scope, GR_UNITS_CHECKED);
            for (size_t j = 0; j < problem->answer.mistake_count; j++) {
                const struct gr_mistake *mistake = &problem->answer.mistakes[j];
                double value = eval_in_unit(problem, mistake->value, &scope, GR_UNITS_FREE);
                bool is_asked = mistake->when == NULL ||
                                eval_in_unit(problem, mistake->when, &scope, GR_UNITS_CHECKED) != 0;
                ck_assert_msg(!is_asked || value == truth || fabs(value - truth) > 1,
                              "%s instance %u: %s is %.17g", problem->id, (unsigned)k, mistake->id,
                              value);
            }
        }
    }
}
END_TEST

/* Two mistakes that give one number could not be told apart: `when:` must keep them separate. */
START_TEST(no_two_mistakes_of_an_exact_instance_are_the_same_number)
{
    for (size_t i = 0; i < course->problem_count; i++) {
        const struct gr_problem *problem = course->problems[i];
        for (uint32_t k = 0; problem->problem_class == KN_EXACT && k < problem->instances; k++) {
            struct gr_binding bindings[NAMES_MOST];
            struct gr_scope scope = {.bindings = bindings};
            double seen[16], truth;
            size_t count = 0;
            scope.count = bind_instance(problem, k, bindings);
            truth = eval_in_unit(problem, problem->answer.model, &scope, GR_UNITS_CHECKED);
            for (size_t j = 0; j < problem->answer.mistake_count; j++) {
                const struct gr_mistake *mistake = &problem->answer.mistakes[j];
                double value = eval_in_unit(problem, mistake->value, &scope, GR_UNITS_FREE);
                if (value == truth ||
                    (mistake->when != NULL &&
                     eval_in_unit(problem, mistake->when, &scope, GR_UNITS_CHECKED) == 0))
                    continue;
                for (size_t l = 0; l < count; l++)
                    ck_assert_msg(seen[l] != value, "%s instance %u: %s", problem->id, (unsigned)k,
                                  mistake->id);
                seen[count++] = value;
            }
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shipped");
    TCase *cases = tcase_create("shipped");
    tcase_set_timeout(cases, 30);
    tcase_add_checked_fixture(cases, open_shipped, close_shipped);
    tcase_add_test(cases, the_shipped_course_has_no_findings);
    tcase_add_test(cases, the_front_page_is_the_books);
    tcase_add_loop_test(cases, the_examples_of_the_syllabus_come_out, 0,
                        (int)(sizeof examples / sizeof examples[0]));
    tcase_add_test(cases, the_twins_come_out);
    tcase_add_test(cases, every_text_of_every_instance_can_be_filled);
    tcase_add_test(cases, no_mistake_rounds_to_an_exact_answer);
    tcase_add_test(cases, no_two_mistakes_of_an_exact_instance_are_the_same_number);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
