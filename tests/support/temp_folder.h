/* A folder of a test's own, removed with all in it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_TEMP_FOLDER_H
#define TEST_TEMP_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

struct temp_folder {
    char path[128];
};

/* Under TMPDIR, /dev/shm when `in_memory` and there is one, or /tmp. Fails the test when it cannot.
 */
void temp_folder_make(struct temp_folder *folder, bool in_memory);
void temp_folder_remove(const struct temp_folder *folder);
/* "folder/name" in out; returns out. */
const char *temp_folder_name(const struct temp_folder *folder, const char *name, char *out,
                             size_t size);

#endif
