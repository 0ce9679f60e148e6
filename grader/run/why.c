/* `why`: everything behind the last verdict, from the record alone (and the rule's reason from the
 * problem file), so that it says the same next year. Plain paragraphs, one matter each.
 *
 * It shows the reference. While the deal is unsolved that makes it assisted, and the text says so.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "grader/journal/wall_time.h"
#include "grader/num/decimal.h"
#include "grader/run/payload.h"
#include "grader/run/session_parts.h"

struct why {
    const struct gr_problem *problem;
    const struct gr_standing_item *item;
    struct gr_str record;
    struct gr_arena arena; /* texts of the record */
    struct gr_unit unit;
    bool on_twin;
    double value, reference, low, high, width, model;
    bool has_model;
    struct gr_buf *out;
};

static bool read_record(struct why *why)
{
    struct gr_err ignored = {0};
    struct gr_str record = why->record = gr_buf_view(&why->item->answer);
    why->on_twin = gr_payload_flag(record, "on_twin");
    why->has_model = gr_payload_double(record, "model", &why->model);
    return gr_payload_double(record, "value", &why->value) &&
           gr_payload_double(record, "reference", &why->reference) &&
           gr_payload_double(record, "low", &why->low) &&
           gr_payload_double(record, "high", &why->high) &&
           gr_payload_double(record, "width", &why->width) &&
           gr_unit_parse(gr_payload_word(record, "unit"), &why->unit, &ignored);
}

static const char *text_of(struct why *why, const char *key)
{
    const char *text = gr_payload_text(why->record, key, &why->arena);
    return text != NULL ? text : "";
}

static void paragraph(struct why *why)
{
    if (why->out->len > 0)
        gr_buf_text(why->out, "\n\n");
}

static void put_value(const struct why *why, double value)
{
    bool is_exact = why->low == why->high;
    gr_value_print(gr_unit_to_base(value, &why->unit), &why->unit, is_exact, why->out);
}

static void put_digits(struct gr_buf *out, double value, int digits)
{
    char text[GR_DECIMAL_PRINT];
    gr_buf_text(out, gr_decimal_print_digits(value, digits, text));
}

static void tell_place(struct why *why)
{
    char day[GR_WALL_TEXT], clock[GR_WALL_TEXT];
    int64_t attempt = 0, time_ms = why->item->answer_time_ms;
    (void)gr_payload_integer(why->record, "attempt", &attempt);
    gr_buf_printf(why->out, "%s, instance %u, rev %u", why->problem->id,
                  (unsigned)why->item->answer_instance, (unsigned)why->item->answer_rev);
    if (why->on_twin)
        gr_buf_text(why->out, ", the twin");
    gr_buf_printf(why->out, ". Attempt %u, %s at %s.", (unsigned)attempt, gr_wall_day(time_ms, day),
                  gr_wall_since(time_ms, time_ms, clock));
}

static void tell_reading(struct why *why)
{
    paragraph(why);
    gr_buf_printf(why->out, "You wrote `%s`. It was read as %s.", text_of(why, "text"),
                  text_of(why, "echo"));
}

static void tell_verdict(struct why *why)
{
    const char *say = text_of(why, "say"), *mistake = text_of(why, "mistake");
    paragraph(why);
    gr_buf_printf(why->out, "Verdict: %s", text_of(why, "verdict"));
    if (mistake[0] != '\0')
        gr_buf_printf(why->out, " (%s%s)", mistake,
                      gr_payload_flag(why->record, "builtin") ? ", a common slip" : "");
    gr_buf_text(why->out, ".");
    if (say[0] != '\0')
        gr_buf_printf(why->out, " %s", say);
}

static void tell_reference(struct why *why)
{
    int64_t samples = 0;
    (void)gr_payload_integer(why->record, "samples", &samples);
    paragraph(why);
    gr_buf_text(why->out, "Reference: ");
    put_value(why, why->reference);
    if (why->low == why->high) {
        gr_buf_text(why->out, ", exact in what was given.");
        return;
    }
    gr_buf_text(why->out, ", between ");
    put_value(why, why->low);
    gr_buf_text(why->out, " and ");
    put_value(why, why->high);
    gr_buf_printf(why->out, " by %lld samples.", (long long)samples);
}

static void put_rule(struct why *why)
{
    double size = fabs(why->reference);
    if (!(why->width > 0)) {
        gr_buf_text(why->out, "exactly the reference");
        return;
    }
    gr_buf_text(why->out, "within ");
    put_digits(why->out, why->width, 3);
    gr_buf_printf(why->out, "%s%s of the reference", why->unit.text[0] != '\0' ? " " : "",
                  why->unit.text);
    if (size > 0) {
        gr_buf_text(why->out, ", that is ");
        put_digits(why->out, 100 * why->width / size, 3);
        gr_buf_text(why->out, " %");
    }
}

