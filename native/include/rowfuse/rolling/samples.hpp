/// The numbers of a window for statistics, and the statistics of a sample from its moments.
#pragma once

#include <cmath>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/rolling/monoids.hpp>
#include <rowfuse/value/to_number.hpp>

namespace rowfuse {

namespace rolling {

/// Converts numbers to doubles, and bigints to the nearest double. Null stays null and does not belong to the sample.
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

/// The variance of a sample: null for fewer than two numbers.
RF_HD inline Maybe<double> sample_variance(rolling::MomentsOf const& moments) {
  if (moments.count < 2) return null;
  return moments.m2 / (moments.count - 1);
}

/// The standard deviation of a sample: null for fewer than two numbers.
RF_HD inline Maybe<double> sample_deviation(rolling::MomentsOf const& moments) {
  Maybe<double> const variance = sample_variance(moments);
  if (!variance.present()) return null;
  return ::sqrt(*variance);
}

}  // namespace rowfuse
