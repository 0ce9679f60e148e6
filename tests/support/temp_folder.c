/* See temp_folder.h. Removal walks depth first and follows no link.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

void temp_folder_make(struct temp_folder *folder, bool in_memory)
{
    const char *below = getenv("TMPDIR");
    if (in_memory && access("/dev/shm", W_OK) == 0)
        below = "/dev/shm";
    (void)snprintf(folder->path, sizeof folder->path, "%.90s/wallclock-XXXXXX",
                   below == NULL || below[0] == '\0' ? "/tmp" : below);
    ck_assert_msg(mkdtemp(folder->path) != NULL, "cannot make %s", folder->path);
}

static int remove_one(const char *path, const struct stat *there, int kind, struct FTW *walk)
{
    (void)walk;
    if (kind == FTW_DNR)
        (void)chmod(path, 0700);
    return S_ISDIR(there->st_mode) ? rmdir(path) : unlink(path);
}

void temp_folder_remove(const struct temp_folder *folder)
{
    (void)nftw(folder->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *temp_folder_name(const struct temp_folder *folder, const char *name, char *out,
                             size_t size)
{
    int length = snprintf(out, size, "%s/%s", folder->path, name);
    ck_assert(length > 0 && (size_t)length < size);
    return out;
}
