#pragma once

#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/row/fault.hpp>

// What CUDA's headers call cudaStream_t, so that code without nvcc can pass streams through.
struct CUstream_st;

namespace rowfuse::cuda {

/// What the sizes pass leaves in device memory besides the sizes: all zero before the launch, but `fault`.
struct Totals {
  static constexpr std::uint64_t no_fault = ~std::uint64_t{0};

  /// The lowest failing row << 16 | fault code << 8 | column + 1: the least of them is the lowest row.
  std::uint64_t fault;
  /// By output column, UTF-8 bytes after the sizes pass, null counts after the fill pass. The array is as long as the
  /// transform has output columns.
  std::uint64_t columns[1];
};

/// Device pointers for one launch. Input values and offsets need no alignment beyond their type's; outputs' bitmaps are
/// written as 32-bit words, so they hold whole, aligned ones.
struct SizesArguments {
  arrow::InputColumn const* inputs = nullptr;  ///< host array of device columns
  std::int64_t length = 0;
  std::int32_t* const* sizes = nullptr;  ///< host array, by output column: length + 1 sizes for a text column
  Totals* totals = nullptr;
};

struct FillArguments {
  arrow::InputColumn const* inputs = nullptr;
  arrow::OutputColumn const* outputs = nullptr;  ///< offsets of text columns are scanned sizes
  std::int64_t length = 0;
  Totals* totals = nullptr;
};

/// One transform, compiled for the device, with its types erased. The launches return a cudaError_t.
struct Entry {
  char const* name = nullptr;
  arrow::Layout layout;
  int (*launch_sizes)(SizesArguments const& arguments, CUstream_st* stream) = nullptr;
  int (*launch_fill)(FillArguments const& arguments, CUstream_st* stream) = nullptr;
  /// cudaSuccess when this device can run the kernels.
  int (*probe)() = nullptr;
};

}  // namespace rowfuse::cuda
