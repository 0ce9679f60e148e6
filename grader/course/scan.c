/* Which files of a course are chapters, pages and problems; their ids come from where they lie:
 * content/VIII.6/basics/3.md is VIII.6.basics.3, content/0/NU.01.md is 0.NU.01.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/course/folder.h"

static const char *const rooms[] = {"basics",      "concept",  "theory",
                                    "mathematics", "practice", "propositions"};
enum { ROOMS = sizeof rooms / sizeof rooms[0] };

struct scanning {
    struct gr_arena *arena;
    struct gr_listing *out;
    struct gr_diags *diags;
    struct gr_err *err;
};

static bool fail_memory(struct scanning *scan)
{
    return gr_fail(scan->err, GR_E_MEMORY, "out of memory while listing the course");
}

static char *join(struct scanning *scan, const char *folder, const char *name)
{
    char *path = gr_path_join(scan->arena, folder, name);
    if (path == NULL)
        (void)fail_memory(scan);
    return path;
}

/* "a.b" */
static char *dotted(struct scanning *scan, const char *a, const char *b)
{
    char *text = join(scan, a, b);
    if (text != NULL)
        text[strlen(a)] = '.';
    return text;
}

static bool add_found(struct scanning *scan, const struct gr_found *found)
{
    struct gr_listing *out = scan->out;
    if (out->count == out->size) {
        size_t size = out->size * 2 + 32;
        struct gr_found *items = gr_arena_array(scan->arena, size, sizeof *items);
        if (items == NULL)
            return fail_memory(scan);
        if (out->count > 0)
            memcpy(items, out->items, out->count * sizeof *items);
        out->items = items;
        out->size = size;
    }
    out->items[out->count++] = *found;
    out->counts[found->kind]++;
    return true;
}

static void warn_ignored(struct scanning *scan, const char *path, const char *help)
{
    struct gr_pos at = {.file = path};
    gr_diag_help(scan->diags, gr_diag_add(scan->diags, GR_WARNING, "C020", at, "nobody reads this"),
                 "%s", help);
}

/* ---- pages -------------------------------------------------------------------------------- */

struct page_room { /* a folder of pages */
    const char *path, *chapter, *strand;
    const char *id_prefix; /* NULL: the file's stem alone is the id */
};

/* The pages of a chapter are numbered from 1: "7", not "07", "7a" or "-1". */
static bool is_page_number(const char *stem)
{
    size_t len = strlen(stem);
    return len <= 4 && stem[0] != '0' && len == strspn(stem, "0123456789");
}

static bool add_page(struct scanning *scan, const struct page_room *room, const char *name)
{
    char *stem = gr_name_stem(scan->arena, name, ".md");
    char *path = join(scan, room->path, name);
    if (path == NULL)
        return false;
    if (stem == NULL || (room->chapter != NULL && !is_page_number(stem))) {
        warn_ignored(scan, path,
                     room->chapter != NULL ? "pages are called NUMBER.md, from 1.md on"
                                           : "pages are called NAME.md");
        return true;
    }
    struct gr_found found = {.kind = GR_FOUND_PAGE,
                             .path = path,
                             .chapter = room->chapter,
                             .strand = room->strand,
                             .id = stem,
                             .short_id = stem};
    if (room->id_prefix != NULL)
        found.id = dotted(scan, room->id_prefix, stem);
    if (room->chapter != NULL)
        found.short_id = dotted(scan, room->strand, stem);
    return found.id != NULL && found.short_id != NULL && add_found(scan, &found);
}

static bool scan_pages(struct scanning *scan, const struct page_room *room)
{
    struct gr_folder folder;
    if (!gr_folder_read(scan->arena, room->path, &folder, scan->err))
        return false;
    for (size_t i = 0; i < folder.count; i++) {
        const char *name = folder.entries[i].name;
        char *inner = folder.entries[i].is_folder ? join(scan, room->path, name) : NULL;
        if (folder.entries[i].is_folder && inner == NULL)
            return false;
        if (inner != NULL)
            warn_ignored(scan, inner, "pages lie side by side, in no further folder");
        else if (!add_page(scan, room, name))
            return false;
    }
    return true;
}

