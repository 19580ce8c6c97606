/// The numbers of a window as statistics take them, and what moments say of a sample.
#pragma once

#include <cmath>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/rolling/monoids.hpp>
#include <rowfuse/value/to_number.hpp>

namespace rowfuse {

namespace rolling {

/// Numbers, and the nearest ones of bigints. Null stays null, which is no number of a sample.
template <class Value>
RF_HD constexpr double as_number(Value value) {
  return to_number(value);
}
template <class Value>
RF_HD constexpr Maybe<double> as_number(Maybe<Value> const& value) {
  if (!value.present()) return null;
  return to_number(*value);
}

}  // namespace rolling

/// The variance of a sample: null of fewer than two numbers.
RF_HD inline Maybe<double> sample_variance(rolling::MomentsOf const& moments) {
  if (moments.count < 2) return null;
  return moments.m2 / (moments.count - 1);
}

/// Its square root.
RF_HD inline Maybe<double> sample_deviation(rolling::MomentsOf const& moments) {
  Maybe<double> const variance = sample_variance(moments);
  if (!variance.present()) return null;
  return ::sqrt(*variance);
}

}  // namespace rowfuse
