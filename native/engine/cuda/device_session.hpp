#pragma once

#include <atomic>
#include <string>
#include <utility>

#include <cuda_runtime_api.h>

#include "../api/call.hpp"
#include "../api/device_options.hpp"
#include "streams.hpp"

namespace rowfuse::cuda {

/// What one piece of work needs of a device: a lane while it runs, and a place for what goes wrong.
class DeviceSession {
 public:
  explicit DeviceSession(DeviceOptions options) : options_(options) {}
  DeviceSession(DeviceSession const&) = delete;
  DeviceSession& operator=(DeviceSession const&) = delete;
  ~DeviceSession() { close(); }

  /// Takes a lane, unless it holds one, and makes the device this thread's: each thread that goes on with the work opens it.
  /// False, with the failure set, when there is none, or after `cancel`.
  bool open();
  bool is_open() const { return lane_ != nullptr; }
  /// Waits for the lane's work and gives it back.
  void close();

  /// Takes note of what a function of CUDA, or `allocate`, returned. True when it succeeded.
  bool check(int code);

  void fail(Failure kind, std::string text) {
    failure = kind;
    message = "CUDA: " + std::move(text) + ".";
  }

  /// Any thread.
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  /// True, with the failure set, after `cancel`.
  bool stopped();

  /// Brackets work on the stream whose time is to be known; `elapsed` in milliseconds once the stream got past `end`.
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
