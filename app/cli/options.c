/* See options.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/options.h"

#include <string.h>

static const struct cli_flag_row flag_table[FLAG_COUNT] = {
    {FLAG_HELP, "help", 'h', NULL, "help on the program or on a command"},
    {FLAG_VERSION, "version", 'V', NULL, "the version"},
    {FLAG_QUIET, "quiet", 'q', NULL, "no notices and no progress on standard error"},
    {FLAG_PLAIN, "plain", 0, NULL, "line mode: no screen, no escapes; reads a pipe as well"},
    {FLAG_JSON, "json", 0, NULL, "one JSON object on standard output"},
    {FLAG_COLOR, "color", 0, "WHEN", "auto, always or never"},
    {FLAG_NO_COLOR, "no-color", 0, NULL, "the same as --color never"},
    {FLAG_ASCII, "ascii", 0, NULL, "only ASCII characters, on the screen and in print"},
    {FLAG_NO_INPUT, "no-input", 0, NULL, "never ask, never open the screen"},
    {FLAG_YES, "yes", 'y', NULL, "answer yes to what would be asked"},
    {FLAG_DATA, "data", 0, "DIR", "folder of the store (WALLCLOCK_DATA)"},
    {FLAG_COURSE, "course", 0, "DIR", "folder of the course (WALLCLOCK_COURSE)"},
    {FLAG_STUDENT, "student", 0, "NAME", "decides only the first instance where no deal is open"},
    {FLAG_ISA, "isa", 0, "ISA", "scalar, avx2 or avx512 instead of what the CPU offers"},
    {FLAG_DEVICE, "device", 0, "DEVICE", "cpu or cuda:N"},
    {FLAG_INSTANCE, "instance", 0, "K", "deal instance K instead of the open one"},
    {FLAG_TWIN, "twin", 0, NULL, "answer the twin question"},
    {FLAG_DRY_RUN, "dry-run", 0, NULL, "grade without recording anything"},
    {FLAG_UNIT, "unit", 0, "UNIT", "the unit asked for; without it, a pure number"},
    {FLAG_DEEP, "deep", 0, NULL, "run references, solutions, mistakes and tests of every instance"},
    {FLAG_CLASS, "class", 0, "LIST", "with --deep: of exact,seeded,timed only these"},
    {FLAG_FORMAT, "format", 'f', "FORMAT", "human, short or json"},
    {FLAG_GATE, "gate", 0, NULL, "print the ledger; fail only on errors and on what is owed"},
    {FLAG_TIMES, "times", 0, "N", "how often to deal and grade (50)"},
    {FLAG_ANSWER, "answer", 0, "EXPR", "what is answered: model, reference or an expression"},
    {FLAG_LOAD, "load", 0, "N", "busy processes beside it (0)"},
};

const struct cli_flag_row *cli_flag_row(enum cli_flag flag)
{
    return &flag_table[flag];
}

struct parser {
    struct cli *cli;
    int argc, at;
    char *const *argv;
    struct cli_words words;
    bool is_kernel; /* what follows is kn's where we do not know it */
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static const struct cli_flag_row *by_letter(char letter)
{
    for (size_t i = 0; i < FLAG_COUNT; i++)
        if (flag_table[i].letter != 0 && flag_table[i].letter == letter)
            return &flag_table[i];
    return NULL;
}

static const struct cli_flag_row *by_name(struct gr_str name)
{
    for (size_t i = 0; i < FLAG_COUNT; i++)
        if (gr_str_is(name, flag_table[i].name))
            return &flag_table[i];
    return NULL;
}

static bool unknown_flag(const char *text, struct gr_str name, struct gr_err *err)
{
    const char *names[FLAG_COUNT];
    for (size_t i = 0; i < FLAG_COUNT; i++)
        names[i] = flag_table[i].name;
    const char *near = gr_nearest(name, names, FLAG_COUNT);
    if (near != NULL)
        return gr_fail(err, GR_E_USAGE, "no flag '%.60s'. Did you mean '--%s'?", text, near);
    return gr_fail(err, GR_E_USAGE,
                   "no flag '%.60s'; wallclock help lists them ('--' before what is no flag)",
                   text);
}

/* Takes the flag's value from `inline_value` or from the next argument. */
static bool take(struct parser *parser, const struct cli_flag_row *row, const char *inline_value,
                 struct gr_err *err)
{
    const char *value = inline_value;
    if (row->value == NULL && inline_value != NULL)
        return gr_fail(err, GR_E_USAGE, "--%s takes no value", row->name);
    if (row->value != NULL && value == NULL) {
        if (parser->at + 1 >= parser->argc)
            return gr_fail(err, GR_E_USAGE, "--%s needs a value: --%s %s", row->name, row->name,
                           row->value);
        value = parser->argv[++parser->at];
    }
    parser->cli->flags[row->flag] = row->value == NULL ? "" : value;
    return true;
}

static void take_word(struct parser *parser, const char *text)
{
    if (parser->words.count == 0)
        parser->is_kernel = strcmp(text, "kernel") == 0;
    parser->words.words[parser->words.count++] = text;
}

static bool take_long(struct parser *parser, const char *text, struct gr_err *err)
{
    const char *equals = strchr(text, '=');
    struct gr_str name = gr_str(text + 2);
    if (equals != NULL)
        name.len = (size_t)(equals - text) - 2;
    const struct cli_flag_row *row = by_name(name);
    if (row != NULL)
        return take(parser, row, equals == NULL ? NULL : equals + 1, err);
    if (!parser->is_kernel)
        return unknown_flag(text, name, err);
    take_word(parser, text);
    return true;
}

static bool take_argument(struct parser *parser, const char *text, struct gr_err *err)
{
    if (text[0] == '-' && text[1] == '-' && is_letter(text[2]))
        return take_long(parser, text, err);
    const struct cli_flag_row *row = NULL;
    if (text[0] == '-' && text[1] != '\0' && text[2] == '\0')
        row = by_letter(text[1]);
    if (row != NULL)
        return take(parser, row, NULL, err);
    take_word(parser, text);
    return true;
}

bool cli_parse(struct cli *cli, int argc, char *const *argv, struct cli_words *out,
               struct gr_err *err)
{
    struct parser parser = {.cli = cli, .argc = argc, .argv = argv};
    parser.words.words = gr_arena_array(&cli->app.arena, (size_t)argc + 1, sizeof(char *));
    if (parser.words.words == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    bool flags_ended = false;
    for (parser.at = 1; parser.at < argc; parser.at++) {
        const char *text = argv[parser.at];
        if (!flags_ended && strcmp(text, "--") == 0)
            flags_ended = true;
        else if (flags_ended)
            take_word(&parser, text);
        else if (!take_argument(&parser, text, err))
            return false;
    }
    *out = parser.words;
    return true;
}
