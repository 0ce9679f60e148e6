/* See vt.h. Attribute letters: b bold, u underlined, r reversed, capitals with colour: G R Y, C for
 * any other.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/vt.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <check.h>
#include <vterm.h>

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int move_cursor(VTermPos now, VTermPos before, int visible, void *context)
{
    struct vt *vt = context;
    (void)before;
    (void)visible;
    vt->cursor_row = now.row;
    vt->cursor_column = now.col;
    return 1;
}

static int set_property(VTermProp property, VTermValue *value, void *context)
{
    struct vt *vt = context;
    if (property == VTERM_PROP_CURSORVISIBLE)
        vt->has_cursor = value->boolean != 0;
    else if (property == VTERM_PROP_ALTSCREEN)
        vt->has_altscreen = value->boolean != 0;
    else if (property == VTERM_PROP_TITLE)
        (void)snprintf(vt->title, sizeof vt->title, "%s", value->string);
    return 1;
}

static void write_all(const struct vt *vt, const char *bytes, size_t len)
{
    while (len > 0 && vt->pty.master >= 0) {
        ssize_t sent = write(vt->pty.master, bytes, len);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return;
        bytes += sent;
        len -= (size_t)sent;
    }
}

/* Keys and answers that libvterm has made. */
static void send_output(struct vt *vt)
{
    char bytes[512];
    size_t len;
    while ((len = vterm_output_read(vt->term, bytes, sizeof bytes)) > 0)
        write_all(vt, bytes, len);
}

void vt_start(struct vt *vt, const char *const *argv, const char *const *env, int rows, int columns)
{
    static const VTermScreenCallbacks callbacks = {.movecursor = move_cursor,
                                                   .settermprop = set_property};
    *vt = (struct vt){.rows = rows, .columns = columns, .has_cursor = true};
    gr_buf_start(&vt->raw, VT_RAW_BYTES);
    vt->term = vterm_new(rows, columns);
    ck_assert_ptr_nonnull(vt->term);
    vterm_set_utf8(vt->term, 1);
    VTermScreen *screen = vterm_obtain_screen(vt->term);
    vterm_screen_set_callbacks(screen, &callbacks, vt);
    vterm_screen_enable_altscreen(screen, 1);
    vterm_screen_reset(screen, 1);
    pty_start(&vt->pty, argv, env, rows, columns);
}

void vt_end(struct vt *vt)
{
    pty_end(&vt->pty);
    vterm_free(vt->term);
    gr_buf_free(&vt->raw);
}

/* Takes what comes within `wait_ms`; false when nothing came. */
static bool take(struct vt *vt, int wait_ms)
{
    char bytes[16384];
    struct pollfd from = {.fd = vt->pty.master, .events = POLLIN};
    if (vt->pty.master < 0 || poll(&from, 1, wait_ms) <= 0 || (from.revents & POLLIN) == 0)
        return false;
    ssize_t got = read(vt->pty.master, bytes, sizeof bytes);
    if (got <= 0)
        return false;
    gr_buf_add(&vt->raw, (struct gr_str){bytes, (size_t)got});
    (void)vterm_input_write(vt->term, bytes, (size_t)got);
    vterm_screen_flush_damage(vterm_obtain_screen(vt->term));
    send_output(vt);
    return true;
}

void vt_settle(struct vt *vt, int quiet_ms)
{
    int64_t end = now_ms() + VT_DEADLINE_MS;
    while (now_ms() < end && take(vt, quiet_ms))
        continue;
}

static void add_cell(const VTermScreenCell *cell, struct gr_buf *out)
{
    if (cell->chars[0] == 0)
        gr_buf_char(out, ' ');
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i] != 0; i++)
        if (cell->chars[i] != (uint32_t)-1)
            gr_buf_utf8(out, cell->chars[i]);
}

static VTermScreenCell cell_at(const struct vt *vt, int row, int column)
{
    VTermScreenCell cell = {0};
    (void)vterm_screen_get_cell(vterm_obtain_screen(vt->term),
                                (VTermPos){.row = row, .col = column}, &cell);
    return cell;
}

void vt_row(const struct vt *vt, int row, struct gr_buf *out)
{
    struct gr_buf text;
    gr_buf_start(&text, 1 << 16);
    for (int column = 0; column < vt->columns;) {
        VTermScreenCell cell = cell_at(vt, row, column);
        add_cell(&cell, &text);
        column += cell.width > 0 ? cell.width : 1;
    }
    struct gr_str view = gr_buf_view(&text);
    while (view.len > 0 && view.ptr[view.len - 1] == ' ')
        view.len--;
    gr_buf_add(out, view);
    gr_buf_free(&text);
}

bool vt_shows(const struct vt *vt, const char *text)
{
    struct gr_buf row;
    bool found = false;
    gr_buf_start(&row, 1 << 16);
    for (int i = 0; i < vt->rows && !found; i++) {
        gr_buf_clear(&row);
        vt_row(vt, i, &row);
        found = strstr(gr_buf_cstr(&row), text) != NULL;
    }
    gr_buf_free(&row);
    return found;
}

static bool wait_for(struct vt *vt, const char *text, bool shown, int deadline_ms)
{
    int64_t end = now_ms() + deadline_ms;
    for (;;) {
        if (vt_shows(vt, text) == shown)
            return true;
        if (now_ms() >= end)
            return false;
        if (!take(vt, VT_QUIET_MS) && pty_news(&vt->pty, 0) == PTY_ENDED) {
            while (take(vt, 0))
                continue;
            return vt_shows(vt, text) == shown;
        }
    }
}

