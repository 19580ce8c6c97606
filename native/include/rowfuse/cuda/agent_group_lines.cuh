#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/column_pack.cuh>
#include <rowfuse/cuda/entry_table.hpp>
#include <rowfuse/cuda/group_rows.cuh>
#include <rowfuse/cuda/group_sink.cuh>
#include <rowfuse/cuda/line_window.cuh>
#include <rowfuse/cuda/line_work.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/row_values.hpp>

namespace rowfuse::cuda {

/// A block that groups the lines of text: every warp takes ranges of it, and goes through each by windows of up to 32 lines.
template <class Transform, class Policy>
class AgentGroupLines {
 public:
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;
  using Window = LineWindow;
  using Rows = GroupRows<Transform>;
  using Sink = GroupSink<Output, Rows, rows_of<Transform>>;
  static constexpr bool makes_many = rows_of<Transform> == arrow::Rows::any;

  LineWork const& work;
  InputPack<Input::size> const& inputs;
  Rows const& rows;
  char* shared;  // of the warp: Window::shared_bytes

  __device__ void run() const {
    GroupCounters& counters = *rows.table.counters;
    for (;;) {
      std::uint32_t ticket = 0;
      if (lane() == 0) {
        bool const stopped = *static_cast<std::uint32_t volatile*>(&counters.stop) != 0;
        ticket = stopped ? ~0u : atomicAdd(&counters.ticket, 1u);
      }
      ticket = __shfl_sync(full_warp, ticket, 0);
      if (ticket >= work.listed + work.ranges) break;
      std::uint64_t const lines = run_range(range_of(ticket));
      if (lane() == 0 && lines != 0) {
        std::uint64_t const before = atomicAdd(reinterpret_cast<unsigned long long*>(&counters.rows), static_cast<unsigned long long>(lines));
        if (before + lines >= work.most_rows) counters.stop = 1;
      }
    }
  }

 private:
  __device__ static unsigned lane() { return threadIdx.x & 31; }

  __device__ LineRange range_of(std::uint32_t ticket) const {
    if (ticket < work.listed) return work.list[ticket];
    std::int64_t const begin = work.from + static_cast<std::int64_t>(ticket - work.listed) * work.range_bytes;
    std::int64_t const end = begin + work.range_bytes;
    return {begin == 0 ? begin : line_from(begin), end < work.to ? end : work.to, 0, 0};
  }

  /// Where the first line begins at or behind a place; the text's size where none does.
  __device__ std::int64_t line_from(std::int64_t place) const { return end_of_line(place - 1) + 1; }

  /// The first line end at or behind a place, or the text's size. All lanes.
  __device__ std::int64_t end_of_line(std::int64_t place) const {
    for (; place < work.text.size; place += 32) {
      std::int64_t const at = place + lane();
      unsigned const found = __ballot_sync(full_warp, at < work.text.size && work.text.bytes[at] == '\n');
      if (found != 0) return place + __ffs(static_cast<int>(found)) - 1;
    }
    return work.text.size;
  }

  /// Adds the lines of a range, and returns their number.
  __device__ std::uint64_t run_range(LineRange range) const {
    GroupCounters& counters = *rows.table.counters;
    Window window(work.text, shared);
    std::uint64_t lines = 0;
    std::int64_t line = range.begin;
    std::uint32_t taken = range.taken;
    if (line >= range.end || line >= work.text.size) return 0;
    uint4 fetched = window.fetch(line);
    while (line < range.end && line < work.text.size) {
      // Asked for now, looked at when the lines are done.
      std::uint32_t const stop = *static_cast<std::uint32_t volatile*>(&counters.stop);
      window.open(line, fetched);
      bool mine = static_cast<int>(lane()) < window.count() && window.begin() < range.end;
      bool valid = window.is_valid_utf8();
      std::int64_t begin = window.begin();
      char const* data = window.data();
      std::int32_t size = window.size();
      std::int64_t next = window.next();
      if (window.count() == 0) {  // a line that is longer than a window: one lane's, from global memory
        std::int64_t const end = end_of_line(line);
        if (end == work.text.size && !work.text.final) {
          if (lane() == 0) counters.tail = static_cast<std::uint64_t>(line);
          break;
        }
        mine = lane() == 0;
        begin = line;
        data = work.text.bytes + line;
        size = static_cast<std::int32_t>(end - line);
        if (data[size - 1] == '\r' && end < work.text.size) --size;
        valid = !mine || arrow::is_valid_utf8(data, size);
        next = end + 1;
      }
      fetched = window.fetch(next);
      bool const left = run_line(begin, data, size, mine, valid, taken);
      lines += static_cast<unsigned>(__popc(__ballot_sync(full_warp, mine && !left)));
      line = next;
      taken = 0;
      if (stop != 0) {
        if (lane() == 0 && line < range.end && line < work.text.size) leave({line, range.end, 0, 0});
        break;
      }
    }
    return lines;
  }

  /// Adds the lane's line, and returns whether it was left for the next launch.
  __device__ __forceinline__ bool run_line(std::int64_t line, char const* data, std::int32_t size, bool mine, bool valid,
                                           std::uint32_t taken) const {
    Sink out{rows};
    if (mine && !valid) out.fault.raise(Fault::invalid_utf8, 0);
    bool const evaluates = mine && !out.fault;
    if constexpr (makes_many) out.taken = lane() == 0 ? taken : 0;
    if (evaluates) Transform{}(values(line, data, size), out);
    __syncwarp();
    if constexpr (!makes_many) {
      bool const adds = evaluates && out.made != 0 && !out.fault && !out.no_room;
      if (adds) out.no_room = !rows.add(out);
      out.made = 0;
    }
    if (out.fault) report(line, out.fault);
    bool const left = out.no_room && !out.fault;
    if (left) {
      rows.table.counters->stop = 1;
      leave({line, line + 1, out.made, 0});
    }
    __syncwarp();
    return left;
  }

  /// Lines that are ASCII have no code of their own: what it saves costs more in instructions that are not in the cache when a warp needs
  /// them (docs/performance.md).
  __device__ __forceinline__ RowValues<Input> values(std::int64_t line, char const* data, std::int32_t size) const {
    RowValues<Input> values;
    for_each_column<Input>([&](auto index) {
      using Type = ColumnType<index, Input>;
      auto& value = rowfuse::detail::cell<index>(values);
      if constexpr (is_scalar<Type>) {
        value = decode_scalar<Type>(inputs.columns[index], line);
      } else {
        static_assert(is_utf8<Type>, "lines, and arguments of the call");
        value = View(data, size, 0);
      }
    });
    return values;
  }

  __device__ void report(std::int64_t line, RowFault fault) const {
    atomicMax(reinterpret_cast<unsigned long long*>(&rows.table.counters->fault), static_cast<unsigned long long>(pack_fault(line, fault)));
  }

  __device__ void leave(LineRange range) const { work.rests[atomicAdd(&rows.table.counters->rests, 1u)] = range; }
};

}  // namespace rowfuse::cuda
