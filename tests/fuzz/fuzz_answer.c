/* Input: a unit, a line end, an answer. Whatever the bytes, a reading comes out that keeps its
 * promises, and a verdict on it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "grader/num/verdict.h"

static void check_reading(const struct gr_reading *reading)
{
    fuzz_expect(memchr(reading->message, '\0', sizeof reading->message) != NULL);
    fuzz_expect(memchr(reading->echo, '\0', sizeof reading->echo) != NULL);
    if (reading->status == GR_READ_OK) {
        fuzz_expect(isfinite(reading->value) && isfinite(reading->base));
        fuzz_expect(reading->reason == GR_REASON_NONE && reading->column == 0);
        fuzz_expect(reading->echo[0] != '\0' && reading->message[0] == '\0');
        fuzz_expect(!(signbit(reading->value) && !(reading->value < 0.0)));
    } else {
        fuzz_expect(reading->reason != GR_REASON_NONE && reading->message[0] != '\0');
        fuzz_expect(reading->column > 0 || reading->reason == GR_REASON_EMPTY);
        fuzz_expect(gr_read_reason_word(reading->reason)[0] != '\0');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gr_str text = {.ptr = (const char *)data, .len = size};
    const char *line_end = size == 0 ? NULL : memchr(data, '\n', size);
    struct gr_unit asked = {.scale = 1};
    struct gr_err err = {0};
    struct gr_str unit = text;
    unit.len = line_end == NULL ? 0 : (size_t)(line_end - text.ptr);
    if (line_end == NULL || !gr_unit_parse(unit, &asked, &err))
        asked = (struct gr_unit){.scale = 1};
    if (line_end != NULL)
        text = gr_str_from(text, unit.len + 1);
    struct gr_reading reading;
    gr_answer_read(text, &asked, &reading);
    check_reading(&reading);
    struct gr_rule rule = {.reference = 12, .tolerance = {.rel = 0.01}, .unit = asked};
    struct gr_judgement judgement;
    gr_judge(&rule, &reading, &judgement);
    fuzz_expect(gr_verdict_word(judgement.verdict)[0] != '\0');
    return 0;
}
