/* See standing.h. One small function per kind of event, found by a table of words; items hang in a
 * fixed number of buckets by the hash of their id.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/standing.h"

#include <stdlib.h>
#include <string.h>

#include <kn/rng.h>

#include "grader/run/payload.h"

enum { PAYLOAD_MOST_BYTES = 64 * 1024 };

static size_t bucket_of(const char *id)
{
    return (size_t)(kn_rng_key(id, strlen(id)) % GR_STANDING_BUCKETS);
}

const struct gr_standing_item *gr_standing_find(const struct gr_standing_table *table,
                                                const char *id)
{
    const struct gr_standing_item *item = table->buckets[bucket_of(id)];
    while (item != NULL && strcmp(item->id, id) != 0)
        item = item->next;
    return item;
}

static struct gr_standing_item *item_of(struct gr_standing_table *table, const char *id)
{
    struct gr_standing_item **bucket = &table->buckets[bucket_of(id)];
    for (struct gr_standing_item *item = *bucket; item != NULL; item = item->next) {
        if (strcmp(item->id, id) == 0)
            return item;
    }
    struct gr_standing_item *item = gr_arena_array(&table->arena, 1, sizeof *item);
    const char *name = gr_arena_text(&table->arena, gr_str(id));
    if (item == NULL || name == NULL)
        return NULL;
    item->id = name;
    item->next = *bucket;
    gr_buf_start(&item->answer, PAYLOAD_MOST_BYTES);
    *bucket = item;
    return item;
}

bool gr_standing_was_given(const struct gr_standing_deal *deal, double value, bool on_twin)
{
    for (uint32_t i = 0; i < deal->attempts; i++) {
        if (deal->given[i].value == value && deal->given[i].on_twin == on_twin)
            return true;
    }
    return false;
}

static bool give(struct gr_standing_deal *deal, double value, bool on_twin)
{
    if (deal->attempts == deal->given_size) {
        size_t size = deal->given_size == 0 ? 8 : 2 * deal->given_size;
        struct gr_standing_given *more = realloc(deal->given, size * sizeof *more);
        if (more == NULL)
            return false;
        deal->given = more;
        deal->given_size = size;
    }
    deal->given[deal->attempts++] = (struct gr_standing_given){value, on_twin};
    return true;
}

static void close_deal(struct gr_standing_deal *deal)
{
    struct gr_standing_given *given = deal->given;
    size_t given_size = deal->given_size;
    *deal = (struct gr_standing_deal){.given = given, .given_size = given_size};
}

/* ---- one function per kind ------------------------------------------------------------------- */

typedef bool standing_take(struct gr_standing_item *item, const struct gr_event *event);

static bool take_deal(struct gr_standing_item *item, const struct gr_event *event)
{
    close_deal(&item->deal);
    item->deal.is_open = true;
    item->deal.seq = event->seq;
    item->deal.rev = event->rev;
    item->deal.instance = item->last_instance = event->instance;
    item->was_dealt = item->is_started = true;
    item->deals++;
    return true;
}

/* Whether the event belongs to the open deal. */
static bool is_of_open_deal(const struct gr_standing_item *item, const struct gr_event *event)
{
    int64_t seq;
    return item->deal.is_open && gr_payload_integer(gr_str(event->payload), "deal", &seq) &&
           seq == item->deal.seq;
}

static void solve(struct gr_standing_item *item, const struct gr_event *event, bool on_twin,
                  bool is_assisted)
{
    if (is_assisted)
        item->solved_assisted = true;
    else
        item->solved_alone = true;
    if (!on_twin)
        item->solved_by_answer = true;
    item->solved_rev = event->rev;
}

static bool take_answer(struct gr_standing_item *item, const struct gr_event *event)
{
    struct gr_str payload = gr_str(event->payload);
    double value;
    bool on_twin = gr_payload_flag(payload, "on_twin");
    if (!gr_payload_double(payload, "value", &value) ||
        !gr_verdict_from_word(gr_payload_word(payload, "verdict"), &item->last))
        return true; /* not an answer of ours: it changes nothing */
    item->is_started = true;
    item->attempts++;
    item->answer_time_ms = event->time_ms;
    item->answer_rev = event->rev;
    item->answer_instance = event->instance;
    item->answer_deal_seq = 0;
    (void)gr_payload_integer(payload, "deal", &item->answer_deal_seq);
    gr_buf_clear(&item->answer);
    gr_buf_add(&item->answer, payload);
    bool is_correct = item->last == GR_VERDICT_CORRECT;
    if (is_correct)
        solve(item, event, on_twin, gr_payload_flag(payload, "assisted"));
    if (!is_of_open_deal(item, event))
        return !item->answer.failed;
    item->deal.is_solved = item->deal.is_solved || is_correct;
    return give(&item->deal, value, on_twin) && !item->answer.failed;
}

