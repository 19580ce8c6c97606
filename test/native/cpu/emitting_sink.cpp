// The memory of a filter's or expansion's rows: wherever the budget of a call ends, no row is written outside of it.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <rowfuse/cpu/emitting_sink.hpp>

#include "../expect.hpp"

namespace {

using Output = rowfuse::Schema<rowfuse::Utf8, rowfuse::Int32, rowfuse::Nullable<rowfuse::Float64>>;
constexpr std::int64_t emitted = 2'000;

/// Emits rows as one evaluation does, which goes on after the sink is full.
void emit_rows(rowfuse::cpu::EmittingSink<Output>& sink) {
  for (std::int32_t row = 0; row < emitted; ++row) {
    char const text[] = {static_cast<char>('a' + row % 26), 'b', 'c'};
    sink.text<0>(rowfuse::View(text, row % 4));
    sink.value<1>(row);
    if (row % 3 == 0) {
      sink.absent<2>();
    } else {
      sink.value<2>(row / 2.0);
    }
    sink.emit();
  }
}

bool rows_are_right(std::vector<rowfuse::cpu::EmittedColumn> const& columns, std::int64_t rows) {
  if (rows != emitted) return false;
  auto const* const ends = reinterpret_cast<std::int32_t const*>(columns[0].ends.data());
  auto const* const numbers = reinterpret_cast<std::int32_t const*>(columns[1].values.data());
  std::int32_t end = 0;
  for (std::int32_t row = 0; row < emitted; ++row) {
    end += row % 4 == 3 ? 3 : row % 4;
    bool const is_there = columns[2].present.data()[row] == 1;
    if (ends[row] != end || numbers[row] != row || is_there != (row % 3 != 0)) return false;
  }
  return columns[0].bytes == end && columns[2].null_count == (emitted + 2) / 3;
}

void writes_within_any_limit() {
  int whole = 0;
  int refused = 0;
  for (std::int64_t limit = 0; limit < 120'000; limit += 97) {
    rowfuse::MemoryBudget budget;
    budget.set_limit(limit);
    std::vector<rowfuse::cpu::EmittedColumn> columns(3);
    for (auto& column : columns) {
      for (auto* const memory : {&column.values, &column.ends, &column.present}) memory->count_in(&budget);
    }
    rowfuse::cpu::EmitTile tile;
    tile.budget = &budget;
    tile.columns = columns.data();
    tile.most_rows = tile.most_bytes = 1 << 30;
    rowfuse::cpu::EmittingSink<Output> sink(tile, 11);
    if (!sink.full) emit_rows(sink);
    if (sink.full) {
      ++refused;
      expect(tile.exhausted, "a sink without memory says so");
    } else {
      ++whole;
      sink.conclude();
      expect(!tile.exhausted && rows_are_right(columns, tile.rows), "a sink with memory has all rows");
    }
    expect(budget.held() <= limit, "the memory is within the limit");
  }
  expect(whole > 100 && refused > 100, "some limits suffice and some do not");
}

}  // namespace

int main() {
  writes_within_any_limit();
  return report_failures();
}
