/// Runs the engines on a file of cases on a GPU, one thread per pair: pattern_file <file>. scripts/gpu-patterns.sh builds and runs it.
#include "../../../bench/cuda/device_info.cuh"
//
#include <cstdint>
#include <cstdio>
#include <vector>

#include "pattern_file.hpp"

namespace test {
namespace {

constexpr int block_threads = 128;

template <Engine engine>
__global__ void __launch_bounds__(block_threads) run_pairs(Pattern const* patterns, Pair const* pairs, int32_t count, char const* texts,
                                                           int32_t const* expected, uint32_t* memory, int32_t* outcomes) {
  int32_t const i = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) outcomes[i] = outcome_of<engine>(patterns[pairs[i].pattern], pairs[i], texts, expected, memory);
}

/// An array in device memory.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) { CUDA_CHECK(cudaMalloc(&data_, size * sizeof(T) + 16)); }
  explicit DeviceArray(std::vector<T> const& values) : DeviceArray{values.size()} {
    CUDA_CHECK(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceArray(DeviceArray const&) = delete;
  DeviceArray& operator=(DeviceArray const&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
};

class DeviceFile {
 public:
  explicit DeviceFile(PatternFile const& file)
      : file_{file},
        images_{file.images},
        patterns_{patterns_of(file, images_.data())},
        pairs_{file.pairs},
        texts_{file.texts},
        expected_{file.expected},
        memory_{static_cast<std::size_t>(file.memory_words)},
        outcomes_{file.pairs.size()} {}

  template <Engine engine>
  void run_engine(PatternReport& report) const {
    auto const count = static_cast<int32_t>(file_.pairs.size());
    std::vector<int32_t> outcomes(file_.pairs.size(), 0);
    // A pair that no thread takes differs.
    CUDA_CHECK(cudaMemcpy(outcomes_.data(), outcomes.data(), outcomes.size() * sizeof(int32_t), cudaMemcpyHostToDevice));
    run_pairs<engine><<<(count + block_threads - 1) / block_threads, block_threads>>>(patterns_.data(), pairs_.data(), count, texts_.data(),
                                                                                      expected_.data(), memory_.data(), outcomes_.data());
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(outcomes.data(), outcomes_.data(), outcomes.size() * sizeof(int32_t), cudaMemcpyDeviceToHost));
    report.add(engine, outcomes);
  }

 private:
  static std::vector<Pattern> patterns_of(PatternFile const& file, char const* images) {
    std::vector<Pattern> patterns;
    for (std::size_t i = 0; i < file.layouts.size(); ++i) patterns.push_back({file.layouts[i], images + file.image_places[i]});
    return patterns;
  }

  PatternFile const& file_;
  DeviceArray<char> images_;
  DeviceArray<Pattern> patterns_;
  DeviceArray<Pair> pairs_;
  DeviceArray<char> texts_;
  DeviceArray<int32_t> expected_;
  DeviceArray<uint32_t> memory_;
  DeviceArray<int32_t> outcomes_;
};

}  // namespace
}  // namespace test

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: pattern_file <file>\n");
    return 2;
  }
  auto const file = test::load_pattern_file(argv[1]);
  test::PatternReport report{file};
  test::DeviceFile const device{file};
  test::for_each_engine([&]<test::Engine engine>() { device.run_engine<engine>(report); });
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  return report.write([&](bench::JsonWriter& json) {
    json.field("check", std::string_view("engines of regular expressions on a GPU, against V8"));
    bench::write_device(json, properties);
  });
}
