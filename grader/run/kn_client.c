/* See kn_client.h. States: no child; child idle; request under way (is_busy). Whatever is not
 * exactly one reply in time ends the child, because after that nobody knows which request its next
 * line would belong to.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/kn_client.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/wait.h>
#include <unistd.h>

#include "grader/run/kn_child.h"
#include "grader/run/kn_reply.h"
#include "kn/protocol.h"

enum { REPLY_MOST = 1 << 20, DEADLINE_MS = 20000, END_GRACE_MS = 200 };

struct gr_kn {
    char *path, *isa, *device; /* isa and device may be NULL */
    int64_t limit_ms;
    struct gr_kn_child child;
    bool is_busy;
    int64_t deadline_ns; /* monotonic, of the request under way */
    struct gr_buf reply; /* what has come of its reply */
    size_t looked;       /* bytes of it already looked at, whole lines */
    uint64_t asked;      /* requests sent to this child */
    bool is_numbering;   /* this child says which request it answers, so it must go on doing so */
};

static int64_t now_ns(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool keep_option(const char *text, char **out)
{
    *out = text == NULL ? NULL : strdup(text);
    return text == NULL || *out != NULL;
}

bool gr_kn_new(struct gr_kn **out, const struct gr_kn_options *options, struct gr_err *err)
{
    struct gr_kn *kn = calloc(1, sizeof *kn);
    *out = NULL;
    if (kn == NULL)
        return gr_fail(err, GR_E_MEMORY, "no memory for the helper kn");
    gr_kn_child_init(&kn->child);
    gr_buf_start(&kn->reply, REPLY_MOST);
    kn->limit_ms = options->deadline_ms > 0 ? options->deadline_ms : DEADLINE_MS;
    if (!keep_option(options->path, &kn->path) || !keep_option(options->isa, &kn->isa) ||
        !keep_option(options->device, &kn->device)) {
        gr_kn_free(kn);
        return gr_fail(err, GR_E_MEMORY, "no memory for the helper kn");
    }
    *out = kn;
    return true;
}

void gr_kn_free(struct gr_kn *kn)
{
    if (kn == NULL)
        return;
    (void)gr_kn_child_end(&kn->child, 0);
    gr_kn_child_bury(&kn->child);
    gr_buf_free(&kn->reply);
    free(kn->path);
    free(kn->isa);
    free(kn->device);
    free(kn);
}

static bool start(struct gr_kn *kn, struct gr_err *err)
{
    char serve[] = "serve";
    char isa[] = "--isa";
    char device[] = "--device";
    char *argv[8] = {kn->path, serve};
    size_t count = 2;
    if (kn->isa != NULL) {
        argv[count++] = isa;
        argv[count++] = kn->isa;
    }
    if (kn->device != NULL) {
        argv[count++] = device;
        argv[count++] = kn->device;
    }
    if (kn->path == NULL)
        return gr_fail(err, GR_E_MACHINE, "no helper kn is known; name it with WALLCLOCK_KN");
    kn->asked = 0;
    kn->is_numbering = false;
    return gr_kn_child_start(&kn->child, argv, err);
}

static bool is_sendable(const char *text)
{
    return text != NULL && strpbrk(text, "\t\n") == NULL;
}

/* Whether the request can be written as one line of the protocol. */
static bool check_request(const char *kernel, const struct gr_kn_arg *args, size_t arg_count,
                          struct gr_err *err)
{
    bool is_good = is_sendable(kernel) && arg_count <= KN_FIELDS_MAX - 2;
    size_t length = is_good ? sizeof "run\t\n" - 1 + strlen(kernel) : 0;
    for (size_t i = 0; is_good && i < arg_count; i++) {
        is_good = is_sendable(args[i].name) && is_sendable(args[i].value);
        if (is_good)
            length += sizeof "\t=" - 1 + strlen(args[i].name) + strlen(args[i].value);
    }
    if (!is_good)
        return gr_fail(err, GR_E_COURSE,
                       "a kernel or argument has a tab or a line end in it, or there are too many");
    return length <= KN_LINE_MAX ||
           gr_fail(err, GR_E_COURSE, "the arguments of kernel %.60s do not fit one line", kernel);
}

static bool write_request(struct gr_buf *out, const char *kernel, const struct gr_kn_arg *args,
                          size_t arg_count, struct gr_err *err)
{
    if (!check_request(kernel, args, arg_count, err))
        return false;
    gr_buf_printf(out, "run\t%s", kernel);
    for (size_t i = 0; i < arg_count; i++)
        gr_buf_printf(out, "\t%s=%s", args[i].name, args[i].value);
    gr_buf_char(out, '\n');
    return !out->failed || gr_fail(err, GR_E_MEMORY, "no memory for a request to kn");
}

/* An idle child that died or spoke unasked is of no use any more. */
static void drop_stale(struct gr_kn *kn)
{
    char byte;
    if (kn->child.pid > 0 && gr_kn_child_receive(&kn->child, &byte, 1) != 0)
        (void)gr_kn_child_end(&kn->child, 0);
}

static const char *say_end(int status, char *out, size_t size)
{
    if (status != -1 && WIFSIGNALED(status))
        (void)snprintf(out, size, "crashed (signal %d, %s)", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    else if (status != -1 && WIFEXITED(status))
        (void)snprintf(out, size, "ended with status %d", WEXITSTATUS(status));
    else
        (void)snprintf(out, size, "closed its output");
    return out;
}

/* The child closed its end: find out how it died. */
static enum gr_kn_news died(struct gr_kn *kn, struct gr_err *err)
{
    char how[96];
    char words[120];
    int status = gr_kn_child_end(&kn->child, END_GRACE_MS);
    (void)gr_kn_child_last_line(&kn->child, words, sizeof words);
    kn->is_busy = false;
    (void)gr_fail(err, GR_E_MACHINE, "the helper kn %s before it answered%s%s",
                  say_end(status, how, sizeof how),
                  words[0] == '\0' ? "" : "; its last words: ", words);
    return GR_KN_FAILED;
}

static bool deliver(struct gr_kn *kn, struct gr_str request, struct gr_err *err)
{
    drop_stale(kn);
    for (int tries = 0; tries < 2; tries++) {
        if (kn->child.pid <= 0 && !start(kn, err))
            return false;
        if (gr_kn_child_send(&kn->child, request))
            return true;
        if (tries == 0)
            (void)gr_kn_child_end(&kn->child, 0);
    }
    (void)died(kn, err);
    return false;
}

bool gr_kn_send(struct gr_kn *kn, const char *kernel, const struct gr_kn_arg *args,
                size_t arg_count, struct gr_err *err)
{
    if (kn->is_busy)
        return gr_fail(err, GR_E_INTERNAL, "kn was asked while it was still at work");
    struct gr_buf request;
    gr_buf_start(&request, KN_LINE_MAX);
    bool is_sent = write_request(&request, kernel, args, arg_count, err) &&
                   deliver(kn, gr_buf_view(&request), err);
    gr_buf_free(&request);
    if (!is_sent)
        return false;
    gr_buf_clear(&kn->reply);
    kn->looked = 0;
    kn->is_busy = true;
    kn->asked++;
    kn->deadline_ns = now_ns() + kn->limit_ms * 1000000;
    return true;
}

int gr_kn_fd(const struct gr_kn *kn)
{
    return kn->is_busy ? kn->child.socket : -1;
}

int gr_kn_wait_ms(const struct gr_kn *kn)
{
    if (!kn->is_busy)
        return -1;
    int64_t left_ms = (kn->deadline_ns - now_ns() + 999999) / 1000000;
    if (left_ms < 0)
        return 0;
    return left_ms > INT_MAX ? INT_MAX : (int)left_ms;
}

void gr_kn_cancel(struct gr_kn *kn)
{
    if (!kn->is_busy)
        return;
    (void)gr_kn_child_end(&kn->child, 0);
    kn->is_busy = false;
}

/* Ends the child and the request, with a reason. */
static enum gr_kn_news broken(struct gr_kn *kn, struct gr_err *err, const char *what)
{
    gr_kn_child_listen(&kn->child);
    char words[120];
    (void)gr_kn_child_last_line(&kn->child, words, sizeof words);
    (void)gr_kn_child_end(&kn->child, 0);
    kn->is_busy = false;
    (void)gr_fail(err, GR_E_MACHINE, "%s; it was stopped%s%s", what,
                  words[0] == '\0' ? "" : ", its last words: ", words);
    return GR_KN_FAILED;
}

/* What has come does not fit: a reply without end, or memory gave out. */
static enum gr_kn_news overfull(struct gr_kn *kn, size_t got, struct gr_err *err)
{
    if (kn->reply.len + got > REPLY_MOST)
        return broken(kn, err, "the helper kn sent a reply without end");
    (void)gr_kn_child_end(&kn->child, 0);
    kn->is_busy = false;
    (void)gr_fail(err, GR_E_MEMORY, "no memory for the reply of kn");
    return GR_KN_FAILED;
}

static enum gr_kn_news finish(struct gr_kn *kn, struct gr_arena *arena, struct gr_kn_reply *reply,
                              struct gr_err *err)
{
    if (kn->looked < kn->reply.len)
        return broken(kn, err, "the helper kn spoke on after the end of its reply");
    struct gr_err why = {0};
    bool is_read = gr_kn_reply_read(gr_buf_view(&kn->reply), arena, reply, &why);
    kn->is_numbering = kn->is_numbering || reply->request != 0;
    if (kn->is_numbering && reply->request != kn->asked && why.code != GR_E_MEMORY)
        return broken(kn, err, "the helper kn answered another request than the one sent");
    kn->is_busy = false;
    if (!is_read) {
        (void)gr_fail(err, why.code, "%s", why.text);
        return GR_KN_FAILED;
    }
    if (!gr_kn_reply_is_sound(reply))
        return broken(kn, err, "the helper kn gave an output twice, or too many");
    return GR_KN_REPLY;
}

/* Looks at the lines that are complete. NOTHING or PROGRESS: the reply goes on. */
static enum gr_kn_news look(struct gr_kn *kn, struct gr_progress *progress, bool *is_complete,
                            struct gr_err *err)
{
    enum gr_kn_news news = GR_KN_NOTHING;
    struct gr_str rest = gr_str_from(gr_buf_view(&kn->reply), kn->looked);
    for (struct gr_str line; !*is_complete && gr_kn_next_line(&rest, &line);) {
        kn->looked = kn->reply.len - rest.len;
        switch (gr_kn_line_look(line, progress)) {
        case GR_KN_LINE_PROGRESS:
            news = GR_KN_PROGRESS;
            break;
        case GR_KN_LINE_END:
            *is_complete = true;
            break;
        case GR_KN_LINE_BROKEN:
            return broken(kn, err, "the helper kn sent a line that is not of its protocol");
        case GR_KN_LINE_PART:
            break;
        }
    }
    if (!*is_complete && rest.len >= KN_LINE_MAX)
        return broken(kn, err, "the helper kn sent a line without end");
    return news;
}

enum gr_kn_news gr_kn_take(struct gr_kn *kn, struct gr_arena *arena, struct gr_kn_reply *reply,
                           struct gr_progress *progress, struct gr_err *err)
{
    if (!kn->is_busy)
        return GR_KN_NOTHING;
    char bytes[16384];
    ssize_t got = 0;
    bool is_complete = false;
    enum gr_kn_news news = GR_KN_NOTHING;
    gr_kn_child_listen(&kn->child);
    /* Ends: what has come is bounded by the reply's most. */
    while (!is_complete && (got = gr_kn_child_receive(&kn->child, bytes, sizeof bytes)) > 0) {
        gr_buf_add(&kn->reply, (struct gr_str){bytes, (size_t)got});
        if (kn->reply.failed)
            return overfull(kn, (size_t)got, err);
        enum gr_kn_news latest = look(kn, progress, &is_complete, err);
        if (latest == GR_KN_FAILED)
            return latest;
        news = latest == GR_KN_PROGRESS ? latest : news;
    }
    if (is_complete)
        return finish(kn, arena, reply, err);
    if (got < 0)
        return died(kn, err);
    if (now_ns() >= kn->deadline_ns) {
        char what[80];
        (void)snprintf(what, sizeof what, "the helper kn did not answer within %lld ms",
                       (long long)kn->limit_ms);
        return broken(kn, err, what);
    }
    return news;
}

static bool can_run(const char *path)
{
    return access(path, X_OK) == 0;
}

bool gr_kn_find(char *out, size_t size, struct gr_err *err)
{
    const char *named = getenv("WALLCLOCK_KN");
    if (named != NULL && named[0] != '\0') {
        int length = snprintf(out, size, "%s", named);
        return (length > 0 && (size_t)length < size && can_run(out)) ||
               gr_fail(err, GR_E_MACHINE,
                       "WALLCLOCK_KN names %.200s, which is no program that can be run", named);
    }
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return gr_fail(err, GR_E_MACHINE, "cannot tell where kn is; name it with WALLCLOCK_KN");
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (slash != NULL)
        *slash = '\0';
    static const char *const places[] = {"kn", "../libexec/wallclock/kn"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        int used = snprintf(out, size, "%s/%s", self, places[i]);
        if (used > 0 && (size_t)used < size && can_run(out))
            return true;
    }
    return gr_fail(err, GR_E_MACHINE,
                   "the helper kn is neither in %.120s nor in libexec/wallclock beside it; build "
                   "it, or name it with WALLCLOCK_KN",
                   self);
}
