/* Markdown to lines of cells and to prose.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/text/doc.h"

#include <stdlib.h>
#include <string.h>

#include "app/text/width.h"
#include "tests/unit/app/text/text_test.h"

/* Lines of the layout, joined by "\n"; a role other than text as "<h:...>". */
static void print_doc(const struct doc *doc, bool with_roles, struct gr_buf *out)
{
    for (size_t i = 0; i < doc->count; i++) {
        if (i > 0)
            gr_buf_char(out, '\n');
        for (size_t s = 0; s < doc->lines[i].count; s++) {
            const struct doc_span *span = &doc->lines[i].spans[s];
            bool marked = with_roles && span->role != ROLE_TEXT;
            if (marked)
                gr_buf_printf(out, "<%c:", role_letter(span->role));
            gr_buf_add(out, span->text);
            gr_buf_text(out, marked ? ">" : "");
        }
    }
}

static const struct {
    const char *markdown;
    int width;
    enum doc_glyphs glyphs;
    const char *text;
} layouts[] = {
    {"", 40, DOC_UTF8, ""},
    {"one two three", 8, DOC_UTF8, "one two\nthree"},
    {"abcdefghijkl", 8, DOC_UTF8, "abcdefgh\nijkl"},
    {"日本語日本語", 9, DOC_UTF8, "日本語日\n本語"},
    {"# Head\n\ntext *soft* **hard** `code`", 40, DOC_UTF8,
     "<h:Head>\n\ntext soft <h:hard> <o:code>"},
    {"a  \nb", 40, DOC_UTF8, "a\nb"},
    {"a\nb", 40, DOC_UTF8, "a b"},
    {"- one\n- two three four\n", 10, DOC_UTF8, "- one\n- two\n  three\n  four"},
    {"3. x\n4. y\n", 10, DOC_UTF8, "3. x\n4. y"},
    {"- a\n  - b\n", 20, DOC_UTF8, "- a\n  - b"},
    {"- a\n  - b\n\n    c\n", 20, DOC_UTF8, "- a\n\n  - b\n\n    c"},
    {"> quoted words\n", 11, DOC_UTF8, "│ quoted\n│ words"},
    {"> quoted words\n", 11, DOC_ASCII, "| quoted\n| words"},
    {"```\nint  x;\n\ny\n```", 20, DOC_UTF8, "  <o:int  x;>\n  \n  <o:y>"},
    {"see [the *page*](W1).", 40, DOC_UTF8, "see <l:the page>."},
    {"$\\pi$ is about 3", 40, DOC_UTF8, "<a:π> is about 3"},
    {"$\\pi$ is about 3", 40, DOC_ASCII, "<a:pi> is about 3"},
    {"so $$x = \\frac{a}{b}$$ holds", 40, DOC_UTF8, "so\n\n    <a:x = a/b>\n\nholds"},
    {"cost \\$5 to \\$6", 40, DOC_UTF8, "cost $5 to $6"},
    {"| a | b |\n|---|---|\n| $x$ | 22 |\n", 40, DOC_UTF8,
     "<h:a>  <h:b>\n<f:─>  <f:──>\n<a:x>  22"},
    {"| name | value |\n|---|---|\n| long name | long value |\n", 12, DOC_UTF8,
     "long name\n  <h:>value:\n    long\n    value"},
    {"x &amp; y &#960; &#x3b2; &bogus;", 40, DOC_UTF8, "x & y π β &bogus;"},
    {"---\n", 8, DOC_ASCII, "<f:-------->"},
    {"a\x01"
     "b\xC2\x9B"
     "c\xFF",
     40, DOC_UTF8, "abc\xEF\xBF\xBD"},
    {"naïve — “quoted”", 40, DOC_ASCII, "naive -- \"quoted\""},
    {"<b>tag</b>", 40, DOC_UTF8, "<b>tag</b>"},
};

