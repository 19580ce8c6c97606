#pragma once

#include <functional>
#include <memory>

#include "../cpu/pool.hpp"

namespace rowfuse::cuda {

/// One unit of work for a thread that may wait for the device.
class DeviceTask final : public Work {
 public:
  DeviceTask(std::function<void()> body, std::function<void()> done) : Work(std::move(done)), body_(std::move(body)) { units_ = 1; }

  /// Runs `body`, then `done`, on a thread of `Pool::device()`. Keeps the task in `place`, which may be replaced or destroyed once `done`
  /// is called. Returns false if no thread is available, and then calls neither.
  static bool start(std::unique_ptr<DeviceTask>& place, std::function<void()> body, std::function<void()> done) {
    place = std::make_unique<DeviceTask>(std::move(body), std::move(done));
    return Pool::device().submit(*place, waiting_threads);
  }

  void run(std::int64_t, std::byte*) override { body_(); }
  void out_of_memory() override {}

 private:
  /// The most threads that wait for the device at the same time, over all environments.
  static constexpr int waiting_threads = 4;

  std::function<void()> body_;
};

}  // namespace rowfuse::cuda
