/* The ASCII form of each character that pages may use, by a sorted table; accented letters by their
 * base letter, Braille and blocks by what they look like. See width.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/text/width.h"

struct pair {
    uint32_t code;
    const char *ascii;
};

static const struct pair pairs[] = {{0xA0, " "},
                                    {0xA1, "!"},
                                    {0xA2, "c"},
                                    {0xA3, "GBP"},
                                    {0xA4, "?"},
                                    {0xA5, "JPY"},
                                    {0xA6, "|"},
                                    {0xA7, "section "},
                                    {0xA8, "\""},
                                    {0xA9, "(c)"},
                                    {0xAA, "a"},
                                    {0xAB, "<<"},
                                    {0xAC, "not "},
                                    {0xAE, "(R)"},
                                    {0xAF, "-"},
                                    {0xB0, " deg"},
                                    {0xB1, "+-"},
                                    {0xB2, "^2"},
                                    {0xB3, "^3"},
                                    {0xB4, "'"},
                                    {0xB5, "u"},
                                    {0xB6, "P"},
                                    {0xB7, "*"},
                                    {0xB8, ","},
                                    {0xB9, "^1"},
                                    {0xBA, "o"},
                                    {0xBB, ">>"},
                                    {0xBC, "1/4"},
                                    {0xBD, "1/2"},
                                    {0xBE, "3/4"},
                                    {0xBF, "?"},
                                    {0xD7, "x"},
                                    {0xF7, "/"},
                                    {0x391, "Alpha"},
                                    {0x392, "Beta"},
                                    {0x393, "Gamma"},
                                    {0x394, "Delta"},
                                    {0x395, "Epsilon"},
                                    {0x396, "Zeta"},
                                    {0x397, "Eta"},
                                    {0x398, "Theta"},
                                    {0x399, "Iota"},
                                    {0x39A, "Kappa"},
                                    {0x39B, "Lambda"},
                                    {0x39C, "Mu"},
                                    {0x39D, "Nu"},
                                    {0x39E, "Xi"},
                                    {0x39F, "Omicron"},
                                    {0x3A0, "Pi"},
                                    {0x3A1, "Rho"},
                                    {0x3A3, "Sigma"},
                                    {0x3A4, "Tau"},
                                    {0x3A5, "Upsilon"},
                                    {0x3A6, "Phi"},
                                    {0x3A7, "Chi"},
                                    {0x3A8, "Psi"},
                                    {0x3A9, "Omega"},
                                    {0x3B1, "alpha"},
                                    {0x3B2, "beta"},
                                    {0x3B3, "gamma"},
                                    {0x3B4, "delta"},
                                    {0x3B5, "epsilon"},
                                    {0x3B6, "zeta"},
                                    {0x3B7, "eta"},
                                    {0x3B8, "theta"},
                                    {0x3B9, "iota"},
                                    {0x3BA, "kappa"},
                                    {0x3BB, "lambda"},
                                    {0x3BC, "mu"},
                                    {0x3BD, "nu"},
                                    {0x3BE, "xi"},
                                    {0x3BF, "omicron"},
                                    {0x3C0, "pi"},
                                    {0x3C1, "rho"},
                                    {0x3C2, "sigma"},
                                    {0x3C3, "sigma"},
                                    {0x3C4, "tau"},
                                    {0x3C5, "upsilon"},
                                    {0x3C6, "phi"},
                                    {0x3C7, "chi"},
                                    {0x3C8, "psi"},
                                    {0x3C9, "omega"},
                                    {0x3D1, "theta"},
                                    {0x3D5, "phi"},
                                    {0x3D6, "pi"},
                                    {0x3F5, "epsilon"},
                                    {0x2010, "-"},
                                    {0x2011, "-"},
                                    {0x2012, "-"},
                                    {0x2013, "-"},
                                    {0x2014, "--"},
                                    {0x2015, "--"},
                                    {0x2018, "'"},
                                    {0x2019, "'"},
                                    {0x201A, "'"},
                                    {0x201B, "'"},
                                    {0x201C, "\""},
                                    {0x201D, "\""},
                                    {0x2020, "+"},
                                    {0x2021, "++"},
                                    {0x2022, "*"},
                                    {0x2026, "..."},
                                    {0x2030, " per mille"},
                                    {0x2032, "'"},
                                    {0x2033, "''"},
                                    {0x2070, "^0"},
                                    {0x2071, "^i"},
                                    {0x2074, "^4"},
                                    {0x2075, "^5"},
                                    {0x2076, "^6"},
                                    {0x2077, "^7"},
                                    {0x2078, "^8"},
                                    {0x2079, "^9"},
                                    {0x207A, "^+"},
                                    {0x207B, "^-"},
                                    {0x207C, "^="},
                                    {0x207D, "^("},
                                    {0x207E, "^)"},
                                    {0x207F, "^n"},
                                    {0x2080, "0"},
                                    {0x2081, "1"},
                                    {0x2082, "2"},
                                    {0x2083, "3"},
                                    {0x2084, "4"},
                                    {0x2085, "5"},
                                    {0x2086, "6"},
                                    {0x2087, "7"},
                                    {0x2088, "8"},
                                    {0x2089, "9"},
                                    {0x208A, "+"},
                                    {0x208B, "-"},
                                    {0x208C, "="},
                                    {0x208D, "("},
                                    {0x208E, ")"},
                                    {0x2102, "C"},
                                    {0x210F, "hbar"},
                                    {0x2113, "l"},
                                    {0x2115, "N"},
                                    {0x2116, "No."},
                                    {0x211A, "Q"},
                                    {0x211D, "R"},
                                    {0x2122, "(TM)"},
                                    {0x2124, "Z"},
                                    {0x2190, "<-"},
                                    {0x2191, "^"},
                                    {0x2192, "->"},
                                    {0x2193, "v"},
                                    {0x2194, "<->"},
                                    {0x21A6, "|->"},
                                    {0x21D0, "<="},
                                    {0x21D2, "=>"},
                                    {0x21D4, "<=>"},
                                    {0x2200, "for all "},
                                    {0x2202, "d"},
                                    {0x2203, "exists "},
                                    {0x2205, "{}"},
                                    {0x2206, "Delta"},
                                    {0x2207, "grad"},
                                    {0x2208, " in "},
                                    {0x2209, " not in "},
                                    {0x220F, "prod"},
                                    {0x2211, "sum"},
                                    {0x2212, "-"},
                                    {0x2213, "-+"},
                                    {0x2215, "/"},
                                    {0x2217, "*"},
                                    {0x2218, " o "},
                                    {0x221A, "sqrt"},
                                    {0x221D, "~"},
                                    {0x221E, "inf"},
                                    {0x2223, "|"},
                                    {0x2225, "||"},
                                    {0x2227, " and "},
                                    {0x2228, " or "},
                                    {0x2229, " cap "},
                                    {0x222A, " cup "},
                                    {0x222B, "int"},
                                    {0x2234, "so "},
                                    {0x223C, "~"},
                                    {0x2243, "~="},
                                    {0x2245, "~="},
                                    {0x2248, "~="},
                                    {0x2260, "!="},
                                    {0x2261, "=="},
                                    {0x2264, "<="},
                                    {0x2265, ">="},
                                    {0x226A, "<<"},
                                    {0x226B, ">>"},
                                    {0x2282, " subset "},
                                    {0x2286, " subset "},
                                    {0x2295, "(+)"},
                                    {0x2297, "(x)"},
                                    {0x22A4, "T"},
                                    {0x22A5, "_|_"},
                                    {0x22C5, "*"},
                                    {0x22EE, ":"},
                                    {0x22EF, "..."},
                                    {0x2308, "["},
                                    {0x2309, "]"},
                                    {0x230A, "["},
                                    {0x230B, "]"},
                                    {0x25A0, "#"},
                                    {0x25A1, "o"},
                                    {0x25AA, "*"},
                                    {0x25AB, "o"},
                                    {0x25B2, "^"},
                                    {0x25B3, "^"},
                                    {0x25B6, ">"},
                                    {0x25B7, ">"},
                                    {0x25B8, ">"},
                                    {0x25BA, ">"},
                                    {0x25BC, "v"},
                                    {0x25BD, "v"},
                                    {0x25C0, "<"},
                                    {0x25C1, "<"},
                                    {0x25C2, "<"},
                                    {0x25C4, "<"},
                                    {0x25C6, "*"},
                                    {0x25C7, "o"},
                                    {0x25CB, "o"},
                                    {0x25CF, "o"},
                                    {0x27E8, "<"},
                                    {0x27E9, ">"},
                                    {0xFFFD, "?"}};

static const char *named(uint32_t code)
{
    size_t low = 0, high = sizeof pairs / sizeof pairs[0];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code > pairs[middle].code)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_there = low < sizeof pairs / sizeof pairs[0] && pairs[low].code == code;
    return is_there ? pairs[low].ascii : NULL;
}

/* U+00C0..U+00FF without their accents, and what the blocks look like. */
static char drawn(uint32_t code)
{
    static const char letters[] =
        "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy";
    if (code >= 0xC0 && code <= 0xFF)
        return letters[code - 0xC0];
    if (code >= 0x2500 && code <= 0x257F) {
        bool flat = code <= 0x2501 || (code >= 0x2504 && code <= 0x2505) ||
                    (code >= 0x2508 && code <= 0x2509) || code == 0x254C || code == 0x254D ||
                    code == 0x2550 || code == 0x2574 || code == 0x2576 || code == 0x2578 ||
                    code == 0x257A;
        bool upright = code == 0x2502 || code == 0x2503 || code == 0x2506 || code == 0x2507 ||
                       code == 0x250A || code == 0x250B || code == 0x254E || code == 0x254F ||
                       code == 0x2551 || code == 0x2575 || code == 0x2577;
        return flat ? '-' : upright ? '|' : '+';
    }
    if (code >= 0x2580 && code <= 0x259F)
        return code == 0x2591 ? '.' : code == 0x2592 ? ':' : '#';
    if (code >= 0x2800 && code <= 0x28FF)
        return code == 0x2800 ? ' ' : '*';
    return '?';
}

const char *text_ascii(uint32_t code, char out[TEXT_ASCII_BYTES])
{
    const char *name = code < 0x80 ? NULL : named(code);
    char single[2] = {code < 0x80 ? (char)code : drawn(code), '\0'};
    if (name == NULL)
        name = single;
    size_t len = strlen(name);
    if (len >= TEXT_ASCII_BYTES)
        len = TEXT_ASCII_BYTES - 1;
    memcpy(out, name, len);
    out[len] = '\0';
    return out;
}
