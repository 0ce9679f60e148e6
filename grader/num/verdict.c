/* From a reading to a verdict, in a fixed order: not read, outside the domain, accepted, an
 * author's mistake, a built-in detector, near, wrong. Every comparison is written so that a NaN on
 * either side fails it; only a finite answer beside a finite reference can be accepted.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/verdict.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/num/detect.h"

static const struct {
    enum gr_verdict verdict;
    const char *word;
} words[] = {{GR_VERDICT_UNREADABLE, "unreadable"},
             {GR_VERDICT_WRONG_UNIT, "wrong-unit"},
             {GR_VERDICT_OUT_OF_DOMAIN, "out-of-domain"},
             {GR_VERDICT_NO_VERDICT, "no-verdict"},
             {GR_VERDICT_CORRECT, "correct"},
             {GR_VERDICT_MISTAKE, "mistake"},
             {GR_VERDICT_NEAR, "near"},
             {GR_VERDICT_WRONG, "wrong"}};
enum { WORD_COUNT = sizeof words / sizeof words[0] };

const char *gr_verdict_word(enum gr_verdict verdict)
{
    for (size_t i = 0; i < WORD_COUNT; i++)
        if (words[i].verdict == verdict)
            return words[i].word;
    return "";
}

bool gr_verdict_from_word(struct gr_str word, enum gr_verdict *out)
{
    for (size_t i = 0; i < WORD_COUNT; i++)
        if (gr_str_is(word, words[i].word)) {
            *out = words[i].verdict;
            return true;
        }
    return false;
}

bool gr_verdict_is_free(enum gr_verdict verdict)
{
    return verdict == GR_VERDICT_UNREADABLE || verdict == GR_VERDICT_WRONG_UNIT ||
           verdict == GR_VERDICT_OUT_OF_DOMAIN || verdict == GR_VERDICT_NO_VERDICT;
}

/* A term of the tolerance that is not given, not finite or negative adds nothing. */
static double term(double value)
{
    return isfinite(value) && value > 0.0 ? value : 0.0;
}

double gr_tolerance_width(const struct gr_tolerance *tolerance, double reference)
{
    if (!isfinite(reference))
        return 0.0;
    double size = fabs(reference);
    double width = term(tolerance->abs);
    width = fmax(width, term(term(tolerance->rel) * size));
    return fmax(width, fmin(term(tolerance->noise), term(term(tolerance->noise_cap) * size)));
}

/* The closed interval. The difference and the width are rounded themselves, so an answer typed at
 * the very end of the interval (0.33 for 0.3 within 10 %) may miss it by their last bits: these are
 * forgiven, unless the tolerance is zero, which means the same double. */
static bool is_within(double value, double reference, double width)
{
    if (!isfinite(value) || !isfinite(reference))
        return false;
    double bits = 4.0 * DBL_EPSILON * fmax(fabs(value), fabs(reference));
    return fabs(value - reference) <= (width > 0.0 ? width + bits : 0.0);
}

static const struct gr_wrong_value *nearest_wrong(const struct gr_rule *rule, double value,
                                                  double width)
{
    const struct gr_wrong_value *best = NULL;
    double best_distance = HUGE_VAL, window = term(rule->window);
    for (size_t i = 0; i < rule->wrong_count; i++) {
        const struct gr_wrong_value *wrong = &rule->wrongs[i];
        if (wrong->passed_over || !isfinite(wrong->value) ||
            is_within(wrong->value, rule->reference, width))
            continue;
        double distance = fabs(value - wrong->value);
        /* Who stands nearer to the truth than to the mistake has not made it. */
        bool is_hit =
            distance <= window * fabs(wrong->value) && !(distance > fabs(value - rule->reference));
        if (is_hit && distance < best_distance) {
            best = wrong;
            best_distance = distance;
        }
    }
    return best;
}

static void say(struct gr_judgement *out, const char *text)
{
    (void)snprintf(out->say, sizeof out->say, "%s", text == NULL ? "" : text);
}

static bool is_outside(const struct gr_rule *rule, double value, struct gr_judgement *out)
{
    bool is_low = rule->has_low && value < rule->low;
    bool is_high = rule->has_high && value > rule->high;
    if (!is_low && !is_high)
        return false;
    char bound[GR_UNIT_TEXT + 64];
    (void)gr_unit_print_value(is_low ? rule->low : rule->high, &rule->unit, 6, bound, sizeof bound);
    (void)snprintf(out->say, sizeof out->say,
                   "The answer cannot be %s %s. Nothing is counted; look at it once more.",
                   is_low ? "below" : "above", bound);
    return true;
}

static enum gr_verdict judge_wrong(const struct gr_rule *rule, double value,
                                   struct gr_judgement *out)
{
    const struct gr_wrong_value *wrong = nearest_wrong(rule, value, out->width);
    if (wrong != NULL) {
        out->mistake = wrong->id;
        say(out, wrong->say);
        return GR_VERDICT_MISTAKE;
    }
    if (gr_detect(rule, value, out)) {
        out->is_builtin = true;
        return GR_VERDICT_MISTAKE;
    }
    if (out->width > 0.0 && is_within(value, rule->reference, 3.0 * out->width)) {
        say(out, "Close: within three tolerances. Check the last step and the rounding.");
        return GR_VERDICT_NEAR;
    }
    say(out, "Not yet. Hints cost nothing.");
    return GR_VERDICT_WRONG;
}

static enum gr_verdict judge_read(const struct gr_rule *rule, double value,
                                  struct gr_judgement *out)
{
    out->width = gr_tolerance_width(&rule->tolerance, rule->reference);
    if (isfinite(rule->reference) && fabs(rule->reference) > 0.0)
        out->off_rel = (value - rule->reference) / fabs(rule->reference);
    if (is_outside(rule, value, out))
        return GR_VERDICT_OUT_OF_DOMAIN;
    if (is_within(value, rule->reference, out->width))
        return GR_VERDICT_CORRECT;
    if (!isfinite(rule->reference)) {
        say(out, "The reference is not a finite number, so nobody is graded by it.");
        return GR_VERDICT_NO_VERDICT;
    }
    return judge_wrong(rule, value, out);
}

void gr_judge(const struct gr_rule *rule, const struct gr_reading *reading,
              struct gr_judgement *out)
{
    *out = (struct gr_judgement){.verdict = GR_VERDICT_UNREADABLE};
    switch (reading->status) {
    case GR_READ_UNREADABLE:
        say(out, reading->message);
        return;
    case GR_READ_WRONG_UNIT:
        out->verdict = GR_VERDICT_WRONG_UNIT;
        say(out, reading->message);
        return;
    case GR_READ_OK:
        out->verdict = judge_read(rule, reading->value, out);
        return;
    }
}