bool vt_wait(struct vt *vt, const char *text, int deadline_ms)
{
    return wait_for(vt, text, true, deadline_ms);
}

bool vt_wait_gone(struct vt *vt, const char *text, int deadline_ms)
{
    return wait_for(vt, text, false, deadline_ms);
}

enum pty_news vt_wait_news(struct vt *vt, int deadline_ms)
{
    int64_t end = now_ms() + deadline_ms;
    while (now_ms() < end) {
        enum pty_news news = pty_news(&vt->pty, 0);
        if (news != PTY_NOTHING) {
            vt_settle(vt, VT_QUIET_MS);
            return news;
        }
        if (!take(vt, 10) && vt->pty.master < 0 && (news = pty_news(&vt->pty, 10)) != PTY_NOTHING)
            return news;
    }
    return PTY_NOTHING;
}

/* ---- keys -------------------------------------------------------------------------------------
 */

bool vt_key(struct vt *vt, const char *name)
{
    static const struct {
        const char *name;
        VTermKey key;
        VTermModifier modifier;
    } keys[] = {{"Enter", VTERM_KEY_ENTER, VTERM_MOD_NONE},
                {"Tab", VTERM_KEY_TAB, VTERM_MOD_NONE},
                {"Shift-Tab", VTERM_KEY_TAB, VTERM_MOD_SHIFT},
                {"Backspace", VTERM_KEY_BACKSPACE, VTERM_MOD_NONE},
                {"Esc", VTERM_KEY_ESCAPE, VTERM_MOD_NONE},
                {"Up", VTERM_KEY_UP, VTERM_MOD_NONE},
                {"Down", VTERM_KEY_DOWN, VTERM_MOD_NONE},
                {"Left", VTERM_KEY_LEFT, VTERM_MOD_NONE},
                {"Right", VTERM_KEY_RIGHT, VTERM_MOD_NONE},
                {"Ctrl-Left", VTERM_KEY_LEFT, VTERM_MOD_CTRL},
                {"Home", VTERM_KEY_HOME, VTERM_MOD_NONE},
                {"End", VTERM_KEY_END, VTERM_MOD_NONE},
                {"Del", VTERM_KEY_DEL, VTERM_MOD_NONE},
                {"PgUp", VTERM_KEY_PAGEUP, VTERM_MOD_NONE},
                {"PgDn", VTERM_KEY_PAGEDOWN, VTERM_MOD_NONE},
                {"F1", (VTermKey)(VTERM_KEY_FUNCTION_0 + 1), VTERM_MOD_NONE},
                {"F3", (VTermKey)(VTERM_KEY_FUNCTION_0 + 3), VTERM_MOD_NONE}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(name, keys[i].name) == 0) {
            vterm_keyboard_key(vt->term, keys[i].key, keys[i].modifier);
            send_output(vt);
            return true;
        }
    if (strcmp(name, "Space") == 0)
        name = " ";
    if (strncmp(name, "Ctrl-", 5) == 0 && name[5] >= 'A' && name[5] <= 'Z' && name[6] == '\0') {
        char control = (char)(name[5] - 'A' + 1);
        write_all(vt, &control, 1);
        return true;
    }
    if (strlen(name) != 1)
        return false;
    vt_type(vt, name);
    return true;
}

void vt_type(struct vt *vt, const char *text)
{
    write_all(vt, text, strlen(text));
}

void vt_paste(struct vt *vt, const char *text)
{
    vterm_keyboard_start_paste(vt->term);
    send_output(vt);
    vt_type(vt, text);
    vterm_keyboard_end_paste(vt->term);
    send_output(vt);
}

void vt_resize(struct vt *vt, int rows, int columns)
{
    vt->rows = rows;
    vt->columns = columns;
    vterm_set_size(vt->term, rows, columns);
    pty_resize(&vt->pty, rows, columns);
}

/* ---- the picture ------------------------------------------------------------------------------
 */

static char letter_of(const VTermScreenCell *cell)
{
    bool colored = !VTERM_COLOR_IS_DEFAULT_FG(&cell->fg);
    if (colored && VTERM_COLOR_IS_INDEXED(&cell->fg)) {
        uint8_t index = (uint8_t)(cell->fg.indexed.idx & 7);
        return index == 1 ? 'R' : index == 2 ? 'G' : index == 3 ? 'Y' : 'C';
    }
    if (colored)
        return 'C';
    return cell->attrs.reverse ? 'r' : cell->attrs.underline ? 'u' : cell->attrs.bold ? 'b' : '.';
}

static void print_attributes(const struct vt *vt, int row, struct gr_buf *out)
{
    char letters[1024];
    int last = 0;
    for (int column = 0; column < vt->columns && column < (int)sizeof letters; column++) {
        VTermScreenCell cell = cell_at(vt, row, column);
        letters[column] = letter_of(&cell);
        if (letters[column] != '.')
            last = column + 1;
    }
    if (last > 0)
        gr_buf_printf(out, "%2d:%.*s\n", row, last, letters);
}

void vt_print(const struct vt *vt, struct gr_buf *out)
{
    for (int row = 0; row < vt->rows; row++) {
        gr_buf_printf(out, "%2d|", row);
        vt_row(vt, row, out);
        gr_buf_char(out, '\n');
        print_attributes(vt, row, out);
    }
    gr_buf_printf(out, "cursor %d,%d %s\n", vt->cursor_row, vt->cursor_column,
                  vt->has_cursor ? "shown" : "hidden");
    gr_buf_printf(out, "screen %s\n", vt->has_altscreen ? "alternate" : "main");
    gr_buf_printf(out, "title \"%s\"\n", vt->title);
}
