/* libyaml's words for a syntax error, and ours: what is wrong and what to do, for someone who knows
 * the course and not the parser. One const table.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_YAML_WORDS_H
#define GR_YAML_WORDS_H

struct gr_yaml_words {
    const char *problem; /* a piece of the parser's own sentence */
    const char *text, *help;
};

/* NULL when none of the sentences is known. */
const struct gr_yaml_words *gr_yaml_words_for(const char *problem);

#endif
