/* The lists of `list` and `progress` as text, shared with plain mode.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_LIST_TEXT_H
#define CLI_LIST_TEXT_H

#include "app/core/outline.h"
#include "grader/run/session.h"

void list_text(const struct gr_session *session, const struct app_outline *outline,
               struct gr_buf *out);
void list_progress(const struct gr_session *session, const struct app_outline *outline,
                   struct gr_buf *out);

#endif
