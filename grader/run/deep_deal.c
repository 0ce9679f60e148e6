/* One instance, checked as a student would meet it: every text that is shown must fill, the
 * reference, the model, the solution's last number and the tests go through the answer reader and
 * the rule, and each mistake must be recognised as itself.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/deep.h"

#include <stdio.h>
#include <string.h>

#include "grader/num/decimal.h"

enum { TEXT_MOST_BYTES = 256 * 1024, SHOWN_BYTES = 100, WHAT_BYTES = 160 };

static const char *or_nothing(const char *text)
{
    return text != NULL ? text : "";
}

/* " added" behind the verdict "mistake", or nothing. */
static const char *blank_before(const char *word)
{
    return word != NULL && word[0] != '\0' ? " " : "";
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void cannot_fill(struct gr_deep *deep, const struct gr_deal *deal, struct gr_pos at,
                        const struct gr_err *err)
{
    struct gr_deep_fault fault = {.code = "D001",
                                  .at = err->at.line > 0 ? err->at : at,
                                  .what = "a value of this text cannot be computed"};
    gr_deep_found(deep, &fault, deal->instance, "%s", err->text);
}

static void check_text(struct gr_deep *deep, const struct gr_deal *deal,
                       const struct gr_template *text, const struct gr_scope *scope,
                       struct gr_pos at)
{
    struct gr_buf filled;
    struct gr_err err = {0};
    gr_buf_start(&filled, TEXT_MOST_BYTES);
    if (!gr_template_fill(text, 0, text->count, scope, GR_BLANKS_FILLED, &filled, &err))
        cannot_fill(deep, deal, at, &err);
    gr_buf_free(&filled);
}

static void check_texts(struct gr_deep *deep, const struct gr_deal *deal)
{
    const struct gr_problem *problem = deal->problem;
    struct gr_scope scope = gr_deal_scope(deal), answer_scope = gr_deal_answer_scope(deal);
    check_text(deep, deal, &problem->answer.statement, &scope, problem->answer.at);
    if (problem->has_twin)
        check_text(deep, deal, &problem->twin.statement, &scope, problem->twin.at);
    for (size_t i = 0; i < problem->hint_count; i++)
        check_text(deep, deal, &problem->hints[i], &scope, problem->at);
    if (problem->has_solution)
        check_text(deep, deal, &problem->solution, &answer_scope, problem->at);
}

/* ---- values that must be graded correct -------------------------------------------------------
 */

static void must_be_correct(struct gr_deep *deep, const struct gr_deal *deal,
                            const struct gr_deal_question *asked, const struct gr_deep_fault *fault,
                            struct gr_str text)
{
    struct gr_judgement judgement;
    char reference[GR_DECIMAL_PRINT];
    gr_deal_grade_text(asked, text, &judgement);
    if (judgement.verdict == GR_VERDICT_CORRECT)
        return;
    gr_deep_found(deep, fault, deal->instance, "it is %.*s, graded %s%s%s; the reference is %s%s%s",
                  (int)(text.len < SHOWN_BYTES ? text.len : SHOWN_BYTES), text.ptr,
                  gr_verdict_word(judgement.verdict), blank_before(judgement.mistake),
                  or_nothing(judgement.mistake), gr_decimal_print(asked->rule.reference, reference),
                  blank_before(asked->rule.unit.text), asked->rule.unit.text);
}

/* The reference, and the model beside it: who computes as the page teaches must be right. */
static void check_question(struct gr_deep *deep, const struct gr_deal *deal,
                           const struct gr_deal_question *asked, bool is_twin)
{
    const struct gr_question *question = asked->question;
    struct gr_deep_fault reference = {.code = "D002",
                                      .at = gr_expr_at(question->reference),
                                      .what = is_twin ? "the twin's reference is not graded correct"
                                                      : "the reference is not graded correct",
                                      .help = "look at the domain and the tolerance"};
    char text[GR_DECIMAL_PRINT];
    must_be_correct(deep, deal, asked, &reference,
                    gr_str(gr_decimal_print(asked->rule.reference, text)));
    if (!asked->has_model)
        return;
    struct gr_deep_fault model = {.code = "D007",
                                  .at = gr_expr_at(question->model),
                                  .what = is_twin ? "the twin's model is not graded correct"
                                                  : "the model is not graded correct",
                                  .help = "look at the model, the reference and the tolerance"};
    must_be_correct(deep, deal, asked, &model, gr_str(gr_decimal_print(asked->model, text)));
}

/* The last number of the solution as the page prints it, digits and unit. It must follow from what
 * was dealt: one that names the reference would be right whatever it says. */
static void check_solution(struct gr_deep *deep, const struct gr_deal *deal)
{
    const struct gr_template *solution = &deal->problem->solution;
    struct gr_scope scope = gr_deal_scope(deal);
    struct gr_err err = {0};
    struct gr_buf shown;
    size_t last = solution->count;
    while (last > 0 && solution->parts[last - 1].kind == GR_PART_TEXT)
        last--;
    if (!deal->problem->has_solution || last == 0)
        return;
    struct gr_part part = solution->parts[last - 1];
    struct gr_deep_fault fault = {.code = "D002",
                                  .at = part.at,
                                  .what = "the solution's last number is not graded correct",
                                  .help =
                                      "look at this expression and at the question's reference"};
    part.in_maths = false;
    struct gr_template alone = {&part, 1};
    gr_buf_start(&shown, TEXT_MOST_BYTES);
    if (gr_template_fill(&alone, 0, 1, &scope, GR_BLANKS_FILLED, &shown, &err)) {
        must_be_correct(deep, deal, &deal->answer, &fault, gr_buf_view(&shown));
    } else {
        fault.help = "the solution's last number must follow from the dealt values alone";
        gr_deep_found(deep, &fault, deal->instance, "%s", err.text);
    }
    gr_buf_free(&shown);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static void check_mistake(struct gr_deep *deep, const struct gr_deal *deal,
                          const struct gr_deal_question *asked, size_t index)
{
    const struct gr_mistake *mistake = &asked->question->mistakes[index];
    const struct gr_wrong_value *wrong = &asked->rule.wrongs[index];
    struct gr_judgement judgement;
    char text[GR_DECIMAL_PRINT], what[WHAT_BYTES];
    gr_deal_grade_text(asked, gr_str(gr_decimal_print(wrong->value, text)), &judgement);
    deep->counts->mistakes++;
    if (judgement.verdict == GR_VERDICT_MISTAKE && judgement.mistake != NULL &&
        strcmp(judgement.mistake, mistake->id) == 0)
        return;
    (void)snprintf(what, sizeof what, "the mistake %s is not recognised", mistake->id);
    struct gr_deep_fault fault = {.code = "D003",
                                  .at = mistake->at,
                                  .what = what,
                                  .help = "tell it apart by when:, or give one message for both"};
    gr_deep_found(deep, &fault, deal->instance, "its value %s is graded %s%s%s", text,
                  gr_verdict_word(judgement.verdict), blank_before(judgement.mistake),
                  or_nothing(judgement.mistake));
}

static void check_mistakes(struct gr_deep *deep, const struct gr_deal *deal,
                           const struct gr_deal_question *asked, bool is_answer)
{
    for (size_t i = 0; i < asked->rule.wrong_count; i++) {
        bool is_asked = gr_deal_asks_mistake(deal, &asked->question->mistakes[i]);
        bool is_passed = asked->rule.wrongs[i].passed_over;
        if (!is_asked)
            continue;
        if (is_answer && i < GR_DEEP_MISTAKES_MOST) {
            deep->shares[i].asked++;
            deep->shares[i].passed_over += is_passed ? 1 : 0;
        }
        if (is_passed)
            deep->counts->mistakes_passed_over++;
        else
            check_mistake(deep, deal, asked, i);
    }
}

/* ---- the author's tests ---------------------------------------------------------------------- */

static bool is_as_expected(const struct gr_test *test, const struct gr_judgement *judgement)
{
    return judgement->verdict == test->expect &&
           (test->mistake == NULL ||
            (judgement->mistake != NULL && strcmp(judgement->mistake, test->mistake) == 0));
}

static void test_failed(struct gr_deep *deep, const struct gr_deal *deal,
                        const struct gr_test *test, const char *typed,
                        const struct gr_judgement *judgement)
{
    char what[WHAT_BYTES];
    (void)snprintf(what, sizeof what, "this test, which expects %s%s%s, fails",
                   gr_verdict_word(test->expect), blank_before(test->mistake),
                   or_nothing(test->mistake));
    struct gr_deep_fault fault = {.code = "D004", .at = test->at, .what = what};
    gr_deep_found(deep, &fault, deal->instance, "\"%.100s\" is graded %s%s%s", typed,
                  gr_verdict_word(judgement->verdict), blank_before(judgement->mistake),
                  or_nothing(judgement->mistake));
}

static void check_test(struct gr_deep *deep, const struct gr_deal *deal, const struct gr_test *test)
{
    struct gr_scope scope = gr_deal_answer_scope(deal);
    struct gr_judgement judgement;
    struct gr_err err = {0};
    struct gr_buf text;
    gr_buf_start(&text, TEXT_MOST_BYTES);
    deep->counts->tests++;
    if (!gr_template_fill(&test->in, 0, test->in.count, &scope, GR_BLANKS_FILLED, &text, &err)) {
        cannot_fill(deep, deal, test->at, &err);
    } else {
        gr_deal_grade_text(&deal->answer, gr_buf_view(&text), &judgement);
        if (!is_as_expected(test, &judgement))
            test_failed(deep, deal, test, gr_buf_cstr(&text), &judgement);
    }
    gr_buf_free(&text);
}

void gr_deep_check_deal(struct gr_deep *deep, const struct gr_deal *deal)
{
    deep->counts->instances++;
    check_texts(deep, deal);
    if (deal->twin.question != NULL) {
        check_question(deep, deal, &deal->twin, true);
        check_mistakes(deep, deal, &deal->twin, false);
    }
    if (!deal->is_gradable) {
        deep->counts->no_verdicts++;
        return;
    }
    check_question(deep, deal, &deal->answer, false);
    check_solution(deep, deal);
    check_mistakes(deep, deal, &deal->answer, true);
    for (size_t i = 0; i < deal->problem->test_count; i++)
        check_test(deep, deal, &deal->problem->tests[i]);
}
