/* The letters of roles in golden screens. See role.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/text/role.h"

char role_letter(enum role role)
{
    static const char letters[] = {
        [ROLE_TEXT] = '.', [ROLE_MUTED] = 'm',   [ROLE_HEADING] = 'h', [ROLE_FOCUS] = 'F',
        [ROLE_LINK] = 'l', [ROLE_CORRECT] = 'c', [ROLE_WRONG] = 'x',   [ROLE_WARNING] = 'w',
        [ROLE_KEY] = 'k',  [ROLE_CODE] = 'o',    [ROLE_MATHS] = 'a',   [ROLE_FRAME] = 'f'};
    return (unsigned)role < ROLE_COUNT ? letters[role] : '?';
}
