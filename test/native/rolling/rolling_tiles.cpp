/// Compares rolling transforms by the tiles of the CPU, in every order and of every size, with the direct evaluation of each window.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <rowfuse/cpu/rolling/rolling_tile.hpp>

#include "rolling_transforms.hpp"

namespace {

using namespace rolling_test;

int cases = 0;
int failures = 0;

/// Fails if a window holds a number above 0.9; the place is the count of such numbers.
struct Failing {
  using Input = rf::Schema<rf::Nullable<rf::Float64>>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>>;
  struct Above {
    using Monoid = rf::rolling::Count;
    template <class Row>
    RF_HD static bool of(Row const& row) {
      return rf::column<0>(row).present() && *rf::column<0>(row) > 0.9;
    }
  };
  using Reductions = rf::Reductions<Above>;
  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    if (rf::reduced<0>(row) > 0) out.fault.raise(rf::Fault::thrown, -1);
    rf::put<0>(out, 1.0);
  }
};

/// Integers of all kinds, whose bits are their sums.
struct Integers {
  using Input = rf::Schema<rf::Int32, rf::Nullable<rf::Int64>>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>, rf::Nullable<rf::Int64>>;
  struct Wide {
    using Monoid = rf::rolling::ExactSum<rf::Int128>;
    template <class Row>
    RF_HD static auto of(Row const& row) {
      return rf::column<1>(row);
    }
  };
  struct High {
    using Monoid = rf::rolling::MaxInteger<std::int64_t>;
    template <class Row>
    RF_HD static auto of(Row const& row) {
      return rf::column<1>(row);
    }
  };
  struct Numbers {
    using Monoid = rf::rolling::Sum;
    template <class Row>
    RF_HD static auto of(Row const& row) {
      return rf::column<0>(row) * 0.1;
    }
  };
  using Reductions = rf::Reductions<Wide, High, Numbers>;
  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rf::put<0>(out, rf::reduced<2>(row));
    rf::put<1>(out, static_cast<std::int64_t>(rf::reduced<0>(row)) ^ rf::reduced<1>(row));
  }
};

/// A call over the rows from `first_row` of a table on, in tiles of at most `tile_rows`, in any order.
template <class Transform>
void tiles(char const* what, std::mt19937_64& random, Table<Transform> const& table, rf::Window const& window,
           Result<Transform> const& right, std::int64_t first_row, std::int64_t rows, std::int64_t tile_rows) {
  using Output = typename Transform::Output;
  Result<Transform> result(rows);
  auto inputs = table.columns;
  each<Transform::Input::size>([&](auto index) {
    using Type = rf::ColumnType<index, typename Transform::Input>;
    if constexpr (std::is_same_v<Type, rf::RowNumber>) inputs[index].values_begin += first_row;
  });
  std::vector<rf::cpu::TileRange> ranges;
  for (std::int64_t row = 0; row < rows;) {
    std::int64_t const most = tile_rows > 0 ? tile_rows : 64 * (1 + static_cast<std::int64_t>(random() % 20));
    auto const count = static_cast<std::int32_t>(std::min(rows - row, most));
    ranges.push_back({row, count});
    row += count;
  }
  std::shuffle(ranges.begin(), ranges.end(), random);
  for (rf::cpu::TileRange const& range : ranges) {
    rf::cpu::TileOutput columns[Output::size];
    rf::cpu::FillTile tile;
    tile.range = range;
    tile.inputs = inputs.data();
    tile.outputs = result.columns.data();
    tile.columns = columns;
    rf::cpu::fill_windows<Transform>(tile, window, first_row, table.rows);
    ++cases;
    if (tile.fault.fault || tile.exhausted) {
      ++failures;
      std::printf("%s failed\n", what);
    }
    for (int i = 0; i < Output::size; ++i) result.null_counts[static_cast<std::size_t>(i)] += columns[i].null_count;
  }
  ++cases;
  std::int64_t nulls[Output::size] = {};
  std::int64_t row = rows;
  each<Output::size>([&](auto index) {
    using Type = rf::ColumnType<index, Output>;
    for (std::int64_t j = 0; j < rows; ++j) {
      bool same;
      auto const at = static_cast<std::size_t>(j);
      auto const from = static_cast<std::size_t>(first_row + j);
      if constexpr (rf::is_boolean<Type>) {
        same = rf::arrow::bit_at(result.values[index].data(), j) == rf::arrow::bit_at(right.values[index].data(), first_row + j);
      } else {
        typename Type::Storage x;
        typename Type::Storage y;
        std::memcpy(&x, &result.values[index][at * sizeof x], sizeof x);
        std::memcpy(&y, &right.values[index][from * sizeof y], sizeof y);
        same = std::memcmp(&x, &y, sizeof x) == 0 || (x != x && y != y);
      }
      if constexpr (rf::is_nullable<Type>) {
        bool const valid = rf::arrow::bit_at(right.validity[index].data(), first_row + j);
        same = same && rf::arrow::bit_at(result.validity[index].data(), j) == valid;
        nulls[index] += valid ? 0 : 1;
      }
      if (!same) row = std::min(row, j);
    }
    if (nulls[index] != result.null_counts[index] && row == rows) row = -1;
  });
  if (row == rows) return;
  ++failures;
  std::printf("%s, %lld rows of %lld, window %lld + 1 + %lld, tiles of %lld: row %lld\n", what, static_cast<long long>(rows),
              static_cast<long long>(table.rows), static_cast<long long>(window.preceding), static_cast<long long>(window.following),
              static_cast<long long>(tile_rows), static_cast<long long>(first_row + row));
}

