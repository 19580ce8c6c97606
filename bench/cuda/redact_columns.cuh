/// The redact table on the device, and the expected output on the host.
#pragma once

#include "cuda_check.cuh"
//
#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "../data/redact_table.hpp"
#include "device_table.cuh"

namespace bench {

struct HostOutput {
  std::vector<std::int32_t> offsets;
  std::vector<char> chars;
};

/// Computes the expected output in the plainest way.
inline HostOutput reference(Table const& table) {
  HostOutput output;
  output.offsets.push_back(0);
  output.offsets.reserve(static_cast<std::size_t>(table.rows) + 1);
  output.chars.reserve(static_cast<std::size_t>(table.rows) * 7);
  auto const text = [](Column const& column, std::int64_t row) {
    auto const start = column.offsets[row];
    return std::string_view(&column.data[static_cast<std::size_t>(start)], static_cast<std::size_t>(column.offsets[row + 1] - start));
  };
  auto const append = [&output](std::string_view part) { output.chars.insert(output.chars.end(), part.begin(), part.end()); };
  for (std::int64_t row = 0; row < table.rows; ++row) {
    if (text(table.visibility, row) == "public") {
      auto const name = text(table.name, row);
      auto const space = name.find(' ');
      append(name.substr(space == name.npos ? 0 : space + 1, 1));
      append(" ");
      append(name.substr(0, space));
    } else {
      append("X X");
    }
    output.offsets.push_back(static_cast<std::int32_t>(output.chars.size()));
  }
  return output;
}

inline DeviceColumn upload(Column const& column, std::int64_t rows) {
  DeviceColumn device;
  auto const copy = [](void const* host, std::size_t bytes) {
    void* memory = nullptr;
    CUDA_CHECK(cudaMalloc(&memory, bytes));
    CUDA_CHECK(cudaMemcpy(memory, host, bytes, cudaMemcpyHostToDevice));
    return memory;
  };
  device.offsets =
      static_cast<std::int32_t const*>(copy(column.offsets.get(), (static_cast<std::size_t>(rows) + 1) * sizeof(std::int32_t)));
  device.chars = static_cast<char const*>(copy(column.data.get(), column.bytes));
  device.chars_bytes = static_cast<std::int64_t>(column.bytes);
  return device;
}

/// True if an output equals the reference's first `rows` rows, byte by byte.
inline bool equals(DeviceOutput const& output, HostOutput const& expected, std::int64_t rows, cudaStream_t stream) {
  auto const count = static_cast<std::size_t>(rows);
  if (output.bytes != expected.offsets[count]) return false;
  std::vector<std::int32_t> offsets(count + 1);
  std::vector<char> chars(static_cast<std::size_t>(output.bytes));
  CUDA_CHECK(cudaMemcpyAsync(offsets.data(), output.offsets, offsets.size() * 4, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaMemcpyAsync(chars.data(), output.chars, chars.size(), cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  return std::memcmp(offsets.data(), expected.offsets.data(), offsets.size() * 4) == 0 &&
         std::memcmp(chars.data(), expected.chars.data(), chars.size()) == 0;
}

/// Fills memory with text, because zeros can be faster to move than data.
inline void fill_with(char* memory, std::size_t bytes, DeviceColumn const& text) {
  auto const piece = static_cast<std::size_t>(text.chars_bytes);
  for (std::size_t at = 0; at < bytes; at += piece) {
    CUDA_CHECK(cudaMemcpy(memory + at, text.chars, std::min(piece, bytes - at), cudaMemcpyDeviceToDevice));
  }
}

}  // namespace bench
