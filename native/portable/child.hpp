#pragma once

#include <cstdint>
#include <string>

#include <rowfuse/arrow/bits.hpp>

#include "failure.hpp"
#include "rowfuse.h"

namespace rowfuse::portable {

/// One child of a struct array, by name.
struct Child {
  ArrowSchema const* schema = nullptr;
  ArrowArray const* array = nullptr;
  std::int64_t offset = 0;  ///< of row 0 in its buffers
};

template <class Value>
Value const* values_at(Child const& child, int buffer) {
  return static_cast<Value const*>(child.array->buffers[buffer]);
}

/// Rows that are there; all of them where there are no bits.
struct Bits {
  std::uint8_t const* bits = nullptr;
  std::int64_t offset = 0;

  bool has(std::int64_t row) const { return bits == nullptr || arrow::bit_at(bits, offset + row); }
};

/// Those of an array; none where it says that it has no nulls.
inline Bits bits_of(Child const& child) {
  bool const has = child.array->null_count != 0 && child.array->n_buffers > 0;
  return {has ? values_at<std::uint8_t>(child, 0) : nullptr, child.offset};
}

inline std::string quoted(char const* name) { return std::string("\"") + name + "\""; }

inline Failure no_memory(char const* name) { return {ROWFUSE_DEVICE, "there is no memory for column " + quoted(name) + "."}; }

}  // namespace rowfuse::portable
