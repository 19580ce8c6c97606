// Compares the ways from host memory through a kernel and back: the engine's staged copies, copies by the driver, and managed memory.
// Pages of managed memory move on a fault, or are prefetched.
//
//   managed_memory [--rows 40000000] [--runs 10] [--threads 12] [--out managed-memory.json]
//
// The kernel reads a double and writes one. Times are wall time from an idle device to a result that the host can read.
#include "cuda_check.cuh"
//
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <engine/cuda/transfer.hpp>

#include "device_info.cuh"
#include "json_writer.hpp"
#include "pooled_stream.cuh"

namespace {

using namespace bench;
using Clock = std::chrono::steady_clock;

__global__ void __launch_bounds__(256) halve(double const* x, double* out, std::int64_t rows) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row < rows) out[row] = x[row] * 0.5;
}

struct Ways {
  std::int64_t rows;
  int threads;
  cudaStream_t stream;
  std::vector<double> input;
  std::vector<double> output;
  double* device_input = nullptr;
  double* device_output = nullptr;
  double* managed_input = nullptr;
  double* managed_output = nullptr;

  Ways(std::int64_t of_rows, int of_threads)
      : rows{of_rows}, threads{of_threads}, stream{pooled_stream()}, input(static_cast<std::size_t>(of_rows)), output(input.size()) {
    for (std::size_t row = 0; row < input.size(); ++row) input[row] = static_cast<double>(row);
    CUDA_CHECK(cudaMalloc(&device_input, bytes()));
    CUDA_CHECK(cudaMalloc(&device_output, bytes()));
    CUDA_CHECK(cudaMallocManaged(&managed_input, bytes()));
    CUDA_CHECK(cudaMallocManaged(&managed_output, bytes()));
  }

  std::size_t bytes() const { return static_cast<std::size_t>(rows) * sizeof(double); }

  void run(double const* from, double* to) const {
    halve<<<static_cast<unsigned>((rows + 255) / 256), 256, 0, stream>>>(from, to, rows);
    CUDA_CHECK(cudaGetLastError());
  }
  void wait() const { CUDA_CHECK(cudaStreamSynchronize(stream)); }

  void in_parts(std::function<void(std::size_t, std::size_t)> const& part) const {
    std::vector<std::thread> pool;
    auto const all = static_cast<std::size_t>(rows);
    auto const count = static_cast<std::size_t>(threads);
    for (std::size_t i = 0; i < count; ++i) pool.emplace_back(part, all * i / count, all * (i + 1) / count);
    for (auto& thread : pool) thread.join();
  }
  void copy(double const* from, double* to) const {
    in_parts([=](std::size_t begin, std::size_t end) { std::memcpy(to + begin, from + begin, (end - begin) * sizeof(double)); });
  }
  /// Reads a word of each page, which brings the page to the host.
  void touch(double const* memory) const {
    in_parts([=](std::size_t begin, std::size_t end) {
      double volatile seen = 0;
      for (std::size_t at = begin; at < end; at += 4096 / sizeof(double)) seen = seen + memory[at];
    });
  }
  void prefetch(double* memory, cudaMemLocationType where) const {
    CUDA_CHECK(cudaMemPrefetchAsync(memory, bytes(), cudaMemLocation{where, 0}, 0, stream));
  }

  void staged() {
    CUDA_CHECK(rowfuse::cuda::upload({{device_input, input.data(), static_cast<std::int64_t>(bytes())}}, stream, threads));
    run(device_input, device_output);
    CUDA_CHECK(rowfuse::cuda::download({{output.data(), device_output, static_cast<std::int64_t>(bytes())}}, stream, threads));
    wait();
  }
  void by_driver() {
    CUDA_CHECK(cudaMemcpyAsync(device_input, input.data(), bytes(), cudaMemcpyHostToDevice, stream));
    run(device_input, device_output);
    CUDA_CHECK(cudaMemcpyAsync(output.data(), device_output, bytes(), cudaMemcpyDeviceToHost, stream));
    wait();
  }
  /// `filled`: the input is in managed memory already, and the result stays there.
  void managed(bool prefetched, bool filled) {
    if (!filled) copy(input.data(), managed_input);
    if (prefetched) {
      prefetch(managed_input, cudaMemLocationTypeDevice);
      prefetch(managed_output, cudaMemLocationTypeDevice);
    }
    run(managed_input, managed_output);
    if (prefetched) prefetch(managed_output, cudaMemLocationTypeHost);
    wait();
    if (filled) {
      touch(managed_output);
    } else {
      copy(managed_output, output.data());
    }
  }

  bool is_right(double const* result) const {
    for (std::size_t row = 0; row < input.size(); ++row) {
      if (result[row] != input[row] * 0.5) return false;
    }
    return true;
  }
};

}  // namespace

int main(int argc, char** argv) {
  std::int64_t rows = 40'000'000;
  int runs = 10;
  int threads = 12;
  std::string out;
  for (int i = 1; i + 1 < argc; i += 2) {
    std::string_view const name = argv[i];
    if (name == "--rows") rows = std::atoll(argv[i + 1]);
    if (name == "--runs") runs = std::atoi(argv[i + 1]);
    if (name == "--threads") threads = std::atoi(argv[i + 1]);
    if (name == "--out") out = argv[i + 1];
  }
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  Ways ways(rows, threads);

  struct Way {
    std::string_view name;
    bool filled;  ///< the host writes the managed input anew before each run, outside of the time
    std::function<void()> run;
  };
  Way const all[] = {
      {"staged copies", false, [&] { ways.staged(); }},
      {"copies by the driver", false, [&] { ways.by_driver(); }},
      {"managed, pages move on a fault", false, [&] { ways.managed(false, false); }},
      {"managed, prefetched", false, [&] { ways.managed(true, false); }},
      {"managed, pages move on a fault, data there already", true, [&] { ways.managed(false, true); }},
      {"managed, prefetched, data there already", true, [&] { ways.managed(true, true); }},
  };

  JsonWriter json;
  json.open().field("benchmark", std::string_view("managed memory"));
  json.key("machine").open();
  write_device(json, device);
  json.field("hostThreads", static_cast<long long>(std::thread::hardware_concurrency()));
  json.close();
  json.field("rows", static_cast<long long>(rows)).field("runs", static_cast<long long>(runs));
  json.field("threads", static_cast<long long>(threads));
  json.field("bytesIn", static_cast<long long>(ways.bytes())).field("bytesOut", static_cast<long long>(ways.bytes()));
  json.key("ways").open('[');
  for (Way const& way : all) {
    std::vector<double> ms;
    bool right = true;
    for (int run = -2; run < runs; ++run) {
      std::fill(ways.output.begin(), ways.output.end(), -1);
      if (way.filled) ways.copy(ways.input.data(), ways.managed_input);
      CUDA_CHECK(cudaDeviceSynchronize());
      Clock::time_point const begin = Clock::now();
      way.run();
      double const taken = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
      if (run >= 0) ms.push_back(taken);
      right = right && ways.is_right(way.filled ? ways.managed_output : ways.output.data());
    }
    std::sort(ms.begin(), ms.end());
    double const median = ms[ms.size() / 2];
    std::printf("%-52s %8.2f ms (least %.2f) %s\n", way.name.data(), median, ms.front(), right ? "" : "WRONG");
    json.open().field("way", way.name).field("ms", median).field("leastMs", ms.front()).field("matches", right).close();
  }
  json.close(']').close();
  if (!out.empty()) std::ofstream(out) << json.text() << "\n";
  return 0;
}
