#pragma once

#include <cstdint>

namespace rowfuse {

/// Memory for the UTF-16 units of the texts that one thread reads by index. Host only: nothing allocates in a kernel.
class UnitMemory {
 public:
  /// Returns at least `bytes` bytes, aligned to 8 bytes, or null. They take the place of those that had this number before, and live until
  /// the number is taken again. Their content is undefined.
  virtual char* take(std::int32_t number, std::int64_t bytes) = 0;

 protected:
  UnitMemory() = default;
  UnitMemory(UnitMemory const&) = default;
  UnitMemory& operator=(UnitMemory const&) = default;
  ~UnitMemory() = default;
};

}  // namespace rowfuse
