/* See store_lock.h. _GNU_SOURCE: open file description locks (F_OFD_SETLK). Unlike the older record
 * locks they belong to one open file, so a second journal in the same process is refused as well
 * and closing it does not drop the first one's lock.
 *
 * The record is GR_LOCK_RECORD bytes of "word value" lines, padded with blanks and written in one
 * call, so that a reader never sees half of it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "grader/journal/store_lock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "grader/base/str.h"
#include "grader/journal/store_place.h"
#include "grader/journal/wall_time.h"

enum { GR_LOCK_RECORD = 256, WAIT_MS = 2000, TURN_MS = 10 };
static const char *const state_words[] = {"closed", "open", "damaged"};

struct record {
    char pid[24], node[72];
    int64_t since_ms, last_seq;
    enum gr_lock_state state;
    bool stays;
};

static bool lock_path(const char *store_path, char out[GR_PATH_MAX], struct gr_err *err)
{
    return gr_place_beside(store_path, ".lock", out, err);
}

bool gr_lock_file_exists(const char *store_path)
{
    char path[GR_PATH_MAX];
    struct stat there;
    return lock_path(store_path, path, NULL) && lstat(path, &there) == 0 && there.st_size > 0;
}

/* The rest of the line of `text` that begins with `word` and a blank; empty when there is none. */
static struct gr_str value_of(struct gr_str text, const char *word)
{
    while (text.len > 0) {
        const char *end = memchr(text.ptr, '\n', text.len);
        size_t length = end == NULL ? text.len : (size_t)(end - text.ptr);
        struct gr_str line = {.ptr = text.ptr, .len = length};
        if (gr_str_starts(line, word) && line.len > strlen(word) && line.ptr[strlen(word)] == ' ')
            return gr_str_trim(gr_str_from(line, strlen(word)));
        text = gr_str_from(text, end == NULL ? length : length + 1);
    }
    return text;
}

/* A word for the screen: control characters and bytes beyond ASCII become '?'. */
static void keep_word(struct gr_str value, char *out, size_t size)
{
    size_t used = 0;
    for (; used < value.len && used + 1 < size; used++) {
        char c = value.ptr[used];
        out[used] = c > ' ' && c < 127 ? c : '?';
    }
    out[used] = '\0';
}

static bool read_record(int fd, struct record *out)
{
    char bytes[GR_LOCK_RECORD];
    ssize_t length = pread(fd, bytes, sizeof bytes, 0);
    struct gr_str text = {.ptr = bytes, .len = length > 0 ? (size_t)length : 0};
    *out = (struct record){.state = GR_LOCK_OPEN};
    if (!gr_str_starts(text, "wallclock lock 1\n"))
        return false;
    keep_word(value_of(text, "pid"), out->pid, sizeof out->pid);
    keep_word(value_of(text, "node"), out->node, sizeof out->node);
    for (size_t i = 0; i < sizeof state_words / sizeof state_words[0]; i++)
        if (gr_str_is(value_of(text, "state"), state_words[i]))
            out->state = (enum gr_lock_state)i;
    out->stays = gr_str_is(value_of(text, "stays"), "1");
    return gr_str_integer(value_of(text, "since_ms"), &out->since_ms) &&
           gr_str_integer(value_of(text, "last"), &out->last_seq);
}

static void say_holder(int fd, struct gr_lock *out)
{
    struct record record;
    if (!read_record(fd, &record)) {
        (void)snprintf(out->holder, sizeof out->holder, "another process");
        return;
    }
    char since[GR_WALL_TEXT];
    out->stays = record.stays;
    (void)snprintf(out->holder, sizeof out->holder, "pid %s on node %s since %s", record.pid,
                   record.node, gr_wall_since(record.since_ms, gr_wall_now_ms(), since));
}

#ifdef F_OFD_SETLK
enum { LOCK_COMMAND = F_OFD_SETLK, ASK_COMMAND = F_OFD_GETLK };
#else
enum { LOCK_COMMAND = F_SETLK, ASK_COMMAND = F_GETLK };
#endif

