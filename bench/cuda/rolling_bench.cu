// The GPU benchmark of rolling windows over doubles: rowfuse's reductions and folds, kernels by hand (rolling_by_hand.cuh), and the
// device's copy of the bytes that must be moved at least. These are the input read once, and the result written once.
//
//   rolling_bench --out rolling.json [--rows 10000000,100000000] [--windows 4,64,3000,100000] [--runs 10]
//
// With ROWFUSE_SWEEP it runs rowfuse's kernels under other policies instead. These are ten times as many, and take ten times as long to
// compile.
//
// Events give the device time over resident columns; workspaces are allocated before. Outputs are poisoned before a run and compared
// after it with the direct evaluation of each window (rolling/order.hpp), bit for bit: all rows of a small input, thousands of rows of
// the others. Errors are those of the same rows against sums of twice the precision.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/rolling/dispatch.cuh>
#include <rowfuse/row.hpp>

#include "device_info.cuh"
#include "json_writer.hpp"
#include "measure.cuh"
#include "number_list.hpp"
#include "pooled_stream.cuh"
#include "rolling_by_hand.cuh"

namespace {

using namespace bench;
namespace rf = rowfuse;
namespace arrow = rowfuse::arrow;
using rf::cuda::Reach;

template <class MonoidType>
struct OfColumn {
  using Monoid = MonoidType;
  template <class Row>
  RF_HD static auto of(Row const& row) {
    return rf::column<0>(row);
  }
};

/// One reduction, from which the row function computes the result.
template <class Monoid, class Finish>
struct Reduced {
  using Input = rf::Schema<rf::Float64>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>>;
  using Reductions = rf::Reductions<OfColumn<Monoid>>;
  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rf::put<0>(out, Finish::of(rf::reduced<0>(row), rf::complete_rows(row)));
  }
};

struct Divided {
  RF_HD static double of(double sum, std::int32_t count) { return sum / count; }
};
struct Itself {
  RF_HD static double of(double value, std::int32_t) { return value; }
};
struct OfSample {
  RF_HD static double of(rf::rolling::MomentsOf const& moments, std::int32_t) { return moments.m2 / (moments.count - 1); }
};

using Mean = Reduced<rf::rolling::Sum, Divided>;
using Least = Reduced<rf::rolling::Min, Itself>;
using Greatest = Reduced<rf::rolling::Max, Itself>;
using LoopLeast = Reduced<rf::rolling::MinKeep, Itself>;
using Variance = Reduced<rf::rolling::Moments, OfSample>;

/// `let sum = 0; for (const v of window) sum += v; return sum / window.length`, in that order.
struct LoopMean {
  using Input = rf::Schema<rf::Float64>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>>;
  struct Plain {
    using State = double;
    template <class Row>
    RF_HD static double begin(Row const&) {
      return 0;
    }
    template <class Row, class Element>
    RF_HD static void step(Row const&, Element const& element, double& sum) {
      sum += rf::column<0>(element);
    }
  };
  using Folds = rf::Folds<Plain>;
  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rf::put<0>(out, rf::folded<0>(row) / rf::rows_in_window(row));
  }
};

#if defined(ROWFUSE_SWEEP)
template <int threads, int blocks, int loads>
struct Policy {
  static constexpr int block_threads = threads;
  static constexpr int resident_blocks = blocks;
  static constexpr int loads_in_flight = loads;
  static constexpr int most_nodes_near = 1 << 20;
  static constexpr int narrow_rows_a_thread = loads;
};
template <int threads, int rows>
struct Folding {
  static constexpr int block_threads = threads;
  static constexpr int resident_blocks = 1;
  static constexpr int rows_a_thread = rows;
  static constexpr int staged_elements = 4096;
};
#endif

/// Numbers between 0 and 100 with all their bits: SplitMix64 (Steele, Lea and Flood 2014) of the row's number, so that threads can share
/// the work.
double number_of(std::int64_t row) {
  std::uint64_t z = (static_cast<std::uint64_t>(row) + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53 * 100;
}

void in_parallel(std::int64_t count, std::function<void(std::int64_t, std::int64_t)> const& work) {
  auto const threads = static_cast<std::int64_t>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::thread> pool;
  for (std::int64_t i = 0; i < threads; ++i) {
    pool.emplace_back([&, i] { work(count * i / threads, count * (i + 1) / threads); });
  }
  for (auto& thread : pool) thread.join();
}

struct Sample {
  double value;
  std::uint32_t valid;
};

__global__ void gather(double const* values, std::uint32_t const* validity, std::int64_t const* rows, Sample* to, std::int32_t count) {
  auto const i = static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) to[i] = {values[rows[i]], validity == nullptr ? 1 : validity[rows[i] / 32] >> (rows[i] % 32) & 1};
}

