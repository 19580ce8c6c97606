#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/arena/agent.cuh>
#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/block/staged_patterns.cuh>
#include <rowfuse/cuda/emit/places.cuh>
#include <rowfuse/cuda/emit/sink.cuh>
#include <rowfuse/cuda/emit/staged_rows.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/warp/rows.cuh>
#include <rowfuse/row/counting_rows_sink.hpp>

namespace rowfuse::cuda {

namespace detail {

/// Returns a count of a row for the scan. A count that does not fit in 32 bits makes a total that is refused.
__device__ inline std::int32_t as_count(std::int64_t count) {
  constexpr std::int64_t most = 0x7FFFFFFF;
  return static_cast<std::int32_t>(count < most ? count : most);
}

/// Stores the counts of a row and adds them to the totals of its block. Called by all lanes together; `wanted` is true if the row has an
/// entry.
template <class Output, class Totals>
__device__ void store_counts(EmitPack<Output::size> const& places, std::int32_t row, bool wanted, bool counts,
                             CountingRowsSink<Output> const& out, Totals& totals) {
  std::int64_t const rows = counts ? out.rows : 0;
  if (wanted) places.rows[row] = as_count(rows);
  totals.counts[Output::size] += warp_sum(static_cast<std::uint64_t>(rows));
  for_each_column<Output>([&](auto index) {
    if constexpr (is_text<ColumnType<index, Output>>) {
      std::int64_t const size = counts ? out.bytes[index] : 0;
      if (wanted) places.text[index][row] = as_count(size);
      totals.counts[index] += warp_sum(static_cast<std::uint64_t>(size));
    }
  });
}

/// Adds the nulls of a warp's rows to those of its block. Called by all lanes together.
template <class Output, class Sink, class Nulls>
__device__ void add_nulls(Sink& out, bool counts, Nulls& nulls) {
  for_each_column<Output>([&](auto index) {
    if constexpr (is_nullable<ColumnType<index, Output>>) {
      std::int32_t const mine = counts ? out.template slot<index>().nulls : 0;
      nulls.counts[index] += warp_sum(static_cast<std::uint64_t>(mine));
    }
  });
}

/// Returns the shared memory of a row's warp. Called by all lanes.
template <class Output>
__device__ StagedRows<Output> staged_rows(char* shared, std::int32_t staged_bytes, EmitPack<Output::size> const& places, std::int32_t row,
                                          std::int32_t length) {
  std::int32_t const first = row & ~31;
  char* const mine = shared + (threadIdx.x >> 5) * static_cast<unsigned>(staged_bytes);
  return {mine, staged_bytes, places, first, length - first > 32 ? first + 32 : length};
}

/// Sets the destination of the text of a row.
template <class Output, class Sink>
__device__ void place_text(Sink& out, StagedRows<Output> const& staged, EmitPack<Output::size> const& places,
                           OutputPack<Output::size> const& outputs, std::int32_t row) {
  for_each_column<Output>([&](auto index) {
    if constexpr (is_text<ColumnType<index, Output>>) {
      auto& slot = out.template slot<index>();
      slot.place = __ldg(places.text[index] + row);
      auto* const values = static_cast<char*>(outputs.columns[index].values);
      slot.begin = slot.cursor = staged.template text<index>(places, outputs).target(values + slot.place);
      slot.end = slot.begin + (__ldg(places.text[index] + row + 1) - slot.place);
    }
  });
}

}  // namespace detail

/// The counting pass of one block of a filter or an expansion: checks the input of its rows, and stores the number of their output rows and
/// the bytes of their text.
template <class Transform, class Policy>
struct AgentEmitSizes {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;

  InputPack<Input::size> const& inputs;
  EmitPack<Output::size> const& places;
  std::int32_t length;
  std::uint64_t* report;
  std::uint8_t* ascii_warps;

