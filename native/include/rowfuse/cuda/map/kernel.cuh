#pragma once

#include <cstdint>

#include <rowfuse/cuda/map/agent.cuh>

namespace rowfuse::cuda {

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_map(__grid_constant__ InputPack<Transform::Input::size> const inputs,
               __grid_constant__ OutputPack<Transform::Output::size> const outputs, std::int32_t length, std::uint64_t* report) {
  AgentMap<Transform, Policy>{inputs, outputs, length, report}.run();
}

}  // namespace rowfuse::cuda