template <class Item>
class Memory {
 public:
  explicit Memory(std::int64_t count) { CUDA_CHECK(cudaMalloc(&items_, static_cast<std::size_t>(count) * sizeof(Item) + 256)); }
  Memory(Memory const&) = delete;
  ~Memory() { cudaFree(items_); }
  Item* get() const { return items_; }

 private:
  Item* items_ = nullptr;
};

/// The elements of a reduction on the host.
template <class Reduction>
struct Elements {
  double const* numbers;
  RF_HD typename Reduction::Value operator()(std::int64_t row) const { return Reduction::value(Reduction::element(numbers[row])); }
};

/// The rows that are compared, with their expected values.
struct Checked {
  std::vector<std::int64_t> rows;
  rf::Window window;
  std::vector<double> const& input;
  std::int64_t length;

  template <class Reduction>
  std::vector<Sample> reductions(std::function<double(typename Reduction::Value const&, std::int64_t)> const& finish) const {
    return each([&](std::int64_t begin, std::int64_t end) {
      return finish(rf::rolling::range<Reduction>(begin, end, Elements<Reduction>{input.data()}), end - begin);
    });
  }

  /// Absent values count as not valid; `naive` and the sum of twice the precision are compared with these too.
  std::vector<Sample> each(std::function<double(std::int64_t, std::int64_t)> const& of) const {
    std::vector<Sample> samples(rows.size());
    in_parallel(static_cast<std::int64_t>(rows.size()), [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t i = from; i < to; ++i) {
        std::int64_t const row = rows[static_cast<std::size_t>(i)];
        std::int64_t const begin = window.begin(row);
        std::int64_t const end = window.end(row, length);
        bool const valid = end - begin >= window.min_periods;
        samples[static_cast<std::size_t>(i)] = {valid ? of(begin, end) : 0.0, valid};
      }
    });
    return samples;
  }
};

/// Sum and rest: Knuth's two-sum, twice the precision of a double.
double exact_mean(std::vector<double> const& input, std::int64_t begin, std::int64_t end) {
  double sum = 0;
  double rest = 0;
  for (std::int64_t i = begin; i < end; ++i) {
    double const x = input[static_cast<std::size_t>(i)];
    double const total = sum + x;
    double const part = total - sum;
    rest += (sum - (total - part)) + (x - part);
    sum = total;
  }
  return (sum + rest) / static_cast<double>(end - begin);
}

struct Verdict {
  bool compared = false;
  bool matches = true;
  double error = -1;  ///< the largest, relative; below 0: not measured
};

struct Bench {
  cudaStream_t stream;
  int runs;
  std::vector<double> input;
  Memory<double> x;
  Memory<double> out;
  Memory<std::uint32_t> validity;
  Memory<double> totals;
  Memory<char> workspace;
  Memory<std::uint64_t> report;
  std::int64_t workspace_bytes;

