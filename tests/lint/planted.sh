#!/bin/sh
# Proves that each lint can fail: plants one fault at a time in a small clean tree and expects the
# lint to exit 1 and to name the file. A lint that passes over its fault fails this test.
#
# A plant is a path, a sentence, and on standard input the file's text.
#   planted.sh LINT
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
lint_dir=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P) || exit 2
lint=$1
tree=$(mktemp -d) || exit 2
trap 'rm -rf "$tree"' EXIT
planted=0
missed=0

put() {
    mkdir -p "$tree/$(dirname -- "$1")"
    cat >"$tree/$1"
}

lint_passes() {
    sh "$lint_dir/$lint.sh" "$tree" >"$tree.out" 2>/dev/null
}

# plant PATH SENTENCE <TEXT
plant() {
    put "$1"
    planted=$((planted + 1))
    if lint_passes || ! grep -qF -- "$1" "$tree.out"; then
        echo "$lint passed over: $2 ($1)"
        missed=$((missed + 1))
    fi
    rm -f "$tree.out" "$tree/$1"
}

mit='/* What this file is, in one plain sentence. SPDX-License-Identifier: MIT */'
gpl='/* What this file is, in one plain sentence. SPDX-License-Identifier: GPL-3.0-or-later */'

# The clean tree: what a lint must not object to, in prose and literals too.
clean_tree() {
    put kernels/src/sum.c <<END
$mit
#include "kn/status.h"

#include <math.h>
/* Never sprintf( here, nor goto fail; see strcpy(3). */
static const char *const words = "system(1) popen( \\" abort(";
double kn_sum(const struct kn_ops *ops)
{
    return ops->signal(words);
}
END
    put grader/base/err.c <<END
$gpl
#include "grader/base/err.h"
#include "kn/status.h"

bool gr_check(void)
{
    bool is_good = false;
    if (!is_good)
        goto out;
out:
    return is_good;
}
END
    put grader/base/err.h <<END
$gpl
#ifndef GR_ERR_H
#define GR_ERR_H
struct gr_err;
#endif
END
    put app/tui/term.c <<END
$gpl
#include "grader/base/err.h"
#include <curses.h>
END
    put tests/unit/err_test.c <<END
$gpl
#include <check.h>
START_TEST(keeps_the_first_error)
{
}
END_TEST
END
    put CMakeLists.txt <<END
# The build of a small clean tree for the self-test of the lints.
# SPDX-License-Identifier: GPL-3.0-or-later
add_library(base grader/base/err.c)
target_compile_options(base PRIVATE -Wall)
END
}

plants_of_layers() {
    plant kernels/src/up.c 'kernels includes grader' <<END
#include "grader/base/err.h"
END
    plant kernels/src/far.c 'kernels includes a library' <<END
#include <gsl/gsl_math.h>
END
    plant grader/base/up.c 'grader includes app' <<END
#include "app/text/grid.h"
END
    plant grader/base/deep.c 'grader includes the inside of kernels' <<END
#include "kernels/src/roof.h"
END
    plant grader/base/screen.c 'grader includes curses' <<END
  #  include <ncursesw/curses.h>
END
    plant grader/base/dots.c 'grader climbs by dots' <<END
#include "../../app/text/grid.h"
END
    plant app/text/view.c 'a view includes curses' <<END
#include <ncurses.h>
END
    plant app/text/tested.c 'product code includes tests' <<END
#include "tests/support/vt.h"
END
}

plants_of_banned() {
    for call in sprintf strcpy strcat strncpy strncat gets atoi atof strtol strtod strtoul sscanf \
        strtok localtime gmtime system popen rand signal alloca; do
        plant "app/text/$call.c" "a call of $call" <<END
int f(void) { return x + $call (y); }
END
    done
    plant app/text/locale.c 'the whole locale' <<END
void f(void) { setlocale(LC_ALL, ""); }
END
    plant app/text/jump.c 'goto elsewhere' <<END
void f(void) { goto fail; }
END
    plant grader/base/type.c 'typedef of a struct' <<END
typedef struct gr_x gr_x;
END
    plant grader/base/off.c 'disabled code' <<END
#if 0
END
    plant grader/base/loud.c 'a library that prints' <<END
void f(void) { fputs("/* ", stderr); printf("%d", 1); }
END
    plant kernels/src/quits.c 'a library that exits' <<END
void f(void) { exit(1); }
END
    plant app/text/number.c 'a double by printf' <<END
void f(void) { snprintf(s, 9, "%.3g GiB", x); }
END
    plant app/text/later.c 'a marker' <<END
/* TODO: later */
END
    plant app/CMakeLists.txt 'a glob' <<END
file(GLOB sources *.c)
END
    plant app/text/CMakeLists.txt 'global flags' <<END
add_compile_options(-Wall)
END
    plant kernels/CMakeLists.txt 'flags of one machine' <<END
target_compile_options(kernels PRIVATE -march=native)
END
}

# filler LINES : that many lines of harmless code.
filler() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print "    x++;" }'
}

plants_of_budgets() {
    filler 1001 >"$tree.in"
    plant app/text/long.c 'a file of 1001 lines' <"$tree.in"
    {
        printf 'void f(void)\n{\n'
        filler 119
        printf '}\n'
    } >"$tree.in"
    plant app/text/function.c 'a function of 121 lines' <"$tree.in"
    rm -f "$tree.in"
}

plants_of_testnames() {
    plant tests/unit/short_test.c 'two words' <<END
START_TEST(units_work)
END
    plant tests/unit/numbered_test.c 'a numbered name' <<END
START_TEST(test_of_units_3)
END
}

plants_of_openings() {
    plant app/text/silent.c 'no opening comment' <<END
#include <stdio.h>
/* SPDX-License-Identifier: GPL-3.0-or-later */
END
    plant app/text/free.c 'no licence' <<END
/* What this file is, in one plain sentence. */
END
    plant kernels/src/gpl.c 'the wrong licence in kernels' <<END
$gpl
END
    plant grader/base/mit.c 'the wrong licence outside' <<END
$mit
END
    plant grader/base/open.h 'no include guard' <<END
$gpl
struct gr_open;
END
    plant tests/cli/quiet.sh 'a script without a word' <<END
#!/bin/sh
exit 0
END
}

plants_of_places() {
    plant grader/base/home.c 'a home folder' <<END
static const char *const where = "/home/ada/course";
END
    plant grader/base/mine.c 'a folder of one machine' <<END
static const char *const where = "/scratchspace/course";
END
    plant tests/cli/beside.sh 'a folder beside the checkout' <<END
cat "\$root/../shared/cases/answers.tsv"
END
    plant tests/cli/server.sh 'a package server' <<END
curl http://deb.debian.org/
END
    plant notes.txt 'a file outside the layout' <<END
notes
END
    plant app/text/err.c 'two files of one name' <<END
$gpl
END
}

clean_tree
if ! lint_passes; then
    echo "$lint objects to the clean tree:"
    cat "$tree.out"
    missed=1
fi
case $lint in
    layers | banned | budgets | testnames | openings | places) "plants_of_$lint" ;;
    *) echo "planted.sh: no lint $lint" && exit 2 ;;
esac
rm -f "$tree.out"
echo "$lint: $planted faults planted, $missed missed"
[ "$missed" -eq 0 ] && [ "$planted" -gt 0 ]
