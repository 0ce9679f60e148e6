/* See yaml.h. libyaml's events, pulled one by one, become nodes in the arena; recursion is bounded
 * by GR_YAML_DEPTH. What may not stand in a course file but leaves the tree readable (a tag, a
 * second key of the same name, an unquoted comma) is reported and left out, so that the schema's
 * findings come in the same pass; what does not (a syntax error, too deep) stops the reading.
 * libyaml counts lines and columns from 0 and columns in code points.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/yaml.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "grader/course/source.h"
#include "grader/course/yaml_words.h"

enum { MOST_KEYS = 1024, MOST_FINDINGS = 50 };

struct tree {
    yaml_parser_t parser;
    const struct gr_source *source;
    struct gr_arena *arena;
    struct gr_diags *diags;
    size_t findings;
    bool is_stopped;        /* no further event is read */
    struct gr_pos quote;    /* the last quoted text over several lines; line 0: none yet */
    uint32_t quote_ends_on; /* its last line */
};

static struct gr_pos pos_of(const struct tree *tree, yaml_mark_t mark)
{
    return (struct gr_pos){.file = tree->source->file,
                           .line = tree->source->first_line + (uint32_t)mark.line,
                           .column = (uint32_t)mark.column + 1};
}

static void report(struct tree *tree, const char *code, struct gr_pos at, const char *text,
                   const char *help)
{
    if (tree->findings++ >= MOST_FINDINGS) {
        tree->is_stopped = true;
        return;
    }
    gr_diag_help(tree->diags, gr_diag_add(tree->diags, GR_ERROR, code, at, "%s", text), "%s", help);
}

static void *stop_for_memory(struct tree *tree)
{
    gr_report_memory(tree->diags, tree->source->file);
    tree->findings++;
    tree->is_stopped = true;
    return NULL;
}

/* ---- syntax errors in words --------------------------------------------------------------- */

/* A quote left open swallows what follows up to the next quote, and only there does the syntax
 * break: a break in the line in which a quoted text of several lines ended is blamed on its start.
 */
static bool report_open_quote(struct tree *tree, struct gr_pos at)
{
    char text[80];
    const yaml_parser_t *parser = &tree->parser;
    if (parser->context != NULL && strstr(parser->context, "quoted scalar") != NULL &&
        strstr(parser->problem, "unexpected") != NULL) {
        report(tree, "Y001", pos_of(tree, parser->context_mark), "a quoted text is not closed",
               "add the closing quote");
        return true;
    }
    if (tree->quote.line == 0 || tree->quote_ends_on != at.line)
        return false;
    (void)snprintf(text, sizeof text, "a quoted text begins here and ends only in line %u",
                   (unsigned)tree->quote_ends_on);
    report(tree, "Y001", tree->quote, text, "add the closing quote, or make it a | block");
    return true;
}

static void report_syntax(struct tree *tree)
{
    const yaml_parser_t *parser = &tree->parser;
    if (parser->error == YAML_MEMORY_ERROR) {
        (void)stop_for_memory(tree);
        return;
    }
    const char *problem = parser->problem == NULL ? "this cannot be read" : parser->problem;
    struct gr_pos at = pos_of(tree, parser->problem_mark);
    if (report_open_quote(tree, at))
        return;
    const struct gr_yaml_words *words = gr_yaml_words_for(problem);
    report(tree, "Y001", at, words != NULL ? words->text : problem,
           words != NULL ? words->help : "this is not YAML as it stands");
}

static bool next_event(struct tree *tree, yaml_event_t *event)
{
    if (tree->is_stopped)
        return false;
    if (yaml_parser_parse(&tree->parser, event) != 0)
        return true;
    report_syntax(tree);
    tree->is_stopped = true;
    return false;
}

/* ---- scalars ------------------------------------------------------------------------------ */

/* Column of a block scalar's text: the least indentation of its lines that are not blank. */
static uint32_t block_column(const struct tree *tree, uint32_t first, uint32_t last)
{
    size_t least = SIZE_MAX;
    for (uint32_t number = first; number <= last; number++) {
        struct gr_str line = gr_source_line(tree->source, number);
        size_t indent = 0;
        while (indent < line.len && line.ptr[indent] == ' ')
            indent++;
        if (indent < line.len && indent < least)
            least = indent;
    }
    return least == SIZE_MAX ? 1 : (uint32_t)least + 1;
}