  Bench(cudaStream_t stream_, int runs_, std::int64_t most)
      : stream(stream_),
        runs(runs_),
        input(static_cast<std::size_t>(most)),
        x(most),
        out(most),
        validity(most / 32 + 1),
        totals(most),
        workspace(most * 2),
        report(16),
        workspace_bytes(most * 2) {
    in_parallel(most, [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t row = from; row < to; ++row) input[static_cast<std::size_t>(row)] = number_of(row);
    });
    CUDA_CHECK(cudaMemcpy(x.get(), input.data(), input.size() * 8, cudaMemcpyHostToDevice));
  }

  rf::cuda::FillArguments arguments(std::int64_t rows, arrow::InputColumn& in, arrow::OutputColumn& to) {
    in.values = x.get();
    in.values_bytes = rows * 8;
    to.values = out.get();
    to.values_bytes = rows * 8;
    to.validity = reinterpret_cast<std::uint8_t*>(validity.get());
    rf::cuda::FillArguments fill;
    fill.inputs = &in;
    fill.length = rows;
    fill.outputs = &to;
    fill.report = report.get();
    return fill;
  }

  template <class Transform, class Policy, Reach reach>
  void reduce(std::int64_t rows, rf::Window const& window) {
    if (rf::cuda::rolling_workspace_bytes<Transform, reach>(rows) > static_cast<std::size_t>(workspace_bytes)) {
      std::fprintf(stderr, "the workspace is too small\n");
      std::exit(1);
    }
    arrow::InputColumn in;
    arrow::OutputColumn to;
    rf::cuda::RollingPackOf<Transform> pack;
    check(rf::cuda::launch_reductions<Transform, Policy, reach>(arguments(rows, in, to), window, workspace.get(), pack, stream));
  }

  /// The policy that the window requires.
  template <class Transform, class Policy = rf::cuda::RollingPolicyOf<Transform>>
  void reduce(std::int64_t rows, rf::Window const& window) {
    switch (rf::cuda::reach_of<Transform, Policy>(window)) {
      case Reach::narrow: return reduce<Transform, Policy, Reach::narrow>(rows, window);
      case Reach::near: return reduce<Transform, Policy, Reach::near>(rows, window);
      case Reach::far: return reduce<Transform, Policy, Reach::far>(rows, window);
    }
  }

  template <class Policy = rf::cuda::FoldPolicy>
  void fold(std::int64_t rows, rf::Window const& window) {
    arrow::InputColumn in;
    arrow::OutputColumn to;
    check(rf::cuda::launch_folds<LoopMean, Policy>(arguments(rows, in, to), window, {}, stream));
  }

  void poison(std::int64_t rows) {
    CUDA_CHECK(cudaMemsetAsync(out.get(), 0xcd, static_cast<std::size_t>(rows) * 8, stream));
    CUDA_CHECK(cudaMemsetAsync(validity.get(), 0xcd, static_cast<std::size_t>(rows / 32 + 1) * 4, stream));
    CUDA_CHECK(cudaMemsetAsync(report.get(), 0, 16 * 8, stream));
  }

  std::vector<Sample> read(std::vector<std::int64_t> const& rows, bool with_validity) {
    auto const count = static_cast<std::int32_t>(rows.size());
    Memory<std::int64_t> at(count);
    Memory<Sample> to(count);
    CUDA_CHECK(cudaMemcpyAsync(at.get(), rows.data(), rows.size() * 8, cudaMemcpyHostToDevice, stream));
    gather<<<static_cast<unsigned>((count + 255) / 256), 256, 0, stream>>>(out.get(), with_validity ? validity.get() : nullptr, at.get(),
                                                                           to.get(), count);
    std::vector<Sample> samples(rows.size());
    CUDA_CHECK(cudaMemcpyAsync(samples.data(), to.get(), samples.size() * sizeof(Sample), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    return samples;
  }
};

/// One version of a rolling function.
struct Version {
  std::string name;
  std::function<void(std::int64_t rows, rf::Window const& window)> run;
  std::vector<Sample> const* expected = nullptr;  ///< bit for bit; null: only its error is measured
  bool nullable = true;  ///< validity bits; otherwise NaN where there is no result
  bool is_mean = false;
};

bool same(Sample const& a, Sample const& b) {
  return a.valid == b.valid &&
         (std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value) || (a.value != a.value && b.value != b.value));
}

Verdict judge(Bench& bench, Version const& version, std::int64_t rows, Checked const& checked, std::vector<Sample> const& exact) {
  bench.poison(rows);
  version.run(rows, checked.window);
  CUDA_CHECK(cudaGetLastError());
  auto const samples = bench.read(checked.rows, version.nullable);
  Verdict verdict;
  if (version.expected != nullptr) {
    verdict.compared = true;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (same(samples[i], (*version.expected)[i])) continue;
      if (verdict.matches) {
        std::printf("  %s, %lld rows, window %lld: row %lld is %.17g (%u), not %.17g (%u)\n", version.name.c_str(),
                    static_cast<long long>(rows), static_cast<long long>(checked.window.rows()), static_cast<long long>(checked.rows[i]),
                    samples[i].value, samples[i].valid, (*version.expected)[i].value, (*version.expected)[i].valid);
      }
      verdict.matches = false;
    }
  }
  if (version.is_mean) {
    verdict.error = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (exact[i].valid) verdict.error = std::max(verdict.error, std::abs(samples[i].value - exact[i].value) / std::abs(exact[i].value));
    }
  }
  return verdict;
}

