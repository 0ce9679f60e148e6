/* A graded answer in sentences, one a line: what it was taken for, how it was read, the rule, the
 * likely slip, the numbers, and what it means for the problem.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "app/core/app.h"
#include "app/core/words.h"
#include "app/text/doc.h"
#include "grader/num/decimal.h"

/* `value` is in the unit asked for; shown like the statement shows such values. */
static void add_value(const struct gr_result *result, double value, struct gr_buf *out)
{
    const struct gr_unit *unit = &result->deal->answer.rule.unit;
    if (result->on_twin)
        unit = &result->deal->twin.rule.unit;
    bool exact = result->deal->problem->problem_class == KN_EXACT;
    gr_value_print(gr_unit_to_base(value, unit), unit, exact, out);
}

static const struct gr_deal_question *question_of(const struct gr_result *result)
{
    return result->on_twin ? &result->deal->twin : &result->deal->answer;
}

/* The verdict, and how the answer was read or why it could not be. */
static void add_verdict(const struct gr_result *result, struct gr_buf *out)
{
    const struct gr_reading *reading = &result->reading;
    gr_buf_text(out, app_verdict_words(result->judgement.verdict));
    if (reading->status == GR_READ_OK) {
        gr_buf_printf(out, ".\nRead as %s.\n", reading->echo);
        return;
    }
    gr_buf_printf(out, ": %s", reading->message);
    if (reading->column > 0)
        gr_buf_printf(out, " (character %u)", (unsigned)reading->column);
    gr_buf_text(out, ".\n");
}

static void add_rule(const struct gr_result *result, struct gr_buf *out)
{
    const struct gr_tolerance *tolerance = &question_of(result)->rule.tolerance;
    char number[GR_DECIMAL_PRINT];
    if (tolerance->rel <= 0.0 && tolerance->abs <= 0.0) {
        gr_buf_text(out, "Rule: accepted when it equals the reference exactly.\n");
        return;
    }
    gr_buf_text(out, "Rule: accepted within ");
    if (tolerance->rel > 0.0)
        gr_buf_printf(out, "%s %% of the reference",
                      gr_decimal_print_digits(100.0 * tolerance->rel, 4, number));
    if (tolerance->abs > 0.0) {
        gr_buf_text(out, tolerance->rel > 0.0 ? " or " : "");
        add_value(result, tolerance->abs, out);
        gr_buf_text(out, tolerance->rel > 0.0 ? ", whichever is more" : " of the reference");
    }
    gr_buf_text(out, ".\n");
}

/* Reference with its interval, yours, the model: never fewer when they may be told. */
static void add_numbers(const struct gr_result *result, struct gr_buf *out)
{
    const struct gr_deal_question *question = question_of(result);
    gr_buf_text(out, "Reference ");
    add_value(result, question->rule.reference, out);
    if (question->low < question->high) {
        gr_buf_text(out, " (between ");
        add_value(result, question->low, out);
        gr_buf_text(out, " and ");
        add_value(result, question->high, out);
        gr_buf_char(out, ')');
    }
    gr_buf_text(out, ", yours ");
    add_value(result, result->reading.value, out);
    if (question->has_model) {
        gr_buf_text(out, ", the model says ");
        add_value(result, question->model, out);
    }
    gr_buf_text(out, ".\n");
}

static void add_standing(const struct gr_result *result, struct gr_buf *out)
{
    bool correct = result->judgement.verdict == GR_VERDICT_CORRECT;
    if (result->is_repeat)
        gr_buf_text(out, "The same value was given before: not counted again.\n");
    else if (gr_verdict_is_free(result->judgement.verdict))
        gr_buf_text(out, "This costs no attempt.\n");
    else if (result->is_counted && !correct)
        gr_buf_printf(out, "Attempt %u of this deal. Nothing is lost: the best one counts.\n",
                      (unsigned)result->attempts);
    if (correct && result->is_solved)
        gr_buf_text(out, result->on_twin ? "Solved by its twin, and the record says so.\n"
                                         : "Solved.\n");
    if (result->is_assisted)
        gr_buf_text(out, "The reference was seen first, so this counts as assisted until a fresh "
                         "deal.\n");
}

/* Authors may put maths into what they say; sentences read it out. */
static bool add_say(const char *say, struct gr_buf *out, struct gr_err *err)
{
    if (strchr(say, '$') == NULL)
        gr_buf_text(out, say);
    else if (!doc_speak(gr_str(say), 0, out, err))
        return false;
    if (out->len > 0 && out->ptr[out->len - 1] != '\n')
        gr_buf_char(out, '\n');
    return true;
}

bool app_result_text(const struct gr_result *result, struct gr_buf *out, struct gr_err *err)
{
    enum gr_verdict verdict = result->judgement.verdict;
    add_verdict(result, out);
    if (result->reading.status == GR_READ_OK && !add_say(result->judgement.say, out, err))
        return false;
    bool graded = !gr_verdict_is_free(verdict);
    if (graded)
        add_rule(result, out);
    if (graded && (result->is_solved || result->is_assisted))
        add_numbers(result, out);
    add_standing(result, out);
    return !out->failed || gr_fail(err, GR_E_MEMORY, "out of memory");
}
