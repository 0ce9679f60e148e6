/* Opening and closing a session, its helper program, and the one way by which anything is recorded.
 * See session.h and session_parts.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/session.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/json.h"
#include "grader/journal/wall_time.h"
#include "grader/run/session_parts.h"

enum { KN_DEADLINE_MS = 15000, KN_PATH_BYTES = 4096, PAYLOAD_BYTES = 4096 };

static const char *login_name(void)
{
    const char *name = getenv("LOGNAME");
    if (name != NULL && name[0] != '\0')
        return name;
    const struct passwd *user = getpwuid(getuid());
    return user != NULL && user->pw_name[0] != '\0' ? user->pw_name : "student";
}

static bool keep(struct gr_session *session, const char *text, const char **out, struct gr_err *err)
{
    *out = NULL;
    if (text == NULL)
        return true;
    *out = gr_arena_text(&session->arena, gr_str(text));
    return *out != NULL || gr_fail(err, GR_E_MEMORY, "out of memory");
}

static bool open_parts(struct gr_session *session, const struct gr_session_options *options,
                       struct gr_diags *diags, struct gr_err *err)
{
    const char *student = options->student != NULL ? options->student : login_name();
    if (!keep(session, student, &session->student, err) ||
        !keep(session, options->kn_path, &session->kn_path, err) ||
        !keep(session, options->isa, &session->isa, err) ||
        !keep(session, options->device, &session->device, err))
        return false;
    if (!gr_course_open(options->course_root, &session->course, diags, err))
        return false;
    if (options->journal_path == NULL)
        return true;
    return gr_journal_open_as(options->journal_path, options->journal_wish, &session->journal,
                              err) &&
           gr_standing_build(&session->standings, session->journal, err);
}

bool gr_session_open(const struct gr_session_options *options, struct gr_session **out,
                     struct gr_diags *diags, struct gr_err *err)
{
    struct gr_diags unwanted = {0};
    struct gr_session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    bool good = open_parts(session, options, diags != NULL ? diags : &unwanted, err);
    gr_diags_free(&unwanted);
    if (!good) {
        gr_session_close(session);
        return false;
    }
    *out = session;
    return true;
}

static void free_notes(struct gr_memory_note *note)
{
    while (note != NULL) {
        struct gr_memory_note *next = note->next;
        gr_buf_free(&note->text);
        free(note->key);
        free(note);
        note = next;
    }
}

void gr_session_close(struct gr_session *session)
{
    if (session == NULL)
        return;
    gr_kn_free(session->kn);
    while (session->held != NULL) {
        struct gr_held_deal *held = session->held;
        session->held = held->next;
        gr_deal_free(held->deal);
        free(held);
    }
    free_notes(session->notes);
    gr_standing_free(&session->standings);
    gr_journal_close(session->journal);
    gr_course_close(session->course);
    gr_arena_free(&session->arena);
    free(session);
}

const struct gr_course *gr_session_course(const struct gr_session *session)
{
    return session->course;
}

struct gr_journal *gr_session_journal(const struct gr_session *session)
{
    return session->journal;
}

struct gr_kn *gr_session_kn(struct gr_session *session, struct gr_err *err)
{
    char found[KN_PATH_BYTES];
    if (session->kn != NULL)
        return session->kn;
    if (session->kn_path == NULL && !gr_kn_find(found, sizeof found, err))
        return NULL;
    struct gr_kn_options options = {.path = session->kn_path != NULL ? session->kn_path : found,
                                    .isa = session->isa,
                                    .device = session->device,
                                    .deadline_ms = KN_DEADLINE_MS};
    if (!gr_kn_new(&session->kn, &options, err))
        return NULL;
    return session->kn;
}

/* ---- recording ------------------------------------------------------------------------------- */

bool gr_session_record(struct gr_session *session, struct gr_event *event,
                       const struct gr_buf *payload, struct gr_err *err)
{
    if (payload->failed)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    event->payload = gr_buf_cstr(payload);
    if (session->journal == NULL) {
        event->seq = ++session->memory_seq;
        event->time_ms = gr_wall_now_ms();
    } else if (!gr_journal_append(session->journal, event, err)) {
        return false;
    }
    return gr_standing_apply(&session->standings, event, err);
}

bool gr_session_record_of(struct gr_session *session, const struct gr_deal *deal, const char *kind,
                          const char *key, int64_t number, struct gr_err *err)
{
    struct gr_event event = {
        .kind = kind, .item = deal->problem->id, .rev = deal->rev, .instance = deal->instance};
    struct gr_buf payload;
    gr_buf_start(&payload, PAYLOAD_BYTES);
    struct gr_json json = {.out = &payload};
    gr_json_open(&json, NULL, '{');
    gr_json_integer(&json, "deal", deal->seq);
    if (key != NULL)
        gr_json_integer(&json, key, number);
    gr_json_close(&json, '}');
    bool good = gr_session_record(session, &event, &payload, err);
    gr_buf_free(&payload);
    return good;
}

bool gr_session_is_open(const struct gr_session *session, const struct gr_deal *deal,
                        const struct gr_standing_item **out, struct gr_err *err)
{
    *out = gr_standing_find(&session->standings, deal->problem->id);
    if (*out == NULL || !(*out)->deal.is_open || (*out)->deal.seq != deal->seq)
        return gr_fail(err, GR_E_USAGE, "%s was dealt again or reset since; open it again",
                       deal->problem->short_id);
    return true;
}
