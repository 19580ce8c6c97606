#pragma once

#include <rowfuse/arrow/column.hpp>

namespace rowfuse::cuda {

/// Input columns by value, as a kernel parameter. They lie in constant memory, so that loading them never misses the cache.
template <int count>
struct InputPack {
  arrow::InputColumn columns[count > 0 ? count : 1];

  explicit InputPack(arrow::InputColumn const* source) {
    for (int i = 0; i < count; ++i) columns[i] = source[i];
  }
};

template <int count>
struct OutputPack {
  arrow::OutputColumn columns[count > 0 ? count : 1];

  explicit OutputPack(arrow::OutputColumn const* source) {
    for (int i = 0; i < count; ++i) columns[i] = source[i];
  }
};

}  // namespace rowfuse::cuda
