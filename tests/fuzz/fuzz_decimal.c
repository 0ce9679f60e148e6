/* Input: a number as text, and its first eight bytes as a double. What is read prints and reads
 * back as itself; any bits print, in decimal and in hex, and come back.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "grader/num/decimal.h"

static void round_trip(double value)
{
    char out[GR_DECIMAL_PRINT];
    double back = 0.0;
    fuzz_expect(gr_hex_read(gr_str(gr_hex_print(value, out)), &back));
    fuzz_expect(isnan(value) ? isnan(back) : memcmp(&value, &back, sizeof value) == 0);
    (void)gr_decimal_print(value, out);
    fuzz_expect(memchr(out, '\0', sizeof out) != NULL);
    for (int digits = 0; digits <= 18; digits++)
        fuzz_expect(strlen(gr_decimal_print_digits(value, digits, out)) < sizeof out);
    if (!isfinite(value))
        return;
    fuzz_expect(gr_decimal_read(gr_str(gr_decimal_print(value, out)), &back) == GR_DECIMAL_OK);
    fuzz_expect(memcmp(&value, &back, sizeof value) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double value;
    struct gr_str text = {.ptr = (const char *)data, .len = size};
    if (size >= sizeof value) {
        memcpy(&value, data, sizeof value);
        round_trip(value);
    }
    if (gr_decimal_read(text, &value) == GR_DECIMAL_OK) {
        fuzz_expect(isfinite(value));
        round_trip(value);
    }
    double hex;
    if (gr_hex_read(text, &hex))
        round_trip(hex);
    return 0;
}
