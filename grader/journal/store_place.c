/* See store_place.h. The list of file systems is an allow list: what it does not name gets the
 * slower and safer rollback journal.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/journal/store_place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

#include "grader/base/str.h"
#include "grader/journal/store_schema.h"

bool gr_place_fail(const char *what, const char *path, struct gr_err *err)
{
    int why = errno;
    if (why == ENOMEM)
        return gr_fail(err, GR_E_MEMORY, "%s %s: out of memory; close something and try again",
                       what, path);
    if (why == ENOSPC || why == EDQUOT || why == EFBIG)
        return gr_fail(err, GR_E_STORE,
                       "%s %s: the disk or your quota is full; free some space and do it again",
                       what, path);
    return gr_fail(err, GR_E_STORE,
                   "%s %s: %s; see to its rights and space, or choose another place with "
                   "WALLCLOCK_DATA",
                   what, path, strerror(why));
}

bool gr_place_beside(const char *path, const char *suffix, char out[GR_PATH_MAX],
                     struct gr_err *err)
{
    int length = snprintf(out, GR_PATH_MAX, "%s%s", path, suffix);
    if (length < 0 || length >= GR_PATH_MAX)
        return gr_fail(err, GR_E_STORE, "the path of the store is too long: %.80s...", path);
    return true;
}

/* Cuts `path` at its last '/' into folder and name; "." when there is none. */
static const char *split(char *path, const char **folder)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL) {
        *folder = ".";
        return path;
    }
    *folder = slash == path ? "/" : path;
    *slash = '\0';
    return slash + 1;
}

/* mkdir -p with private rights; an existing folder keeps its own. */
static bool make_folder(const char *folder, struct gr_err *err)
{
    char part[GR_PATH_MAX];
    if (!gr_place_beside(folder, "/", part, err))
        return false;
    for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0700) == 0)
            gr_place_sync_folder(part);
        else if (errno != EEXIST)
            return gr_place_fail("cannot make the folder", part, err);
        *slash = '/';
    }
    return true;
}

