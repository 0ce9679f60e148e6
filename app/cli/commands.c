/* See commands.h. Also the program's way from arguments to exit status.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/commands.h"

#include <string.h>
#include <unistd.h>

#include <kn/catalogue.h>

#include "app/cli/options.h"
#include "app/cli/version.h"

#define BIT(flag) (1u << FLAG_##flag)

static const char take[] = "Take the course";
static const char keep[] = "Your work and this machine";
static const char make[] = "Make and check a course";

static const struct cli_command table[] = {
    {"open", take, "[ITEM]", "open the course where you left off, or at an item", 0, 0, 1,
     cmd_open},
    {"list", take, "", "every item with its state", BIT(JSON), 0, 0, cmd_list},
    {"read", take, "ITEM", "show a page, or a problem with its values", 0, 1, 1, cmd_read},
    {"answer", take, "ITEM VALUE", "answer a problem, or the question of a page",
     BIT(INSTANCE) | BIT(TWIN) | BIT(DRY_RUN) | BIT(JSON), 2, CLI_MANY, cmd_answer},
    {"hint", take, "ITEM", "the next hint; hints cost nothing and are counted", 0, 1, 1, cmd_hint},
    {"twin", take, "ITEM", "the same question without a measurement", 0, 1, 1, cmd_twin},
    {"why", take, "ITEM", "everything behind the last verdict", 0, 1, 1, cmd_why},
    {"solution", take, "ITEM", "the solution, computed for your values", 0, 1, 1, cmd_solution},
    {"eval", take, "[TEXT]", "how an answer would be read; without TEXT, standard input",
     BIT(UNIT) | BIT(JSON), 0, CLI_MANY, cmd_eval},
    {"progress", keep, "", "what is done and what is left", BIT(JSON), 0, 0, cmd_progress},
    {"reset", keep, "ITEM", "start an item afresh; its history is kept", 0, 1, 1, cmd_reset},
    {"backup", keep, "[FILE]", "a consistent copy of the store", 0, 0, 1, cmd_backup},
    {"export", keep, "[FILE]", "the journal as JSON lines", 0, 0, 1, cmd_export},
    {"doctor", keep, "", "terminal, store, kernels and course at a glance", 0, 0, 0, cmd_doctor},
    {"kernel", keep, "list|run|check|bench ...", "the kernels by themselves (hands over to kn)", 0,
     0, CLI_MANY, cmd_kernel},
    {"check", make, "[PATH...]", "every file of the course, its links and the gate",
     BIT(DEEP) | BIT(CLASS) | BIT(FORMAT) | BIT(GATE) | BIT(JSON), 0, CLI_MANY, cmd_check},
    {"trial", make, "ITEM", "deal and grade one answer many times; counts the verdicts",
     BIT(TIMES) | BIT(ANSWER) | BIT(LOAD) | BIT(JSON), 1, 1, cmd_trial},
    {"explain", make, "CODE", "what a finding of check means", 0, 1, 1, cmd_explain},
    {"help", make, "[COMMAND]", "this help, or that of a command", 0, 0, 1, cmd_help},
};

enum { COMMANDS = sizeof table / sizeof table[0], MOST_DEVICES = 1024 };

const struct cli_command *cli_command_at(size_t index)
{
    return index < COMMANDS ? &table[index] : NULL;
}

const struct cli_command *cli_command_find(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

uint32_t cli_global_flags(void)
{
    return BIT(HELP) | BIT(VERSION) | BIT(QUIET) | BIT(PLAIN) | BIT(COLOR) | BIT(NO_COLOR) |
           BIT(ASCII) | BIT(NO_INPUT) | BIT(YES) | BIT(DATA) | BIT(COURSE) | BIT(STUDENT) |
           BIT(ISA) | BIT(DEVICE);
}

int cli_unknown_command(const char *name)
{
    const char *names[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = table[i].name;
    const char *near = gr_nearest(gr_str(name), names, COMMANDS);
    if (near != NULL)
        return cli_usage("no command '%.60s'. Did you mean '%s'?", name, near);
    return cli_usage("no command '%.60s'; wallclock help lists them", name);
}

static int check_flags(const struct cli *cli)
{
    uint32_t allowed = cli_global_flags() | cli->command->flags;
    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (cli->flags[i] != NULL && (allowed & (1u << i)) == 0)
            return cli_usage("%s takes no --%s; wallclock help %s lists its flags",
                             cli->command->name, cli_flag_row((enum cli_flag)i)->name,
                             cli->command->name);
    return CLI_DONE;
}

static int check_args(const struct cli *cli)
{
    const struct cli_command *command = cli->command;
    bool takes_text =
        command->run == cmd_answer || command->run == cmd_eval || command->run == cmd_kernel;
    for (size_t i = 0; i < cli->arg_count; i++)
        if (!takes_text && cli->args[i][0] == '-' && cli->args[i][1] != '\0')
            return cli_usage("no flag '%.60s'; wallclock help %s lists them", cli->args[i],
                             command->name);
    if (cli->arg_count < command->least)
        return cli_usage("%s needs more: wallclock %s %s", command->name, command->name,
                         command->args);
    if (cli->arg_count > command->most)
        return cli_usage("%s takes no '%.60s': wallclock %s%s%s", command->name,
                         cli->args[command->most], command->name,
                         command->args[0] == '\0' ? "" : " ", command->args);
    return CLI_DONE;
}

/* Colour is a matter of the screen; the command line prints none. */
static int take_color(struct cli *cli)
{
    const char *when = cli->flags[FLAG_COLOR];
    if (when == NULL || strcmp(when, "auto") == 0)
        cli->app.options.color = APP_COLOR_AUTO;
    else if (strcmp(when, "always") == 0)
        cli->app.options.color = APP_COLOR_ALWAYS;
    else if (strcmp(when, "never") == 0)
        cli->app.options.color = APP_COLOR_NEVER;
    else
        return cli_usage("--color takes auto, always or never, not '%.40s'", when);
    if (cli_has(cli, FLAG_NO_COLOR))
        cli->app.options.color = APP_COLOR_NEVER;
    return CLI_DONE;
}

