#include <rowfuse/cuda/host/group_run.hpp>
#include <rowfuse/group/hash_secret.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include <cuda_runtime_api.h>

namespace rowfuse::cuda {

namespace {

constexpr std::size_t most_sparse_slots = std::size_t{1} << 20;
/// If a group takes very many words, there is room for fewer groups at first.
constexpr std::size_t most_first_words = std::size_t{64} << 20;
/// The shared memory of a block besides that requested at the launch.
constexpr int static_shared_bytes = 1024 + 256;

#define RETURN_ERROR(call)                    \
  do {                                        \
    int const error_ = (call);                \
    if (error_ != cudaSuccess) return error_; \
  } while (false)

int reserve_zeroed(DeviceBuffer& buffer, std::size_t bytes, CUstream_st* stream) {
  RETURN_ERROR(buffer.reserve(bytes, stream));
  return cudaMemsetAsync(buffer.get(), 0, buffer.bytes(), stream);
}

/// Reallocates a buffer: keeps its content and zeroes the rest.
int enlarge(DeviceBuffer& buffer, std::size_t used, std::size_t bytes, CUstream_st* stream) {
  DeviceBuffer larger(MemoryUse::table);
  RETURN_ERROR(larger.reserve(bytes, stream));
  RETURN_ERROR(cudaMemcpyAsync(larger.get(), buffer.get(), used, cudaMemcpyDeviceToDevice, stream));
  RETURN_ERROR(cudaMemsetAsync(static_cast<char*>(larger.get()) + used, 0, larger.bytes() - used, stream));
  buffer = std::move(larger);
  return cudaSuccess;
}

}  // namespace

/// The source of rows, and how much of it a warp and a launch take, in bytes of text or in rows. A warp's ranges are shorter if there are
/// few, because most warps wait for the last ones. The first launch is short: it finds the number of groups, which determines the shared
/// memory for their cells.
struct GroupRun::Input {
  std::int64_t begin;
  std::int64_t end;
  std::int64_t first_number;
  std::int64_t most_range;
  std::int64_t least_range;
  std::int64_t first_launch;
  arrow::InputColumn const* columns;
  std::function<int(GroupArguments const& arguments)> launch;
};

int GroupRun::begin(CUstream_st* stream) {
  if (multiprocessors_ != 0) return cudaSuccess;
  int device = 0;
  RETURN_ERROR(cudaGetDevice(&device));
  RETURN_ERROR(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device));
  RETURN_ERROR(cudaDeviceGetAttribute(&most_shared_, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  RETURN_ERROR(reserve_zeroed(counters_, sizeof(GroupCounters), stream));
  table_.counters = static_cast<GroupCounters*>(counters_.get());
  table_.secret = group::hash_secret();
  GroupRoom const& room = entry_.first_room;
  RETURN_ERROR(reserve_zeroed(arena_, room.arena_bytes, stream));
  table_.arena = static_cast<char*>(arena_.get());
  table_.arena_bytes = room.arena_bytes;
  RETURN_ERROR(scratch_.reserve(room.scratch_bytes, stream));
  table_.scratch = static_cast<char*>(scratch_.get());
  table_.scratch_bytes = room.scratch_bytes;
  std::uint32_t groups = room.groups;
  while (groups > 1024 && std::size_t{groups} * static_cast<std::size_t>(entry_.words) * 8 > most_first_words) groups /= 2;
  RETURN_ERROR(grow_slots(stream, groups));
  choose_local_groups();
  return cudaSuccess;
}

/// Makes a table for `most_groups` groups and moves the existing groups to it.
int GroupRun::grow_slots(CUstream_st* stream, std::uint32_t most_groups) {
  std::uint32_t const groups = found_.groups;
  // The table is as sparse as is reasonable: a lane whose slot has another key keeps 31 others waiting for a second probe.
  std::size_t slots = std::size_t{2} * most_groups;
  while (slots < std::size_t{32} * groups && slots < most_sparse_slots) slots *= 2;
  DeviceBuffer const before = std::move(slots_);
  slots_ = DeviceBuffer(MemoryUse::table);
  RETURN_ERROR(reserve_zeroed(slots_, slots * sizeof(GroupSlot), stream));
  std::size_t const group_bytes = static_cast<std::size_t>(entry_.words) * 8;
  if (most_groups != table_.most_groups) {
    RETURN_ERROR(enlarge(slot_of_, groups * sizeof(std::uint32_t), most_groups * sizeof(std::uint32_t), stream));
    RETURN_ERROR(enlarge(words_, groups * group_bytes, most_groups * group_bytes, stream));
  }
  table_.slots = static_cast<GroupSlot*>(slots_.get());
  table_.slot_mask = static_cast<std::uint32_t>(slots - 1);
  table_.slot_of = static_cast<std::uint32_t*>(slot_of_.get());
  table_.words = static_cast<std::uint64_t*>(words_.get());
  table_.most_groups = most_groups;
  return rehash_groups(static_cast<GroupSlot const*>(before.get()), table_, groups, stream);
}

/// Enlarges whatever was full after a launch that stopped.
int GroupRun::grow(CUstream_st* stream) {
  bool const grown = found_.groups >= table_.most_groups || found_.scratch_used > table_.scratch_bytes;
  if (found_.groups >= table_.most_groups) RETURN_ERROR(grow_slots(stream, table_.most_groups * 4));
  // The rest may be too small for a single key.
  if (found_.arena_used > table_.arena_bytes / 2 || !grown) {
    RETURN_ERROR(enlarge(arena_, found_.arena_used, table_.arena_bytes * 4, stream));
    table_.arena = static_cast<char*>(arena_.get());
    table_.arena_bytes *= 4;
  }
  if (found_.scratch_used > table_.scratch_bytes || !grown) {
    RETURN_ERROR(scratch_.reserve(table_.scratch_bytes * 4, stream));
    table_.scratch = static_cast<char*>(scratch_.get());
    table_.scratch_bytes *= 4;
  }
  return cudaSuccess;
}

/// Chooses the number of groups with cells: all existing groups, or as many as fit. The rest of the memory serves as L1 cache for keys.
void GroupRun::choose_local_groups() {
  int const left = most_shared_ - static_shared_bytes - entry_.block_threads / 32 * entry_.warp_shared_bytes;
  auto const most = std::min(entry_.most_local_groups, static_cast<std::uint32_t>(left / entry_.local_bytes));
  std::uint32_t const wanted = found_.groups == 0 ? 1024 : found_.groups + found_.groups / 8 + 64;
  local_groups_ = std::min(most, wanted) & ~1u;  // halfwords follow the cells
}

int GroupRun::launch(CUstream_st* stream, Input const& input, GroupWork& work) {
  GroupCounters start = found_;
  start.scratch_used = 0;
  start.rows = 0;
  start.added = 0;
  start.fault = 0;
  start.tail = static_cast<std::uint64_t>(input.end);
  start.ticket = 0;
  start.rests = 0;
  start.stop = 0;
  found_ = start;
  RETURN_ERROR(cudaMemcpyAsync(table_.counters, &found_, sizeof start, cudaMemcpyHostToDevice, stream));
  auto const warps = static_cast<unsigned>(entry_.block_threads / 32);
  std::int64_t const even = (work.to - work.from) / (std::int64_t{4} * warps * multiprocessors_);
  work.range_size = std::clamp(even, input.least_range, input.most_range);
  table_.most_rows = entry_.first_room.rows - rows_;
  work.ranges = static_cast<std::uint32_t>((work.to - work.from + work.range_size - 1) / work.range_size);
  // A warp that finds a table full goes on with 32 more rows before it sees that all warps must stop. So it may leave 64 rows and
  // the rest of its range. All ranges of the list may be left as well.
  std::size_t const most_rests = work.listed + std::size_t{65} * warps * static_cast<unsigned>(multiprocessors_);
  RETURN_ERROR(rests_[turn_].reserve(most_rests * sizeof(GroupRange), stream));
  work.rests = static_cast<GroupRange*>(rests_[turn_].get());
  unsigned const wanted = (work.listed + work.ranges + warps - 1) / warps;
  unsigned const blocks = std::min(static_cast<unsigned>(multiprocessors_), wanted);
  RETURN_ERROR(input.launch({work, input.columns, table_, local_groups_, blocks}));
  RETURN_ERROR(cudaMemcpyAsync(&found_, table_.counters, sizeof start, cudaMemcpyDeviceToHost, stream));
  RETURN_ERROR(cudaStreamSynchronize(stream));
  // Keys that found no room have also been counted.
  found_.arena_used = std::min(found_.arena_used, table_.arena_bytes);
  return cudaSuccess;
}

int GroupRun::add_lines(CUstream_st* stream, LineText const& text, arrow::InputColumn const* inputs, std::int64_t first_number,
                        LinesReport& report) {
  tail_ = text.size;
  auto const launch = [&](GroupArguments const& arguments) { return entry_.group_lines(text, arguments, stream); };
  RETURN_ERROR(add(stream, {0, text.size, first_number, 16 << 10, 2 << 10, 8 << 20, inputs, launch}, report));
  report.rest = tail_;
  return cudaSuccess;
}

int GroupRun::add_columns(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t first, std::int64_t end,
                          std::int64_t first_number, GroupReport& report) {
  auto const launch = [&](GroupArguments const& arguments) { return entry_.group_columns(arguments, stream); };
  return add(stream, {first, end, first_number, 2 << 10, 1 << 8, 1 << 19, inputs, launch}, report);
}

int GroupRun::add(CUstream_st* stream, Input const& input, GroupReport& report) {
  RETURN_ERROR(begin(stream));
  GroupWork work;
  work.from = input.begin;
  work.first_number = input.first_number;
  std::uint64_t fault = 0;
  std::int64_t end = input.end;  // or the lowest row without a result: the rows left before it must still be evaluated
  while (work.listed != 0 || work.from < end) {
    std::int64_t const left = input.end - work.from;
    work.to = found_.groups == 0 && left > input.first_launch ? work.from + input.first_launch : input.end;
    RETURN_ERROR(launch(stream, input, work));
    report.rows += static_cast<std::int64_t>(found_.rows);
    rows_ += std::max(found_.rows, found_.added);
    tail_ = std::min(tail_, static_cast<std::int64_t>(found_.tail));
    fault = std::max(fault, found_.fault);
    if (fault != 0) end = std::min(end, fault_row(fault));
    // Work that was not begun: ranges from the list (a prefix of it was taken), then the input.
    std::uint32_t const taken = std::min(found_.ticket, work.listed + work.ranges);
    std::uint32_t rests = found_.rests;
    if (taken < work.listed) {
      RETURN_ERROR(cudaMemcpyAsync(work.rests + rests, work.list + taken, (work.listed - taken) * sizeof(GroupRange),
                                   cudaMemcpyDeviceToDevice, stream));
      rests += work.listed - taken;
    } else {
      work.from = std::min(work.to, work.from + static_cast<std::int64_t>(taken - work.listed) * work.range_size);
    }
    work.list = work.rests;
    work.listed = rests;
    turn_ ^= 1;
    if (rows_ >= entry_.first_room.rows / 3 * 2) {
      RETURN_ERROR(take_words(stream));
    } else if (found_.stop != 0) {
      RETURN_ERROR(grow(stream));
    }
    if (table_.slot_mask < std::min(most_sparse_slots, std::size_t{16} * found_.groups))
      RETURN_ERROR(grow_slots(stream, table_.most_groups));
    choose_local_groups();
  }
  report.fault_at = fault_row(fault);
  report.fault = unpack_fault(fault);
  return cudaSuccess;
}

/// Moves the contents of the words to the host, because they have no room for more.
int GroupRun::take_words(CUstream_st* stream) {
  std::vector<std::uint64_t> words;
  RETURN_ERROR(download_words(stream, words));
  RETURN_ERROR(cudaMemsetAsync(table_.words, 0, std::size_t{found_.groups} * static_cast<std::size_t>(entry_.words) * 8, stream));
  taken_.push_back(std::move(words));
  rows_ = 0;
  return cudaSuccess;
}

/// Downloads the contents of the words, packed: for sums of doubles a tenth of them.
int GroupRun::download_words(CUstream_st* stream, std::vector<std::uint64_t>& words) {
  DeviceBuffer packed(MemoryUse::table);
  words.resize(std::size_t{found_.groups} * static_cast<std::size_t>(entry_.packed));
  if (words.empty()) return cudaSuccess;
  RETURN_ERROR(packed.reserve(words.size() * 8, stream));
  RETURN_ERROR(entry_.pack(table_, found_.groups, static_cast<std::uint64_t*>(packed.get()), stream));
  RETURN_ERROR(cudaMemcpyAsync(words.data(), packed.get(), words.size() * 8, cudaMemcpyDeviceToHost, stream));
  return cudaStreamSynchronize(stream);
}

int GroupRun::download(CUstream_st* stream, HostGroups& groups) {
  groups = {};
  if (multiprocessors_ == 0) return cudaSuccess;
  std::uint32_t const count = found_.groups;
  groups.count = count;
  groups.words = taken_;
  std::vector<std::uint64_t> words;
  RETURN_ERROR(download_words(stream, words));
  groups.words.push_back(std::move(words));
  groups.arena.resize(found_.arena_used);
  RETURN_ERROR(cudaMemcpyAsync(groups.arena.data(), table_.arena, groups.arena.size(), cudaMemcpyDeviceToHost, stream));
  // There are many more slots than groups, so only the slots of groups are copied.
  DeviceBuffer slots(MemoryUse::table);
  groups.slots.resize(count);
  RETURN_ERROR(slots.reserve(count * sizeof(GroupSlot), stream));
  RETURN_ERROR(list_slots(table_, count, static_cast<GroupSlot*>(slots.get()), stream));
  RETURN_ERROR(cudaMemcpyAsync(groups.slots.data(), slots.get(), count * sizeof(GroupSlot), cudaMemcpyDeviceToHost, stream));
  return cudaStreamSynchronize(stream);
}

#undef RETURN_ERROR

}  // namespace rowfuse::cuda
