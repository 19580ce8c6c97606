// The GPU benchmark of groups. From text of lines `station;temperature` on the device it computes the least, mean and greatest
// temperature of each station, and its number of lines. rowfuse knows neither the stations nor that temperatures have one decimal.
// Beside it run the usual hand-written design (groups_by_hand.cuh), and the device's copy of as many bytes.
//
//   groups_bench --out groups.json [--rows 100000000,1000000000] [--stations 413,10000] [--runs 5] [--sweep 1] [--only 1]
//                [--columns 100000000] [--keys 1000,1000000]
//
// The columns are sums of a float64 by an int32 (groups_columns_bench.cuh), over that many rows. `--rows 0` leaves the lines out,
// `--columns 0` the columns.
//
// Two transforms: temperatures as float64, whose sums are exact integers of many bits, and as int16 tenths. Device time by events, from
// an empty table to the one that has all groups. Every result is compared with the numbers that the lines were made from, not with
// their text.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/groups/dispatch.cuh>
#include <rowfuse/cuda/groups/states.cuh>
#include <rowfuse/cuda/host/group_run.hpp>
#include <rowfuse/number/text/decimal_integer.hpp>
#include <rowfuse/number/text/parse_number.hpp>
#include <rowfuse/row.hpp>

#include "device_info.cuh"
#include "groups_by_hand.cuh"
#include "groups_columns_bench.cuh"
#include "groups_text.cuh"
#include "json_writer.hpp"
#include "measure.cuh"
#include "number_list.hpp"

namespace {

using namespace bench;
namespace rf = rowfuse;
namespace fused = rowfuse::cuda;

// As they are emitted.
struct Temperatures {
  using Input = rf::Schema<rf::Line>;
  using Output = rf::Schema<rf::Utf8, rf::Float64>;
  using Grouping = rf::Grouping<1, true, rf::Min<1>, rf::Mean<1>, rf::Max<1>, rf::CountRows>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    auto const line_ = rf::column<0>(row);
    auto const at_ = line_.index_of(rf::literal<";">());
    if (at_ < 0) return rf::fail(out);
    rf::put<0>(out, line_.slice(0, at_));
    rf::put<1>(out, rf::to_number(line_.slice(at_ + 1)));
  }
};

struct Tenths {
  using Input = rf::Schema<rf::Line>;
  using Output = rf::Schema<rf::Utf8, rf::Int16>;
  using Grouping = rf::Grouping<1, true, rf::Min<1>, rf::Mean<1>, rf::Max<1>, rf::CountRows>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    auto const line_ = rf::column<0>(row);
    auto const end_ = line_.index_of(rf::literal<";">());
    auto const degrees_ = line_.slice(end_ + 1);
    if ((end_ < 1) || (degrees_ == rf::literal<"">())) return rf::fail(out);
    rf::put<0>(out, line_.slice(0, end_));
    rf::put<1>(out, rf::rounded_decimal(degrees_, 1));
  }
};

/// Names as long as those of weather_stations.csv of the One Billion Row Challenge: 1 in 25 has letters of two bytes.
std::vector<std::string> make_names(std::size_t count) {
  // The number of bytes per size from 3 on, out of 44,690.
  constexpr int lengths[] = {192, 1212, 3262, 5433, 6205, 6118, 5231, 4218, 3043, 2324, 1626, 1247, 953, 725, 562, 504,
                             406, 362,  288,  217,  175,  102,  79,   60,   50,   31,   13,   14,   6,   3,   5,   5};
  std::uint32_t total = 0;
  for (int const length : lengths) total += static_cast<std::uint32_t>(length);
  std::map<std::string, bool> known;
  std::vector<std::string> names;
  for (std::uint64_t i = 0; names.size() < count; ++i) {
    std::uint64_t random = hashed(i + 77);
    auto place = static_cast<std::int32_t>(random % total);
    std::size_t size = 3;
    for (int const length : lengths) {
      if (place < length) break;
      place -= length;
      ++size;
    }
    std::string name;
    while (name.size() < size) {
      random = hashed(random);
      if (i % 25 == 0 && name.size() + 2 <= size && random % 3 == 0) {
        name += "\xC3";
        name += static_cast<char>(0xA0 + random / 8 % 32);
      } else {
        name += static_cast<char>((name.empty() ? 'A' : 'a') + random / 8 % 26);
      }
    }
    if (known.emplace(name, true).second) names.push_back(name);
  }
  return names;
}

/// The source of the lines: how often each temperature occurs at each station.
constexpr std::int32_t most_tenths = 999;
constexpr std::size_t temperatures = 2 * most_tenths + 1;

