/// Numbers sorted by their differences, `(a, b) => a - b` or `(a, b) => b - a`, without calls of a comparator. For hosts.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/array/access.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>
#include <rowfuse/string/memory/arena.hpp>

namespace rowfuse {

/// The order into which a comparator sorts numbers, where the compiler knows that.
enum class SortOrder : uint8_t { of_comparator, rising, falling };

namespace detail {

/// Sorts doubles as integers of the same order, whose comparisons take a quarter of the time. The next one of two is chosen without a branch,
/// which no processor could predict.
///
/// The difference of two numbers that are not NaN is negative exactly if the first is less: it is no zero if they differ, and NaN for equal
/// infinities. So the comparator is consistent, and without -0 equal numbers have the same bits. Every way of sorting has one result then.
class NumberSort {
 public:
  NumberSort(double* numbers, int32_t count, SortOrder order)
      : numbers_{numbers}, count_{count}, flip_{order == SortOrder::falling ? -1 : 0} {}

  /// True unless an element is NaN or -0.
  bool has_order() const {
    bool ordered = true;
    for (int32_t i = 0; i < count_; ++i)
      ordered &= numbers_[i] == numbers_[i] && math::detail::to_bits(numbers_[i]) != math::detail::sign_bit;
    return ordered;
  }

  /// Sorts in place. If memory runs out, the order is undefined, and the row is evaluated again.
  void sort(Arena& arena) {
    auto* const both = take_elements<int64_t>(arena, int64_t{2} * count_);
    if (both == nullptr) return;
    for (int32_t i = 0; i < count_; ++i) both[i] = mirrored(static_cast<int64_t>(math::detail::to_bits(numbers_[i]))) ^ flip_;
    int64_t const* const sorted = sort_keys(both, both + count_);
    for (int32_t i = 0; i < count_; ++i) numbers_[i] = math::detail::from_bits(static_cast<uint64_t>(mirrored(sorted[i] ^ flip_)));
  }

 private:
  /// The keys that are sorted by their ranks.
  static constexpr int32_t ranked = 8;

  /// Converts the bits of a double to an integer of the same order, and back: the larger a negative double's other bits, the less it is.
  static RF_INLINE int64_t mirrored(int64_t bits) { return bits ^ static_cast<int64_t>(static_cast<uint64_t>(bits >> 63) >> 1); }

  /// Merges runs of eight to runs that double in length. Returns the memory that the sorted keys are in.
  int64_t const* sort_keys(int64_t* from, int64_t* to) const {
    int32_t const rest = count_ % ranked;
    for (int32_t start = 0; start < count_ - rest; start += ranked) sort_few(from + start, ranked);
    sort_few(from + (count_ - rest), rest);
    for (int64_t run = ranked; run < count_; run *= 2) {
      for (int64_t start = 0; start < count_; start += 2 * run) {
        int64_t const left = count_ - start;
        if (left >= 2 * run) merge_equal(from + start, static_cast<int32_t>(run), to + start);
        else merge(from + start, static_cast<int32_t>(run < left ? run : left), static_cast<int32_t>(left), to + start);
      }
      int64_t* const merged = to;
      to = from;
      from = merged;
    }
    return from;
  }

  static RF_INLINE void sort_few(int64_t* keys, int32_t count) {
    int64_t copies[ranked];
    int32_t ranks[ranked];
    for (int32_t i = 0; i < count; ++i) {
      copies[i] = keys[i];
      int32_t before = 0;
      for (int32_t j = 0; j < i; ++j) {
        auto const is_after = static_cast<int32_t>(copies[i] < copies[j]);
        ranks[j] += is_after;
        before += 1 - is_after;
      }
      ranks[i] = before;
    }
    for (int32_t i = 0; i < count; ++i) keys[ranks[i]] = copies[i];
  }

  /// Merges two neighbouring runs of the same length from both ends at once: neither end can leave its run before the last step.
  static void merge_equal(int64_t const* from, int32_t run, int64_t* to) {
    int64_t const* left = from;
    int64_t const* right = from + run;
    int64_t const* left_end = right - 1;
    int64_t const* right_end = right + run - 1;
    for (int32_t low = 0, high = 2 * run - 1; low < run; ++low, --high) {
      bool const takes_right = *right < *left;
      to[low] = takes_right ? *right : *left;
      right += static_cast<int32_t>(takes_right);
      left += static_cast<int32_t>(!takes_right);
      bool const takes_left = *right_end < *left_end;
      to[high] = takes_left ? *left_end : *right_end;
      left_end -= static_cast<int32_t>(takes_left);
      right_end -= static_cast<int32_t>(!takes_left);
    }
  }

  /// Merges two neighbouring runs, [0, middle) and [middle, end).
  static void merge(int64_t const* from, int32_t middle, int32_t end, int64_t* to) {
    int32_t left = 0;
    int32_t right = middle;
    while (left < middle && right < end) {
      bool const takes_right = from[right] < from[left];
      *to++ = takes_right ? from[right] : from[left];
      right += static_cast<int32_t>(takes_right);
      left += static_cast<int32_t>(!takes_right);
    }
    std::memcpy(to, from + left, static_cast<std::size_t>(middle - left) * sizeof *to);
    std::memcpy(to + (middle - left), from + right, static_cast<std::size_t>(end - right) * sizeof *to);
  }

  double* numbers_;
  int32_t count_;
  int64_t flip_;  ///< of all bits, which turns the order around
};

/// Sorts numbers in place, unless their order may depend on the sequence of comparisons: then returns false.
RF_NOINLINE bool sort_numbers(Arena& arena, double* numbers, int32_t count, SortOrder order) {
  if (order == SortOrder::of_comparator || count < 2) return false;
  NumberSort sort{numbers, count, order};
  if (!sort.has_order()) return false;
  sort.sort(arena);
  return true;
}

}  // namespace detail

}  // namespace rowfuse
