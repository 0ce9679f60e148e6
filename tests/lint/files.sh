# Shared by the lints: which files of the tree are ours, and what of a C file is code.
#
# Sourced, never run. Sets `root`: the first argument of the lint, else the tree it lies in.
# Contract of every lint: each finding is a line `file:line: what is wrong; what to do`, and the
# exit status is 1 when there was one. Only sh, awk, find and grep are needed, so the lints run
# wherever the tests do; `planted.sh` proves for each that it can fail.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
lint_dir=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P) || exit 2
root=$(CDPATH='' cd -- "${1:-$lint_dir/../..}" && pwd -P) || exit 2
cd "$root" || exit 2

# ours PATTERN.. : the tree's own files with these names, sorted; what is generated is not ours.
ours() {
    for pattern in "$@"; do
        find . -name .git -prune -o -path ./build -prune -o -type f -name "$pattern" -print
    done | sed 's|^\./||' | LC_ALL=C sort -u
}

# each_of COMMAND.. : runs the command once over the files named on standard input.
each_of() {
    tr '\n' '\0' | xargs -0 -r "$@"
}

# c_code PATTERN.. : lines `file<TAB>line<TAB>code`, comments gone and literals emptied.
c_code() {
    ours "$@" | each_of awk -f "$lint_dir/code.awk"
}

# report : passes the findings on standard input through; exits as a lint does.
report() {
    if grep . ; then
        exit 1
    fi
    exit 0
}
