#pragma once

#include <cstdint>

namespace rowfuse {

/// A number that is usually an integer, and is held as one if that is known without double arithmetic. From the digits of a text to a
/// column of integers, double arithmetic takes a hundred cycles, because each step waits for the one before.
struct IntegerOrNumber {
  bool is_integer;
  int64_t integer;  ///< 0 for -0, because both are the same in integer columns
  double number;    ///< if it may not be an integer
};

}  // namespace rowfuse
