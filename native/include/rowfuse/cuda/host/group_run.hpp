#pragma once

#include <cstdint>
#include <vector>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/cuda/groups/host_groups.hpp>
#include <rowfuse/cuda/groups/table.hpp>
#include <rowfuse/cuda/groups/work.hpp>
#include <rowfuse/cuda/host/device_memory.hpp>
#include <rowfuse/cuda/launch/group_entry.hpp>

namespace rowfuse::cuda {

/// The report of adding rows.
struct GroupReport {
  std::int64_t rows = 0;        ///< of the input
  std::int64_t fault_at = -1;   ///< the lowest row without a result (for lines, the byte at which it begins), or -1
  RowFault fault;
};

/// The report of adding lines.
struct LinesReport : GroupReport {
  std::int64_t rest = 0;        ///< the start of the text after the last line end, which was not added
};

/// An aggregation on the device: its table, which grows with the groups, and the launches that add to it. Rows that do not fit the table go
/// to an overflow list, which the next launch adds to a larger table.
class GroupRun {
 public:
  explicit GroupRun(GroupEntry const& entry) : entry_(entry) {}
  GroupRun(GroupRun const&) = delete;
  GroupRun& operator=(GroupRun const&) = delete;

  /// Adds the lines of a text on the device, and waits. The array `inputs` is on the host and holds the arguments of the call; column 0 is
  /// the text. `first_number` is the number of its first byte in the order of all rows. Returns a cudaError_t or `over_memory_limit`.
  int add_lines(CUstream_st* stream, LineText const& text, arrow::InputColumn const* inputs, std::int64_t first_number,
                LinesReport& report);
  /// Adds the rows [first, end) of columns on the device, which must hold these rows. The array of pointers is on the host.
  /// `first_number` is the number of row 0.
  int add_columns(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t first, std::int64_t end, std::int64_t first_number,
                  GroupReport& report);

  /// Copies all groups to the host.
  int download(CUstream_st* stream, HostGroups& groups);

  std::uint32_t local_groups() const { return local_groups_; }

 private:
  struct Input;

  int begin(CUstream_st* stream);
  int add(CUstream_st* stream, Input const& input, GroupReport& report);
  int launch(CUstream_st* stream, Input const& input, GroupWork& work);
  int take_words(CUstream_st* stream);
  int download_words(CUstream_st* stream, std::vector<std::uint64_t>& words);
  int grow(CUstream_st* stream);
  int grow_slots(CUstream_st* stream, std::uint32_t most_groups);
  void choose_local_groups();

  GroupEntry const& entry_;
  GroupTable table_;
  DeviceBuffer slots_{MemoryUse::table};
  DeviceBuffer slot_of_{MemoryUse::table};
  DeviceBuffer words_{MemoryUse::table};
  DeviceBuffer arena_{MemoryUse::table};
  DeviceBuffer scratch_{MemoryUse::table};
  DeviceBuffer counters_{MemoryUse::table};
  DeviceBuffer rests_[2] = {DeviceBuffer{MemoryUse::table}, DeviceBuffer{MemoryUse::table}};
  GroupCounters found_{};  ///< of the last launch
  std::int64_t tail_ = 0;   ///< for a text: the start of the part after its last line end
  int turn_ = 0;
  int multiprocessors_ = 0;
  int most_shared_ = 0;
  std::uint32_t local_groups_ = 0;
  std::uint64_t rows_ = 0;  // rows that the words hold
  std::vector<std::vector<std::uint64_t>> taken_;
};

/// Launches kernel_group_rehash.
int rehash_groups(GroupSlot const* from, GroupTable const& table, std::uint32_t groups, CUstream_st* stream);
/// Launches kernel_group_slots.
int list_slots(GroupTable const& table, std::uint32_t groups, GroupSlot* to, CUstream_st* stream);

}  // namespace rowfuse::cuda
