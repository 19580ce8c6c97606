/// Runs the CUDA agents of groups, and the host code that launches them, on the host block by block (block_emulation.hpp). The results
/// must equal the groups of the CPU. bench/cuda/groups_check.cpp does the same on a GPU. Races do not show here.
#include <rowfuse/cuda/groups/agent_columns.cuh>
#include <rowfuse/cuda/groups/agent_lines.cuh>
#include <rowfuse/cuda/groups/states.cuh>
#include <rowfuse/cuda/groups/tuning.cuh>

#include "../../../native/engine/cuda/host/group_run.cpp"
//
#include "../../../bench/cuda/groups_check.cpp"

namespace rowfuse::cuda {

int allocate(void** data, std::size_t bytes, MemoryUse, CUstream_st*) {
  int const error = cudaMalloc(reinterpret_cast<char**>(data), bytes);
  std::memset(*data, 0xAB, bytes);  // Memory is filled with garbage, as fresh memory of a device is.
  return error;
}
int release(void* data, std::size_t, MemoryUse, CUstream_st*) { return cudaFree(data); }

int rehash_groups(GroupSlot const* from, GroupTable const& table, std::uint32_t groups, CUstream_st*) {
  block::run(0, 32, [&] {
    for (std::uint32_t group = threadIdx.x; group < groups; group += blockDim.x) rehash_group(from, table, group);
  });
  return cudaSuccess;
}

int list_slots(GroupTable const& table, std::uint32_t groups, GroupSlot* to, CUstream_st*) {
  for (std::uint32_t group = 0; group < groups; ++group) to[group] = table.slots[table.slot_of[group]];
  return cudaSuccess;
}

namespace {

/// Blocks of two warps, whose tables of groups and of rows fill at once.
struct SmallBlocks : GroupLinesPolicy {
  static constexpr int block_threads = 64;
  static constexpr GroupRoom first_room{16, 1024, 1024, 1500};
};

/// Runs the blocks of a launch: `run(rows, pack, shared)` is the work of a thread whose warp has `shared` to itself.
template <class Transform, class Agent, class Run>
int run_blocks(GroupArguments const& arguments, Run const& run) {
  using Shape = GroupShape<Transform>;
  constexpr int warps = SmallBlocks::block_threads / 32;
  std::size_t const bytes = warps * Agent::shared_bytes + std::size_t{arguments.local_groups} * Shape::local_bytes;
  InputPack<Transform::Input::size> const pack(arguments.inputs);
  block::backwards = !block::backwards;
  for (unsigned number = 0; number < arguments.blocks; ++number) {
    std::unique_ptr<char, decltype(&std::free)> const memory(static_cast<char*>(std::aligned_alloc(16, (bytes + 15) / 16 * 16)), std::free);
    char* const shared = memory.get();
    std::memset(shared, 0xEF, bytes);
    std::int32_t windows[Shape::marks + 1];
    block::run(number, SmallBlocks::block_threads, [&] {
      GroupRows<Transform> const rows(arguments.table, shared + warps * Agent::shared_bytes, windows, arguments.local_groups);
      run(rows, pack, shared + (threadIdx.x >> 5) * Agent::shared_bytes);
      rows.flush();
    });
  }
  return cudaSuccess;
}

template <class Transform>
int group_lines(LineText const& text, GroupArguments const& arguments, CUstream_st*) {
  using Agent = AgentGroupLines<Transform>;
  return run_blocks<Transform, Agent>(
      arguments, [&](auto const& rows, auto const& inputs, char* shared) { Agent{{arguments.work, rows}, text, inputs, shared}.run(); });
}

template <class Transform>
int group_columns(GroupArguments const& arguments, CUstream_st*) {
  using Agent = AgentGroupColumns<Transform>;
  return run_blocks<Transform, Agent>(arguments,
                                      [&](auto const& rows, auto const& inputs, char*) { Agent{{arguments.work, rows}, inputs}.run(); });
}

template <class Transform>
int pack(GroupTable const& table, std::uint32_t groups, std::uint64_t* to, CUstream_st*) {
  using Shape = GroupShape<Transform>;
  for (std::size_t group = 0; group < groups; ++group) Shape::pack(table.words + group * Shape::words, to + group * Shape::packed);
  return cudaSuccess;
}

template <class Transform>
constexpr GroupEntry lines = {GroupShape<Transform>::words,
                              GroupShape<Transform>::packed,
                              GroupShape<Transform>::local_bytes,
                              SmallBlocks::block_threads,
                              AgentGroupLines<Transform>::shared_bytes,
                              SmallBlocks::most_local_groups,
                              SmallBlocks::first_room,
                              &group_lines<Transform>,
                              nullptr,
                              &pack<Transform>,
                              &give_groups<Transform>};

template <class Transform>
constexpr GroupEntry columns = {GroupShape<Transform>::words,
                                GroupShape<Transform>::packed,
                                GroupShape<Transform>::local_bytes,
                                SmallBlocks::block_threads,
                                AgentGroupColumns<Transform>::shared_bytes,
                                SmallBlocks::most_local_groups,
                                SmallBlocks::first_room,
                                nullptr,
                                &group_columns<Transform>,
                                &pack<Transform>,
                                &give_groups<Transform>};

}  // namespace

}  // namespace rowfuse::cuda

namespace bench {

rf::cuda::GroupEntry const& numbers_on_device = rf::cuda::lines<Numbers>;
rf::cuda::GroupEntry const& pairs_on_device = rf::cuda::lines<Pairs>;
rf::cuda::GroupEntry const& words_on_device = rf::cuda::lines<Words>;
rf::cuda::GroupEntry const& trades_on_device = rf::cuda::columns<Trades>;
rf::cuda::GroupEntry const& measured_on_device = rf::cuda::columns<Measured>;
rf::cuda::GroupEntry const& by_number_on_device = rf::cuda::columns<ByNumber>;
rf::cuda::GroupEntry const& pieces_on_device = rf::cuda::columns<Pieces>;
rf::cuda::GroupEntry const& repeats_on_device = rf::cuda::columns<Repeats>;

}  // namespace bench
