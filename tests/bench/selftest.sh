#!/bin/sh
# Proves that the terminal bench measures what it says, on programs whose behaviour is plain: a shell
# that paints a page and echoes keys is measured, one that is silent, empty or deaf is refused.
#   selftest.sh TERMINAL_BENCH
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
bench=$1
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# Paints 200 cells, then answers each key until the terminal hangs up.
cat >"$work/good" <<'END'
stty raw -echo
printf 'x%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
printf '%180s' '' | tr ' ' y
while key=$(dd bs=1 count=1 2>/dev/null) && [ -n "$key" ]; do
    printf '%s' "$key"
done
END
printf 'exit 0\n' >"$work/silent"
printf 'stty raw -echo; echo hi; exec sleep 20\n' >"$work/empty"
cat >"$work/deaf" <<'END'
stty raw -echo
printf '%180s' '' | tr ' ' y
exec sleep 20
END

refuses() {
    if "$bench" 1 -- "$1" sh "$work/$1" >"$work/out" 2>"$work/err"; then
        echo "measured a program that is $1"
        cat "$work/out"
        exit 1
    fi
    grep -q "$1" "$work/err" || exit 1
}

"$bench" 1 -- good sh "$work/good" -- again sh "$work/good" >"$work/out" || exit 1
cat "$work/out"
# Each row has seven fields, and a start that took longer than nothing.
awk -F '\t' '
    NF != 7 { print "not seven fields: " $0; bad = 1 }
    $1 == "start-to-paint:again" { seen = 1; if (!($2 > 0.1 && $2 < 3000)) bad = 1 }
    $1 == "resident-memory:bar" { seen_memory = $2 > 0.1 }
    END { exit bad || !seen || !seen_memory }' "$work/out" || exit 1
refuses silent
refuses empty
refuses deaf
