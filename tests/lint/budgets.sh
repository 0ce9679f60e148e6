#!/bin/sh
# The scale we live on: files near 300 lines, functions of 10 to 20, at most 5 parameters.
#
# What grows past 450 lines, 50 lines or 5 parameters is listed: a reason to look, not a wall. The
# walls are 1000 lines a file and 120 lines a function; files of SIMD and CUDA kernels have none for
# functions. clang-format puts a function's braces alone in column one, which is all that is needed
# to count.
#   budgets.sh [TREE]
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/lint/files.sh disable=SC2016  # the programs in quotes are awk's
. "$(dirname -- "$0")/files.sh"

c_code '*.c' '*.h' '*.cu' | awk -F '\t' '
    function look(text) {
        printf "%s:%d: %s\n", $1, $2, text > "/dev/stderr"
    }
    function wall(text) {
        printf "%s:%d: %s\n", $1, $2, text
    }
    function end_file() {
        if (last_line > 1000)
            printf "%s:%d: %d lines; split it by purpose\n", file, last_line, last_line
        else if (last_line > 450)
            printf "%s:%d: %d lines; worth a look\n", file, last_line, last_line > "/dev/stderr"
    }
    $1 != file {
        end_file()
        file = $1
        open_line = 0
        is_kernel = file ~ /(avx|sse|neon|simd|\.cu$)/
    }
    { last_line = $2 }
    $3 ~ /^[A-Za-z_].*\(/ { head = "" }
    !open_line { head = head " " $3 }
    $3 == "{" {
        open_line = $2
        gsub(/[A-Z_]+ *\([^()]*\)/, "", head) # attributes take arguments too
        commas = gsub(/,/, ",", head)
        if (commas > 4 && head !~ /=/)
            look((commas + 1) " parameters; a struct may read better")
    }
    $3 == "}" && open_line {
        length_lines = $2 - open_line + 1
        if (length_lines > 120 && !is_kernel)
            wall("a function of " length_lines " lines ends here; take parts out")
        else if (length_lines > 50 && !is_kernel)
            look("a function of " length_lines " lines ends here; worth a look")
        open_line = 0
        head = ""
    }
    END { end_file() }' | report
