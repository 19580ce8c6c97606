#pragma once

#include <cstdint>

namespace rowfuse {

/// A number that mostly is an integer, and held as one where that is known without arithmetic of doubles: on the way from the digits of a text to
/// a column of integers that takes a hundred cycles, in which each step waits for the one before.
struct IntegerOrNumber {
  bool is_integer;
  int64_t integer;  ///< 0 for -0, which are the same in columns of integers
  double number;    ///< where it may be none
};

}  // namespace rowfuse
