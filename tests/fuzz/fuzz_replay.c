/* Runs a fuzz target over every file of the folders given, in order of name: the corpus as a
 * regression test that needs no fuzzer. Fails on an empty or missing folder, since nothing would be
 * tested.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"

enum { MOST_BYTES = 1 << 20 };

static bool replay_file(const char *folder, const char *name)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(MOST_BYTES);
    bool is_good = file != NULL && bytes != NULL;
    if (is_good) {
        size_t size = fread(bytes, 1, MOST_BYTES, file);
        is_good = ferror(file) == 0;
        /* An exact copy, so that a sanitizer sees a read past the end. */
        uint8_t *exact = malloc(size == 0 ? 1 : size);
        is_good = is_good && exact != NULL;
        if (is_good) {
            memcpy(exact, bytes, size);
            (void)LLVMFuzzerTestOneInput(exact, size);
        }
        free(exact);
    }
    if (file != NULL)
        (void)fclose(file);
    free(bytes);
    return is_good;
}

static int replay_folder(const char *folder)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort), done = 0;
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.' && replay_file(folder, entries[i]->d_name))
            done++;
        free(entries[i]);
    }
    free(entries);
    printf("%s: %d inputs\n", folder, done);
    return done;
}

int main(int argc, char **argv)
{
    int failed = argc < 2 ? 1 : 0;
    for (int i = 1; i < argc; i++)
        if (replay_folder(argv[i]) == 0)
            failed = 1;
    return failed;
}
