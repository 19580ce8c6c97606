#pragma once

#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/groups/rows.cuh>
#include <rowfuse/cuda/groups/sink.cuh>
#include <rowfuse/cuda/groups/work.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/warp/bytes.cuh>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/row/text_of_columns.hpp>

namespace rowfuse::cuda {

/// A warp that groups the rows of its lanes, for any source of rows: takes ranges of the input and adds their rows.
template <class Transform>
struct GroupWarp {
  using Rows = GroupRows<Transform>;
  using Sink = GroupSink<typename Transform::Output, Rows, rows_of<Transform>, puts_text_of_columns<Transform>()>;
  static constexpr bool makes_many = rows_of<Transform> == arrow::Rows::any;

  GroupWork const& work;
  Rows const& rows;

  __device__ static unsigned lane() { return threadIdx.x & 31; }

  /// The rows of a range that were added.
  struct Added {
    std::uint32_t rows = 0;  ///< of the input
    std::uint32_t made = 0;  ///< output rows of the lane in an expansion that have not been counted
  };

  /// Takes ranges until there are none left or the warps must stop. `run_range(range, is_listed)` adds the rows of a range and returns an
  /// `Added`.
  template <class RunRange>
  __device__ __forceinline__ void for_each_range(RunRange const& run_range) const {
    GroupCounters& counters = *rows.table.counters;
    for (;;) {
      std::uint32_t ticket = 0;
      if (lane() == 0) ticket = stop_now() != 0 ? ~0u : atomicAdd(&counters.ticket, 1u);
      ticket = __shfl_sync(full_warp, ticket, 0);
      if (ticket >= work.listed + work.ranges) break;
      bool const is_listed = ticket < work.listed;
      Added const added = run_range(is_listed ? work.list[ticket] : range_of_equal_size(ticket - work.listed), is_listed);
      if (lane() == 0 && added.rows != 0) {
        std::uint64_t const before =
            atomicAdd(reinterpret_cast<unsigned long long*>(&counters.rows), static_cast<unsigned long long>(added.rows));
        if (!makes_many && before + added.rows >= rows.table.most_rows) counters.stop = 1;
      }
      if constexpr (makes_many) {
        std::uint64_t const made = warp_sum(added.made);
        if (lane() == 0 && made != 0) rows.table.count_added(made);
      }
    }
  }

  /// Not 0 if all warps must stop.
  __device__ __forceinline__ std::uint32_t stop_now() const { return *static_cast<std::uint32_t volatile*>(&rows.table.counters->stop); }

  /// Evaluates the lane's row by `evaluate(sink)` if it is `mine` and has no fault yet, and adds its output rows except the first `taken`.
  /// Rows that do not fit the table are left for the next launch. `place()` is the row's position in the input. Called by all lanes.
  template <class Place, class Evaluate>
  __device__ __forceinline__ void add_row(Place const& place, bool mine, RowFault fault, std::uint32_t taken, Added& added,
                                          Evaluate const& evaluate) const {
    Sink out{rows};
    out.fault = fault;
    out.place = work.first_number + place();
    bool const evaluates = mine && !out.fault;
    if constexpr (makes_many) out.taken = lane() == 0 ? taken : 0;
    if (evaluates) evaluate(out);
    __syncwarp();
    if constexpr (!makes_many) {
      bool const adds = evaluates && out.made != 0 && !out.fault && !out.no_room;
      if (adds) out.no_room = !rows.add(out);
      out.made = 0;
    }
    if constexpr (makes_many) {
      added.made += out.made % Sink::counted_together;
      if (added.made >= Sink::counted_together) {
        rows.table.count_added(added.made);
        added.made = 0;
      }
    }
    bool added_all = mine;
    if (__any_sync(full_warp, out.fault || out.no_room)) {  // rare
      if (out.fault) {
        report(place(), out.fault);
      } else if (out.no_room) {
        rows.table.counters->stop = 1;
        leave({place(), place() + 1, out.made, 0});
        added_all = false;
      }
    }
    added.rows += static_cast<unsigned>(__popc(__ballot_sync(full_warp, added_all)));
  }

  /// Leaves a range for the next launch.
  __device__ void leave(GroupRange range) const { work.rests[atomicAdd(&rows.table.counters->rests, 1u)] = range; }

 private:
  __device__ GroupRange range_of_equal_size(std::uint32_t number) const {
    std::int64_t const begin = work.from + static_cast<std::int64_t>(number) * work.range_size;
    std::int64_t const end = begin + work.range_size;
    return {begin, end < work.to ? end : work.to, 0, 0};
  }

  __device__ void report(std::int64_t place, RowFault fault) const {
    atomicMax(reinterpret_cast<unsigned long long*>(&rows.table.counters->fault),
              static_cast<unsigned long long>(pack_fault(place, fault)));
  }
};

}  // namespace rowfuse::cuda
