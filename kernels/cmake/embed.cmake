# cmake -DIN=file.fatbin -DOUT=file.c -DNAME=kn_x_fatbin -P embed.cmake
# A file as a C array. Aligned: the CUDA loader reads it as structures.
# SPDX-License-Identifier: MIT
file(READ "${IN}" hex HEX)
if(hex STREQUAL "")
  message(FATAL_ERROR "${IN} is empty")
endif()
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REPEAT "." 80 line)
string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
get_filename_component(source "${IN}" NAME)
file(WRITE "${OUT}" "/* ${source} as an array; made by embed.cmake, do not edit. */
#include \"cuda_device.h\"
const unsigned char ${NAME}[] __attribute__((aligned(64))) = {
${bytes}
};
")
