/* See folder.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ENTRIES = 4096 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Two runs of digits as numbers of any length; moves both past them. */
static int compare_digits(const char **a, const char **b)
{
    while (**a == '0' && is_digit((*a)[1]))
        (*a)++;
    while (**b == '0' && is_digit((*b)[1]))
        (*b)++;
    size_t len_a = strspn(*a, "0123456789"), len_b = strspn(*b, "0123456789");
    int order = len_a != len_b ? (len_a > len_b) - (len_a < len_b) : strncmp(*a, *b, len_a);
    *a += len_a;
    *b += len_b;
    return (order > 0) - (order < 0);
}

int gr_name_compare(const char *a, const char *b)
{
    const char *left = a, *right = b;
    while (*left != '\0' && *right != '\0') {
        int order = 0;
        if (is_digit(*left) && is_digit(*right)) {
            order = compare_digits(&left, &right);
        } else {
            order = lower(*left) - lower(*right);
            left++;
            right++;
        }
        if (order != 0)
            return order < 0 ? -1 : 1;
    }
    if (*left != *right)
        return *left == '\0' ? -1 : 1;
    int tie = strcmp(a, b);
    return (tie > 0) - (tie < 0);
}

static int compare_entries(const void *left, const void *right)
{
    const struct gr_entry *a = left, *b = right;
    return gr_name_compare(a->name, b->name);
}

char *gr_path_join(struct gr_arena *arena, const char *folder, const char *name)
{
    size_t a = strlen(folder), b = strlen(name);
    char *path = gr_arena_array(arena, a + b + 2, 1);
    if (path == NULL)
        return NULL;
    memcpy(path, folder, a);
    path[a] = '/';
    memcpy(path + a + 1, name, b + 1);
    return path;
}

char *gr_name_stem(struct gr_arena *arena, const char *name, const char *suffix)
{
    size_t len = strlen(name), end = strlen(suffix);
    if (len <= end || strcmp(name + len - end, suffix) != 0)
        return NULL;
    return gr_arena_text(arena, (struct gr_str){.ptr = name, .len = len - end});
}

bool gr_path_is_absent(const char *path)
{
    struct stat status;
    return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

static bool is_shown(const char *name)
{
    size_t len = strlen(name);
    return name[0] != '.' && name[len - 1] != '~';
}

static bool add_entry(struct gr_arena *arena, const char *path, const char *name,
                      struct gr_entry *out)
{
    struct stat status;
    char *full = gr_path_join(arena, path, name);
    out->name = gr_arena_text(arena, gr_str(name));
    if (full == NULL || out->name == NULL)
        return false;
    out->is_folder = stat(full, &status) == 0 && S_ISDIR(status.st_mode);
    return true;
}

/* The system's last error. */
static bool fail_to_read(const char *path, struct gr_err *err)
{
    if (errno == ENOMEM)
        return gr_fail(err, GR_E_MEMORY, "out of memory while reading %s", path);
    return gr_fail(err, GR_E_COURSE, "cannot read the folder %s: %s", path, strerror(errno));
}

static bool read_entries(struct gr_arena *arena, DIR *dir, const char *path, struct gr_folder *out,
                         struct gr_err *err)
{
    size_t count = 0, size = 0;
    struct gr_entry *entries = NULL;
    struct dirent *item;
    while (errno = 0, (item = readdir(dir)) != NULL) {
        if (!is_shown(item->d_name))
            continue;
        if (count == MOST_ENTRIES)
            return gr_fail(err, GR_E_COURSE, "%s holds over %d files", path, (int)MOST_ENTRIES);
        if (count == size) {
            struct gr_entry *more = gr_arena_array(arena, size * 2 + 16, sizeof *more);
            if (more == NULL)
                return gr_fail(err, GR_E_MEMORY, "out of memory while reading %s", path);
            if (size > 0)
                memcpy(more, entries, size * sizeof *more);
            size = size * 2 + 16;
            entries = more;
        }
        if (!add_entry(arena, path, item->d_name, &entries[count]))
            return gr_fail(err, GR_E_MEMORY, "out of memory while reading %s", path);
        count++;
    }
    if (errno != 0)
        return fail_to_read(path, err);
    if (count > 1)
        qsort(entries, count, sizeof *entries, compare_entries);
    *out = (struct gr_folder){.entries = entries, .count = count};
    return true;
}

bool gr_folder_read(struct gr_arena *arena, const char *path, struct gr_folder *out,
                    struct gr_err *err)
{
    *out = (struct gr_folder){0};
    DIR *dir = opendir(path);
    if (dir == NULL)
        return errno == ENOENT || fail_to_read(path, err);
    bool done = read_entries(arena, dir, path, out, err);
    (void)closedir(dir);
    return done;
}
