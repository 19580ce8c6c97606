# The transforms of one project, linked with the engine. The file ROWFUSE_UNITS sets the variables that change from build to build:
#
#   ROWFUSE_GENERATED          the folder of <transform>/<transform>.{cpp,binding.cc,cu}
#   ROWFUSE_TRANSFORMS         the names of the transforms
#   ROWFUSE_ROWS               transforms whose CPU code is compiled; for the others it is in ready/<transform>-rows.o
#   ROWFUSE_KERNELS            transforms whose CUDA code is compiled; for the others it is in ready/<transform>-kernels.o
#   ROWFUSE_BINDING_OBJECTS    object files of the engine that need Node
#   ROWFUSE_CALL_OBJECTS       object files of the engine that do not need Node
#   ROWFUSE_LIBRARY_OBJECTS    object files of the library for other languages
#   ROWFUSE_BUILD_HASH         the value that the addon reports as `buildHash`

if(ROWFUSE_UNITS)
  include(${ROWFUSE_UNITS})
endif()
if(ROWFUSE_PART STREQUAL "")
  set(ROWFUSE_BINDING_OBJECTS $<TARGET_OBJECTS:rowfuse_binding>)
  foreach(target IN LISTS call_targets)
    list(APPEND ROWFUSE_CALL_OBJECTS $<TARGET_OBJECTS:${target}>)
  endforeach()
  if(ROWFUSE_LIBRARY)
    set(ROWFUSE_LIBRARY_OBJECTS $<TARGET_OBJECTS:rowfuse_portable>)
  endif()
else()
  set_source_files_properties(
    ${ROWFUSE_BINDING_OBJECTS} ${ROWFUSE_CALL_OBJECTS} ${ROWFUSE_LIBRARY_OBJECTS} PROPERTIES EXTERNAL_OBJECT ON)
endif()
set(objects ${ROWFUSE_CALL_OBJECTS})

# Row functions may be compiled for a higher level of x86-64 than the rest (ROWFUSE_CPU_LEVEL). Processors without it refuse the addon, by
# code that runs before any row function. This code must not contain instructions of the level. So:
#
# - Only `rowfuse_rows` is compiled for the level.
# - Rows have no initialisers that run when the library is loaded: `constinit` in the generated files says so to the compiler.
# - Inline functions that rows share with other objects are taken from the others, because those come first when the addon is linked.
#   Linkers keep the first definition.
set(level_options)
if(ROWFUSE_CPU_LEVEL AND NOT ROWFUSE_CPU_LEVEL STREQUAL "x86-64" AND NOT MSVC)
  set(level_options -march=${ROWFUSE_CPU_LEVEL})
endif()

# A loop of known length is written out, so that the loop over rows around it becomes one over vectors. g++ does so up to 16 steps. Reversing
# 32 bits step by step took 13.6 ns per row instead of 1.3. Clang has limits of its own, which are high enough.
set(unrolling_options
  $<$<CXX_COMPILER_ID:GNU>:--param=max-completely-peel-times=64;--param=max-completely-peeled-insns=400>)

# A target for everything that is compiled before the engine exists.
add_custom_target(rowfuse_objects)

# add_transforms(<target> <kind> <extension> <transform>...): compiles one kind of code of some transforms, and appends that of all
# transforms to `objects`. The order is always that of the transforms, so that the order of compilation changes no byte of the addon.
macro(add_transforms target kind extension)
  set(sources)
  foreach(transform ${ARGN})
    list(APPEND sources ${ROWFUSE_GENERATED}/${transform}/${transform}.${extension})
  endforeach()
  if(sources)
    if(ROWFUSE_QUICK AND "${extension}" STREQUAL "cu")
      merge_cuda_sources(sources ${transforms_a_file} ${sources})
    endif()
    add_library(${target} OBJECT ${sources})
    target_link_libraries(${target} PRIVATE rowfuse_settings)
    target_compile_definitions(${target} PRIVATE $<$<BOOL:${ROWFUSE_QUICK}>:ROWFUSE_QUICK>)
    add_dependencies(rowfuse_objects ${target})
    list_objects(${kind}-objects.txt ${target})
  endif()
  if(sources AND (is_merged OR MSVC))
    list(APPEND objects $<TARGET_OBJECTS:${target}>)
  else()
    foreach(transform IN LISTS ROWFUSE_TRANSFORMS)
      if("${transform}" IN_LIST sources_of_${kind})
        list(APPEND objects $<FILTER:$<TARGET_OBJECTS:${target}>,INCLUDE,/${transform}/${transform}[.]${extension}>)
      else()
        list(APPEND objects ${CMAKE_CURRENT_BINARY_DIR}/ready/${transform}-${kind}.o)
        set_source_files_properties(
          ${CMAKE_CURRENT_BINARY_DIR}/ready/${transform}-${kind}.o PROPERTIES EXTERNAL_OBJECT ON)
      endif()
    endforeach()
  endif()
