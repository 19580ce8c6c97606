#include <rowfuse/cuda/host/group_run.hpp>

namespace rowfuse::cuda {

namespace {

/// Moves all keys to a larger table, one thread per group.
__global__ void kernel_group_rehash(GroupSlot const* from, __grid_constant__ GroupTable const table, std::uint32_t groups) {
  std::uint32_t const group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group < groups) rehash_group(from, table, group);
}

/// Lists the slots of groups, one after the other.
__global__ void kernel_group_slots(__grid_constant__ GroupTable const table, std::uint32_t groups, GroupSlot* to) {
  std::uint32_t const group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group < groups) to[group] = table.slots[table.slot_of[group]];
}

}  // namespace

int rehash_groups(GroupSlot const* from, GroupTable const& table, std::uint32_t groups, CUstream_st* stream) {
  if (groups != 0) kernel_group_rehash<<<(groups + 255) / 256, 256, 0, stream>>>(from, table, groups);
  return cudaGetLastError();
}

int list_slots(GroupTable const& table, std::uint32_t groups, GroupSlot* to, CUstream_st* stream) {
  if (groups != 0) kernel_group_slots<<<(groups + 255) / 256, 256, 0, stream>>>(table, groups, to);
  return cudaGetLastError();
}

}  // namespace rowfuse::cuda
