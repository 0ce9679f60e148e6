/* The commands: one const table drives dispatch, help and did-you-mean.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "app/cli/cli.h"

enum { CLI_MANY = 255 }; /* no upper bound on arguments */

struct cli_command {
    const char *name;
    const char *group; /* heading in help; rows of a group stand together */
    const char *args;  /* "ITEM VALUE" */
    const char *about; /* one line, no full stop */
    uint32_t flags;    /* bits 1u << enum cli_flag, beside the global ones */
    unsigned char least, most;
    int (*run)(struct cli *cli);
};

/* Row `index`, or NULL past the end. */
const struct cli_command *cli_command_at(size_t index);
const struct cli_command *cli_command_find(const char *name);
/* Flags that every command takes, as bits. */
uint32_t cli_global_flags(void);
/* Says that there is no such command, with the nearest one; CLI_USAGE. */
int cli_unknown_command(const char *name);

/* Help text of the program, or of one command. */
void cli_help_program(struct gr_buf *out);
void cli_help_command(const struct cli_command *command, struct gr_buf *out);

int cmd_open(struct cli *cli);
int cmd_list(struct cli *cli);
int cmd_read(struct cli *cli);
int cmd_answer(struct cli *cli);
int cmd_hint(struct cli *cli);
int cmd_solution(struct cli *cli);
int cmd_why(struct cli *cli);
int cmd_twin(struct cli *cli);
int cmd_eval(struct cli *cli);
int cmd_progress(struct cli *cli);
int cmd_reset(struct cli *cli);
int cmd_doctor(struct cli *cli);
int cmd_backup(struct cli *cli);
int cmd_export(struct cli *cli);
int cmd_check(struct cli *cli);
int cmd_trial(struct cli *cli);
int cmd_explain(struct cli *cli);
int cmd_kernel(struct cli *cli);
int cmd_help(struct cli *cli);

#endif
