/* The key bar and the overlay, both from the table of keys. See ui_help.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/ui_help.h"

#include <string.h>

enum { HELP_BYTES = 16384, MAX_BAR = 12 };

bool ui_help_has(const struct ui *ui, const struct key_row *row)
{
    if (row->action == DO_HINT || row->action == DO_SOLUTION || row->action == DO_WHY)
        return ui->has_deal;
    if (row->action == DO_TWIN)
        return ui->has_twin;
    if (row->action == DO_WALK)
        return ui->has_walk;
    if (row->action == DO_ENTER_FIELD)
        return ui->has_field;
    return true;
}

static void add_row(struct gr_buf *out, const struct key_row *row)
{
    gr_buf_text(out, "| **");
    doc_escape(gr_str(row->name), out);
    gr_buf_text(out, "** | ");
    doc_escape(gr_str(row->words), out);
    gr_buf_text(out, " |\n");
}

static void add_fixed(struct gr_buf *out)
{
    gr_buf_text(out, "| **Ctrl\\-Z** | suspend |\n"
                     "| **Ctrl\\-C** | stop what is running |\n\n");
}

bool ui_help_fill(struct ui *ui)
{
    struct gr_buf out;
    struct gr_err err = {0};
    size_t count;
    enum context context = ui_context(ui);
    const struct key_row *rows = keymap_rows(&count);
    gr_buf_start(&out, HELP_BYTES);
    gr_buf_text(&out, "**Keys on this screen** (Esc closes)\n\n| | |\n|---|---|\n");
    for (size_t i = 0; i < count; i++)
        if ((rows[i].contexts & (1u << context)) != 0 && rows[i].name != NULL &&
            ui_help_has(ui, &rows[i]))
            add_row(&out, &rows[i]);
    add_fixed(&out);
    if (ui->choice_count > 0)
        gr_buf_text(&out, "A letter answers the check question of this page.\n\n");
    if (context == AT_FIELD || context == AT_PROBLEM)
        gr_buf_text(&out, "Enter reads the answer and says how it was read; Enter again on the "
                          "same text submits it. A paste never submits.");
    if ((context == AT_FIELD || context == AT_PROBLEM) && ui->can_save)
        gr_buf_text(&out, " What you type is saved as you type.");
    sheet_set(&ui->help, gr_buf_view(&out));
    bool good = !out.failed && ui_lay(ui, &err);
    gr_buf_free(&out);
    return good;
}

/* The rows of this context that belong in the bar, by their place in it. */
static size_t bar_rows(const struct ui *ui, const struct key_row *found[MAX_BAR])
{
    size_t count, used = 0;
    const struct key_row *rows = keymap_rows(&count);
    for (int place = 1; place < 10; place++)
        for (size_t i = 0; i < count && used < MAX_BAR; i++)
            if (rows[i].bar == place && rows[i].name != NULL && ui_help_has(ui, &rows[i]) &&
                (rows[i].contexts & (1u << ui_context(ui))) != 0)
                found[used++] = &rows[i];
    return used;
}

/* Words up to the first comma: "check, again: submit" is "check" where room is short. */
static struct gr_str words_of(const struct key_row *row, bool is_short)
{
    struct gr_str words = gr_str(row->words);
    const char *comma = memchr(words.ptr, ',', words.len);
    if (is_short && comma != NULL)
        words.len = (size_t)(comma - words.ptr);
    return words;
}

static int entry_cells(const struct key_row *row, bool is_short)
{
    return text_cells(gr_str(row->name)) + text_cells(words_of(row, is_short)) + 3;
}

/* What the screen is for, how to leave it and where the keys are. */
static bool is_vital(const struct key_row *row)
{
    return row->bar >= 8 || row->bar == 1;
}

static int vital_cells(const struct key_row *const *rows, size_t count, bool is_short)
{
    int cells = 0;
    for (size_t i = 0; i < count; i++)
        cells += is_vital(rows[i]) ? entry_cells(rows[i], is_short) : 0;
    return cells;
}

/* What does not fit is left out whole, from the middle; the vital ones stay while they can. */
void ui_help_bar(const struct ui *ui, const struct pane *pane, int row)
{
    const struct key_row *rows[MAX_BAR];
    size_t count = bar_rows(ui, rows);
    int end = pane->columns + 2; /* the last entry's gap may fall outside */
    bool is_short = 1 + vital_cells(rows, count, false) > end;
    int kept = vital_cells(rows, count, is_short), column = 1;
    for (size_t i = 0; i < count; i++) {
        int cells = entry_cells(rows[i], is_short);
        bool vital = is_vital(rows[i]);
        kept -= vital ? cells : 0;
        bool must = rows[i]->bar == 1 || rows[i]->bar == 9; /* first of the vital ones to go: 8 */
        if (column + cells + (must ? 0 : kept) > end)
            continue;
        column = pane_put(pane, row, column, gr_str(rows[i]->name), ROLE_KEY);
        column = pane_put(pane, row, column + 1, words_of(rows[i], is_short), ROLE_TEXT) + 2;
    }
}
