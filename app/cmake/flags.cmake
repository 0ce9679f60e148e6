# Compiler flags of every target here: `wallclock_flags` carries language and safety, `wallclock_strict`
# adds the warnings of product code. Check's float asserts promote to double, so tests use the first
# with warnings but without -Wdouble-promotion.
# SPDX-License-Identifier: GPL-3.0-or-later
add_library(wallclock_flags INTERFACE)
target_compile_features(wallclock_flags INTERFACE c_std_17)
target_compile_definitions(wallclock_flags INTERFACE _XOPEN_SOURCE=700)
target_include_directories(wallclock_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(wallclock_flags INTERFACE
  -ffp-contract=off
  -fno-common
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wvla
  -Wcast-qual -Wwrite-strings -Wformat=2 -Wundef -Wswitch-enum -Wnull-dereference)
set(CMAKE_C_EXTENSIONS OFF)

add_library(wallclock_strict INTERFACE)
target_link_libraries(wallclock_strict INTERFACE wallclock_flags)
target_compile_options(wallclock_strict INTERFACE -Wdouble-promotion)

if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND NOT WALLCLOCK_SANITIZE)
  # Replaces -O2 -g -DNDEBUG: release keeps its assertions, they are cheap and guard the journal.
  set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")
  target_compile_options(wallclock_flags INTERFACE -fstack-protector-strong
    -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  target_link_options(wallclock_flags INTERFACE -pie -Wl,-z,relro,-z,now)
endif()
if(WALLCLOCK_SANITIZE)
  target_compile_options(wallclock_flags INTERFACE -fsanitize=${WALLCLOCK_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(wallclock_flags INTERFACE -fsanitize=${WALLCLOCK_SANITIZE})
endif()
if(WALLCLOCK_FUZZ)
  target_compile_options(wallclock_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(wallclock_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(WALLCLOCK_COVERAGE)
  target_compile_options(wallclock_flags INTERFACE --coverage)
  target_link_options(wallclock_flags INTERFACE --coverage)
endif()
