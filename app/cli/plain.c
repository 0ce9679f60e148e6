/* See plain.h: the commands and the loop.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/plain.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/commands.h"
#include "app/cli/version.h"

enum { NAME_SIZE = 128 };

static void do_help(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain_show_help(plain);
}

static void do_home(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain->place = PLAIN_HOME;
    plain->entry = NULL;
    plain->deal = NULL;
    plain_show_home(plain, true);
}

static void do_list(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain_show_list(plain, false);
}

static void do_progress(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain_show_list(plain, true);
}

/* "open" and "read" with a name go there; read alone says the item again. */
static void do_open(struct plain *plain, struct gr_str argument)
{
    char name[NAME_SIZE];
    if (argument.len == 0) {
        plain_step(plain, 1);
        return;
    }
    (void)snprintf(name, sizeof name, "%.*s", (int)(argument.len < NAME_SIZE ? argument.len : 60),
                   argument.ptr);
    plain_open(plain, name);
}

static void do_read(struct plain *plain, struct gr_str argument)
{
    if (argument.len > 0)
        do_open(plain, argument);
    else
        plain_show_item(plain);
}

static void do_next(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain_step(plain, 1);
}

static void do_back(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain_step(plain, -1);
}

static void do_answer(struct plain *plain, struct gr_str argument)
{
    plain_answer(plain, argument);
}

static void do_hint(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain_show_hint(plain);
}

static void do_twin(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain_twin(plain);
}

static void do_why(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain_show_why(plain);
}

static void do_walk(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain_walk(plain);
}

static void do_solution(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain_show_solution(plain);
}

static void do_deal(struct plain *plain, struct gr_str argument)
{
    (void)argument; /* "deal again" */
    plain_deal_again(plain);
}

static void do_quit(struct plain *plain, struct gr_str argument)
{
    (void)argument;
    plain->is_leaving = true;
}

static const struct plain_command table[] = {
    {"help", "", "these commands; h for short", do_help},
    {"home", "", "the chapter's page and where you are", do_home},
    {"list", "", "every item with its state", do_list},
    {"open", "ITEM", "go to a page or problem", do_open},
    {"read", "", "the item at hand once more", do_read},
    {"next", "", "the next item; n for short", do_next},
    {"back", "", "the item before; from a twin or a walk, the problem", do_back},
    {"answer", "TEXT", "the same as typing TEXT at a question", do_answer},
    {"hint", "", "the next hint; costs nothing and is counted", do_hint},
    {"twin", "", "the same question without a measurement", do_twin},
    {"why", "", "everything behind the last verdict", do_why},
    {"walk", "", "the solution step by step, with blanks to fill in", do_walk},
    {"solution", "", "the whole solution with your values", do_solution},
    {"deal", "again", "a fresh instance of this problem", do_deal},
    {"progress", "", "what is done and what is left", do_progress},
    {"quit", "", "leave; everything is saved; q for short", do_quit},
};

enum { COMMANDS = sizeof table / sizeof table[0] };

const struct plain_command *plain_command_at(size_t index)
{
    return index < COMMANDS ? &table[index] : NULL;
}

