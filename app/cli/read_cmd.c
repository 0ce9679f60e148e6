/* Commands that show one item: read, twin, hint, why, solution. Each deals the problem first when
 * it has no open deal, because everything shown carries the student's own values.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/commands.h"
#include "app/cli/item_text.h"
#include "app/core/words.h"

enum { TEXT_MOST = 8 << 20 };

static bool deal_of(struct cli *cli, const char *name, const struct gr_deal **out,
                    struct gr_err *err)
{
    struct gr_session *session = NULL;
    const struct gr_problem *problem = NULL;
    struct item_wish wish = {.wish = GR_WISH_CURRENT, .progress_fd = -1};
    return cli_session(cli, APP_STORE_WRITE, &session, err) &&
           cli_find_problem(session, name, &problem, err) &&
           item_deal(cli, problem, wish, out, err);
}

/* Prints what was written, or the error. */
static int finish(const struct cli *cli, struct gr_buf *out, bool good, const struct gr_err *err)
{
    if (good)
        return cli_print(cli, out, CLI_DONE);
    gr_buf_free(out);
    return cli_fail(err);
}

static bool show_page(struct cli *cli, const struct gr_page *page, const char *short_id,
                      struct gr_buf *out, struct gr_err *err)
{
    if (!item_page_text(cli, page, out, err) || !item_page_read(cli, page, err))
        return false;
    if (page->has_check)
        gr_buf_printf(out, "\nAnswer it: wallclock answer %s %s\n", short_id, "a");
    return true;
}

static bool show_problem(struct cli *cli, const struct gr_problem *problem, struct gr_buf *out,
                         struct gr_err *err)
{
    struct item_wish wish = {.wish = GR_WISH_CURRENT, .progress_fd = -1};
    const struct gr_deal *deal = NULL;
    if (!item_deal(cli, problem, wish, &deal, err) ||
        !item_problem_text(cli, deal, false, out, err))
        return false;
    gr_buf_printf(out, "wallclock answer %s VALUE", problem->short_id);
    if (problem->hint_count > 0)
        gr_buf_printf(out, "    wallclock hint %s", problem->short_id);
    if (problem->has_twin)
        gr_buf_printf(out, "    wallclock twin %s", problem->short_id);
    gr_buf_char(out, '\n');
    return true;
}

/* A strand or chapter is read as the list of what stands in it. */
static bool show_group(struct cli *cli, const struct gr_item *item, struct gr_buf *out,
                       struct gr_err *err)
{
    struct app_outline outline;
    struct gr_session *session = cli->app.session;
    if (item->kind == GR_ITEM_CHAPTER)
        return app_home_text(&cli->app, out, err);
    if (!app_outline(gr_session_course(session), &cli->app.arena, &outline, err))
        return false;
    gr_buf_printf(out, "%s%s%s\n", item->strand->title, item->strand->gloss == NULL ? "" : ": ",
                  item->strand->gloss == NULL ? "" : item->strand->gloss);
    for (size_t i = 0; i < outline.count; i++) {
        const struct app_entry *entry = &outline.entries[i];
        if (entry->item.strand != item->strand)
            continue;
        struct gr_standing standing = gr_session_standing(session, entry->id);
        gr_buf_printf(out, "  %s %-12s %s\n", app_standing_mark(&standing, entry->item.kind),
                      entry->short_id, entry->title);
    }
    return true;
}

int cmd_read(struct cli *cli)
{
    struct gr_session *session = NULL;
    struct app_outline outline;
    struct gr_item item;
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, TEXT_MOST);
    bool good = cli_session(cli, APP_STORE_READ, &session, &err) &&
                cli_find(session, cli->args[0], &item, &err) &&
                app_outline(gr_session_course(session), &cli->app.arena, &outline, &err);
    if (good && item.kind == GR_ITEM_PAGE) {
        const struct app_entry *entry = app_outline_find(&outline, item.page->id);
        good =
            show_page(cli, item.page, entry == NULL ? item.page->id : entry->short_id, &out, &err);
    } else if (good && item.kind == GR_ITEM_PROBLEM) {
        good = show_problem(cli, item.problem, &out, &err);
    } else if (good) {
        good = show_group(cli, &item, &out, &err);
    }
    if (good && (item.kind == GR_ITEM_PAGE || item.kind == GR_ITEM_PROBLEM))
        good = item_visit(cli, app_item_id(&item), &err);
    return finish(cli, &out, good, &err);
}

int cmd_twin(struct cli *cli)
{
    const struct gr_deal *deal = NULL;
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, TEXT_MOST);
    bool good = deal_of(cli, cli->args[0], &deal, &err);
    if (good && deal->twin.question == NULL)
        good = gr_fail(&err, GR_E_USAGE, "%s has no twin question", deal->problem->short_id);
    good = good && item_problem_text(cli, deal, true, &out, &err);
    if (good)
        gr_buf_printf(&out, "wallclock answer %s VALUE --twin\n", deal->problem->short_id);
    return finish(cli, &out, good, &err);
}

int cmd_hint(struct cli *cli)
{
    const struct gr_deal *deal = NULL;
    struct gr_err err = {0};
    struct gr_buf out, hint;
    uint32_t number = 0;
    gr_buf_start(&out, TEXT_MOST);
    gr_buf_start(&hint, TEXT_MOST);
    bool good = deal_of(cli, cli->args[0], &deal, &err);
    if (good && deal->problem->hint_count == 0)
        good = gr_fail(&err, GR_E_USAGE, "%s has no hints", deal->problem->short_id);
    good = good && gr_session_hint(cli->app.session, deal, &hint, &number, &err);
    if (good && number > 0)
        gr_buf_printf(&out, "Hint %u of %zu\n", (unsigned)number, deal->problem->hint_count);
    else if (good)
        gr_buf_text(&out, "All hints\n");
    good = good && cli_page(cli, gr_buf_view(&hint), &out, &err);
    gr_buf_free(&hint);
    return finish(cli, &out, good, &err);
}

int cmd_solution(struct cli *cli)
{
    const struct gr_deal *deal = NULL;
    struct gr_err err = {0};
    struct gr_buf out, solution;
    gr_buf_start(&out, TEXT_MOST);
    gr_buf_start(&solution, TEXT_MOST);
    bool good = deal_of(cli, cli->args[0], &deal, &err) &&
                gr_session_solution(cli->app.session, deal, &solution, &err) &&
                cli_page(cli, gr_buf_view(&solution), &out, &err);
    gr_buf_free(&solution);
    if (good && gr_session_standing(cli->app.session, deal->problem->id).is_assisted)
        cli_note(cli,
                 "the solution was seen before the answer: %s counts as assisted until a fresh "
                 "deal",
                 deal->problem->short_id);
    return finish(cli, &out, good, &err);
}

int cmd_why(struct cli *cli)
{
    struct gr_session *session = NULL;
    const struct gr_problem *problem = NULL;
    struct gr_err err = {0};
    struct gr_buf out, why;
    gr_buf_start(&out, TEXT_MOST);
    gr_buf_start(&why, TEXT_MOST);
    bool good = cli_session(cli, APP_STORE_WRITE, &session, &err) &&
                cli_find_problem(session, cli->args[0], &problem, &err) &&
                gr_session_why(session, problem, &why, &err) &&
                cli_page(cli, gr_buf_view(&why), &out, &err);
    gr_buf_free(&why);
    return finish(cli, &out, good, &err);
}