__global__ void kernel_histogram(std::uint32_t stations, std::uint64_t seed, std::int64_t rows, unsigned* counts) {
  for (std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; row < rows; row += std::int64_t{gridDim.x} * blockDim.x) {
    Line const line = line_of(seed, row, stations);
    atomicAdd(counts + line.station * temperatures + static_cast<unsigned>(line.tenths + most_tenths), 1u);
  }
}

struct Summary {
  double least = 0;
  double mean = 0;
  double most = 0;
  std::int64_t count = 0;

  bool operator==(Summary const& other) const {
    return std::memcmp(&least, &other.least, 8) == 0 && std::memcmp(&mean, &other.mean, 8) == 0 &&
           std::memcmp(&most, &other.most, 8) == 0 && count == other.count;
  }
};

struct Expected {
  std::map<std::string, Summary, std::less<>> temperatures;
  std::map<std::string, Summary, std::less<>> tenths;
  std::vector<HandSums> hand;
};

Expected expected_of(std::vector<std::string> const& names, std::uint64_t seed, std::int64_t rows) {
  std::size_t const bytes = names.size() * temperatures * 4;
  unsigned* device = nullptr;
  CUDA_CHECK(cudaMalloc(&device, bytes));
  CUDA_CHECK(cudaMemset(device, 0, bytes));
  kernel_histogram<<<2048, 256>>>(static_cast<std::uint32_t>(names.size()), seed, rows, device);
  CUDA_CHECK(cudaGetLastError());
  std::vector<unsigned> counts(names.size() * temperatures);
  CUDA_CHECK(cudaMemcpy(counts.data(), device, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device));

  Expected expected;
  for (std::size_t station = 0; station < names.size(); ++station) {
    Summary exact;
    Summary tenths;
    __int128 sum = 0;  // in units of 2^-60, of which every temperature is a multiple
    std::int64_t sum_of_tenths = 0;
    for (std::size_t i = 0; i < temperatures; ++i) {
      std::int64_t const count = counts[station * temperatures + i];
      if (count == 0) continue;
      std::int32_t const value = static_cast<std::int32_t>(i) - most_tenths;
      // The text of -0.04 would be "-0.0"; of 0 it is "0.0".
      double const number = value / 10.0;
      if (tenths.count == 0) {
        exact.least = number;
        tenths.least = value;
      }
      exact.most = number;
      tenths.most = value;
      tenths.count += count;
      sum_of_tenths += count * value;
      sum += static_cast<__int128>(number * 0x1p60) * count;
    }
    if (tenths.count == 0) continue;
    exact.count = tenths.count;
    exact.mean = static_cast<double>(sum) * 0x1p-60 / static_cast<double>(exact.count);
    tenths.mean = static_cast<double>(sum_of_tenths) / static_cast<double>(tenths.count);
    expected.temperatures.emplace(names[station], exact);
    expected.tenths.emplace(names[station], tenths);
    expected.hand.push_back({static_cast<std::int32_t>(tenths.least), static_cast<std::int32_t>(tenths.most),
                             static_cast<unsigned>(tenths.count), 0, static_cast<unsigned long long>(sum_of_tenths)});
  }
  return expected;
}

/// The first lines of the text, parsed here, must be those that were requested.
bool text_is_as_made(DeviceText const& text, std::vector<std::string> const& names, std::uint64_t seed, std::int64_t rows) {
  std::vector<char> bytes(static_cast<std::size_t>(std::min<std::int64_t>(text.size, 16 << 20)));
  CUDA_CHECK(cudaMemcpy(bytes.data(), text.bytes, bytes.size(), cudaMemcpyDeviceToHost));
  std::string_view rest(bytes.data(), bytes.size());
  for (std::int64_t row = 0; row < rows; ++row) {
    std::size_t const end = rest.find('\n');
    if (end == std::string_view::npos) return row > 0;
    Line const line = line_of(seed, row, static_cast<std::uint32_t>(names.size()));
    char number[16];
    std::snprintf(number, sizeof number, "%s%d.%d", line.tenths < 0 ? "-" : "", std::abs(line.tenths) / 10, std::abs(line.tenths) % 10);
    if (rest.substr(0, end) != names[line.station] + ";" + number) return false;
    rest.remove_prefix(end + 1);
  }
  return true;
}