static void tell_rule(struct why *why)
{
    const struct gr_question *question = why->on_twin ? &why->problem->twin : &why->problem->answer;
    paragraph(why);
    gr_buf_text(why->out, "Accepted: ");
    put_rule(why);
    gr_buf_text(why->out, ".");
    if (question->tolerance_why != NULL)
        gr_buf_printf(why->out, " Why so much: %s.", question->tolerance_why);
}

static void put_distance(struct why *why, double value)
{
    double off = (value - why->reference) / fabs(why->reference);
    if (value == why->reference) {
        gr_buf_text(why->out, "equal to the reference");
    } else if (!isfinite(off)) {
        put_digits(why->out, value - why->reference, 3);
        gr_buf_text(why->out, " from the reference");
    } else {
        put_digits(why->out, 100 * fabs(off), 3);
        gr_buf_printf(why->out, " %% %s the reference", off < 0 ? "below" : "above");
    }
}

static void tell_distances(struct why *why)
{
    paragraph(why);
    gr_buf_text(why->out, "Your answer is ");
    put_distance(why, why->value);
    gr_buf_text(why->out, ".");
    if (!why->has_model)
        return;
    gr_buf_text(why->out, " The model says ");
    put_value(why, why->model);
    gr_buf_text(why->out, ", ");
    put_distance(why, why->model);
    gr_buf_text(why->out, ".");
}

static void tell_machine(struct why *why)
{
    const char *kernel = text_of(why, "kernel"), *backend = text_of(why, "backend"),
               *machine = text_of(why, "machine");
    if (kernel[0] == '\0')
        return;
    paragraph(why);
    gr_buf_printf(why->out, "The reference comes from kernel %s", kernel);
    if (backend[0] != '\0')
        gr_buf_printf(why->out, ", backend %s", backend);
    if (machine[0] != '\0')
        gr_buf_printf(why->out, ", on %s", machine);
    gr_buf_text(why->out,
                ". It was frozen when the question was dealt; nothing is measured again.");
}

static void tell_all(struct why *why, bool becomes_assisted)
{
    tell_place(why);
    tell_reading(why);
    tell_verdict(why);
    tell_reference(why);
    tell_rule(why);
    tell_distances(why);
    tell_machine(why);
    if (!becomes_assisted)
        return;
    paragraph(why);
    gr_buf_text(why->out, "You have now seen the reference: what you answer in this deal counts as "
                          "assisted. Deal again to solve it alone.");
}

/* The open deal could not be graded by, and nothing was answered in it. */
static bool tell_no_verdict(struct gr_session *session, const struct gr_problem *problem,
                            const struct gr_standing_item *item, struct gr_buf *out, bool *told,
                            struct gr_err *err)
{
    struct gr_err trouble = {0};
    *told = false;
    if (item == NULL || !item->deal.is_open || item->deal.attempts > 0)
        return true;
    const struct gr_deal *deal = gr_session_current(session, problem, &trouble);
    if (deal == NULL)
        return trouble.code == GR_OK || gr_fail(err, trouble.code, "%s", trouble.text);
    if (deal->is_gradable)
        return true;
    char say[sizeof((struct gr_judgement *)0)->say];
    gr_session_no_verdict(deal, say, sizeof say);
    gr_buf_printf(out, "%s, instance %u, rev %u. %s", problem->id, (unsigned)deal->instance,
                  (unsigned)deal->rev, say);
    *told = true;
    return true;
}

/* Where nothing can be recorded the assist fails, and the reference stays hidden. */
static bool makes_assisted(const struct gr_standing_item *item)
{
    bool is_last_deal = item->deal.is_open && item->answer_deal_seq == item->deal.seq;
    return is_last_deal && !item->deal.is_solved && !item->deal.is_assisted;
}

bool gr_session_why(struct gr_session *session, const struct gr_problem *problem,
                    struct gr_buf *out, struct gr_err *err)
{
    bool told;
    struct why why = {
        .problem = problem, .item = gr_standing_find(&session->standings, problem->id), .out = out};
    if (!tell_no_verdict(session, problem, why.item, out, &told, err))
        return false;
    if (told)
        return true;
    if (why.item == NULL || why.item->attempts == 0)
        return gr_fail(err, GR_E_USAGE, "%s has no verdict yet; answer it first",
                       problem->short_id);
    if (!read_record(&why))
        return gr_fail(err, GR_E_STORE, "the record of the last answer to %s is not whole",
                       problem->short_id);
    bool becomes_assisted = makes_assisted(why.item);
    if (becomes_assisted && !gr_session_assist_item(session, problem, err))
        return false;
    tell_all(&why, becomes_assisted);
    gr_arena_free(&why.arena);
    return !out->failed || gr_fail(err, GR_E_MEMORY, "out of memory");
}
