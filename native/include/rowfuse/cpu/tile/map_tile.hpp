#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/cpu/tile/attempts.hpp>
#include <rowfuse/cpu/tile/flatten.hpp>
#include <rowfuse/cpu/tile/staged_tile.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cpu {

/// True if every column that a transform reads or writes has a fixed width, and no row needs memory of its own.
template <class Transform>
inline constexpr bool is_map =
    text_columns<typename Transform::Input> == 0 && text_columns<typename Transform::Output> == 0 && !uses_arena<Transform>;

namespace detail {

/// Rows per group. Work that is done once per group then costs nothing, and a group fits in the first-level cache.
inline constexpr std::int32_t group_rows = 128;

/// The bits of a group's rows in one output column, as one byte per row at first, so that row loops have no branches and become vectors.
template <std::size_t I>
struct GroupBits {
  alignas(64) bool values[group_rows];
  alignas(64) bool valid[group_rows];
};

template <class Indices>
struct Group;
template <std::size_t... I>
struct Group<std::index_sequence<I...>> : GroupBits<I>... {
  template <std::size_t Column>
  GroupBits<Column>& bits() {
    return *this;
  }
};

/// Writes the first `count` bytes as bits, and the rest of the last byte as 0. Returns how many bits are set.
inline std::int32_t store_bits(void* bitmap, bool const* flags, std::int32_t count) {
  auto* const bytes = static_cast<std::uint8_t*>(bitmap);
  std::int32_t set = 0;
  for (std::int32_t at = 0; at < count; at += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, flags + at, sizeof eight);
    eight &= 0x0101010101010101u;
    if (count - at < 8) eight &= (std::uint64_t{1} << (count - at) * 8) - 1;
    // The top byte of the product has all eight bits: the partial products do not overlap below it.
    bytes[at / 8] = static_cast<std::uint8_t>(eight * 0x0102040810204080u >> 56);
    set += static_cast<std::int32_t>(eight * 0x0101010101010101u >> 56);  // a multiplication, because std::popcount is a call if the target
    // lacks the instruction
  }
  return set;
}

/// Evaluates `count` rows from row `from` of the tile, each by `evaluate(row of the tile, sink)`. Returns true if one of them failed.
/// `values` are the destinations of the first row's values.
template <class Output, class Evaluate, class Group>
RF_INLINE bool evaluate_group(Evaluate const& evaluate, std::int32_t from, std::int32_t count, void* const* values, Group& group) {
  std::int32_t failed = 0;
  for (std::int32_t j = 0; j < count; ++j) {
    WritingSink<Output> out;
    evaluate(from + j, out);
    failed |= static_cast<std::int32_t>(out.fault.code);
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      auto const& slot = out.template slot<index>();
      if constexpr (is_boolean<Type>) {
        group.template bits<index>().values[j] = slot.value;
      } else {
        static_cast<typename Type::Storage*>(values[index])[j] = slot.value;
      }
      if constexpr (is_nullable<Type>) group.template bits<index>().valid[j] = slot.valid;
    });
  }
  return failed != 0;
}

/// Finds the first failing row of a group in which a row has failed.
template <class Output, class Evaluate>
RF_NOINLINE void find_fault(FillTile& tile, Evaluate const& evaluate, std::int32_t from, std::int32_t count) {
  for (std::int32_t j = 0; j < count; ++j) {
    WritingSink<Output> out;
    evaluate(from + j, out);
    if (!out.fault) continue;
    tile.fault = {tile.range.first + from + j, out.fault};
    return;
  }
}

/// Evaluates and stores a group. Tests once if a row has failed: then returns false, with the row in `tile.fault`.
template <class Output, class Evaluate, class Group>
RF_INLINE bool fill_group(FillTile& tile, Evaluate const& evaluate, std::int32_t from, std::int32_t count, Group& group) {
  auto const row = static_cast<std::size_t>(tile.range.first + from);
  void* values[Output::size + 1] = {};
  for_each_column<Output>([&](auto index) {
    using Type = ColumnType<index, Output>;
    if constexpr (!is_boolean<Type>) values[index] = static_cast<typename Type::Storage*>(tile.outputs[index].values) + row;
  });
  if (evaluate_group<Output>(evaluate, from, count, values, group)) [[unlikely]] {
    find_fault<Output>(tile, evaluate, from, count);
    if (tile.fault.fault) return false;
  }
  for_each_column<Output>([&](auto index) {
    using Type = ColumnType<index, Output>;
    arrow::OutputColumn const& output = tile.outputs[index];
    auto const& flags = group.template bits<index>();
    if constexpr (is_boolean<Type>) store_bits(static_cast<std::uint8_t*>(output.values) + row / 8, flags.values, count);
    if constexpr (is_nullable<Type>) {
      tile.columns[index].null_count += count - store_bits(output.validity + row / 8, flags.valid, count);
    }
  });
  return true;
}

/// Evaluates a row of a map out of line, after an attempt.
template <class Transform, class Row, class Out>
RF_NOINLINE void evaluate_map_apart(Transform const& transform, Row const row, Out& out) {
  transform(row, out);
}

/// Evaluates a row of a map, by an attempt if attempts pay.
template <class Transform, class Row, class Out>
RF_INLINE void attempt_map(Transform const& transform, Row const& row, Out& out, Attempts& attempts) {
  if (attempts.pay()) [[likely]] {
    if (transform.attempt(row, out)) [[likely]] {
      attempts.succeed();
      return;
    }
    attempts.fail();
  }
  Out evaluated;
  evaluate_map_apart(transform, row, evaluated);
  out = evaluated;
}

/// Evaluates a tile of a map.
template <class Transform>
void map_rows(FillTile& tile, StagedRows<typename Transform::Input> staged) {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;
  Group<std::make_index_sequence<Output::size>> group;
  // Copies, because a store of bytes could otherwise change the descriptions of the columns.
  arrow::InputColumn inputs[Input::size + 1];
  for (std::int32_t i = 0; i < Input::size; ++i) inputs[i] = tile.inputs[i];
  staged.inputs = inputs;
  Transform const transform;
  [[maybe_unused]] LoopAttempts const loop;
  auto const evaluate = [&](std::int32_t row, WritingSink<Output>& out) {
    if constexpr (makes_attempts<Transform>) attempt_map(transform, staged.template row<true>(row), out, loop.attempts);
    else transform(staged.template row<true>(row), out);
  };
  std::int32_t const rows = staged.size();
  for (std::int32_t from = 0; from < rows; from += group_rows) {
    std::int32_t const count = rows - from < group_rows ? rows - from : group_rows;
    if (!fill_group<Output>(tile, evaluate, from, count, group)) return;
  }
}

}  // namespace detail

}  // namespace rowfuse::cpu
