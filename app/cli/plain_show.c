/* What plain mode says; see plain.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>

#include "app/cli/item_text.h"
#include "app/cli/list_text.h"
#include "app/cli/plain.h"
#include "app/core/home.h"
#include "app/core/words.h"

enum { TEXT_MOST = 8 << 20 };

void plain_put(struct plain *plain, const char *text)
{
    int status = cli_print_text(plain->cli, gr_str(text));
    if (status != CLI_DONE) {
        plain->status = status;
        plain->is_leaving = true;
    }
}

void plain_printf(struct plain *plain, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    plain_put(plain, text);
}

void plain_put_buf(struct plain *plain, struct gr_buf *buf)
{
    if (buf->failed)
        plain_put(plain, "Out of memory for this text.\n");
    else
        plain_put(plain, gr_buf_cstr(buf));
    gr_buf_free(buf);
}

void plain_error(struct plain *plain, const struct gr_err *err)
{
    char text[1024];
    if (err->code == GR_E_CANCELLED) {
        plain_put(plain, "Stopped. Nothing was recorded.\n");
        return;
    }
    if (err->code == GR_E_STORE)
        plain->status = CLI_STORE;
    plain_printf(plain, "%s\n", gr_err_print(err, text, sizeof text));
}

/* Shows what `good` says was written, or the error. */
static void finish(struct plain *plain, struct gr_buf *out, bool good, const struct gr_err *err)
{
    if (good) {
        plain_put_buf(plain, out);
        return;
    }
    gr_buf_free(out);
    plain_error(plain, err);
}

void plain_show_home(struct plain *plain, bool whole)
{
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, TEXT_MOST);
    bool good = whole ? app_home_text(&plain->cli->app, &out, &err)
                      : app_home_standing(&plain->cli->app, &out, &err);
    finish(plain, &out, good, &err);
}

static bool add_draft(struct plain *plain, struct gr_buf *out, struct gr_err *err)
{
    struct gr_buf draft;
    gr_buf_start(&draft, LINE_INPUT_MOST);
    bool good = gr_session_draft_get(plain->session, plain->entry->id, &draft, err);
    if (good && draft.len > 0)
        gr_buf_printf(out, "You had typed %s, not submitted.\n", gr_buf_cstr(&draft));
    gr_buf_free(&draft);
    return good;
}

static bool add_problem(struct plain *plain, struct gr_buf *out, struct gr_err *err)
{
    struct gr_standing standing = gr_session_standing(plain->session, plain->entry->id);
    bool twin = plain->place == PLAIN_TWIN;
    if (!item_problem_text(plain->cli, plain->deal, twin, out, err))
        return false;
    if (!twin && standing.is_started && (standing.attempts > 0 || standing.is_solved)) {
        gr_buf_text(out, "So far: ");
        app_standing_print(&standing, GR_ITEM_PROBLEM, out);
        gr_buf_text(out, ".\n");
    }
    return add_draft(plain, out, err);
}

void plain_show_item(struct plain *plain)
{
    struct gr_err err = {0};
    struct gr_buf out;
    bool good = true;
    if (plain->entry == NULL) {
        plain_show_home(plain, true);
        return;
    }
    gr_buf_start(&out, TEXT_MOST);
    if (plain->entry->item.kind == GR_ITEM_PAGE)
        good = item_page_text(plain->cli, plain->entry->item.page, &out, &err) &&
               item_page_read(plain->cli, plain->entry->item.page, &err);
    else
        good = add_problem(plain, &out, &err);
    finish(plain, &out, good, &err);
}

void plain_show_list(struct plain *plain, bool progress)
{
    struct gr_buf out;
    gr_buf_start(&out, TEXT_MOST);
    if (progress)
        list_progress(plain->session, &plain->outline, &out);
    else
        list_text(plain->session, &plain->outline, &out);
    plain_put_buf(plain, &out);
}

void plain_show_help(struct plain *plain)
{
    struct gr_buf out;
    gr_buf_start(&out, TEXT_MOST);
    for (size_t i = 0; plain_command_at(i) != NULL; i++) {
        const struct plain_command *command = plain_command_at(i);
        gr_buf_printf(&out, "%s%s%s: %s\n", command->name, command->argument[0] == '\0' ? "" : " ",
                      command->argument, command->about);
    }
    gr_buf_text(&out, "At a question, type the answer: 19.4 GiB, 2*7e9/2^30, 12 %. It is read "
                      "back first.\n");
    plain_put_buf(plain, &out);
}

/* Hints, solutions and reasons belong to a problem. */
static bool at_problem(struct plain *plain)
{
    if (plain->deal != NULL && plain->entry != NULL)
        return true;
    plain_put(plain, "That goes with a problem. Open one first: open W3, for instance.\n");
    return false;
}

void plain_show_hint(struct plain *plain)
{
    struct gr_err err = {0};
    struct gr_buf out, hint;
    uint32_t number = 0;
    if (!at_problem(plain))
        return;
    if (plain->deal->problem->hint_count == 0) {
        plain_put(plain, "This problem has no hints.\n");
        return;
    }
    gr_buf_start(&out, TEXT_MOST);
    gr_buf_start(&hint, TEXT_MOST);
    bool good = gr_session_hint(plain->session, plain->deal, &hint, &number, &err);
    if (good && number > 0)
        gr_buf_printf(&out, "Hint %u of %zu. ", (unsigned)number, plain->deal->problem->hint_count);
    else if (good)
        gr_buf_text(&out, "All hints once more. ");
    good = good && cli_page(plain->cli, gr_buf_view(&hint), &out, &err);
    gr_buf_free(&hint);
    finish(plain, &out, good, &err);
}

void plain_show_solution(struct plain *plain)
{
    struct gr_err err = {0};
    struct gr_buf out, solution;
    if (!at_problem(plain))
        return;
    gr_buf_start(&out, TEXT_MOST);
    gr_buf_start(&solution, TEXT_MOST);
    bool good = gr_session_solution(plain->session, plain->deal, &solution, &err) &&
                cli_page(plain->cli, gr_buf_view(&solution), &out, &err);
    gr_buf_free(&solution);
    if (good && gr_session_standing(plain->session, plain->entry->id).is_assisted)
        gr_buf_text(&out, "Seen before the answer: this deal counts as assisted. deal gives a "
                          "fresh one.\n");
    finish(plain, &out, good, &err);
}

void plain_show_why(struct plain *plain)
{
    struct gr_err err = {0};
    struct gr_buf out, why;
    if (!at_problem(plain))
        return;
    gr_buf_start(&out, TEXT_MOST);
    gr_buf_start(&why, TEXT_MOST);
    bool good = gr_session_why(plain->session, plain->deal->problem, &why, &err) &&
                cli_page(plain->cli, gr_buf_view(&why), &out, &err);
    gr_buf_free(&why);
    finish(plain, &out, good, &err);
}