struct Oracle {
  std::vector<Sample> mean, least, greatest, variance, loop, exact;

  explicit Oracle(Checked const& checked) {
    using namespace rf::rolling;
    mean = checked.reductions<Sum>([](double sum, std::int64_t count) { return Sum::result(sum) / static_cast<double>(count); });
    least = checked.reductions<Min>([](std::int64_t key, std::int64_t) { return Min::result(key); });
    greatest = checked.reductions<Max>([](std::int64_t key, std::int64_t) { return Max::result(key); });
    variance = checked.reductions<Moments>([](MomentsOf const& moments, std::int64_t) { return moments.m2 / (moments.count - 1); });
    loop = checked.each([&](std::int64_t begin, std::int64_t end) {
      double sum = 0;
      for (std::int64_t row = begin; row < end; ++row) sum += checked.input[static_cast<std::size_t>(row)];
      return sum / static_cast<double>(end - begin);
    });
    exact = checked.each([&](std::int64_t begin, std::int64_t end) { return exact_mean(checked.input, begin, end); });
  }
};

#if !defined(ROWFUSE_SWEEP)
unsigned blocks_of(std::int64_t rows, std::int64_t tile) { return static_cast<unsigned>((rows + tile - 1) / tile); }

std::vector<Version> chosen(Bench& bench, Oracle const& oracle, rf::Window const& window, double adds) {
  std::vector<Version> list;
  bool const wide = window.rows() > 16;
  list.push_back({"rowfuse mean", [&](auto rows, auto const& w) { bench.reduce<Mean>(rows, w); }, &oracle.mean, true, true});
  if (wide) {
    list.push_back({"rowfuse mean, nodes beforehand",
                    [&](auto rows, auto const& w) { bench.reduce<Mean, rf::cuda::RollingPolicy, Reach::far>(rows, w); }, &oracle.mean, true,
                    true});
  }
  list.push_back({"rowfuse min", [&](auto rows, auto const& w) { bench.reduce<Least>(rows, w); }, &oracle.least});
  list.push_back({"rowfuse max", [&](auto rows, auto const& w) { bench.reduce<Greatest>(rows, w); }, &oracle.greatest});
  list.push_back({"rowfuse min, as a loop", [&](auto rows, auto const& w) { bench.reduce<LoopLeast>(rows, w); }, &oracle.least});
  list.push_back({"rowfuse variance", [&](auto rows, auto const& w) { bench.reduce<Variance>(rows, w); }, &oracle.variance});
  // Versions that take time in proportion to the window, for windows where that is less than half a second.
  if (adds < 4e12) {
    list.push_back({"rowfuse loop", [&](auto rows, auto const& w) { bench.fold(rows, w); }, &oracle.loop, true, true});
  }
  auto const size = static_cast<std::int32_t>(window.rows());
  if (adds < 5e11) {
    list.push_back({"by hand: one thread per window",
                    [&, size](auto rows, auto const&) {
                      moving_mean_naive<<<blocks_of(rows, 256), 256, 0, bench.stream>>>(bench.x.get(), bench.out.get(),
                                                                                        static_cast<std::int32_t>(rows), size);
                    },
                    nullptr, false, true});
  }
  if (size <= 20'000 && adds < 1e12) {
    std::size_t const bytes = (static_cast<std::size_t>(size) + 256) * 8;
    list.push_back({"by hand: shared memory",
                    [&, size, bytes](auto rows, auto const&) {
                      check(rf::cuda::detail::allow_shared_bytes(moving_mean_shared, bytes));
                      moving_mean_shared<<<blocks_of(rows, 256), 256, bytes, bench.stream>>>(bench.x.get(), bench.out.get(),
                                                                                             static_cast<std::int32_t>(rows), size);
                    },
                    nullptr, false, true});
    std::size_t const tiled = (static_cast<std::size_t>(size) + 9 + 128 * 9) * 8;
    list.push_back({"by hand: shared memory, nine outputs per thread",
                    [&, size, tiled](auto rows, auto const&) {
                      check(rf::cuda::detail::allow_shared_bytes(moving_mean_tiled<9>, tiled));
                      moving_mean_tiled<9><<<blocks_of(rows, 128 * 9), 128, tiled, bench.stream>>>(bench.x.get(), bench.out.get(),
                                                                                                   static_cast<std::int32_t>(rows), size);
                    },
                    nullptr, false, true});
  }
  list.push_back({"by hand: difference of running totals",
                  [&, size](auto rows, auto const&) {
                    moving_mean_by_totals(bench.x.get(), bench.totals.get(), bench.out.get(), static_cast<std::int32_t>(rows), size,
                                          bench.workspace.get(), moving_mean_by_totals_bytes(static_cast<std::int32_t>(rows)),
                                          bench.stream);
                  },
                  nullptr, false, true});
  return list;
}
#else
std::vector<Version> chosen(Bench& bench, Oracle const& oracle, rf::Window const& window, double adds) {
  std::vector<Version> list;
  auto const near = [&]<int threads, int blocks, int loads>(std::integer_sequence<int, threads, blocks, loads>) {
    using Tried = Policy<threads, blocks, loads>;
    std::string const name = ", " + std::to_string(threads) + " threads, " + std::to_string(blocks) + " blocks, " + std::to_string(loads) +
                             (window.rows() > 16 ? " loads" : " rows");
    if (window.rows() > 16 && rf::cuda::is_near<Mean, Tried>(window)) {
      list.push_back(
          {"mean near" + name, [&](auto rows, auto const& w) { bench.reduce<Mean, Tried, Reach::near>(rows, w); }, &oracle.mean});
      list.push_back(
          {"min near" + name, [&](auto rows, auto const& w) { bench.reduce<Least, Tried, Reach::near>(rows, w); }, &oracle.least});
      list.push_back({"variance near" + name, [&](auto rows, auto const& w) { bench.reduce<Variance, Tried, Reach::near>(rows, w); },
                      &oracle.variance});
    }
    if (window.rows() > 16) {
      list.push_back({"mean far" + name, [&](auto rows, auto const& w) { bench.reduce<Mean, Tried, Reach::far>(rows, w); }, &oracle.mean});
    } else {
      list.push_back({"variance narrow" + name, [&](auto rows, auto const& w) { bench.reduce<Variance, Tried, Reach::narrow>(rows, w); },
                      &oracle.variance});
      list.push_back(
          {"mean narrow" + name, [&](auto rows, auto const& w) { bench.reduce<Mean, Tried, Reach::narrow>(rows, w); }, &oracle.mean});
    }
  };
  near(std::integer_sequence<int, 64, 8, 8>{});
  near(std::integer_sequence<int, 96, 6, 8>{});
  near(std::integer_sequence<int, 128, 3, 8>{});
  near(std::integer_sequence<int, 128, 4, 8>{});
  near(std::integer_sequence<int, 192, 4, 8>{});
  near(std::integer_sequence<int, 256, 2, 8>{});
  near(std::integer_sequence<int, 256, 3, 4>{});
  near(std::integer_sequence<int, 256, 3, 8>{});
  near(std::integer_sequence<int, 256, 3, 16>{});
  near(std::integer_sequence<int, 320, 2, 8>{});
  near(std::integer_sequence<int, 384, 2, 8>{});
  auto const folds = [&]<int threads, int rows>(std::integer_sequence<int, threads, rows>) {
    if (adds >= 4e12) return;
    list.push_back({"loop, " + std::to_string(threads) + " threads, " + std::to_string(rows) + " rows",
                    [&](auto length, auto const& w) { bench.fold<Folding<threads, rows>>(length, w); }, &oracle.loop});
  };
  folds(std::integer_sequence<int, 64, 11>{});
  folds(std::integer_sequence<int, 128, 9>{});
  folds(std::integer_sequence<int, 128, 11>{});
  folds(std::integer_sequence<int, 128, 13>{});
  return list;
}
#endif

}  // namespace

