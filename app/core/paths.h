/* The environment as the app reads it. The paths themselves are declared in app.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_PATHS_H
#define APP_PATHS_H

/* The variable's value; NULL when it is unset or empty. */
const char *app_environment(const char *name);

#endif