template <class Transform>
bool equals(fused::HostGroups const& groups, std::map<std::string, Summary, std::less<>> const& expected) {
  using Columns = typename Transform::Output;
  using Grouping = typename Transform::Grouping;
  bool same = groups.count == expected.size();
  int shown = 0;
  rf::RowFault fault;
  for (std::uint32_t group = 0; group < groups.count; ++group) {
    auto const state = fused::state_of<Transform>(groups, group);
    auto const key = fused::key_of<Transform, 0>(groups, group);
    Summary const summary{static_cast<double>(rf::Min<1>::value<Columns>(state, fault, 0)), rf::Mean<1>::value<Columns>(state, fault, 0),
                          static_cast<double>(rf::Max<1>::value<Columns>(state, fault, 0)), rf::CountRows::value<Columns>(state, fault, 0)};
    auto const found = expected.find(key.text);
    if (found != expected.end() && found->second == summary) continue;
    same = false;
    if (shown++ >= 5) continue;
    std::printf("  %.*s: %.17g %.17g %.17g %lld", static_cast<int>(key.text.size()), key.text.data(), summary.least, summary.mean,
                summary.most, static_cast<long long>(summary.count));
    if (found == expected.end()) std::printf(", not expected\n");
    else
      std::printf(", expected %.17g %.17g %.17g %lld\n", found->second.least, found->second.mean, found->second.most,
                  static_cast<long long>(found->second.count));
  }
  (void)sizeof(Grouping);
  if (!same) std::printf("  %u groups, expected %zu\n", groups.count, expected.size());
  return same;
}

struct Result {
  Times times;
  bool matches = false;
  std::uint32_t local_groups = 0;
};