int main(int argc, char** argv) {
  std::string out;
  std::vector<std::int64_t> sizes = {10'000'000, 100'000'000};
  std::vector<std::int64_t> windows = {4, 64, 3000, 100'000};
  int runs = 10;
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    char const* const value = argv[index + 1];
    if (option == "--out") out = value;
    else if (option == "--rows") sizes = numbers(value);
    else if (option == "--windows") windows = numbers(value);
    else if (option == "--runs") runs = std::atoi(value);
    else {
      std::fprintf(stderr, "unknown option %s: --out FILE, --rows LIST, --windows LIST, --runs N\n", option.data());
      return 2;
    }
  }
  constexpr std::int64_t all_rows = 20'011;  // of which every row is compared
  std::int64_t const most = std::max(all_rows, *std::max_element(sizes.begin(), sizes.end()));
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  cudaStream_t const stream = pooled_stream();
  Bench bench(stream, runs, most);

  JsonWriter json;
  json.open().field("benchmark", std::string_view("rolling windows on the GPU"));
  json.key("machine").open();
  write_device(json, device);
  json.close();
  json.field("runs", static_cast<long long>(runs)).field("rowsCheckedOfSmallInput", static_cast<long long>(all_rows));
  bool all_match = true;

  // Every row of a small input, both ends included, with windows on both sides too.
  for (std::int64_t const size : windows) {
    for (bool const centered : {false, true}) {
      rf::Window const window{centered ? size / 2 : size - 1, centered ? size - 1 - size / 2 : 0, centered ? 1 : size};
      Checked checked{{}, window, bench.input, all_rows};
      for (std::int64_t row = 0; row < all_rows; ++row) checked.rows.push_back(row);
      Oracle const oracle(checked);
      for (Version const& version : chosen(bench, oracle, window, 0)) {
        if (version.expected != nullptr && !judge(bench, version, all_rows, checked, oracle.exact).matches) all_match = false;
      }
    }
  }

  json.key("sizes").open('[');
  for (std::int64_t const rows : sizes) {
    float const copy_ms =
        time_runs(stream, 3, runs, [&](int) {
          CUDA_CHECK(cudaMemcpyAsync(bench.out.get(), bench.x.get(), static_cast<std::size_t>(rows) * 8, cudaMemcpyDeviceToDevice, stream));
        }).median();
    json.open().field("rows", static_cast<long long>(rows)).field("copyMs", copy_ms).key("windows").open('[');
    std::printf("%lld rows: copy %.3f ms, %.0f GB/s\n", static_cast<long long>(rows), copy_ms, static_cast<double>(rows) * 16e-6 / copy_ms);
    for (std::int64_t const size : windows) {
      rf::Window const window{size - 1, 0, size};
      double const adds = static_cast<double>(rows) * static_cast<double>(size);
      Checked checked{{}, window, bench.input, rows};
      // Both ends, and rows throughout: about 4e8 elements in all.
      std::int64_t const count = std::clamp<std::int64_t>(400'000'000 / size / 2, 2000, 20'000);
      for (std::int64_t i = 0; i < count; ++i) {
        checked.rows.push_back(i < 300   ? i
                               : i < 600 ? rows - 1 - (i - 300)
                                         : static_cast<std::int64_t>(number_of(i) * 0.01 * static_cast<double>(rows)));
      }
      Oracle const oracle(checked);
      json.open().field("window", static_cast<long long>(size)).field("rowsChecked", static_cast<long long>(count));
      json.key("versions").open('[');
      std::printf(" window %lld\n", static_cast<long long>(size));
      for (Version const& version : chosen(bench, oracle, window, adds)) {
        Verdict const verdict = judge(bench, version, rows, checked, oracle.exact);
        all_match = all_match && verdict.matches;
        auto const times = time_runs(stream, 2, runs, [&](int) { version.run(rows, window); });
        float const ms = times.median();
        json.open().field("version", std::string_view(version.name)).field("ms", ms).field("leastMs", times.least());
        json.field("ofCopy", ms / copy_ms);
        if (verdict.compared) json.field("matches", verdict.matches);
        if (verdict.error >= 0) json.field("largestRelativeError", verdict.error);
        json.close();
        std::printf("  %-52s %9.3f ms  %6.2f x copy", version.name.c_str(), ms, ms / copy_ms);
        if (verdict.error >= 0) std::printf("  error %.1e", verdict.error);
        std::printf("%s\n", verdict.matches ? "" : "  WRONG");
      }
      json.close(']').close();
    }
    json.close(']').close();
  }
  json.close(']').field("allMatch", all_match).close();
  if (!out.empty()) std::ofstream(out) << json.text() << "\n";
  std::printf("%s\n", all_match ? "all results match" : "SOME RESULTS ARE WRONG");
  return all_match ? 0 : 1;
}
