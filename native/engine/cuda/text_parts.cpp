#include "text_parts.hpp"

#include <algorithm>
#include <cstring>
#include <system_error>

#include "device_scope.hpp"

namespace rowfuse::cuda {

TextParts::~TextParts() {
  taking_ = {};  // waits for the thread
  if (!session_.is_open()) return;
  DeviceScope const scope(session_.options().device);
  for (DeviceBuffer& text : texts_) text.reset();
  session_.close();
}

bool TextParts::add(std::int64_t bytes, bool pause, bool final, Bring const& bring) {
  if (!session_.open()) return false;
  std::int64_t const front = taking_.valid() ? front_bytes : rest_bytes_;
  DeviceBuffer& text = texts_[turn_];
  cudaStream_t const stream = session_.stream();
  bool const brought = session_.check(text.reserve(static_cast<std::size_t>(front + bytes) + 16, stream)) &&
                       bring(static_cast<char*>(text.get()) + front, stream);
  // A failure of an earlier part comes first.
  return wait() && brought && !session_.stopped() && add_behind(front, bytes, pause, final);
}

bool TextParts::wait() { return !taking_.valid() || taking_.get(); }

/// Continues with a part that is on the device, `front` bytes after the beginning of its memory.
bool TextParts::add_behind(std::int64_t front, std::int64_t bytes, bool pause, bool final) {
  std::int64_t const size = rest_bytes_ + bytes;
  if (size == 0) return true;
  cudaStream_t const stream = session_.stream();
  if (rest_bytes_ > front) {
    DeviceBuffer larger(MemoryUse::call);
    if (!session_.check(larger.reserve(static_cast<std::size_t>(size) + 16, stream)) ||
        !session_.check(cudaMemcpyAsync(static_cast<char*>(larger.get()) + rest_bytes_, static_cast<char*>(texts_[turn_].get()) + front,
                                        static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice, stream))) {
      return false;
    }
    texts_[turn_] = std::move(larger);
    front = rest_bytes_;
  }
  auto* const memory = static_cast<char*>(texts_[turn_].get());
  std::int64_t const offset = front - rest_bytes_;
  if (rest_bytes_ != 0) {
    char const* const rest = static_cast<char const*>(texts_[turn_ ^ 1].get()) + rest_place_;
    if (!session_.check(cudaMemcpyAsync(memory + offset, rest, static_cast<std::size_t>(rest_bytes_), cudaMemcpyDeviceToDevice, stream))) {
      return false;
    }
  }
  LineText text{memory + offset, size, final};
  if (mark_is_due_ && !drop_mark(text)) return false;
  if (!session_.end_timing()) return false;  // the event after which all of the text is present
  turn_ ^= 1;
  auto const body = [this, text, memory] { return take(text, text.bytes - memory); };
  try {
    taking_ = std::async(pause ? std::launch::deferred : std::launch::async, body);
  } catch (std::system_error const&) {  // no thread is available
    taking_ = std::async(std::launch::deferred, body);
  }
  return true;
}

bool TextParts::drop_mark(LineText& text) {
  constexpr char mark[3] = {'\xEF', '\xBB', '\xBF'};
  char found[sizeof mark] = {};
  auto const bytes = static_cast<std::size_t>(std::min<std::int64_t>(text.size, sizeof mark));
  if (!session_.check(cudaMemcpyAsync(found, text.bytes, bytes, cudaMemcpyDeviceToHost, session_.stream())) ||
      !session_.check(cudaStreamSynchronize(session_.stream()))) {
    return false;
  }
  mark_is_due_ = false;
  if (std::memcmp(found, mark, sizeof mark) != 0) return true;
  text.bytes += sizeof mark;
  text.size -= sizeof mark;
  return true;
}

/// Takes a text that begins `offset` bytes after the beginning of its memory.
bool TextParts::take(LineText const& text, std::int64_t offset) {
  std::int64_t rest = text.size;
  if (!take_(text, session_.lane().end, rest)) return false;
  rest_place_ = offset + rest;
  rest_bytes_ = text.final ? 0 : text.size - rest;
  return true;
}

}  // namespace rowfuse::cuda