  __device__ void run() const {
    BlockReport<Output::size + 1, Policy::block_threads> totals;
    constexpr std::uint32_t tile = Policy::block_threads * Policy::rows_per_thread;
    std::uint32_t row = blockIdx.x * tile + threadIdx.x;  // unsigned: the last block may pass 2^31
    for (int i = 0; i < Policy::rows_per_thread; ++i, row += Policy::block_threads) {
      // Warp-uniform. One row past the end takes part, because the scan needs an entry there.
      if ((row & ~31u) > static_cast<std::uint32_t>(length)) break;
      run_row(static_cast<std::int32_t>(row), totals);
    }
    totals.flush(report);
  }

 private:
  template <class Totals>
  __device__ void run_row(std::int32_t row, Totals& totals) const {
    CountingRowsSink<Output> out;
    WarpRows<Input> const rows(inputs, length, row, out.fault);
    bool const ascii = rows.are_ascii();
    if ((threadIdx.x & 31) == 0) ascii_warps[row >> 5] = ascii;
    // Two copies of the row function: in ASCII text an index is a byte, and the walks over characters fold away.
    if (ascii) {
      if (rows.exists() && !out.fault) Transform{}(rows.template values<true, stages_patterns<Transform>>(), out);
    } else {
      if (rows.exists()) rows.validate(out.fault);
      if (rows.exists() && !out.fault) Transform{}(rows.template values<false, stages_patterns<Transform>>(), out);
    }
    if (out.fault) report_fault(report, row, out.fault);
    detail::store_counts<Output>(places, row, row <= length, rows.exists() && !out.fault, out, totals);
  }
};

/// The fill pass of one block of rows: each warp collects its output rows in its own shared memory.
template <class Transform, class Policy>
struct AgentEmitFill {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;

  InputPack<Input::size> const& inputs;
  OutputPack<Output::size> const& outputs;
  EmitPack<Output::size> const& places;
  std::int32_t length;
  std::uint64_t* report;
  std::uint8_t const* ascii_warps;
  char* shared;  // `staged_bytes` per warp, aligned to 16
  std::int32_t staged_bytes;  // a multiple of 16

  __device__ void run() const {
    BlockReport<Output::size, Policy::block_threads> nulls;
    std::uint32_t const row = blockIdx.x * static_cast<std::uint32_t>(Policy::block_threads) + threadIdx.x;
    if ((row & ~31u) < static_cast<std::uint32_t>(length)) run_row(static_cast<std::int32_t>(row), nulls);  // warp-uniform
    if constexpr (has_nullable_column<Output>) nulls.flush(report);
  }

 private:
  template <class Nulls>
  __device__ void run_row(std::int32_t row, Nulls& nulls) const {
    bool const mine = row < length;
    auto const staged = detail::staged_rows<Output>(shared, staged_bytes, places, row, length);
    EmittingSink<Output> out{outputs, staged, mine ? __ldg(places.rows + row) : 0, mine ? __ldg(places.rows + row + 1) : 0};
    WarpRows<Input> const rows(inputs, length, row, out.fault);
    if (mine) detail::place_text<Output>(out, staged, places, outputs, row);
    bool const evaluates = mine && !out.fault;
    if (ascii_warps[row >> 5] != 0) {
      if (evaluates) Transform{}(rows.template values<true, stages_patterns<Transform>>(), out);
    } else {
      if (evaluates) Transform{}(rows.template values<false, stages_patterns<Transform>>(), out);
    }
    out.finish();
    if (out.fault) report_fault(report, row, out.fault);
    if (!out.exact()) atomicAdd(reinterpret_cast<unsigned long long*>(report + changed_word), 1ull);
    if constexpr (has_nullable_column<Output>) detail::add_nulls<Output>(out, true, nulls);
    __syncwarp();
    staged.flush(places, outputs);
  }
};

/// The counting pass of transforms that build strings.
template <class Transform, class Policy>
struct AgentArenaEmitSizes : ArenaWarp<Transform, Policy> {
  using Warp = ArenaWarp<Transform, Policy>;
  using typename Warp::Input;
  using typename Warp::Output;

