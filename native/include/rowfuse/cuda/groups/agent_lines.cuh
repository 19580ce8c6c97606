#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/groups/line_window.cuh>
#include <rowfuse/cuda/groups/warp.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/row_values.hpp>

namespace rowfuse::cuda {

/// A warp that groups the lines of a text: it goes through each of its ranges in windows of up to 32 lines.
template <class Transform>
struct AgentGroupLines : GroupWarp<Transform> {
  using Warp = GroupWarp<Transform>;
  using Input = typename Transform::Input;
  using Window = LineWindow;
  /// Bytes of shared memory per warp, a multiple of 16.
  static constexpr int shared_bytes = Window::shared_bytes;

  LineText const& text;
  InputPack<Input::size> const& inputs;
  char* shared;

  __device__ void run() const {
    this->for_each_range([&](GroupRange range, bool is_listed) {
      if (!is_listed && range.begin != 0) range.begin = line_from(range.begin);
      return run_range(range);
    });
  }

 private:
  using Warp::lane;

  /// Returns where the first line at or after a place begins, or the text's size if there is none.
  __device__ std::int64_t line_from(std::int64_t place) const { return end_of_line(place - 1) + 1; }

  /// Returns the first line end at or after a place, or the text's size. Called by all lanes.
  __device__ std::int64_t end_of_line(std::int64_t place) const {
    for (; place < text.size; place += 32) {
      std::int64_t const at = place + lane();
      unsigned const found = __ballot_sync(full_warp, at < text.size && text.bytes[at] == '\n');
      if (found != 0) return place + __ffs(static_cast<int>(found)) - 1;
    }
    return text.size;
  }

  /// Adds the lines of a range.
  __device__ typename Warp::Added run_range(GroupRange range) const {
    typename Warp::Added added;
    std::int64_t const end = range.end < text.size ? range.end : text.size;
    std::int64_t line = range.begin;
    std::uint32_t taken = range.taken;
    while (line < end) {
      Place const reached = run_windows(line, end, taken, added);
      if (reached.is_done) break;
      // A line is longer than a window.
      LongLine const done = run_long_line(this->work, this->rows, text, inputs, reached.line, reached.taken);
      if (done.next < 0) break;
      added.rows += done.added.rows;
      added.made += done.added.made;
      line = done.next;
      taken = 0;
      if (__any_sync(full_warp, this->stop_now() != 0)) {
        if (lane() == 0 && line < end) this->leave({line, end, 0, 0});
        break;
      }
    }
    return added;
  }

  struct Place {
    std::int64_t line;
    std::uint32_t taken;
    bool is_done;
  };

  /// Adds lines up to the first one that is longer than a window, or all lines.
  __device__ __forceinline__ Place run_windows(std::int64_t from, std::int64_t to, std::uint32_t taken, typename Warp::Added& added) const {
    Window window(text, shared, from);
    std::int32_t const end = window.place_of(to);
    std::int32_t line = window.place_of(from);
    uint4 fetched = window.fetch(line);
    while (line < end) {
      // Loaded now and read when the lines are done. Lanes may see different values.
      std::uint32_t const stop = this->stop_now();
      window.open(line, fetched);
      if (window.count() == 0) return {window.in_text(line), taken, false};
      line = window.next();
      fetched = window.fetch(line);
      bool const mine = window.has_line() && window.begin() < end;
      RowFault fault;
      if (mine && !window.is_valid_utf8()) fault.raise(Fault::invalid_utf8, 0);
      auto const place = [&] { return window.in_text(window.begin()); };
      // The compiler knows at the evaluation that the bytes are in shared memory and padded.
      View const own(window.data(), window.size(), View::padded);
      this->add_row(place, mine, fault, taken, added, [&](auto& out) { Transform{}(values(own, place), out); });
      taken = 0;
      if (__any_sync(full_warp, stop != 0)) {
        if (lane() == 0 && line < end) this->leave({window.in_text(line), to, 0, 0});
        break;
      }
    }
    return {0, 0, true};
  }

  struct LongLine {
    std::int64_t next;  ///< where the next line begins, or -1 if the text ends within this one
    typename Warp::Added added;
  };

  /// Adds a line that is longer than a window: one lane reads it from global memory. Out of line, with all arguments by value or in the
  /// kernel's constants, because it is rare. It contains a second copy of the row function, for text that is not in shared memory.
  __device__ __noinline__ static LongLine run_long_line(GroupWork const& work, typename Warp::Rows rows, LineText const& text,
                                                        InputPack<Input::size> const& inputs, std::int64_t line, std::uint32_t taken) {
    AgentGroupLines const agent{{work, rows}, text, inputs, nullptr};
    LongLine done{};
    std::int64_t const end = agent.end_of_line(line);
    if (end == text.size && !text.final) {
      if (lane() == 0) rows.table.counters->tail = static_cast<std::uint64_t>(line);
      done.next = -1;
      return done;
    }
    bool const mine = lane() == 0;
    View own(text.bytes + line, static_cast<std::int32_t>(end - line), 0);
    if (own.data[own.size - 1] == '\r' && end < text.size) --own.size;
    RowFault fault;
    if (mine && !arrow::is_valid_utf8(own.data, own.size)) fault.raise(Fault::invalid_utf8, 0);
    auto const place = [&] { return line; };
    agent.add_row(place, mine, fault, taken, done.added, [&](auto& out) { Transform{}(agent.values(own, place), out); });
    done.next = end + 1;
    return done;
  }

  /// ASCII lines have no code of their own. Its savings cost more in instructions that are not in the cache when a warp needs them
  /// (docs/explanation/measurements.md).
  template <class Place>
  __device__ __forceinline__ RowValues<Input> values(View own, Place const& place) const {
    RowValues<Input> values;
    for_each_column<Input>([&](auto index) {
      using Type = ColumnType<index, Input>;
      auto& value = rowfuse::detail::cell<index>(values);
      if constexpr (is_scalar<Type>) {
        value = decode_scalar<Type>(inputs.columns[index], place());
      } else {
        static_assert(is_utf8<Type>, "lines, and arguments of the call");
        value = own;
      }
    });
    return values;
  }
};

}  // namespace rowfuse::cuda
