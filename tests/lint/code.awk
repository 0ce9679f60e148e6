# Prints C files as `file<TAB>line<TAB>code`: comments removed, string and character literals
# emptied, so that a rule about code is not fooled by prose. State is one flag: inside /* */.
# SPDX-License-Identifier: GPL-3.0-or-later
FNR == 1 { in_comment = 0 }

# The position just after the literal that opens at `from` with the quote given.
function literal_end(text, from, quote,    i, c) {
    for (i = from + 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "\\")
            i++
        else if (c == quote)
            return i + 1
    }
    return length(text) + 1
}

{
    rest = $0
    gsub(/\t/, " ", rest)
    code = ""
    while (rest != "") {
        if (in_comment) {
            end = index(rest, "*/")
            rest = end ? substr(rest, end + 2) : ""
            in_comment = !end
        } else if (!match(rest, /["']|\/\*|\/\//)) {
            code = code rest
            rest = ""
        } else {
            mark = substr(rest, RSTART, RLENGTH)
            code = code substr(rest, 1, RSTART - 1)
            if (mark == "//") {
                rest = ""
            } else if (mark == "/*") {
                in_comment = 1
                rest = substr(rest, RSTART + 2)
            } else {
                code = code mark mark
                rest = substr(rest, literal_end(rest, RSTART, mark))
            }
        }
    }
    print FILENAME "\t" FNR "\t" code
}
