# The engine: the code that the transforms of all projects share. It depends only on the compilers and on the options.

if(NOT ROWFUSE_NODE_ADDON_API)
  execute_process(
    COMMAND node -p "require('node-addon-api').include_dir"
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    OUTPUT_VARIABLE ROWFUSE_NODE_ADDON_API
    OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "node-addon-api was not found. Install it beside rowfuse (npm install), or pass "
                        "-DROWFUSE_NODE_ADDON_API=<folder of napi.h>.")
  endif()
  get_filename_component(ROWFUSE_NODE_ADDON_API ${ROWFUSE_NODE_ADDON_API} ABSOLUTE
                         BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
endif()

# Node-API, which takes half a second per file that includes it.
add_library(rowfuse_binding OBJECT
  node/addon.cc
  node/aggregation_calls.cc
  node/memory/backing_store.cc
  node/memory/buffers.cc
  node/device/column_handle.cc
  node/device/device_table.cc
  node/job/environment.cc
  node/job/job.cc
  node/library_pin.cc
  node/job/settle.cc)

# Calls on the CPU: rows, and groups of rows.
set(row_call_sources
  engine/api/mapped_pages.cpp
  engine/api/output_memory.cpp
  engine/api/result_blocks.cpp
  engine/api/spare_pages.cpp
  engine/cpu/allocate_outputs.cpp
  engine/cpu/one_pass.cpp
  engine/cpu/cpu_call.cpp
  engine/cpu/emit_pass.cpp
  engine/cpu/first_touch.cpp
  engine/cpu/level_passes.cpp
  engine/cpu/output_pages.cpp
  engine/cpu/pool.cpp)
set(group_call_sources
  engine/cpu/combinations.cpp
  engine/cpu/groups/block_groups.cpp
  engine/cpu/groups/block_lines.cpp
  engine/cpu/groups/cpu_aggregation.cpp
  engine/cpu/groups/group_result.cpp
  engine/cpu/groups/input_file.cpp
  engine/cpu/groups/line_pass.cpp)
if(NOT ROWFUSE_CUDA)
  list(APPEND row_call_sources engine/api/cuda_absent.cpp)
endif()
add_library(rowfuse_call OBJECT ${row_call_sources} ${group_call_sources})

# System headers, because their warnings are not ours. Only the binding sees them.
target_include_directories(rowfuse_binding SYSTEM PRIVATE ${ROWFUSE_NODE_ADDON_API} ${CMAKE_JS_INC})
target_compile_definitions(rowfuse_binding PRIVATE
  NAPI_VERSION=8
  NAPI_DISABLE_CPP_EXCEPTIONS
  NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS)
target_link_libraries(rowfuse_binding PRIVATE rowfuse_settings Threads::Threads)
target_link_libraries(rowfuse_call PRIVATE rowfuse_settings Threads::Threads)
set(call_targets rowfuse_call)

if(NOT MSVC)
  # The first build of a user waits for all of this, so each optimization level is as low as calls allow. The binding runs once per call (at
  # -O0 it would take 0.6 s less, and twice the space). The loops over rows are in the transforms' own code; the loops that remain here copy
  # rows and sort groups.
  target_compile_options(rowfuse_binding PRIVATE -O1)
  if(NOT ROWFUSE_QUICK)
    target_compile_options(rowfuse_call PRIVATE $<IF:$<VERSION_LESS:${ROWFUSE_OPTIMIZATION},2>,-O1,-O2>)
  endif()
  # Unity builds take less processor time: 12.5 s become 2.7, and 12 s become 4.7 in two files that two processors compile in parallel.
  set_target_properties(rowfuse_binding PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  set_target_properties(rowfuse_call PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${row_call_sources} PROPERTIES UNITY_GROUP rows)
  set_source_files_properties(${group_call_sources} PROPERTIES UNITY_GROUP groups)
endif()

if(ROWFUSE_CUDA)
  add_library(rowfuse_device OBJECT
    engine/cuda/cuda_aggregation.cpp
    engine/cuda/column_parts.cpp
    engine/cuda/cuda_call.cpp
    engine/cuda/device_operations.cpp
    engine/cuda/host/device_memory.cpp
    engine/cuda/host/device_run.cpp
    engine/cuda/element_places.cu
    engine/cuda/host/group_slots.cu
    engine/cuda/host/group_run.cpp
    engine/cuda/host/one_pass.cpp
    engine/cuda/device_session.cpp
    engine/cuda/pinned_ring.cpp
    engine/cuda/probe.cpp
    engine/cuda/resident_column.cpp
    engine/cuda/host/scan.cu
    engine/cuda/host/strategy.cpp
    engine/cuda/streams.cpp
    engine/cuda/text_parts.cpp
    engine/cuda/transfer.cpp
    engine/cuda/host/two_pass.cpp
    engine/cuda/upload_columns.cpp)
  target_link_libraries(rowfuse_device PRIVATE rowfuse_settings Threads::Threads CUDA::cudart_static)
  # 18 files of host code take 22 s of processor time, and 10 s in these batches. Some files define the same names and cannot be in a batch.
  set_target_properties(rowfuse_device PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 7)
  set_source_files_properties(
    engine/cuda/column_parts.cpp engine/cuda/device_session.cpp engine/cuda/streams.cpp engine/cuda/transfer.cpp
    PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  list(APPEND call_targets rowfuse_device)
endif()
add_custom_target(rowfuse_engine)
add_dependencies(rowfuse_engine rowfuse_binding ${call_targets})
list_objects(binding-objects.txt rowfuse_binding)
list_objects(call-objects.txt ${call_targets})

if(ROWFUSE_LIBRARY)
  file(GLOB_RECURSE portable_sources CONFIGURE_DEPENDS portable/*.cpp)
  add_library(rowfuse_portable OBJECT ${portable_sources})
  target_link_libraries(rowfuse_portable PRIVATE rowfuse_settings Threads::Threads)
  if(NOT MSVC)
    target_compile_options(rowfuse_portable PRIVATE -O1)  # runs once per call
    set_target_properties(rowfuse_portable PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
  list_objects(library-objects.txt rowfuse_portable)
endif()
