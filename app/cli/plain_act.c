/* What plain mode does: going to items, dealing, answering in two steps; see plain.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/item_text.h"
#include "app/cli/plain.h"
#include "app/cli/safe.h"
#include "app/core/home.h"
#include "app/core/words.h"

/* ---- going places ---------------------------------------------------------------------------- */

static bool deal(struct plain *plain, const struct gr_problem *problem, enum gr_deal_wish wish)
{
    struct gr_err err = {0};
    struct item_wish asked = {.wish = wish, .progress_fd = STDOUT_FILENO};
    if (item_deal(plain->cli, problem, asked, &plain->deal, &err))
        return true;
    plain_error(plain, &err);
    return false;
}

void plain_go(struct plain *plain, const struct app_entry *entry)
{
    struct gr_err err = {0};
    bool is_problem = entry->item.kind == GR_ITEM_PROBLEM;
    if (is_problem && !deal(plain, entry->item.problem, GR_WISH_CURRENT))
        return; /* one stays where one was */
    if (!is_problem)
        plain->deal = NULL;
    plain->entry = entry;
    plain->place = is_problem ? PLAIN_PROBLEM : PLAIN_PAGE;
    if (!item_visit(plain->cli, entry->id, &err))
        plain_error(plain, &err);
    plain_show_item(plain);
}

/* A chapter or strand stands for its first item that is not done. */
static const struct app_entry *first_of(const struct plain *plain, const struct gr_item *item)
{
    const struct app_entry *first = NULL;
    for (size_t i = 0; i < plain->outline.count; i++) {
        const struct app_entry *entry = &plain->outline.entries[i];
        bool inside = item->kind == GR_ITEM_STRAND ? entry->item.strand == item->strand
                                                   : entry->item.chapter == item->chapter;
        struct gr_standing standing = gr_session_standing(plain->session, entry->id);
        if (inside && !app_standing_is_done(&standing, entry->item.kind))
            return entry;
        if (inside && first == NULL)
            first = entry;
    }
    return first;
}

void plain_open(struct plain *plain, const char *name)
{
    struct gr_item item;
    struct gr_err err = {0};
    if (!cli_find(plain->session, name, &item, &err)) {
        plain_error(plain, &err);
        return;
    }
    const struct app_entry *entry = NULL;
    if (item.kind == GR_ITEM_CHAPTER || item.kind == GR_ITEM_STRAND)
        entry = first_of(plain, &item);
    else
        entry = app_outline_find(&plain->outline, app_item_id(&item));
    if (entry == NULL)
        plain_printf(plain, "%.60s has nothing to open yet.\n", name);
    else
        plain_go(plain, entry);
}

/* From home `next` goes where one left off. */
static void start(struct plain *plain)
{
    struct app_next next;
    struct gr_err err = {0};
    if (!app_next_items(plain->session, &plain->outline, &next, &err))
        plain_error(plain, &err);
    else if (next.count > 0)
        plain_go(plain, next.items[0]);
    else
        plain_put(plain, "Everything here is done. list shows it all.\n");
}

void plain_step(struct plain *plain, int by)
{
    if (plain->place == PLAIN_TWIN || plain->place == PLAIN_WALK) {
        plain->place = PLAIN_PROBLEM;
        if (by < 0) {
            plain_show_item(plain);
            return;
        }
    }
    if (plain->entry == NULL && by > 0) {
        start(plain);
        return;
    }
    size_t at = plain->entry == NULL ? 0 : (size_t)(plain->entry - plain->outline.entries);
    if (by > 0 && at + 1 < plain->outline.count) {
        plain_go(plain, plain->entry + 1);
    } else if (by < 0 && plain->entry != NULL && at > 0) {
        plain_go(plain, plain->entry - 1);
    } else {
        plain->entry = NULL;
        plain->deal = NULL;
        plain->place = PLAIN_HOME;
        plain_put(plain,
                  by > 0 ? "That was the last item. You are at home.\n" : "You are at home.\n");
    }
}

void plain_twin(struct plain *plain)
{
    if (plain->deal == NULL || plain->deal->twin.question == NULL) {
        plain_put(plain, "There is no twin question here.\n");
        return;
    }
    plain->place = PLAIN_TWIN;
    plain_show_item(plain);
}

void plain_deal_again(struct plain *plain)
{
    if (plain->deal == NULL) {
        plain_put(plain, "Open a problem first.\n");
        return;
    }
    if (!deal(plain, plain->deal->problem, GR_WISH_FRESH))
        return;
    plain->place = PLAIN_PROBLEM;
    plain_show_item(plain);
}

/* ---- asking --------------------------------------------------------------------------------- */

/* A pipe does not echo; the transcript should read the same. */
static void echo(struct plain *plain, struct gr_str line)
{
    struct gr_buf text;
    gr_buf_start(&text, (size_t)4 * LINE_INPUT_MOST);
    for (size_t at = 0; at < line.len;) {
        uint32_t code = 0;
        (void)gr_utf8_next(line, &at, &code);
        gr_buf_utf8(&text, safe_code(code));
    }
    gr_buf_char(&text, '\n');
    plain_put_buf(plain, &text);
}

bool plain_ask(struct plain *plain, const char *prompt, struct gr_buf *line)
{
    plain_put(plain, prompt);
    if (plain->is_leaving)
        return false;
    enum line_news news = line_input_next(&plain->input, line);
    if (news == LINE_INTERRUPTED) {
        plain_put(plain, "\nNothing is running. q leaves.\n");
        return false;
    }
    if (news == LINE_ENDED) {
        plain_put(plain, "\n");
        plain->is_leaving = true;
        return false;
    }
    if (!plain->input.is_terminal)
        echo(plain, gr_buf_view(line));
    return !plain->is_leaving;
}

