#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

#include <napi.h>

#include "task.hpp"

namespace rowfuse::node {

/// Detects the JavaScript engine, for `engine_inserts_few` and `has_v8_handles`. Called when the addon is loaded.
void find_engine(Napi::Env env);

/// The state of one Node environment (the main thread, or a worker): its settings and its running tasks. Environments share only the pool's
/// threads.
class Environment {
 public:
  struct Settings {
    int threads;
    std::int32_t tile_rows;     ///< of the cpu backend; 0 chooses
    std::int64_t memory_limit;  ///< bytes of device memory that the process may hold; 0 is no limit
    int device;                 ///< ordinal of the GPU that new work goes to
  };

  explicit Environment(Napi::Env env);
  Environment(Environment const&) = delete;
  Environment& operator=(Environment const&) = delete;

  static Environment& of(Napi::Env env);

  Settings settings;

  /// Starts the work of `task` by `start(done)` and keeps the task until it is over; then settles it, on this environment's thread. Settles
  /// it at once if the work is over when `start` returns, because it took place on this thread. Returns false if the work could not be
  /// started.
  bool run(std::shared_ptr<Task> task, std::function<bool(std::function<void()>)> const& start);

 private:
  static void on_complete(napi_env env, napi_value callback, void* context, void* data);
  static void on_teardown(void* data);
  void complete(Task* task);

  Napi::Env env_;
  std::thread::id const thread_ = std::this_thread::get_id();
  napi_threadsafe_function completions_ = nullptr;
  // JavaScript thread only.
  std::unordered_map<Task*, std::shared_ptr<Task>> running_;
  bool over_here_ = false;  // the work that is being started is over
  // Work that may still call `complete`, under the mutex.
  std::mutex mutex_;
  std::condition_variable quiet_;
  int outstanding_ = 0;
};

}  // namespace rowfuse::node