/* A hint counts as used when it could still help: not when the deal was solved before it, nor in a
 * deal after the item was solved alone. (A new rev is to be solved anew.) */
static bool is_used(const struct gr_standing_item *item, const struct gr_event *event)
{
    bool was_solved = item->solved_alone && item->solved_rev >= event->rev;
    return !was_solved && !(is_of_open_deal(item, event) && item->deal.is_solved);
}

static bool take_hint(struct gr_standing_item *item, const struct gr_event *event)
{
    item->is_started = true;
    item->hints += is_used(item, event) ? 1 : 0;
    if (is_of_open_deal(item, event))
        item->deal.hints++;
    return true;
}

static bool take_assist(struct gr_standing_item *item, const struct gr_event *event)
{
    if (is_of_open_deal(item, event) && !item->deal.is_solved)
        item->deal.is_assisted = true;
    return true;
}

static bool take_solution(struct gr_standing_item *item, const struct gr_event *event)
{
    item->is_started = true;
    if (is_of_open_deal(item, event))
        item->deal.solution_seen = true;
    return take_assist(item, event);
}

/* The walk shows the way step by step: whoever took it answers this deal assisted. */
static bool take_walk(struct gr_standing_item *item, const struct gr_event *event)
{
    item->is_started = true;
    return take_assist(item, event);
}

static bool take_read(struct gr_standing_item *item, const struct gr_event *event)
{
    (void)event;
    item->is_started = item->is_read = true;
    return true;
}

static bool take_check(struct gr_standing_item *item, const struct gr_event *event)
{
    item->is_started = true;
    item->check_right = gr_payload_flag(gr_str(event->payload), "right");
    return true;
}

/* History stays, and so does the instance to go on from. */
static bool take_reset(struct gr_standing_item *item, const struct gr_event *event)
{
    (void)event;
    struct gr_standing_item kept = *item;
    close_deal(&kept.deal);
    gr_buf_clear(&kept.answer);
    *item = (struct gr_standing_item){.next = kept.next,
                                      .id = kept.id,
                                      .deal = kept.deal,
                                      .was_dealt = kept.was_dealt,
                                      .last_instance = kept.last_instance,
                                      .answer = kept.answer};
    return true;
}

static standing_take *take_for(const char *kind)
{
    static const struct {
        const char *kind;
        standing_take *take;
    } takes[] = {{"answer", take_answer}, {"deal", take_deal},   {"hint", take_hint},
                 {"read", take_read},     {"check", take_check}, {"solution", take_solution},
                 {"assist", take_assist}, {"walk", take_walk},   {"reset", take_reset}};
    for (size_t i = 0; i < sizeof takes / sizeof takes[0]; i++) {
        if (strcmp(takes[i].kind, kind) == 0)
            return takes[i].take;
    }
    return NULL;
}

bool gr_standing_apply(struct gr_standing_table *table, const struct gr_event *event,
                       struct gr_err *err)
{
    standing_take *take = take_for(event->kind);
    if (take == NULL)
        return true;
    struct gr_standing_item *item = item_of(table, event->item);
    if (item == NULL || !take(item, event))
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    return true;
}

struct build {
    struct gr_standing_table *table;
    struct gr_err *err;
    bool is_good;
};

static bool visit(void *context, const struct gr_event *event)
{
    struct build *build = context;
    build->is_good = gr_standing_apply(build->table, event, build->err);
    return build->is_good;
}

bool gr_standing_build(struct gr_standing_table *table, struct gr_journal *journal,
                       struct gr_err *err)
{
    struct build build = {table, err, true};
    return gr_journal_each(journal, NULL, NULL, visit, &build, err) && build.is_good;
}

void gr_standing_free(struct gr_standing_table *table)
{
    for (size_t i = 0; i < GR_STANDING_BUCKETS; i++) {
        for (struct gr_standing_item *item = table->buckets[i]; item != NULL; item = item->next) {
            free(item->deal.given);
            gr_buf_free(&item->answer);
        }
    }
    gr_arena_free(&table->arena);
    *table = (struct gr_standing_table){0};
}
