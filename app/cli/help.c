/* Help, printed from the tables of commands and flags, so that it cannot fall behind them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/core/words.h"

static void add_flag(const struct cli_flag_row *row, struct gr_buf *out)
{
    char name[40];
    (void)snprintf(name, sizeof name, "--%s%s%s", row->name, row->value == NULL ? "" : " ",
                   row->value == NULL ? "" : row->value);
    if (row->letter != 0)
        gr_buf_printf(out, "  -%c, %-18s %s\n", row->letter, name, row->about);
    else
        gr_buf_printf(out, "      %-18s %s\n", name, row->about);
}

static void add_flags(uint32_t flags, struct gr_buf *out)
{
    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if ((flags & (1u << i)) != 0)
            add_flag(cli_flag_row((enum cli_flag)i), out);
}

static void add_commands(struct gr_buf *out)
{
    const char *group = NULL;
    for (size_t i = 0; cli_command_at(i) != NULL; i++) {
        const struct cli_command *command = cli_command_at(i);
        if (command->group != group)
            gr_buf_printf(out, "\n%s\n", command->group);
        group = command->group;
        gr_buf_printf(out, "  %-9s %s\n", command->name, command->about);
    }
}

static void add_exits(struct gr_buf *out)
{
    gr_buf_text(out, "\nExit status\n"
                     "  0 done; 1 done, the outcome is negative (wrong, unreadable, findings);\n"
                     "  2 wrong use; 3 this machine cannot; 4 the course cannot be read;\n"
                     "  5 no verdict; 6 the store; 70 internal, or standard output cannot be\n"
                     "  written; 128+n ended by signal n\n");
}

void cli_help_program(struct gr_buf *out)
{
    gr_buf_text(out,
                "wallclock: a course in the terminal on where training time actually goes.\n\n"
                "Usage: wallclock [COMMAND] [ARGUMENTS] [FLAGS]\n"
                "Without a command it opens the course where you left off.\n\n"
                "  wallclock                            open the course\n"
                "  wallclock read W3                    a problem with your values\n"
                "  wallclock answer W3 '2^10 GiB'       answer it; arithmetic and units are read\n"
                "  wallclock eval '3.2 GB' --unit GiB   how an answer would be read\n"
                "  wallclock check --deep               everything an instructor must know\n");
    add_commands(out);
    gr_buf_text(out, "\nFlags for every command\n");
    add_flags(cli_global_flags(), out);
    gr_buf_text(out, "\nFiles\n"
                     "  $XDG_DATA_HOME/wallclock/progress.db   your answers (or --data DIR)\n"
                     "  the course is found beside the program, or by --course DIR\n");
    add_exits(out);
    gr_buf_text(out, "\nMore on a command: wallclock help COMMAND\n");
}

void cli_help_command(const struct cli_command *command, struct gr_buf *out)
{
    gr_buf_printf(out, "wallclock %s: %s.\n\nUsage: wallclock %s%s%s%s\n", command->name,
                  command->about, command->name, command->args[0] == '\0' ? "" : " ", command->args,
                  command->flags == 0 ? "" : " [FLAGS]");
    if (strstr(command->args, "ITEM") != NULL)
        gr_buf_text(out, "\nITEM is an id or its short form: VIII.6.W1, W1, basics.3.\n"
                         "wallclock list shows them all.\n");
    if (command->flags != 0) {
        gr_buf_text(out, "\nFlags\n");
        add_flags(command->flags, out);
    }
    gr_buf_text(out, "\nFlags for every command\n");
    add_flags(cli_global_flags(), out);
    add_exits(out);
}
