/* Appending events and reading them back. An append is one transaction of one row, flushed before
 * it returns; the newest hash is kept in memory, which is sound because there is one writer and
 * because the table itself refuses an event that does not follow the newest one.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>

#include <sys/random.h>

#include "grader/journal/store.h"
#include "grader/journal/store_sql.h"
#include "grader/journal/wall_time.h"

bool gr_store_fail(struct gr_journal *journal, const char *what, struct gr_err *err)
{
    if (gr_sql_is_damage(journal->db)) {
        journal->is_damaged = true;
        gr_lock_mark(&journal->lock, GR_LOCK_DAMAGED, journal->last_seq);
    }
    return gr_sql_fail(journal->db, what, err);
}

/* RFC 4122, version 4. */
bool gr_uuid_make(char out[37], struct gr_err *err)
{
    uint8_t bytes[16];
    ssize_t got = getrandom(bytes, sizeof bytes, 0);
    if (got != (ssize_t)sizeof bytes)
        return gr_fail(err, GR_E_MACHINE, "the system gives no random numbers: %s",
                       strerror(errno));
    bytes[6] = (uint8_t)((bytes[6] & 0x0Fu) | 0x40u);
    bytes[8] = (uint8_t)((bytes[8] & 0x3Fu) | 0x80u);
    static const char hex[] = "0123456789abcdef";
    char *at = out;
    for (size_t i = 0; i < sizeof bytes; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *at++ = '-';
        *at++ = hex[bytes[i] >> 4];
        *at++ = hex[bytes[i] & 15];
    }
    *at = '\0';
    return true;
}