endmacro()

list(LENGTH ROWFUSE_ROWS rows)
# Rarely used code is compiled with several transforms per file.
set(is_merged OFF)
if(ROWFUSE_QUICK OR ROWFUSE_OPTIMIZATION LESS 3)
  set(is_merged ON)
  include(cmake/merge_sources.cmake)
  sources_a_file(transforms_a_file ${rows})
endif()

# The CPU code of the transforms. The row library is precompiled if there are many of them. That takes as long as it saves for four
# transforms, and on many cores all others wait for it.
set(sources_of_rows ${ROWFUSE_ROWS})
add_transforms(rowfuse_rows rows cpp ${ROWFUSE_ROWS})
if(rows GREATER 0)
  target_compile_options(rowfuse_rows PRIVATE ${level_options} ${unrolling_options})
endif()
if(rows GREATER_EQUAL 16)
  target_precompile_headers(rowfuse_rows PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/include/rowfuse/precompiled.hpp)
endif()
if(rows GREATER 0 AND ROWFUSE_QUICK)
  set_target_properties(rowfuse_rows PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${transforms_a_file})
elseif(rows GREATER 0 AND is_merged)
  # Shared code is compiled once per file, and the precompiled header is loaded once per file.
  set_target_properties(rowfuse_rows PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
endif()
if(ROWFUSE_CUDA)
  set(sources_of_kernels ${ROWFUSE_KERNELS})
  add_transforms(rowfuse_kernels kernels cu ${ROWFUSE_KERNELS})
endif()

# The files have a few lines each. 300 of them take 53 s of processor time if compiled separately.
set(registration_sources)
foreach(transform IN LISTS ROWFUSE_TRANSFORMS)
  list(APPEND registration_sources ${ROWFUSE_GENERATED}/${transform}/${transform}.binding.cc)
endforeach()
if(registration_sources)
  add_library(rowfuse_registration OBJECT ${registration_sources})
  target_link_libraries(rowfuse_registration PRIVATE rowfuse_settings)
  set_target_properties(rowfuse_registration PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  add_dependencies(rowfuse_objects rowfuse_registration)
  list(PREPEND objects $<TARGET_OBJECTS:rowfuse_registration>)
endif()

# Only one small file knows the hash, so that a changed hash compiles nothing else. It is passed in a file, not a definition: Makefile
# generators rebuild a whole target when a definition of any one source changes.
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/include/rowfuse_build_hash.hpp
     CONTENT "#define ROWFUSE_BUILD_HASH \"@ROWFUSE_BUILD_HASH@\"\n" @ONLY)

# The check of the level, in a file of its own for the same reason.
set(ROWFUSE_CPU_LEVEL_IS_V3 0)
if("-march=x86-64-v3" IN_LIST level_options)
  set(ROWFUSE_CPU_LEVEL_IS_V3 1)
endif()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/include/rowfuse_cpu_level.hpp
     CONTENT "#define ROWFUSE_CPU_LEVEL_IS_V3 @ROWFUSE_CPU_LEVEL_IS_V3@\n" @ONLY)
add_library(rowfuse_level OBJECT engine/api/cpu_level.cpp)
target_include_directories(rowfuse_level PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/include)
target_link_libraries(rowfuse_level PRIVATE rowfuse_settings)

add_library(rowfuse MODULE ${CMAKE_JS_SRC} node/build_hash.cc $<TARGET_OBJECTS:rowfuse_level> ${ROWFUSE_BINDING_OBJECTS} ${objects})
target_include_directories(rowfuse PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/include)
set_target_properties(rowfuse PROPERTIES PREFIX "" SUFFIX ".node" LINKER_LANGUAGE CXX)
target_link_libraries(rowfuse PRIVATE rowfuse_settings Threads::Threads ${CMAKE_DL_LIBS} ${CMAKE_JS_LIB})
if(APPLE)
  target_link_options(rowfuse PRIVATE -undefined dynamic_lookup)  # Node's symbols come from the process
endif()
if(ROWFUSE_CUDA)
  target_link_libraries(rowfuse PRIVATE CUDA::cudart_static)
endif()

# The library with the same transforms for other languages.
if(ROWFUSE_LIBRARY AND ROWFUSE_LIBRARY_OBJECTS)
  add_library(rowfuse_library SHARED $<TARGET_OBJECTS:rowfuse_level> ${ROWFUSE_LIBRARY_OBJECTS} ${objects})
  set_target_properties(rowfuse_library PROPERTIES OUTPUT_NAME rowfuse LINKER_LANGUAGE CXX)
  target_link_libraries(rowfuse_library PRIVATE rowfuse_settings Threads::Threads ${CMAKE_DL_LIBS})
  if(ROWFUSE_CUDA)
    target_link_libraries(rowfuse_library PRIVATE CUDA::cudart_static)
  endif()
endif()
