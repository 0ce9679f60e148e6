/* What several commands do first: open the session and say what must be known about it, find the
 * item that was named, read a number from a flag.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/cli/cli.h"
#include "app/cli/options.h"

bool cli_whole(const struct cli *cli, enum cli_flag flag, uint32_t low, uint32_t high,
               uint32_t *out)
{
    const char *text = cli->flags[flag];
    if (text == NULL)
        return true;
    uint64_t value = 0;
    size_t len = strlen(text);
    bool good = len > 0 && len <= 9;
    for (size_t i = 0; good && i < len; i++) {
        good = text[i] >= '0' && text[i] <= '9';
        value = value * 10 + (uint64_t)(text[i] - '0');
    }
    if (!good || value < low || value > high) {
        cli_say("--%s takes a whole number from %u to %u, not '%.40s'", cli_flag_row(flag)->name,
                (unsigned)low, (unsigned)high, text);
        return false;
    }
    *out = (uint32_t)value;
    return true;
}

/* Whatever opening had to say is said once, on standard error. */
static void say_notices(const struct cli *cli, const struct gr_session *session)
{
    const struct gr_journal *journal = gr_session_journal(session);
    if (journal != NULL && gr_journal_notice(journal)[0] != '\0')
        cli_say("%s", gr_journal_notice(journal));
    if (journal != NULL && gr_journal_is_read_only(journal) &&
        gr_journal_holder(journal)[0] != '\0')
        cli_note(cli, "the course is open elsewhere (%s); nothing is recorded here",
                 gr_journal_holder(journal));
    if (journal != NULL && gr_journal_refusal(journal)[0] != '\0')
        cli_say("nothing is recorded here: %s", gr_journal_refusal(journal));
    size_t broken = gr_session_course(session)->broken_count;
    if (broken > 0)
        cli_note(cli, "%zu file%s of the course cannot be used; wallclock check says why", broken,
                 broken == 1 ? "" : "s");
}

bool cli_session(struct cli *cli, enum app_store use, struct gr_session **out, struct gr_err *err)
{
    bool is_first = cli->app.session == NULL;
    if (!app_session(&cli->app, use, out, err))
        return false;
    if (is_first)
        say_notices(cli, *out);
    return true;
}

/* An item whose file is broken is not unknown: say so, and where to look. */
static bool is_broken(const struct gr_course *course, const char *name, struct gr_err *err)
{
    const char *last = strrchr(name, '.');
    for (size_t i = 0; i < course->broken_count; i++) {
        const struct gr_broken *broken = &course->broken[i];
        if (broken->short_id == NULL)
            continue;
        if (strcmp(broken->short_id, name) == 0 ||
            (last != NULL && strcmp(broken->short_id, last + 1) == 0)) {
            (void)gr_fail(err, GR_E_COURSE,
                          "%.40s cannot be used: its file %.120s has errors; wallclock check says "
                          "which",
                          name, broken->path);
            return true;
        }
    }
    return false;
}

bool cli_find(struct gr_session *session, const char *name, struct gr_item *out, struct gr_err *err)
{
    const struct gr_course *course = gr_session_course(session);
    struct gr_err first = {0};
    if (gr_course_find(course, name, out, &first))
        return true;
    if (!is_broken(course, name, err))
        *err = first;
    return false;
}

bool cli_find_problem(struct gr_session *session, const char *name, const struct gr_problem **out,
                      struct gr_err *err)
{
    struct gr_item item;
    if (!cli_find(session, name, &item, err))
        return false;
    if (item.kind != GR_ITEM_PROBLEM)
        return gr_fail(err, GR_E_USAGE, "%.60s is no problem; wallclock list shows the problems",
                       name);
    *out = item.problem;
    return true;
}