/* The names of the kernels' instruction sets, as kn takes them. */
static int check_isa(const struct cli *cli)
{
    const char *names[KN_AVX512 + 1], *isa = cli->flags[FLAG_ISA];
    size_t count = 0;
    for (enum kn_backend backend = KN_SCALAR; backend <= KN_AVX512; backend++)
        names[count++] = kn_backend_word(backend);
    for (size_t i = 0; isa != NULL && i < count; i++)
        if (strcmp(isa, names[i]) == 0)
            return CLI_DONE;
    const char *near = isa == NULL ? NULL : gr_nearest(gr_str(isa), names, count);
    if (near != NULL)
        return cli_usage("--isa takes scalar, avx2 or avx512, not '%.40s'. Did you mean '%s'?", isa,
                         near);
    return isa == NULL ? CLI_DONE
                       : cli_usage("--isa takes scalar, avx2 or avx512, not '%.40s'", isa);
}

/* "cpu" or "cuda:N"; whether there is such a GPU is kn's to say. */
static int check_device(const struct cli *cli)
{
    const char *device = cli->flags[FLAG_DEVICE];
    int64_t number = 0;
    if (device == NULL || strcmp(device, "cpu") == 0)
        return CLI_DONE;
    bool is_gpu = strncmp(device, "cuda:", 5) == 0 && gr_str_integer(gr_str(device + 5), &number);
    return is_gpu && number >= 0 && number < MOST_DEVICES
               ? CLI_DONE
               : cli_usage("--device takes cpu or cuda:N, not '%.40s'", device);
}

static int take_options(struct cli *cli)
{
    cli->app.options = (struct app_options){
        .course = cli->flags[FLAG_COURSE],
        .data = cli->flags[FLAG_DATA],
        .student = cli->flags[FLAG_STUDENT],
        .isa = cli->flags[FLAG_ISA],
        .device = cli->flags[FLAG_DEVICE],
        .plain = cli_has(cli, FLAG_PLAIN),
        .json = cli_has(cli, FLAG_JSON),
        .ascii = cli_has(cli, FLAG_ASCII),
        .quiet = cli_has(cli, FLAG_QUIET),
        .no_input = cli_has(cli, FLAG_NO_INPUT),
        .yes = cli_has(cli, FLAG_YES),
    };
    int status = check_isa(cli);
    if (status == CLI_DONE)
        status = check_device(cli);
    return status == CLI_DONE ? take_color(cli) : status;
}

static int print_help(const struct cli_command *command)
{
    struct gr_buf out;
    gr_buf_start(&out, 1 << 16);
    if (command == NULL)
        cli_help_program(&out);
    else
        cli_help_command(command, &out);
    return cli_put_buf(&out);
}

int cmd_help(struct cli *cli)
{
    const struct cli_command *command = NULL;
    if (cli->arg_count == 1) {
        command = cli_command_find(cli->args[0]);
        if (command == NULL)
            return cli_unknown_command(cli->args[0]);
    }
    return print_help(command);
}

/* Sorts words into command and arguments; without a word the command is `open`. */
static int choose(struct cli *cli, const struct cli_words *words)
{
    const char *name = words->count == 0 ? "open" : words->words[0];
    if (name[0] == '-' && name[1] != '\0')
        return cli_usage("no flag '%.60s'; wallclock help lists them", name);
    cli->command = cli_command_find(name);
    if (cli->command == NULL)
        return cli_unknown_command(name);
    cli->args = words->words + (words->count == 0 ? 0 : 1);
    cli->arg_count = words->count == 0 ? 0 : words->count - 1;
    return CLI_DONE;
}

/* The day's first command that recorded something also copies the store. */
static void back_up(const struct cli *cli)
{
    struct gr_err err = {0};
    struct gr_journal *journal =
        cli->app.session == NULL ? NULL : gr_session_journal(cli->app.session);
    if (journal != NULL && !gr_journal_is_read_only(journal) &&
        !gr_journal_backup_daily(journal, &err))
        cli_say("%s", err.text);
}

int cli_main(struct cli *cli, int argc, char *const *argv)
{
    struct cli_words words;
    struct gr_err err = {0};
    if (!cli_parse(cli, argc, argv, &words, &err))
        return cli_fail(&err);
    if (cli_has(cli, FLAG_VERSION))
        return cli_put(gr_str("wallclock " WALLCLOCK_VERSION "\n"));
    if (cli_has(cli, FLAG_HELP) && words.count == 0)
        return print_help(NULL);
    int status = choose(cli, &words);
    if (status != CLI_DONE)
        return status;
    if (cli_has(cli, FLAG_HELP))
        return print_help(cli->command);
    status = check_flags(cli);
    if (status == CLI_DONE)
        status = check_args(cli);
    if (status == CLI_DONE)
        status = take_options(cli);
    if (status != CLI_DONE)
        return status;
    status = cli->command->run(cli);
    if (status != CLI_STORE)
        back_up(cli);
    return status;
}