int gr_row_insert(sqlite3_stmt *insert, const struct gr_row *row)
{
    const struct gr_event *event = &row->event;
    const struct {
        int column;
        const char *text;
    } texts[] = {{2, event->uuid},    {4, event->kind},    {5, event->item},
                 {8, event->payload}, {9, row->prev_hash}, {10, event->hash}};
    int code = sqlite3_bind_int64(insert, 1, event->seq);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(insert, 3, event->time_ms);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(insert, 6, event->rev);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(insert, 7, event->instance);
    for (size_t i = 0; code == SQLITE_OK && i < sizeof texts / sizeof texts[0]; i++)
        code = sqlite3_bind_text(insert, texts[i].column, texts[i].text, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(insert);
    (void)sqlite3_reset(insert);
    (void)sqlite3_clear_bindings(insert);
    return code;
}

bool gr_store_may_write(const struct gr_journal *journal, struct gr_err *err)
{
    if (journal->lock.fd >= 0)
        return true;
    if (journal->lock.holder[0] != '\0')
        return gr_fail(err, GR_E_STORE,
                       "the store is open in %s, so nothing can be recorded here; end that one "
                       "and start again",
                       journal->lock.holder);
    if (journal->refusal[0] != '\0')
        return gr_fail(err, GR_E_STORE, "nothing can be recorded here: %s", journal->refusal);
    return gr_fail(err, GR_E_INTERNAL, "the store was opened only to look at it");
}

static bool may_insert(struct gr_journal *journal, struct gr_err *err)
{
    if (!gr_store_may_write(journal, err))
        return false;
    if (journal->insert != NULL)
        return true;
    return sqlite3_prepare_v3(journal->db, GR_ROW_INSERT, -1, SQLITE_PREPARE_PERSISTENT,
                              &journal->insert, NULL) == SQLITE_OK ||
           gr_store_fail(journal, "cannot record", err);
}

/* The student went on after a loss, so it was heard of. The event is recorded already, so a failure
 * here only leaves the notice to be said once more. */
static void acknowledge(struct gr_journal *journal, const char *kind)
{
    static const char *const goes_on[] = {"answer", "check", "walk", "reset"};
    for (size_t i = 0; i < sizeof goes_on / sizeof goes_on[0]; i++)
        if (journal->has_lasting_notice && strcmp(kind, goes_on[i]) == 0)
            journal->has_lasting_notice =
                !gr_sql_run(journal->db, "DELETE FROM note WHERE key = '" GR_NOTICE_KEY "'", NULL);
}

bool gr_journal_append(struct gr_journal *journal, struct gr_event *event, struct gr_err *err)
{
    struct gr_row row = {.event = *event, .prev_hash = journal->last_hash};
    row.event.seq = journal->last_seq + 1;
    row.event.time_ms = gr_wall_now_ms();
    row.event.item = event->item == NULL ? "" : event->item;
    row.event.payload = event->payload == NULL ? "{}" : event->payload;
    if (!may_insert(journal, err) || !gr_uuid_make(row.event.uuid, err))
        return false;
    gr_chain_hash(&row.event, row.prev_hash, row.event.hash);
    errno = 0;
    if (gr_row_insert(journal->insert, &row) != SQLITE_DONE)
        return gr_store_fail(journal, "cannot record", err);
    journal->last_seq = row.event.seq;
    memcpy(journal->last_hash, row.event.hash, sizeof journal->last_hash);
    gr_lock_mark(&journal->lock, journal->is_damaged ? GR_LOCK_DAMAGED : GR_LOCK_OPEN,
                 journal->last_seq);
    acknowledge(journal, event->kind);
    event->seq = row.event.seq;
    event->time_ms = row.event.time_ms;
    memcpy(event->uuid, row.event.uuid, sizeof event->uuid);
    memcpy(event->hash, row.event.hash, sizeof event->hash);
    return true;
}

static bool copy_text(sqlite3_stmt *statement, int column, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    size_t length = text == NULL ? 0 : strlen(text);
    if (length >= size)
        length = size - 1;
    if (length > 0)
        memcpy(out, text, length);
    out[length] = '\0';
    return text != NULL;
}

/* A number that does not fit is one that we never wrote; its hash will not fit either. */
static uint32_t small(sqlite3_stmt *statement, int column)
{
    return (uint32_t)sqlite3_column_int64(statement, column);
}

bool gr_row_read(sqlite3_stmt *statement, struct gr_row *out)
{
    out->event.seq = sqlite3_column_int64(statement, 0);
    out->event.time_ms = sqlite3_column_int64(statement, 2);
    out->event.kind = (const char *)sqlite3_column_text(statement, 3);
    out->event.item = (const char *)sqlite3_column_text(statement, 4);
    out->event.rev = small(statement, 5);
    out->event.instance = small(statement, 6);
    out->event.payload = (const char *)sqlite3_column_text(statement, 7);
    out->prev_hash = (const char *)sqlite3_column_text(statement, 8);
    return copy_text(statement, 1, out->event.uuid, sizeof out->event.uuid) &&
           copy_text(statement, 9, out->event.hash, sizeof out->event.hash) &&
           out->event.kind != NULL && out->event.item != NULL && out->event.payload != NULL &&
           out->prev_hash != NULL;
}

static sqlite3_stmt *select_rows(struct gr_journal *journal, const char *item, const char *kind)
{
    static const char *const queries[] = {
        "SELECT " GR_ROW_COLUMNS " FROM event ORDER BY seq",
        "SELECT " GR_ROW_COLUMNS " FROM event WHERE item = ?1 ORDER BY seq",
        "SELECT " GR_ROW_COLUMNS " FROM event WHERE kind = ?2 ORDER BY seq",
        "SELECT " GR_ROW_COLUMNS " FROM event WHERE item = ?1 AND kind = ?2 ORDER BY seq",
    };
    sqlite3_stmt *statement = NULL;
    size_t which = (item != NULL ? 1u : 0u) + (kind != NULL ? 2u : 0u);
    if (sqlite3_prepare_v2(journal->db, queries[which], -1, &statement, NULL) != SQLITE_OK)
        return NULL;
    if ((item != NULL && sqlite3_bind_text(statement, 1, item, -1, SQLITE_STATIC) != SQLITE_OK) ||
        (kind != NULL && sqlite3_bind_text(statement, 2, kind, -1, SQLITE_STATIC) != SQLITE_OK)) {
        (void)sqlite3_finalize(statement);
        return NULL;
    }
    return statement;
}

bool gr_store_rows(struct gr_journal *journal, const char *item, const char *kind,
                   bool (*visit)(void *context, const struct gr_row *row), void *context,
                   struct gr_err *err)
{
    sqlite3_stmt *statement = select_rows(journal, item, kind);
    if (statement == NULL)
        return gr_store_fail(journal, "cannot read what is recorded", err);
    int step;
    bool goes_on = true;
    bool is_read = true;
    while (goes_on && is_read && (step = sqlite3_step(statement)) != SQLITE_DONE) {
        struct gr_row row;
        is_read = step == SQLITE_ROW && gr_row_read(statement, &row);
        if (is_read)
            goes_on = visit(context, &row);
        else
            (void)gr_store_fail(journal, "cannot read what is recorded", err);
    }
    (void)sqlite3_finalize(statement);
    return is_read;
}

struct plain_visit {
    bool (*visit)(void *context, const struct gr_event *event);
    void *context;
};

static bool show_event(void *context, const struct gr_row *row)
{
    const struct plain_visit *plain = context;
    return plain->visit(plain->context, &row->event);
}

bool gr_journal_each(struct gr_journal *journal, const char *item, const char *kind,
                     bool (*visit)(void *context, const struct gr_event *event), void *context,
                     struct gr_err *err)
{
    struct plain_visit plain = {.visit = visit, .context = context};
    return gr_store_rows(journal, item, kind, show_event, &plain, err);
}
