#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>

#include "aggregation.hpp"
#include "call.hpp"
#include "device_options.hpp"

namespace rowfuse::cuda {

/// The devices on which the process can run CUDA kernels, or the reason why there are none.
struct Probe {
  bool available = false;
  std::string reason;
  std::vector<std::string> devices;  ///< names by ordinal
  std::string device;                ///< the requested one
  std::string compute_capability;
  double memory_bytes = 0;
};

/// Checks that a device can run `entry`, and makes it the current device of this thread. Exists in an addon without CUDA, too.
Probe probe(Entry const* entry, int device);

/// Returns a call on the device, or null in an addon that was built without CUDA.
std::unique_ptr<Call> make_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length, DeviceOptions options);

/// Returns an aggregation of lines or rows on the device, whose results `host` computes. Null in an addon that was built without CUDA, and
/// if `entry` has no kernels for it.
std::unique_ptr<Aggregation> make_aggregation(Entry const& entry, cpu::Entry const& host, DeviceOptions options);

/// Sets the most device memory that the process may hold at a time, in bytes; 0 is no limit.
void limit_memory(std::int64_t bytes);

}  // namespace rowfuse::cuda