/* 1: ours now; 0: another's; -1: no locks here, or another error. */
static int try_lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, LOCK_COMMAND, &whole) == 0)
        return 1;
    return errno == EAGAIN || errno == EACCES ? 0 : -1;
}

static bool is_held(int fd)
{
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return fcntl(fd, ASK_COMMAND, &whole) == 0 && whole.l_type != F_UNLCK;
}

/* try_lock, again and again while the holder is one that soon lets go. A record that says "stays"
 * counts from its second look on: a new holder needs a moment to write its own. */
static int wait_for_lock(int fd)
{
    int got = try_lock(fd);
    bool stayed = false;
    for (int waited_ms = 0; got == 0 && waited_ms < WAIT_MS; waited_ms += TURN_MS) {
        struct record record;
        bool stays = read_record(fd, &record) && record.stays;
        if (stays && stayed)
            break;
        stayed = stays;
        (void)nanosleep(&(struct timespec){.tv_nsec = TURN_MS * 1000000L}, NULL);
        got = try_lock(fd);
    }
    return got;
}

static void take_over(int fd, struct gr_lock *out)
{
    struct record record;
    out->was_there = read_record(fd, &record);
    out->was = out->was_there ? record.state : GR_LOCK_CLOSED;
    out->last_seq = record.last_seq;
}

bool gr_lock_take(const char *store_path, bool to_stay, struct gr_lock *out, struct gr_err *err)
{
    *out = (struct gr_lock){.fd = -1};
    char path[GR_PATH_MAX];
    if (!lock_path(store_path, path, err))
        return false;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return gr_place_fail("cannot open the lock file", path, err);
    int got = wait_for_lock(fd);
    if (got > 0) {
        out->fd = fd;
        out->since_ms = gr_wall_now_ms();
        out->stays = to_stay;
        take_over(fd, out);
        /* Who it is, at once; how the last one ended stays until we have looked at the store. */
        if (out->was_there)
            gr_lock_mark(out, out->was, out->last_seq);
        return true;
    }
    if (got < 0)
        (void)gr_fail(err, GR_E_STORE,
                      "the file system of %s allows no locks (%s), so two programs could spoil the "
                      "store; keep it elsewhere with WALLCLOCK_DATA",
                      path, strerror(errno));
    else
        say_holder(fd, out);
    (void)close(fd);
    return got == 0;
}

void gr_lock_peek(const char *store_path, struct gr_lock *out)
{
    *out = (struct gr_lock){.fd = -1};
    char path[GR_PATH_MAX];
    int fd = -1;
    if (lock_path(store_path, path, NULL))
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return;
    /* In this order: a holder that leaves in between has written how it ended. */
    if (is_held(fd))
        say_holder(fd, out);
    take_over(fd, out);
    (void)close(fd);
}

void gr_lock_mark(const struct gr_lock *lock, enum gr_lock_state state, int64_t last_seq)
{
    if (lock->fd < 0)
        return;
    char node[64] = "";
    if (gethostname(node, sizeof node - 1) != 0 || node[0] == '\0')
        memcpy(node, "unknown", sizeof "unknown");
    char record[GR_LOCK_RECORD];
    memset(record, ' ', sizeof record);
    int length = snprintf(
        record, sizeof record,
        "wallclock lock 1\npid %ld\nnode %s\nsince_ms %lld\nstate %s\nlast %lld\nstays %d\n",
        (long)getpid(), node, (long long)lock->since_ms, state_words[state], (long long)last_seq,
        lock->stays ? 1 : 0);
    if (length > 0 && (size_t)length < sizeof record - 1)
        record[length] = ' '; /* over snprintf's NUL */
    record[sizeof record - 1] = '\n';
    /* Only people and the next start read this; a full disk must not stop the writer. */
    if (pwrite(lock->fd, record, sizeof record, 0) < 0)
        return;
}

void gr_lock_release(struct gr_lock *lock)
{
    if (lock->fd >= 0)
        (void)close(lock->fd);
    lock->fd = -1;
}
