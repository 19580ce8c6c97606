#pragma once

#include <atomic>
#include <cstdint>

namespace rowfuse::cpu {

/// The time that the rows of a transform have taken lately, from which the time of a call is predicted. May be used on any thread.
///
/// The amount of work is counted in bytes: those of a call's text, and some for each row.
class RowCost {
 public:
  static constexpr std::int64_t amount_of_row = 16;

  /// Takes note of the time that an amount of work took. Shorter times count at once, because other programs and cold memory only lengthen
  /// them. A longer time counts for a quarter.
  void learn(std::int64_t nanoseconds, std::int64_t amount) {
    if (amount <= 0) return;
    float const now = static_cast<float>(nanoseconds) / static_cast<float>(amount);
    float const known = rate_.load(std::memory_order_relaxed);
    rate_.store(known == unknown || now < known ? now : known + (now - known) / 4, std::memory_order_relaxed);
  }

  /// True if the work is known to take no longer than `nanoseconds`.
  bool is_within(std::int64_t nanoseconds, std::int64_t amount) const {
    float const known = rate_.load(std::memory_order_relaxed);
    return known != unknown && known * static_cast<float>(amount) <= static_cast<float>(nanoseconds);
  }

 private:
  static constexpr float unknown = -1;
  std::atomic<float> rate_{unknown};  // nanoseconds per byte
};

}  // namespace rowfuse::cpu
