#pragma once

#include <memory>

#include <napi.h>

namespace rowfuse::node {

/// Work on other threads that a promise waits for, as an environment keeps it: each `Environment::run` ends in `settle`,
/// or, where the environment is torn down, in `drop`.
class Task : public std::enable_shared_from_this<Task> {
 public:
  Task() = default;
  Task(Task const&) = delete;
  Task& operator=(Task const&) = delete;
  virtual ~Task() = default;

  /// Asks running work to end early. JavaScript thread, as all of these.
  virtual void cancel() = 0;
  /// Settles the promise of the work that has just ended.
  virtual void settle(Napi::Env env) = 0;
  /// Lets go of buffers and memory.
  virtual void drop() = 0;
};

}  // namespace rowfuse::node
