# Merges several sources into one file. CMake's own unity builds do not support CUDA before 3.31.

# merge_cuda_sources(<variable> <sources per file> <source>...): sets the variable to files that include the sources.
function(merge_cuda_sources variable sources_a_file)
  set(files)
  set(count 0)
  set(merged "")
  list(LENGTH ARGN last)
  foreach(source IN LISTS ARGN)
    string(APPEND merged "#include \"${source}\"\n")
    math(EXPR count "${count} + 1")
    math(EXPR rest "${count} % ${sources_a_file}")
    if(rest EQUAL 0 OR count EQUAL last)
      set(file ${CMAKE_CURRENT_BINARY_DIR}/kernels_${count}.cu)
      file(CONFIGURE OUTPUT ${file} CONTENT "${merged}" @ONLY)
      list(APPEND files ${file})
      set(merged "")
    endif()
  endforeach()
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# sources_a_file(<variable> <sources>): chooses two files per thread of the machine, because sizes differ. In a file of 32 sources, the code
# that is included and instantiated for all of them costs little more.
function(sources_a_file variable sources)
  cmake_host_system_information(RESULT threads QUERY NUMBER_OF_LOGICAL_CORES)
  math(EXPR count "(${sources} + 2 * ${threads} - 1) / (2 * ${threads})")
  if(count GREATER 32)
    set(count 32)
  elseif(count LESS 4)
    set(count 4)
  endif()
  set(${variable} ${count} PARENT_SCOPE)
endfunction()
