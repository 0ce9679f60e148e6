/* The home page: the book's own front page of the chapter, live. In the book's order and with its
 * labels: what it is, how it is built, what it starts from, what it covers, apparatus, notation,
 * worked problems with what is owed; then the student's counts, where one is, and what to do next.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/core/home.h"

#include "app/core/words.h"
#include "app/text/doc.h"

static void add_heading(struct gr_buf *out, const char *text)
{
    gr_buf_printf(out, "\n%s%s", text, text[0] == '\0' ? "" : "\n");
}

static void add_title(const struct gr_chapter *chapter, struct gr_buf *out)
{
    gr_buf_printf(out, "%s %s\n", chapter->id, chapter->title);
    if (chapter->subtitle != NULL)
        app_wrap(out, 0, chapter->subtitle);
    if (chapter->author != NULL)
        gr_buf_printf(out, "by %s\n", chapter->author);
    if (chapter->motto != NULL) {
        gr_buf_char(out, '\n');
        app_wrap(out, 2, chapter->motto);
    }
}

/* Markdown of the chapter file as prose; nothing when the chapter leaves it out. */
static bool add_prose(const char *markdown, const char *heading, struct gr_buf *out,
                      struct gr_err *err)
{
    if (markdown == NULL || markdown[0] == '\0')
        return true;
    bool has_its_own = gr_str_starts(gr_str(markdown), heading);
    add_heading(out, has_its_own ? "" : heading);
    return doc_speak(gr_str(markdown), APP_TEXT_CELLS, out, err);
}

static void add_strands(const struct gr_ledger *ledger, struct gr_buf *out)
{
    for (size_t i = 0; i < ledger->strand_count; i++) {
        const struct gr_strand *strand = ledger->strands[i].strand;
        gr_buf_printf(out, "  %-12s %2u/%-2u  %s\n", strand->title,
                      (unsigned)ledger->strands[i].done, (unsigned)ledger->strands[i].planned,
                      strand->gloss == NULL ? "" : strand->gloss);
    }
}

/* "GPU, Memory, Batch size" on wrapped lines. */
static bool add_pairs(const struct gr_pair_text *pairs, size_t count, const char *heading,
                      bool with_keys, struct gr_buf *out)
{
    struct gr_buf line;
    gr_buf_start(&line, 1 << 16);
    for (size_t i = 0; i < count; i++) {
        gr_buf_text(&line, i == 0 ? "" : with_keys ? "; " : ", ");
        if (with_keys)
            gr_buf_printf(&line, "%s ", pairs[i].key);
        gr_buf_text(&line, pairs[i].text);
    }
    bool good = !line.failed;
    if (count > 0 && good) {
        add_heading(out, heading);
        app_wrap(out, 2, gr_buf_cstr(&line));
    }
    gr_buf_free(&line);
    return good;
}

/* A title and where to find it: "Floating point (0.NU.01)". */
static void add_apparatus(const struct gr_chapter *chapter, struct gr_buf *out)
{
    if (chapter->apparatus_count == 0)
        return;
    add_heading(out, "Apparatus: a link to follow when a step stops making sense, never a gate");
    for (size_t i = 0; i < chapter->apparatus_count; i++)
        gr_buf_printf(out, "  %s (%s)\n", chapter->apparatus[i].text, chapter->apparatus[i].key);
}

static bool add_chapter(struct app *app, const struct gr_course *course,
                        const struct gr_chapter *chapter, struct gr_buf *out, struct gr_err *err)
{
    struct gr_ledger ledger;
    if (!gr_gate_count(course, chapter, &app->arena, &ledger, err))
        return false;
    add_title(chapter, out);
    if (!add_prose(chapter->built, "How this chapter is built", out, err))
        return false;
    gr_buf_char(out, '\n');
    add_strands(&ledger, out);
    const char *start =
        chapter->opening_title != NULL ? chapter->opening_title : "Before you start: the problem";
    if (!add_prose(chapter->opening, start, out, err) ||
        !add_prose(chapter->figure_caption, "Fig. 6", out, err))
        return false;
    bool good =
        add_pairs(chapter->topics, chapter->topic_count, "What this chapter covers", false, out);
    add_apparatus(chapter, out);
    good = add_pairs(chapter->notation, chapter->notation_count, "Notation", true, out) && good;
    add_heading(out, "Worked problems");
    gr_ledger_print(&ledger, false, out);
    return good || gr_fail(err, GR_E_MEMORY, "out of memory");
}

