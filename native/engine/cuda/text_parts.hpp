#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <utility>

#include <rowfuse/cuda/groups/work.hpp>
#include <rowfuse/cuda/host/device_memory.hpp>

#include "../api/device_options.hpp"
#include "device_session.hpp"

namespace rowfuse::cuda {

/// Copies text to the device in parts. Another thread takes the lines of a part while the next part is copied on a stream of its own. So
/// the bus is never idle, and only the last part's kernels add to the time.
///
/// The text after a part's last line end is moved in front of the next part. Its size becomes known while the next part is being copied, so
/// there is room before each part. If the text needs more room, the part is moved.
class TextParts {
 public:
  /// Takes the lines of a text, whose bytes are present once `ready` has passed. Sets `rest` to the start of the text that it leaves for
  /// later. Runs on any thread, one call at a time. Returns false after a failure, which it has reported to its owner.
  using Take = std::function<bool(LineText const& text, cudaEvent_t ready, std::int64_t& rest)>;
  /// Enqueues the copy of a part to `to`. Returns false after a failure, which it has reported to its owner.
  using Bring = std::function<bool(char* to, cudaStream_t stream)>;

  TextParts(DeviceOptions options, Take take) : take_(std::move(take)), session_(options) {}
  TextParts(TextParts const&) = delete;
  TextParts& operator=(TextParts const&) = delete;
  ~TextParts();

  /// Begins another text. It may start with a byte-order mark, which is not part of the text.
  void begin(bool may_have_mark) { mark_is_due_ = may_have_mark; }

  /// Adds the next `bytes` bytes of the text. With `pause` no more bytes come before `wait`. With `final` no more come at all, and the
  /// text's last line may lack its end.
  bool add(std::int64_t bytes, bool pause, bool final, Bring const& bring);
  /// Waits until all that was added has been taken.
  bool wait();

  /// The session of the copies. Any thread may cancel it.
  DeviceSession& session() { return session_; }

 private:
  /// Room before a part that is copied while the part before it is taken.
  static constexpr std::int64_t front_bytes = std::int64_t{1} << 20;

  bool add_behind(std::int64_t front, std::int64_t bytes, bool pause, bool final);
  bool drop_mark(LineText& text);
  bool take(LineText const& text, std::int64_t offset);

  Take const take_;
  DeviceSession session_;
  DeviceBuffer texts_[2] = {DeviceBuffer{MemoryUse::call}, DeviceBuffer{MemoryUse::call}};
  int turn_ = 0;  ///< the index of the text into which the next part is copied
  bool mark_is_due_ = false;

  // The rest of the last part, in the other text. Must not be read while that part is taken.
  std::int64_t rest_place_ = 0;
  std::int64_t rest_bytes_ = 0;

  std::future<bool> taking_;
};

}  // namespace rowfuse::cuda
