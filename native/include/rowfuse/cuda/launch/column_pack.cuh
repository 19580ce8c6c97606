#pragma once

#include <rowfuse/arrow/column.hpp>

namespace rowfuse::cuda {

/// Columns by value, as a kernel parameter: they arrive in constant memory, which costs no load that can miss.
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
