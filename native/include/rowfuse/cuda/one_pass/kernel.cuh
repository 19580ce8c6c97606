#pragma once

#include <cstdint>

#include <rowfuse/cuda/block/staged_patterns.cuh>
#include <rowfuse/cuda/one_pass/agent.cuh>

namespace rowfuse::cuda {

template <class Transform, class Policy>
__global__ void __launch_bounds__(AgentOnePass<Transform, Policy>::most_threads, Policy::blocks_per_multiprocessor)
    kernel_one_pass(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                    __grid_constant__ OutputPack<Transform::Output::size> const outputs, std::uint32_t length,
                    __grid_constant__ OnePassState const state, __grid_constant__ OnePassShape const shape) {
// Bulk copies and their barriers need compute capability 9.0. The caller checks that before it launches.
#if __CUDA_ARCH__ >= 900
  stage_patterns<Transform>();
  extern __shared__ uint4 memory[];
  using Agent = AgentOnePass<Transform, Policy>;
  Agent{inputs, outputs, length, state, shape, *reinterpret_cast<typename Agent::Control*>(memory)}.run();
#endif
}

}  // namespace rowfuse::cuda
