/* See repair.h. Order of steps: (1) the damaged file gets a name of its own, (2) a new store is
 * built beside it under a third name, (3) that one takes the store's name. A crash after (1) leaves
 * no store, which the next opening takes as a loss and comes here again with the file of (1).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/journal/repair.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/json.h"
#include "grader/journal/backup.h"
#include "grader/journal/graft.h"
#include "grader/journal/salvage.h"
#include "grader/journal/store_schema.h"
#include "grader/journal/store_sql.h"

static bool exists(const char *path)
{
    struct stat there;
    return lstat(path, &there) == 0;
}

static bool move(const char *from, const char *to, struct gr_err *err)
{
    return rename(from, to) == 0 || errno == ENOENT ||
           gr_place_fail("cannot move the damaged store to", to, err);
}

/* The name of the damaged file beside the store: free, and telling when. */
static bool name_aside(const char *path, char out[GR_PATH_MAX], struct gr_err *err)
{
    char stamp[GR_WALL_TEXT];
    (void)gr_wall_stamp(gr_wall_now_ms(), stamp);
    for (int i = 1; i < 1000; i++) {
        char suffix[80];
        (void)snprintf(suffix, sizeof suffix, i == 1 ? ".damaged-%s" : ".damaged-%s-%d", stamp, i);
        if (!gr_place_beside(path, suffix, out, err))
            return false;
        if (!exists(out))
            return true;
    }
    return gr_fail(err, GR_E_STORE, "too many damaged stores beside %s; move them away", path);
}

/* The store and SQLite's two files beside it, which may hold its newest events. */
static bool move_aside(const char *path, const char *aside, struct gr_err *err)
{
    static const char *const suffixes[] = {"-wal", "-journal", ""};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char from[GR_PATH_MAX];
        char to[GR_PATH_MAX];
        if (!gr_place_beside(path, suffixes[i], from, err) ||
            !gr_place_beside(aside, suffixes[i], to, err) || !move(from, to, err))
            return false;
    }
    char shared[GR_PATH_MAX];
    if (gr_place_beside(path, "-shm", shared, err))
        (void)unlink(shared);
    gr_place_sync_folder(path);
    return true;
}

/* A repair that was cut short left its damaged file; the newest such name, or "". */
static bool find_left_aside(const char *path, char out[GR_PATH_MAX], struct gr_err *err)
{
    char folder[GR_PATH_MAX];
    out[0] = '\0';
    if (!gr_place_beside(path, ".damaged-", folder, err))
        return false;
    char *slash = strrchr(folder, '/');
    *slash = '\0';
    const char *start = slash + 1;
    char newest[256] = "";
    DIR *dir = opendir(slash == folder ? "/" : folder);
    if (dir == NULL)
        return gr_place_fail("cannot read the folder", folder, err);
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(dir)) != NULL) {
        const char *name = entry->d_name;
        size_t length = strlen(name);
        bool is_part = length > 4 && (strcmp(name + length - 4, "-wal") == 0 ||
                                      strcmp(name + length - 4, "-shm") == 0 ||
                                      strcmp(name + length - 4, "rnal") == 0);
        if (strncmp(name, start, strlen(start)) == 0 && !is_part && strcmp(name, newest) > 0 &&
            length < sizeof newest)
            memcpy(newest, name, length + 1);
    }
    bool is_listed = errno == 0 || gr_place_fail("cannot read the folder", folder, err);
    (void)closedir(dir);
    if (!is_listed)
        return false;
    int length = snprintf(out, GR_PATH_MAX, "%s/%s", folder, newest);
    if (newest[0] == '\0' || length >= GR_PATH_MAX)
        out[0] = '\0';
    return true;
}

/* Opens a backup; *db stays NULL when it is not whole or of another version. False only when memory
 * gives out, for then nothing is known about it. */
