/// The CUDA agents of groups of lines and the host code that launches them, run on the host block by block (block_emulation.hpp), against
/// the groups of the CPU: bench/cuda/groups_check.cpp, which does the same on a GPU. Races it cannot show.
#include <rowfuse/cuda/agent_group_lines.cuh>
#include <rowfuse/cuda/group_states.cuh>
#include <rowfuse/cuda/tuning_groups.cuh>

#include "../../native/cuda/group_run.cpp"
//
#include "../../bench/cuda/groups_check.cpp"

namespace rowfuse::cuda {

int allocate(void** data, std::size_t bytes, MemoryUse, CUstream_st*) {
  int const error = cudaMalloc(reinterpret_cast<char**>(data), bytes);
  std::memset(*data, 0xAB, bytes);  // as fresh memory of a device is: anything
  return error;
}
int release(void* data, std::size_t, MemoryUse, CUstream_st*) { return cudaFree(data); }

int rehash_groups(GroupSlot const* from, GroupTable const& table, std::uint32_t groups, CUstream_st*) {
  block::run(0, 32, [&] {
    for (std::uint32_t group = threadIdx.x; group < groups; group += blockDim.x) rehash_group(from, table, group);
  });
  return cudaSuccess;
}

namespace {

/// Blocks of two warps, with tables that are full at once.
struct SmallBlocks : GroupLinesPolicy {
  static constexpr int block_threads = 64;
  static constexpr GroupRoom first_room{16, 1024, 1024};
};

template <class Transform>
int run_blocks(LineWork const& work, arrow::InputColumn const* inputs, GroupTable const& table, std::uint32_t local_groups, unsigned blocks,
               CUstream_st*) {
  using Agent = AgentGroupLines<Transform, SmallBlocks>;
  using Shape = GroupShape<Transform>;
  constexpr int warps = SmallBlocks::block_threads / 32;
  std::size_t const bytes = warps * Agent::Window::shared_bytes + std::size_t{local_groups} * Shape::local_bytes;
  InputPack<Transform::Input::size> const pack(inputs);
  block::backwards = !block::backwards;
  for (unsigned number = 0; number < blocks; ++number) {
    std::unique_ptr<char, decltype(&std::free)> const memory(static_cast<char*>(std::aligned_alloc(16, (bytes + 15) / 16 * 16)), std::free);
    char* const shared = memory.get();
    std::memset(shared, 0xEF, bytes);
    std::int32_t windows[Shape::marks + 1];
    block::run(number, SmallBlocks::block_threads, [&] {
      GroupRows<Transform> const rows(table, shared + warps * Agent::Window::shared_bytes, windows, local_groups);
      Agent{work, pack, rows, shared + (threadIdx.x >> 5) * Agent::Window::shared_bytes}.run();
      rows.flush();
    });
  }
  return cudaSuccess;
}

template <class Transform>
constexpr GroupEntry emulated = {GroupShape<Transform>::words,
                                 GroupShape<Transform>::local_bytes,
                                 SmallBlocks::block_threads,
                                 AgentGroupLines<Transform, SmallBlocks>::Window::shared_bytes,
                                 SmallBlocks::most_local_groups,
                                 SmallBlocks::first_room,
                                 &run_blocks<Transform>,
                                 &give_groups<Transform>};

}  // namespace

}  // namespace rowfuse::cuda

namespace bench {

rf::cuda::GroupEntry const& numbers_on_device = rf::cuda::emulated<Numbers>;
rf::cuda::GroupEntry const& pairs_on_device = rf::cuda::emulated<Pairs>;
rf::cuda::GroupEntry const& words_on_device = rf::cuda::emulated<Words>;

}  // namespace bench
