# Writes the places of the object files of some targets into a file, a line each: the build driver keeps them.
function(list_objects file)
  set(lines "")
  foreach(target IN LISTS ARGN)
    # GCC and Clang count what is precompiled among the objects, and do not link it.
    string(APPEND lines "$<JOIN:$<FILTER:$<TARGET_OBJECTS:${target}>,EXCLUDE,[.](gch|pch)$>,\n>\n")
  endforeach()
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${file} CONTENT "${lines}")
endfunction()
