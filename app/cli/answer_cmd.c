/* `answer`: one answer graded and recorded; exit 0 only when it is accepted. For a page it is the
 * page's question that is answered. VALUE is the remaining arguments joined by one blank.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/commands.h"
#include "app/cli/item_text.h"
#include "grader/num/decimal.h"

static bool join_value(const struct cli *cli, struct gr_buf *out, struct gr_err *err)
{
    for (size_t i = 1; i < cli->arg_count; i++) {
        gr_buf_text(out, i == 1 ? "" : " ");
        gr_buf_text(out, cli->args[i]);
    }
    return !out->failed || gr_fail(err, GR_E_MEMORY, "out of memory");
}

static int exit_of(enum gr_verdict verdict)
{
    if (verdict == GR_VERDICT_CORRECT)
        return CLI_DONE;
    return verdict == GR_VERDICT_NO_VERDICT ? CLI_NO_VERDICT : CLI_NEGATIVE;
}

static void add_reading(struct gr_json *json, const struct gr_result *result)
{
    const struct gr_reading *reading = &result->reading;
    const struct gr_deal *deal = result->deal;
    gr_json_text(json, "status", gr_read_status_word(reading->status));
    if (reading->status != GR_READ_OK) {
        gr_json_text(json, "reason", gr_read_reason_word(reading->reason));
        gr_json_integer(json, "column", reading->column);
        gr_json_text(json, "message", reading->message);
        return;
    }
    cli_json_number(json, "value", reading->value);
    gr_json_text(json, "unit", (result->on_twin ? &deal->twin : &deal->answer)->rule.unit.text);
    gr_json_text(json, "echo", reading->echo);
}

/* What would be the answer itself is told only once the problem is solved or was seen. */
static void add_reference(struct gr_json *json, const struct gr_result *result)
{
    const struct gr_deal_question *question =
        result->on_twin ? &result->deal->twin : &result->deal->answer;
    if (gr_verdict_is_free(result->judgement.verdict) ||
        (!result->is_solved && !result->is_assisted))
        return;
    cli_json_number(json, "reference", question->rule.reference);
    cli_json_number(json, "low", question->low);
    cli_json_number(json, "high", question->high);
    if (question->has_model)
        cli_json_number(json, "model", question->model);
}

static void write_json(const struct gr_result *result, bool dry_run, struct gr_buf *out)
{
    struct gr_json json;
    const struct gr_deal *deal = result->deal;
    cli_json_open(&json, out, "answer");
    gr_json_text(&json, "item", deal->problem->id);
    gr_json_integer(&json, "rev", deal->rev);
    gr_json_integer(&json, "instance", deal->instance);
    gr_json_bool(&json, "twin", result->on_twin);
    gr_json_text(&json, "verdict", gr_verdict_word(result->judgement.verdict));
    if (result->judgement.mistake != NULL)
        gr_json_text(&json, "mistake", result->judgement.mistake);
    gr_json_text(&json, "say", result->judgement.say);
    add_reading(&json, result);
    add_reference(&json, result);
    gr_json_bool(&json, "counted", result->is_counted);
    gr_json_integer(&json, "attempts", result->attempts);
    gr_json_bool(&json, "solved", result->is_solved);
    gr_json_bool(&json, "assisted", result->is_assisted);
    gr_json_bool(&json, "dry_run", dry_run);
    gr_json_close(&json, '}');
    gr_buf_char(out, '\n');
}

static bool wish_of(const struct cli *cli, const struct gr_problem *problem, struct item_wish *wish,
                    struct gr_err *err)
{
    *wish = (struct item_wish){.wish = GR_WISH_CURRENT, .progress_fd = -1};
    if (!cli_has(cli, FLAG_INSTANCE))
        return true;
    wish->wish = GR_WISH_INSTANCE;
    if (!cli_whole(cli, FLAG_INSTANCE, 0, problem->instances - 1, &wish->instance))
        return gr_fail(err, GR_E_USAGE, "%s has the instances 0 to %u", problem->short_id,
                       (unsigned)problem->instances - 1);
    return true;
}

/* The deal to grade on. A dry run must leave no trace, so where there is no fitting open deal it
 * goes on in a session without a store. */
