# The settings with which all native code is compiled.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

if(ROWFUSE_CUDA)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 90)
  endif()
  set(CMAKE_CUDA_RUNTIME_LIBRARY Static)  # also loads on a machine without a driver, and reports it
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
endif()

# Optimizes even if no build type is set (multi-configuration generators keep their own flags).
set(CMAKE_CXX_FLAGS_RELEASE "-O${ROWFUSE_OPTIMIZATION} -DNDEBUG")
set(CMAKE_CUDA_FLAGS_RELEASE "-O3 -DNDEBUG")
if(MSVC)
  set(CMAKE_CXX_FLAGS_RELEASE "/O2 /DNDEBUG")
elseif(ROWFUSE_QUICK)
  # Warnings about random programs are useless, and take a tenth of the compile time.
  set(CMAKE_CXX_FLAGS_RELEASE "-O0 -DNDEBUG -w")
endif()
if(ROWFUSE_QUICK AND ROWFUSE_CUDA AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13.0)
  # Eight random programs take 88 s of processor time at -O3, 69 with -Xptxas -O1, 16 at level min, and 10 at max.
  set(CMAKE_CUDA_FLAGS_RELEASE "-Ofc=max -DNDEBUG")
elseif(ROWFUSE_QUICK AND ROWFUSE_CUDA)
  set(CMAKE_CUDA_FLAGS_RELEASE "-O1 -Xptxas -O1 -DNDEBUG")
endif()

# The user's flags come after ours, which they may override, and before those of rowfuse_settings, which they may not: -ffast-math must not
# change a result.
string(APPEND CMAKE_CXX_FLAGS_RELEASE " ${ROWFUSE_CXX_FLAGS}")
string(APPEND CMAKE_CUDA_FLAGS_RELEASE " ${ROWFUSE_CUDA_FLAGS}")

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_CUDA_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_package(Threads REQUIRED)

# The flags of all code that touches rows. The floating-point flags keep every operation IEEE, as in JavaScript. Nothing reads the exception
# flags of the processor, nor errno after a function of <cmath>. Without this promise g++ keeps every branch around arithmetic, so that loops
# over rows with a condition do not become vectors: temperatures rounded to tenths took 2.45 ns per row instead of 0.63.
add_library(rowfuse_settings INTERFACE)
target_include_directories(rowfuse_settings INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/include)
target_compile_features(rowfuse_settings INTERFACE cxx_std_20)
target_compile_definitions(rowfuse_settings INTERFACE
  $<$<BOOL:${ROWFUSE_CUDA}>:ROWFUSE_CUDA> $<$<BOOL:${ROWFUSE_CHECKED}>:ROWFUSE_CHECKED>)
if(MSVC)
  target_compile_options(rowfuse_settings INTERFACE /fp:precise /Zc:preprocessor /utf-8)
else()
  target_compile_options(rowfuse_settings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-fno-fast-math;-ffp-contract=off;-fno-trapping-math;-fno-math-errno>)
endif()
if(ROWFUSE_CUDA)
  # -std is set by hand, because CMake 3.25 takes the default of newer compilers for granted and leaves it out. -t0 compiles the
  # architectures of a file in parallel. The host pass needs -ffp-contract=off as well.
  target_compile_options(rowfuse_settings INTERFACE
    "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20;--fmad=false;-ftz=false;-prec-div=true;-prec-sqrt=true;-lineinfo;-t0;-Xcompiler=-Wall,-Wextra,-fno-fast-math,-ffp-contract=off>")
endif()

include(${CMAKE_CURRENT_LIST_DIR}/list_objects.cmake)