template <class Transform, class Policy>
Result run(DeviceText const& text, std::int64_t rows, int runs, std::map<std::string, Summary, std::less<>> const& expected,
           cudaStream_t stream) {
  Result result;
  rowfuse::arrow::InputColumn const line;  // of which a launch takes only the fact that it exists
  Event start;
  Event stop;
  for (int round = -1; round < runs; ++round) {
    fused::GroupRun groups(fused::line_group_entry<Transform, Policy>);
    fused::LinesReport report;
    CUDA_CHECK(cudaEventRecord(start, stream));
    check(groups.add_lines(stream, {text.bytes, text.size, true}, &line, 0, report));
    CUDA_CHECK(cudaEventRecord(stop, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    if (round >= 0) result.times.ms.push_back(milliseconds(start, stop));
    result.local_groups = groups.local_groups();
    if (round != runs - 1) continue;
    fused::HostGroups host;
    check(groups.download(stream, host));
    if (report.fault_at >= 0)
      std::printf("  fault %d at byte %lld\n", static_cast<int>(report.fault.code), static_cast<long long>(report.fault_at));
    if (report.rows != rows) std::printf("  %lld lines\n", static_cast<long long>(report.rows));
    result.matches = report.fault_at < 0 && report.rows == rows && equals<Transform>(host, expected);
  }
  return result;
}

template <int threads, std::uint32_t local = 1u << 30>
struct Policy : fused::GroupLinesPolicy {
  static constexpr int block_threads = threads;
  static constexpr std::uint32_t most_local_groups = local;
};

struct Bench {
  JsonWriter& json;
  DeviceText text;
  std::int64_t rows;
  int runs;
  Expected const& expected;
  cudaStream_t stream;
  bool& all_match;

  template <class Transform, class Policy>
  float report(char const* name, char const* policy) {
    constexpr bool tenths = std::is_same_v<Transform, Tenths>;
    Result const result = run<Transform, Policy>(text, rows, runs, tenths ? expected.tenths : expected.temperatures, stream);
    all_match = all_match && result.matches;
    float const ms = result.times.median();
    json.open().field("what", std::string_view(name)).field("policy", std::string_view(policy)).field("ms", ms);
    json.field("leastMs", result.times.least()).field("gigabytesPerSecond", static_cast<double>(text.size) / (ms * 1e6));
    json.field("groupsInSharedMemory", static_cast<long long>(result.local_groups)).field("matches", result.matches).close();
    std::printf("  %-14s %-14s %9.3f ms (least %9.3f) %7.1f GB/s, %u groups local%s\n", name, policy, ms, result.times.least(),
                static_cast<double>(text.size) / (ms * 1e6), result.local_groups, result.matches ? "" : "  WRONG");
    std::fflush(stdout);
    return ms;
  }

  float by_hand(Stations const& stations, std::vector<std::string> const& names) {
    HandGroups const groups(stations, names);
    float best = 0;
    for (std::int64_t const chunk : {std::int64_t{512}, std::int64_t{2048}, std::int64_t{8192}, std::int64_t{32768}}) {
      Times const times = time_runs(stream, 1, 2, [&](int) { groups.add(text, chunk, stream); });
      bool same = true;
      std::size_t at = 0;
      for (HandSums const& one : groups.sums()) {
        if (one.count == 0) continue;
        same = same && at < expected.hand.size() && std::memcmp(&one, &expected.hand[at], sizeof one) == 0;
        ++at;
      }
      all_match = all_match && same;
      float const ms = times.least();
      json.open().field("what", std::string_view("by hand")).field("chunk", static_cast<long long>(chunk)).field("ms", ms);
      json.field("matches", same).close();
      std::printf("  by hand, %5lld bytes a thread %9.3f ms%s\n", static_cast<long long>(chunk), ms, same ? "" : "  WRONG");
      std::fflush(stdout);
      if (best == 0 || ms < best) best = ms;
    }
    return best;
  }
};

template <class Transform>
void sweep_of(Bench& bench, char const* name) {
  bench.report<Transform, Policy<512>>(name, "512 threads");
  bench.report<Transform, Policy<768>>(name, "768");
  bench.report<Transform, Policy<1024>>(name, "1024");
  bench.report<Transform, Policy<1024, 2048>>(name, "1024, 2048 local");
}

}  // namespace

int main(int argc, char** argv) {
  std::string out;
  std::vector<std::int64_t> sizes = {100'000'000};
  std::vector<std::int64_t> station_counts = {413, 10000};
  std::int64_t column_rows = 100'000'000;
  std::vector<std::int64_t> key_counts = {1000, 1'000'000};
  int runs = 5;
  bool sweep = false;
  bool only = false;
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    char const* const value = argv[index + 1];
    if (option == "--out") out = value;
    else if (option == "--rows") sizes = numbers(value);
    else if (option == "--stations") station_counts = numbers(value);
    else if (option == "--columns") column_rows = std::atoll(value);
    else if (option == "--keys") key_counts = numbers(value);
    else if (option == "--runs") runs = std::atoi(value);
    else if (option == "--sweep") sweep = std::atoi(value) != 0;
    else if (option == "--only") only = std::atoi(value) != 0;
    else {
      std::fprintf(
          stderr,
          "unknown option %s: --out FILE, --rows LIST, --stations LIST, --runs N, --sweep 0|1, --only 0|1, --columns N, --keys LIST\n",
          option.data());
      return 2;
    }
  }
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  cudaStream_t stream = nullptr;
  CUDA_CHECK(cudaStreamCreate(&stream));
  JsonWriter json;
  json.open().field("benchmark", std::string_view("groups of lines and columns on the GPU"));
  json.key("machine").open();
  write_device(json, device);
  json.close();
  bool all_match = true;
  std::erase(sizes, 0);
  json.field("runs", static_cast<long long>(runs)).key("columns").open('[');
  if (column_rows > 0) all_match = bench_columns(json, column_rows, key_counts, runs, sweep, stream);
  json.close(']').key("inputs").open('[');
  constexpr std::uint64_t seed = 20;
  for (std::int64_t const count : sizes.empty() ? std::vector<std::int64_t>{} : station_counts) {
    auto const names = make_names(static_cast<std::size_t>(count));
    Stations const stations = upload(names);
    for (std::int64_t const rows : sizes) {
      DeviceText const text = make_text(stations, seed, rows);
      Expected const expected = expected_of(names, seed, rows);
      bool const made = text_is_as_made(text, names, seed, rows);
      all_match = all_match && made;
      std::printf("%lld rows, %lld stations, %.2f GB%s\n", static_cast<long long>(rows), static_cast<long long>(count),
                  static_cast<double>(text.size) * 1e-9, made ? "" : "  TEXT IS WRONG");
      json.open().field("rows", static_cast<long long>(rows)).field("stations", static_cast<long long>(count));
      json.field("bytes", static_cast<long long>(text.size)).field("textIsAsMade", made).key("measured").open('[');
      Bench bench{json, text, rows, runs, expected, stream, all_match};
      using Default = fused::GroupLinesPolicy;
      float const temperatures_ms = bench.report<Temperatures, Default>("float64", "default");
      float const tenths_ms = bench.report<Tenths, Default>("int16 tenths", "default");
      if (sweep) {
        sweep_of<Temperatures>(bench, "float64");
        sweep_of<Tenths>(bench, "int16 tenths");
      }
      float const hand_ms = only ? 0 : bench.by_hand(stations, names);
      json.close(']').field("byHandMs", hand_ms).field("float64TimesFaster", hand_ms / temperatures_ms);
      json.field("tenthsTimesFaster", hand_ms / tenths_ms).close();
      std::printf("  by hand over float64 %.1f, over tenths %.1f\n", hand_ms / temperatures_ms, hand_ms / tenths_ms);
      CUDA_CHECK(cudaFree(text.bytes));
    }
    CUDA_CHECK(cudaFree(stations.names));
    CUDA_CHECK(cudaFree(stations.offsets));
  }
  json.close(']').field("allMatch", all_match).close();
  if (!out.empty()) std::ofstream(out) << json.text() << "\n";
  return all_match ? 0 : 1;
}
