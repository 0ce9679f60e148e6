#!/bin/sh
# Nothing in the tree belongs to one machine, and nothing lies outside the layout.
#
# Quoted absolute paths may start only with what every system or every course has; home folders,
# folders beside the checkout and names of package servers may not occur. The top level holds the
# agreed entries, and each C file has a name of its own in the whole tree, so that a message naming
# it is enough.
#   places.sh [TREE]
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/lint/files.sh disable=SC2016  # the programs in quotes are awk's
. "$(dirname -- "$0")/files.sh"

paths() {
    ours '*' | grep -vE '^tests/lint/|^LICENSE|/LICENSE|\.(png|db|bin)$' | each_of grep -nIE \
        '(^|[^A-Za-z0-9_}])/(home|root|Users)/[A-Za-z0-9_]|["'\''= (`]/[a-z0-9_]+/[A-Za-z0-9_.]|\.\./shared|(deb\.debian|pypi|registry\.npmjs|files\.pythonhosted)\.' \
        /dev/null | awk '
        function finding(why) {
            printf "%s: %s\n", place, why
        }
        {
            match($0, /^[^:]*:[0-9]+:/)
            place = substr($0, 1, RLENGTH - 1)
            text = substr($0, RLENGTH + 1)
            if (text ~ /\.\.\/shared/)
                finding("names a folder beside the checkout; the tree stands alone")
            if (text ~ /(deb\.debian|pypi|registry\.npmjs|files\.pythonhosted)\./)
                finding("names a package server; leave that to the machine")
            if (text ~ /(^|[^A-Za-z0-9_}])\/(home|root|Users)\/[A-Za-z0-9_]/)
                finding("a path of one machine; find it at run time")
            while (match(text, /["\047= (`]\/[a-z0-9_]+\/[A-Za-z0-9_.]/)) {
                first = substr(text, RSTART + 2, RLENGTH - 2)
                text = substr(text, RSTART + RLENGTH)
                sub(/\/.*/, "", first)
                if (first !~ /^(bin|boot|dev|etc|lib|lib64|media|mnt|opt|proc|run|sbin|srv|sys|tmp|usr|var|home|root|content|problems|solutions|no|nonexistent|nowhere|absent)$/)
                    finding("a path under /" first "/, which other machines lack")
            }
        }'
}

layout() {
    find . -mindepth 1 -maxdepth 1 | sed 's|^\./||' | LC_ALL=C sort | while IFS= read -r entry; do
        case $entry in
            app | content | grader | kernels | problems | solutions | tests) ;;
            CMakeLists.txt | CMakePresets.json | README.md | LICENSE | LICENSE.* | run) ;;
            .ci | .clang-format | .clang-tidy | .editorconfig | .gitignore | .gitattributes | .git) ;;
            build | compile_commands.json) ;; # generated, and ignored by git
            *) echo "$entry:1: outside the layout; README has the tour of the folders" ;;
        esac
    done
}

names() {
    ours '*.c' '*.cu' | awk -F / '
        $NF in seen { printf "%s:1: same name as %s; names are unique in the tree\n", $0, seen[$NF] }
        { seen[$NF] = $0 }'
}

{
    paths
    layout
    names
} | report
