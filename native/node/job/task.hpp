#pragma once

#include <memory>

#include <napi.h>

namespace rowfuse::node {

/// Work on other threads for which a promise waits, as an environment keeps it. Each `Environment::run` ends in `settle`, or in `drop` if
/// the environment is torn down.
class Task : public std::enable_shared_from_this<Task> {
 public:
  Task() = default;
  Task(Task const&) = delete;
  Task& operator=(Task const&) = delete;
  virtual ~Task() = default;

  /// Asks running work to end early. Like the functions below, called on the JavaScript thread.
  virtual void cancel() = 0;
  /// Settles the promise of the work that has just ended.
  virtual void settle(Napi::Env env) = 0;
  /// Releases buffers and memory.
  virtual void drop() = 0;
};

}  // namespace rowfuse::node
