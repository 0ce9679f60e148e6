/* Lists, pages, problems and results. See compose.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <string.h>

#include "app/core/app.h"
#include "app/core/words.h"
#include "app/text/doc.h"
#include "app/view/compose.h"
#include "grader/num/decimal.h"

enum { LINES_BYTES = 1 << 16 };

static bool done(const struct gr_buf *out, struct gr_err *err)
{
    return !out->failed || gr_fail(err, GR_E_MEMORY, "out of memory");
}

static void add_entry(const struct compose *c, const struct app_entry *entry, struct gr_buf *out)
{
    struct gr_standing standing = gr_session_standing(c->session, entry->id);
    gr_buf_text(out, "| ");
    doc_escape(gr_str(app_standing_mark(&standing, entry->item.kind)), out);
    gr_buf_text(out, " [");
    doc_escape(gr_str(entry->short_id), out);
    gr_buf_char(out, ' ');
    doc_escape(gr_str(entry->title), out);
    gr_buf_printf(out, "](%s) | ", entry->id);
    app_standing_print(&standing, entry->item.kind, out);
    gr_buf_text(out, " |\n");
}

bool compose_list(const struct compose *c, const struct gr_strand *strand, struct gr_buf *out,
                  struct gr_err *err)
{
    size_t count = 0;
    gr_buf_text(out, "# ");
    doc_escape(gr_str(strand->title), out);
    gr_buf_text(out, "\n\n");
    doc_escape(gr_str(strand->gloss == NULL ? "" : strand->gloss), out);
    gr_buf_text(out, "\n\n| Item | You |\n|---|---|\n");
    for (size_t i = 0; i < c->outline->count; i++)
        if (c->outline->entries[i].item.strand == strand) {
            add_entry(c, &c->outline->entries[i], out);
            count++;
        }
    if (count == 0)
        gr_buf_text(out, "| | |\n\nNothing is here yet.\n");
    gr_buf_text(out, "\n\\[x\\] done  \\[~\\] started  \\[ \\] new  \\[!\\] changed since you "
                     "solved it\n");
    return done(out, err);
}

bool compose_page(const struct gr_page *page, size_t chosen, bool right, struct gr_buf *out,
                  struct gr_err *err)
{
    gr_buf_add(out, page->body);
    if (page->has_check) {
        const struct gr_check_question *check = &page->check;
        gr_buf_printf(out, "\n\n---\n\n**Check.** %s\n\n", check->ask);
        for (size_t i = 0; i < check->choice_count; i++)
            gr_buf_printf(out, "- [%c](choice:%u) %s\n", (char)('a' + (int)i), (unsigned)i,
                          check->choices[i]);
        if (chosen < check->choice_count)
            gr_buf_printf(out, "\n**%c: %s** %s\n", (char)('a' + (int)chosen),
                          right ? "OK, right." : "X, not that one.",
                          right && check->say != NULL ? check->say : "");
    }
    return done(out, err);
}

/* Where one stands: with the problem as a whole, and in this deal. */
static void add_standing(const struct compose *c, const struct gr_deal *deal, struct gr_buf *out)
{
    struct gr_standing standing = gr_session_standing(c->session, deal->problem->id);
    bool is_worked = deal->problem->kind == GR_KIND_PROBLEM && deal->problem->has_solution;
    if (standing.is_solved)
        gr_buf_printf(out, "\n\nOK, solved%s%s.%s", standing.by_twin ? " by its twin" : "",
                      standing.is_assisted ? ", assisted" : "",
                      standing.is_changed ? " The problem has changed since." : "");
    if (!standing.deal_solved && standing.deal_attempts > 0)
        gr_buf_printf(out, "\n\nAttempts in this deal: %u. The best one counts.",
                      (unsigned)standing.deal_attempts);
    if (standing.deal_assisted)
        gr_buf_text(out, "\n\nAssisted: the reference or part of the way was seen in this deal; d "
                         "deals a fresh one to solve alone.");
    else if (!standing.is_solved && is_worked && standing.deal_attempts == 0)
        gr_buf_text(out, "\n\nA worked problem: W walks through its solution with blanks to fill, "
                         "then d deals a fresh one to solve alone.");
}

