#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/block/staged_patterns.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/launch/device_arena.hpp>
#include <rowfuse/cuda/warp/rows.cuh>
#include <rowfuse/row/counting_sink.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cuda {

/// The base of both passes of transforms that build strings: the rows of a warp, and their evaluation in its slots.
template <class Transform, class Policy>
struct ArenaWarp {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;

  InputPack<Input::size> const& inputs;
  OutputPack<Output::size> const& outputs;
  std::int32_t length;
  std::uint64_t* report;
  DeviceArena const& arena;

  __device__ static std::uint32_t lane() { return threadIdx.x & 31; }

  /// Calls `body(group, wanted)` for this warp's groups of 32 rows; `wanted` is true if the lane's row is to be evaluated.
  template <class Body>
  __device__ void for_each_group(std::uint32_t groups, Body&& body) const {
    auto const stride = static_cast<std::uint32_t>(arena.warps);
    if (warp() >= stride) return;
    for (std::uint32_t group = warp(); group < groups; group += stride) {
      std::uint32_t const marked = arena.again ? arena.marks[group] : full_warp;
      __syncwarp();
      if (marked == 0) continue;
      body(group, (marked >> lane() & 1) != 0);
    }
  }

  /// Evaluates the lane's row if it is to be evaluated. Returns true if it outgrew its slot, and so has no result.
  template <class Out>
  __device__ bool evaluate(WarpRows<Input> const& rows, bool ascii, bool mine, Out& out) const {
    out.arena.data = slot();
    out.arena.size = arena.slot_bytes;
    out.arena.inserts_few = arena.inserts_few;
    // Lanes of a warp with one slot use it one after the other.
    std::uint32_t const turns = arena.takes_turns ? 32 : 1;
    for (std::uint32_t turn = 0; turn < turns; ++turn) {
      if (mine && (turns == 1 || turn == lane())) {
        if (ascii) {
          Transform{}(rows.template values<true, stages_patterns<Transform>>(), out);
        } else {
          Transform{}(rows.template values<false, stages_patterns<Transform>>(), out);
        }
      }
      __syncwarp();
    }
    return mine && out.arena.outgrown;
  }

  /// Marks the rows of a group that must be evaluated again.
  /// @param used The bytes that the lane's row took.
  __device__ void mark(std::uint32_t group, bool outgrown, std::int64_t used) const {
    add_rows(arena.needs->outgrown, outgrown, [&](unsigned rows) { arena.marks[group] = rows; });
    if (group % sampled_groups != 0) return;
    for (int i = 0; i < shared_slot_sizes; ++i) add_rows(arena.needs->larger[i], !outgrown && used > slot_size(i), [](unsigned) {});
  }

 private:
  /// Counts the lanes' rows that meet a condition, and lets one lane store them as bits.
  template <class Store>
  __device__ static void add_rows(unsigned long long& count, bool condition, Store store) {
    unsigned const rows = __ballot_sync(full_warp, condition);
    if (lane() != 0) return;
    store(rows);
    if (rows != 0) atomicAdd(&count, static_cast<unsigned long long>(__popc(rows)));
  }

  __device__ static std::uint32_t warp() { return blockIdx.x * Policy::block_warps + (threadIdx.x >> 5); }

  __device__ char* slot() const {
    extern __shared__ __align__(16) char shared[];
    if (arena.data == nullptr) return shared + arena.shared_begin + threadIdx.x * arena.slot_bytes;
    return arena.data + (arena.takes_turns ? warp() : std::int64_t{warp()} * 32 + lane()) * arena.slot_bytes;
  }
};

/// The sizes pass.
template <class Transform, class Policy>
struct AgentArenaSizes : ArenaWarp<Transform, Policy> {
  using Warp = ArenaWarp<Transform, Policy>;
  using typename Warp::Input;
  using typename Warp::Output;

  std::uint8_t* ascii_warps;

  __device__ void run() const {
    BlockReport<Output::size, Policy::block_threads> totals;
    // One row past the end takes part, because the scan needs an entry there.
    this->for_each_group(static_cast<std::uint32_t>(this->length) / 32 + 1, [&](std::uint32_t group, bool wanted) {
      run_row(group, static_cast<std::int32_t>(group * 32 + Warp::lane()), wanted, totals);
    });
    totals.flush(this->report);
  }

