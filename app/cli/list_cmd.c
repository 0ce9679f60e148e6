/* `list` and `progress`: the course in its order with what the student did, as text or JSON.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/cli/commands.h"
#include "app/cli/list_text.h"
#include "app/cli/safe.h"
#include "app/core/words.h"

static void add_entry(const struct gr_session *session, const struct app_entry *entry,
                      struct gr_buf *out)
{
    struct gr_standing standing = gr_session_standing(session, entry->id);
    gr_buf_printf(out, "  %s %-12s %s (", app_standing_mark(&standing, entry->item.kind),
                  entry->short_id, entry->title);
    app_standing_print(&standing, entry->item.kind, out);
    gr_buf_text(out, ")\n");
}

/* A heading when the group, or the chapter, changes. */
static void add_heading(const struct app_outline *outline, size_t i, struct gr_buf *out)
{
    const struct app_entry *entry = &outline->entries[i];
    const struct app_entry *before = i == 0 ? NULL : &outline->entries[i - 1];
    bool new_chapter = before == NULL || before->item.chapter != entry->item.chapter;
    if (new_chapter && entry->item.chapter != NULL)
        gr_buf_printf(out, "%s%s %s\n", before == NULL ? "" : "\n", entry->item.chapter->id,
                      entry->item.chapter->title);
    if (new_chapter || strcmp(before->group, entry->group) != 0)
        gr_buf_printf(out, "\n%s%s%s\n", entry->group, entry->gloss[0] == '\0' ? "" : ": ",
                      entry->gloss);
}

void list_text(const struct gr_session *session, const struct app_outline *outline,
               struct gr_buf *out)
{
    const struct gr_course *course = gr_session_course(session);
    for (size_t i = 0; i < outline->count; i++) {
        add_heading(outline, i, out);
        add_entry(session, &outline->entries[i], out);
    }
    if (course->broken_count > 0)
        gr_buf_text(out, "\nCannot be used (wallclock check says why)\n");
    for (size_t i = 0; i < course->broken_count; i++) {
        const char *short_id = course->broken[i].short_id;
        char id[64], path[4096];
        gr_buf_printf(out, "  [ ] %-12s %s\n",
                      safe_name(short_id == NULL ? "" : short_id, id, sizeof id),
                      safe_name(course->broken[i].path, path, sizeof path));
    }
}

static void add_standing(struct gr_json *json, const struct gr_standing *standing, bool is_page)
{
    if (is_page) {
        gr_json_bool(json, "question_right", standing->check_right);
        return;
    }
    gr_json_integer(json, "attempts", standing->attempts);
    gr_json_integer(json, "hints", standing->hints);
    gr_json_integer(json, "points", standing->points);
    gr_json_bool(json, "assisted", standing->is_assisted);
    gr_json_bool(json, "by_twin", standing->by_twin);
    if (standing->attempts > 0)
        gr_json_text(json, "last", gr_verdict_word(standing->last));
}

static void add_item_json(struct gr_json *json, const struct gr_session *session,
                          const struct app_entry *entry)
{
    enum gr_item_kind kind = entry->item.kind;
    struct gr_standing standing = gr_session_standing(session, entry->id);
    gr_json_open(json, NULL, '{');
    gr_json_text(json, "id", entry->id);
    gr_json_text(json, "short", entry->short_id);
    gr_json_text(json, "title", entry->title);
    gr_json_text(json, "group", entry->group);
    if (kind == GR_ITEM_PAGE)
        gr_json_text(json, "kind", "page");
    else
        gr_json_text(json, "kind",
                     entry->item.problem->kind == GR_KIND_PROBLEM ? "problem" : "exercise");
    gr_json_text(json, "state", app_standing_word(&standing, kind));
    add_standing(json, &standing, kind == GR_ITEM_PAGE);
    gr_json_close(json, '}');
}

static void write_list_json(const struct gr_session *session, const struct app_outline *outline,
                            struct gr_buf *out)
{
    struct gr_json json;
    const struct gr_course *course = gr_session_course(session);
    cli_json_open(&json, out, "list");
    gr_json_open(&json, "items", '[');
    for (size_t i = 0; i < outline->count; i++)
        add_item_json(&json, session, &outline->entries[i]);
    gr_json_close(&json, ']');
    gr_json_open(&json, "broken", '[');
    for (size_t i = 0; i < course->broken_count; i++)
        gr_json_text(&json, NULL, course->broken[i].path);
    gr_json_close(&json, ']');
    gr_json_close(&json, '}');
    gr_buf_char(out, '\n');
}

