/// Merges two sorted runs that lie side by side. The caller makes each comparison.
#pragma once

#include <cstdint>

#include <rowfuse/array/gallop.hpp>
#include <rowfuse/base/macros.hpp>

namespace rowfuse::detail {

/// Merges run B, the later one, into run A as V8 does. Elements of A that come before all of B stay in place, and so do elements of B that
/// come after all of A. Of the rest, the shorter run moves to the buffer `aside`. The merge runs forwards if that is A and backwards if it
/// is B, so it never overwrites elements that it has not read.
///
/// Compares pairs one by one until one run has won `min_gallop` times in a row. Then it searches for all winners of a run and moves them at
/// once, as long as that finds at least seven at a time. Each such round makes the next one begin earlier, and each end of it makes the
/// next one begin later, over all merges of a sort.
template <class T>
class Merge {
 public:
  /// Begins to merge `work[0, a)` with `work[a, a + b)`, neither of which is empty, and asks for the first comparison. `aside` has room for
  /// the shorter run.
  RF_HD void begin(T* work, int32_t a, int32_t b, T* aside, ComparedPair<T>& pair) {
    work_ = work;
    aside_ = aside;
    a_.left = a;
    b_.left = b;
    phase_ = Phase::front;
    search_.begin(work, a, work + a, Among::last, 0, pair);
  }

  /// Takes the outcome of a comparison. Returns true if another one is needed, false if the runs are merged.
  RF_HD bool answer(bool is_before, ComparedPair<T>& pair) {
    if (phase_ == Phase::pairs) return take_winner(is_before, pair);
    if (search_.answer(is_before, pair)) return true;
    switch (phase_) {
      case Phase::front: return cut_front(pair);
      case Phase::back: return cut_back(pair);
      case Phase::winners_of_a: return take_winners_of_a(pair);
      default: return take_winners_of_b(pair);
    }
  }

 private:
  /// `front` and `back` search for the ends that stay in place.
  enum class Phase : uint8_t { front, back, pairs, winners_of_a, winners_of_b };

  /// The rest of a run: from its first element on, or backwards from its last.
  struct Run {
    T* at = nullptr;
    int32_t left = 0;
    int32_t wins = 0;
  };

  static constexpr int32_t worthwhile = 7;

  RF_HD bool cut_front(ComparedPair<T>& pair) {
    T* const first_of_b = work_ + a_.left;
    work_ += search_.place();
    a_.left -= search_.place();
    if (a_.left == 0) return false;
    phase_ = Phase::back;
    return search_.begin(first_of_b, b_.left, first_of_b - 1, Among::first, b_.left - 1, pair);
  }

  RF_HD bool cut_back(ComparedPair<T>& pair) {
    b_.left = search_.place();
    if (b_.left == 0) return false;
    goes_up_ = a_.left <= b_.left;
    T* const first_of_b = work_ + a_.left;
    T const* const from = goes_up_ ? work_ : first_of_b;
    for (int32_t i = 0; i < saved().left; ++i) aside_[i] = from[i];
    a_.at = goes_up_ ? aside_ : first_of_b - 1;
    b_.at = goes_up_ ? first_of_b : aside_ + b_.left - 1;
    to_ = goes_up_ ? work_ : first_of_b + b_.left - 1;
    // The cuts have shown which element comes first (or last).
    take(moving(), 1);
    return is_decided() ? finish() : ask_pair(pair);
  }

  RF_HD bool ask_pair(ComparedPair<T>& pair) {
    phase_ = Phase::pairs;
    a_.wins = 0;
    b_.wins = 0;
    return pair.ask(b_.at, a_.at);
  }

  RF_HD bool take_winner(bool is_before, ComparedPair<T>& pair) {
    bool const is_a = is_before != goes_up_;
    Run& winner = is_a ? a_ : b_;
    Run& loser = is_a ? b_ : a_;
    take(winner, 1);
    ++winner.wins;
    loser.wins = 0;
    if (is_decided()) return finish();
    if (winner.wins < min_gallop_) return pair.ask(b_.at, a_.at);
    ++min_gallop_;
    return search_a(pair);
  }

  RF_HD bool search_a(ComparedPair<T>& pair) {
    min_gallop_ = min_gallop_ > 2 ? min_gallop_ - 1 : 1;
    phase_ = Phase::winners_of_a;
    return search_.begin(begin_of(a_), a_.left, b_.at, Among::last, hint_in(a_), pair);
  }

  RF_HD bool take_winners_of_a(ComparedPair<T>& pair) {
    a_.wins = winners_in(a_);
    take(a_, a_.wins);
    if (is_decided()) return finish();
    take(b_, 1);
    if (is_decided()) return finish();
    phase_ = Phase::winners_of_b;
    return search_.begin(begin_of(b_), b_.left, a_.at, Among::first, hint_in(b_), pair);
  }

  RF_HD bool take_winners_of_b(ComparedPair<T>& pair) {
    b_.wins = winners_in(b_);
    take(b_, b_.wins);
    if (is_decided()) return finish();
    take(a_, 1);
    if (is_decided()) return finish();
    if (a_.wins >= worthwhile || b_.wins >= worthwhile) return search_a(pair);
    ++min_gallop_;
    return ask_pair(pair);
  }

  /// True if there is nothing left to compare: one run is empty, or the last element in `aside` comes after (or before) the whole rest of
  /// the other run, as the cuts have shown. An inconsistent comparator may leave nothing in `aside`.
  RF_HD bool is_decided() { return moving().left == 0 || saved().left < 2; }

  RF_HD bool finish() {
    take(moving(), moving().left);
    take(saved(), saved().left);
    return false;
  }

  RF_HD void take(Run& run, int32_t count) {
    int32_t const step = goes_up_ ? 1 : -1;
    for (int32_t i = 0; i < count; ++i) {
      *to_ = *run.at;
      to_ += step;
      run.at += step;
    }
    run.left -= count;
  }

  RF_HD Run& saved() { return goes_up_ ? a_ : b_; }
  RF_HD Run& moving() { return goes_up_ ? b_ : a_; }
  RF_HD T const* begin_of(Run const& run) const { return goes_up_ ? run.at : run.at - (run.left - 1); }
  /// The winners are at the end from which the merge takes elements.
  RF_HD int32_t hint_in(Run const& run) const { return goes_up_ ? 0 : run.left - 1; }
  RF_HD int32_t winners_in(Run const& run) const { return goes_up_ ? search_.place() : run.left - search_.place(); }

  Gallop<T> search_;
  Run a_;
  Run b_;
  T* work_ = nullptr;
  T* aside_ = nullptr;
  T* to_ = nullptr;
  Phase phase_ = Phase::front;
  bool goes_up_ = true;
  int32_t min_gallop_ = worthwhile;
};

}  // namespace rowfuse::detail
