/* What a piece of text is for. Colours and attributes are the terminal's business; meaning is never
 * in colour alone.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_ROLE_H
#define APP_ROLE_H

enum role {
    ROLE_TEXT,
    ROLE_MUTED,
    ROLE_HEADING,
    ROLE_FOCUS,
    ROLE_LINK,
    ROLE_CORRECT,
    ROLE_WRONG,
    ROLE_WARNING,
    ROLE_KEY,
    ROLE_CODE,
    ROLE_MATHS,
    ROLE_FRAME,
    ROLE_COUNT
};

/* The letter a golden screen shows for the role. */
char role_letter(enum role role);

#endif
