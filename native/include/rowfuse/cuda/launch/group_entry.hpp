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

/// The first size of a table, which grows as it fills up.
struct GroupRoom {
  std::uint32_t groups;
  std::uint64_t arena_bytes;
  std::uint64_t scratch_bytes;
  /// The most rows until the words are emptied: a word of 64 bits has room for the 32-bit slices of 2^31 rows. The limit leaves room for
  /// the rows that threads have begun.
  std::uint64_t rows = (std::uint64_t{1} << 31) - (std::uint64_t{1} << 29);
};

/// The arguments of a launch. `inputs` are on the host; those of lines lack column 0.
struct GroupArguments {
  GroupWork const& work;
  arrow::InputColumn const* inputs;
  GroupTable const& table;
  std::uint32_t local_groups;  ///< groups that have cells in shared memory
  unsigned blocks;
};

/// An aggregation as host code sees it.
struct GroupEntry {
  int words;              ///< of 64 bits per group, in global memory
  int packed;             ///< words per group as they are copied to the host
  int local_bytes;        ///< of shared memory per group
  int block_threads;
  int warp_shared_bytes;
  std::uint32_t most_local_groups;  ///< that have cells in shared memory
  GroupRoom first_room;
  // Rows are lines or made of columns; the other function is null. Both return a cudaError_t.
  int (*group_lines)(LineText const& text, GroupArguments const& arguments, CUstream_st* stream);
  int (*group_columns)(GroupArguments const& arguments, CUstream_st* stream);
  /// Packs the words of `groups` groups. Returns a cudaError_t.
  int (*pack)(GroupTable const& table, std::uint32_t groups, std::uint64_t* to, CUstream_st* stream);
  /// Adds groups of the device to a table of the host, which computes results.
  void (*give)(HostGroups const& groups, cpu::Groups& to);
};

}  // namespace rowfuse::cuda
