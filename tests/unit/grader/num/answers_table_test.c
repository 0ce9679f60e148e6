/* Every row of tests/cases/answers.tsv, under the C locale and under one with a decimal comma.
 * The expected values in the table are read by strtod under LC_ALL=C: our own reader may not be its
 * own judge.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/num/answer.h"
#include "library_number.h"
#include "num_tests.h"

enum { LINE_MAX_BYTES = 1024, FIELD_COUNT = 4, LEAST_ROWS = 90 };

/* Cuts the line at tabs; missing fields are "". */
static void cut(char *line, char *fields[FIELD_COUNT])
{
    static char none[1] = "";
    for (size_t i = 0; i < FIELD_COUNT; i++)
        fields[i] = none;
    line[strcspn(line, "\n")] = '\0';
    fields[0] = line;
    for (size_t i = 1; i < FIELD_COUNT; i++) {
        char *tab = strchr(fields[i - 1], '\t');
        if (tab == NULL)
            return;
        *tab = '\0';
        fields[i] = tab + 1;
    }
}

static void unescape(char *text)
{
    char *escape = strstr(text, "\\n");
    if (escape == NULL)
        return;
    *escape = '\n';
    memmove(escape + 1, escape + 2, strlen(escape + 2) + 1);
}

static void check_row(char *fields[FIELD_COUNT], double want, int number)
{
    struct gr_unit asked;
    struct gr_err err = {0};
    struct gr_reading got;
    unescape(fields[0]);
    ck_assert_msg(gr_unit_parse(gr_str(fields[1]), &asked, &err), "line %d: %s", number, err.text);
    gr_answer_read(gr_str(fields[0]), &asked, &got);
    ck_assert_msg(strcmp(gr_read_status_word(got.status), fields[2]) == 0,
                  "line %d: \"%s\" is %s: %s", number, fields[0], gr_read_status_word(got.status),
                  got.message);
    if (got.status == GR_READ_OK) {
        ck_assert_msg(got.value <= want && got.value >= want, "line %d: \"%s\" is %.17g", number,
                      fields[0], got.value);
        ck_assert(got.echo[0] != '\0' && got.column == 0);
        return;
    }
    ck_assert(got.message[0] != '\0');
    if (got.status == GR_READ_UNREADABLE)
        ck_assert_msg(strcmp(gr_read_reason_word(got.reason), fields[3]) == 0,
                      "line %d: \"%s\" is %s", number, fields[0], gr_read_reason_word(got.reason));
}

static void check_table(const char *locale)
{
    char path[1024], line[LINE_MAX_BYTES];
    const char *source = getenv("WALLCLOCK_SOURCE");
    (void)snprintf(path, sizeof path, "%s/tests/cases/answers.tsv", source == NULL ? "." : source);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    int rows = 0, number = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        number++;
        if (line[0] == '#')
            continue;
        char *fields[FIELD_COUNT];
        cut(line, fields);
        double want = library_number(fields[3]);
        ck_assert(library_locale(locale));
        check_row(fields, want, number);
        rows++;
    }
    (void)fclose(file);
    (void)library_locale("C");
    ck_assert_msg(rows >= LEAST_ROWS, "only %d rows", rows);
}

START_TEST(every_row_holds_in_the_c_locale)
{
    check_table("C");
}
END_TEST

START_TEST(every_row_holds_under_a_decimal_comma)
{
    static const char *const commas[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"};
    for (size_t i = 0; i < sizeof commas / sizeof commas[0]; i++)
        if (library_locale(commas[i])) {
            check_table(commas[i]);
            return;
        }
    /* No such locale on this machine; tests/cli makes one and runs the table through the program.
     */
}
END_TEST

TCase *answers_table_cases(void)
{
    TCase *cases = tcase_create("answers.tsv");
    tcase_add_test(cases, every_row_holds_in_the_c_locale);
    tcase_add_test(cases, every_row_holds_under_a_decimal_comma);
    return cases;
}
