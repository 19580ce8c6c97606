#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/unit_memory.hpp>

namespace rowfuse {

/// Scratch memory in which the thread that evaluates a row builds strings. Its content is undefined once the row has ended. A row that
/// needs more sets `outgrown` and has no result. It is evaluated again with a larger slot.
struct ArenaSlot {
  char* data = nullptr;  ///< aligned to 8 bytes
  std::int64_t size = 0;
  bool outgrown = false;
  bool inserts_few = false;  ///< see base/javascript_engine.hpp
  UnitMemory* units = nullptr;  ///< on the host, for texts that are read by index; may be null
  std::int64_t used = 0;        ///< on the device: the bytes that the row took
};

/// True for transforms that read text by index in loops.
template <class Transform>
inline constexpr bool indexes_text = requires { requires Transform::indexes_text; };

/// True for transforms that build strings, which need a slot in their sink.
template <class Transform>
inline constexpr bool uses_arena = requires { requires Transform::builds_strings; };

}  // namespace rowfuse