template <class Transform>
void check(char const* what, std::mt19937_64& random, std::int64_t rows, rf::Window const& window) {
  Table<Transform> const table(random, rows, random() % 3 != 0);
  Result<Transform> const right = expected(table, window);
  tiles(what, random, table, window, right, 0, rows, rows);
  for (std::int64_t tile = 64; tile < rows && tile <= 512; tile += 64) tiles(what, random, table, window, right, 0, rows, tile);
  for (int i = 0; i < 3; ++i) {
    auto const first = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows));
    auto const some = 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows - first));
    tiles(what, random, table, window, right, first, some, 0);
  }
}

/// The first row of a tile that fails is reported, wherever the tile starts.
void faults(std::mt19937_64& random) {
  for (int round = 0; round < 60; ++round) {
    auto const rows = 1 + static_cast<std::int64_t>(random() % 2000);
    rf::Window const window{static_cast<std::int64_t>(random() % 40), static_cast<std::int64_t>(random() % 40), 0};
    std::vector<double> x(static_cast<std::size_t>(rows), 0.5);
    auto const bad = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows));
    x[static_cast<std::size_t>(bad)] = 1;
    rf::arrow::InputColumn in;
    in.values = x.data();
    std::int64_t const first = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows)) / 64 * 64;
    Result<Failing> result(rows);
    rf::cpu::TileOutput column;
    rf::cpu::FillTile tile;
    tile.range = {first, static_cast<std::int32_t>(rows - first)};
    tile.inputs = &in;
    tile.outputs = result.columns.data();
    tile.columns = &column;
    rf::cpu::fill_windows<Failing>(tile, window, 0, rows);
    std::int64_t const failing = std::max(bad - window.following, first);
    bool const fails = failing < rows && failing <= bad + window.preceding;
    ++cases;
    if (static_cast<bool>(tile.fault.fault) != fails || (fails && tile.fault.row != failing)) {
      ++failures;
      std::printf("a fault at row %lld, not %lld\n", static_cast<long long>(tile.fault.row), static_cast<long long>(failing));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937_64 random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  int const rounds = argc > 2 ? std::atoi(argv[2]) : 1;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::int64_t> sizes;
    for (std::int64_t size = 1; size <= 36; ++size) sizes.push_back(size);
    for (std::int64_t const size : {47, 48, 49, 63, 64, 65, 127, 129, 255, 256, 257, 271, 272, 273, 300, 511, 513, 1000, 4095, 4097, 5000})
      sizes.push_back(size);
    for (std::int64_t const size : sizes) {
      for (int const side : {0, 1, 2}) {
        auto const before = side == 0 ? size - 1 : side == 1 ? 0 : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(size));
        rf::Window const window{before, size - 1 - before, 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(size))};
        auto const rows = [&] {
          return 1 + static_cast<std::int64_t>(random() % (random() % 3 == 0 ? 70 : random() % 4 != 0 ? 900 : 6000));
        };
        check<Mean>("mean", random, rows(), window);
        check<One<Least>>("min", random, rows(), window);
        check<One<Greatest>>("max", random, rows(), window);
        check<One<FirstLeast>>("first least", random, rows(), window);
        check<One<FirstGreatest>>("first greatest", random, rows(), window);
        check<Variance>("variance", random, rows(), window);
        check<PresentVariance>("variance of present", random, rows(), window);
        check<Everything>("everything", random, rows() / 2 + 1, window);
        check<Integers>("integers", random, rows() / 2 + 1, window);
        check<Loops>("loops", random, rows() / 4 + 1, window);
      }
    }
  }
  faults(random);
  // Windows of all rows before, of all rows after, and of all rows.
  for (rf::Window const window : {rf::Window{INT64_MAX, 0, 1}, rf::Window{0, INT64_MAX, 1}, rf::Window{INT64_MAX, INT64_MAX, 1}}) {
    check<Mean>("all", random, 5000, window);
    check<Variance>("all", random, 3000, window);
  }
  std::printf("%d cases, %d failures\n", cases, failures);
  return failures != 0;
}
