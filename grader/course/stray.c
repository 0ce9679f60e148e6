/* What lies in problems/ and solutions/ and is read by nothing: a folder of no chapter, a solution
 * without its problem. A file called wrongly would otherwise be passed over in silence.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "grader/course/folder.h"

enum { MOST_WORDS = 512 };

struct straying {
    struct gr_arena *arena;
    const struct gr_listing *scan;
    struct gr_diags *diags;
    struct gr_err *err;
};

struct words { /* ids or stems of one kind, for "did you mean" */
    const char *items[MOST_WORDS];
    size_t count;
};

static bool has_word(const struct words *words, const char *name)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->items[i], name) == 0)
            return true;
    return false;
}

/* The chapters' folders, or with a chapter the stems of its problems. */
static void collect(const struct straying *stray, const char *chapter, struct words *out)
{
    out->count = 0;
    for (size_t i = 0; i < stray->scan->count && out->count < MOST_WORDS; i++) {
        const struct gr_found *found = &stray->scan->items[i];
        bool wanted = chapter == NULL
                          ? found->kind == GR_FOUND_CHAPTER
                          : found->kind == GR_FOUND_PROBLEM && strcmp(found->chapter, chapter) == 0;
        if (wanted)
            out->items[out->count++] = found->short_id;
    }
}

static void warn(const struct straying *stray, const char *path, const char *nearest,
                 const char *help)
{
    struct gr_pos at = {.file = path};
    struct gr_diag *diag = gr_diag_add(stray->diags, GR_WARNING, "C020", at, "nobody reads this");
    gr_diag_suggest(stray->diags, diag, nearest);
    gr_diag_help(stray->diags, diag, "%s", help);
}

static char *join(const struct straying *stray, const char *folder, const char *name)
{
    char *path = gr_path_join(stray->arena, folder, name);
    if (path == NULL)
        (void)gr_fail(stray->err, GR_E_MEMORY, "out of memory while listing the course");
    return path;
}

/* A folder that cannot be listed is a finding, not the end: the course can be read without it. */
static bool list(const struct straying *stray, const char *path, struct gr_folder *out)
{
    struct gr_pos at = {.file = path};
    struct gr_err err = {0};
    if (gr_folder_read(stray->arena, path, out, &err))
        return true;
    if (err.code == GR_E_MEMORY)
        return gr_fail(stray->err, GR_E_MEMORY, "%s", err.text);
    gr_diag_help(stray->diags, gr_diag_add(stray->diags, GR_ERROR, "C022", at, "%s", err.text),
                 "whoever reads the course must be allowed to read this folder");
    *out = (struct gr_folder){0};
    return true;
}

static bool check_solutions(const struct straying *stray, const char *path, const char *chapter)
{
    struct gr_folder folder;
    struct words stems;
    collect(stray, chapter, &stems);
    if (!list(stray, path, &folder))
        return false;
    for (size_t i = 0; i < folder.count; i++) {
        char *stem = gr_name_stem(stray->arena, folder.entries[i].name, ".md");
        char *file = join(stray, path, folder.entries[i].name);
        if (file == NULL)
            return false;
        if (stem == NULL || (stems.count < MOST_WORDS && !has_word(&stems, stem)))
            warn(stray, file,
                 stem == NULL ? NULL : gr_nearest(gr_str(stem), stems.items, stems.count),
                 "a solution is called after its problem: W1.md beside W1.yaml");
    }
    return true;
}

/* problems/ and solutions/ hold one folder a chapter. */
static bool check_room(const struct straying *stray, const char *path, bool is_solutions)
{
    struct gr_folder folder;
    struct words chapters;
    collect(stray, NULL, &chapters);
    if (!list(stray, path, &folder))
        return false;
    for (size_t i = 0; i < folder.count; i++) {
        const char *name = folder.entries[i].name;
        char *full = join(stray, path, name);
        if (full == NULL)
            return false;
        bool is_chapter = folder.entries[i].is_folder && has_word(&chapters, name);
        if (!is_chapter)
            warn(stray, full, gr_nearest(gr_str(name), chapters.items, chapters.count),
                 "here lies one folder for each chapter, called after its id");
        else if (is_solutions && !check_solutions(stray, full, name))
            return false;
    }
    return true;
}

bool gr_stray_check(struct gr_arena *arena, const char *root, const struct gr_listing *scan,
                    struct gr_diags *diags, struct gr_err *err)
{
    struct straying stray = {.arena = arena, .scan = scan, .diags = diags, .err = err};
    char *problems = join(&stray, root, "problems");
    char *solutions = join(&stray, root, "solutions");
    if (problems == NULL || solutions == NULL)
        return false;
    if (gr_path_is_absent(problems)) {
        struct gr_pos at = {.file = problems};
        gr_diag_help(diags,
                     gr_diag_add(diags, GR_WARNING, "C021", at, "the course has no problems/"),
                     "problems lie in problems/CHAPTER/, their solutions in solutions/CHAPTER/");
    }
    return check_room(&stray, problems, false) && check_room(&stray, solutions, true);
}
