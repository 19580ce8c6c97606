#pragma once

#include "cuda_check.cuh"
//
#include <rowfuse/arrow/column.hpp>

#include "device_table.cuh"

namespace bench {

/// A string column as rowfuse's kernels take it.
inline rowfuse::arrow::InputColumn arrow_column(DeviceColumn const& from) {
  rowfuse::arrow::InputColumn to;
  to.values = from.chars;
  to.values_begin = from.chars_begin;
  to.values_bytes = from.chars_bytes;
  to.offsets = from.offsets;
  return to;
}

}  // namespace bench