 private:
  template <class Totals>
  __device__ void run_row(std::uint32_t group, std::int32_t row, bool wanted, Totals& totals) const {
    CountingSink<Output> out;
    WarpRows<Input> const rows(this->inputs, this->length, row, out.fault);
    bool const ascii = rows.are_ascii();
    if (Warp::lane() == 0) ascii_warps[group] = ascii;
    if (!ascii) rows.validate(out.fault);
    bool const outgrown = this->evaluate(rows, ascii, wanted && rows.exists() && !out.fault, out);
    this->mark(group, outgrown, out.arena.used);
    bool const done = wanted && !outgrown;
    if (done && out.fault) report_fault(this->report, row, out.fault);
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        std::int64_t const size = done && !out.fault ? out.bytes[index] : 0;
        constexpr std::int64_t most = 0x7FFFFFFF;
        if (wanted && row <= this->length) {
          this->outputs.columns[index].offsets[row] = static_cast<std::int32_t>(size < most ? size : most);
        }
        totals.counts[index] += warp_sum(static_cast<std::uint64_t>(size));
      }
    });
  }
};

/// The fill pass. It is the only pass of transforms without text outputs, and then also validates text inputs.
template <class Transform, class Policy>
struct AgentArenaFill : ArenaWarp<Transform, Policy> {
  using Warp = ArenaWarp<Transform, Policy>;
  using typename Warp::Input;
  using typename Warp::Output;
  static constexpr bool measured = text_columns<Output> > 0;

  std::uint8_t const* ascii_warps;  // from the sizes pass; unused without one

  __device__ void run() const {
    BlockReport<Output::size, Policy::block_threads> nulls;
    this->for_each_group((static_cast<std::uint32_t>(this->length) + 31) / 32, [&](std::uint32_t group, bool wanted) {
      run_row(group, static_cast<std::int32_t>(group * 32 + Warp::lane()), wanted, nulls);
    });
    if constexpr (has_nullable_column<Output>) nulls.flush(this->report);
  }

 private:
  template <class Nulls>
  __device__ void run_row(std::uint32_t group, std::int32_t row, bool wanted, Nulls& nulls) const {
    WritingSink<Output> out;
    WarpRows<Input> const rows(this->inputs, this->length, row, out.fault);
    bool const exists = wanted && rows.exists();
    bool const ascii = measured ? ascii_warps[group] != 0 : rows.are_ascii();
    if (!measured && !ascii) rows.validate(out.fault);
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        if (!exists) return;
        arrow::OutputColumn const& column = this->outputs.columns[index];
        auto* const text = static_cast<char*>(column.values);
        auto& slot = out.template slot<index>();
        slot.cursor = text + column.offsets[row];
        slot.end = text + column.offsets[row + 1];
      }
    });
    bool const outgrown = this->evaluate(rows, ascii, exists && !out.fault, out);
    this->mark(group, outgrown, out.arena.used);
    bool const done = exists && !outgrown;
    if (done && out.fault) report_fault(this->report, row, out.fault);

    bool exact = !out.overrun;
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      arrow::OutputColumn const& column = this->outputs.columns[index];
      auto const& slot = out.template slot<index>();
      if constexpr (is_text<Type>) {
        exact = exact && slot.cursor == slot.end;
      } else if constexpr (is_boolean<Type>) {
        store_bits(static_cast<std::uint32_t*>(column.values), group, done && slot.value);
      } else {
        if (done) static_cast<typename Type::Storage*>(column.values)[row] = slot.value;
      }
      if constexpr (is_nullable<Type>) {
        std::uint32_t const valid = store_bits(reinterpret_cast<std::uint32_t*>(column.validity), group, done && slot.valid);
        nulls.counts[index] += __popc(__ballot_sync(full_warp, done)) - __popc(valid);
      }
    });
    if (done && !exact) atomicAdd(reinterpret_cast<unsigned long long*>(this->report + changed_word), 1ull);
  }

  /// Stores one bit per row of the group; rows of an earlier launch keep theirs.
  __device__ std::uint32_t store_bits(std::uint32_t* words, std::uint32_t group, bool bit) const {
    std::uint32_t const word = __ballot_sync(full_warp, bit);
    if (Warp::lane() == 0) words[group] = this->arena.again ? words[group] | word : word;
    return word;
  }
};

}  // namespace rowfuse::cuda
