/* Parts of the home page that plain mode shows by themselves.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_HOME_H
#define APP_HOME_H

#include "app/core/app.h"
#include "app/core/outline.h"

/* "You: ...", where one is, the next three commands. */
GR_MUST_CHECK bool app_home_standing(struct app *app, struct gr_buf *out, struct gr_err *err);

/* The items to go on with, best first: where one is, then what is not done yet, in order. */
struct app_next {
    const struct app_entry *resume; /* where one was last; NULL at the first start */
    const struct app_entry *items[3];
    size_t count;
};
GR_MUST_CHECK bool app_next_items(struct gr_session *session, const struct app_outline *outline,
                                  struct app_next *out, struct gr_err *err);

#endif
