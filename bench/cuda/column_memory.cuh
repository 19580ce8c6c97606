/// Columns in device memory for programs that call the kernels themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/host/one_pass.hpp>
#include <rowfuse/cuda/host/two_pass.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>

namespace bench {

/// Device memory in 16-byte pieces, as the runtime has it, that holds a copy.
class Memory {
 public:
  explicit Memory(std::size_t bytes) {
    CUDA_CHECK(cudaMalloc(&data_, (bytes + 31) / 16 * 16));
    CUDA_CHECK(cudaMemset(data_, 0xcd, (bytes + 31) / 16 * 16));
  }
  Memory(void const* host, std::size_t bytes) : Memory(bytes) {
    if (bytes > 0) CUDA_CHECK(cudaMemcpy(data_, host, bytes, cudaMemcpyHostToDevice));
  }
  Memory(Memory const&) = delete;
  ~Memory() { cudaFree(data_); }
  void* get() const { return data_; }

 private:
  void* data_ = nullptr;
};

/// Input columns and their memory.
struct InputTable {
  std::vector<std::unique_ptr<Memory>> memory;
  std::vector<rowfuse::arrow::InputColumn> columns;

  template <class Element>
  Element* keep(std::vector<Element> const& host) {
    memory.push_back(std::make_unique<Memory>(host.data(), host.size() * sizeof(Element)));
    return static_cast<Element*>(memory.back()->get());
  }
};

/// The outputs of a run, with as much room as bounds allow.
struct Result {
  std::vector<std::unique_ptr<Memory>> memory;
  std::vector<rowfuse::arrow::OutputColumn> columns;
  std::vector<std::int64_t> bytes, nulls;
  rowfuse::cuda::Report report;
};

inline Result make_result(rowfuse::cuda::Entry const& entry, InputTable const& table, std::int64_t rows) {
  Result result;
  auto const room = [&](std::size_t bytes) {
    result.memory.push_back(std::make_unique<Memory>(bytes));
    return result.memory.back()->get();
  };
  for (std::int32_t i = 0; i < entry.layout.output_count; ++i) {
    rowfuse::arrow::OutputColumn column;
    bool const text = rowfuse::arrow::has_offsets(entry.layout.outputs[i].id);
    column.values_bytes = text ? rowfuse::cuda::OnePass(entry).bound(i, table.columns.data(), rows) : rows * 8 + 8;
    column.values = room(static_cast<std::size_t>(column.values_bytes));
    if (text) column.offsets = static_cast<std::int32_t*>(room(static_cast<std::size_t>(rows + 1) * 4));
    if (entry.layout.outputs[i].nullable) column.validity = static_cast<std::uint8_t*>(room(static_cast<std::size_t>(rows / 8 + 8)));
    result.columns.push_back(column);
  }
  return result;
}

}  // namespace bench
