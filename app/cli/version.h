/* The version, from CMake's project().
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

#ifndef WALLCLOCK_VERSION
#error "CMake defines WALLCLOCK_VERSION for app/cli"
#endif

#endif
