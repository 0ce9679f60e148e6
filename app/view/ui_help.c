/* The key bar and the overlay, both from the table of keys. See ui_help.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/ui_help.h"

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
    gr_buf_text(out, "| **Ctrl\\-Z** | suspend: everything is saved |\n"
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
                          "same text submits it. A paste never submits. What you type is saved "
                          "as you type.\n");
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

static int entry_cells(const struct key_row *row)
{
    return text_cells(gr_str(row->name)) + text_cells(gr_str(row->words)) + 3;
}

/* What does not fit is left out from the middle: how to leave and where the keys are stay. */
void ui_help_bar(const struct ui *ui, const struct pane *pane, int row)
{
    const struct key_row *rows[MAX_BAR];
    size_t count = bar_rows(ui, rows);
    int room = pane->columns - 1, kept = 0;
    for (size_t i = 0; i < count; i++)
        if (rows[i]->bar >= 8 || rows[i]->bar == 1)
            kept += entry_cells(rows[i]);
    int column = 1;
    for (size_t i = 0; i < count; i++) {
        int cells = entry_cells(rows[i]);
        bool must = rows[i]->bar >= 8 || rows[i]->bar == 1;
        if (must)
            kept -= cells;
        if (column + cells + kept > room + 2 && !must)
            continue;
        column = pane_put(pane, row, column, gr_str(rows[i]->name), ROLE_KEY);
        column = pane_put(pane, row, column + 1, gr_str(rows[i]->words), ROLE_TEXT) + 2;
    }
}
