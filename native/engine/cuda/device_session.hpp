#pragma once

#include <atomic>
#include <string>
#include <utility>

#include <cuda_runtime_api.h>

#include "../api/call.hpp"
#include "../api/device_options.hpp"
#include "streams.hpp"

namespace rowfuse::cuda {

/// The use of a device by one piece of work: a lane while it runs, and its failure.
class DeviceSession {
 public:
  explicit DeviceSession(DeviceOptions options) : options_(options) {}
  DeviceSession(DeviceSession const&) = delete;
  DeviceSession& operator=(DeviceSession const&) = delete;
  ~DeviceSession() { close(); }

  /// Takes a lane, unless it holds one, and makes the device this thread's current one. Each thread that continues the work opens the
  /// session. Returns false, with the failure set, if there is no lane or after `cancel`.
  bool open();
  bool is_open() const { return lane_ != nullptr; }
  /// Waits for the work of the lane and releases it.
  void close();

  /// Records the result of a CUDA function or of `allocate`. Returns true if it succeeded.
  bool check(int code);

  void fail(Failure kind, std::string text) {
    failure = kind;
    message = "CUDA: " + std::move(text) + ".";
  }

  /// May be called on any thread.
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  /// True, with the failure set, after `cancel`.
  bool stopped();

  /// Bracket work on the stream whose time is measured. `elapsed` returns milliseconds once the stream has passed `end`.
  bool begin_timing() { return check(cudaEventRecord(lane_->begin, lane_->stream)); }
  bool end_timing() { return check(cudaEventRecord(lane_->end, lane_->stream)); }
  bool elapsed(double& milliseconds);

  Lane& lane() const { return *lane_; }
  cudaStream_t stream() const { return lane_->stream; }
  DeviceOptions const& options() const { return options_; }

  Failure failure = Failure::none;
  std::string message;

 private:
  DeviceOptions const options_;
  Lane* lane_ = nullptr;
  std::atomic<bool> cancelled_{false};
};

}  // namespace rowfuse::cuda
