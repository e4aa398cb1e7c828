# SPDX-License-Identifier: Apache-2.0
# find_package(weir-driver): the driver as sources, which the firmware's own compiler and flags
# build. Targets, from files.txt: weir::unit, the trace unit; weir::txtb and weir::rkh, recorders in
# software with the same calls; weir::selftest and weir::rkhtrc, further sources. Link one recorder:
#
#   find_package(weir-driver REQUIRED)
#   target_link_libraries(firmware PRIVATE weir::unit)
#
# WEIR_DRIVER_DIR is the folder with include/, src/, rtos/ and weir.svd.
get_filename_component(WEIR_DRIVER_DIR "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
file(STRINGS "${WEIR_DRIVER_DIR}/files.txt" _weir_lines REGEX "^[a-z]")
foreach(_weir_line IN LISTS _weir_lines)
  string(REPLACE " " ";" _weir_words "${_weir_line}")
  list(POP_FRONT _weir_words _weir_name _weir_definition)
  if(TARGET weir::${_weir_name})
    continue()
  endif()
  add_library(weir::${_weir_name} INTERFACE IMPORTED)
  list(TRANSFORM _weir_words PREPEND "${WEIR_DRIVER_DIR}/")
  set_target_properties(weir::${_weir_name} PROPERTIES
    INTERFACE_SOURCES "${_weir_words}"
    INTERFACE_INCLUDE_DIRECTORIES "${WEIR_DRIVER_DIR}/include")
  if(NOT _weir_definition STREQUAL "-")
    set_target_properties(weir::${_weir_name} PROPERTIES
      INTERFACE_COMPILE_DEFINITIONS "${_weir_definition}")
  endif()
endforeach()
