/* See chain.h. Every field goes in with its length before it and numbers as eight bytes, highest
 * first, so two different events never give the same bytes. Also here: the walk over the whole
 * chain.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/journal/chain.h"

#include <stdio.h>
#include <string.h>

#include <nettle/sha2.h>

#include "grader/journal/store.h"
#include "grader/journal/store_sql.h"
#include "grader/journal/wall_time.h"

static void add_number(struct sha256_ctx *sha, uint64_t value)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(value >> (56 - 8 * i));
    sha256_update(sha, sizeof bytes, bytes);
}

static void add_text(struct sha256_ctx *sha, const char *text)
{
    size_t length = strlen(text);
    add_number(sha, length);
    sha256_update(sha, length, (const uint8_t *)text);
}

void gr_chain_hash(const struct gr_event *event, const char *previous, char out[GR_HASH_TEXT])
{
    struct sha256_ctx sha;
    sha256_init(&sha);
    add_text(&sha, "wallclock.event/1");
    add_text(&sha, previous);
    add_number(&sha, (uint64_t)event->seq);
    add_text(&sha, event->uuid);
    add_number(&sha, (uint64_t)event->time_ms);
    add_text(&sha, event->kind);
    add_text(&sha, event->item);
    add_number(&sha, event->rev);
    add_number(&sha, event->instance);
    add_text(&sha, event->payload);
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(&sha, sizeof digest, digest);
    static const char hex[] = "0123456789abcdef";
    for (size_t i = 0; i < sizeof digest; i++) {
        out[2 * i] = hex[digest[i] >> 4];
        out[2 * i + 1] = hex[digest[i] & 15];
    }
    out[2 * sizeof digest] = '\0';
}

struct walk {
    char last[GR_HASH_TEXT];
    int64_t events;
    struct gr_err *err;
};

static bool look_at_link(void *context, const struct gr_row *row)
{
    struct walk *walk = context;
    const struct gr_event *event = &row->event;
    char hash[GR_HASH_TEXT];
    gr_chain_hash(event, row->prev_hash, hash);
    if (strcmp(row->prev_hash, walk->last) != 0 || strcmp(hash, event->hash) != 0) {
        char when[GR_WALL_TEXT];
        return gr_fail(walk->err, GR_E_STORE,
                       "event %lld (%s of %s, %s) does not fit the chain: it was changed outside "
                       "Wallclock or by the disk; the folder `backup` beside the store has older "
                       "copies",
                       (long long)event->seq, event->kind, event->item,
                       gr_wall_since(event->time_ms, 0, when));
    }
    memcpy(walk->last, event->hash, sizeof walk->last);
    walk->events++;
    return true;
}

bool gr_journal_verify(struct gr_journal *journal, int64_t *events, struct gr_err *err)
{
    struct gr_err found = {0};
    struct walk walk = {.err = &found};
    bool is_read = gr_store_rows(journal, NULL, NULL, look_at_link, &walk, err);
    *events = walk.events;
    if (is_read && found.code != GR_OK)
        return gr_fail(err, found.code, "%s", found.text);
    return is_read;
}
