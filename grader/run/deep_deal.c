/* One instance, checked as a student would meet it: every text that is shown must fill, the
 * reference, the solution's last number and the tests go through the answer reader and the rule,
 * and each mistake must be recognised as itself.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/deep.h"

#include <string.h>

#include "grader/num/decimal.h"

enum { TEXT_MOST_BYTES = 256 * 1024, SHOWN_BYTES = 200 };

static struct gr_diag *finding(struct deep *deep, const char *code, struct gr_pos at,
                               const struct gr_deal *deal, const char *what)
{
    return gr_diag_add(deep->diags, GR_ERROR, code, at, "instance %u: %s", (unsigned)deal->instance,
                       what);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void check_text(struct deep *deep, const struct gr_deal *deal,
                       const struct gr_template *text, const struct gr_scope *scope,
                       struct gr_pos at)
{
    struct gr_buf filled;
    struct gr_err err = {0};
    gr_buf_start(&filled, TEXT_MOST_BYTES);
    if (!gr_template_fill(text, 0, text->count, scope, GR_BLANKS_FILLED, &filled, &err))
        (void)finding(deep, "D001", err.at.line > 0 ? err.at : at, deal, err.text);
    gr_buf_free(&filled);
}

static void check_texts(struct deep *deep, const struct gr_deal *deal)
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

/* ---- values that must be graded so ------------------------------------------------------------
 */

static void must_be_correct(struct deep *deep, const struct gr_deal *deal,
                            const struct gr_deal_question *asked, const char *what,
                            struct gr_str text)
{
    struct gr_judgement judgement;
    gr_deal_grade_text(asked, text, &judgement);
    if (judgement.verdict == GR_VERDICT_CORRECT)
        return;
    char reference[GR_DECIMAL_PRINT];
    struct gr_diag *diag = gr_diag_add(
        deep->diags, GR_ERROR, "D002", asked->question->at, "instance %u: %s, %.*s, is graded %s",
        (unsigned)deal->instance, what, (int)(text.len < SHOWN_BYTES ? text.len : SHOWN_BYTES),
        text.ptr, gr_verdict_word(judgement.verdict));
    gr_diag_help(deep->diags, diag,
                 "the reference is %s %s; look at the expression or the tolerance",
                 gr_decimal_print(asked->rule.reference, reference), asked->rule.unit.text);
}

static void check_reference(struct deep *deep, const struct gr_deal *deal,
                            const struct gr_deal_question *asked, const char *what)
{
    char text[GR_DECIMAL_PRINT];
    must_be_correct(deep, deal, asked, what, gr_str(gr_decimal_print(asked->rule.reference, text)));
}

/* The last number of the solution as the page prints it, digits and unit. */
static void check_solution(struct deep *deep, const struct gr_deal *deal)
{
    const struct gr_template *solution = &deal->problem->solution;
    struct gr_scope scope = gr_deal_answer_scope(deal);
    struct gr_err err = {0};
    struct gr_buf shown;
    size_t last = solution->count;
    while (last > 0 && solution->parts[last - 1].kind == GR_PART_TEXT)
        last--;
    if (!deal->problem->has_solution || last == 0)
        return;
    struct gr_part part = solution->parts[last - 1];
    part.in_maths = false;
    struct gr_template alone = {&part, 1};
    gr_buf_start(&shown, TEXT_MOST_BYTES);
    if (gr_template_fill(&alone, 0, 1, &scope, GR_BLANKS_FILLED, &shown, &err))
        must_be_correct(deep, deal, &deal->answer, "the solution's last number",
                        gr_buf_view(&shown));
    gr_buf_free(&shown);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static void check_mistake(struct deep *deep, const struct gr_deal *deal,
                          const struct gr_deal_question *asked, size_t index)
{
    const struct gr_mistake *mistake = &asked->question->mistakes[index];
    const struct gr_wrong_value *wrong = &asked->rule.wrongs[index];
    struct gr_judgement judgement;
    char text[GR_DECIMAL_PRINT];
    gr_deal_grade_text(asked, gr_str(gr_decimal_print(wrong->value, text)), &judgement);
    deep->counts->mistakes++;
    if (judgement.verdict == GR_VERDICT_MISTAKE && judgement.mistake != NULL &&
        strcmp(judgement.mistake, mistake->id) == 0)
        return;
    struct gr_diag *diag =
        gr_diag_add(deep->diags, GR_ERROR, "D003", mistake->at,
                    "instance %u: the mistake %s, %s, is graded %s %s", (unsigned)deal->instance,
                    mistake->id, text, gr_verdict_word(judgement.verdict),
                    judgement.mistake != NULL ? judgement.mistake : "");
    gr_diag_help(deep->diags, diag, "tell it apart by when:, or give one message for both");
}

static void check_mistakes(struct deep *deep, const struct gr_deal *deal,
                           const struct gr_deal_question *asked, bool is_answer)
{
    for (size_t i = 0; i < asked->rule.wrong_count; i++) {
        bool is_asked = gr_deal_asks_mistake(deal, &asked->question->mistakes[i]);
        bool is_passed = asked->rule.wrongs[i].passed_over;
        if (!is_asked)
            continue;
        if (is_answer && i < DEEP_MISTAKES_MOST) {
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

static void check_test(struct deep *deep, const struct gr_deal *deal, const struct gr_test *test)
{
    struct gr_scope scope = gr_deal_answer_scope(deal);
    struct gr_judgement judgement;
    struct gr_err err = {0};
    struct gr_buf text;
    gr_buf_start(&text, TEXT_MOST_BYTES);
    deep->counts->tests++;
    if (!gr_template_fill(&test->in, 0, test->in.count, &scope, GR_BLANKS_FILLED, &text, &err)) {
        (void)finding(deep, "D001", test->at, deal, err.text);
    } else {
        gr_deal_grade_text(&deal->answer, gr_buf_view(&text), &judgement);
        if (!is_as_expected(test, &judgement))
            (void)gr_diag_add(
                deep->diags, GR_ERROR, "D004", test->at,
                "instance %u: \"%.100s\" is graded %s %s, not %s %s", (unsigned)deal->instance,
                gr_buf_cstr(&text), gr_verdict_word(judgement.verdict),
                judgement.mistake != NULL ? judgement.mistake : "", gr_verdict_word(test->expect),
                test->mistake != NULL ? test->mistake : "");
    }
    gr_buf_free(&text);
}

void deep_check_deal(struct deep *deep, const struct gr_deal *deal)
{
    deep->counts->instances++;
    check_texts(deep, deal);
    if (deal->twin.question != NULL) {
        check_reference(deep, deal, &deal->twin, "the twin's reference");
        check_mistakes(deep, deal, &deal->twin, false);
    }
    if (!deal->is_gradable) {
        deep->counts->no_verdicts++;
        return;
    }
    check_reference(deep, deal, &deal->answer, "the reference");
    check_solution(deep, deal);
    check_mistakes(deep, deal, &deal->answer, true);
    for (size_t i = 0; i < deal->problem->test_count; i++)
        check_test(deep, deal, &deal->problem->tests[i]);
}
