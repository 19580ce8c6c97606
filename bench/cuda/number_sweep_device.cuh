/// The side that is compared with the host: a GPU. A host compiler uses the host again instead, with a fault in one operation, which
/// shows that the comparison works.
#pragma once

#if defined(__CUDACC__)
#include "cuda_check.cuh"
#endif

#include <memory>
#include <string>
#include <vector>

#include "number_sweep_replies.hpp"

namespace sweep {

#if defined(__CUDACC__)

template <Kind kind>
__global__ void __launch_bounds__(128)
    reply_kernel(Tables tables, Shape shape, uint64_t seed, uint64_t begin, int32_t count, ReplyOf<kind>* replies) {
  auto const i = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  Workspace space;
  replies[i] = reply<kind>(shape, seed, begin + static_cast<uint64_t>(i), tables, space);
}

template <Kind kind>
__global__ void show_kernel(Tables tables, Shape shape, uint64_t seed, uint64_t index, Shown* shown) {
  Workspace space;
  show<kind>(shape, seed, index, tables, space, *shown);
}

/// Two runs of cases in flight: while the host judges one, the device computes the other.
class Device {
 public:
  Device(HostTables const& host, int32_t most_cases) {
    tables_ = host.tables();
    tables_.powers_of_ten = copied(host.powers_of_ten);
    tables_.thresholds = copied(host.thresholds);
    tables_.quarter_turns = copied(host.quarter_turns);
    for (Lane& lane : lanes_) {
      std::size_t const size = static_cast<std::size_t>(most_cases) * sizeof(StringReply);
      CUDA_CHECK(cudaStreamCreateWithFlags(&lane.stream, cudaStreamNonBlocking));
      CUDA_CHECK(cudaMalloc(&lane.device, size));
      CUDA_CHECK(cudaMallocHost(&lane.host, size));
    }
    CUDA_CHECK(cudaMalloc(&shown_, sizeof(Shown)));
    // The tables are copied on another stream.
    CUDA_CHECK(cudaDeviceSynchronize());
  }

  template <Kind kind>
  void start(int32_t lane_number, Shape shape, uint64_t seed, uint64_t begin, int32_t count) {
    Lane& lane = lanes_[lane_number];
    auto* const replies = static_cast<ReplyOf<kind>*>(lane.device);
    reply_kernel<kind><<<static_cast<unsigned>((count + 127) / 128), 128, 0, lane.stream>>>(tables_, shape, seed, begin, count, replies);
    CUDA_CHECK(cudaGetLastError());
    std::size_t const size = static_cast<std::size_t>(count) * sizeof(ReplyOf<kind>);
    CUDA_CHECK(cudaMemcpyAsync(lane.host, lane.device, size, cudaMemcpyDeviceToHost, lane.stream));
  }

  template <Kind kind>
  ReplyOf<kind> const* finish(int32_t lane_number) {
    CUDA_CHECK(cudaStreamSynchronize(lanes_[lane_number].stream));
    return static_cast<ReplyOf<kind> const*>(lanes_[lane_number].host);
  }

  template <Kind kind>
  std::unique_ptr<Shown> shown(Shape shape, uint64_t seed, uint64_t index) {
    auto result = std::make_unique<Shown>();
    show_kernel<kind><<<1, 1>>>(tables_, shape, seed, index, shown_);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(result.get(), shown_, sizeof(Shown), cudaMemcpyDeviceToHost));
    return result;
  }

 private:
  struct Lane {
    cudaStream_t stream = nullptr;
    void* device = nullptr;
    void* host = nullptr;
  };

  static double const* copied(std::vector<double> const& values) {
    double* device = nullptr;
    CUDA_CHECK(cudaMalloc(&device, values.size() * sizeof(double)));
    CUDA_CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice));
    return device;
  }

  Tables tables_;
  Lane lanes_[2];
  Shown* shown_ = nullptr;
};

#else

class Device {
 public:
  Device(HostTables const& host, int32_t) : tables_{host.tables()} {}

  /// One case in 10007 of this operation gets a wrong result.
  void break_operation(std::string name) { broken_ = std::move(name); }

  template <Kind kind>
  void start(int32_t lane_number, Shape shape, uint64_t seed, uint64_t begin, int32_t count) {
    auto& bytes = lanes_[lane_number];
    bytes.resize(static_cast<std::size_t>(count) * sizeof(ReplyOf<kind>));
    auto* const replies = reinterpret_cast<ReplyOf<kind>*>(bytes.data());
    for (int32_t i = 0; i < count; ++i) {
      uint64_t const index = begin + static_cast<uint64_t>(i);
      replies[i] = reply<kind>(shape, seed, index, tables_, *space_);
      if (!is_broken<kind>(shape, index)) continue;
      if constexpr (kind == Kind::string) {
        replies[i].text[replies[i].size - 1] ^= 1;
      } else {
        replies[i].output ^= 1;
      }
    }
  }

  template <Kind kind>
  ReplyOf<kind> const* finish(int32_t lane_number) {
    return reinterpret_cast<ReplyOf<kind> const*>(lanes_[lane_number].data());
  }

  template <Kind kind>
  std::unique_ptr<Shown> shown(Shape shape, uint64_t seed, uint64_t index) {
    auto result = std::make_unique<Shown>();
    show<kind>(shape, seed, index, tables_, *space_, *result);
    if (!is_broken<kind>(shape, index)) return result;
    if constexpr (answers_number(kind)) {
      result->number = from_bits(to_bits(result->number) ^ 1);
    } else {
      result->output[result->text_size - 1] ^= 1;
    }
    return result;
  }

 private:
  template <Kind kind>
  bool is_broken(Shape shape, uint64_t index) const {
    if (broken_.empty() || index % 10007 != 5003) return false;
    int32_t const number = kind == Kind::math ? text_operation_count + shape.function : static_cast<int32_t>(kind);
    return broken_ == operation(number).name;
  }

  Tables tables_;
  std::string broken_;
  std::vector<char> lanes_[2];
  std::unique_ptr<Workspace> space_ = std::make_unique<Workspace>();
};

#endif

}  // namespace sweep
