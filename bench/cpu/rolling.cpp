// The CPU benchmark of rolling windows over doubles: rowfuse's engine against two hand-written versions. One is a running sum to which
// each element is added and from which it is subtracted. It is fast, but its error grows with all rows before, and a NaN stays forever.
// The other is van Herk's minimum (Pattern Recognition Letters 13, 1992). All use the same tiles and threads; input and output are
// resident, and the output's memory was used before.
//
//   rolling [--rows 10000000] [--runs 15]
//
// Prints one JSON object. It has, per window and number of threads, the median and the least time of each version in milliseconds. It
// also says whether the results equal the direct evaluation of thousands of windows, bit for bit, and has the largest relative error of
// the means.
#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <rowfuse/cpu/rolling/rolling_tile.hpp>
#include <rowfuse/row.hpp>

namespace {

namespace rf = rowfuse;

template <class MonoidType, class Finish>
struct Reduced {
  using Input = rf::Schema<rf::Float64>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>>;
  struct Reduction {
    using Monoid = MonoidType;
    template <class Row>
    static auto of(Row const& row) {
      return rf::column<0>(row);
    }
  };
  using Reductions = rf::Reductions<Reduction>;
  template <class Row, class Out>
  void operator()(Row const& row, Out& out) const {
    rf::put<0>(out, Finish::of(rf::reduced<0>(row), rf::complete_rows(row)));
  }
};
struct Itself {
  static double of(double value, std::int32_t) { return value; }
};
struct Divided {
  static double of(double sum, std::int32_t count) { return sum / count; }
};
struct OfSample {
  static double of(rf::rolling::MomentsOf const& moments, std::int32_t) { return moments.m2 / (moments.count - 1); }
};
using Total = Reduced<rf::rolling::Sum, Itself>;
using Mean = Reduced<rf::rolling::Sum, Divided>;
using Least = Reduced<rf::rolling::Min, Itself>;
using LoopLeast = Reduced<rf::rolling::MinKeep, Itself>;
using Variance = Reduced<rf::rolling::Moments, OfSample>;

/// SplitMix64 (Steele, Lea and Flood 2014) of the row's number, between 0 and 100.
double number_of(std::int64_t row) {
  std::uint64_t z = (static_cast<std::uint64_t>(row) + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53 * 100;
}

struct Job {
  double const* x;
  double* out;
  std::uint8_t* validity;
  std::int64_t rows;
  std::int64_t window;  ///< rows before the last one are not enough
};

using Tile = std::function<void(Job const&, std::int64_t from, std::int64_t to)>;

template <class Transform>
void rowfuse_tile(Job const& job, std::int64_t from, std::int64_t to) {
  rf::arrow::InputColumn in;
  in.values = job.x;
  rf::arrow::OutputColumn out;
  out.values = job.out;
  out.validity = job.validity;
  rf::cpu::TileOutput column;
  rf::cpu::FillTile tile;
  tile.range = {from, static_cast<std::int32_t>(to - from)};
  tile.inputs = &in;
  tile.outputs = &out;
  tile.columns = &column;
  rf::cpu::fill_windows<Transform>(tile, {job.window - 1, 0, job.window}, 0, job.rows);
}

/// By hand; NaN where the window is incomplete.
template <bool mean>
void sliding_sum(Job const& job, std::int64_t from, std::int64_t to) {
  double sum = 0;
  std::int64_t row = from;
  for (std::int64_t j = std::max<std::int64_t>(from - job.window + 1, 0); j < from; ++j) sum += job.x[j];
  for (; row < to && row < job.window - 1; ++row) {
    sum += job.x[row];
    job.out[row] = std::numeric_limits<double>::quiet_NaN();
  }
  auto const count = static_cast<double>(job.window);
  if (row < to && row >= job.window - 1) {
    for (; row < to; ++row) {
      sum += job.x[row];
      job.out[row] = mean ? sum / count : sum;
      sum -= job.x[row - job.window + 1];
    }
  }
}

/// Blocks of the window's size: the minimum from each row to the end of its block, and from the beginning of a block to each row.
void van_herk(Job const& job, std::int64_t from, std::int64_t to) {
  std::int64_t const w = job.window;
  std::int64_t row = from;
  for (; row < to && row < w - 1; ++row) job.out[row] = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> ends(static_cast<std::size_t>(w));
  while (row < to) {
    // The windows of rows [row, row + w) begin in the block before `row + 1` and end in the block from there on.
    std::int64_t const begin = row - w + 1;
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t j = w - 1; j >= 0; --j) {
      least = job.x[begin + j] < least ? job.x[begin + j] : least;
      ends[static_cast<std::size_t>(j)] = least;
    }
    std::int64_t const count = std::min(w, to - row);
    job.out[row] = ends[0];
    least = std::numeric_limits<double>::infinity();
    for (std::int64_t j = 1; j < count; ++j) {
      double const x = job.x[row + j];
      least = x < least ? x : least;
      double const end = ends[static_cast<std::size_t>(j)];
      job.out[row + j] = end < least ? end : least;
    }
    row += count;
  }
}

/// The elements of each window, in order.
void each_window(Job const& job, std::int64_t from, std::int64_t to) {
  for (std::int64_t row = from; row < to; ++row) {
    double sum = 0;
    for (std::int64_t j = std::max<std::int64_t>(row - job.window + 1, 0); j <= row; ++j) sum += job.x[j];
    job.out[row] = row < job.window - 1 ? std::numeric_limits<double>::quiet_NaN() : sum;
  }
}

struct Version {
  std::string name;
  Tile tile;
  std::function<double(std::int64_t begin, std::int64_t end)> expected;  ///< bit for bit
  double error_of = 0;  ///< 1: a sum, whose error is reported; otherwise no
};

double exact_sum(double const* x, std::int64_t begin, std::int64_t end) {
  double sum = 0;
  double rest = 0;
  for (std::int64_t i = begin; i < end; ++i) {
    double const total = sum + x[i];
    double const part = total - sum;
    rest += (sum - (total - part)) + (x[i] - part);
    sum = total;
  }
  return sum + rest;
}

template <class Monoid>
typename Monoid::Value directly(double const* x, std::int64_t begin, std::int64_t end) {
  auto const element = [&](std::int64_t j) { return Monoid::value(Monoid::element(x[j])); };
  return rf::rolling::range<Monoid>(begin, end, element);
}

void in_tiles(Tile const& tile, Job const& job, int threads) {
  std::int64_t const tile_rows =
      std::max<std::int64_t>(1 << 16, std::min<std::int64_t>(8 * job.window, (job.rows / threads + 127) / 128 * 128) / 64 * 64);
  std::int64_t const tiles = (job.rows + tile_rows - 1) / tile_rows;
  std::atomic<std::int64_t> next{0};
  auto const work = [&] {
    for (std::int64_t i; (i = next++) < tiles;) tile(job, i * tile_rows, std::min(job.rows, (i + 1) * tile_rows));
  };
  std::vector<std::thread> pool;
  for (int i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  for (auto& thread : pool) thread.join();
}

}  // namespace

int main(int argc, char** argv) {
  std::int64_t rows = 10'000'000;
  int runs = 15;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string_view(argv[i]) == "--rows") rows = std::atoll(argv[i + 1]);
    else if (std::string_view(argv[i]) == "--runs") runs = std::atoi(argv[i + 1]);
    else return std::fprintf(stderr, "unknown option %s\n", argv[i]), 1;
  }
  std::vector<double> x(static_cast<std::size_t>(rows));
  for (std::int64_t row = 0; row < rows; ++row) x[static_cast<std::size_t>(row)] = number_of(row);
  std::vector<double> out(static_cast<std::size_t>(rows), 1);
  std::vector<std::uint8_t> validity(static_cast<std::size_t>(rows) / 8 + 64, 1);
  double const* const in = x.data();

  using namespace rf::rolling;
  std::vector<Version> const versions = {
      {"rowfuse sum", rowfuse_tile<Total>, [&](auto begin, auto end) { return Sum::result(directly<Sum>(in, begin, end)); }, 1},
      {"by hand: running sum", sliding_sum<false>, nullptr, 1},
      {"rowfuse mean", rowfuse_tile<Mean>,
       [&](auto begin, auto end) { return Sum::result(directly<Sum>(in, begin, end)) / static_cast<double>(end - begin); }, 0},
      {"by hand: mean of a running sum", sliding_sum<true>, nullptr, 0},
      {"rowfuse Math.min", rowfuse_tile<Least>, [&](auto begin, auto end) { return Min::result(directly<Min>(in, begin, end)); }, 0},
      {"rowfuse least, by <", rowfuse_tile<LoopLeast>, [&](auto begin, auto end) { return directly<MinKeep>(in, begin, end); }, 0},
      {"by hand: van Herk, by <", van_herk, [&](auto begin, auto end) { return directly<MinKeep>(in, begin, end); }, 0},
      {"rowfuse variance", rowfuse_tile<Variance>,
       [&](auto begin, auto end) {
         auto const moments = directly<Moments>(in, begin, end);
         return moments.m2 / (moments.count - 1);
       },
       0},
      {"by hand: each window", each_window, nullptr, 1},
  };

  std::printf("{\"benchmark\": \"rolling windows on the CPU\", \"rows\": %lld, \"runs\": %d, \"results\": [", static_cast<long long>(rows),
              runs);
  char const* separator = "";
  for (std::int64_t const window : {4, 64, 3000, 100000}) {
    if (window > rows) continue;
    Job const job{in, out.data(), validity.data(), rows, window};
    for (int const threads : {1, 2}) {
      for (Version const& version : versions) {
        if (version.name == "by hand: each window" && window > 64) continue;
        std::vector<double> times;
        for (int run = -1; run < runs; ++run) {
          auto const begin = std::chrono::steady_clock::now();
          in_tiles(version.tile, job, threads);
          std::chrono::duration<double, std::milli> const time = std::chrono::steady_clock::now() - begin;
          if (run >= 0) times.push_back(time.count());
        }
        std::sort(times.begin(), times.end());
        bool matches = true;
        double error = 0;
        std::int64_t const step = std::max<std::int64_t>(1, rows / (window > 10000 ? 500 : 5000));
        for (std::int64_t row = window - 1; row < rows; row += step) {
          double const got = out[static_cast<std::size_t>(row)];
          if (version.expected) {
            matches =
                matches && std::bit_cast<std::uint64_t>(got) == std::bit_cast<std::uint64_t>(version.expected(row - window + 1, row + 1));
          }
          if (version.error_of != 0) {
            double const exact = exact_sum(in, row - window + 1, row + 1);
            error = std::max(error, std::abs(got - exact) / std::abs(exact));
          }
        }
        std::printf("%s\n  {\"window\": %lld, \"threads\": %d, \"version\": \"%s\", \"ms\": %.3f, \"leastMs\": %.3f", separator,
                    static_cast<long long>(window), threads, version.name.c_str(), times[times.size() / 2], times[0]);
        if (version.expected) std::printf(", \"matches\": %s", matches ? "true" : "false");
        if (version.error_of != 0) std::printf(", \"error\": %.2g", error);
        std::printf("}");
        std::fflush(stdout);
        separator = ",";
      }
    }
  }
  std::printf("\n]}\n");
}
