/* Text that came from outside (file names, the environment, arguments, course files) on its way to
 * a terminal: what could steer it, hide or reorder text becomes '?'. The one place that decides;
 * every message and every text for people passes through here.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_SAFE_H
#define CLI_SAFE_H

#include "grader/base/str.h"

enum safe_form {
    SAFE_NAME = 0,  /* one line: line ends and tabs are '?' as well */
    SAFE_LINES = 1, /* line ends and tabs stay */
    SAFE_ASCII = 2  /* beside either: every character in its ASCII form */
};

/* What is shown for a code point: itself, or '?' for control, zero-width and bidirectional ones. */
uint32_t safe_code(uint32_t code);
/* Adds the text; `form` is made of enum safe_form. Bad UTF-8 comes out as U+FFFD. */
void safe_add(struct gr_buf *out, struct gr_str text, unsigned form);
/* The text as one safe line in out, cut where it is full; returns out. */
const char *safe_name(const char *text, char *out, size_t size);

#endif
