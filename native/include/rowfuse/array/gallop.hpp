/// Exponential search in a sorted run. The caller makes each comparison.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::detail {

/// Two elements to compare: the first and the second argument of a comparator.
template <class T>
struct ComparedPair {
  T const* left = nullptr;
  T const* right = nullptr;

  RF_HD RF_INLINE bool ask(T const* a, T const* b) {
    left = a;
    right = b;
    return true;
  }
};

/// The place of a key among equal elements: before the first, or after the last.
enum class Among : uint8_t { first, last };

/// Finds the place of a key in a sorted run: strides of 1, 3, 7, … from a hint on, then binary search within the last stride. See "gallop
/// mode" in Tim Peters' listsort.txt. Elements before the result are less than the key (or equal, for `Among::last`) if the comparator is
/// consistent. The result is within the run whatever the comparator returns.
template <class T>
class Gallop {
 public:
  /// Begins a search and asks for the first comparison. The run has at least one element; the hint is one of its places.
  RF_HD bool begin(T const* run, int32_t size, T const* key, Among among, int32_t hint, ComparedPair<T>& pair) {
    run_ = run;
    key_ = key;
    among_ = among;
    size_ = size;
    hint_ = hint;
    phase_ = Phase::hint;
    return ask(hint, pair);
  }

  /// Takes the outcome of a comparison. Returns true if another one is needed, false if the place is found.
  RF_HD bool answer(bool is_before, ComparedPair<T>& pair) {
    // The element is the comparator's first argument for `Among::first`, and its second for `Among::last`.
    bool const is_beyond = (among_ == Among::last) != is_before;
    switch (phase_) {
      case Phase::hint:
        goes_up_ = is_beyond;
        most_ = goes_up_ ? size_ - hint_ : hint_ + 1;
        passed_ = 0;
        stride_ = 1;
        phase_ = Phase::strides;
        return stride(pair);
      case Phase::strides:
        if (is_beyond != goes_up_) return halve(pair);
        passed_ = stride_;
        stride_ = stride_ < most_ / 2 ? 2 * stride_ + 1 : most_;
        return stride(pair);
      case Phase::halves:
        if (is_beyond) {
          low_ = middle_ + 1;
        } else {
          high_ = middle_;
        }
        return ask_middle(pair);
    }
    return false;
  }

  RF_HD int32_t place() const { return high_; }

 private:
  enum class Phase : uint8_t { hint, strides, halves };

  RF_HD bool ask(int32_t place, ComparedPair<T>& pair) {
    T const* const element = run_ + place;
    return among_ == Among::first ? pair.ask(element, key_) : pair.ask(key_, element);
  }

  RF_HD bool stride(ComparedPair<T>& pair) {
    if (stride_ < most_) return ask(goes_up_ ? hint_ + stride_ : hint_ - stride_, pair);
    stride_ = most_;
    return halve(pair);
  }

  /// Begins the binary search: the key's place is within [low_, high_].
  RF_HD bool halve(ComparedPair<T>& pair) {
    low_ = (goes_up_ ? hint_ + passed_ : hint_ - stride_) + 1;
    high_ = goes_up_ ? hint_ + stride_ : hint_ - passed_;
    phase_ = Phase::halves;
    return ask_middle(pair);
  }

  RF_HD bool ask_middle(ComparedPair<T>& pair) {
    if (low_ >= high_) return false;
    middle_ = low_ + ((high_ - low_) >> 1);
    return ask(middle_, pair);
  }

  T const* run_ = nullptr;
  T const* key_ = nullptr;
  Among among_ = Among::first;
  Phase phase_ = Phase::hint;
  bool goes_up_ = false;
  int32_t size_ = 0;
  int32_t hint_ = 0;
  int32_t most_ = 0;    ///< a stride of this length leaves the run
  int32_t passed_ = 0;  ///< the last stride to an element that the key lies beyond
  int32_t stride_ = 0;
  int32_t low_ = 0;
  int32_t high_ = 0;
  int32_t middle_ = 0;
};

}  // namespace rowfuse::detail
