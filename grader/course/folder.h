/* What lies in a course's folders, in the order in which the course shows it: numbers in names
 * count as numbers (2 before 10).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_FOLDER_H
#define GR_FOLDER_H

#include "grader/base/arena.h"
#include "grader/base/diag.h"

struct gr_entry {
    const char *name;
    bool is_folder;
};

struct gr_folder {
    const struct gr_entry *entries;
    size_t count;
};

/* Sorted; without names that begin with a dot or end in ~. A folder that does not exist is empty;
 * a file in its place is an error. */
GR_MUST_CHECK bool gr_folder_read(struct gr_arena *arena, const char *path, struct gr_folder *out,
                                  struct gr_err *err);
/* "a/b" in the arena; NULL when memory gives out. */
char *gr_path_join(struct gr_arena *arena, const char *folder, const char *name);
/* Whether nothing at all has this name. What is there but cannot be looked at is not absent:
 * reading it gives the reason. */
bool gr_path_is_absent(const char *path);
/* -1, 0, 1; digits compare as numbers, letters without case. */
int gr_name_compare(const char *a, const char *b);
/* The name without `suffix` (".yaml") in the arena; NULL when it does not end so. */
char *gr_name_stem(struct gr_arena *arena, const char *name, const char *suffix);

/* ---- the files of a course (scan.c) ------------------------------------------------------- */

enum gr_found_kind { GR_FOUND_CHAPTER, GR_FOUND_PAGE, GR_FOUND_PROBLEM, GR_FOUND_KINDS };

struct gr_found {
    enum gr_found_kind kind;
    const char *path, *id;
    const char *chapter;       /* its folder, NULL for apparatus */
    const char *strand;        /* of a page: "basics", "propositions", "apparatus" */
    const char *short_id;      /* "W1", "basics.3" */
    const char *solution_path; /* of a problem: where its solution would be */
};

struct gr_listing { /* chapters in order, then pages, then problems, each chapter by chapter */
    struct gr_found *items;
    size_t count, size;
    size_t counts[GR_FOUND_KINDS];
};

/* False only when memory gives out or a folder cannot be read. Files that no one will read are
 * warnings. */
GR_MUST_CHECK bool gr_listing_make(struct gr_arena *arena, const char *root, struct gr_listing *out,
                                   struct gr_diags *diags, struct gr_err *err);

/* Warns of files in problems/ and solutions/ that nothing reads (stray.c). False only when memory
 * gives out. */
GR_MUST_CHECK bool gr_stray_check(struct gr_arena *arena, const char *root,
                                  const struct gr_listing *scan, struct gr_diags *diags,
                                  struct gr_err *err);

#endif
