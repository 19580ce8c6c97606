#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// The reason why a row has no result. The runtime runs the lowest failing row again in JavaScript for message and value, so codes only
/// distinguish what JavaScript cannot see. Generated from schema/faults.ts by `npm run native-numbers`.
enum class Fault : std::int32_t {
  none = 0,
  malformed_offsets = 1,  ///< offsets decrease, are negative, or point past the values
  invalid_utf8 = 2,       ///< the bytes of a value are not UTF-8
  absent_object = 3,      ///< a property or method of null or undefined
  out_of_range = 4,       ///< a number that its integer column cannot hold
  absent_result = 5,      ///< null or undefined for a column that is not nullable
  bigint_overflow = 6,    ///< a bigint past 128 bits, where JavaScript would go on
  bigint_range = 7,       ///< JavaScript's RangeError: a bigint divided by zero, or BigInt() of a number that is no integer
  too_many_steps = 8,     ///< its loops took more steps than a row may
  string_too_long = 9,    ///< a string that V8 could not hold either
  thrown = 10,            ///< a `throw`, or what a built-in function throws
  invalid_range = 11,     ///< JavaScript's RangeError of a string: a negative count, a number that is no code point
  inherited_name = 12,    ///< a key of a constant object that only its prototype has
  malformed_index = 13,   ///< a dictionary has no entry of that number
  too_deep = 14,          ///< calls of functions that call themselves are nested too deep
};

/// The first fault of a row. `column` counts input columns for malformed_offsets, malformed_index and invalid_utf8, output columns for
/// out_of_range and absent_result; the others have none (-1).
struct RowFault {
  Fault code = Fault::none;
  std::int32_t column = -1;

  RF_HD constexpr explicit operator bool() const { return code != Fault::none; }

  RF_HD constexpr void raise(Fault fault, std::int32_t at) {
    if (code == Fault::none) {
      code = fault;
      column = at;
    }
  }
};

}  // namespace rowfuse
