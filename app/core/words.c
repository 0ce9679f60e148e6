/* See words.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/core/words.h"

/* As the tally counts it: what was solved with the reference in view is left to solve alone. */
static bool is_solved_now(const struct gr_standing *standing)
{
    return standing->is_solved && !standing->is_changed && !standing->is_assisted;
}

bool app_standing_is_done(const struct gr_standing *standing, enum gr_item_kind kind)
{
    return kind == GR_ITEM_PAGE ? standing->is_read : is_solved_now(standing);
}

const char *app_standing_mark(const struct gr_standing *standing, enum gr_item_kind kind)
{
    if (kind == GR_ITEM_PROBLEM && standing->is_solved && standing->is_changed)
        return "[!]";
    if (app_standing_is_done(standing, kind))
        return "[x]";
    return standing->is_started || standing->is_solved ? "[~]" : "[ ]";
}

const char *app_standing_word(const struct gr_standing *standing, enum gr_item_kind kind)
{
    if (kind == GR_ITEM_PAGE && standing->is_read)
        return "read";
    if (kind == GR_ITEM_PROBLEM && standing->is_solved)
        return standing->is_changed ? "changed" : "solved";
    return standing->is_started ? "started" : "new";
}

void app_count_print(uint32_t count, const char *noun, struct gr_buf *out)
{
    gr_buf_printf(out, "%u %s%s", (unsigned)count, noun, count == 1 ? "" : "s");
}

static const char *last_words(enum gr_verdict verdict)
{
    return verdict == GR_VERDICT_NEAR ? ", last one near" : "";
}

static void print_problem(const struct gr_standing *standing, struct gr_buf *out)
{
    if (standing->is_solved) {
        gr_buf_text(out, standing->by_twin ? "solved by its twin" : "solved");
        if (standing->is_changed)
            gr_buf_text(out, ", changed since");
    } else if (standing->attempts > 0) {
        app_count_print(standing->attempts, "attempt", out);
        gr_buf_text(out, last_words(standing->last));
    } else {
        gr_buf_text(out, standing->is_started ? "started" : "new");
    }
    if (standing->is_assisted)
        gr_buf_text(out, ", assisted");
    if (standing->hints > 0) {
        gr_buf_text(out, ", ");
        app_count_print(standing->hints, "hint", out);
    }
}

void app_standing_print(const struct gr_standing *standing, enum gr_item_kind kind,
                        struct gr_buf *out)
{
    if (kind == GR_ITEM_PROBLEM) {
        print_problem(standing, out);
        return;
    }
    gr_buf_text(out, app_standing_word(standing, kind));
    if (standing->check_right)
        gr_buf_text(out, ", question answered");
}

const char *app_verdict_words(enum gr_verdict verdict)
{
    switch (verdict) {
    case GR_VERDICT_UNREADABLE:
        return "Not readable";
    case GR_VERDICT_WRONG_UNIT:
        return "Another kind of unit is asked for";
    case GR_VERDICT_OUT_OF_DOMAIN:
        return "Outside what this quantity can be";
    case GR_VERDICT_NO_VERDICT:
        return "No verdict";
    case GR_VERDICT_CORRECT:
        return "Correct";
    case GR_VERDICT_MISTAKE:
        return "Not accepted, and the slip has a name";
    case GR_VERDICT_NEAR:
        return "Near, but not accepted";
    case GR_VERDICT_WRONG:
        break;
    }
    return "Not accepted";
}

/* Code points of the word that starts at `text`, and its bytes. */
static size_t word_cells(const char *text, size_t *bytes)
{
    size_t cells = 0, len = 0;
    for (; text[len] != '\0' && text[len] != ' ' && text[len] != '\n'; len++)
        cells += ((unsigned char)text[len] & 0xC0u) != 0x80u ? 1 : 0;
    *bytes = len;
    return cells;
}

static void add_blanks(struct gr_buf *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        gr_buf_char(out, ' ');
}

void app_wrap(struct gr_buf *out, size_t indent, const char *text)
{
    size_t column = 0;
    while (*text != '\0') {
        size_t bytes = 0, cells = word_cells(text, &bytes);
        if (bytes == 0) {
            text++;
            continue;
        }
        if (column > 0 && column + 1 + cells > APP_TEXT_CELLS) {
            gr_buf_char(out, '\n');
            column = 0;
        }
        add_blanks(out, column == 0 ? indent : 1);
        column += (column == 0 ? indent : 1) + cells;
        gr_buf_add(out, (struct gr_str){.ptr = text, .len = bytes});
        text += bytes;
    }
    gr_buf_char(out, '\n');
}
