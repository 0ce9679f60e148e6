/* A student's world for one test: a folder with a home of its own, the program, a course, and what
 * a run of the program said.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_WORLD_H
#define TEST_WORLD_H

#include <check.h>

#include "grader/base/arena.h"
#include "grader/course/yaml.h"
#include "tests/support/proc.h"
#include "tests/support/temp_folder.h"

enum { WORLD_ARGS = 24, WORLD_PATH = 512 };

struct world {
    struct temp_folder folder;
    char program[WORLD_PATH];
    char course[WORLD_PATH];
    char home[WORLD_PATH], data[WORLD_PATH], kn[WORLD_PATH]; /* "NAME=value" */
    const char *locale, *locpath;                            /* "NAME=value"; NULL: C.UTF-8 */
    const char *more_env[4];
    const char *output;  /* as in struct proc_spec */
    int most_file_bytes; /* likewise */
    bool no_output;
    struct proc ran; /* the latest run */
};

/* The course is the one in tests/cli/course, copied so that a test may break it. */
void world_make(struct world *world);
void world_free(struct world *world);

/* Runs the program; the list of arguments ends with NULL. Returns its exit status. */
int world_run(struct world *world, ...) __attribute__((sentinel));
/* The same with something to read. */
int world_feed(struct world *world, struct gr_str input, ...) __attribute__((sentinel));
/* Starts it and leaves it running in world->ran. */
void world_start(struct world *world, ...) __attribute__((sentinel));

const char *world_out(const struct world *world);
const char *world_err(const struct world *world);

/* The path of a file of the course; writes a file of the course. */
const char *world_file(const struct world *world, const char *name, char out[WORLD_PATH]);
void world_write(const struct world *world, const char *name, const char *text);
/* Replaces `from` by `to` in a file of the course; fails the test when it is not there once. */
void world_edit(const struct world *world, const char *name, const char *from, const char *to);

/* Standard output as JSON (which is YAML); fails the test when it is none. */
const struct gr_node *world_json(const struct world *world, struct gr_arena *arena);
/* The text under a key; "" when there is none. */
struct gr_str json_text(const struct gr_node *mapping, const char *key);

/* Fails the test unless `text` holds `part`. */
void world_says(const char *text, const char *part);

/* The main of a test program: runs the tests, each within `timeout_s`. */
int world_tests(const char *name, int timeout_s, const TTest *const *tests, size_t count);

#endif
