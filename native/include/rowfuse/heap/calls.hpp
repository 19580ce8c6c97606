/// Calls of functions that call themselves: their frames lie in the row's memory, not on the stack of the thread.
#pragma once

#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/heap/object.hpp>

namespace rowfuse {

/// The most calls within each other.
inline constexpr int32_t most_nested_calls = 1000;

/// The frames of one machine. A frame has its caller, the place at which its call goes on, and the variables of its routine. Frames of calls
/// that have ended are used again.
template <class Frame>
class Calls {
 public:
  /// Returns the frame of a new call, or null if the row has to end: its memory is full, or calls are nested too deep.
  template <class Out>
  RF_HD Frame* enter(Out& out, Arena& arena, Frame* caller, int32_t routine) {
    if (depth_ == most_nested_calls) {
      out.fault.raise(Fault::too_deep, -1);
      return nullptr;
    }
    Frame* frame = ended_;
    if (frame != nullptr) {
      ended_ = frame->caller;
    } else {
      frame = new_object<Frame>(arena);
      if (frame == nullptr) return nullptr;
    }
    frame->caller = caller;
    frame->place = routine;
    ++depth_;
    return frame;
  }

  /// Ends a call. Returns the frame of its caller, or null after the outermost call.
  RF_HD Frame* leave(Frame* frame) {
    Frame* const caller = frame->caller;
    frame->caller = ended_;
    ended_ = frame;
    --depth_;
    return caller;
  }

 private:
  Frame* ended_ = nullptr;
  int32_t depth_ = 0;
};

}  // namespace rowfuse
