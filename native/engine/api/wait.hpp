#pragma once

#include <future>

namespace rowfuse {

/// Starts a pass of a call, `start(done)`, and waits for its end. Returns false if it cannot be started.
template <class Start>
bool wait(Start const& start) {
  std::promise<void> done;
  if (!start([&done] { done.set_value(); })) return false;
  done.get_future().wait();
  return true;
}

}  // namespace rowfuse
