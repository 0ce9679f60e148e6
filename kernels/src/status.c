/* The stable words of the protocol for what a kernel call can come to. A table indexed by the enum;
 * a value outside it (a newer caller, a corrupted reply) reads as "failed" and never as a success.
 * SPDX-License-Identifier: MIT */
#include "kn/status.h"

#include <stddef.h>

static const char *const words[] = {
    [KN_OK] = "ok",         [KN_BAD_ARGUMENT] = "bad-argument", [KN_UNSUPPORTED] = "unsupported",
    [KN_ABSENT] = "absent", [KN_NO_MEMORY] = "no-memory",       [KN_FAILED] = "failed",
};

const char *kn_status_word(enum kn_status status)
{
    size_t index = (size_t)status;
    return index < sizeof words / sizeof words[0] ? words[index] : words[KN_FAILED];
}