static bool is_open(struct gr_session *session, const struct app_entry *entry)
{
    struct gr_standing standing = gr_session_standing(session, entry->id);
    return !app_standing_is_done(&standing, entry->item.kind);
}

static void push(struct app_next *next, const struct app_entry *entry)
{
    for (size_t i = 0; i < next->count; i++)
        if (next->items[i] == entry)
            return;
    if (next->count < sizeof next->items / sizeof next->items[0])
        next->items[next->count++] = entry;
}

bool app_next_items(struct gr_session *session, const struct app_outline *outline,
                    struct app_next *out, struct gr_err *err)
{
    struct gr_buf item;
    uint32_t line = 0;
    gr_buf_start(&item, 256);
    bool good = gr_session_last_visit(session, &item, &line, err);
    *out = (struct app_next){0};
    if (good && item.len > 0)
        out->resume = app_outline_find(outline, gr_buf_cstr(&item));
    gr_buf_free(&item);
    size_t first = out->resume == NULL ? 0 : (size_t)(out->resume - outline->entries);
    for (size_t i = 0; i < outline->count; i++) {
        const struct app_entry *entry = &outline->entries[(first + i) % outline->count];
        bool is_apparatus = entry->item.chapter == NULL;
        if (!is_apparatus && is_open(session, entry))
            push(out, entry);
    }
    return good;
}

/* Numbers of the student beside the chapter's. */
static void add_tally(const struct gr_tally *tally, struct gr_buf *out)
{
    gr_buf_printf(out,
                  "  you: %u of %u problems, %u of %u exercises, %u of %u pages read, "
                  "%u of %u points\n",
                  (unsigned)tally->problems_solved, (unsigned)tally->problems,
                  (unsigned)tally->exercises_solved, (unsigned)tally->exercises,
                  (unsigned)tally->pages_read, (unsigned)tally->pages, (unsigned)tally->points,
                  (unsigned)tally->points_possible);
}

static void add_resume(struct gr_session *session, const struct app_entry *resume,
                       struct gr_buf *out)
{
    gr_buf_text(out, "\nWhere you are: ");
    if (resume == NULL) {
        gr_buf_text(out, "at the start\n");
        return;
    }
    struct gr_standing standing = gr_session_standing(session, resume->id);
    gr_buf_printf(out, "%s, %s (", resume->short_id, resume->title);
    app_standing_print(&standing, resume->item.kind, out);
    gr_buf_text(out, ")\n");
}

/* Three commands, as they are typed here: in the shell or at the plain prompt. */
static void add_commands(const struct app *app, const struct app_next *next, struct gr_buf *out)
{
    static const char *const rest[] = {"progress", "list", "help"};
    const char *program = app->options.plain ? "" : "wallclock ";
    gr_buf_text(out, "Next:\n");
    for (size_t i = 0; i < 3; i++) {
        if (i < next->count && i < 2)
            gr_buf_printf(out, "  %s%s %s    %s\n", program,
                          next->items[i]->item.kind == GR_ITEM_PAGE ? "read" : "open",
                          next->items[i]->short_id, next->items[i]->title);
        else
            gr_buf_printf(out, "  %s%s\n", program, rest[i - (next->count < 2 ? next->count : 2)]);
    }
}

bool app_home_standing(struct app *app, struct gr_buf *out, struct gr_err *err)
{
    struct gr_session *session = NULL;
    struct app_outline outline;
    struct app_next next;
    if (!app_session(app, APP_STORE_LOOK, &session, err))
        return false;
    const struct gr_course *course = gr_session_course(session);
    if (!app_outline(course, &app->arena, &outline, err) ||
        !app_next_items(session, &outline, &next, err))
        return false;
    for (size_t i = 0; i < course->chapter_count; i++) {
        struct gr_tally tally = gr_session_tally(session, &course->chapters[i]);
        add_tally(&tally, out);
    }
    add_resume(session, next.resume, out);
    add_commands(app, &next, out);
    return !out->failed || gr_fail(err, GR_E_MEMORY, "out of memory");
}

bool app_home_text(struct app *app, struct gr_buf *out, struct gr_err *err)
{
    struct gr_session *session = NULL;
    if (!app_session(app, APP_STORE_LOOK, &session, err))
        return false;
    const struct gr_course *course = gr_session_course(session);
    for (size_t i = 0; i < course->chapter_count; i++) {
        gr_buf_text(out, i == 0 ? "" : "\n");
        if (!add_chapter(app, course, &course->chapters[i], out, err))
            return false;
    }
    return app_home_standing(app, out, err);
}
