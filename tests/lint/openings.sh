#!/bin/sh
# Every file opens by saying what it is, and under which licence it may be used.
#
# C, CUDA, shell, awk and CMake files start with a comment (after #! in a script) of at least one
# whole sentence (or "See NAME.h.") and name their licence there by SPDX: MIT in kernels/,
# GPL-3.0-or-later elsewhere. A header has a guard named after itself.
#   openings.sh [TREE]
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/lint/files.sh disable=SC2016  # the programs in quotes are awk's
. "$(dirname -- "$0")/files.sh"

{
    ours '*.c' '*.h' '*.cu' '*.sh' '*.awk' '*.cmake' CMakeLists.txt
    for script in run .ci/run tests/bench/run; do
        [ ! -f "$script" ] || echo "$script"
    done
} | each_of awk '
    function close_file() {
        if (file == "")
            return
        if (words < 5 && !says_see)
            printf "%s:1: no opening comment; say what this file is and what it keeps true\n", file
        if (licence == "")
            printf "%s:1: no SPDX line; add SPDX-License-Identifier: %s\n", file, wanted
        else if (licence != wanted)
            printf "%s:1: licence %s; %s is under %s\n", file, licence, folder, wanted
        if (file ~ /\.h$/ && !has_guard)
            printf "%s:1: no include guard; open with #ifndef and #define\n", file
    }
    FNR == 1 {
        close_file()
        file = FILENAME
        folder = file ~ /^kernels\// ? "kernels/" : "what lies outside kernels/"
        wanted = file ~ /^kernels\// ? "MIT" : "GPL-3.0-or-later"
        words = 0
        says_see = 0
        licence = ""
        has_guard = 0
        opening = 1
        block = 0
    }
    FNR == 1 && /^#!/ { next }
    file ~ /\.h$/ && /^#ifndef [A-Z0-9_]+_H/ { has_guard = 1 }
    opening {
        if (/See [a-z_0-9]+\.h\./)
            says_see = 1
        is_c = file ~ /\.(c|h|cu)$/
        if (is_c && /^ *\/\*/)
            block = 1
        if (is_c ? (block || /^ *\/\//) : /^#/) {
            said = $0
            sub(/SPDX-License-Identifier.*/, "", said)
            words += split(said, word, /[^A-Za-z]+/) - 1
        } else if (NF) {
            opening = 0
        }
        if (block && /\*\//)
            block = 0
    }
    opening && /SPDX-License-Identifier:/ {
        licence = $0
        sub(/.*SPDX-License-Identifier: */, "", licence)
        sub(/ *\*\/.*/, "", licence)
        sub(/ *$/, "", licence)
    }
    END { close_file() }' | report
