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

/// Text that comes to the device part by part, and whose lines another thread takes meanwhile: part after part, each while the next one
/// comes on a stream of its own. So the bus is never idle, and of what the kernels take only the last part's shows.
///
/// What is behind a part's last line end belongs to the next part, in front of it. How much that is comes out while the next part comes,
/// so there is room before each part; a rest that needs more moves the part.
class TextParts {
 public:
  /// Takes the lines of a text, whose bytes are there when `ready` is past, and sets `rest` to where what it leaves for later begins.
  /// On any thread, one at a time. False: it failed, and told its owner.
  using Take = std::function<bool(LineText const& text, cudaEvent_t ready, std::int64_t& rest)>;
  /// Enqueues the copy of a part to `to`. False: it failed, and told its owner.
  using Bring = std::function<bool(char* to, cudaStream_t stream)>;

  TextParts(DeviceOptions options, Take take) : take_(std::move(take)), session_(options) {}
  TextParts(TextParts const&) = delete;
  TextParts& operator=(TextParts const&) = delete;
  ~TextParts();

  /// Another text follows, with or without a byte-order mark, which is no part of it.
  void begin(bool may_have_mark) { mark_is_due_ = may_have_mark; }

  /// Adds the next `bytes` bytes of the text. `pause`: nothing more comes before `wait`. `final`: nor after it; the text's last line may
  /// lack its end.
  bool add(std::int64_t bytes, bool pause, bool final, Bring const& bring);
  /// Waits until all that was added has been taken.
  bool wait();

  /// Of the copies. Any thread may cancel it.
  DeviceSession& session() { return session_; }

 private:
  /// Room before a part that comes while the one before is taken.
  static constexpr std::int64_t front_bytes = std::int64_t{1} << 20;

  bool add_behind(std::int64_t front, std::int64_t bytes, bool pause, bool final);
  bool drop_mark(LineText& text);
  bool take(LineText const& text, std::int64_t offset);

  Take const take_;
  DeviceSession session_;
  DeviceBuffer texts_[2] = {DeviceBuffer{MemoryUse::call}, DeviceBuffer{MemoryUse::call}};
  int turn_ = 0;  ///< of the text that the next part comes to
  bool mark_is_due_ = false;

  // Of the part before, in the other text. Not to be looked at while it is taken.
  std::int64_t rest_place_ = 0;
  std::int64_t rest_bytes_ = 0;

  std::future<bool> taking_;
};

}  // namespace rowfuse::cuda