static bool open_backup(const char *path, sqlite3 **db, struct gr_err *err)
{
    enum gr_place found;
    int64_t version = 0;
    bool is_whole = false;
    struct gr_err why = {0};
    bool is_good = gr_place_look(path, &found, &why) && found == GR_PLACE_OURS &&
                   gr_sql_open(path, SQLITE_OPEN_READONLY, db, &why) &&
                   gr_schema_check(*db, &version, &why) && gr_sql_check(*db, &is_whole, &why);
    if (is_good && is_whole && version == GR_STORE_VERSION)
        return true;
    (void)sqlite3_close(*db);
    *db = NULL;
    return why.code != GR_E_MEMORY || gr_fail(err, why.code, "%s", why.text);
}

/* The newest good backup, with its day; NULL when there is none. */
static bool newest_backup(const char *store_path, sqlite3 **db, char day[GR_WALL_TEXT],
                          struct gr_err *err)
{
    struct gr_backups backups;
    *db = NULL;
    day[0] = '\0';
    if (!gr_backups_find(store_path, &backups, err))
        return false;
    for (size_t i = 0; i < backups.count && *db == NULL; i++) {
        char path[GR_PATH_MAX];
        if (!gr_backup_path(&backups, backups.days[i], path, err) || !open_backup(path, db, err))
            return false;
        if (*db != NULL)
            memcpy(day, backups.days[i], GR_WALL_TEXT);
    }
    return true;
}

bool gr_repair_backup_seq(const char *path, int64_t *seq, struct gr_err *err)
{
    char day[GR_WALL_TEXT];
    sqlite3 *db;
    *seq = 0;
    if (!newest_backup(path, &db, day, err))
        return false;
    bool is_read = db == NULL || gr_sql_integer(db, "SELECT max(seq) FROM event", 0, seq, err);
    (void)sqlite3_close(db);
    return is_read;
}

struct sources {
    char day[GR_WALL_TEXT];  /* of the backup; "" none */
    char aside[GR_PATH_MAX]; /* the damaged file; "" none */
    int64_t from_backup, from_aside;
};

static bool take_backup(struct gr_salvage *salvage, const char *path, struct sources *sources,
                        struct gr_err *err)
{
    sqlite3 *db;
    if (!newest_backup(path, &db, sources->day, err))
        return false;
    bool is_taken = db == NULL || gr_salvage_take(salvage, db, err);
    (void)sqlite3_close(db);
    sources->from_backup = salvage->copied;
    return is_taken;
}

static bool take_aside(struct gr_salvage *salvage, const char *fresh, struct sources *sources,
                       struct gr_err *err)
{
    if (sources->aside[0] == '\0')
        return true;
    struct gr_graft graft;
    sqlite3 *db = NULL;
    bool is_taken = gr_graft_open(&graft, sources->aside, fresh, &db, err) &&
                    (db == NULL || gr_salvage_take(salvage, db, err));
    gr_graft_close(&graft, db);
    sources->from_aside = salvage->copied - sources->from_backup;
    return is_taken;
}

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* The repair is part of the history. */
static bool record(struct gr_salvage *salvage, const struct sources *sources, int64_t recorded_seq,
                   struct gr_err *err)
{
    struct gr_buf payload;
    gr_buf_start(&payload, 4096);
    struct gr_json json = {.out = &payload};
    gr_json_open(&json, NULL, '{');
    gr_json_text(&json, "backup", sources->day);
    gr_json_integer(&json, "from_backup", sources->from_backup);
    gr_json_text(&json, "damaged", last_name(sources->aside));
    gr_json_integer(&json, "from_damaged", sources->from_aside);
    gr_json_integer(&json, "resealed", salvage->resealed);
    gr_json_integer(&json, "spoiled", salvage->spoiled);
    gr_json_integer(&json, "recorded", recorded_seq);
    gr_json_close(&json, '}');
    int64_t newest = salvage->last_seq > recorded_seq ? salvage->last_seq : recorded_seq;
    bool is_recorded = payload.failed
                           ? gr_fail(err, GR_E_MEMORY, "no memory for the record of the repair")
                           : gr_salvage_record(salvage, newest + 1, gr_buf_cstr(&payload), err);
    gr_buf_free(&payload);
    return is_recorded;
}

