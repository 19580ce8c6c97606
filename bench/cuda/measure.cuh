#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "cuda_check.cuh"

namespace bench {

/// Times of repeated runs, in milliseconds of device events.
struct Times {
  std::vector<float> ms;

  float median() const { return at(0.5); }
  float least() const { return at(0); }

 private:
  float at(double share) const {
    auto sorted = ms;
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1) + 0.5)];
  }
};

class Event {
 public:
  Event() { CUDA_CHECK(cudaEventCreate(&event_)); }
  Event(Event const&) = delete;
  Event& operator=(Event const&) = delete;
  ~Event() { cudaEventDestroy(event_); }
  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

inline float milliseconds(cudaEvent_t from, cudaEvent_t to) {
  float ms = 0;
  CUDA_CHECK(cudaEventElapsedTime(&ms, from, to));
  return ms;
}

/// Runs `work(run)` on the stream, `runs` times after `warm_up` more; `after(run)` is outside the time.
inline Times time_runs(cudaStream_t stream, int warm_up, int runs, std::function<void(int)> const& work,
                       std::function<void(int)> const& after = nullptr) {
  Event start;
  Event stop;
  Times times;
  for (int run = -warm_up; run < runs; ++run) {
    CUDA_CHECK(cudaEventRecord(start, stream));
    work(run + warm_up);
    CUDA_CHECK(cudaEventRecord(stop, stream));
    if (after) after(run + warm_up);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    if (run >= 0) times.ms.push_back(milliseconds(start, stop));
  }
  return times;
}

}  // namespace bench
