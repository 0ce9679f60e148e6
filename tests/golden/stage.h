/* A terminal with the program on it, a home of its own and the course of the golden screens; and
 * the scripts that drive it (scripts/README.md has their commands).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GOLDEN_STAGE_H
#define GOLDEN_STAGE_H

#include "tests/support/temp_folder.h"
#include "tests/support/vt.h"

enum { STAGE_PATH = 1024, STAGE_WORDS = 24 };

struct stage {
    struct temp_folder folder;
    struct vt vt;
    bool is_on; /* a program was started */
    int rows, columns;
    const char *more[8]; /* further "NAME=value"; they win over ours */
    const char *term;    /* TERM; NULL: xterm-256color */
    const char *locale;  /* LC_ALL; NULL: C.UTF-8 */
};

void stage_make(struct stage *stage, int rows, int columns);
void stage_free(struct stage *stage);
/* Starts `wallclock ARGS...` (ends with NULL); a program that runs already is ended first. */
void stage_run(struct stage *stage, ...);
void stage_run_words(struct stage *stage, const char *const *words, size_t count);
/* Each of these fails the test, with the screen in its message, when it does not come. */
void stage_wait(struct stage *stage, const char *text);
void stage_key(struct stage *stage, const char *names); /* several, blank between them */
void stage_type(struct stage *stage, const char *text);
void stage_expect_end(struct stage *stage, int status, int within_ms);

/* Runs a script file; screens are compared with screens/NAME.screen, or written there when
 * GOLDEN_UPDATE is set. */
void stage_script(const char *name);

#endif
