# Writes the paths of the object files of some targets into a file, one per line, for the build driver.
function(list_objects file)
  set(lines "")
  foreach(target IN LISTS ARGN)
    # GCC and Clang list precompiled headers among the objects, but do not link them.
    string(APPEND lines "$<JOIN:$<FILTER:$<TARGET_OBJECTS:${target}>,EXCLUDE,[.](gch|pch)$>,\n>\n")
  endforeach()
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${file} CONTENT "${lines}")
endfunction()
