#include <rowfuse/cuda/group_run.hpp>

namespace rowfuse::cuda {

namespace {

/// Puts all keys into a larger table, a thread each.
__global__ void kernel_group_rehash(GroupSlot const* from, __grid_constant__ GroupTable const table, std::uint32_t groups) {
  std::uint32_t const group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group < groups) rehash_group(from, table, group);
}

}  // namespace

int rehash_groups(GroupSlot const* from, GroupTable const& table, std::uint32_t groups, CUstream_st* stream) {
  if (groups != 0) kernel_group_rehash<<<(groups + 255) / 256, 256, 0, stream>>>(from, table, groups);
  return cudaGetLastError();
}

}  // namespace rowfuse::cuda
