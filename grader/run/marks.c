/* Pages, standings, tallies, and the notes that are no history: drafts and where one is. Reading a
 * page marks it once; marks and points follow from the derived state, never from counters of their
 * own.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "grader/base/json.h"
#include "grader/run/payload.h"
#include "grader/run/session_parts.h"

enum { NOTE_MOST_BYTES = 64 * 1024, KEY_MOST_BYTES = 512 };

/* ---- pages ----------------------------------------------------------------------------------- */

static bool record_page(struct gr_session *session, const struct gr_page *page, const char *kind,
                        struct gr_buf *payload, struct gr_err *err)
{
    struct gr_event event = {.kind = kind, .item = page->id};
    bool good = gr_session_record(session, &event, payload, err);
    gr_buf_free(payload);
    return good;
}

bool gr_session_page_read(struct gr_session *session, const struct gr_page *page,
                          struct gr_err *err)
{
    const struct gr_standing_item *item = gr_standing_find(&session->standings, page->id);
    struct gr_buf payload;
    if (item != NULL && item->is_read)
        return true;
    gr_buf_start(&payload, 16);
    gr_buf_text(&payload, "{}");
    return record_page(session, page, "read", &payload, err);
}

bool gr_session_page_check(struct gr_session *session, const struct gr_page *page, size_t choice,
                           bool *right, struct gr_err *err)
{
    if (!page->has_check || choice >= page->check.choice_count)
        return gr_fail(err, GR_E_USAGE, "%s has no such choice", page->id);
    *right = choice == page->check.right;
    struct gr_buf payload;
    gr_buf_start(&payload, 256);
    struct gr_json json = {.out = &payload};
    gr_json_open(&json, NULL, '{');
    gr_json_integer(&json, "choice", (int64_t)choice);
    gr_json_bool(&json, "right", *right);
    gr_json_close(&json, '}');
    return record_page(session, page, "check", &payload, err);
}

/* ---- standings ------------------------------------------------------------------------------- */

static const struct gr_problem *problem_of(const struct gr_course *course, const char *id)
{
    for (size_t i = 0; i < course->problem_count; i++) {
        if (strcmp(course->problems[i]->id, id) == 0)
            return course->problems[i];
    }
    return NULL;
}

struct gr_standing gr_session_standing(const struct gr_session *session, const char *item)
{
    const struct gr_standing_item *found = gr_standing_find(&session->standings, item);
    if (found == NULL)
        return (struct gr_standing){0};
    const struct gr_problem *problem = problem_of(session->course, item);
    bool is_solved = found->solved_alone || found->solved_assisted;
    return (struct gr_standing){
        .is_started = found->is_started,
        .is_solved = is_solved,
        .is_assisted = is_solved ? !found->solved_alone : found->deal.is_assisted,
        .by_twin = is_solved && !found->solved_by_answer,
        .is_changed = is_solved && problem != NULL && problem->rev > found->solved_rev,
        .solution_seen = found->deal.solution_seen,
        .attempts = found->attempts,
        .hints = found->hints,
        .deals = found->deals,
        .points = found->solved_alone && problem != NULL ? problem->points : 0,
        .instance = found->deal.instance,
        .last = found->last,
        .is_read = found->is_read,
        .check_right = found->check_right,
        .deal_attempts = found->deal.attempts,
        .deal_hints = found->deal.hints,
        .deal_solved = found->deal.is_solved,
        .deal_assisted = found->deal.is_assisted};
}

static void count_problem(const struct gr_session *session, const struct gr_problem *problem,
                          struct gr_tally *tally)
{
    struct gr_standing standing = gr_session_standing(session, problem->id);
    uint32_t solved = standing.is_solved && !standing.is_assisted ? 1 : 0;
    if (problem->kind == GR_KIND_PROBLEM) {
        tally->problems++;
        tally->problems_solved += solved;
    } else {
        tally->exercises++;
        tally->exercises_solved += solved;
    }
    tally->points += standing.points;
    tally->points_possible += problem->points;
}

static void count_pages(const struct gr_session *session, const struct gr_page *const *pages,
                        size_t count, struct gr_tally *tally)
{
    for (size_t i = 0; i < count; i++) {
        const struct gr_standing_item *item = gr_standing_find(&session->standings, pages[i]->id);
        tally->pages++;
        tally->pages_read += item != NULL && item->is_read ? 1 : 0;
    }
}

