#pragma once

#include <cstdint>

#include <rowfuse/cuda/emit/agent.cuh>

namespace rowfuse::cuda {

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_emit_sizes(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                      __grid_constant__ EmitPack<Transform::Output::size> const places, std::int32_t length, std::uint64_t* report,
                      std::uint8_t* ascii_warps) {
  stage_patterns<Transform>();
  AgentEmitSizes<Transform, Policy>{inputs, places, length, report, ascii_warps}.run();
}

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_emit_fill(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                     __grid_constant__ OutputPack<Transform::Output::size> const outputs,
                     __grid_constant__ EmitPack<Transform::Output::size> const places, std::int32_t length, std::uint64_t* report,
                     std::uint8_t const* ascii_warps, std::int32_t staged_bytes) {
  stage_patterns<Transform>();
  extern __shared__ __align__(16) char shared[];
  AgentEmitFill<Transform, Policy>{inputs, outputs, places, length, report, ascii_warps, shared, staged_bytes}.run();
}

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_arena_emit_sizes(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                            __grid_constant__ OutputPack<Transform::Output::size> const outputs,
                            __grid_constant__ EmitPack<Transform::Output::size> const places, std::int32_t length, std::uint64_t* report,
                            std::uint8_t* ascii_warps, __grid_constant__ DeviceArena const arena) {
  stage_patterns<Transform>();
  AgentArenaEmitSizes<Transform, Policy>{{inputs, outputs, length, report, arena}, places, ascii_warps}.run();
}

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_arena_emit_fill(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                           __grid_constant__ OutputPack<Transform::Output::size> const outputs,
                           __grid_constant__ EmitPack<Transform::Output::size> const places, std::int32_t length, std::uint64_t* report,
                           std::uint8_t const* ascii_warps, __grid_constant__ DeviceArena const arena, std::int32_t staged_bytes) {
  stage_patterns<Transform>();
  extern __shared__ __align__(16) char shared[];
  AgentArenaEmitFill<Transform, Policy>{{inputs, outputs, length, report, arena}, places, ascii_warps, shared, staged_bytes}.run();
}

}  // namespace rowfuse::cuda
