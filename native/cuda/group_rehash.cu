#include <rowfuse/cuda/group_run.hpp>

namespace rowfuse::cuda {

namespace {

/// Puts all keys into a larger table, a thread each.
__global__ void kernel_group_rehash(GroupSlot const* from, __grid_constant__ GroupTable const table, std::uint32_t groups) {
  std::uint32_t const group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group >= groups) return;
  GroupSlot const slot = from[table.slot_of[group]];
  for (std::uint32_t at = slot.words[0] & table.slot_mask;; at = (at + 1) & table.slot_mask) {
    if (atomicCAS(table.slots[at].words, slot_empty, slot.words[0]) != slot_empty) continue;
    for (int i = 1; i < 8; ++i) table.slots[at].words[i] = slot.words[i];
    table.slot_of[group] = at;
    return;
  }
}

}  // namespace

int rehash_groups(GroupSlot const* from, GroupTable const& table, std::uint32_t groups, CUstream_st* stream) {
  if (groups != 0) kernel_group_rehash<<<(groups + 255) / 256, 256, 0, stream>>>(from, table, groups);
  return cudaGetLastError();
}

}  // namespace rowfuse::cuda
