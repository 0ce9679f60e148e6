/* `trial`: the central promise, measured: the same kind of answer on many fresh deals, and how it
 * was judged each time. A trial tells much about a reference, so an open problem of the student
 * becomes assisted first.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/cli/commands.h"
#include "app/cli/watch.h"
#include "app/core/words.h"
#include "grader/num/decimal.h"
#include "grader/run/trial.h"

/* Open problems that share a kernel with this one become assisted; only an existing store can hold
 * any. */
static bool record_assist(struct cli *cli, struct gr_err *err)
{
    bool exists = false;
    struct gr_session *session = NULL;
    const struct gr_problem *problem = NULL;
    if (!app_store_exists(&cli->app, &exists, err))
        return false;
    if (!exists)
        return true;
    bool good = cli_session(cli, APP_STORE_WRITE, &session, err) &&
                cli_find_problem(session, cli->args[0], &problem, err);
    for (size_t i = 0; good && i < problem->run_count; i++)
        good = gr_session_assist(session, problem->runs[i].kernel->name, err);
    gr_session_close(session);
    cli->app.session = NULL;
    return good;
}

static void write_json(const struct gr_problem *problem, const struct gr_trial_options *options,
                       const struct gr_trial_counts *counts, struct gr_buf *out)
{
    struct gr_json json;
    cli_json_open(&json, out, "trial");
    gr_json_text(&json, "item", problem->id);
    gr_json_text(&json, "answer", options->answer);
    gr_json_integer(&json, "load", options->load);
    gr_json_integer(&json, "times", counts->times);
    gr_json_integer(&json, "errors", counts->errors);
    for (int i = 0; i < GR_VERDICT_COUNT; i++)
        gr_json_integer(&json, gr_verdict_word((enum gr_verdict)i), counts->verdicts[i]);
    if (counts->mistake[0] != '\0')
        gr_json_text(&json, "last_mistake", counts->mistake);
    cli_json_number(&json, "off_low", counts->off_low);
    cli_json_number(&json, "off_high", counts->off_high);
    cli_json_number(&json, "wrong_share_most", counts->wrong_share_most);
    cli_json_number(&json, "longest_deal_ms", counts->longest_deal_ms);
    gr_json_close(&json, '}');
    gr_buf_char(out, '\n');
}

static void add_percent(double share, struct gr_buf *out)
{
    char number[GR_DECIMAL_PRINT];
    gr_buf_printf(out, "%s %%", gr_decimal_print_digits(100.0 * share, 3, number));
}

/* How far the answers were off, when any was graded. */
static void add_distances(const struct gr_trial_counts *counts, struct gr_buf *out)
{
    uint32_t graded = 0;
    for (int i = 0; i < GR_VERDICT_COUNT; i++)
        graded += gr_verdict_is_free((enum gr_verdict)i) ? 0 : counts->verdicts[i];
    if (graded == 0)
        return;
    gr_buf_text(out, "  off by         ");
    add_percent(counts->off_low, out);
    gr_buf_text(out, " to ");
    add_percent(counts->off_high, out);
    gr_buf_text(out, "\n  wrong at most  ");
    add_percent(counts->wrong_share_most, out);
    gr_buf_text(out, " of the time (95 % bound)\n");
}

static void write_text(const struct gr_problem *problem, const struct gr_trial_options *options,
                       const struct gr_trial_counts *counts, struct gr_buf *out)
{
    char number[GR_DECIMAL_PRINT];
    gr_buf_printf(out, "%s answered with %s, ", problem->id, options->answer);
    app_count_print(counts->times, "time", out);
    if (options->load > 0)
        gr_buf_printf(out, ", beside %u busy process%s", (unsigned)options->load,
                      options->load == 1 ? "" : "es");
    gr_buf_char(out, '\n');
    for (int i = 0; i < GR_VERDICT_COUNT; i++)
        if (counts->verdicts[i] > 0)
            gr_buf_printf(out, "  %-14s %u\n", gr_verdict_word((enum gr_verdict)i),
                          (unsigned)counts->verdicts[i]);
    if (counts->mistake[0] != '\0')
        gr_buf_printf(out, "  last mistake   %s\n", counts->mistake);
    if (counts->errors > 0)
        gr_buf_printf(out, "  not dealt      %u\n", (unsigned)counts->errors);
    add_distances(counts, out);
    gr_buf_printf(out, "  longest deal   %s ms\n",
                  gr_decimal_print_digits(counts->longest_deal_ms, 4, number));
}

/* 0 when every graded answer was accepted, 5 when none could be graded. */
static int exit_of(const struct gr_trial_counts *counts)
{
    uint32_t correct = counts->verdicts[GR_VERDICT_CORRECT];
    uint32_t open = counts->verdicts[GR_VERDICT_NO_VERDICT];
    if (open == counts->times)
        return CLI_NO_VERDICT;
    return correct + open == counts->times ? CLI_DONE : CLI_NEGATIVE;
}

static bool run_trial(struct cli *cli, const struct gr_trial_options *options,
                      const struct gr_problem **problem, struct gr_trial_counts *counts,
                      struct gr_err *err)
{
    struct gr_session *session = NULL;
    struct cli_watch watch;
    if (!record_assist(cli, err) || !app_session(&cli->app, APP_STORE_NONE, &session, err) ||
        !cli_find_problem(session, cli->args[0], problem, err))
        return false;
    cli_watch_start(&watch, cli, -1);
    bool good = gr_trial(session, *problem, options, &watch.watch, counts, err);
    cli_watch_end(&watch);
    return good;
}

int cmd_trial(struct cli *cli)
{
    struct gr_trial_options options = {.times = 50, .answer = cli->flags[FLAG_ANSWER]};
    struct gr_trial_counts counts = {0};
    const struct gr_problem *problem = NULL;
    struct gr_err err = {0};
    struct gr_buf out;
    if (!cli_whole(cli, FLAG_TIMES, 1, 100000, &options.times) ||
        !cli_whole(cli, FLAG_LOAD, 0, 1024, &options.load))
        return CLI_USAGE;
    if (options.answer == NULL)
        options.answer = "reference";
    if (!run_trial(cli, &options, &problem, &counts, &err))
        return cli_fail(&err);
    gr_buf_start(&out, 1 << 16);
    if (cli->app.options.json)
        write_json(problem, &options, &counts, &out);
    else
        write_text(problem, &options, &counts, &out);
    return cli_print(cli, &out, exit_of(&counts));
}
