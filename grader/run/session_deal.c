/* Which instance a student gets, and the open deal of each problem: from memory, else read back
 * from the journal, else dealt.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "grader/course/instance.h"
#include "grader/run/deal_parts.h"
#include "grader/run/session_parts.h"

enum { DEAL_RECORD_BYTES = 64 * 1024 };

static struct gr_held_deal **held_of(struct gr_session *session, const struct gr_problem *problem)
{
    struct gr_held_deal **held = &session->held;
    while (*held != NULL && (*held)->deal->problem != problem)
        held = &(*held)->next;
    return held;
}

static void drop(struct gr_session *session, const struct gr_problem *problem)
{
    struct gr_held_deal **held = held_of(session, problem);
    struct gr_held_deal *old = *held;
    if (old == NULL)
        return;
    *held = old->next;
    gr_deal_free(old->deal);
    free(old);
}

/* Takes the deal over, also on failure. */
static bool hold(struct gr_session *session, struct gr_deal *deal, struct gr_err *err)
{
    drop(session, deal->problem);
    struct gr_held_deal *held = calloc(1, sizeof *held);
    if (held == NULL) {
        gr_deal_free(deal);
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    }
    *held = (struct gr_held_deal){session->held, deal};
    session->held = held;
    return true;
}

/* ---- the open deal --------------------------------------------------------------------------- */

struct recall { /* looks for the event that dealt the open deal */
    const struct gr_problem *problem;
    int64_t seq;
    struct gr_deal *deal;
    struct gr_err *err;
};

static bool recall_visit(void *context, const struct gr_event *event)
{
    struct recall *recall = context;
    if (event->seq != recall->seq)
        return true;
    if (!gr_deal_read(recall->problem, event->payload, &recall->deal, recall->err))
        recall->deal = NULL;
    return false;
}

static const struct gr_deal *recall_deal(struct gr_session *session,
                                         const struct gr_problem *problem, int64_t seq,
                                         struct gr_err *err)
{
    struct gr_err read = {0};
    struct recall recall = {problem, seq, NULL, &read};
    if (!gr_journal_each(session->journal, problem->id, "deal", recall_visit, &recall, err))
        return NULL;
    if (recall.deal == NULL) {
        /* A file that was changed without a new rev: the deal is lost, the student is not. */
        if (read.code != GR_OK && read.code != GR_E_COURSE && err != NULL && err->code == GR_OK)
            *err = read;
        return NULL;
    }
    recall.deal->seq = seq;
    return hold(session, recall.deal, err) ? recall.deal : NULL;
}

const struct gr_deal *gr_session_current(struct gr_session *session,
                                         const struct gr_problem *problem, struct gr_err *err)
{
    const struct gr_standing_item *item = gr_standing_find(&session->standings, problem->id);
    if (item == NULL || !item->deal.is_open || item->deal.rev != problem->rev)
        return NULL;
    const struct gr_held_deal *held = *held_of(session, problem);
    if (held != NULL && held->deal->seq == item->deal.seq)
        return held->deal;
    return session->journal != NULL ? recall_deal(session, problem, item->deal.seq, err) : NULL;
}

/* ---- dealing --------------------------------------------------------------------------------- */

static uint32_t first_instance(const struct gr_session *session, const struct gr_problem *problem)
{
    const struct gr_chapter *chapter = gr_course_chapter_of(session->course, problem->id);
    bool is_same = chapter != NULL && chapter->same_instances;
    return gr_instance_first(problem, chapter != NULL ? chapter->id : "",
                             is_same ? "" : session->student);
}

static uint32_t wished_instance(const struct gr_session *session, const struct gr_problem *problem,
                                enum gr_deal_wish wish, uint32_t instance)
{
    const struct gr_standing_item *item = gr_standing_find(&session->standings, problem->id);
    if (wish == GR_WISH_INSTANCE)
        return instance;
    if (item == NULL || !item->was_dealt)
        return first_instance(session, problem);
    if (wish == GR_WISH_CURRENT && item->deal.is_open && item->deal.rev == problem->rev)
        return item->deal.instance;
    return (item->last_instance % problem->instances + 1) % problem->instances;
}

bool gr_session_deal_start(struct gr_session *session, const struct gr_problem *problem,
                           enum gr_deal_wish wish, uint32_t instance, struct gr_dealing **out,
                           struct gr_err *err)
{
    uint32_t k = wished_instance(session, problem, wish, instance);
    if (k >= problem->instances)
        return gr_fail(err, GR_E_USAGE, "%s has instances 0 to %u, not %u", problem->short_id,
                       (unsigned)(problem->instances - 1), (unsigned)k);
    struct gr_kn *kn = problem->run_count > 0 ? gr_session_kn(session, err) : NULL;
    if (problem->run_count > 0 && kn == NULL)
        return false;
    return gr_dealing_start(kn, problem, k, out, err);
}

/* A second instance may look and try; only the holder of the store records. */
static bool record_deal(struct gr_session *session, struct gr_event *event,
                        const struct gr_buf *payload, struct gr_err *err)
{
    if (session->journal == NULL || !gr_journal_is_read_only(session->journal))
        return gr_session_record(session, event, payload, err);
    if (payload->failed)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    event->seq = -(++session->memory_seq);
    event->payload = gr_buf_cstr(payload);
    return gr_standing_apply(&session->standings, event, err);
}

bool gr_session_deal_finish(struct gr_session *session, struct gr_dealing *dealing,
                            const struct gr_deal **out, struct gr_err *err)
{
    struct gr_deal *deal = gr_dealing_take(dealing);
    if (deal == NULL)
        return gr_fail(err, GR_E_INTERNAL, "a deal was taken before it was done");
    struct gr_event event = {
        .kind = "deal", .item = deal->problem->id, .rev = deal->rev, .instance = deal->instance};
    struct gr_buf payload;
    gr_buf_start(&payload, DEAL_RECORD_BYTES);
    gr_deal_write(deal, &payload);
    bool good = record_deal(session, &event, &payload, err);
    gr_buf_free(&payload);
    if (!good) {
        gr_deal_free(deal);
        return false;
    }
    deal->seq = event.seq;
    if (!hold(session, deal, err))
        return false;
    *out = deal;
    return true;
}

static bool is_wished(const struct gr_deal *deal, enum gr_deal_wish wish, uint32_t instance)
{
    return wish == GR_WISH_CURRENT ||
           (wish == GR_WISH_INSTANCE && (deal->instance == instance || deal->asked == instance));
}

bool gr_session_deal(struct gr_session *session, const struct gr_problem *problem,
                     enum gr_deal_wish wish, uint32_t instance, const struct gr_watch *watch,
                     const struct gr_deal **out, struct gr_err *err)
{
    struct gr_err trouble = {0};
    const struct gr_deal *current = gr_session_current(session, problem, &trouble);
    if (current == NULL && trouble.code != GR_OK) {
        if (err != NULL && err->code == GR_OK)
            *err = trouble;
        return false;
    }
    if (current != NULL && is_wished(current, wish, instance)) {
        *out = current;
        return true;
    }
    struct gr_dealing *dealing = NULL;
    if (!gr_session_deal_start(session, problem, wish, instance, &dealing, err))
        return false;
    bool good =
        gr_deal_run(dealing, watch, err) && gr_session_deal_finish(session, dealing, out, err);
    gr_dealing_free(dealing);
    return good;
}
