/* Plain mode: the whole course one line at a time, for screen readers, logs, pipes and terminals
 * that can do nothing else. No escape bytes, no hints that repeat, no prompt that cannot be left.
 *
 * Where one is: at home, at a page, at a problem, its twin, or in the walk through its solution. A
 * line is a command when its first word is one; at a question everything else is an answer. An
 * answer is read back first and counts only after "y".
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PLAIN_H
#define CLI_PLAIN_H

#include "app/cli/cli.h"
#include "app/cli/line_input.h"
#include "app/core/walk_text.h"

enum plain_place { PLAIN_HOME, PLAIN_PAGE, PLAIN_PROBLEM, PLAIN_TWIN, PLAIN_WALK };

struct plain {
    struct cli *cli;
    struct gr_session *session;
    struct app_outline outline;
    struct line_input input;
    enum plain_place place;
    const struct app_entry *entry; /* the item at hand; NULL at home */
    const struct gr_deal *deal;    /* the problem's open deal */
    uint32_t step;                 /* of the walk, 0-based */
    enum app_maths maths;          /* what the step before left open */
    bool is_leaving;
    int status; /* what the program will exit with */
};

/* Runs until the end of input or `q`; `item` NULL starts where one left off. */
int plain_run(struct cli *cli, const char *item);

/* ---- plain_show.c: what is said ------------------------------------------------------------- */

/* Puts the text on standard output; when that fails, plain mode leaves. */
void plain_put(struct plain *plain, const char *text);
void plain_printf(struct plain *plain, const char *format, ...) GR_PRINTF(2, 3);
/* The buffer, which is freed. */
void plain_put_buf(struct plain *plain, struct gr_buf *buf);
/* An error as a sentence; plain mode goes on. A store that fails is remembered as exit status. */
void plain_error(struct plain *plain, const struct gr_err *err);
void plain_show_home(struct plain *plain, bool whole);
void plain_show_item(struct plain *plain);
void plain_show_list(struct plain *plain, bool progress);
void plain_show_help(struct plain *plain);
void plain_show_hint(struct plain *plain);
void plain_show_solution(struct plain *plain);
void plain_show_why(struct plain *plain);

/* ---- plain_act.c: what is done -------------------------------------------------------------- */

/* Goes to the item called `name` and shows it. */
void plain_open(struct plain *plain, const char *name);
void plain_go(struct plain *plain, const struct app_entry *entry);
void plain_step(struct plain *plain, int by); /* next and back */
void plain_twin(struct plain *plain);
void plain_deal_again(struct plain *plain);
/* A line that is no command: an answer where there is a question. */
void plain_answer(struct plain *plain, struct gr_str text);
/* Reads a line after the prompt; false at the end of input or after Ctrl-C. */
bool plain_ask(struct plain *plain, const char *prompt, struct gr_buf *line);

/* Why an answer could not be read; where it looks like a mistyped command, that too. */
void plain_say_unreadable(struct plain *plain, struct gr_str text,
                          const struct gr_reading *reading);

/* ---- plain_walk.c ---------------------------------------------------------------------------- */

void plain_walk(struct plain *plain);
/* What is filled in at the blank at hand. */
void plain_answer_step(struct plain *plain, struct gr_str text);

/* ---- plain.c -------------------------------------------------------------------------------- */

struct plain_command {
    const char *name;
    const char *argument; /* "ITEM", or "" */
    const char *about;
    void (*run)(struct plain *plain, struct gr_str argument);
};

/* Row `index`, or NULL past the end. */
const struct plain_command *plain_command_at(size_t index);
/* The command nearest to the word, or NULL. */
const char *plain_command_near(struct gr_str word);

#endif
