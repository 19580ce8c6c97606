// The four versions of redact in "Mastering String Transformations in RAPIDS libcudf" (NVIDIA technical blog, 2022), each with a memory
// pool and without. They run beside rowfuse and the device's own copy, over the same resident table in one process.
//
//   article_bench --names bench/data/names.csv --out bench-article.json [--rows 600000,2000000,10000000,60000000]
//                 [--runs 20] [--only VERSION] [--no-direct] [--once]
//
// --once makes one run per version, between cudaProfilerStart and cudaProfilerStop, and times nothing: for profilers. Events give the
// device time, from before the first allocation to after the last kernel. The host's clock gives the wall time, from and to an idle
// device. Both include every allocation, the totals that are read back, and the freeing of memory that is not part of the result. Every
// output is compared byte by byte with a host reference, in memory overwritten beforehand.
#include <cuda_profiler_api.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "../data/redact_table.hpp"
#include "article_general.cuh"
#include "article_kernel_malloc.cuh"
#include "article_preallocated.cuh"
#include "article_two_pass.cuh"
#include "device_info.cuh"
#include "json_writer.hpp"
#include "launch_counter.hpp"
#include "measure.cuh"
#include "pooled_stream.cuh"
#include "redact_columns.cuh"
#include "rowfuse_one_pass.cuh"

namespace {

using namespace bench;

struct Version {
  std::string name;
  MemorySource source;
  std::function<DeviceOutput(DeviceInput const&, bool poisoned, article::Traffic&)> run;
  bool counts_traffic = true;

  char const* memory() const { return source == MemorySource::pool ? "pool" : "direct"; }
};

void release(DeviceOutput const& output, Allocator const& allocator) {
  allocator.give(output.offsets);
  allocator.give(output.chars);
}

/// Both clocks of one run.
struct Clocks {
  Times device;
  Times wall;
  void add(Clocks const& other) {
    device.ms.insert(device.ms.end(), other.device.ms.begin(), other.device.ms.end());
    wall.ms.insert(wall.ms.end(), other.wall.ms.begin(), other.wall.ms.end());
  }
};

using Clock = std::chrono::steady_clock;

float milliseconds_since(Clock::time_point from) { return std::chrono::duration<float, std::milli>(Clock::now() - from).count(); }

struct TimedRun {
  DeviceOutput output;
  float device_ms;
  float wall_ms;
};

class Runner {
 public:
  explicit Runner(cudaStream_t stream) : stream_(stream) {}

  /// One run from and to an idle device.
  TimedRun run(Version const& version, DeviceInput const& input, bool poisoned, article::Traffic& traffic) const {
    CUDA_CHECK(cudaDeviceSynchronize());
    auto const from = Clock::now();
    CUDA_CHECK(cudaEventRecord(start_, stream_));
    DeviceOutput const output = version.run(input, poisoned, traffic);
    CUDA_CHECK(cudaEventRecord(stop_, stream_));
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    float const wall_ms = milliseconds_since(from);
    return {output, milliseconds(start_, stop_), wall_ms};
  }

  /// `warm_up` runs, then up to `runs` timed ones within the budget, but never fewer than three.
  Clocks time(Version const& version, DeviceInput const& input, int warm_up, int runs, float budget_ms) const {
    Clocks clocks;
    article::Traffic ignored;
    auto const began = Clock::now();
    for (int number = -warm_up; number < runs; ++number) {
      if (number >= 3 && milliseconds_since(began) > budget_ms) break;
      TimedRun const timed = run(version, input, false, ignored);
      release(timed.output, Allocator(stream_, version.source));
      if (number < 0) continue;
      clocks.device.ms.push_back(timed.device_ms);
      clocks.wall.ms.push_back(timed.wall_ms);
    }
    return clocks;
  }

  struct Checked {
    bool matches;
    long long kernels;
    std::int64_t bytes;
    Clocks clocks;
  };

  /// One checked run, with its kernels and bytes counted.
  Checked check(Version const& version, DeviceInput const& input, HostOutput const& expected, bool poisoned) const {
    article::Traffic traffic;
    long long const before = kernels_launched();
    TimedRun const timed = run(version, input, poisoned, traffic);
    long long const kernels = kernels_launched() - before;
    bool const matches = equals(timed.output, expected, input.rows, stream_);
    release(timed.output, Allocator(stream_, version.source));
    return {matches, kernels, traffic.bytes, {{{timed.device_ms}}, {{timed.wall_ms}}}};
  }

 private:
  cudaStream_t stream_;
  Event start_, stop_;
};

/// The first `rows` rows.
DeviceInput window(DeviceInput const& all, Table const& table, std::int64_t rows) {
  DeviceInput part = all;
  part.rows = rows;
  part.name.chars_bytes = table.name.offsets[rows];
  part.visibility.chars_bytes = table.visibility.offsets[rows];
  return part;
}

Times time_copy(char* from, char* to, std::size_t bytes, cudaStream_t stream, int runs) {
  return time_runs(stream, 5, runs, [&](int) { CUDA_CHECK(cudaMemcpyAsync(to, from, bytes / 2, cudaMemcpyDeviceToDevice, stream)); });
}

}  // namespace

