#!/bin/sh
# Calls and constructs that this project does without, each with what to use instead.
#
# The table is `instead[]`. Comments and literals do not count (code.awk). Besides the calls:
# goto to anything but the one label `out`, typedef of a struct, disabled code, work left as a
# marker, output or exit from the libraries, doubles printed past the number printer, and in CMake
# files globs, global flags and flags that change results.
#   banned.sh [TREE]
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/lint/files.sh disable=SC2016  # the programs in quotes are awk's
. "$(dirname -- "$0")/files.sh"

calls() {
    c_code '*.c' '*.h' '*.cu' | awk -F '\t' '
        function add(words, use,    n, i, word) {
            n = split(words, word, " ")
            for (i = 1; i <= n; i++)
                instead[word[i]] = use
        }
        BEGIN {
            add("sprintf vsprintf strcpy stpcpy strcat strncpy strncat gets", "use snprintf or gr_buf")
            add("atoi atol atoll atof strtol strtoll strtoul strtoull strtod strtof strtold",
                "use the number reader of grader/num or kernels")
            add("sscanf fscanf scanf strtok", "use the scanner of grader/num or split by hand")
            add("localtime gmtime ctime asctime", "use the _r form")
            add("system popen", "start a process with its arguments, never a shell")
            add("rand srand random srandom drand48", "use the counter-based generator kn/rng.h")
            add("signal", "use sigaction")
            add("alloca", "use an arena or a bounded array")
            library = "libraries return an error, they neither print nor end the process"
        }
        # The C library as an independent judge of our number reader, in this one file of the tests.
        $1 == "tests/unit/grader/num/library_number.c" { next }
        function finding(what, use) {
            printf "%s:%d: %s; %s\n", $1, $2, what, use
        }
        function call(word) {
            if (word in instead)
                finding("calls " word, instead[word])
            if (word ~ /^(printf|vprintf|puts|putchar|perror|exit|_exit|_Exit|quick_exit|abort)$/ &&
                ($1 ~ /^grader\// || ($1 ~ /^kernels\// && $1 !~ /^kernels\/(kn|cuda|tool)\//)))
                finding("a library calls " word, library)
        }
        {
            code = $3
            if (code ~ /setlocale *\( *LC_(ALL|NUMERIC|MONETARY)/)
                finding("sets a locale beyond LC_CTYPE", "numbers would print with commas")
            if (match(code, /(^|[^A-Za-z0-9_])goto +[A-Za-z0-9_]+/) &&
                substr(code, RSTART, RLENGTH) !~ /goto +out$/)
                finding("goto to a label other than out", "one exit label a function")
            if (code ~ /(^|[^A-Za-z0-9_])typedef +(struct|union|enum)([^A-Za-z0-9_]|$)/)
                finding("typedef of a struct, union or enum", "write the tag")
            if (code ~ /^ *# *if +0 *$/)
                finding("disabled code", "delete it, git remembers")
            while (match(code, /[A-Za-z_][A-Za-z0-9_]* *\(/)) {
                word = substr(code, RSTART, RLENGTH)
                # A member or an arrow before it makes it a field of ours, not the libc call.
                before = substr(code, 1, RSTART - 1)
                code = substr(code, RSTART + RLENGTH)
                sub(/ *\($/, "", word)
                if (before !~ /(\.|->) *$/)
                    call(word)
            }
        }'
}

# A double printed by printf follows the locale and is no reader of ours; hex floats neither.
doubles() {
    ours '*.c' '*.h' | grep -E '^(grader|app)/' | grep -v '^grader/num/' | each_of awk '
        {
            text = $0
            gsub(/%%/, "", text)
            if (text ~ /"[^"]*%[-+#0-9.*]*l?[aefgAEFG]([^A-Za-z][^"]*)?"/)
                printf "%s:%d: prints a double by format; use grader/num/decimal.h\n", FILENAME, FNR
        }'
}

markers() {
    ours '*.c' '*.h' '*.cu' '*.sh' '*.md' '*.yaml' CMakeLists.txt '*.cmake' |
        grep -v '^tests/lint/' |
        each_of awk '/(^|[^A-Za-z])(TODO|FIXME|XXX|HACK)([^A-Za-z]|$)/ {
            printf "%s:%d: work left as a marker; do it or file an issue\n", FILENAME, FNR
        }'
}

cmake_files() {
    ours CMakeLists.txt '*.cmake' CMakePresets.json | each_of awk '
        function finding(what, use) {
            printf "%s:%d: %s; %s\n", FILENAME, FNR, what, use
        }
        { code = $0; sub(/^ *#.*/, "", code) }
        code ~ /file *\( *GLOB/ { finding("GLOB", "list the files") }
        code ~ /^ *(add_definitions|add_compile_definitions|add_compile_options|include_directories|link_directories|link_libraries|add_link_options) *\(/ {
            finding("a command that changes every target after it", "use the target_ form")
        }
        code ~ /-march=native|-mtune=native/ { finding("flags of this one machine", "ISA flags by file") }
        code ~ /-ffast-math|-Ofast|-funsafe-math|-ffinite-math/ {
            finding("flags that change results", "leave them out")
        }'
}

{
    calls
    doubles
    markers
    cmake_files
} | report
