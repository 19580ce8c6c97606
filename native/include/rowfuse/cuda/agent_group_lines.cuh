#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/column_pack.cuh>
#include <rowfuse/cuda/group_warp.cuh>
#include <rowfuse/cuda/line_window.cuh>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/row_values.hpp>

namespace rowfuse::cuda {

/// A warp of those that group the lines of text: it goes through each of its ranges by windows of up to 32 lines.
template <class Transform>
struct AgentGroupLines : GroupWarp<Transform> {
  using Warp = GroupWarp<Transform>;
  using Input = typename Transform::Input;
  using Window = LineWindow;
  /// Of shared memory a warp, a multiple of 16.
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

  /// Where the first line begins at or behind a place; the text's size where none does.
  __device__ std::int64_t line_from(std::int64_t place) const { return end_of_line(place - 1) + 1; }

  /// The first line end at or behind a place, or the text's size. All lanes.
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
    Window window(text, shared);
    typename Warp::Added added;
    std::int64_t line = range.begin;
    std::uint32_t taken = range.taken;
    if (line >= range.end || line >= text.size) return added;
    uint4 fetched = window.fetch(line);
    while (line < range.end && line < text.size) {
      // Asked for now, looked at when the lines are done. Not all lanes need see the same.
      std::uint32_t const stop = this->stop_now();
      window.open(line, fetched);
      bool mine = static_cast<int>(lane()) < window.count() && window.begin() < range.end;
      bool valid = window.is_valid_utf8();
      std::int64_t begin = window.begin();
      char const* data = window.data();
      std::int32_t size = window.size();
      std::int64_t next = window.next();
      if (window.count() == 0) {  // a line that is longer than a window: one lane's, from global memory
        std::int64_t const end = end_of_line(line);
        if (end == text.size && !text.final) {
          if (lane() == 0) this->rows.table.counters->tail = static_cast<std::uint64_t>(line);
          break;
        }
        mine = lane() == 0;
        begin = line;
        data = text.bytes + line;
        size = static_cast<std::int32_t>(end - line);
        if (data[size - 1] == '\r' && end < text.size) --size;
        valid = !mine || arrow::is_valid_utf8(data, size);
        next = end + 1;
      }
      fetched = window.fetch(next);
      RowFault fault;
      if (mine && !valid) fault.raise(Fault::invalid_utf8, 0);
      this->add_row(begin, mine, fault, taken, added, [&](auto& out) { Transform{}(values(begin, data, size), out); });
      line = next;
      taken = 0;
      if (__any_sync(full_warp, stop != 0)) {
        if (lane() == 0 && line < range.end && line < text.size) this->leave({line, range.end, 0, 0});
        break;
      }
    }
    return added;
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
};

}  // namespace rowfuse::cuda
