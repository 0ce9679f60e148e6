/* See salvage.h. The walk asks for "the next event after s"; where the tree of the damaged file
 * breaks off it tries again one further on, and gives up after GIVE_UP failures in a row.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/journal/salvage.h"

#include <string.h>

#include "grader/journal/store_sql.h"
#include "grader/journal/wall_time.h"

enum { GIVE_UP = 4096 };

bool gr_salvage_begin(struct gr_salvage *salvage, const char *into_path, struct gr_err *err)
{
    *salvage = (struct gr_salvage){0};
    return gr_sql_open(into_path, SQLITE_OPEN_READWRITE, &salvage->into, err) &&
           gr_sql_run(salvage->into, "PRAGMA synchronous=FULL; BEGIN IMMEDIATE", err) &&
           gr_sql_prepare(salvage->into, GR_ROW_INSERT, &salvage->insert, err);
}

bool gr_salvage_can_read(sqlite3 *from)
{
    sqlite3_stmt *statement = NULL;
    bool can_read = sqlite3_prepare_v2(from, "SELECT " GR_ROW_COLUMNS " FROM event", -1, &statement,
                                       NULL) == SQLITE_OK;
    (void)sqlite3_finalize(statement);
    return can_read;
}

static bool put(struct gr_salvage *salvage, const struct gr_row *row, struct gr_err *err)
{
    int code = gr_row_insert(salvage->insert, row);
    if ((code & 0xff) == SQLITE_CONSTRAINT) { /* the same event under two numbers */
        salvage->spoiled++;
        return true;
    }
    if (code != SQLITE_DONE)
        return gr_sql_fail(salvage->into, "cannot write the repaired store", err);
    salvage->last_seq = row->event.seq;
    memcpy(salvage->last_hash, row->event.hash, sizeof salvage->last_hash);
    salvage->copied++;
    return true;
}

static bool take_row(struct gr_salvage *salvage, struct gr_row *row, struct gr_err *err)
{
    char hash[GR_HASH_TEXT];
    gr_chain_hash(&row->event, row->prev_hash, hash);
    if (strcmp(hash, row->event.hash) != 0) {
        salvage->spoiled++;
        return true;
    }
    if (strcmp(row->prev_hash, salvage->last_hash) != 0) {
        row->prev_hash = salvage->last_hash;
        gr_chain_hash(&row->event, row->prev_hash, row->event.hash);
        salvage->resealed++;
    }
    return put(salvage, row, err);
}

static bool take_events(struct gr_salvage *salvage, sqlite3 *from, struct gr_err *err)
{
    sqlite3_stmt *next = NULL;
    if (sqlite3_prepare_v2(
            from, "SELECT " GR_ROW_COLUMNS " FROM event WHERE seq > ?1 ORDER BY seq LIMIT 1", -1,
            &next, NULL) != SQLITE_OK)
        return !gr_sql_is_memory(from) || gr_sql_fail(from, "cannot read the store", err);
    int64_t after = salvage->last_seq;
    bool is_well = true;
    for (int failures = 0; is_well && failures < GIVE_UP;) {
        int step = SQLITE_ERROR;
        struct gr_row row;
        if (sqlite3_bind_int64(next, 1, after) == SQLITE_OK)
            step = sqlite3_step(next);
        if (step == SQLITE_DONE)
            break;
        if (step == SQLITE_ROW && gr_row_read(next, &row) && row.event.seq > after) {
            after = row.event.seq;
            failures = 0;
            is_well = take_row(salvage, &row, err);
        } else if (gr_sql_is_memory(from)) {
            is_well = gr_sql_fail(from, "cannot read the store", err);
        } else {
            after++;
            failures++;
        }
        (void)sqlite3_reset(next);
    }
    (void)sqlite3_finalize(next);
    return is_well;
}

static bool put_note(sqlite3_stmt *put_one, sqlite3_stmt *row)
{
    if (sqlite3_column_type(row, 0) != SQLITE_TEXT || sqlite3_column_type(row, 1) != SQLITE_TEXT)
        return true;
    bool is_put = sqlite3_bind_value(put_one, 1, sqlite3_column_value(row, 0)) == SQLITE_OK &&
                  sqlite3_bind_value(put_one, 2, sqlite3_column_value(row, 1)) == SQLITE_OK &&
                  sqlite3_step(put_one) == SQLITE_DONE;
    return sqlite3_reset(put_one) == SQLITE_OK && is_put;
}

static bool take_notes(struct gr_salvage *salvage, sqlite3 *from, struct gr_err *err)
{
    sqlite3_stmt *each = NULL;
    sqlite3_stmt *put_one = NULL;
    if (!gr_sql_prepare(salvage->into, "INSERT OR REPLACE INTO note(key, value) VALUES(?1, ?2)",
                        &put_one, err))
        return false;
    bool is_well = true;
    int step = sqlite3_prepare_v2(from, "SELECT key, value FROM note", -1, &each, NULL);
    if (step == SQLITE_OK)
        while (is_well && (step = sqlite3_step(each)) == SQLITE_ROW)
            is_well = put_note(put_one, each);
    if (!is_well)
        (void)gr_sql_fail(salvage->into, "cannot write the repaired store", err);
    else if (step != SQLITE_DONE && gr_sql_is_memory(from))
        is_well = gr_sql_fail(from, "cannot read the store", err);
    (void)sqlite3_finalize(each);
    (void)sqlite3_finalize(put_one);
    return is_well;
}

bool gr_salvage_take(struct gr_salvage *salvage, sqlite3 *from, struct gr_err *err)
{
    return take_events(salvage, from, err) && take_notes(salvage, from, err);
}

bool gr_salvage_record(struct gr_salvage *salvage, int64_t seq, const char *payload,
                       struct gr_err *err)
{
    struct gr_row row = {.event = {.seq = seq,
                                   .time_ms = gr_wall_now_ms(),
                                   .kind = "repair",
                                   .item = "",
                                   .payload = payload},
                         .prev_hash = salvage->last_hash};
    if (!gr_uuid_make(row.event.uuid, err))
        return false;
    gr_chain_hash(&row.event, row.prev_hash, row.event.hash);
    return put(salvage, &row, err);
}

bool gr_salvage_end(struct gr_salvage *salvage, bool keep, struct gr_err *err)
{
    (void)sqlite3_finalize(salvage->insert);
    bool is_kept = !keep || gr_sql_run(salvage->into, "COMMIT", err);
    (void)sqlite3_close(salvage->into);
    salvage->into = NULL;
    return is_kept;
}