const char *plain_command_near(struct gr_str word)
{
    const char *names[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = table[i].name;
    bool is_letter = word.len > 1 && ((word.ptr[0] >= 'a' && word.ptr[0] <= 'z') ||
                                      (word.ptr[0] >= 'A' && word.ptr[0] <= 'Z'));
    return is_letter ? gr_nearest(word, names, COMMANDS) : NULL;
}

static const struct plain_command *find(struct gr_str word)
{
    static const char *const letters[][2] = {
        {"h", "help"},    {"?", "help"},        {"n", "next"},    {"skip", "next"}, {"b", "back"},
        {"prev", "back"}, {"previous", "back"}, {"exit", "quit"}, {"q", "quit"}};
    const char *name = NULL;
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (gr_str_is(word, letters[i][0]))
            name = letters[i][1];
    for (size_t i = 0; i < COMMANDS; i++)
        if (gr_str_is(word, table[i].name) || (name != NULL && strcmp(name, table[i].name) == 0))
            return &table[i];
    return NULL;
}

/* At a page's question a single letter is an answer before it is a command. */
static bool is_choice(const struct plain *plain, struct gr_str line)
{
    if (plain->place != PLAIN_PAGE || !plain->entry->item.page->has_check || line.len != 1)
        return false;
    size_t count = plain->entry->item.page->check.choice_count;
    return line.ptr[0] >= 'a' && (size_t)(line.ptr[0] - 'a') < count;
}

/* A command of the shell that plain mode has no use for: never taken for an answer. */
static bool is_for_shell(struct plain *plain, struct gr_str word)
{
    char name[NAME_SIZE];
    (void)snprintf(name, sizeof name, "%.*s", (int)(word.len < NAME_SIZE ? word.len : 0), word.ptr);
    const struct cli_command *command = cli_command_find(name);
    if (command == NULL)
        return false;
    plain_printf(plain, "That is a command of the shell: leave with q and type wallclock %s%s%s.\n",
                 command->name, command->args[0] == '\0' ? "" : " ", command->args);
    return true;
}

static void take_line(struct plain *plain, struct gr_str line)
{
    line = gr_str_trim(line);
    if (line.len == 0)
        return;
    size_t len = 0;
    while (len < line.len && line.ptr[len] != ' ' && line.ptr[len] != '\t')
        len++;
    struct gr_str word = {.ptr = line.ptr, .len = len};
    const struct plain_command *command = is_choice(plain, line) ? NULL : find(word);
    if (command != NULL)
        command->run(plain, gr_str_trim(gr_str_from(line, len)));
    else if (is_choice(plain, line) || !is_for_shell(plain, word))
        plain_answer(plain, line);
}

static void make_prompt(const struct plain *plain, char *out, size_t size)
{
    const char *id = plain->entry == NULL ? "" : plain->entry->short_id;
    if (plain->place == PLAIN_TWIN)
        (void)snprintf(out, size, "%s twin> ", id);
    else if (plain->place == PLAIN_WALK)
        (void)snprintf(out, size, "%s step %u> ", id, (unsigned)plain->step + 1);
    else
        (void)snprintf(out, size, "%s> ", id);
}

static void greet(struct plain *plain, const char *item)
{
    const struct gr_journal *journal = gr_session_journal(plain->session);
    const struct gr_course *course = gr_session_course(plain->session);
    bool can_record = journal != NULL && !gr_journal_is_read_only(journal);
    plain_printf(plain,
                 "wallclock " WALLCLOCK_VERSION
                 ", plain mode. Type h for commands, q to leave.\n%s\n",
                 can_record ? "All answers are saved." : "NOTHING IS RECORDED HERE.");
    if (course->chapter_count > 0)
        plain_printf(plain, "%s, %s.\n", course->chapters[0].id, course->chapters[0].title);
    if (item != NULL)
        plain_open(plain, item);
    else
        plain_show_home(plain, false);
}

static void converse(struct plain *plain)
{
    struct gr_buf line;
    gr_buf_start(&line, (size_t)2 * LINE_INPUT_MOST);
    while (!plain->is_leaving) {
        char prompt[NAME_SIZE];
        make_prompt(plain, prompt, sizeof prompt);
        if (plain_ask(plain, prompt, &line))
            take_line(plain, gr_buf_view(&line));
    }
    gr_buf_free(&line);
}

int plain_run(struct cli *cli, const char *item)
{
    struct plain plain = {.cli = cli};
    struct gr_err err = {0};
    cli->app.options.plain = true;
    if (!cli_session(cli, APP_STORE_STAY, &plain.session, &err) ||
        !app_outline(gr_session_course(plain.session), &cli->app.arena, &plain.outline, &err))
        return cli_fail(&err);
    line_input_start(&plain.input, STDIN_FILENO);
    greet(&plain, item);
    struct gr_journal *journal = gr_session_journal(plain.session);
    if (journal != NULL && !gr_journal_is_read_only(journal) &&
        !gr_journal_backup_daily(journal, &err))
        plain_error(&plain, &err);
    converse(&plain);
    line_input_end(&plain.input);
    return plain.status;
}
