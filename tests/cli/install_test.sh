#!/bin/sh
# Installs the build into a folder of its own and takes the course from there: the programs must find
# each other and the course without any help, and everything exact must check.
#   install_test.sh CMAKE BUILD_FOLDER
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
cmake=$1
build=$2
where=$(mktemp -d)
trap 'rm -rf "$where"' EXIT
prefix=$where/prefix
mkdir "$where/home"

"$cmake" --install "$build" --prefix "$prefix" >"$where/log" 2>&1 || {
    cat "$where/log"
    exit 1
}

# Nothing of the source tree or of this shell may help.
installed() {
    (cd / && env -i PATH=/usr/bin:/bin HOME="$where/home" LC_ALL=C.UTF-8 \
        "$prefix/bin/wallclock" "$@" </dev/null)
}

fail() {
    echo "install_test: $*"
    exit 1
}

[ -x "$prefix/libexec/wallclock/kn" ] || fail "kn is not in libexec/wallclock"
[ -f "$prefix/share/wallclock/content/levels.yaml" ] || fail "the course is not in share/wallclock"
[ -z "$(find "$prefix/share" -name CMakeLists.txt)" ] || fail "build files are installed"
installed --version | grep -q '^wallclock [0-9]' || fail "no version"
installed | grep -q 'VIII.6 Training Systems' || fail "no home page"
installed kernel list | grep -q 'ring' || fail "kn does not list its kernels"
installed read W4 | grep -q 'Answer in' || fail "a problem cannot be dealt"
installed check --deep --class exact,seeded || fail "the installed course does not check"
