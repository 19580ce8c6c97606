#pragma once

#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>

namespace rowfuse::cpu {
class Groups;
}

namespace rowfuse::cuda {

struct GroupTable;
struct GroupWork;
struct HostGroups;
struct LineText;

/// What a table has room for at first: it grows as it fills up.
struct GroupRoom {
  std::uint32_t groups;
  std::uint64_t arena_bytes;
  std::uint64_t scratch_bytes;
  /// Rows, and what threads are at beyond them: words of 64 bits hold slices of 32 of 2^31 of them. Then they are emptied, and there is room
  /// again.
  std::uint64_t rows = (std::uint64_t{1} << 31) - (std::uint64_t{1} << 29);
};

/// What a launch takes. `inputs` are on the host, of lines without column 0.
struct GroupArguments {
  GroupWork const& work;
  arrow::InputColumn const* inputs;
  GroupTable const& table;
  std::uint32_t local_groups;  ///< those that have cells
  unsigned blocks;
};

/// A grouping as host code sees it.
struct GroupEntry {
  int words;              ///< of 64 bits a group, in global memory
  int packed;             ///< of them, as they go to the host
  int local_bytes;        ///< of shared memory a group
  int block_threads;
  int warp_shared_bytes;
  std::uint32_t most_local_groups;  ///< no more have cells
  GroupRoom first_room;
  // Rows are lines, or made of columns: the other one is null. Both return a cudaError_t.
  int (*group_lines)(LineText const& text, GroupArguments const& arguments, CUstream_st* stream);
  int (*group_columns)(GroupArguments const& arguments, CUstream_st* stream);
  /// Packs the words of so many groups. Returns a cudaError_t.
  int (*pack)(GroupTable const& table, std::uint32_t groups, std::uint64_t* to, CUstream_st* stream);
  /// Adds groups that were on the device to a table of the host's, which makes results of them.
  void (*give)(HostGroups const& groups, cpu::Groups& to);
};

}  // namespace rowfuse::cuda