int main(int argc, char** argv) {
  std::string names = "bench/data/names.csv";
  std::string out;
  std::string only;
  std::vector<std::int64_t> sizes = {600'000, 2'000'000, 10'000'000, 60'000'000};
  int runs = 20;
  bool direct = true;
  bool once = false;
  for (int index = 1; index < argc; ++index) {
    std::string_view const option = argv[index];
    if (option == "--no-direct" || option == "--once") {
      if (option == "--once") once = true;
      else direct = false;
      continue;
    }
    char const* const value = index + 1 < argc ? argv[++index] : "";
    if (option == "--names") names = value;
    else if (option == "--out") out = value;
    else if (option == "--only") only = value;
    else if (option == "--rows") sizes = numbers(value);
    else if (option == "--runs") runs = std::atoi(value);
    else {
      std::fprintf(stderr, "unknown option %s: --names FILE, --out FILE, --rows LIST, --runs N, --only VERSION, --no-direct, --once\n",
                   option.data());
      return 2;
    }
  }
  std::sort(sizes.begin(), sizes.end());
  std::int64_t const most = sizes.back();

  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  // This comes before any run, because the heap's size cannot change once a kernel that uses it was loaded.
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, article::heap_bytes(most)));
  cudaStream_t const stream = pooled_stream();
  cudaMemPool_t pool = nullptr;
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  std::int32_t* pinned_total = nullptr;
  CUDA_CHECK(cudaMallocHost(&pinned_total, sizeof *pinned_total));

  Table const table = redact_table(most, names);
  HostOutput const expected = reference(table);
  DeviceInput const all{upload(table.name, most), upload(table.visibility, most), most};

  std::size_t const copy_bytes = std::size_t{4} << 30;
  char* from = nullptr;
  char* to = nullptr;
  CUDA_CHECK(cudaMalloc(&from, copy_bytes));
  CUDA_CHECK(cudaMalloc(&to, copy_bytes));
  fill_with(from, copy_bytes, all.name);
  float const large_copy_ms = time_copy(from, to, copy_bytes * 2, stream, runs).median();
  double const copy_rate = static_cast<double>(copy_bytes) * 2 / (large_copy_ms * 1e6);

  std::vector<Version> versions;
  auto const add = [&](char const* name, auto run_version) {
    for (MemorySource const source : {MemorySource::direct, MemorySource::pool}) {
      if (source == MemorySource::direct && !direct) continue;
      versions.push_back({name, source, [=](DeviceInput const& input, bool poisoned, article::Traffic& traffic) {
                            return run_version(input, article::Run{Allocator(stream, source), pinned_total, traffic, poisoned});
                          }});
    }
  };
  add("general", article::run_general);
  add("kernel malloc", article::run_kernel_malloc);
  add("preallocated", article::run_preallocated);
  add("two-pass", article::run_two_pass);
  RowfuseOnePass const rowfuse(stream);
  versions.push_back({"rowfuse", MemorySource::pool,
                      [&](DeviceInput const& input, bool poisoned, article::Traffic&) { return rowfuse(input, {}, poisoned); }, false});
  if (!only.empty()) std::erase_if(versions, [&](Version const& version) { return version.name != only; });

  Runner const runner(stream);
  if (once) {
    DeviceInput input = window(all, table, most);
    bool match = true;
    for (Version const& version : versions) {
      CUDA_CHECK(cudaDeviceSynchronize());
      CUDA_CHECK(cudaProfilerStart());
      // The output is not overwritten beforehand, because kernels that evict the memory set's bytes from the L2 would be charged for
      // it.
      match = runner.check(version, input, expected, false).matches && match;
      CUDA_CHECK(cudaProfilerStop());
    }
    return match ? 0 : 1;
  }

  JsonWriter json;
  json.open().field("benchmark", std::string_view("the article's versions of redact on the GPU"));
  json.key("machine").open();
  write_device(json, device);
  json.close();
  json.key("copy").open().field("bytes", static_cast<long long>(copy_bytes)).field("ms", large_copy_ms);
  json.field("gigabytesPerSecond", copy_rate).close();
  json.key("sizes").open('[');
  std::printf("%s, copy of 4 GiB: %.0f GB/s read and written\n", device.name, copy_rate);
  std::printf("%10s %-14s %-7s %10s %10s %17s %5s %8s %8s %7s %5s\n", "rows", "version", "memory", "device us", "wall us", "rounds us",
              "runs", "GB/s", "kernels", "bytes/x", "ok");

  // Versions that are slow at one size are run less often at the next, or not at all.
  constexpr float slow_ms = 150;
  constexpr float once_ms = 1000;
  constexpr float longest_ms = 6000;
  std::vector<float> last_ms(versions.size(), 0);
  std::int64_t last_rows = 0;
  bool all_match = true;
  for (std::int64_t const rows : sizes) {
    DeviceInput const input = window(all, table, rows);
    double const input_bytes = static_cast<double>(article::column_bytes(input.name, rows) + article::column_bytes(input.visibility, rows));
    double const bytes = input_bytes + expected.offsets[static_cast<std::size_t>(rows)] + 4.0 * static_cast<double>(rows + 1);
    json.open().field("rows", static_cast<long long>(rows)).field("bytes", bytes).field("inputBytes", input_bytes);
    json.field("fitsL2", bytes < device.l2CacheSize);
    float const copy_ms = time_copy(from, to, static_cast<std::size_t>(bytes), stream, runs).median();
    json.field("copyMs", copy_ms).key("versions").open('[');

    std::vector<float> predicted(versions.size());
    for (std::size_t index = 0; index < versions.size() && last_rows > 0; ++index) {
      predicted[index] = last_ms[index] * static_cast<float>(rows) / static_cast<float>(last_rows);
    }
    std::vector<std::vector<Clocks>> rounds(versions.size());
    for (int round = 0; round < 2; ++round) {
      for (std::size_t index = 0; index < versions.size(); ++index) {
        bool const slow = predicted[index] > slow_ms;
        if (predicted[index] > once_ms || (slow && round > 0)) continue;
        Version const& version = versions[index];
        // cudaMalloc cannot use the memory that the pool has kept.
        if (version.source == MemorySource::direct) CUDA_CHECK(cudaMemPoolTrimTo(pool, 0));
        rounds[index].push_back(runner.time(version, input, slow ? 0 : 2, slow ? 3 : runs / 2, 800));
      }
    }
    for (std::size_t index = 0; index < versions.size(); ++index) {
      Version const& version = versions[index];
      json.open().field("version", std::string_view(version.name)).field("memory", std::string_view(version.memory()));
      if (predicted[index] > longest_ms) {
        std::string const reason = "one run would take more than " + std::to_string(std::lround(longest_ms / 1000)) + " s";
        json.field("skipped", std::string_view(reason)).close();
        std::printf("%10lld %-14s %-7s skipped: %s\n", static_cast<long long>(rows), version.name.c_str(), version.memory(),
                    reason.c_str());
        last_ms[index] = predicted[index];
        continue;
      }
      auto const checked = runner.check(version, input, expected, !rounds[index].empty());
      if (rounds[index].empty()) rounds[index].push_back(checked.clocks);
      Clocks both;
      for (Clocks const& round : rounds[index]) both.add(round);
      all_match = all_match && checked.matches;
      float const device_ms = both.device.median();
      last_ms[index] = both.wall.median();
      json.field("deviceMs", device_ms).field("leastDeviceMs", both.device.least());
      json.key("roundsDeviceMs").open('[');
      for (Clocks const& round : rounds[index]) json.value(round.device.median());
      json.close(']');
      json.field("wallMs", both.wall.median()).field("leastWallMs", both.wall.least());
      json.field("runs", static_cast<long long>(both.wall.ms.size())).field("kernels", checked.kernels);
      if (version.counts_traffic) json.field("kernelBytes", static_cast<double>(checked.bytes));
      json.field("matches", checked.matches).close();
      std::printf("%10lld %-14s %-7s %10.1f %10.1f %8.1f %8.1f %5zu %8.0f %8lld %7.2f %5s\n", static_cast<long long>(rows),
                  version.name.c_str(), version.memory(), device_ms * 1e3, both.wall.median() * 1e3,
                  rounds[index].front().device.median() * 1e3, rounds[index].back().device.median() * 1e3, both.wall.ms.size(),
                  bytes / (device_ms * 1e6), checked.kernels, static_cast<double>(checked.bytes) / bytes, checked.matches ? "yes" : "NO");
      std::fflush(stdout);
    }
    json.close(']').close();
    std::printf("%10lld %-14s %-7s %10.1f %39s %8.0f\n", static_cast<long long>(rows), "copy", "", copy_ms * 1e3, "",
                bytes / (copy_ms * 1e6));
    last_rows = rows;
  }
  unsigned long long without_memory = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&without_memory, article::rows_without_memory, sizeof without_memory));
  json.close(']').field("heapMiB", static_cast<double>(article::heap_bytes(most) >> 20));
  json.field("rowsWithoutHeap", static_cast<double>(without_memory)).field("allMatch", all_match).close();
  if (without_memory > 0) std::printf("the device heap had no memory for %llu rows\n", without_memory);
  if (!out.empty()) std::ofstream(out) << json.text() << "\n";
  return all_match ? 0 : 1;
}
