/* Notes: the part of the store that may change - drafts, position, settings. Writing the same value
 * again touches no disk.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "grader/journal/store.h"
#include "grader/journal/store_sql.h"

bool gr_journal_note(struct gr_journal *journal, const char *key, struct gr_str value,
                     struct gr_err *err)
{
    if (!gr_store_may_write(journal, err))
        return false;
    sqlite3_stmt *statement = NULL;
    errno = 0;
    bool is_noted =
        sqlite3_prepare_v2(journal->db,
                           "INSERT INTO note(key, value) VALUES(?1, ?2) ON CONFLICT(key) DO UPDATE "
                           "SET value = excluded.value WHERE value <> excluded.value",
                           -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_bind_text64(statement, 2, value.ptr == NULL ? "" : value.ptr, value.len,
                            SQLITE_STATIC, SQLITE_UTF8) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_DONE;
    if (!is_noted)
        (void)gr_store_fail(journal, "cannot save what was typed or where you are", err);
    (void)sqlite3_finalize(statement);
    return is_noted;
}

bool gr_journal_noted(struct gr_journal *journal, const char *key, struct gr_buf *out, bool *found,
                      struct gr_err *err)
{
    *found = false;
    sqlite3_stmt *statement = NULL;
    int step = SQLITE_ERROR;
    if (sqlite3_prepare_v2(journal->db, "SELECT value FROM note WHERE key = ?1", -1, &statement,
                           NULL) == SQLITE_OK &&
        sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC) == SQLITE_OK)
        step = sqlite3_step(statement);
    bool is_read = step == SQLITE_DONE;
    if (step == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        is_read = text != NULL;
        if (is_read) {
            gr_buf_add(out, (struct gr_str){.ptr = text,
                                            .len = (size_t)sqlite3_column_bytes(statement, 0)});
            *found = true;
        }
    }
    if (!is_read)
        (void)gr_store_fail(journal, "cannot read a note", err);
    (void)sqlite3_finalize(statement);
    if (is_read && out->failed)
        return gr_fail(err, GR_E_MEMORY, "a note does not fit in memory");
    return is_read;
}
