#pragma once

#include <cstdint>

#include <rowfuse/cuda/rows/agent_fill.cuh>
#include <rowfuse/cuda/rows/agent_long_rows.cuh>
#include <rowfuse/cuda/rows/agent_sizes.cuh>

namespace rowfuse::cuda {

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_sizes(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                 __grid_constant__ OutputPack<Transform::Output::size> const outputs, std::int32_t length, std::uint64_t* report,
                 std::uint8_t* ascii_warps, LongRows long_rows) {
  stage_patterns<Transform>();
  AgentSizes<Transform, Policy>{inputs, outputs, length, report, ascii_warps, long_rows}.run();
}

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_fill(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                __grid_constant__ OutputPack<Transform::Output::size> const outputs, std::int32_t length, std::uint64_t* report,
                std::uint8_t const* ascii_warps, LongRows long_rows, std::int32_t staged_bytes) {
  stage_patterns<Transform>();
  extern __shared__ __align__(16) char fill_shared[];
  AgentFill<Transform, Policy>{inputs, outputs, length, report, ascii_warps, long_rows, fill_shared, staged_bytes}.run();
}

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_long_rows(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                     __grid_constant__ OutputPack<Transform::Output::size> const outputs, std::uint64_t* report, LongRows rows,
                     bool writes) {
  AgentLongRows<Transform>{inputs, outputs, report, rows, writes}.run();
}

}  // namespace rowfuse::cuda