static void say(const struct gr_repair *repair, const struct sources *sources,
                const struct gr_salvage *salvage)
{
    char kept[400] = "";
    char lost[80] = "";
    if (sources->aside[0] != '\0')
        (void)snprintf(kept, sizeof kept, " The damaged file is kept as %.255s.",
                       last_name(sources->aside));
    if (salvage->spoiled > 0 || salvage->resealed > 0 || salvage->last_seq < repair->recorded_seq)
        (void)snprintf(lost, sizeof lost, " Some events could not be read and are lost.");
    const char *what = sources->aside[0] != '\0' ? "was damaged" : "was gone";
    if (salvage->copied == 0)
        (void)snprintf(repair->notice, repair->notice_size,
                       "Your progress store %s and nothing could be recovered; it starts empty.%s",
                       what, kept);
    else if (sources->day[0] != '\0')
        (void)snprintf(repair->notice, repair->notice_size,
                       "Your progress store %s: %lld events restored from the backup of %s and "
                       "%lld newer ones from the damaged file.%s%s",
                       what, (long long)sources->from_backup, sources->day,
                       (long long)sources->from_aside, lost, kept);
    else
        (void)snprintf(repair->notice, repair->notice_size,
                       "Your progress store %s: %lld events recovered from it.%s%s", what,
                       (long long)sources->from_aside, lost, kept);
}

/* In the same transaction as the events, so a repair that took place is told of. */
static bool keep_notice(const struct gr_salvage *salvage, const char *notice, struct gr_err *err)
{
    sqlite3_stmt *put = NULL;
    errno = 0;
    bool is_kept =
        sqlite3_prepare_v2(salvage->into, "REPLACE INTO note VALUES('" GR_NOTICE_KEY "', ?1)", -1,
                           &put, NULL) == SQLITE_OK &&
        sqlite3_bind_text(put, 1, notice, -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_step(put) == SQLITE_DONE;
    if (!is_kept)
        (void)gr_sql_fail(salvage->into, "cannot write the repaired store", err);
    (void)sqlite3_finalize(put);
    return is_kept;
}

static bool build(const struct gr_repair *repair, const char *fresh, struct sources *sources,
                  struct gr_err *err)
{
    struct gr_salvage salvage = {0};
    bool is_built = gr_schema_create(fresh, err) && gr_salvage_begin(&salvage, fresh, err) &&
                    take_backup(&salvage, repair->path, sources, err) &&
                    take_aside(&salvage, fresh, sources, err);
    if (is_built)
        say(repair, sources, &salvage);
    is_built = is_built && record(&salvage, sources, repair->recorded_seq, err) &&
               keep_notice(&salvage, repair->notice, err);
    is_built = gr_salvage_end(&salvage, is_built, err) && is_built;
    return is_built;
}

bool gr_repair(const struct gr_repair *repair, struct gr_err *err)
{
    char fresh[GR_PATH_MAX];
    struct sources sources = {0};
    if (!gr_place_beside(repair->path, ".new", fresh, err))
        return false;
    bool is_aside = exists(repair->path) ? name_aside(repair->path, sources.aside, err) &&
                                               move_aside(repair->path, sources.aside, err)
                                         : find_left_aside(repair->path, sources.aside, err);
    if (!is_aside)
        return false;
    if (!build(repair, fresh, &sources, err)) {
        (void)unlink(fresh);
        return gr_err_wrap(err, "while repairing the store");
    }
    if (rename(fresh, repair->path) != 0)
        return gr_place_fail("cannot put the repaired store at", repair->path, err);
    gr_place_sync_folder(repair->path);
    return true;
}
