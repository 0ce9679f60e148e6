/* Results as sentences: what is told, and what is kept back.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "app/core/app.h"
#include "tests/unit/app/core/core_cases.h"

static struct gr_problem problem;
static struct gr_deal deal;
static struct gr_result result;

/* A timed question in ms: reference 2 ms between 1.9 and 2.1, model 2.04; answered with `text`. */
static void answer(const char *text, enum gr_verdict verdict)
{
    struct gr_err err = {0};
    problem = (struct gr_problem){.problem_class = KN_TIMED};
    deal = (struct gr_deal){.problem = &problem, .is_gradable = true};
    deal.answer = (struct gr_deal_question){
        .rule = {.reference = 2.0, .tolerance = {.rel = 0.12}},
        .low = 1.9,
        .high = 2.1,
        .has_model = true,
        .model = 2.04,
    };
    ck_assert(gr_unit_parse(gr_str("ms"), &deal.answer.rule.unit, &err));
    result = (struct gr_result){.deal = &deal, .is_counted = true, .attempts = 1};
    gr_answer_read(gr_str(text), &deal.answer.rule.unit, &result.reading);
    result.judgement.verdict = verdict;
}

static void expect(const char *part, bool present)
{
    struct gr_buf out;
    struct gr_err err = {0};
    gr_buf_start(&out, 1 << 16);
    ck_assert(app_result_text(&result, &out, &err));
    ck_assert_msg((strstr(gr_buf_cstr(&out), part) != NULL) == present, "\"%s\" %s: %s", part,
                  present ? "is not in" : "is in", gr_buf_cstr(&out));
    gr_buf_free(&out);
}

START_TEST(a_correct_answer_shows_all_three_numbers)
{
    answer("2.1 ms", GR_VERDICT_CORRECT);
    result.is_solved = true;
    expect("Correct.\nRead as 2.1 ms", true);
    expect("Rule: accepted within 12 % of the reference.\n", true);
    expect("Reference 2 ms (between 1.9 ms and 2.1 ms), yours 2.1 ms, the model says 2.04 ms.\n",
           true);
    expect("Solved.\n", true);
}
END_TEST

START_TEST(a_wrong_answer_keeps_the_reference_back_until_it_was_seen)
{
    answer("5 ms", GR_VERDICT_WRONG);
    expect("Not accepted.\n", true);
    expect("Reference ", false);
    expect("Attempt 1 of this deal.", true);
    result.is_assisted = true;
    expect("Reference 2 ms", true);
    expect("assisted until a fresh deal", true);
}
END_TEST

START_TEST(what_could_not_be_read_says_where_and_costs_nothing)
{
    answer("3,5 ms", GR_VERDICT_UNREADABLE);
    expect("(character 2)", true);
    expect("This costs no attempt.\n", true);
    expect("Rule:", false);
    expect("Read as", false);
}
END_TEST

START_TEST(an_exact_rule_says_so)
{
    answer("5 ms", GR_VERDICT_WRONG);
    deal.answer.rule.tolerance = (struct gr_tolerance){0};
    expect("Rule: accepted when it equals the reference exactly.\n", true);
    deal.answer.rule.tolerance = (struct gr_tolerance){.abs = 0.5};
    expect("Rule: accepted within 0.5 ms of the reference.\n", true);
    deal.answer.rule.tolerance = (struct gr_tolerance){.rel = 0.01, .abs = 0.5};
    expect("within 1 % of the reference or 0.5 ms, whichever is more.\n", true);
}
END_TEST

START_TEST(a_repeated_value_is_not_an_attempt)
{
    answer("5 ms", GR_VERDICT_WRONG);
    result.is_repeat = true;
    result.is_counted = false;
    expect("not counted again", true);
    expect("Attempt", false);
}
END_TEST

TCase *result_text_case(void)
{
    TCase *tcase = tcase_create("result text");
    tcase_add_test(tcase, a_correct_answer_shows_all_three_numbers);
    tcase_add_test(tcase, a_wrong_answer_keeps_the_reference_back_until_it_was_seen);
    tcase_add_test(tcase, what_could_not_be_read_says_where_and_costs_nothing);
    tcase_add_test(tcase, an_exact_rule_says_so);
    tcase_add_test(tcase, a_repeated_value_is_not_an_attempt);
    return tcase;
}
