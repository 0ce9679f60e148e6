/* See graft.h. File format: sqlite.org/fileformat2.html, section 1.3. The damaged file is opened
 * for writing only so that SQLite can apply the write-ahead log or the rollback journal beside it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/journal/graft.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/journal/salvage.h"
#include "grader/journal/store_sql.h"

enum { PAGE_BYTES = 4096 };

static bool open_tolerant(const char *path, sqlite3 **db, struct gr_err *err)
{
    struct gr_err why = {0};
    /* writable_schema also means: do not refuse a file that is shorter than its header says. */
    if (gr_sql_open(path, SQLITE_OPEN_READWRITE, db, &why) &&
        gr_sql_run(*db, "PRAGMA writable_schema=ON; PRAGMA trusted_schema=OFF", &why) &&
        gr_salvage_can_read(*db))
        return true;
    if (*db != NULL && gr_sql_is_memory(*db))
        (void)gr_sql_fail(*db, "cannot read the store", &why);
    (void)sqlite3_close(*db);
    *db = NULL;
    return why.code != GR_E_MEMORY || gr_fail(err, why.code, "%s", why.text);
}

static bool copy_bytes(int from, int to)
{
    char block[16384];
    for (;;) {
        ssize_t got = read(from, block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0;
        for (ssize_t put = 0, more = 0; put < got; put += more) {
            more = write(to, block + put, (size_t)(got - put));
            if (more <= 0)
                return false;
        }
    }
}

static bool copy_file(const char *from_path, const char *to_path)
{
    int from = open(from_path, O_RDONLY | O_CLOEXEC);
    if (from < 0)
        return false;
    int to = open(to_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool is_copied = to >= 0 && copy_bytes(from, to);
    (void)close(from);
    if (to >= 0)
        is_copied = close(to) == 0 && is_copied;
    return is_copied;
}

/* The fresh first page, told how long the file is and whether a write-ahead log goes with it. */
static bool make_first_page(const char *fresh, off_t bytes, bool has_log,
                            unsigned char page[PAGE_BYTES])
{
    int fd = open(fresh, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool is_read = read(fd, page, PAGE_BYTES) == PAGE_BYTES;
    (void)close(fd);
    uint32_t pages = (uint32_t)(bytes / PAGE_BYTES);
    for (size_t i = 0; i < 4; i++)
        page[28 + i] = (unsigned char)(pages >> (24 - 8 * i));
    page[18] = page[19] = has_log ? 2 : 1;
    return is_read;
}

static bool replace_first_page(const char *path, const char *fresh, bool has_log)
{
    unsigned char page[PAGE_BYTES];
    struct stat there;
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool is_replaced = fstat(fd, &there) == 0 && there.st_size >= 2 * (off_t)PAGE_BYTES &&
                       make_first_page(fresh, there.st_size, has_log, page) &&
                       pwrite(fd, page, sizeof page, 0) == (ssize_t)sizeof page;
    return close(fd) == 0 && is_replaced;
}

bool gr_graft_open(struct gr_graft *graft, const char *damaged, const char *fresh, sqlite3 **db,
                   struct gr_err *err)
{
    graft->copy[0] = '\0';
    if (!open_tolerant(damaged, db, err))
        return false;
    char log[GR_PATH_MAX];
    char copy_log[GR_PATH_MAX];
    if (*db != NULL || !gr_place_beside(damaged, "-wal", log, NULL) ||
        !gr_place_beside(fresh, ".graft", graft->copy, NULL) ||
        !gr_place_beside(graft->copy, "-wal", copy_log, NULL))
        return true;
    bool has_log = copy_file(log, copy_log);
    return !copy_file(damaged, graft->copy) || !replace_first_page(graft->copy, fresh, has_log) ||
           open_tolerant(graft->copy, db, err);
}

void gr_graft_close(struct gr_graft *graft, sqlite3 *db)
{
    (void)sqlite3_close(db);
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; graft->copy[0] != '\0' && i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char name[GR_PATH_MAX];
        if (gr_place_beside(graft->copy, suffixes[i], name, NULL))
            (void)unlink(name);
    }
}
