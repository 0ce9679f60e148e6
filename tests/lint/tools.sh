#!/bin/sh
# The outside tools over our sources: formatter, static analysers, shell checker, coverage.
#
# Works on the files of the tree and the compile commands of one build folder. A tool that is not
# installed is an error (exit 3), never a silent pass. Findings go to standard output, exit 1.
#   tools.sh format | format-check | shellcheck | cppcheck | tidy | lint | coverage-report [BUILD]
# `lint` is the project's own rules, then shellcheck, cppcheck and tidy; CI runs them one by one.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
action=${1-}
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P) || exit 2
build=$(CDPATH='' cd -- "${2:-$tools/../../build/dev}" 2>/dev/null && pwd -P)
set -- "$tools/../.."
# shellcheck source=tests/lint/files.sh
. "$tools/files.sh"

need() {
    command -v "$1" >/dev/null 2>&1 && return 0
    echo "tools.sh: $1 is not installed" >&2
    exit 3
}

need_commands() {
    [ -f "$build/compile_commands.json" ] && return 0
    echo "tools.sh: no compile_commands.json in the build folder; configure it first" >&2
    exit 3
}

# Compiled C files only: what another configuration compiles has no flags here to check it with.
compiled() {
    need_commands
    sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "$build/compile_commands.json" |
        grep -F -- "$root/" | grep -vF -- "$build/" | LC_ALL=C sort -u
}

scripts() {
    for script in run .ci/run tests/bench/run; do
        [ ! -f "$script" ] || echo "$script"
    done
    ours '*.sh'
}

format() {
    need clang-format
    ours '*.c' '*.h' | each_of clang-format "$@"
}

own_rules() {
    broken=0
    for rule in layers banned budgets testnames openings places; do
        sh "$tools/$rule.sh" "$root" || broken=1
    done
    return "$broken"
}

shell_scripts() {
    need shellcheck
    scripts | each_of shellcheck -x
}

# Missing system headers are the compiler's affair. POSIX has NULL as a pointer, so it may end an
# argument list; and what a function is given to fill is not read by it (the sanitizers watch both).
cpp_check() {
    need cppcheck
    need_commands
    mkdir -p "$build/cppcheck"
    cppcheck --quiet --std=c17 --error-exitcode=1 --inline-suppr -j2 \
        --enable=warning,performance,portability --suppress=missingIncludeSystem \
        --suppress=varFuncNullUB --suppress=ctuuninitvar \
        --suppress=checkersReport --template='{file}:{line}: {severity}: {message} [{id}]' \
        --cppcheck-build-dir="$build/cppcheck" --project="$build/compile_commands.json"
}

tidy() {
    need clang-tidy
    compiled | tr '\n' '\0' |
        xargs -0 -r -n 1 -P "$(nproc)" clang-tidy -p "$build" --quiet 2>"$build/tidy.err"
}

coverage() {
    need gcovr
    gcovr --root "$root" --object-directory "$build" --filter grader/ --filter app/ \
        --filter kernels/ --txt
}

case $action in
    format) format -i ;;
    format-check) format --dry-run -Werror ;;
    shellcheck) shell_scripts ;;
    cppcheck) cpp_check ;;
    tidy) tidy ;;
    lint)
        broken=0
        own_rules || broken=1
        shell_scripts || broken=1
        cpp_check || broken=1
        tidy || broken=1
        exit "$broken"
        ;;
    coverage-report) coverage ;;
    *)
        echo 'usage: tools.sh format|format-check|shellcheck|cppcheck|tidy|lint|coverage-report [BUILD]' >&2
        exit 2
        ;;
esac