  EmitPack<Output::size> const& places;
  std::uint8_t* ascii_warps;

  __device__ void run() const {
    BlockReport<Output::size + 1, Policy::block_threads> totals;
    // One row past the end takes part, because the scan needs an entry there.
    this->for_each_group(static_cast<std::uint32_t>(this->length) / 32 + 1, [&](std::uint32_t group, bool wanted) {
      auto const row = static_cast<std::int32_t>(group * 32 + Warp::lane());
      CountingRowsSink<Output> out;
      WarpRows<Input> const rows(this->inputs, this->length, row, out.fault);
      bool const ascii = rows.are_ascii();
      if (Warp::lane() == 0) ascii_warps[group] = ascii;
      if (!ascii) rows.validate(out.fault);
      bool const outgrown = this->evaluate(rows, ascii, wanted && rows.exists() && !out.fault, out);
      this->mark(group, outgrown, out.arena.used);
      bool const done = wanted && !outgrown;
      if (done && out.fault) report_fault(this->report, row, out.fault);
      detail::store_counts<Output>(places, row, wanted && row <= this->length, done && rows.exists() && !out.fault, out, totals);
    });
    totals.flush(this->report);
  }
};

/// The fill pass of transforms that build strings. A row that outgrows its slot may have made some of its output rows already. The next
/// round makes the same rows again, and counts them. If the rows of a warp end in different rounds, each lane writes out its own.
template <class Transform, class Policy>
struct AgentArenaEmitFill : ArenaWarp<Transform, Policy> {
  using Warp = ArenaWarp<Transform, Policy>;
  using typename Warp::Input;
  using typename Warp::Output;

  EmitPack<Output::size> const& places;
  std::uint8_t const* ascii_warps;
  char* shared;  // `staged_bytes` per warp, aligned to 16
  std::int32_t staged_bytes;  // a multiple of 16

  __device__ void run() const {
    BlockReport<Output::size, Policy::block_threads> nulls;
    this->for_each_group((static_cast<std::uint32_t>(this->length) + 31) / 32, [&](std::uint32_t group, bool wanted) {
      run_row(group, static_cast<std::int32_t>(group * 32 + Warp::lane()), wanted, nulls);
      __syncwarp();
    });
    if constexpr (has_nullable_column<Output>) nulls.flush(this->report);
  }

 private:
  template <class Nulls>
  __device__ void run_row(std::uint32_t group, std::int32_t row, bool wanted, Nulls& nulls) const {
    bool const exists = wanted && row < this->length;
    auto const staged = detail::staged_rows<Output>(shared, staged_bytes, places, row, this->length);
    std::int32_t const begin = exists ? places.rows[row] : 0;
    EmittingSink<Output> out{this->outputs, staged, begin, exists ? places.rows[row + 1] : 0};
    WarpRows<Input> const rows(this->inputs, this->length, row, out.fault);
    if (exists) detail::place_text<Output>(out, staged, places, this->outputs, row);
    bool const outgrown = this->evaluate(rows, ascii_warps[group] != 0, exists && !out.fault, out);
    this->mark(group, outgrown, out.arena.used);
    bool const done = exists && !outgrown;
    if (done) out.finish();
    if (done && out.fault) report_fault(this->report, row, out.fault);
    if (done && !out.exact()) atomicAdd(reinterpret_cast<unsigned long long*>(this->report + changed_word), 1ull);
    if constexpr (has_nullable_column<Output>) detail::add_nulls<Output>(out, done, nulls);
    if (__all_sync(full_warp, done || row >= this->length)) {
      __syncwarp();
      staged.flush(places, this->outputs);
    } else if (done) {
      staged.flush_row(begin, out.at, out, this->outputs);
    }
  }
};

}  // namespace rowfuse::cuda
