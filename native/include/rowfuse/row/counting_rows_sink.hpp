#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/counting_sink.hpp>

namespace rowfuse {

/// The sink of the sizes pass for filters and expansions: counts output rows and the bytes of their text.
template <class Columns>
struct CountingRowsSink : CountingSink<Columns> {
  std::int64_t rows = 0;

  RF_HD void emit() { ++rows; }
};

/// The sink that counts the results of a transform.
template <class Transform, bool emits = emits_rows<Transform>>
struct SizesSinkOf {
  using Type = CountingSink<typename Transform::Output>;
};
template <class Transform>
struct SizesSinkOf<Transform, true> {
  using Type = CountingRowsSink<typename Transform::Output>;
};
template <class Transform>
using SizesSink = typename SizesSinkOf<Transform>::Type;

}  // namespace rowfuse
