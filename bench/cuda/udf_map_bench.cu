// The GPU benchmark of a map: whether an int64 is one of twenty values, as examples/udf-map.ts has it, over resident data.
//
//   udf_map_bench --out udf-map.json [--rows 10000000] [--runs 20]
//
// `transform` is the work of a call on resident columns: the report is cleared, and the kernel writes bits. `kernel` is the kernel by
// itself. `copy` moves the same bytes, half of them read and half written. A map to bits reads nearly all of them, so it can be faster
// or slower than the copy. bench/cuda/udf_map_numba.py measures Numba.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/device_transform.cuh>
#include <rowfuse/cuda/map/dispatch.cuh>

#include "../../generated/udfMap/udfMap.row.hpp"
#include "device_info.cuh"
#include "json_writer.hpp"
#include "measure.cuh"

namespace {

using namespace bench;
using Transform = rowfuse::generated::udfMap::UdfMap;

constexpr std::int64_t wanted[] = {1009,   4021,   8167,   15013,  23357,  31193,  42043,  54917,  68111,  79999,
                                   104729, 155921, 224737, 299993, 350377, 493127, 611953, 746773, 882377, 999983};

/// Below a million except one in 64, which is any integer; every 16th is one of the wanted values.
std::vector<std::int64_t> random_values(std::int64_t rows) {
  std::mt19937_64 random(1);
  std::vector<std::int64_t> values(static_cast<std::size_t>(rows));
  for (auto& value : values) {
    auto const bits = random();
    if (bits % 16 == 0) value = wanted[(bits >> 8) % std::size(wanted)];
    else if (bits % 64 == 1) value = static_cast<std::int64_t>(random());
    else value = static_cast<std::int64_t>((bits >> 8) % 1'000'000);
  }
  return values;
}

std::vector<std::uint32_t> reference(std::vector<std::int64_t> const& values) {
  std::vector<std::uint32_t> bits((values.size() + 31) / 32);
  for (std::size_t row = 0; row < values.size(); ++row) {
    bool const found = std::find(std::begin(wanted), std::end(wanted), values[row]) != std::end(wanted);
    bits[row / 32] |= static_cast<std::uint32_t>(found) << (row % 32);
  }
  return bits;
}

}  // namespace

int main(int argc, char** argv) {
  std::string out;
  std::int64_t rows = 10'000'000;
  int runs = 20;
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    char const* const value = argv[index + 1];
    if (option == "--out") out = value;
    else if (option == "--rows") rows = std::stoll(value);
    else if (option == "--runs") runs = std::atoi(value);
    else {
      std::fprintf(stderr, "unknown option %s: --out FILE, --rows N, --runs N\n", argv[index]);
      return 2;
    }
  }

  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  cudaStream_t stream = nullptr;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  auto const values = random_values(rows);
  auto const expected = reference(values);
  std::size_t const bytes_read = values.size() * sizeof(std::int64_t);
  std::size_t const bytes_written = expected.size() * sizeof(std::uint32_t);
  std::size_t const bytes = bytes_read + bytes_written;

  // The data are larger than half of the L2, which keeps some of them from one run to the next. Copies that are read in turn show the
  // time without that.
  constexpr int places = 4;
  char* memory = nullptr;
  char* target = nullptr;
  std::uint32_t* bits = nullptr;
  std::uint64_t* report_words = nullptr;
  CUDA_CHECK(cudaMalloc(&memory, bytes_read * places));
  CUDA_CHECK(cudaMalloc(&target, bytes_read));
  CUDA_CHECK(cudaMalloc(&bits, bytes_written));
  CUDA_CHECK(cudaMalloc(&report_words, 256));
  CUDA_CHECK(cudaMemset(report_words, 0, 256));
  for (int place = 0; place < places; ++place) {
    CUDA_CHECK(cudaMemcpy(memory + place * bytes_read, values.data(), bytes_read, cudaMemcpyHostToDevice));
  }
  CUDA_CHECK(cudaMemset(bits, 0xcd, bytes_written));

  auto const place_of = [&](int run) { return memory + static_cast<std::size_t>(run % places) * bytes_read; };
  auto const input_at = [&](char const* at) {
    rowfuse::arrow::InputColumn input;
    input.values = at;
    input.values_bytes = static_cast<std::int64_t>(bytes_read);
    return input;
  };
  rowfuse::arrow::InputColumn const input = input_at(memory);
  rowfuse::arrow::OutputColumn output;
  output.values = bits;
  output.values_bytes = static_cast<std::int64_t>(bytes_written);
  rowfuse::cuda::DeviceTransform<Transform> const transform;
  rowfuse::cuda::Workspace workspace;

  check(transform.fill(stream, &input, rows, &output, workspace));
  rowfuse::cuda::Report report;
  check(transform.read_report(stream, workspace, report));
  std::vector<std::uint32_t> found(expected.size());
  CUDA_CHECK(cudaMemcpy(found.data(), bits, bytes_written, cudaMemcpyDeviceToHost));
  bool const matches = found == expected && report.fault_row < 0;

  struct Version {
    std::string_view name;
    std::function<void(char const*)> run;
  };
  Version const versions[] = {
      {"transform",
       [&](char const* at) {
         auto const column = input_at(at);
         check(transform.fill(stream, &column, rows, &output, workspace));
       }},
      {"kernel",
       [&](char const* at) {
         auto const column = input_at(at);
         check(rowfuse::cuda::dispatch_map<Transform>({&column, rows, &output, report_words, nullptr}, stream));
       }},
      {"copy", [&](char const* at) { CUDA_CHECK(cudaMemcpyAsync(target, at, bytes / 2, cudaMemcpyDeviceToDevice, stream)); }},
  };

  JsonWriter json;
  json.open().field("benchmark", std::string_view("UDF map on the GPU"));
  json.key("machine").open();
  write_device(json, device);
  json.close();
  json.field("rows", static_cast<long long>(rows)).field("runs", static_cast<long long>(runs));
  json.field("bytesRead", static_cast<long long>(bytes_read)).field("bytesWritten", static_cast<long long>(bytes_written));
  json.key("versions").open('[');
  for (Version const& version : versions) {
    // Measured twice, because the difference is the noise.
    auto const same = [&](int) { version.run(memory); };
    Times const first = time_runs(stream, 5, runs, same);
    Times const second = time_runs(stream, 5, runs, same);
    Times const rotated = time_runs(stream, 5, runs, [&](int run) { version.run(place_of(run)); });
    Times both = first;
    both.ms.insert(both.ms.end(), second.ms.begin(), second.ms.end());
    double const us = both.median() * 1e3;
    json.open().field("version", version.name).field("us", us).field("leastUs", both.least() * 1e3);
    json.key("roundsUs").open('[').value(first.median() * 1e3).value(second.median() * 1e3).close(']');
    json.field("rotatedUs", rotated.median() * 1e3);
    json.field("gigabytesPerSecond", static_cast<double>(bytes) / (us * 1e3)).close();
    std::printf("%-10s %8.1f us (least %.1f, rounds %.1f %.1f, rotated %.1f) %6.0f GB/s\n", version.name.data(), us, both.least() * 1e3,
                first.median() * 1e3, second.median() * 1e3, rotated.median() * 1e3, static_cast<double>(bytes) / (us * 1e3));
  }
  json.close(']').field("matches", matches).close();
  std::printf("matches: %s\n", matches ? "yes" : "NO");
  if (!out.empty()) std::ofstream(out) << json.text() << "\n";
  return matches ? 0 : 1;
}
