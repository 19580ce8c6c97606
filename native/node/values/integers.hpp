#pragma once

#include <cmath>

#include <napi.h>

#include <rowfuse/cpu/memory/memory_budget.hpp>

namespace rowfuse::node {

/// Reads an integer within [low, high]. Returns false for any other value.
template <class Number>
bool read_integer(Napi::Value value, double low, double high, Number& integer) {
  if (!value.IsNumber()) return false;
  double const number = value.As<Napi::Number>().DoubleValue();
  if (!(number >= low && number <= high) || number != std::floor(number)) return false;
  integer = static_cast<Number>(number);
  return true;
}

/// Sets the limit of the next pass of a call: the bytes in `value`, or none.
inline void limit_memory(MemoryBudget& budget, Napi::Value value) {
  std::int64_t bytes = MemoryBudget::unlimited;
  read_integer(value, 0, 9007199254740991.0, bytes);
  budget.set_limit(bytes);
}

}  // namespace rowfuse::node
