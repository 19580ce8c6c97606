#pragma once

#include <cmath>

#include <napi.h>

namespace rowfuse::node {

/// An integer within [low, high]. False when the value is anything else.
template <class Number>
bool read_integer(Napi::Value value, double low, double high, Number& integer) {
  if (!value.IsNumber()) return false;
  double const number = value.As<Napi::Number>().DoubleValue();
  if (!(number >= low && number <= high) || number != std::floor(number)) return false;
  integer = static_cast<Number>(number);
  return true;
}

}  // namespace rowfuse::node
