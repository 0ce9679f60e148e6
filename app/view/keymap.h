/* Every key of every screen in one table: what it does, its name, its words. Dispatch, the bottom
 * bar and the `?` overlay read the same rows, so none can tell another story.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_KEYMAP_H
#define APP_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keys that are no character; characters are their code points, control keys below 32. */
enum {
    KEYS_FIRST = 0x110000,
    KEYS_UP,
    KEYS_DOWN,
    KEYS_LEFT,
    KEYS_RIGHT,
    KEYS_WORD_LEFT,
    KEYS_WORD_RIGHT,
    KEYS_HOME,
    KEYS_END,
    KEYS_PAGE_UP,
    KEYS_PAGE_DOWN,
    KEYS_DELETE,
    KEYS_BACK_TAB,
    KEYS_F1,
    KEYS_F2,
    KEYS_F3,
    KEYS_F4,
    KEYS_F5,
    KEYS_ENTER = 13,
    KEYS_TAB = 9,
    KEYS_ESCAPE = 27,
    KEYS_BACKSPACE = 127
};

/* Where a key means what it means. */
enum context {
    AT_HOME,
    AT_LIST,
    AT_READER, /* pages; also solutions and `why` */
    AT_PROBLEM,
    AT_FIELD,
    AT_RUN,
    AT_RESULT,
    AT_HELP,
    CONTEXT_COUNT
};

enum action {
    DO_NOTHING,
    DO_LINE_UP,
    DO_LINE_DOWN,
    DO_PAGE_UP,
    DO_PAGE_DOWN,
    DO_TOP,
    DO_BOTTOM,
    DO_NEXT_LINK,
    DO_PREVIOUS_LINK,
    DO_OPEN,
    DO_BACK,
    DO_QUIT,
    DO_HELP,
    DO_REDRAW,
    DO_RESUME,
    DO_NEXT_ITEM,
    DO_PREVIOUS_ITEM,
    DO_ENTER_FIELD,
    DO_LEAVE_FIELD,
    DO_CHECK,
    DO_HINT,
    DO_TWIN,
    DO_WALK,
    DO_SOLUTION,
    DO_WHY,
    DO_DEAL,
    DO_CANCEL_RUN,
    DO_EDIT_LEFT,
    DO_EDIT_RIGHT,
    DO_EDIT_WORD_LEFT,
    DO_EDIT_WORD_RIGHT,
    DO_EDIT_HOME,
    DO_EDIT_END,
    DO_EDIT_BACKSPACE,
    DO_EDIT_DELETE,
    DO_EDIT_DELETE_WORD,
    DO_EDIT_DELETE_START,
    DO_EDIT_DELETE_END,
    DO_EDIT_RECALL
};

struct key_row {
    unsigned contexts; /* bits 1u << enum context */
    uint32_t key;
    enum action action;
    const char *name;  /* "Enter"; NULL: another key of the row above, not listed again */
    const char *words; /* "open" */
    int bar;           /* place in the bottom bar, smaller is more to the left; 0: only in `?` */
};

/* The table, for the help overlay and for tests. */
const struct key_row *keymap_rows(size_t *count);
/* What a key does there. */
enum action keymap_action(enum context context, uint32_t key);

#endif
