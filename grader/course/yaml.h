/* One YAML document as a tree with the position of every node, from libyaml's events. What a course
 * file may not contain is refused here with its place: tags, anchors, aliases, merge keys,
 * duplicate keys (both lines named), tabs in indentation, more than one document, depth over
 * GR_YAML_DEPTH, files over GR_YAML_BYTES, malformed UTF-8, control and bidirectional characters. A
 * BOM is dropped, CRLF is folded. The schema, not YAML, decides types: every scalar is text here.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_YAML_H
#define GR_YAML_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/base/arena.h"
#include "grader/base/diag.h"

enum { GR_YAML_DEPTH = 16, GR_YAML_BYTES = 1024 * 1024 };

enum gr_node_kind { GR_NODE_SCALAR, GR_NODE_SEQUENCE, GR_NODE_MAPPING };

struct gr_node {
    enum gr_node_kind kind;
    struct gr_pos at;      /* first character of the node; of a quoted scalar, its quote */
    struct gr_pos text_at; /* first character of the scalar's text: after a quote, in a block scalar
                              the first line's first character */
    bool is_plain;         /* a scalar without quotes */
    bool is_block;         /* a | or > scalar */
    bool is_flow;          /* a [..] or {..} collection, or a scalar directly inside one */
    bool is_cut;           /* a piece of an expression, cut at its comma: it has its finding */
    struct gr_str text;    /* scalar */
    struct gr_node *const *items; /* sequence: items; mapping: values in order */
    struct gr_node *const *keys;  /* mapping: keys, scalars, as many as items */
    size_t count;
};

/* Reads the whole file into the arena; false when it cannot be opened, is not a regular file or is
 * over `most` bytes. */
GR_MUST_CHECK bool gr_file_read(struct gr_arena *arena, const char *path, size_t most,
                                struct gr_str *out, struct gr_err *err);
/* The tree of `text`, or NULL when anything was found (findings say what). `file` names it in
 * positions and is borrowed; `first_line` is the line number of the text's first line (1 for a
 * whole file, more for the front matter of a page). */
struct gr_node *gr_yaml_parse(struct gr_arena *arena, struct gr_str text, const char *file,
                              uint32_t first_line, struct gr_diags *diags);
/* The same, but a tree also when there were findings that leave it readable (a duplicate key, a
 * tag, an unquoted comma), so that a schema can add its own in the same pass; NULL only when there
 * is no tree. */
struct gr_node *gr_yaml_tree(struct gr_arena *arena, struct gr_str text, const char *file,
                             uint32_t first_line, struct gr_diags *diags);
/* The value under `key` of a mapping, or NULL. */
const struct gr_node *gr_node_get(const struct gr_node *mapping, const char *key);

#endif
