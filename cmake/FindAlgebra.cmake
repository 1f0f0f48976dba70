# The libraries under the algebra: FLINT (2.9 with Arb and Calcium beside it, or 3 with both inside), MPFR, GMP, jansson.
# Sets LIAISON_INCLUDES, LIAISON_DIRECTORIES (only what the compiler does not search anyway) and LIAISON_LIBRARIES
# (names, not paths, so that what is installed can move).

set(LIAISON_LIBRARIES "")
set(LIAISON_INCLUDES "")
set(LIAISON_DIRECTORIES "")

function(need_library header)                   # the names that follow are tried in order
  string(MAKE_C_IDENTIFIER "${header}" id)
  find_path(INCLUDE_${id} ${header})
  find_library(LIBRARY_${id} NAMES ${ARGN})
  mark_as_advanced(INCLUDE_${id} LIBRARY_${id})
  if(NOT INCLUDE_${id} OR NOT LIBRARY_${id})
    list(JOIN ARGN " or " names)
    message(FATAL_ERROR "${header} with the library ${names} was not found; scripts/deps installs what is missing.")
  endif()
  get_filename_component(name ${LIBRARY_${id}} NAME)
  string(REGEX REPLACE "^lib(.+)\\.(so|a|dylib).*$" "\\1" name ${name})
  get_filename_component(directory ${LIBRARY_${id}} DIRECTORY)
  set(LIAISON_LIBRARIES ${LIAISON_LIBRARIES} ${name} PARENT_SCOPE)
  if(NOT INCLUDE_${id} IN_LIST CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES)
    set(LIAISON_INCLUDES ${LIAISON_INCLUDES} ${INCLUDE_${id}} PARENT_SCOPE)
  endif()
  if(NOT directory IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
    set(LIAISON_DIRECTORIES ${LIAISON_DIRECTORIES} ${directory} PARENT_SCOPE)
  endif()
endfunction()

find_path(FLINT_HEADERS flint/flint.h)
mark_as_advanced(FLINT_HEADERS)
if(NOT FLINT_HEADERS)
  message(FATAL_ERROR "FLINT was not found; scripts/deps installs what is missing.")
endif()
file(STRINGS ${FLINT_HEADERS}/flint/flint.h version REGEX "^#define __FLINT_VERSION ")
string(REGEX REPLACE "[^0-9]" "" version "${version}")
if(version LESS 3)
  need_library(calcium/fmpz_mpoly_q.h calcium)
  need_library(arb.h flint-arb arb)             # Debian's name first
endif()
need_library(flint/flint.h flint)
need_library(mpfr.h mpfr)
need_library(gmp.h gmp)

find_package(PkgConfig REQUIRED)
pkg_check_modules(JANSSON REQUIRED jansson)
list(APPEND LIAISON_INCLUDES ${JANSSON_INCLUDE_DIRS})
list(APPEND LIAISON_DIRECTORIES ${JANSSON_LIBRARY_DIRS})
list(APPEND LIAISON_LIBRARIES ${JANSSON_LIBRARIES} m)

find_package(Threads REQUIRED)                  # pthread_once; part of the C library on most systems
if(CMAKE_THREAD_LIBS_INIT)
  list(APPEND LIAISON_LIBRARIES pthread)
endif()
list(REMOVE_DUPLICATES LIAISON_DIRECTORIES)
list(REMOVE_DUPLICATES LIAISON_INCLUDES)
