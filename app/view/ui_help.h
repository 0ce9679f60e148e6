/* The `?` overlay: the keys that work on the screen shown, from the table of keys.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_UI_HELP_H
#define APP_UI_HELP_H

#include "app/view/ui.h"

/* Fills ui->help for the present context; false when memory gives out. */
GR_MUST_CHECK bool ui_help_fill(struct ui *ui);
/* "Enter open  q back  ? keys": as many as fit in `cells`, the most useful first. */
void ui_help_bar(const struct ui *ui, const struct pane *pane, int row);
/* Whether a row of the table makes sense on this screen now: no twin, no such key. */
bool ui_help_has(const struct ui *ui, const struct key_row *row);

#endif