static bool scan_chapter_pages(struct scanning *scan, const char *path, const char *chapter)
{
    for (size_t i = 0; i < ROOMS; i++) {
        struct page_room room = {.chapter = chapter, .strand = rooms[i]};
        room.path = join(scan, path, rooms[i]);
        char *prefix = dotted(scan, chapter, rooms[i]);
        room.id_prefix = prefix;
        if (room.path == NULL || prefix == NULL || !scan_pages(scan, &room))
            return false;
    }
    return true;
}

static bool is_room(const char *name)
{
    for (size_t i = 0; i < ROOMS; i++)
        if (strcmp(name, rooms[i]) == 0)
            return true;
    return false;
}

/* A folder `basic/` beside `basics/` would silently hold pages that nobody sees. */
static bool check_chapter_folder(struct scanning *scan, const char *path)
{
    struct gr_folder folder;
    if (!gr_folder_read(scan->arena, path, &folder, scan->err))
        return false;
    for (size_t i = 0; i < folder.count; i++) {
        const char *name = folder.entries[i].name;
        if (strcmp(name, "chapter.yaml") == 0 || is_room(name))
            continue;
        char *full = join(scan, path, name);
        if (full == NULL)
            return false;
        struct gr_pos at = {.file = full};
        struct gr_diag *diag =
            gr_diag_add(scan->diags, GR_WARNING, "C020", at, "nobody reads this");
        gr_diag_suggest(scan->diags, diag, gr_nearest(gr_str(name), rooms, ROOMS));
        gr_diag_help(scan->diags, diag, "a chapter holds chapter.yaml and its strands' folders");
    }
    return true;
}

/* ---- problems ----------------------------------------------------------------------------- */

/* Worked problems first: "W3" before "E1". */
static int rank(const char *name)
{
    return name[0] == 'W' || name[0] == 'w' ? 0 : 1;
}

static int compare_problems(const void *left, const void *right)
{
    const struct gr_found *a = left, *b = right;
    int order = rank(a->short_id) - rank(b->short_id);
    return order != 0 ? order : gr_name_compare(a->short_id, b->short_id);
}

static char *solution_path(struct scanning *scan, const char *root, const char *chapter,
                           const char *stem)
{
    size_t size = strlen(root) + strlen(chapter) + strlen(stem) + sizeof "/solutions//.md";
    char *path = gr_arena_array(scan->arena, size, 1);
    if (path != NULL)
        (void)snprintf(path, size, "%s/solutions/%s/%s.md", root, chapter, stem);
    return path;
}

static bool add_problem(struct scanning *scan, const char *root, const char *chapter,
                        const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    char *stem = gr_name_stem(scan->arena, name, ".yaml");
    if (stem == NULL) {
        warn_ignored(scan, path, "problems are called NAME.yaml");
        return true;
    }
    struct gr_found found = {.kind = GR_FOUND_PROBLEM,
                             .path = path,
                             .chapter = chapter,
                             .id = dotted(scan, chapter, stem),
                             .short_id = stem,
                             .solution_path = solution_path(scan, root, chapter, stem)};
    return found.id != NULL && found.solution_path != NULL && add_found(scan, &found);
}

static bool scan_problems(struct scanning *scan, const char *root, const char *chapter)
{
    struct gr_folder folder;
    size_t first = scan->out->count;
    char *problems = join(scan, root, "problems");
    char *path = problems == NULL ? NULL : join(scan, problems, chapter);
    if (path == NULL || !gr_folder_read(scan->arena, path, &folder, scan->err))
        return false;
    for (size_t i = 0; i < folder.count; i++) {
        char *file = join(scan, path, folder.entries[i].name);
        if (file == NULL || !add_problem(scan, root, chapter, file))
            return false;
    }
    if (scan->out->count - first > 1)
        qsort(scan->out->items + first, scan->out->count - first, sizeof *scan->out->items,
              compare_problems);
    return true;
}

