// The GPU benchmark of redact: the article's optimized two-pass kernels and rowfuse's emitted ones, over the same
// resident table, in one process, beside the device's own copy.
//
//   redact_bench --names bench/data/names.csv --out bench-redact.json [--rows 600000,2000000,10000000,60000000]
//                [--runs 30] [--copy-gib 4]
//
// Device time is from before the first launch to after the last, so it includes the host's part: memory from the pool and the total
// that is read back. Every output is compared byte by byte with a host reference.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "../data/redact_table.hpp"
#include "article_two_pass.cuh"
#include "device_info.cuh"
#include "device_table.cuh"
#include "json_writer.hpp"
#include "measure.cuh"
#include "pooled_stream.cuh"
#include "redact_columns.cuh"
#include "rowfuse_one_pass.cuh"
#include "rowfuse_two_pass.cuh"

namespace {

using namespace bench;

struct Version {
  std::string name;
  std::function<DeviceOutput(DeviceInput const&, PhaseEvents const&, bool poisoned)> run;
};

/// Returns `rows` rows from `start`: offsets point into the same characters, and no longer start at 0.
DeviceInput window(DeviceInput const& all, Table const& table, std::int64_t start, std::int64_t rows) {
  DeviceInput part = all;
  auto const cut = [&](DeviceColumn& column, Column const& host) {
    column.offsets += start;
    column.chars_begin = host.offsets[start];
    column.chars_bytes = host.offsets[start + rows];
  };
  cut(part.name, table.name);
  cut(part.visibility, table.visibility);
  part.rows = rows;
  return part;
}

void release(DeviceOutput const& output, cudaStream_t stream) {
  CUDA_CHECK(cudaFreeAsync(output.offsets, stream));
  CUDA_CHECK(cudaFreeAsync(output.chars, stream));
}

/// True if the first `rows` rows equal the reference, in poisoned memory.
bool matches(Version const& version, DeviceInput const& input, HostOutput const& expected, cudaStream_t stream) {
  DeviceOutput const output = version.run(input, {}, true);
  bool const same = equals(output, expected, input.rows, stream);
  release(output, stream);
  return same;
}

Times time_version(Version const& version, std::function<DeviceInput(int)> const& input, cudaStream_t stream, int runs) {
  DeviceOutput output;
  return time_runs(stream, 5, runs, [&](int run) { output = version.run(input(run), {}, false); }, [&](int) { release(output, stream); });
}

/// Measures sizes, scan and fill in separate runs: medians, in milliseconds.
struct Phases {
  float sizes, scan, fill;
};

Phases time_phases(Version const& version, DeviceInput const& input, cudaStream_t stream, int runs) {
  Event start, sized, scanned, filling, end;
  Times sizes, scan, fill;
  for (int run = -3; run < runs; ++run) {
    DeviceOutput const output = version.run(input, {start, sized, scanned, filling}, false);
    CUDA_CHECK(cudaEventRecord(end, stream));
    release(output, stream);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    if (run < 0) continue;
    sizes.ms.push_back(milliseconds(start, sized));
    scan.ms.push_back(milliseconds(sized, scanned));
    fill.ms.push_back(milliseconds(filling, end));
  }
  return {sizes.median(), scan.median(), fill.median()};
}

/// A device-to-device copy that reads and writes `bytes` in total, over `copies` places in turn.
Times time_copy(char* from, char* to, std::size_t bytes, int copies, cudaStream_t stream, int runs) {
  std::size_t const half = bytes / 2;
  return time_runs(stream, 5, runs, [&](int run) {
    std::size_t const start = static_cast<std::size_t>(run % copies) * half;
    CUDA_CHECK(cudaMemcpyAsync(to + start, from + start, half, cudaMemcpyDeviceToDevice, stream));
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::string names = "bench/data/names.csv";
  std::string out;
  std::vector<std::int64_t> sizes = {600'000, 2'000'000, 10'000'000, 60'000'000};
  int runs = 30;
  std::size_t copy_bytes = std::size_t{4} << 30;
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    char const* const value = argv[index + 1];
    if (option == "--names") names = value;
    else if (option == "--out") out = value;
    else if (option == "--rows") sizes = numbers(value);
    else if (option == "--runs") runs = std::atoi(value);
    else if (option == "--copy-gib") copy_bytes = static_cast<std::size_t>(std::atof(value) * (1 << 30));
    else {
      std::fprintf(stderr, "unknown option %s: --names FILE, --out FILE, --rows LIST, --runs N, --copy-gib N\n", argv[index]);
      return 2;
    }
  }

  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  cudaStream_t const stream = pooled_stream();
  std::int32_t* pinned_total = nullptr;
  CUDA_CHECK(cudaMallocHost(&pinned_total, sizeof *pinned_total));

  std::int64_t const most = *std::max_element(sizes.begin(), sizes.end());
  Table const table = redact_table(most, names);
  HostOutput const expected = reference(table);
  DeviceInput const all{upload(table.name, most), upload(table.visibility, most), most};

  char* from = nullptr;
  char* to = nullptr;
  CUDA_CHECK(cudaMalloc(&from, copy_bytes));
  CUDA_CHECK(cudaMalloc(&to, copy_bytes));
  // Values other than zeros, which can be faster to move than data.
  for (std::size_t at = 0; at < copy_bytes; at += table.name.bytes) {
    CUDA_CHECK(cudaMemcpy(from + at, all.name.chars, std::min(table.name.bytes, copy_bytes - at), cudaMemcpyDeviceToDevice));
  }
  float const large_copy_ms = time_copy(from, to, copy_bytes * 2, 1, stream, runs).median();
  double const copy_rate = static_cast<double>(copy_bytes) * 2 / (large_copy_ms * 1e6);

  std::vector<Version> const versions = {
      {"article",
       [&](auto const& input, auto const& events, bool poisoned) { return article::run(input, stream, pinned_total, events, poisoned); }},
      {"rowfuse", RowfuseOnePass(stream)},
      {"rowfuse, two passes", RowfuseTwoPass(stream)},
  };

  JsonWriter json;
  json.open().field("benchmark", std::string_view("redact on the GPU"));
  json.key("machine").open();
  write_device(json, device);
  json.close();
  json.field("runs", static_cast<long long>(runs));
  json.key("copy").open().field("bytes", static_cast<long long>(copy_bytes)).field("ms", large_copy_ms);
  json.field("gigabytesPerSecond", copy_rate).close();
  json.key("sizes").open('[');
  std::printf("%s, copy of %.1f GiB: %.0f GB/s read and written\n", device.name, static_cast<double>(copy_bytes) / (1 << 30), copy_rate);
  std::printf("%10s %-19s %8s %8s %17s %8s %8s %8s %8s %6s\n", "rows", "version", "us", "GB/s", "same run twice us", "cold us", "sizes",
              "scan", "fill", "ok");

  bool all_match = true;
  for (std::int64_t const rows : sizes) {
    auto const count = static_cast<std::size_t>(rows);
    double const bytes = static_cast<double>(table.name.offsets[rows]) + table.visibility.offsets[rows] + expected.offsets[count] +
                         3.0 * 4 * static_cast<double>(rows + 1);
    DeviceInput const input = window(all, table, 0, rows);
    // If a size fits into the L2 several times, the windows of the whole table are taken in turn as well, so that inputs come from
    // device memory in every run.
    int const windows = static_cast<int>(std::min<std::int64_t>(most / rows, 64));
    bool const rotates = windows * bytes > 4.0 * device.l2CacheSize && bytes < 4.0 * device.l2CacheSize;
    auto const same = [&](int) { return input; };
    auto const rotated = [&](int run) { return window(all, table, run % windows * rows, rows); };

    json.open().field("rows", static_cast<long long>(rows)).field("bytes", bytes).field("bytesPerRow", bytes / static_cast<double>(rows));
    json.field("fitsL2", bytes < device.l2CacheSize);
    auto const half = static_cast<std::size_t>(bytes) / 2;
    float const copy_ms = time_copy(from, to, half * 2, 1, stream, runs).median();
    json.field("copyMs", copy_ms);
    int const places = static_cast<int>(std::min<std::size_t>(copy_bytes / half, 64));
    if (rotates) json.field("rotatedCopyMs", time_copy(from, to, half * 2, places, stream, runs).median());
    json.key("versions").open('[');

    std::vector<std::vector<Times>> rounds(versions.size());
    for (int round = 0; round < 2; ++round) {
      for (std::size_t index = 0; index < versions.size(); ++index) {
        rounds[index].push_back(time_version(versions[index], same, stream, runs));
      }
    }
    for (std::size_t index = 0; index < versions.size(); ++index) {
      Version const& version = versions[index];
      Times both = rounds[index][0];
      both.ms.insert(both.ms.end(), rounds[index][1].ms.begin(), rounds[index][1].ms.end());
      float const rotated_ms = rotates ? time_version(version, rotated, stream, runs).median() : 0;
      bool const is_one_kernel = version.name == "rowfuse";
      Phases const phases = time_phases(version, input, stream, runs);
      bool const ok = matches(version, input, expected, stream);
      all_match = all_match && ok;
      json.open().field("version", std::string_view(version.name)).field("ms", both.median()).field("leastMs", both.least());
      json.key("roundsMs").open('[').value(rounds[index][0].median()).value(rounds[index][1].median()).close(']');
      if (rotates) json.field("rotatedMs", rotated_ms);
      if (is_one_kernel) {
        json.field("kernelMs", phases.sizes);
      } else {
        json.key("phasesMs").open().field("sizes", phases.sizes).field("scan", phases.scan).field("fill", phases.fill).close();
      }
      json.field("matches", ok).close();
      std::printf("%10lld %-19s %8.1f %8.0f %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f %6s\n", static_cast<long long>(rows), version.name.c_str(),
                  both.median() * 1e3, bytes / (both.median() * 1e6), rounds[index][0].median() * 1e3, rounds[index][1].median() * 1e3,
                  rotated_ms * 1e3, phases.sizes * 1e3, phases.scan * 1e3, phases.fill * 1e3, ok ? "yes" : "NO");
    }
    json.close(']').close();
    std::printf("%10lld %-19s %8.1f %8.0f\n", static_cast<long long>(rows), "copy", copy_ms * 1e3, bytes / (copy_ms * 1e6));
  }
  json.close(']').field("allMatch", all_match).close();
  if (!out.empty()) std::ofstream(out) << json.text() << "\n";
  return all_match ? 0 : 1;
}
