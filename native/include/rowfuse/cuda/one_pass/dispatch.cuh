#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/one_pass/kernel.cuh>
#include <rowfuse/cuda/one_pass/tuning.cuh>

namespace rowfuse::cuda {

/// True for transforms that the one-pass kernel can run: all their text has an upper bound, and they need no memory of their own.
/// `segments` comes from generated code.
template <class Transform>
inline constexpr bool has_one_pass =
    requires { Transform::segments; } && !uses_arena<Transform> && text_columns<typename Transform::Output> > 0;

namespace detail {

/// The resources of the current device for a kernel; `shared_bytes` is 0 if it cannot run the kernel.
struct OnePassDevice {
  std::int32_t multiprocessors = 0;
  std::uint32_t shared_bytes = 0;
};

/// Queries each device once.
template <class Transform, class Policy>
int look_up(OnePassDevice& result) {
  constexpr int most_devices = 64;
  static std::atomic<std::uint64_t> known[most_devices];
  int device = 0;
  if (cudaError_t const error = cudaGetDevice(&device)) return error;
  std::uint64_t packed = device < most_devices ? known[device].load(std::memory_order_relaxed) : 0;
  if (packed == 0) {
    cudaFuncAttributes attributes{};
    int multiprocessors = 0;
    int shared_bytes = 0;
    if (cudaError_t const error = cudaFuncGetAttributes(&attributes, kernel_one_pass<Transform, Policy>)) return error;
    if (cudaError_t const error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device)) {
      return error;
    }
    if (cudaError_t const error = cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)) {
      return error;
    }
    // The tables of patterns have memory of their own.
    shared_bytes -= static_cast<int>(attributes.sharedSizeBytes);
    // The kernel has a body only from compute capability 9.0 on. The code for this device may have been compiled at load from PTX for an
    // older one.
    if (attributes.ptxVersion < 90) {
      shared_bytes = 0;
    } else if (cudaError_t const error =
                   cudaFuncSetAttribute(kernel_one_pass<Transform, Policy>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes)) {
      return error;
    }
    packed = static_cast<std::uint64_t>(multiprocessors) << 32 | static_cast<std::uint32_t>(shared_bytes);
    if (device < most_devices) known[device].store(packed, std::memory_order_relaxed);
  }
  result = {static_cast<std::int32_t>(packed >> 32), static_cast<std::uint32_t>(packed)};
  return cudaSuccess;
}

template <class Policy>
std::int64_t resident_blocks(OnePassDevice device) {
  return std::int64_t{device.multiprocessors} * Policy::blocks_per_multiprocessor;
}

}  // namespace detail

/// Returns the number of words for the tiles of any shape that a launch may choose.
template <class Transform, class Policy = OnePassPolicy>
std::int64_t one_pass_tile_words(std::int64_t length) {
  detail::OnePassDevice device;
  // If the device cannot be queried, the launch fails as well and reports it.
  if (detail::look_up<Transform, Policy>(device) != cudaSuccess) return 0;
  return OnePassShape::most_tiles(length, detail::resident_blocks<Policy>(device), Policy::least_warps) *
         text_columns<typename Transform::Output>;
}

template <class Transform, class Policy = OnePassPolicy>
int dispatch_one_pass(OnePassArguments const& arguments, CUstream_st* stream) {
  using Agent = AgentOnePass<Transform, Policy>;
  detail::OnePassDevice device;
  if (int const error = detail::look_up<Transform, Policy>(device)) return error;
  // The system reserves a kilobyte of each block's shared memory.
  std::uint32_t const available = (device.shared_bytes + 1024) / Policy::blocks_per_multiprocessor - 1024;

  auto const bytes_of = [](OnePassShape const& shape) {
    return shape.bytes(sizeof(typename Agent::Control), Policy::stages, Policy::slots);
  };
  // Chooses the largest tile that fits, so that most rows share its fixed cost. Of equal tiles it chooses the one with most warps.
  OnePassShape shape(0, 0, Agent::text_in, Agent::text_out, 0, 0);
  for (std::uint32_t warps = Policy::warps; warps >= Policy::least_warps; --warps) {
    for (std::uint32_t steps = Policy::max_steps; steps > 0; --steps) {
      OnePassShape const other(warps, steps, Agent::text_in, Agent::text_out, arguments.input_bytes_a_row, arguments.output_bytes_a_row);
      if (other.tile_rows > shape.tile_rows && bytes_of(other) <= available) shape = other;
    }
  }
  if (shape.tile_rows == 0) return one_pass_unsuited;
  shape.stretch(available - bytes_of(shape), Agent::text_out, Policy::stages, Policy::slots);
  std::int64_t const resident = detail::resident_blocks<Policy>(device);
  std::int64_t const tiles = shape.cut(arguments.length, resident);
  OnePassState const state{{arguments.tile_bytes, arguments.epoch, static_cast<std::uint32_t>(tiles)},
                           arguments.ticket,
                           arguments.report,
                           arguments.host_report};
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  kernel_one_pass<Transform, Policy><<<static_cast<unsigned>(std::min(tiles, resident)), (shape.warps + 2) * 32, bytes_of(shape), stream>>>(
      inputs, outputs, static_cast<std::uint32_t>(arguments.length), state, shape);
  return cudaGetLastError();
}

template <class Transform>
constexpr OnePassEntry one_pass_entry() {
  if constexpr (has_one_pass<Transform>) {
    return {&dispatch_one_pass<Transform>, &one_pass_tile_words<Transform>};
  } else {
    return {};
  }
}

}  // namespace rowfuse::cuda