START_TEST(lays_markdown_out_in_lines)
{
    struct gr_arena arena = {0};
    struct gr_err err = {0};
    struct gr_buf out;
    struct doc doc;
    gr_buf_start(&out, 1 << 16);
    ck_assert(doc_layout(&arena, gr_str(layouts[_i].markdown), layouts[_i].width,
                         layouts[_i].glyphs, &doc, &err));
    bool with_roles =
        strchr(layouts[_i].text, '<') != NULL && strstr(layouts[_i].text, "<b>") == NULL;
    bool bare_head = strstr(layouts[_i].text, "<h:>") != NULL;
    print_doc(&doc, with_roles && !bare_head, &out);
    if (bare_head)
        ck_assert_str_eq(gr_buf_cstr(&out), "long name\n  value:\n    long\n    value");
    else
        ck_assert_str_eq(gr_buf_cstr(&out), layouts[_i].text);
    gr_buf_free(&out);
    gr_arena_free(&arena);
}
END_TEST

static const char page[] =
    "# A *title* with $x^2$\n\nText with [a link](W1) that is long enough to wrap, `code`, "
    "**bold 日本語 text** and $\\max(\\frac{8 n}{\\beta}, \\frac{2 K n}{\\pi})$.\n\n"
    "- item one\n- item two\n  1. nested\n     > quote in it\n\n```\ncode line that is rather "
    "wide, wider than narrow screens\n```\n\n| head | other head |\n|---|---|\n| cell | $y$ |\n"
    "| 日本 | [link two](E2) |\n\n$$P = \\min(\\pi, I \\beta)$$\n\nEnd.\n";

START_TEST(never_draws_wider_than_asked_at_any_width)
{
    for (int width = 1; width <= 120; width++) {
        struct gr_arena arena = {0};
        struct gr_err err = {0};
        struct doc doc;
        int most = width < 8 ? 8 : width > DOC_MEASURE_CELLS ? DOC_MEASURE_CELLS : width;
        enum doc_glyphs glyphs = width % 2 == 0 ? DOC_UTF8 : DOC_ASCII;
        ck_assert(doc_layout(&arena, gr_str(page), width, glyphs, &doc, &err));
        uint32_t line = 0;
        for (size_t i = 0; i < doc.count; i++) {
            int cells = 0;
            for (size_t s = 0; s < doc.lines[i].count; s++)
                cells += text_cells(doc.lines[i].spans[s].text);
            ck_assert_msg(cells <= most, "width %d, line %zu: %d cells", width, i, cells);
            ck_assert_uint_ge(doc.lines[i].source_line, line);
            line = doc.lines[i].source_line;
        }
        ck_assert_uint_eq(doc.link_count, 2);
        for (size_t i = 0; i < doc.link_count; i++) {
            const struct doc_link *link = &doc.links[i];
            ck_assert_uint_lt(link->line, doc.count);
            ck_assert_uint_lt(link->span, doc.lines[link->line].count);
            ck_assert_int_eq(doc.lines[link->line].spans[link->span].role, ROLE_LINK);
        }
        ck_assert_str_eq(doc.links[0].target, "W1");
        ck_assert_str_eq(doc.links[1].target, "E2");
        gr_arena_free(&arena);
    }
}
END_TEST

START_TEST(writes_only_ascii_where_ascii_is_asked)
{
    struct gr_arena arena = {0};
    struct gr_err err = {0};
    struct doc doc;
    ck_assert(doc_layout(&arena,
                         gr_str("é → ≤ α “x” $\\lceil \\alpha \\rceil \\le \\sqrt{2}$ 日\n"), 40,
                         DOC_ASCII, &doc, &err));
    for (size_t i = 0; i < doc.count; i++)
        for (size_t s = 0; s < doc.lines[i].count; s++)
            for (size_t b = 0; b < doc.lines[i].spans[s].text.len; b++)
                ck_assert(doc.lines[i].spans[s].text.ptr[b] >= ' ' &&
                          doc.lines[i].spans[s].text.ptr[b] <= '~');
    gr_arena_free(&arena);
}
END_TEST

