/* `kn run` and `kn serve`: requests to replies. One reader with one fixed buffer: a line that does
 * not fit is read to its end, dropped and refused, so no input can make this program grow or lose
 * step.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "kn.h"
#include "kn/protocol.h"

enum line { LINE_READ, LINE_TOO_LONG, LINE_HAS_NUL, LINE_END };

/* The next line without its newline; a last one without any counts. */
static enum line read_line(FILE *from, char *line, size_t size)
{
    size_t length = 0;
    bool is_too_long = false, has_nul = false;
    int byte = getc(from);
    if (byte == EOF) {
        return LINE_END;
    }
    for (; byte != EOF && byte != '\n'; byte = getc(from)) {
        has_nul = has_nul || byte == '\0';
        if (length + 1 < size) {
            line[length++] = (char)byte;
        } else {
            is_too_long = true;
        }
    }
    line[length] = '\0';
    if (is_too_long) {
        return LINE_TOO_LONG;
    }
    return has_nul ? LINE_HAS_NUL : LINE_READ;
}

/* Cuts a line at its tabs, in place; the number of fields, at most KN_FIELDS_MAX + 1. */
static size_t cut_fields(char *line, char *fields[KN_FIELDS_MAX])
{
    char *at = line;
    for (size_t count = 0; count < KN_FIELDS_MAX; count++) {
        fields[count] = at;
        at = strchr(at, '\t');
        if (at == NULL) {
            return count + 1;
        }
        *at++ = '\0';
    }
    return KN_FIELDS_MAX + 1;
}

/* Runs what the fields ask for; the kernel, or NULL with a refusal in the reply. */
static const struct kn_kernel *answer(char *const *fields, size_t count, const struct kn_host *host,
                                      struct kn_reply *reply)
{
    struct kn_setting settings[KN_FIELDS_MAX];
    const struct kn_kernel *kernel = kn_find_kernel(fields[0], reply);
    if (kernel == NULL) {
        return NULL;
    }
    for (size_t i = 1; i < count; i++) {
        if (!kn_setting_cut(fields[i], &settings[i - 1])) {
            memset(reply, 0, sizeof *reply);
            kn_reply_fail(reply, KN_BAD_ARGUMENT, "an argument is written name=value, not %.40s",
                          fields[i]);
            return NULL;
        }
    }
    kn_run(kernel, settings, count - 1, host, reply);
    return kernel;
}

static const struct kn_kernel *answer_line(enum line state, char *line, const struct kn_host *host,
                                           struct kn_reply *reply)
{
    char *fields[KN_FIELDS_MAX];
    memset(reply, 0, sizeof *reply);
    if (state == LINE_TOO_LONG) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "a line has at most %d bytes", KN_LINE_MAX);
        return NULL;
    }
    if (state == LINE_HAS_NUL) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "a line may hold no NUL byte");
        return NULL;
    }
    size_t count = cut_fields(line, fields);
    if (count > KN_FIELDS_MAX) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "a line has at most %d fields", KN_FIELDS_MAX);
        return NULL;
    }
    if (count < 2 || strcmp(fields[0], "run") != 0) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT,
                      "a request is run, a kernel and name=value, with tabs between");
        return NULL;
    }
    return answer(fields + 1, count - 1, host, reply);
}

enum kn_exit kn_serve(const struct kn_options *options)
{
    char line[KN_LINE_MAX];
    struct kn_reply reply;
    uint64_t requests = 0;
    if (options->word_count > 0) {
        kn_complain("kn serve: takes no words; requests come on standard input");
        return KN_EXIT_USE;
    }
    for (;;) {
        enum line state = read_line(stdin, line, sizeof line);
        if (state == LINE_END) {
            return ferror(stdin) != 0 ? KN_EXIT_INTERNAL : KN_EXIT_DONE;
        }
        (void)printf("text\trequest\t%llu\n", (unsigned long long)++requests);
        const struct kn_kernel *kernel = answer_line(state, line, &options->host, &reply);
        if (!kn_reply_write(stdout, kernel, &reply, &options->host)) {
            return KN_EXIT_INTERNAL;
        }
    }
}

enum kn_exit kn_run_command(const struct kn_options *options)
{
    char texts[KN_WORDS_MAX][128];
    char *fields[KN_WORDS_MAX];
    struct kn_reply reply;
    if (options->word_count == 0) {
        kn_complain("kn run: which kernel? See kn list.");
        return KN_EXIT_USE;
    }
    for (size_t i = 0; i < options->word_count; i++) {
        int length = snprintf(texts[i], sizeof texts[i], "%s", options->words[i]);
        if (length < 0 || (size_t)length >= sizeof texts[i]) {
            kn_complain("kn run: an argument of %d bytes is too long", length);
            return KN_EXIT_USE;
        }
        fields[i] = texts[i];
    }
    const struct kn_kernel *kernel = answer(fields, options->word_count, &options->host, &reply);
    if (reply.status != KN_OK) {
        kn_complain("kn run: %s", reply.message);
    }
    bool is_written = kn_reply_write(stdout, kernel, &reply, &options->host);
    return is_written ? kn_reply_exit(&reply) : KN_EXIT_INTERNAL;
}
