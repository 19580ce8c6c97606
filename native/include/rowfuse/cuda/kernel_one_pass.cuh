#pragma once

#include <cstdint>

#include <rowfuse/cuda/agent_one_pass.cuh>

namespace rowfuse::cuda {

template <class Transform, class Policy>
__global__ void __launch_bounds__(AgentOnePass<Transform, Policy>::block_threads, Policy::blocks_per_multiprocessor)
    kernel_one_pass(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                    __grid_constant__ OutputPack<Transform::Output::size> const outputs, std::uint32_t length,
                    __grid_constant__ OnePassState const state, __grid_constant__ OnePassShape const shape) {
  extern __shared__ uint4 memory[];
  using Agent = AgentOnePass<Transform, Policy>;
  Agent{inputs, outputs, length, state, shape, *reinterpret_cast<typename Agent::Control*>(memory)}.run();
}

}  // namespace rowfuse::cuda
