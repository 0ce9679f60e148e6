#!/bin/sh
# One direction only: app -> grader -> kernels. Reads the #include lines and fails on a wrong one.
#
# kernels/ stands alone: C, POSIX, its own headers, the CUDA runtime. grader/ may use the public
# headers kn/..., libyaml, GSL, SQLite, nettle, never curses or Markdown. app/ may use the grader's
# headers and the public kn/..., and only app/tui/ may see curses.
#   layers.sh [TREE]
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/lint/files.sh disable=SC2016  # the programs in quotes are awk's
. "$(dirname -- "$0")/files.sh"

ours '*.c' '*.h' '*.cu' | grep -E '^(kernels|grader|app)/' | each_of awk '
    function finding(why) {
        printf "%s:%d: includes %s; %s\n", FILENAME, FNR, name, why
    }
    /^[ \t]*#[ \t]*include/ {
        if (!match($0, /[<"][^>"]*[>"]/))
            next
        name = substr($0, RSTART, RLENGTH)
        path = substr(name, 2, length(name) - 2)
        ring = FILENAME
        sub(/\/.*/, "", ring)
        is_tui = FILENAME ~ /^app\/tui\//

        if (path ~ /(^|\/)\.\.\//)
            finding("write the path from the top of the tree")
        if (path ~ /^tests\// || path == "check.h")
            finding("product code knows nothing of the tests")
        if (path ~ /^kernels\// && ring != "kernels")
            finding("outside kernels/ only its public headers kn/... exist")
        if (path ~ /^grader\// && ring == "kernels")
            finding("kernels/ stands alone; move what is shared into kernels/")
        if (path ~ /^app\// && ring != "app")
            finding("only app/ may use app/; the direction is app, grader, kernels")
        if (path ~ /^app\/tui\// && ring == "app" && !is_tui && FILENAME !~ /^app\/main/)
            finding("only main hands over to the screen; views write cells, not curses")
        if (path ~ /^(ncursesw?\/)?(ncurses|curses|panel|form|menu|term|termcap)\.h$/ && !is_tui)
            finding("only app/tui/ may see curses")
        if (path ~ /^md4c/ && ring != "app")
            finding("Markdown is the affair of app/")
        if (path ~ /^cairo/ && ring != "app")
            finding("drawing is the affair of app/")
        if (path ~ /^(yaml|sqlite3)\.h$|^(gsl|nettle)\// && ring == "kernels")
            finding("kernels/ builds with nothing but a compiler")
        if (path ~ /^cuda/ && ring != "kernels")
            finding("CUDA lives in kernels/, reached through the helper kn")
    }' | report