static bool reach(const char *path, bool may_make, char out[GR_PATH_MAX], struct gr_err *err)
{
    char copy[GR_PATH_MAX];
    if (!gr_place_beside(path, "", copy, err))
        return false;
    const char *folder;
    const char *name = split(copy, &folder);
    if (name[0] == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return gr_fail(err, GR_E_STORE, "the store needs a file name, and %s is a folder", path);
    struct stat there;
    if (may_make && stat(folder, &there) != 0 && !make_folder(folder, err))
        return false;
    char real[GR_PATH_MAX];
    if (realpath(folder, real) == NULL)
        return gr_place_fail("cannot reach the folder", folder, err);
    int length = snprintf(out, GR_PATH_MAX, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
    if (length < 0 || length >= GR_PATH_MAX)
        return gr_fail(err, GR_E_STORE, "the path of the store is too long: %.80s...", path);
    return true;
}

bool gr_place_reach(const char *path, char out[GR_PATH_MAX], struct gr_err *err)
{
    return reach(path, false, out, err);
}

bool gr_place_settle(const char *path, char out[GR_PATH_MAX], struct gr_err *err)
{
    return reach(path, true, out, err);
}

bool gr_place_is_taken(const char *path, bool *is_taken, struct gr_err *err)
{
    struct stat there;
    *is_taken = lstat(path, &there) == 0;
    return *is_taken || errno == ENOENT || gr_place_fail("cannot look at", path, err);
}

/* The folder of `path`, or where that is missing the nearest one above it. */
static bool nearest_folder(const char *path, char out[GR_PATH_MAX], struct gr_err *err)
{
    const char *folder;
    if (!gr_place_beside(path, "", out, err))
        return false;
    do {
        (void)split(out, &folder);
        if (folder != out)
            memcpy(out, folder, strlen(folder) + 1);
    } while (access(out, F_OK) != 0 && errno == ENOENT && strchr(out, '/') != NULL &&
             strcmp(out, "/") != 0);
    return true;
}

bool gr_place_may_write(const char *path, struct gr_err *err)
{
    static const char *const suffixes[] = {"", ".lock"};
    char name[GR_PATH_MAX];
    if (!nearest_folder(path, name, err))
        return false;
    if (access(name, W_OK | X_OK) != 0)
        return gr_place_fail("cannot write in the folder", name, err);
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (!gr_place_beside(path, suffixes[i], name, err))
            return false;
        if (access(name, R_OK | W_OK) != 0 && errno != ENOENT)
            return gr_place_fail("cannot write", name, err);
    }
    return true;
}

/* SQLite's file header: magic at 0, application id at 68 (sqlite.org/fileformat2.html, 1.3). */
static enum gr_place judge_header(const unsigned char *head, size_t length)
{
    if (length == 0)
        return GR_PLACE_EMPTY;
    if (length < 72 || memcmp(head, "SQLite format 3", 16) != 0)
        return GR_PLACE_OTHER;
    uint32_t id = (uint32_t)head[68] << 24 | (uint32_t)head[69] << 16 | (uint32_t)head[70] << 8 |
                  (uint32_t)head[71];
    return id == GR_STORE_APPLICATION ? GR_PLACE_OURS : GR_PLACE_OTHER;
}

bool gr_place_look(const char *path, enum gr_place *out, struct gr_err *err)
{
    struct stat there;
    if (stat(path, &there) != 0) {
        *out = GR_PLACE_NOTHING;
        return errno == ENOENT || gr_place_fail("cannot look at the store", path, err);
    }
    if (!S_ISREG(there.st_mode))
        return gr_fail(err, GR_E_STORE,
                       "%s is not a file, so it cannot be the store; move it away or choose "
                       "another place with WALLCLOCK_DATA",
                       path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return gr_place_fail("cannot open the store", path, err);
    unsigned char head[72];
    ssize_t length = read(fd, head, sizeof head);
    int why = errno;
    (void)close(fd);
    errno = why;
    if (length < 0)
        return gr_place_fail("cannot read the store", path, err);
    *out = judge_header(head, (size_t)length);
    return true;
}

#ifdef __linux__
static bool is_local_type(uint32_t type)
{
    static const uint32_t local[] = {
        0x0000EF53, /* ext2, ext3, ext4 */
        0x58465342, /* XFS */
        0x9123683E, /* Btrfs */
        0xCA451A4E, /* bcachefs */
        0x2FC12FC1, /* ZFS */
        0xF2F52010, /* F2FS */
        0x01021994, /* tmpfs */
        0x858458F6, /* ramfs */
        0x794C7630, /* overlayfs, containers */
        0x3153464A, /* JFS */
        0x52654973, /* ReiserFS */
        0x2011BAB0, /* exFAT */
        0x00004D44, /* FAT */
        0x7366746E, /* NTFS3 */
        0x0000F15F, /* eCryptfs */
    };
    for (size_t i = 0; i < sizeof local / sizeof local[0]; i++)
        if (local[i] == type)
            return true;
    return false;
}
#endif

bool gr_place_is_local(const char *path)
{
    if (gr_str_is(gr_str(getenv("WALLCLOCK_ASSUME_NETWORK_FS")), "1"))
        return false;
#ifdef __linux__
    char copy[GR_PATH_MAX];
    const char *folder;
    if (!gr_place_beside(path, "", copy, NULL))
        return false;
    (void)split(copy, &folder);
    struct statfs below;
    return statfs(folder, &below) == 0 && is_local_type((uint32_t)below.f_type);
#else
    (void)path;
    return false;
#endif
}

void gr_place_sync_folder(const char *path)
{
    char copy[GR_PATH_MAX];
    const char *folder;
    if (!gr_place_beside(path, "", copy, NULL))
        return;
    (void)split(copy, &folder);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    /* Some file systems cannot flush a folder; then the name is as safe as they make it. */
    (void)fsync(fd);
    (void)close(fd);
}
