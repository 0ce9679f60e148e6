/* See keys.h. Curses gives bytes and the codes of the sequences it knows; characters are put
 * together here, since curses itself drops up to 16 bytes after one that is none. Bracketed paste
 * comes as two keys of our own with text between them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/tui/keys.h"

#include <limits.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include <curses.h>

#include "app/view/keymap.h"

enum { CODE_PASTE_BEGIN = KEY_MAX + 1, CODE_PASTE_END, CODE_WORD_LEFT, CODE_WORD_RIGHT };
enum { PASTE_WAIT_MS = 500, SEQUENCE_WAIT_MS = 25, SEQUENCE_MOST = 4096 };

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
static uint32_t from_code(int code)
{
    static const struct {
        int code;
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

/* The next byte or code, waiting for it a while; ERR when none came. */
static int wait_code(int wait_ms)
{
    int got = getch();
    for (int tries = 0; got == ERR && tries < 3; tries++) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&input, 1, wait_ms) <= 0)
            return ERR;
        got = getch();
    }
    return got;
}

/* The character that begins with this byte, in the locale's encoding; 0 where there is none. What
 * broke it off is read next. */
static uint32_t character_from(int first)
{
    mbstate_t state;
    memset(&state, 0, sizeof state);
    for (int code = first, count = 0; count < MB_LEN_MAX; count++) {
        wchar_t wide = 0;
        char byte = (char)code;
        size_t used = mbrtowc(&wide, &byte, 1, &state);
        if (used <= 1)
            return (uint32_t)wide;
        bool is_broken = used == (size_t)-1;
        if (!is_broken)
            code = wait_code(SEQUENCE_WAIT_MS);
        if (code >= KEY_MIN || (is_broken && count > 0))
            (void)ungetch(code);
        if (is_broken || code == ERR || code >= KEY_MIN)
            return 0;
    }
    return 0;
}

static void read_paste(struct gr_buf *paste)
{
    gr_buf_clear(paste);
    for (;;) {
        int code = wait_code(PASTE_WAIT_MS);
        if (code == ERR || code == CODE_PASTE_END)
            return;
        uint32_t character = code >= KEY_MIN ? 0 : character_from(code);
        if (character != 0 && paste->len + 8 < KEYS_PASTE_BYTES)
            gr_buf_utf8(paste, character == '\r' ? '\n' : character);
    }
}

/* Reads a sequence to its end; `kind` is what came after its Esc. */
static void skip_rest(int kind, bool is_text)
{
    for (int count = 0; count < SEQUENCE_MOST; count++) {
        int code = wait_code(SEQUENCE_WAIT_MS);
        bool is_final = kind == 'O' || (kind == '[' && code >= 0x40 && code <= 0x7e);
        bool is_end = is_text && (code == '\a' || code == '\\');
        if (code >= KEY_MIN)
            (void)ungetch(code);
        if (code == ERR || code >= KEY_MIN || is_final || is_end)
            return;
    }
}

/* After Esc: a sequence that curses does not know (a key, a terminal's answer to somebody) is no
 * text, so that its letters are not taken for keys. */
static bool skip_sequence(void)
{
    int kind = getch();
    if (kind == ERR)
        return false;
    bool is_text = kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X';
    if (kind == '[' || kind == 'O' || is_text) {
        skip_rest(kind, is_text);
        return true;
    }
    (void)ungetch(kind);
    return false;
}

enum keys_input keys_read(uint32_t *key, struct gr_buf *paste)
{
    int code = getch();
    if (code == ERR)
        return KEYS_NONE;
    if (code == CODE_PASTE_BEGIN) {
        read_paste(paste);
        return KEYS_PASTE;
    }
    if (code == KEY_MOUSE) /* curses has read "Esc [ <", and a mouse nobody asked for goes on */
        skip_rest('[', false);
    if (code == KEY_MOUSE || (code == KEYS_ESCAPE && skip_sequence()))
        return KEYS_OTHER;
    *key = code >= KEY_MIN ? from_code(code) : character_from(code);
    return *key == 0 ? KEYS_OTHER : KEYS_KEY;
}
