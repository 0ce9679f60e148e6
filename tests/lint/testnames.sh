#!/bin/sh
# Test names are sentences: `rejects_gb_where_gib_was_asked`, never `test_units_3`.
#
# At least three words, the first no bare `test`, no word that is only a number of the test. Reads
# START_TEST of Check in tests/.
#   testnames.sh [TREE]
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/lint/files.sh disable=SC2016  # the programs in quotes are awk's
. "$(dirname -- "$0")/files.sh"

c_code '*.c' | awk -F '\t' '
    $1 ~ /^tests\// && match($3, /START_TEST *\( *[A-Za-z0-9_]+/) {
        name = substr($3, RSTART, RLENGTH)
        sub(/START_TEST *\( */, "", name)
        words = split(name, word, "_")
        if (words < 3)
            printf "%s:%d: the test %s is no sentence; say what it expects\n", $1, $2, name
        else if (word[1] == "test")
            printf "%s:%d: the test %s says test; say what it expects\n", $1, $2, name
        else if (words == 3 && word[words] ~ /^[0-9]+$/)
            printf "%s:%d: the test %s is a number; say what it expects\n", $1, $2, name
    }' | report
