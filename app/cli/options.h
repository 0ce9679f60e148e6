/* Flags: one const table says their names, whether they take a value, and their line of help.
 * Parsing only sorts arguments into flags and words; what a command allows is in commands.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "app/cli/cli.h"

struct cli_flag_row {
    enum cli_flag flag;
    const char *name;  /* without "--" */
    char letter;       /* short form, 0 when there is none */
    const char *value; /* name of its value in help; NULL: takes none */
    const char *about;
};

/* Row of the flag; the table is in the order of enum cli_flag. */
const struct cli_flag_row *cli_flag_row(enum cli_flag flag);

struct cli_words {
    const char **words; /* as many as argc at most, in the caller's arena */
    size_t count;
};

/* Sorts argv[1..argc) into cli->flags and words. Flags stand anywhere; "--" ends them; "-" alone
 * and whatever starts with '-' without being a flag ("-5", "-.5", "-2^2", "--5") is a word, so that
 * a negative answer can be typed. After the word "kernel" unknown flags are words as well: they are
 * kn's. GR_E_USAGE with a did-you-mean. */
GR_MUST_CHECK bool cli_parse(struct cli *cli, int argc, char *const *argv, struct cli_words *out,
                             struct gr_err *err);

#endif
