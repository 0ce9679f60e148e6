/* Reading kn's lines (kn/protocol.h). Pure: text in, plain values out.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_KN_REPLY_H
#define GR_KN_REPLY_H

#include "grader/run/kn_client.h"

enum gr_kn_line { GR_KN_LINE_PART, GR_KN_LINE_PROGRESS, GR_KN_LINE_END, GR_KN_LINE_BROKEN };

/* What kind of line it is (without its '\n'); fills *progress (may be NULL) for a progress line. */
enum gr_kn_line gr_kn_line_look(struct gr_str line, struct gr_progress *progress);
/* A whole reply, its end line last. False: err is GR_E_COURSE or GR_E_MACHINE by the status of the
 * end line, or GR_E_MEMORY. Every line must have passed gr_kn_line_look. */
GR_MUST_CHECK bool gr_kn_reply_read(struct gr_str text, struct gr_arena *arena,
                                    struct gr_kn_reply *reply, struct gr_err *err);
/* Whether every output has a name of its own and there are no more than a line has fields. */
bool gr_kn_reply_is_sound(const struct gr_kn_reply *reply);
/* Takes the first line off *text (without its '\n'); false when there is no whole line. */
bool gr_kn_next_line(struct gr_str *text, struct gr_str *line);

#endif
