/* Editing by glyphs, arming and the burst rule. See field.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/field.h"

#include <string.h>

void field_start(struct field *field)
{
    *field = (struct field){0};
}

struct gr_str field_text(const struct field *field)
{
    return (struct gr_str){field->text, field->len};
}

static void changed(struct field *field, int64_t now_ms)
{
    field->text[field->len] = '\0';
    field->is_armed = false;
    field->has_reading = false;
    field->needs_saving = true;
    field->is_sent = false;
    field->changed_ms = now_ms;
}

/* What shows of a text, as much as there is room for; false when something was left out. */
static bool put_clean(struct field *field, struct gr_str text)
{
    struct text_glyph glyph;
    for (size_t at = 0; text_next(text, &at, &glyph);) {
        if (field->len + glyph.bytes.len >= FIELD_BYTES)
            return false;
        memmove(field->text + field->at + glyph.bytes.len, field->text + field->at,
                field->len - field->at);
        memcpy(field->text + field->at, glyph.bytes.ptr, glyph.bytes.len);
        field->at += glyph.bytes.len;
        field->len += glyph.bytes.len;
    }
    field->text[field->len] = '\0';
    return true;
}

void field_set(struct field *field, struct gr_str text)
{
    field->len = field->at = 0;
    put_clean(field, text);
    field->text[field->len] = '\0';
    field->is_armed = field->has_reading = field->needs_saving = field->is_sent = false;
}

bool field_insert(struct field *field, struct gr_str text, int64_t now_ms)
{
    size_t before = field->len;
    bool fits = put_clean(field, text);
    if (field->len != before)
        changed(field, now_ms);
    return fits && field->len != before;
}

static size_t line_length(struct gr_str text)
{
    size_t len = 0;
    while (len < text.len && text.ptr[len] != '\n' && text.ptr[len] != '\r')
        len++;
    return len;
}

bool field_paste(struct field *field, struct gr_str text, int64_t now_ms, bool *cut)
{
    struct gr_str rest = gr_str_trim(text);
    struct gr_str line = gr_str_trim((struct gr_str){rest.ptr, line_length(rest)});
    bool fits = field_insert(field, line, now_ms);
    *cut = line.len < rest.len || !fits;
    field->is_armed = false;
    return fits;
}

/* The glyph edges around the cursor. */
static size_t edge_after(const struct field *field, size_t at)
{
    struct text_glyph glyph;
    text_next(field_text(field), &at, &glyph);
    return at;
}

static size_t edge_before(const struct field *field, size_t at)
{
    size_t edge = 0;
    while (edge < at) {
        size_t next = edge_after(field, edge);
        if (next >= at)
            break;
        edge = next;
    }
    return edge;
}

static size_t word_before(const struct field *field)
{
    size_t at = field->at;
    while (at > 0 && field->text[at - 1] == ' ')
        at--;
    while (at > 0 && field->text[at - 1] != ' ')
        at = edge_before(field, at);
    return at;
}

static size_t word_after(const struct field *field)
{
    size_t at = field->at;
    while (at < field->len && field->text[at] == ' ')
        at++;
    while (at < field->len && field->text[at] != ' ')
        at = edge_after(field, at);
    return at;
}

static void erase(struct field *field, size_t from, size_t to, int64_t now_ms)
{
    if (from >= to)
        return;
    memmove(field->text + from, field->text + to, field->len - to);
    field->len -= to - from;
    field->at = from;
    changed(field, now_ms);
}

static void recall(struct field *field, int64_t now_ms)
{
    if (field->before[0] == '\0')
        return;
    field_set(field, gr_str(field->before));
    changed(field, now_ms);
}

void field_do(struct field *field, enum field_edit edit, int64_t now_ms)
{
    switch (edit) {
    case FIELD_LEFT:
        field->at = edge_before(field, field->at);
        break;
    case FIELD_RIGHT:
        field->at = edge_after(field, field->at);
        break;
    case FIELD_WORD_LEFT:
        field->at = word_before(field);
        break;
    case FIELD_WORD_RIGHT:
        field->at = word_after(field);
        break;
    case FIELD_HOME:
        field->at = 0;
        break;
    case FIELD_END:
        field->at = field->len;
        break;
    case FIELD_BACKSPACE:
        erase(field, edge_before(field, field->at), field->at, now_ms);
        break;
    case FIELD_DELETE:
        erase(field, field->at, edge_after(field, field->at), now_ms);
        break;
    case FIELD_DELETE_WORD:
        erase(field, word_before(field), field->at, now_ms);
        break;
    case FIELD_DELETE_START:
        erase(field, 0, field->at, now_ms);
        break;
    case FIELD_DELETE_END:
        erase(field, field->at, field->len, now_ms);
        break;
    case FIELD_RECALL:
        recall(field, now_ms);
        break;
    }
}

void field_key(struct field *field, int64_t now_ms)
{
    memmove(field->key_ms + 1, field->key_ms, (FIELD_BURST_KEYS - 1) * sizeof field->key_ms[0]);
    field->key_ms[0] = now_ms;
}

/* Whether the keys before this one came within a burst, or the one before at the same moment. */
static bool is_burst(const struct field *field, int64_t now_ms)
{
    int64_t oldest = field->key_ms[FIELD_BURST_KEYS - 1];
    return oldest != 0 && now_ms - oldest <= FIELD_BURST_MS;
}

void field_read(struct field *field, const struct gr_unit *asked)
{
    gr_answer_read(field_text(field), asked, &field->reading);
    field->has_reading = true;
}

enum field_enter field_enter(struct field *field, const struct gr_unit *asked, int64_t now_ms)
{
    bool was_armed = field->is_armed, burst = is_burst(field, now_ms);
    bool is_double = field->key_ms[0] != 0 && now_ms - field->key_ms[0] <= FIELD_BURST_MS;
    field_key(field, now_ms);
    if (burst || (was_armed && is_double)) {
        field->is_armed = false;
        return FIELD_BURST;
    }
    if (was_armed) {
        memcpy(field->before, field->text, field->len + 1);
        field->is_armed = false;
        return FIELD_SUBMIT;
    }
    field_read(field, asked);
    field->is_armed = field->reading.status == GR_READ_OK;
    return field->is_armed ? FIELD_READ : FIELD_UNREADABLE;
}

/* Cells of the text before a byte. */
static int cells_before(const struct field *field, size_t at)
{
    return text_cells((struct gr_str){field->text, at});
}

/* The byte where the window starts, so that the cursor stays inside `room` cells. */
static size_t window_start(const struct field *field, int room)
{
    size_t start = 0;
    int cursor = cells_before(field, field->at);
    while (start < field->at && cursor - cells_before(field, start) >= room)
        start = edge_after(field, start);
    return start;
}

void field_draw(const struct field *field, const struct pane *pane, bool has_focus)
{
    int room = pane->columns - 2;
    if (room < 1)
        return;
    size_t start = window_start(field, room);
    struct gr_str shown = text_cut(gr_str_from(field_text(field), start), room);
    struct pane inside = pane_part(pane, 0, 1, 1, room);
    pane_put(pane, 0, 0, gr_str(start > 0 ? "<" : "["), ROLE_FRAME);
    pane_put(&inside, 0, 0, shown, ROLE_TEXT);
    bool goes_on = start + shown.len < field->len;
    pane_put(pane, 0, room + 1, gr_str(goes_on ? ">" : "]"), ROLE_FRAME);
    if (has_focus)
        pane_cursor(&inside, 0, cells_before(field, field->at) - cells_before(field, start));
}
