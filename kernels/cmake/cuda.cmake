# CUDA without CMake's CUDA language: find nvcc, one custom command a .cu file makes a fat binary,
# which embed.cmake turns into a C array; gcc links it with the static runtime. Sets KN_CUDA_FOUND.
# SPDX-License-Identifier: MIT
set(KN_CUDA AUTO CACHE STRING "CUDA kernels: AUTO (where nvcc is found), ON (required) or OFF")
set_property(CACHE KN_CUDA PROPERTY STRINGS AUTO ON OFF)
set(KN_CUDA_FOUND FALSE)

# Says why CUDA is left out; an error where it was required.
macro(kn_cuda_without reason)
  if(KN_CUDA STREQUAL "ON")
    message(FATAL_ERROR "KN_CUDA=ON, but ${reason}")
  endif()
  message(STATUS "kn is built without CUDA: ${reason}")
endmacro()

# The toolkit's include and library folders; fails where it lacks what the host code calls.
function(kn_cuda_toolkit)
  get_filename_component(real "${KN_NVCC}" REALPATH)
  get_filename_component(bin "${real}" DIRECTORY)
  get_filename_component(root "${bin}" DIRECTORY)
  find_path(KN_CUDA_INCLUDE cuda_runtime_api.h HINTS "${root}/include" NO_DEFAULT_PATH)
  find_library(KN_CUDART_STATIC cudart_static
    HINTS "${root}/lib64" "${root}/lib" "${root}/lib/${CMAKE_LIBRARY_ARCHITECTURE}")
  if(KN_CUDA_INCLUDE AND KN_CUDART_STATIC)
    file(STRINGS "${KN_CUDA_INCLUDE}/cuda_runtime_api.h" api
      REGEX "cudaLibraryLoadData" LIMIT_COUNT 1)
    set(KN_CUDA_API "${api}" PARENT_SCOPE)
  endif()
endfunction()

# kn_cuda_embed(TARGET FILE.cu): compiles for every architecture of the toolkit and embeds.
function(kn_cuda_embed target source)
  get_filename_component(stem "${source}" NAME_WE)
  set(fatbin "${CMAKE_CURRENT_BINARY_DIR}/${stem}.fatbin")
  set(array "${CMAKE_CURRENT_BINARY_DIR}/${stem}_fatbin.c")
  add_custom_command(OUTPUT "${fatbin}"
    COMMAND "${KN_NVCC}" -fatbin -arch=all-major -fmad=false -O3
      -o "${fatbin}" "${CMAKE_CURRENT_SOURCE_DIR}/${source}"
    DEPENDS "${source}" VERBATIM COMMENT "nvcc ${source}")
  add_custom_command(OUTPUT "${array}"
    COMMAND "${CMAKE_COMMAND}" "-DIN=${fatbin}" "-DOUT=${array}" -DNAME=kn_${stem}_fatbin
      -P "${CMAKE_CURRENT_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS "${fatbin}" cmake/embed.cmake VERBATIM COMMENT "embedding ${stem}.fatbin")
  target_sources(${target} PRIVATE "${array}")
endfunction()

if(KN_CUDA STREQUAL "OFF")
  message(STATUS "kn is built without CUDA: KN_CUDA=OFF")
else()
  find_program(KN_NVCC nvcc
    HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda /opt/cuda PATH_SUFFIXES bin)
  if(NOT KN_NVCC)
    kn_cuda_without("nvcc is not found")
  else()
    kn_cuda_toolkit()
    if(NOT KN_CUDA_INCLUDE OR NOT KN_CUDART_STATIC)
      kn_cuda_without("${KN_NVCC} has no runtime headers or static runtime beside it")
    elseif(NOT KN_CUDA_API)
      kn_cuda_without("the toolkit of ${KN_NVCC} is too old, it lacks cudaLibraryLoadData")
    else()
      set(KN_CUDA_FOUND TRUE)
      message(STATUS "kn is built with CUDA: ${KN_NVCC}")
    endif()
  endif()
endif()