/* A strand, or a chapter's problems, as one line of counts and marks. */
static void add_chapter_progress(const struct gr_session *session, const struct gr_chapter *chapter,
                                 const struct app_outline *outline, struct gr_buf *out)
{
    struct gr_tally tally = gr_session_tally(session, chapter);
    gr_buf_printf(out, "%s %s\n", chapter->id, chapter->title);
    gr_buf_printf(out, "  pages      %u of %u read\n", (unsigned)tally.pages_read,
                  (unsigned)tally.pages);
    gr_buf_printf(out, "  problems   %u of %u solved\n", (unsigned)tally.problems_solved,
                  (unsigned)tally.problems);
    gr_buf_printf(out, "  exercises  %u of %u solved\n", (unsigned)tally.exercises_solved,
                  (unsigned)tally.exercises);
    gr_buf_printf(out, "  points     %u of %u\n", (unsigned)tally.points,
                  (unsigned)tally.points_possible);
    const char *group = "";
    for (size_t i = 0; i < outline->count; i++) {
        const struct app_entry *entry = &outline->entries[i];
        struct gr_standing standing = gr_session_standing(session, entry->id);
        if (entry->item.chapter != chapter || !(standing.is_started || standing.is_read))
            continue;
        if (strcmp(group, entry->group) != 0)
            gr_buf_printf(out, "\n%s\n", entry->group);
        group = entry->group;
        add_entry(session, entry, out);
    }
}

void list_progress(const struct gr_session *session, const struct app_outline *outline,
                   struct gr_buf *out)
{
    const struct gr_course *course = gr_session_course(session);
    const struct gr_journal *journal = gr_session_journal(session);
    for (size_t i = 0; i < course->chapter_count; i++)
        add_chapter_progress(session, &course->chapters[i], outline, out);
    gr_buf_text(out, "\n[x] done  [~] started  [ ] new  [!] changed since it was solved\n");
    if (journal == NULL) {
        gr_buf_text(out, "Nothing is recorded yet.\n");
    } else if (gr_journal_path(journal)[0] == '\0') {
        gr_buf_text(out, "Nothing is recorded here.\n");
    } else {
        char path[4096];
        gr_buf_printf(out, "Kept in %s\n", safe_name(gr_journal_path(journal), path, sizeof path));
    }
}

static void write_progress_json(const struct gr_session *session, struct gr_buf *out)
{
    struct gr_json json;
    const struct gr_course *course = gr_session_course(session);
    cli_json_open(&json, out, "progress");
    gr_json_open(&json, "chapters", '[');
    for (size_t i = 0; i < course->chapter_count; i++) {
        struct gr_tally tally = gr_session_tally(session, &course->chapters[i]);
        gr_json_open(&json, NULL, '{');
        gr_json_text(&json, "id", course->chapters[i].id);
        gr_json_integer(&json, "pages", tally.pages);
        gr_json_integer(&json, "pages_read", tally.pages_read);
        gr_json_integer(&json, "problems", tally.problems);
        gr_json_integer(&json, "problems_solved", tally.problems_solved);
        gr_json_integer(&json, "exercises", tally.exercises);
        gr_json_integer(&json, "exercises_solved", tally.exercises_solved);
        gr_json_integer(&json, "points", tally.points);
        gr_json_integer(&json, "points_possible", tally.points_possible);
        gr_json_close(&json, '}');
    }
    gr_json_close(&json, ']');
    gr_json_close(&json, '}');
    gr_buf_char(out, '\n');
}

static bool open_outline(struct cli *cli, struct gr_session **session, struct app_outline *outline,
                         struct gr_err *err)
{
    return cli_session(cli, APP_STORE_LOOK, session, err) &&
           app_outline(gr_session_course(*session), &cli->app.arena, outline, err);
}

int cmd_list(struct cli *cli)
{
    struct gr_session *session = NULL;
    struct app_outline outline;
    struct gr_err err = {0};
    struct gr_buf out;
    if (!open_outline(cli, &session, &outline, &err))
        return cli_fail(&err);
    gr_buf_start(&out, 8u << 20);
    if (cli->app.options.json)
        write_list_json(session, &outline, &out);
    else
        list_text(session, &outline, &out);
    return cli_print(cli, &out, CLI_DONE);
}

int cmd_progress(struct cli *cli)
{
    struct gr_session *session = NULL;
    struct app_outline outline;
    struct gr_err err = {0};
    struct gr_buf out;
    if (!open_outline(cli, &session, &outline, &err))
        return cli_fail(&err);
    gr_buf_start(&out, 8u << 20);
    if (cli->app.options.json)
        write_progress_json(session, &out);
    else
        list_progress(session, &outline, &out);
    return cli_print(cli, &out, CLI_DONE);
}
