/* See yaml_words.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/yaml_words.h"

#include <stddef.h>
#include <string.h>

static const struct gr_yaml_words syntax_words[] = {
    {"mapping values are not allowed", "a second ': ' where the value should be",
     "quote a text that holds a colon and a blank"},
    {"found unknown escape", "an unknown escape in a double-quoted text",
     "use 'single quotes' or a | block where a backslash is meant as one"},
    {"did not find expected hexdecimal", "a \\x or \\u escape without its digits",
     "use 'single quotes' or a | block where a backslash is meant as one"},
    {"',' or ']'", "a [ is not closed, or a comma is missing before this",
     "close the list with ], or quote the text"},
    {"',' or '}'", "a { is not closed, or a comma is missing before this",
     "close the mapping with }, or quote the text"},
    {"did not find expected node content", "a value is missing, or a bracket is not closed",
     "finish the value, or quote the text"},
    {"could not find expected ':'", "a key without ': ' after it", "write key: value"},
    {"did not find expected key", "this line does not fit the lines around it",
     "check the indentation, and quotes that end too early"},
    {"did not find expected '-' indicator", "this line does not fit the list before it",
     "indent it like the other items"},
    {"block sequence entries are not allowed", "a list cannot start here",
     "put the list on its own line below the key"},
    {"cannot start any token", "a text cannot begin with this character", "quote the text"},
    {"did not find expected comment or line break", "only a comment may follow | or >",
     "start the text on the next line"},
    {"could not determine a comment", "only a comment may follow", "start a new line"},
    {"did not find expected <document start>", "this does not belong to the mapping above",
     "check the indentation"},
};

const struct gr_yaml_words *gr_yaml_words_for(const char *problem)
{
    for (size_t i = 0; i < sizeof syntax_words / sizeof syntax_words[0]; i++)
        if (strstr(problem, syntax_words[i].problem) != NULL)
            return &syntax_words[i];
    return NULL;
}
