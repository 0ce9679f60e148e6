/* The table of keys. Never taken: what the line discipline owns (Ctrl-S Q Z C \ V) and what
 * terminals and window managers grab; so F1 is only a second name of `?`. See keymap.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/keymap.h"

#define HOME_    (1u << AT_HOME)
#define LIST_    (1u << AT_LIST)
#define READER_  (1u << AT_READER)
#define PROBLEM_ (1u << AT_PROBLEM)
#define FIELD_   (1u << AT_FIELD)
#define RUN_     (1u << AT_RUN)
#define RESULT_  (1u << AT_RESULT)
#define HELP_    (1u << AT_HELP)
#define SHEETS   (HOME_ | LIST_ | READER_ | PROBLEM_ | RESULT_)
#define ANY      (SHEETS | FIELD_ | RUN_ | HELP_)

enum { CTRL_A = 1, CTRL_E = 5, CTRL_H = 8, CTRL_K = 11, CTRL_L = 12, CTRL_U = 21, CTRL_W = 23 };

static const struct key_row rows[] = {
    {HOME_ | LIST_ | READER_ | RESULT_, KEYS_ENTER, DO_OPEN, "Enter", "open", 1},
    {PROBLEM_, KEYS_ENTER, DO_ENTER_FIELD, "Enter", "answer", 1},
    {FIELD_, KEYS_ENTER, DO_CHECK, "Enter", "check, again: submit", 1},
    {FIELD_, KEYS_ESCAPE, DO_LEAVE_FIELD, "Esc", "leave the field", 2},
    {FIELD_, KEYS_F3, DO_HINT, "F3", "hint", 3},
    {HOME_, 'r', DO_RESUME, "r", "resume", 2},
    {READER_ | PROBLEM_ | RESULT_, 'n', DO_NEXT_ITEM, "n", "next", 7},
    {READER_ | PROBLEM_ | RESULT_, 'p', DO_PREVIOUS_ITEM, "p", "previous item", 0},
    {PROBLEM_ | RESULT_, 'H', DO_HINT, "H", "hint", 2},
    {PROBLEM_, KEYS_F3, DO_HINT, 0, 0, 0},
    {PROBLEM_ | RESULT_, 't', DO_TWIN, "t", "twin question", 4},
    {PROBLEM_, 'W', DO_WALK, "W", "walk through it", 3},
    {PROBLEM_ | RESULT_, 'S', DO_SOLUTION, "S", "solution", 6},
    {PROBLEM_ | RESULT_, 'w', DO_WHY, "w", "why", 5},
    {PROBLEM_ | RESULT_, 'd', DO_DEAL, "d", "deal afresh", 7},
    {RUN_, KEYS_ESCAPE, DO_CANCEL_RUN, "Esc", "stop", 1},
    {RUN_, 'q', DO_CANCEL_RUN, 0, 0, 0},
    {SHEETS, KEYS_TAB, DO_NEXT_LINK, "Tab", "next link", 0},
    {SHEETS, KEYS_BACK_TAB, DO_PREVIOUS_LINK, "Shift-Tab", "previous link", 0},
    {HOME_ | LIST_, KEYS_DOWN, DO_NEXT_LINK, "Down j", "next", 0},
    {HOME_ | LIST_, 'j', DO_NEXT_LINK, 0, 0, 0},
    {HOME_ | LIST_, KEYS_UP, DO_PREVIOUS_LINK, "Up k", "previous", 0},
    {HOME_ | LIST_, 'k', DO_PREVIOUS_LINK, 0, 0, 0},
    {READER_ | PROBLEM_ | RESULT_ | HELP_, KEYS_DOWN, DO_LINE_DOWN, "Down j", "a line down", 0},
    {READER_ | PROBLEM_ | RESULT_ | HELP_, 'j', DO_LINE_DOWN, 0, 0, 0},
    {READER_ | PROBLEM_ | RESULT_ | HELP_, KEYS_UP, DO_LINE_UP, "Up k", "a line up", 0},
    {READER_ | PROBLEM_ | RESULT_ | HELP_, 'k', DO_LINE_UP, 0, 0, 0},
    {SHEETS | HELP_, ' ', DO_PAGE_DOWN, "Space", "page on", 6},
    {SHEETS | HELP_ | FIELD_, KEYS_PAGE_DOWN, DO_PAGE_DOWN, "PgDn", "page on", 0},
    {SHEETS | HELP_ | FIELD_, KEYS_PAGE_UP, DO_PAGE_UP, "PgUp", "page back", 0},
    {SHEETS | HELP_, 'g', DO_TOP, "g Home", "to the top", 0},
    {SHEETS | HELP_, KEYS_HOME, DO_TOP, 0, 0, 0},
    {SHEETS | HELP_, 'G', DO_BOTTOM, "G End", "to the end", 0},
    {SHEETS | HELP_, KEYS_END, DO_BOTTOM, 0, 0, 0},
    {LIST_ | READER_ | PROBLEM_ | RESULT_ | HELP_, KEYS_ESCAPE, DO_BACK, "Esc", "back", 0},
    {LIST_ | READER_ | PROBLEM_ | RESULT_, KEYS_LEFT, DO_BACK, "Left h", "back", 0},
    {LIST_ | READER_ | PROBLEM_ | RESULT_, 'h', DO_BACK, 0, 0, 0},
    {HOME_ | LIST_ | READER_, KEYS_RIGHT, DO_OPEN, "Right l", "open", 0},
    {HOME_ | LIST_ | READER_, 'l', DO_OPEN, 0, 0, 0},
    {FIELD_, KEYS_LEFT, DO_EDIT_LEFT, "Left", "cursor left", 0},
    {FIELD_, KEYS_RIGHT, DO_EDIT_RIGHT, "Right", "cursor right", 0},
    {FIELD_, KEYS_WORD_LEFT, DO_EDIT_WORD_LEFT, "Ctrl-Left", "a word left", 0},
    {FIELD_, KEYS_WORD_RIGHT, DO_EDIT_WORD_RIGHT, "Ctrl-Right", "a word right", 0},
    {FIELD_, KEYS_HOME, DO_EDIT_HOME, "Home Ctrl-A", "to the start", 0},
    {FIELD_, CTRL_A, DO_EDIT_HOME, 0, 0, 0},
    {FIELD_, KEYS_END, DO_EDIT_END, "End Ctrl-E", "to the end", 0},
    {FIELD_, CTRL_E, DO_EDIT_END, 0, 0, 0},
    {FIELD_, KEYS_BACKSPACE, DO_EDIT_BACKSPACE, "Backspace", "delete before", 0},
    {FIELD_, CTRL_H, DO_EDIT_BACKSPACE, 0, 0, 0},
    {FIELD_, KEYS_DELETE, DO_EDIT_DELETE, "Del", "delete after", 0},
    {FIELD_, CTRL_W, DO_EDIT_DELETE_WORD, "Ctrl-W", "delete a word", 0},
    {FIELD_, CTRL_U, DO_EDIT_DELETE_START, "Ctrl-U", "clear to the start", 0},
    {FIELD_, CTRL_K, DO_EDIT_DELETE_END, "Ctrl-K", "clear to the end", 0},
    {FIELD_, KEYS_UP, DO_EDIT_RECALL, "Up", "the answer before", 0},
    {ANY & ~FIELD_, '?', DO_HELP, "? F1", "keys", 8},
    {ANY & ~FIELD_, KEYS_F1, DO_HELP, 0, 0, 0},
    {FIELD_, KEYS_F1, DO_HELP, "F1", "keys", 8},
    {ANY, CTRL_L, DO_REDRAW, "Ctrl-L", "redraw", 0},
    {HOME_, 'q', DO_QUIT, "q", "quit", 9},
    {LIST_ | READER_ | PROBLEM_ | RESULT_ | HELP_, 'q', DO_BACK, "q", "back", 9},
    {ANY & ~FIELD_, 'Q', DO_QUIT, "Q", "quit from anywhere", 0},
};

const struct key_row *keymap_rows(size_t *count)
{
    *count = sizeof rows / sizeof rows[0];
    return rows;
}

enum action keymap_action(enum context context, uint32_t key)
{
    if (key == '\n')
        key = KEYS_ENTER;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].key == key && (rows[i].contexts & (1u << context)) != 0)
            return rows[i].action;
    return DO_NOTHING;
}
