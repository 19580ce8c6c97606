/// The sorted runs of a sort that are not merged yet.
#pragma once

#include <cstdint>

#include <rowfuse/array/gallop.hpp>
#include <rowfuse/array/merge.hpp>
#include <rowfuse/base/macros.hpp>

namespace rowfuse::detail {

/// Runs that lie side by side, each longer than the next two together. A run that is added is merged until that holds; after the last run
/// all are merged into one. Merges therefore join runs of similar lengths and take n log n steps in all.
template <class T>
class RunStack {
 public:
  /// `aside` has room for half of the elements of `work`, which is enough for the shorter of two runs.
  RF_HD RunStack(T* work, T* aside) : work_{work}, aside_{aside} {}

  /// Adds the run from the end of the last one to `end`. Returns true if a comparison is needed.
  RF_HD bool push(int32_t end, bool is_last, ComparedPair<T>& pair) {
    ends_[runs_++] = end;
    is_last_ = is_last;
    return collapse(pair);
  }

  /// Takes the outcome of a comparison. Returns true if another one is needed, false if the next run, if any, can be added.
  RF_HD bool answer(bool is_before, ComparedPair<T>& pair) { return merge_.answer(is_before, pair) || collapse(pair); }

 private:
  /// Lengths grow like Fibonacci numbers, from 32 on except for the last. 36 runs would be 2^31 elements, and one more can wait to be
  /// merged.
  static constexpr int32_t most_runs = 40;

  RF_HD int32_t begin_of(int32_t run) const { return run == 0 ? 0 : ends_[run - 1]; }
  RF_HD int32_t size_of(int32_t run) const { return ends_[run] - begin_of(run); }
  RF_HD bool is_long_enough(int32_t run) const { return run < 2 || size_of(run - 2) > size_of(run - 1) + size_of(run); }

  RF_HD bool collapse(ComparedPair<T>& pair) {
    if (runs_ < 2) return false;
    int32_t const run = runs_ - 2;
    bool const are_long = is_long_enough(run) && is_long_enough(run + 1) && size_of(run) > size_of(run + 1);
    if (are_long && !is_last_) return false;
    merge(run > 0 && size_of(run - 1) < size_of(run + 1) ? run - 1 : run, pair);
    return true;
  }

  /// Merges a run and the one after it.
  RF_HD void merge(int32_t run, ComparedPair<T>& pair) {
    T* const first = work_ + begin_of(run);
    int32_t const a = size_of(run);
    int32_t const b = size_of(run + 1);
    for (int32_t i = run + 1; i < runs_; ++i) ends_[i - 1] = ends_[i];
    --runs_;
    merge_.begin(first, a, b, aside_, pair);
  }

  T* work_;
  T* aside_;
  Merge<T> merge_;
  int32_t runs_ = 0;
  bool is_last_ = false;
  int32_t ends_[most_runs] = {};
};

}  // namespace rowfuse::detail
