/* See keys.h. Bracketed paste comes as two keys of our own with text between them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/tui/keys.h"

#include <poll.h>
#include <unistd.h>
#include <wchar.h>

#include <curses.h>

#include "app/view/keymap.h"

enum { CODE_PASTE_BEGIN = KEY_MAX + 1, CODE_PASTE_END, CODE_WORD_LEFT, CODE_WORD_RIGHT };
enum { PASTE_WAIT_MS = 500 };

void keys_define(void)
{
    /* Arrows in the other cursor mode: some terminals do not follow the one that was asked for. */
    (void)define_key("\033[A", KEY_UP);
    (void)define_key("\033[B", KEY_DOWN);
    (void)define_key("\033[C", KEY_RIGHT);
    (void)define_key("\033[D", KEY_LEFT);
    (void)define_key("\033[200~", CODE_PASTE_BEGIN);
    (void)define_key("\033[201~", CODE_PASTE_END);
    (void)define_key("\033[1;5D", CODE_WORD_LEFT);
    (void)define_key("\033[1;5C", CODE_WORD_RIGHT);
    (void)define_key("\033b", CODE_WORD_LEFT);
    (void)define_key("\033f", CODE_WORD_RIGHT);
}

/* Function keys; 0 for those that mean nothing here. */
static uint32_t from_code(wint_t code)
{
    static const struct {
        wint_t code;
        uint32_t key;
    } keys[] = {{KEY_UP, KEYS_UP},
                {KEY_DOWN, KEYS_DOWN},
                {KEY_LEFT, KEYS_LEFT},
                {KEY_RIGHT, KEYS_RIGHT},
                {CODE_WORD_LEFT, KEYS_WORD_LEFT},
                {CODE_WORD_RIGHT, KEYS_WORD_RIGHT},
                {KEY_HOME, KEYS_HOME},
                {KEY_END, KEYS_END},
                {KEY_PPAGE, KEYS_PAGE_UP},
                {KEY_NPAGE, KEYS_PAGE_DOWN},
                {KEY_DC, KEYS_DELETE},
                {KEY_BTAB, KEYS_BACK_TAB},
                {KEY_BACKSPACE, KEYS_BACKSPACE},
                {KEY_ENTER, KEYS_ENTER},
                {KEY_F(1), KEYS_F1},
                {KEY_F(2), KEYS_F2},
                {KEY_F(3), KEYS_F3},
                {KEY_F(4), KEYS_F4},
                {KEY_F(5), KEYS_F5}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].code == code)
            return keys[i].key;
    return 0;
}

/* The next code, waiting for it a while; ERR when none came. */
static int wait_code(wint_t *code)
{
    int got = get_wch(code);
    for (int tries = 0; got == ERR && tries < 3; tries++) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&input, 1, PASTE_WAIT_MS) <= 0)
            return ERR;
        got = get_wch(code);
    }
    return got;
}

static void read_paste(struct gr_buf *paste)
{
    wint_t code;
    gr_buf_clear(paste);
    for (;;) {
        int got = wait_code(&code);
        if (got == ERR || (got == KEY_CODE_YES && code == CODE_PASTE_END))
            return;
        if (got == OK && paste->len + 8 < KEYS_PASTE_BYTES)
            gr_buf_utf8(paste, code == '\r' ? '\n' : (uint32_t)code);
    }
}

enum keys_input keys_read(uint32_t *key, struct gr_buf *paste)
{
    wint_t code;
    for (;;) {
        int got = get_wch(&code);
        if (got == ERR)
            return KEYS_NONE;
        if (got == KEY_CODE_YES && code == CODE_PASTE_BEGIN) {
            read_paste(paste);
            return KEYS_PASTE;
        }
        *key = got == KEY_CODE_YES ? from_code(code) : (uint32_t)code;
        if (*key != 0)
            return KEYS_KEY;
    }
}