bool compose_hints(const struct compose *c, const struct gr_deal *deal, struct gr_buf *out,
                   struct gr_err *err)
{
    struct gr_standing standing = gr_session_standing(c->session, deal->problem->id);
    struct gr_scope scope = gr_deal_scope(deal);
    for (uint32_t i = 0; i < standing.deal_hints && i < deal->problem->hint_count; i++) {
        const struct gr_template *hint = &deal->problem->hints[i];
        gr_buf_printf(out, "\n\n**Hint %u.** ", (unsigned)i + 1);
        if (!gr_template_fill(hint, 0, hint->count, &scope, GR_BLANKS_FILLED, out, err))
            return false;
    }
    return done(out, err);
}

bool compose_problem(const struct compose *c, const struct gr_deal *deal, bool twin,
                     struct gr_buf *out, struct gr_err *err)
{
    if (twin)
        gr_buf_text(out, "**The twin of this question**, which needs no measurement; t leads "
                         "back:\n\n");
    if (!gr_deal_statement(deal, twin, out, err))
        return false;
    if (!twin && !deal->is_gradable) {
        gr_buf_text(out, "\n\n**! No verdict on this measurement:** ");
        doc_escape(gr_str(deal->reason), out);
        gr_buf_printf(out, ". %sd measures again.",
                      deal->twin.question != NULL ? "t asks its twin, which solves it as well. "
                                                  : "");
    }
    if (!compose_hints(c, deal, out, err))
        return false;
    add_standing(c, deal, out);
    return done(out, err);
}

void compose_undealt(const struct gr_problem *problem, const char *why, struct gr_buf *out)
{
    gr_buf_text(out, "# ");
    doc_escape(gr_str(problem->title), out);
    gr_buf_printf(out, "\n\nAbout %u minutes.\n\nNot dealt yet: ", (unsigned)problem->minutes);
    doc_escape(gr_str(why), out);
    gr_buf_text(out, "\n\nd deals it. Nothing was counted.\n");
}

void compose_lines(struct gr_str lines, struct gr_buf *out)
{
    while (lines.len > 0) {
        const char *end = memchr(lines.ptr, '\n', lines.len);
        size_t len = end == NULL ? lines.len : (size_t)(end - lines.ptr);
        doc_escape((struct gr_str){lines.ptr, len}, out);
        gr_buf_text(out, "\n\n");
        lines = gr_str_from(lines, end == NULL ? len : len + 1);
    }
}

static bool is_good(const struct gr_result *result)
{
    return result->judgement.verdict == GR_VERDICT_CORRECT;
}

bool compose_result(const struct gr_result *result, const struct app_entry *next,
                    struct gr_buf *out, struct gr_err *err)
{
    struct gr_buf lines;
    gr_buf_start(&lines, LINES_BYTES);
    bool good = app_result_text(result, &lines, err);
    struct gr_str text = gr_buf_view(&lines);
    const char *end = text.len == 0 ? NULL : memchr(text.ptr, '\n', text.len);
    size_t first = end == NULL ? text.len : (size_t)(end - text.ptr);
    gr_buf_printf(out, "**%s  ",
                  is_good(result)                                 ? "OK"
                  : gr_verdict_is_free(result->judgement.verdict) ? "!"
                                                                  : "X");
    doc_escape((struct gr_str){text.ptr, first}, out);
    gr_buf_text(out, "**\n\n");
    compose_lines(gr_str_from(text, first + 1), out);
    if (!is_good(result))
        gr_buf_text(out, "[Try again](back:)  \n");
    if (next != NULL) {
        gr_buf_text(out, "[Next: ");
        doc_escape(gr_str(next->short_id), out);
        gr_buf_char(out, ' ');
        doc_escape(gr_str(next->title), out);
        gr_buf_printf(out, "](%s)  \n", next->id);
    }
    if (is_good(result))
        gr_buf_text(out, "[Back to the question](back:)\n");
    gr_buf_free(&lines);
    return good && done(out, err);
}

void compose_rule(const struct gr_question *question, struct gr_buf *out)
{
    char number[GR_DECIMAL_PRINT];
    if (question->tolerance_exact ||
        (question->tolerance_rel <= 0.0 && question->tolerance_abs <= 0.0)) {
        gr_buf_text(out, "accepted when it is exactly right");
        return;
    }
    gr_buf_text(out, "accepted within ");
    if (question->tolerance_rel > 0.0)
        gr_buf_printf(out, "%s %% of the reference",
                      gr_decimal_print_digits(100.0 * question->tolerance_rel, 4, number));
    if (question->tolerance_abs > 0.0)
        gr_buf_printf(out, "%s%s %s", question->tolerance_rel > 0.0 ? " or " : "",
                      gr_decimal_print_digits(question->tolerance_abs, 4, number),
                      question->unit.text);
}