struct gr_tally gr_session_tally(const struct gr_session *session, const struct gr_chapter *chapter)
{
    struct gr_tally tally = {0};
    for (size_t i = 0; i < session->course->problem_count; i++) {
        const struct gr_problem *problem = session->course->problems[i];
        if (gr_course_chapter_of(session->course, problem->id) == chapter)
            count_problem(session, problem, &tally);
    }
    for (size_t i = 0; i < chapter->strand_count; i++)
        count_pages(session, chapter->strands[i].pages, chapter->strands[i].page_count, &tally);
    count_pages(session, chapter->propositions, chapter->proposition_count, &tally);
    return tally;
}

/* ---- notes ----------------------------------------------------------------------------------- */

static struct gr_memory_note *memory_note_of(struct gr_session *session, const char *key)
{
    struct gr_memory_note *note = session->notes;
    while (note != NULL && strcmp(note->key, key) != 0)
        note = note->next;
    return note;
}

static struct gr_memory_note *memory_note_new(struct gr_session *session, const char *key)
{
    struct gr_memory_note *note = calloc(1, sizeof *note);
    if (note == NULL)
        return NULL;
    note->key = strdup(key);
    if (note->key == NULL) {
        free(note);
        return NULL;
    }
    gr_buf_start(&note->text, NOTE_MOST_BYTES);
    note->next = session->notes;
    session->notes = note;
    return note;
}

static bool note_put(struct gr_session *session, const char *key, struct gr_str text,
                     struct gr_err *err)
{
    if (session->journal != NULL)
        return gr_journal_note(session->journal, key, text, err);
    struct gr_memory_note *note = memory_note_of(session, key);
    if (note == NULL)
        note = memory_note_new(session, key);
    if (note == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    gr_buf_clear(&note->text);
    gr_buf_add(&note->text, text);
    return !note->text.failed || gr_fail(err, GR_E_MEMORY, "no room for a note of that length");
}

static bool note_get(struct gr_session *session, const char *key, struct gr_buf *out,
                     struct gr_err *err)
{
    bool found;
    if (session->journal != NULL)
        return gr_journal_noted(session->journal, key, out, &found, err);
    const struct gr_memory_note *note = memory_note_of(session, key);
    if (note != NULL)
        gr_buf_add(out, gr_buf_view(&note->text));
    return !out->failed || gr_fail(err, GR_E_MEMORY, "out of memory");
}

/* False when there is no key: another item's draft must not be taken for this one's. */
static bool draft_key(struct gr_buf *key, const char *item, struct gr_err *err)
{
    gr_buf_start(key, KEY_MOST_BYTES);
    gr_buf_printf(key, "draft:%s", item);
    return !key->failed || gr_fail(err, GR_E_MEMORY, "no room for the name of a draft");
}

bool gr_session_draft_put(struct gr_session *session, const char *item, struct gr_str text,
                          struct gr_err *err)
{
    struct gr_buf key;
    bool good = draft_key(&key, item, err) && note_put(session, gr_buf_cstr(&key), text, err);
    gr_buf_free(&key);
    return good;
}

bool gr_session_draft_get(struct gr_session *session, const char *item, struct gr_buf *out,
                          struct gr_err *err)
{
    struct gr_buf key;
    bool good = draft_key(&key, item, err) && note_get(session, gr_buf_cstr(&key), out, err);
    gr_buf_free(&key);
    return good;
}

/* "LINE ITEM": the number first, so that an item may be any text. */
bool gr_session_visit(struct gr_session *session, const char *item, uint32_t line,
                      struct gr_err *err)
{
    struct gr_buf text;
    gr_buf_start(&text, NOTE_MOST_BYTES);
    gr_buf_printf(&text, "%u %s", (unsigned)line, item);
    bool good = note_put(session, "visit", gr_buf_view(&text), err);
    gr_buf_free(&text);
    return good;
}

bool gr_session_last_visit(struct gr_session *session, struct gr_buf *item, uint32_t *line,
                           struct gr_err *err)
{
    struct gr_buf text;
    gr_buf_start(&text, NOTE_MOST_BYTES);
    bool good = note_get(session, "visit", &text, err);
    struct gr_str view = gr_buf_view(&text);
    size_t at = 0;
    *line = 0;
    for (; at < view.len && view.ptr[at] >= '0' && view.ptr[at] <= '9'; at++)
        *line = *line * 10 + (uint32_t)(view.ptr[at] - '0');
    if (at < view.len)
        gr_buf_add(item, gr_str_from(view, at + 1));
    gr_buf_free(&text);
    return good && (!item->failed || gr_fail(err, GR_E_MEMORY, "out of memory"));
}
