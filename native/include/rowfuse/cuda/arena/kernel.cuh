#pragma once

#include <cstdint>

#include <rowfuse/cuda/arena/agent.cuh>

namespace rowfuse::cuda {

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_arena_sizes(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                       __grid_constant__ OutputPack<Transform::Output::size> const outputs, std::int32_t length, std::uint64_t* report,
                       std::uint8_t* ascii_warps, __grid_constant__ DeviceArena const arena) {
  stage_patterns<Transform>();
  AgentArenaSizes<Transform, Policy>{{inputs, outputs, length, report, arena}, ascii_warps}.run();
}

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_arena_fill(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                      __grid_constant__ OutputPack<Transform::Output::size> const outputs, std::int32_t length, std::uint64_t* report,
                      std::uint8_t const* ascii_warps, __grid_constant__ DeviceArena const arena) {
  stage_patterns<Transform>();
  AgentArenaFill<Transform, Policy>{{inputs, outputs, length, report, arena}, ascii_warps}.run();
}

}  // namespace rowfuse::cuda
