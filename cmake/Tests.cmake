# src/ROOM/test/t-NAME.c is the test ROOM/NAME with the label ROOM; the other files there are shared by the tests.
file(GLOB shared CONFIGURE_DEPENDS src/*/test/*.c)
file(GLOB tests CONFIGURE_DEPENDS src/*/test/t-*.c)
list(REMOVE_ITEM shared ${tests})

add_library(liaison-harness STATIC ${shared})
target_include_directories(liaison-harness PUBLIC src)
target_include_directories(liaison-harness SYSTEM PUBLIC ${LIAISON_INCLUDES})
target_link_libraries(liaison-harness PUBLIC liaison)
target_link_directories(liaison-harness PUBLIC ${LIAISON_DIRECTORIES})
target_link_libraries(liaison-harness PUBLIC ${LIAISON_LIBRARIES} ${CMAKE_DL_LIBS})

foreach(source ${tests})
  string(REGEX MATCH "src/([^/]+)/test/t-(.+)\\.c$" match ${source})
  set(room ${CMAKE_MATCH_1})
  set(name ${CMAKE_MATCH_2})
  add_executable(test-${room}-${name} ${source})
  set_target_properties(test-${room}-${name} PROPERTIES
    OUTPUT_NAME ${room}-${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test)
  target_link_libraries(test-${room}-${name} PRIVATE liaison-harness)
  add_test(NAME ${room}/${name} COMMAND test-${room}-${name})
  set_tests_properties(${room}/${name} PROPERTIES LABELS ${room} TIMEOUT 300)
endforeach()

# The library from outside: the program of docs/manual.md.
add_executable(example-equations examples/equations.c)
set_target_properties(example-equations PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test)
target_link_libraries(example-equations PRIVATE liaison)
add_test(NAME examples/equations COMMAND example-equations ${PROJECT_SOURCE_DIR}/examples/hoop.lia)
set_tests_properties(examples/equations PROPERTIES LABELS examples PASS_REGULAR_EXPRESSION "a\\^2\\*p\\*q = 0")

# The program from outside (tests/cli), and the numbers of tests/gold through it.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(TARGET liaison-program AND Python3_FOUND)
  add_test(NAME cli/run COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/cli/run.py --program $<TARGET_FILE:liaison-program>)
  set_tests_properties(cli/run PROPERTIES LABELS cli TIMEOUT 300)
  set(gold_options "")
  if(LIAISON_SANITIZE)                            # the functions of large systems take minutes there; `reactions` has its own tests
    set(gold_options --numbers)
  endif()
  foreach(set tzenoff gallissot-1-3 contact)
    add_test(NAME gold/${set}
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/gold/run.py --program $<TARGET_FILE:liaison-program> ${gold_options} ${set})
    set_tests_properties(gold/${set} PROPERTIES LABELS gold TIMEOUT 600)
  endforeach()
  add_test(NAME run/program COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/run/run.py --program $<TARGET_FILE:liaison-program>)
  set_tests_properties(run/program PROPERTIES LABELS run TIMEOUT 600)
  add_test(NAME gold/motion COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/gold/motion.py --program $<TARGET_FILE:liaison-program>)
  set_tests_properties(gold/motion PROPERTIES LABELS gold TIMEOUT 600)
  add_test(NAME examples/program
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/examples/run.py --program $<TARGET_FILE:liaison-program>)
  set_tests_properties(examples/program PROPERTIES LABELS examples TIMEOUT 600)
  add_test(NAME emit/languages
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/emit/run.py --program $<TARGET_FILE:liaison-program>)
  set_tests_properties(emit/languages PROPERTIES LABELS emit TIMEOUT 600)
  add_test(NAME docs/transcripts COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/docs/run.py --program $<TARGET_FILE:liaison-program>)
  set_tests_properties(docs/transcripts PROPERTIES LABELS docs TIMEOUT 300)
  # The Python module over the shared library. A Python without sanitizers needs theirs before anything else: GCC's is a file.
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libasan.so OUTPUT_VARIABLE asan OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  get_filename_component(asan "${asan}" REALPATH)
  if(NOT LIAISON_SANITIZE OR (CMAKE_C_COMPILER_ID STREQUAL GNU AND EXISTS "${asan}"))
    add_test(NAME python/module COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/python/run.py --program $<TARGET_FILE:liaison-program>
             --library $<TARGET_FILE:liaison-shared>)
    set_tests_properties(python/module PROPERTIES LABELS python TIMEOUT 300)
    if(LIAISON_SANITIZE)
      set_tests_properties(python/module PROPERTIES ENVIRONMENT "LD_PRELOAD=${asan};ASAN_OPTIONS=detect_leaks=0;LIAISON_SANITIZED=1")
    endif()
  else()
    message(STATUS "python/module is left out: Python would need the sanitizers of ${CMAKE_C_COMPILER}")
  endif()
  if(NOT LIAISON_SANITIZE)                        # what TeX makes of the documents does not depend on the build
    add_test(NAME emit/documents COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/latex/run.py --program $<TARGET_FILE:liaison-program>)
    set_tests_properties(emit/documents PROPERTIES LABELS emit TIMEOUT 600)
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL Release)      # flipped signs must be noticed; compiles
    list(TRANSFORM LIAISON_LIBRARIES PREPEND "-l" OUTPUT_VARIABLE libraries)
    list(TRANSFORM LIAISON_DIRECTORIES PREPEND "-L" OUTPUT_VARIABLE directories)
    string(JOIN " " libraries ${directories} ${libraries})
    foreach(pair signs:motion operators:form)
      string(REPLACE ":" ";" pair ${pair})
      list(GET pair 0 name)
      list(GET pair 1 room)
      add_test(NAME mutation/${name} COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/mutation/run.py --room ${room}
               --compiler ${CMAKE_C_COMPILER} --library $<TARGET_FILE:liaison> --flags "${libraries} -lpthread")
      set_tests_properties(mutation/${name} PROPERTIES LABELS ${room} TIMEOUT 600)
    endforeach()
  endif()
endif()