static bool deal_for(struct cli *cli, const char *name, const struct gr_deal **out,
                     struct gr_err *err)
{
    struct gr_session *session = cli->app.session;
    const struct gr_problem *problem = NULL;
    struct item_wish wish;
    if (!cli_find_problem(session, name, &problem, err) || !wish_of(cli, problem, &wish, err))
        return false;
    if (cli_has(cli, FLAG_DRY_RUN) && cli->app.has_store) {
        struct gr_err ignored = {0};
        const struct gr_deal *current = gr_session_current(session, problem, &ignored);
        bool fits =
            current != NULL && (wish.wish == GR_WISH_CURRENT || current->instance == wish.instance);
        if (!fits) {
            gr_session_close(session);
            cli->app.session = NULL;
            if (!app_session(&cli->app, APP_STORE_NONE, &session, err) ||
                !cli_find_problem(session, name, &problem, err))
                return false;
        }
    }
    return item_deal(cli, problem, wish, out, err);
}

static int answer_problem(struct cli *cli, struct gr_str text)
{
    const struct gr_deal *deal = NULL;
    struct gr_result result = {0};
    struct gr_err err = {0};
    struct gr_buf out;
    bool twin = cli_has(cli, FLAG_TWIN), dry_run = cli_has(cli, FLAG_DRY_RUN);
    if (!deal_for(cli, cli->args[0], &deal, &err))
        return cli_fail(&err);
    if (twin && deal->twin.question == NULL)
        return cli_usage("%s has no twin question", deal->problem->short_id);
    if (!gr_session_answer(cli->app.session, deal, twin, text, dry_run, &result, &err))
        return cli_fail(&err);
    gr_buf_start(&out, 1 << 16);
    if (cli->app.options.json) {
        write_json(&result, dry_run, &out);
    } else if (!app_result_text(&result, &out, &err)) {
        gr_buf_free(&out);
        return cli_fail(&err);
    } else if (dry_run) {
        gr_buf_text(&out, "Nothing was recorded (--dry-run).\n");
    }
    return cli_print(cli, &out, exit_of(result.judgement.verdict));
}

static void write_page_json(const struct gr_page *page, const struct item_reply *reply,
                            struct gr_buf *out)
{
    struct gr_json json;
    char letter[2] = {(char)('a' + (int)reply->choice), '\0'};
    cli_json_open(&json, out, "answer");
    gr_json_text(&json, "item", page->id);
    gr_json_text(&json, "choice", letter);
    gr_json_bool(&json, "right", reply->is_right);
    gr_json_close(&json, '}');
    gr_buf_char(out, '\n');
}

static int answer_page(struct cli *cli, const struct gr_page *page, struct gr_str text)
{
    struct item_reply reply = {0};
    struct gr_err err = {0};
    struct gr_buf out;
    if (!page->has_check)
        return cli_usage("%s asks no question", page->id);
    if (cli_has(cli, FLAG_TWIN) || cli_has(cli, FLAG_INSTANCE) || cli_has(cli, FLAG_DRY_RUN))
        return cli_usage("a page's question takes none of --twin, --instance, --dry-run");
    if (!item_choice(page, text, &reply.choice))
        return cli_usage("choose one of a to %c", (char)('a' + (int)page->check.choice_count - 1));
    gr_buf_start(&out, 1 << 20);
    if (!item_answer_page(cli, page, &reply, &out, &err)) {
        gr_buf_free(&out);
        return cli_fail(&err);
    }
    if (cli->app.options.json) {
        gr_buf_clear(&out);
        write_page_json(page, &reply, &out);
    }
    return cli_print(cli, &out, reply.is_right ? CLI_DONE : CLI_NEGATIVE);
}

int cmd_answer(struct cli *cli)
{
    struct gr_session *session = NULL;
    struct gr_item item;
    struct gr_err err = {0};
    struct gr_buf text;
    gr_buf_start(&text, 16u << 20);
    int status = CLI_DONE;
    enum app_store use = cli_has(cli, FLAG_DRY_RUN) ? APP_STORE_LOOK : APP_STORE_WRITE;
    bool opened = cli_session(cli, use, &session, &err);
    if (!opened || !join_value(cli, &text, &err) || !cli_find(session, cli->args[0], &item, &err))
        status = cli_fail(&err);
    else if (item.kind == GR_ITEM_PAGE)
        status = answer_page(cli, item.page, gr_buf_view(&text));
    else
        status = answer_problem(cli, gr_buf_view(&text));
    gr_buf_free(&text);
    return status;
}