static const struct {
    const char *markdown;
    int width;
    const char *text;
} spoken[] = {
    {"# Head\n\nHere $K = \\frac{a}{b}$ holds.", 0, "Head\n\nHere K equals a over b holds.\n"},
    {"one two three", 8, "one two\nthree\n"},
    {"- a\n- b c d", 6, "- a\n- b c\n  d\n"},
    {"see [the page](W1)", 0, "see the page (W1)\n"},
    {"see [W1](W1)", 0, "see W1\n"},
    {"| n | v |\n|---|---|\n| a | $x$ |\n", 0, "n a; v x.\n"},
    {"```\nx = 1\n```", 0, "  x = 1\n"},
    {"a\x1B[31mb", 0, "a[31mb\n"},
    {"", 0, ""},
};

START_TEST(reads_markdown_out_as_prose)
{
    struct gr_buf out;
    struct gr_err err = {0};
    gr_buf_start(&out, 1 << 16);
    ck_assert(doc_speak(gr_str(spoken[_i].markdown), spoken[_i].width, &out, &err));
    ck_assert_str_eq(gr_buf_cstr(&out), spoken[_i].text);
    gr_buf_free(&out);
}
END_TEST

static const char *const plain[] = {"a *b* _c_ `d` [e](f) # g",
                                    "1. x",
                                    "- y",
                                    "$x$ | z",
                                    "a & b < c",
                                    "C:\\path",
                                    "~~no~~",
                                    "***",
                                    "> q",
                                    "x^2_3",
                                    "==="};

START_TEST(shows_escaped_text_as_it_stands)
{
    struct gr_arena arena = {0};
    struct gr_err err = {0};
    struct gr_buf markdown, out;
    struct doc doc;
    gr_buf_start(&markdown, 4096);
    gr_buf_start(&out, 4096);
    doc_escape(gr_str(plain[_i]), &markdown);
    ck_assert(doc_layout(&arena, gr_buf_view(&markdown), 76, DOC_UTF8, &doc, &err));
    print_doc(&doc, true, &out);
    ck_assert_str_eq(gr_buf_cstr(&out), plain[_i]);
    gr_buf_free(&markdown);
    gr_buf_free(&out);
    gr_arena_free(&arena);
}
END_TEST

/* A page cut at each byte, and with each byte made strange, still lays out and speaks. */
START_TEST(survives_pages_that_are_cut_or_damaged)
{
    char copy[sizeof page];
    for (size_t i = 0; i < sizeof page - 1; i += 3)
        for (int way = 0; way < 3; way++) {
            struct gr_arena arena = {0};
            struct gr_err err = {0};
            struct gr_buf out;
            struct gr_diags diags = {0};
            struct doc doc;
            struct gr_str text = {copy, way == 0 ? i : sizeof page - 1};
            memcpy(copy, page, sizeof page);
            if (way > 0)
                copy[i] = way == 1 ? '\xF0' : '$';
            gr_buf_start(&out, 1 << 20);
            ck_assert(doc_layout(&arena, text, 33, DOC_UTF8, &doc, &err));
            ck_assert(doc_speak(text, 60, &out, &err));
            doc_check(text, "page.md", 1, NULL, NULL, &diags);
            gr_diags_free(&diags);
            gr_buf_free(&out);
            gr_arena_free(&arena);
        }
}
END_TEST

TCase *doc_cases(void)
{
    TCase *cases = tcase_create("doc");
    tcase_set_timeout(cases, 30);
    tcase_add_loop_test(cases, lays_markdown_out_in_lines, 0, sizeof layouts / sizeof layouts[0]);
    tcase_add_test(cases, never_draws_wider_than_asked_at_any_width);
    tcase_add_test(cases, writes_only_ascii_where_ascii_is_asked);
    tcase_add_loop_test(cases, reads_markdown_out_as_prose, 0, sizeof spoken / sizeof spoken[0]);
    tcase_add_loop_test(cases, shows_escaped_text_as_it_stands, 0, sizeof plain / sizeof plain[0]);
    tcase_add_test(cases, survives_pages_that_are_cut_or_damaged);
    return cases;
}
