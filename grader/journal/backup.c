/* See backup.h. A copy is written under another name, flushed and then renamed, so a file with a
 * backup's name is always whole; VACUUM INTO itself flushes nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/journal/backup.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/journal/store.h"
#include "grader/journal/store_sql.h"

/* ".../progress.db" gives ".../backup/progress-". */
static bool make_prefix(const char *store_path, char out[GR_PATH_MAX], struct gr_err *err)
{
    const char *slash = strrchr(store_path, '/');
    const char *name = slash == NULL ? store_path : slash + 1;
    size_t folder = (size_t)(name - store_path);
    size_t stem = strlen(name);
    if (stem > 3 && strcmp(name + stem - 3, ".db") == 0)
        stem -= 3;
    int length =
        snprintf(out, GR_PATH_MAX, "%.*sbackup/%.*s-", (int)folder, store_path, (int)stem, name);
    return (length > 0 && length < GR_PATH_MAX) ||
           gr_fail(err, GR_E_STORE, "the path of the store is too long: %.80s...", store_path);
}

/* YYYY-MM-DD.db and nothing else. */
static bool is_day_file(const char *name)
{
    static const char shape[] = "0000-00-00.db";
    if (strlen(name) != sizeof shape - 1)
        return false;
    for (size_t i = 0; i < sizeof shape - 1; i++)
        if (shape[i] == '0' ? name[i] < '0' || name[i] > '9' : name[i] != shape[i])
            return false;
    return true;
}

/* Keeps the list sorted, newest first; the oldest falls out when it is full. */
static void insert_day(struct gr_backups *list, const char *name)
{
    char day[GR_WALL_TEXT] = "";
    memcpy(day, name, strlen("0000-00-00"));
    size_t at = 0;
    while (at < list->count && strcmp(list->days[at], day) > 0)
        at++;
    if (at == GR_BACKUPS_SEEN)
        return;
    size_t last = list->count < GR_BACKUPS_SEEN ? list->count++ : list->count - 1;
    for (size_t i = last; i > at; i--)
        memcpy(list->days[i], list->days[i - 1], sizeof day);
    memcpy(list->days[at], day, sizeof day);
}

bool gr_backups_find(const char *store_path, struct gr_backups *out, struct gr_err *err)
{
    out->count = 0;
    char folder[GR_PATH_MAX];
    if (!make_prefix(store_path, out->prefix, err) ||
        !gr_place_beside(out->prefix, "", folder, err))
        return false;
    char *slash = strrchr(folder, '/');
    *slash = '\0';
    size_t stem = strlen(slash + 1);
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return errno == ENOENT || gr_place_fail("cannot read the folder", folder, err);
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(dir)) != NULL)
        if (gr_str_starts(gr_str(entry->d_name), slash + 1) && is_day_file(entry->d_name + stem))
            insert_day(out, entry->d_name + stem);
    /* A list cut short would pass for "no backups". */
    bool is_listed = errno == 0 || gr_place_fail("cannot read the folder", folder, err);
    (void)closedir(dir);
    return is_listed;
}

bool gr_backup_path(const struct gr_backups *backups, const char *day, char out[GR_PATH_MAX],
                    struct gr_err *err)
{
    int length = snprintf(out, GR_PATH_MAX, "%s%s.db", backups->prefix, day);
    return (length > 0 && length < GR_PATH_MAX) ||
           gr_fail(err, GR_E_STORE, "the path of a backup is too long: %.80s...", backups->prefix);
}

static bool flush_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool is_flushed = fsync(fd) == 0;
    return close(fd) == 0 && is_flushed;
}

static bool vacuum_into(struct gr_journal *journal, const char *path, struct gr_err *err)
{
    sqlite3_stmt *statement = NULL;
    errno = 0;
    bool is_copied =
        sqlite3_prepare_v2(journal->db, "VACUUM INTO ?1", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_DONE;
    /* Other errors of VACUUM are about the copy, not about the store. */
    if (!is_copied && (sqlite3_errcode(journal->db) & 0xff) == SQLITE_CORRUPT)
        (void)gr_store_fail(journal, "cannot copy the store", err);
    else if (!is_copied)
        (void)gr_sql_fail(journal->db, "cannot copy the store", err);
    (void)sqlite3_finalize(statement);
    return is_copied;
}

/* A folder that is missing is somebody's slip; making it would hide that. */
static bool reach_target(const char *to, char target[GR_PATH_MAX], struct gr_err *err)
{
    struct gr_err why = {0};
    if (gr_place_reach(to, target, &why))
        return true;
    return errno == ENOENT || errno == ENOTDIR
               ? gr_fail(err, GR_E_MACHINE,
                         "cannot write %s: its folder does not exist; make it "
                         "first, or name another place",
                         to)
               : gr_fail(err, why.code, "%s", why.text);
}

bool gr_journal_backup(struct gr_journal *journal, const char *to, struct gr_err *err)
{
    char target[GR_PATH_MAX];
    char partial[GR_PATH_MAX];
    struct stat there;
    if (!reach_target(to, target, err) || !gr_place_beside(target, ".partial", partial, err))
        return gr_err_wrap(err, "the copy");
    if (lstat(target, &there) == 0)
        return gr_fail(err, GR_E_STORE, "%s exists and stays as it is; give the copy another name",
                       target);
    /* Private from the start; VACUUM INTO accepts an empty file. */
    (void)unlink(partial);
    int fd = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return gr_place_fail("cannot write", partial, err);
    (void)close(fd);
    bool is_copied = vacuum_into(journal, partial, err);
    if (is_copied && (!flush_file(partial) || rename(partial, target) != 0))
        is_copied = gr_place_fail("cannot write", target, err);
    if (is_copied)
        gr_place_sync_folder(target);
    else
        (void)unlink(partial);
    return is_copied;
}

bool gr_journal_backup_daily(struct gr_journal *journal, struct gr_err *err)
{
    struct gr_backups backups;
    char today[GR_WALL_TEXT];
    char path[GR_PATH_MAX];
    if (journal->lock.fd < 0 || journal->last_seq == 0)
        return true;
    (void)gr_wall_day(gr_wall_now_ms(), today);
    if (!gr_backups_find(journal->path, &backups, err) ||
        !gr_backup_path(&backups, today, path, err))
        return false;
    for (size_t i = 0; i < backups.count; i++)
        if (strcmp(backups.days[i], today) == 0)
            return true;
    char settled[GR_PATH_MAX]; /* and its folder made */
    if (!gr_place_settle(path, settled, err) || !gr_journal_backup(journal, settled, err))
        return gr_err_wrap(err, "the daily backup");
    /* Today's is not in the list, so one fewer of the listed ones stays. */
    for (size_t i = GR_BACKUPS_KEPT - 1; i < backups.count; i++)
        if (gr_backup_path(&backups, backups.days[i], path, err))
            (void)unlink(path);
    return true;
}