static struct gr_pos text_pos(const struct tree *tree, const yaml_event_t *event)
{
    struct gr_pos at = pos_of(tree, event->start_mark);
    yaml_scalar_style_t style = event->data.scalar.style;
    if (style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
        at.column++;
    if (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE) {
        struct gr_pos end = pos_of(tree, event->end_mark);
        uint32_t last = end.column == 1 && end.line > at.line ? end.line - 1 : end.line;
        at.line++;
        at.column = block_column(tree, at.line, last);
    }
    return at;
}

/* An expression like `max(a, b)` in {..} or [..] without quotes is cut at its comma: the first
 * piece is left with a bracket that nothing closes, which no honest text of a course has. */
static bool is_cut_at_comma(const struct gr_node *node)
{
    int depth = 0;
    for (size_t i = 0; i < node->text.len; i++)
        depth += node->text.ptr[i] == '(' ? 1 : node->text.ptr[i] == ')' ? -1 : 0;
    return depth > 0;
}

static void note_quote(struct tree *tree, const yaml_event_t *event)
{
    yaml_scalar_style_t style = event->data.scalar.style;
    bool is_quoted =
        style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    if (!is_quoted || event->start_mark.line == event->end_mark.line)
        return;
    tree->quote = pos_of(tree, event->start_mark);
    tree->quote_ends_on = pos_of(tree, event->end_mark).line;
}

static void check_scalar(struct tree *tree, struct gr_node *node)
{
    size_t i = 0;
    while (i < node->text.len) {
        uint32_t code_point;
        (void)gr_utf8_next(node->text, &i, &code_point);
        if (gr_character_refused(code_point) == NULL)
            continue;
        report(tree, "Y003", node->text_at,
               "an escape here stands for a control or invisible character",
               "in double quotes \\ starts an escape; use 'single quotes' or a | block");
        break;
    }
    node->is_cut = node->is_plain && node->is_flow && is_cut_at_comma(node);
    if (node->is_cut)
        report(tree, "Y010", node->at,
               "an expression with a comma is cut in two inside {..} or [..]",
               "put the whole expression in \"quotes\"");
}

static bool scalar_read(struct tree *tree, const yaml_event_t *event, struct gr_node *node)
{
    const char *value = (const char *)event->data.scalar.value;
    yaml_scalar_style_t style = event->data.scalar.style;
    struct gr_str view = {.ptr = value, .len = event->data.scalar.length};
    char *text = gr_arena_text(tree->arena, view);
    if (text == NULL)
        return stop_for_memory(tree) != NULL;
    node->kind = GR_NODE_SCALAR;
    node->text = (struct gr_str){.ptr = text, .len = view.len};
    node->text_at = text_pos(tree, event);
    note_quote(tree, event);
    node->is_plain = style == YAML_PLAIN_SCALAR_STYLE;
    node->is_block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
    check_scalar(tree, node);
    return true;
}

/* ---- collections -------------------------------------------------------------------------- */

struct growing { /* nodes of a collection under way */
    struct gr_node **items, **keys;
    size_t count, size;
};

static bool grow(struct tree *tree, struct growing *list)
{
    if (list->count < list->size)
        return true;
    size_t size = list->size == 0 ? 8 : list->size * 2;
    struct gr_node **items = gr_arena_array(tree->arena, size, sizeof *items);
    struct gr_node **keys = gr_arena_array(tree->arena, size, sizeof *keys);
    if (items == NULL || keys == NULL)
        return stop_for_memory(tree) != NULL;
    if (list->count > 0) {
        memcpy(items, list->items, list->count * sizeof *items);
        memcpy(keys, list->keys, list->count * sizeof *keys);
    }
    list->items = items;
    list->keys = keys;
    list->size = size;
    return true;
}

static struct gr_node *node_read(struct tree *tree, const yaml_event_t *event, unsigned depth,
                                 bool in_flow);

/* The node that the next event starts; NULL at the collection's end or when reading stopped. */
static struct gr_node *child_read(struct tree *tree, unsigned depth, bool in_flow)
{
    yaml_event_t event;
    if (!next_event(tree, &event))
        return NULL;
    bool is_end = event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
    struct gr_node *node = is_end ? NULL : node_read(tree, &event, depth, in_flow);
    yaml_event_delete(&event);
    return node;
}

static const struct gr_node *key_before(const struct growing *list, const struct gr_node *key)
{
    for (size_t i = 0; i < list->count; i++)
        if (gr_str_same(list->keys[i]->text, key->text))
            return list->keys[i];
    return NULL;
}

/* Whether the pair belongs into the tree; reports when not. */
static bool key_is_good(struct tree *tree, const struct growing *list, const struct gr_node *key)
{
    if (key->kind != GR_NODE_SCALAR) {
        report(tree, "Y008", key->at, "a key must be a word", "write key: value");
        return false;
    }
    if (gr_str_is(key->text, "<<")) {
        report(tree, "Y006", key->at, "merge keys are not used here", "write the keys out");
        return false;
    }
    const struct gr_node *before = key_before(list, key);
    if (before != NULL) {
        struct gr_diag *diag = NULL;
        if (tree->findings++ < MOST_FINDINGS)
            diag = gr_diag_add(tree->diags, GR_ERROR, "Y007", key->at,
                               "the key \"%.*s\" stands twice: here and in line %u",
                               (int)(key->text.len < 40 ? key->text.len : 40), key->text.ptr,
                               (unsigned)before->at.line);
        gr_diag_help(tree->diags, diag, "keep one of the two");
        return false;
    }
    if (list->count < MOST_KEYS)
        return true;
    report(tree, "Y009", key->at, "over 1024 keys in one mapping", "split the file");
    tree->is_stopped = true;
    return false;
}

static bool pairs_read(struct tree *tree, struct gr_node *node, unsigned depth)
{
    struct growing list = {0};
    struct gr_node *key;
    while ((key = child_read(tree, depth, node->is_flow)) != NULL) {
        struct gr_node *value = child_read(tree, depth, node->is_flow);
        if (value == NULL || !grow(tree, &list))
            return false;
        if (!key_is_good(tree, &list, key))
            continue;
        list.keys[list.count] = key;
        list.items[list.count++] = value;
    }
    node->items = list.items;
    node->keys = list.keys;
    node->count = list.count;
    return !tree->is_stopped;
}

static bool items_read(struct tree *tree, struct gr_node *node, unsigned depth)
{
    struct growing list = {0};
    struct gr_node *item;
    while ((item = child_read(tree, depth, node->is_flow)) != NULL) {
        if (!grow(tree, &list))
            return false;
        list.items[list.count++] = item;
    }
    node->items = list.items;
    node->count = list.count;
    return !tree->is_stopped;
}

static bool collection_read(struct tree *tree, const yaml_event_t *event, struct gr_node *node,
                            unsigned depth)
{
    bool is_mapping = event->type == YAML_MAPPING_START_EVENT;
    node->kind = is_mapping ? GR_NODE_MAPPING : GR_NODE_SEQUENCE;
    node->is_flow = is_mapping ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                               : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    if (depth <= GR_YAML_DEPTH)
        return is_mapping ? pairs_read(tree, node, depth + 1) : items_read(tree, node, depth + 1);
    report(tree, "Y009", node->at, "nested over 16 deep", "write it flatter");
    tree->is_stopped = true;
    return false;
}

/* ---- nodes -------------------------------------------------------------------------------- */

static void check_properties(struct tree *tree, const yaml_event_t *event)
{
    const yaml_char_t *tag = NULL, *anchor = NULL;
    if (event->type == YAML_SCALAR_EVENT) {
        tag = event->data.scalar.tag;
        anchor = event->data.scalar.anchor;
    } else if (event->type == YAML_SEQUENCE_START_EVENT) {
        tag = event->data.sequence_start.tag;
        anchor = event->data.sequence_start.anchor;
    } else if (event->type == YAML_MAPPING_START_EVENT) {
        tag = event->data.mapping_start.tag;
        anchor = event->data.mapping_start.anchor;
    }
    struct gr_pos at = pos_of(tree, event->start_mark);
    if (tag != NULL)
        report(tree, "Y005", at, "a tag (!...)", "remove it: the schema decides types");
    if (anchor != NULL)
        report(tree, "Y006", at, "an anchor (&...)", "remove it and write the value out");
}

static struct gr_node *node_read(struct tree *tree, const yaml_event_t *event, unsigned depth,
                                 bool in_flow)
{
    struct gr_node *node = gr_arena_array(tree->arena, 1, sizeof *node);
    if (node == NULL)
        return stop_for_memory(tree);
    node->at = node->text_at = pos_of(tree, event->start_mark);
    node->is_flow = in_flow;
    check_properties(tree, event);
    bool done = true;
    if (event->type == YAML_SCALAR_EVENT) {
        done = scalar_read(tree, event, node);
    } else if (event->type == YAML_ALIAS_EVENT) {
        node->text = gr_str("?");
        report(tree, "Y006", node->at, "an alias (*...)", "write the value out");
    } else {
        done = collection_read(tree, event, node, depth);
    }
    return done ? node : NULL;
}

/* ---- the document ------------------------------------------------------------------------- */

static void check_directives(struct tree *tree, const yaml_event_t *event)
{
    if (event->data.document_start.version_directive != NULL ||
        event->data.document_start.tag_directives.start !=
            event->data.document_start.tag_directives.end)
        report(tree, "Y005", pos_of(tree, event->start_mark), "a % directive", "remove it");
}

/* Pulls events until the one document's root is read; NULL when there is none. */
static struct gr_node *root_read(struct tree *tree)
{
    struct gr_node *root = NULL;
    bool is_over = false;
    yaml_event_t event;
    while (!is_over && next_event(tree, &event)) {
        if (event.type == YAML_STREAM_END_EVENT) {
            is_over = true;
        } else if (event.type == YAML_DOCUMENT_START_EVENT && root != NULL) {
            report(tree, "Y011", pos_of(tree, event.start_mark), "a second document in one file",
                   "one file, one document: remove the --- line or move the rest");
            is_over = true;
        } else if (event.type == YAML_DOCUMENT_START_EVENT) {
            check_directives(tree, &event);
        } else if (event.type != YAML_STREAM_START_EVENT && event.type != YAML_DOCUMENT_END_EVENT) {
            root = node_read(tree, &event, 1, false);
        }
        yaml_event_delete(&event);
    }
    return tree->is_stopped ? NULL : root;
}

struct gr_node *gr_yaml_tree(struct gr_arena *arena, struct gr_str text, const char *file,
                             uint32_t first_line, struct gr_diags *diags)
{
    struct gr_source source;
    struct gr_pos at = {.file = file, .line = first_line, .column = 1};
    if (text.len > GR_YAML_BYTES) {
        gr_diag_help(diags, gr_diag_add(diags, GR_ERROR, "Y009", at, "the file is over 1 MiB"),
                     "split the file");
        return NULL;
    }
    if (!gr_source_clean(arena, text, at, GR_TABS_REFUSED, &source, diags))
        return NULL;
    struct tree tree = {.source = &source, .arena = arena, .diags = diags};
    if (yaml_parser_initialize(&tree.parser) == 0)
        return stop_for_memory(&tree);
    yaml_parser_set_encoding(&tree.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&tree.parser, (const unsigned char *)source.text.ptr,
                                 source.text.len);
    struct gr_node *root = root_read(&tree);
    yaml_parser_delete(&tree.parser);
    if (root == NULL && tree.findings == 0)
        report(&tree, "Y012", at, "there is nothing here",
               "write `key: value` lines, as the files beside it have");
    return root;
}

struct gr_node *gr_yaml_parse(struct gr_arena *arena, struct gr_str text, const char *file,
                              uint32_t first_line, struct gr_diags *diags)
{
    size_t before = diags->errors + diags->lost;
    struct gr_node *root = gr_yaml_tree(arena, text, file, first_line, diags);
    return diags->errors + diags->lost == before ? root : NULL;
}

const struct gr_node *gr_node_get(const struct gr_node *mapping, const char *key)
{
    if (mapping == NULL || mapping->kind != GR_NODE_MAPPING)
        return NULL;
    for (size_t i = 0; i < mapping->count; i++)
        if (gr_str_is(mapping->keys[i]->text, key))
            return mapping->items[i];
    return NULL;
}
