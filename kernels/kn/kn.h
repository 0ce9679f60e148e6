/* The helper program's parts: one function per command, all taking the same options.
 * SPDX-License-Identifier: MIT */
#ifndef KN_KN_H
#define KN_KN_H

#include <stdbool.h>
#include <stdio.h>

#include "kn/run.h"

/* Exit codes, shared with the rest of Wallclock. */
enum kn_exit {
    KN_EXIT_DONE = 0,
    KN_EXIT_NEGATIVE = 1, /* done, and a check failed */
    KN_EXIT_USE = 2,
    KN_EXIT_MACHINE = 3, /* unsupported, absent or out of memory */
    KN_EXIT_NO_VERDICT = 5,
    KN_EXIT_INTERNAL = 70
};

enum { KN_WORDS_MAX = 32 };

struct kn_options {
    struct kn_host host;
    const char *words[KN_WORDS_MAX]; /* what stood behind the command */
    size_t word_count;
};

enum kn_exit kn_list(const struct kn_options *options);
enum kn_exit kn_run_command(const struct kn_options *options);
enum kn_exit kn_serve(const struct kn_options *options);
enum kn_exit kn_check_command(const struct kn_options *options);
enum kn_exit kn_bench(const struct kn_options *options);
enum kn_exit kn_probe(const struct kn_options *options);

/* The kernel called `name`; otherwise NULL and a reply that says so and suggests another. */
const struct kn_kernel *kn_find_kernel(const char *name, struct kn_reply *reply);

/* Says one sentence on standard error; the format brings its "kn ...: ". What it quotes cannot
 * steer a terminal. */
void kn_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "name=value" cut in two in place; false without a '='. */
bool kn_setting_cut(char *text, struct kn_setting *setting);

/* Writes a reply in the protocol's lines and flushes. `kernel` may be NULL for a refused request.
 * False when the reader is gone. */
bool kn_reply_write(FILE *to, const struct kn_kernel *kernel, const struct kn_reply *reply,
                    const struct kn_host *host);

/* The exit code that a reply of `kn run` stands for. */
enum kn_exit kn_reply_exit(const struct kn_reply *reply);

#endif
