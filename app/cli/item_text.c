/* See item_text.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/item_text.h"

#include "app/cli/watch.h"
#include "app/core/words.h"
#include "grader/num/decimal.h"

static bool can_write(const struct cli *cli)
{
    const struct gr_journal *journal = gr_session_journal(cli->app.session);
    return journal != NULL && !gr_journal_is_read_only(journal);
}

bool item_visit(struct cli *cli, const char *id, struct gr_err *err)
{
    return !can_write(cli) || gr_session_visit(cli->app.session, id, 0, err);
}

bool item_page_read(struct cli *cli, const struct gr_page *page, struct gr_err *err)
{
    return !can_write(cli) || gr_session_page_read(cli->app.session, page, err);
}

static void add_question(const struct gr_check_question *check, struct gr_buf *out)
{
    gr_buf_printf(out, "\nQuestion: %s\n\n", check->ask);
    for (size_t i = 0; i < check->choice_count; i++)
        gr_buf_printf(out, "%c) %s\n\n", (char)('a' + (int)i), check->choices[i]);
}

bool item_page_text(struct cli *cli, const struct gr_page *page, struct gr_buf *out,
                    struct gr_err *err)
{
    struct gr_buf markdown;
    gr_buf_start(&markdown, 4u << 20);
    gr_buf_add(&markdown, page->body);
    gr_buf_char(&markdown, '\n');
    if (page->has_check)
        add_question(&page->check, &markdown);
    bool good = !markdown.failed || gr_fail(err, GR_E_MEMORY, "out of memory");
    good = good && cli_page(cli, gr_buf_view(&markdown), out, err);
    gr_buf_free(&markdown);
    return good;
}

void item_asked_text(const struct gr_deal_question *question, struct gr_buf *out)
{
    const struct gr_question *asked = question->question;
    char number[GR_DECIMAL_PRINT];
    gr_buf_text(out, "Answer");
    if (asked->unit.label[0] != '\0')
        gr_buf_printf(out, " as a count (%s)", asked->unit.text);
    else if (asked->unit.text[0] != '\0')
        gr_buf_printf(out, " in %s", asked->unit.text);
    else
        gr_buf_text(out, " with a number");
    if (asked->tolerance_exact)
        gr_buf_text(out, ", exactly");
    else if (asked->tolerance_rel > 0.0)
        gr_buf_printf(out, ", within %s %%",
                      gr_decimal_print_digits(100.0 * asked->tolerance_rel, 4, number));
    else if (asked->tolerance_abs > 0.0)
        gr_buf_printf(out, ", within %s", gr_decimal_print_digits(asked->tolerance_abs, 4, number));
    gr_buf_text(out, ".\n");
}

static void add_head(const struct gr_deal *deal, bool twin, struct gr_buf *out)
{
    const struct gr_problem *problem = deal->problem;
    gr_buf_printf(out, "%s: %s%s\n", problem->short_id, problem->title, twin ? " (twin)" : "");
    gr_buf_printf(out, "%s, %s, ", problem->kind == GR_KIND_PROBLEM ? "Worked problem" : "Exercise",
                  kn_class_word(problem->problem_class));
    app_count_print(problem->points, "point", out);
    gr_buf_text(out, ", about ");
    app_count_print(problem->minutes, "minute", out);
    gr_buf_printf(out, ", instance %u\n\n", (unsigned)deal->instance);
}

static void add_no_verdict(const struct gr_deal *deal, struct gr_buf *out)
{
    gr_buf_printf(out, "No verdict can be given on this deal: %s.\n", deal->reason);
    if (deal->twin.question != NULL)
        gr_buf_text(out, "Its twin can be answered all the same.\n");
}

bool item_problem_text(struct cli *cli, const struct gr_deal *deal, bool twin, struct gr_buf *out,
                       struct gr_err *err)
{
    struct gr_buf markdown;
    gr_buf_start(&markdown, 4u << 20);
    add_head(deal, twin, out);
    bool good = gr_deal_statement(deal, twin, &markdown, err) &&
                cli_page(cli, gr_buf_view(&markdown), out, err);
    gr_buf_free(&markdown);
    if (!good)
        return false;
    gr_buf_char(out, '\n');
    item_asked_text(twin ? &deal->twin : &deal->answer, out);
    if (!twin && !deal->is_gradable)
        add_no_verdict(deal, out);
    return !out->failed || gr_fail(err, GR_E_MEMORY, "out of memory");
}

bool item_deal(struct cli *cli, const struct gr_problem *problem, struct item_wish wish,
               const struct gr_deal **out, struct gr_err *err)
{
    struct gr_session *session = cli->app.session;
    if (wish.wish != GR_WISH_FRESH) {
        struct gr_err ignored = {0};
        const struct gr_deal *current = gr_session_current(session, problem, &ignored);
        if (current != NULL &&
            (wish.wish == GR_WISH_CURRENT || current->instance == wish.instance)) {
            *out = current;
            return true;
        }
        if (ignored.code == GR_E_STORE) {
            *err = ignored;
            return false;
        }
    }
    struct cli_watch watch;
    cli_watch_start(&watch, cli, wish.progress_fd);
    bool good = gr_session_deal(session, problem, wish.wish, wish.instance, &watch.watch, out, err);
    cli_watch_end(&watch);
    return good;
}

bool item_choice(const struct gr_page *page, struct gr_str text, size_t *out)
{
    text = gr_str_trim(text);
    if (!page->has_check || text.len != 1)
        return false;
    char c = text.ptr[0];
    if (c >= 'a' && c <= 'z')
        *out = (size_t)(c - 'a');
    else if (c >= 'A' && c <= 'Z')
        *out = (size_t)(c - 'A');
    else if (c >= '1' && c <= '9')
        *out = (size_t)(c - '1');
    else
        return false;
    return *out < page->check.choice_count;
}

bool item_answer_page(struct cli *cli, const struct gr_page *page, struct item_reply *reply,
                      struct gr_buf *out, struct gr_err *err)
{
    if (!gr_session_page_check(cli->app.session, page, reply->choice, &reply->is_right, err))
        return false;
    struct gr_buf markdown;
    gr_buf_start(&markdown, 1 << 16);
    gr_buf_text(&markdown, reply->is_right ? "Right." : "Not that one.");
    if (page->check.say != NULL && page->check.say[0] != '\0')
        gr_buf_printf(&markdown, " %s", page->check.say);
    bool good = cli_page(cli, gr_buf_view(&markdown), out, err);
    gr_buf_free(&markdown);
    return good;
}
