/* Apart from term.c, because <term.h> makes macros of words like `columns`. See term_known.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/tui/term_known.h"

#include <stdlib.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>

bool term_is_known(const char *type)
{
    int why;
    if (type == NULL)
        type = getenv("TERM");
    if (type == NULL || type[0] == '\0' || setupterm(type, STDOUT_FILENO, &why) != OK)
        return false;
    TERMINAL *terminal = cur_term;
    (void)set_curterm(NULL);
    (void)del_curterm(terminal);
    return true;
}