/* ---- the course --------------------------------------------------------------------------- */

static bool add_chapter(struct scanning *scan, const char *content, const char *name,
                        bool *is_chapter)
{
    char *folder = join(scan, content, name);
    char *file = folder == NULL ? NULL : join(scan, folder, "chapter.yaml");
    if (file == NULL)
        return false;
    *is_chapter = !gr_path_is_absent(file);
    if (!*is_chapter)
        return true;
    struct gr_found found = {
        .kind = GR_FOUND_CHAPTER, .path = file, .id = name, .chapter = name, .short_id = name};
    return add_found(scan, &found) && check_chapter_folder(scan, folder);
}

static bool scan_chapters(struct scanning *scan, const char *content,
                          const struct gr_folder *folder, bool *is_chapter)
{
    for (size_t i = 0; i < folder->count; i++)
        if (folder->entries[i].is_folder &&
            !add_chapter(scan, content, folder->entries[i].name, &is_chapter[i]))
            return false;
    return true;
}

/* A file of content/ itself: a page, or one of two names; a third .yaml is a slip of the pen. */
static bool scan_loose(struct scanning *scan, const char *content, const char *name)
{
    static const char *const known[] = {"levels.yaml", "constants.yaml"};
    struct page_room room = {.path = content, .strand = "apparatus"};
    if (gr_name_stem(scan->arena, name, ".md") != NULL)
        return add_page(scan, &room, name);
    bool is_data = gr_name_stem(scan->arena, name, ".yaml") != NULL ||
                   gr_name_stem(scan->arena, name, ".yml") != NULL;
    if (!is_data || strcmp(name, known[0]) == 0 || strcmp(name, known[1]) == 0)
        return true;
    struct gr_pos at = {.file = join(scan, content, name)};
    if (at.file == NULL)
        return false;
    struct gr_diag *diag = gr_diag_add(scan->diags, GR_WARNING, "C020", at, "nobody reads this");
    gr_diag_suggest(scan->diags, diag, gr_nearest(gr_str(name), known, 2));
    gr_diag_help(scan->diags, diag, "content/ holds levels.yaml and constants.yaml");
    return true;
}

/* A folder of content/ without chapter.yaml holds apparatus (Book 0); so do pages beside it. */
static bool scan_content_pages(struct scanning *scan, const char *content,
                               const struct gr_folder *folder, const bool *is_chapter)
{
    for (size_t i = 0; i < folder->count; i++) {
        const char *name = folder->entries[i].name;
        if (!folder->entries[i].is_folder) {
            if (!scan_loose(scan, content, name))
                return false;
            continue;
        }
        char *path = join(scan, content, name);
        struct page_room room = {.path = path, .strand = "apparatus", .id_prefix = name};
        if (path == NULL)
            return false;
        if (is_chapter[i] ? !scan_chapter_pages(scan, path, name) : !scan_pages(scan, &room))
            return false;
    }
    return true;
}

bool gr_listing_make(struct gr_arena *arena, const char *root, struct gr_listing *out,
                     struct gr_diags *diags, struct gr_err *err)
{
    *out = (struct gr_listing){0};
    struct scanning scan = {.arena = arena, .out = out, .diags = diags, .err = err};
    struct gr_folder folder;
    char *content = join(&scan, root, "content");
    if (content == NULL || !gr_folder_read(arena, content, &folder, err))
        return false;
    bool *is_chapter = gr_arena_array(arena, folder.count, sizeof *is_chapter);
    if (is_chapter == NULL)
        return fail_memory(&scan);
    if (!scan_chapters(&scan, content, &folder, is_chapter))
        return false;
    size_t chapters = out->count;
    if (!scan_content_pages(&scan, content, &folder, is_chapter))
        return false;
    for (size_t i = 0; i < chapters; i++)
        if (!scan_problems(&scan, root, out->items[i].id))
            return false;
    return true;
}
