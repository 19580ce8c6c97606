/// `a.sort(f)` with V8's sequence of calls of `f`.
#pragma once

#include <concepts>
#include <cstdint>
#include <new>

#include <rowfuse/array/array.hpp>
#include <rowfuse/array/gallop.hpp>
#include <rowfuse/array/run_stack.hpp>
#include <rowfuse/array/sort_numbers.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/string/memory/arena.hpp>

namespace rowfuse {

namespace detail {

/// Moves undefined elements to the end, where they are not sorted. Returns the number of the others.
template <class T>
RF_HD int32_t put_undefined_last(Array<T> const& array) {
  if constexpr (is_maybe<T>) {
    int32_t count = 0;
    for (int32_t i = 0; i < array.count; ++i)
      if (!is_undefined_element(array.data[i])) array.data[count++] = array.data[i];
    for (int32_t i = count; i < array.count; ++i) array.data[i] = T(undefined);
    return count;
  } else {
    return array.count;
  }
}

}  // namespace detail

/// The methods differ for few elements: see base/javascript_engine.hpp.
enum class SortMethod : uint8_t { sort, to_sorted };

/// Sorts an array in place, in O(n log n) comparisons: TimSort as Tim Peters' listsort.txt describes it, with V8's choices
/// (https://v8.dev/blog/array-sort). Runs have at least 32 to 63 elements; a binary insertion sort extends shorter ones. An inconsistent
/// comparator, or one that throws or counts its calls, makes the sequence of calls visible, so it is that of V8, call by call.
///
/// The comparator is a part of the row function, which this code cannot call. So the sort works like a coroutine, and the row function
/// loops over its comparisons.
///
///     for (Sort<double> sort{arena, array, SortMethod::sort}; sort.next();) sort.answer(sort.left() < sort.right());
template <class T>
class Sort {
 public:
  /// `order` is that of a comparator that only subtracts numbers.
  RF_HD Sort(Arena& arena, Array<T> const& array, SortMethod method, [[maybe_unused]] SortOrder order = SortOrder::of_comparator)
      : arena_{arena}, work_{array.data}, count_{detail::put_undefined_last(array)}, min_run_{min_run_of(count_)} {
#if !defined(RF_DEVICE_PASS)
    if constexpr (std::same_as<T, double>) {
      if (detail::sort_numbers(arena, work_, count_, order)) count_ = 0;  // no comparison is needed
    }
#endif
    if (method == SortMethod::sort && count_ < 8 && arena.inserts_few()) step_ = Step::few;
  }

  /// Returns true if another comparison is needed. Otherwise the array is sorted, or memory has run out and the row is evaluated again with
  /// more.
  RF_HD RF_NOINLINE bool next() {
    switch (step_) {
      case Step::begin: return count_ > 1 && begin_run();
      case Step::few: next_ = 1; return count_ > 1 && begin_insertion();
      case Step::run: return count_run(is_before_);
      case Step::insertion: return insert(is_before_);
      case Step::merge: return merge(is_before_);
    }
    return false;
  }

  /// The arguments of the comparator. Neither is undefined.
  RF_HD RF_INLINE T const& left() const { return *pair_.left; }
  RF_HD RF_INLINE T const& right() const { return *pair_.right; }

  /// Takes the outcome: true if the comparator returned less than 0. NaN is not less.
  RF_HD RF_INLINE void answer(bool is_before) { is_before_ = is_before; }

 private:
  enum class Step : uint8_t { begin, few, run, insertion, merge };

  /// Chosen so that the number of runs is a power of 2, or slightly less: merges then join runs of about the same length.
  RF_HD static int32_t min_run_of(int32_t count) {
    int32_t cut_off = 0;
    for (; count >= 64; count >>= 1) cut_off |= count & 1;
    return count + cut_off;
  }

  RF_HD bool ask(int32_t left, int32_t right) { return pair_.ask(work_ + left, work_ + right); }

  RF_HD bool begin_run() {
    next_ = begin_ + 1;
    if (next_ < count_) {
      step_ = Step::run;
      return ask(next_, begin_);
    }
    // A single element that is left over is a run.
    begin_ = next_;
    return runs_->push(begin_, true, pair_);
  }

  /// A run goes on in the direction of its first two elements. A descending run is strictly descending, so that equal elements stay in
  /// order when it is reversed.
  RF_HD bool count_run(bool is_before) {
    if (next_ == begin_ + 1) goes_down_ = is_before;
    if (is_before == goes_down_ && ++next_ < count_) return ask(next_, next_ - 1);
    if (goes_down_) {
      for (int32_t i = begin_, j = next_ - 1; i < j; ++i, --j) swap(i, j);
    }
    return begin_insertion();
  }

  RF_HD void swap(int32_t i, int32_t j) {
    T const element = work_[i];
    work_[i] = work_[j];
    work_[j] = element;
  }

  /// Adds the next element to a run that is too short.
  RF_HD bool begin_insertion() {
    if (next_ - begin_ >= min_run_ || next_ == count_) return end_run();
    step_ = Step::insertion;
    low_ = begin_;
    high_ = next_;
    return ask_middle();
  }

  RF_HD bool ask_middle() {
    middle_ = low_ + ((high_ - low_) >> 1);
    return ask(next_, middle_);
  }

  RF_HD bool insert(bool is_before) {
    if (is_before) {
      high_ = middle_;
    } else {
      low_ = middle_ + 1;
    }
    if (low_ < high_) return ask_middle();
    T const inserted = work_[next_];
    for (int32_t i = next_; i > low_; --i) work_[i] = work_[i - 1];
    work_[low_] = inserted;
    ++next_;
    return begin_insertion();
  }

  RF_HD bool end_run() {
    begin_ = next_;
    bool const is_last = begin_ == count_;
    if (runs_ == nullptr && is_last) return false;
    step_ = Step::merge;
    if (runs_ == nullptr && !take_runs()) return false;
    return runs_->push(begin_, is_last, pair_) || (!is_last && begin_run());
  }

  RF_HD bool merge(bool is_before) { return runs_->answer(is_before, pair_) || (begin_ < count_ && begin_run()); }

  /// Takes the run stack from the arena, because only arrays of at least 64 elements need one. As a member it would cost every sort a
  /// thread's memory.
  RF_HD bool take_runs() {
    T* const aside = detail::take_elements<T>(arena_, count_ / 2);
    auto* const runs = detail::take_elements<detail::RunStack<T>>(arena_, 1);
    if (aside == nullptr || runs == nullptr) return false;
    runs_ = new (runs) detail::RunStack<T>(work_, aside);
    return true;
  }

  Arena& arena_;
  T* work_;
  int32_t count_;
  int32_t min_run_;
  detail::RunStack<T>* runs_ = nullptr;  ///< once there is a second run
  detail::ComparedPair<T> pair_;
  Step step_ = Step::begin;
  bool is_before_ = false;
  bool goes_down_ = false;
  int32_t begin_ = 0;  ///< of the run that is being made
  int32_t next_ = 0;   ///< behind that run
  int32_t low_ = 0;
  int32_t high_ = 0;
  int32_t middle_ = 0;
};

}  // namespace rowfuse