/* ---- answering ------------------------------------------------------------------------------ */

static void put_draft(struct plain *plain, struct gr_str text)
{
    struct gr_err err = {0};
    const struct gr_journal *journal = gr_session_journal(plain->session);
    if (journal == NULL || gr_journal_is_read_only(journal))
        return;
    if (!gr_session_draft_put(plain->session, plain->entry->id, text, &err))
        plain_error(plain, &err);
}

/* Why it could not be read; where it looks like a mistyped command, that too. */
void plain_say_unreadable(struct plain *plain, struct gr_str text, const struct gr_reading *reading)
{
    plain_printf(plain, "%s", reading->message);
    if (reading->column > 0)
        plain_printf(plain, " (character %u)", (unsigned)reading->column);
    plain_put(plain, ". This costs no attempt.\n");
    size_t len = 0;
    while (len < text.len && text.ptr[len] != ' ')
        len++;
    const char *near = plain_command_near((struct gr_str){.ptr = text.ptr, .len = len});
    if (near != NULL)
        plain_printf(plain, "If you meant the command, type %s.\n", near);
}

static void say_next(struct plain *plain)
{
    size_t at = (size_t)(plain->entry - plain->outline.entries);
    if (at + 1 < plain->outline.count)
        plain_printf(plain, "Next: %s, %s. Type next.\n", plain->entry[1].short_id,
                     plain->entry[1].title);
}

static void submit(struct plain *plain, struct gr_str text)
{
    struct gr_result result = {0};
    struct gr_err err = {0};
    struct gr_buf out;
    bool twin = plain->place == PLAIN_TWIN;
    if (!gr_session_answer(plain->session, plain->deal, twin, text, false, &result, &err)) {
        plain_error(plain, &err);
        plain_put(plain, "The answer is not recorded; type it again when that is mended.\n");
        return;
    }
    gr_buf_start(&out, 1 << 16);
    if (!app_result_text(&result, &out, &err)) {
        gr_buf_free(&out);
        plain_error(plain, &err);
        return;
    }
    plain_put_buf(plain, &out);
    put_draft(plain, gr_str(""));
    if (result.judgement.verdict == GR_VERDICT_CORRECT)
        say_next(plain);
}

static bool is_yes(struct gr_str text)
{
    return gr_str_is(text, "y") || gr_str_is(text, "Y") || gr_str_is(text, "yes");
}

static bool is_no(struct gr_str text)
{
    return gr_str_is(text, "n") || gr_str_is(text, "N") || gr_str_is(text, "no");
}

/* Read back, then submitted after a yes. Anything else leaves it as a draft. */
static void answer_question(struct plain *plain, struct gr_str text)
{
    const struct gr_deal_question *question =
        plain->place == PLAIN_TWIN ? &plain->deal->twin : &plain->deal->answer;
    struct gr_reading reading;
    char prompt[GR_ECHO_MAX + 32];
    gr_answer_read(text, &question->rule.unit, &reading);
    if (reading.status != GR_READ_OK) {
        plain_say_unreadable(plain, text, &reading);
        return;
    }
    put_draft(plain, text);
    (void)snprintf(prompt, sizeof prompt, "Read as %s. Submit? y or n: ", reading.echo);
    struct gr_buf reply;
    gr_buf_start(&reply, (size_t)2 * LINE_INPUT_MOST);
    if (plain_ask(plain, prompt, &reply)) {
        struct gr_str said = gr_str_trim(gr_buf_view(&reply));
        if (is_yes(said))
            submit(plain, text);
        else if (is_no(said) || said.len == 0)
            plain_put(plain, "Not submitted.\n");
        else
            plain_put(plain, "Neither y nor n, so it was not submitted.\n");
    }
    gr_buf_free(&reply);
}

static void answer_page(struct plain *plain, struct gr_str text)
{
    const struct gr_page *page = plain->entry->item.page;
    struct gr_err err = {0};
    struct gr_buf out;
    struct item_reply reply = {0};
    if (!item_choice(page, text, &reply.choice)) {
        const char *near = plain_command_near(text);
        if (near != NULL)
            plain_printf(plain, "No such command. Did you mean %s?\n", near);
        else if (page->has_check)
            plain_printf(plain, "Choose one of a to %c, or type h for the commands.\n",
                         (char)('a' + (int)page->check.choice_count - 1));
        else
            plain_put(plain, "No such command. h lists them.\n");
        return;
    }
    gr_buf_start(&out, 1 << 20);
    if (item_answer_page(plain->cli, page, &reply, &out, &err)) {
        plain_put_buf(plain, &out);
        return;
    }
    gr_buf_free(&out);
    plain_error(plain, &err);
}

void plain_answer(struct plain *plain, struct gr_str text)
{
    const char *near = NULL;
    switch (plain->place) {
    case PLAIN_PROBLEM:
    case PLAIN_TWIN:
        answer_question(plain, text);
        return;
    case PLAIN_WALK:
        plain_answer_step(plain, text);
        return;
    case PLAIN_PAGE:
        answer_page(plain, text);
        return;
    case PLAIN_HOME:
        break;
    }
    near = plain_command_near(text);
    if (near != NULL)
        plain_printf(plain, "No such command. Did you mean %s?\n", near);
    else
        plain_put(plain, "No such command. h lists them.\n");
}
