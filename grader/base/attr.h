/* Compiler attributes under our own names, so that a declaration reads as a contract: must be
 * checked, formats like printf.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_ATTR_H
#define GR_ATTR_H

#define GR_MUST_CHECK __attribute__((warn_unused_result))
#define GR_PRINTF(format_index, first_to_check)                                                    \
    __attribute__((format(printf, format_index, first_to_check)))

#endif
