#pragma once

#include <cstdint>

#include <rowfuse/cuda/launch/entry_table.hpp>

namespace rowfuse::cuda {

/// EmitPlaces by value, as a kernel parameter: per input row the number of its output rows and, per output column, the bytes of their text;
/// after the scan, the place of the first of them. Each array has `length` + 1 entries.
template <int columns>
struct EmitPack {
  std::int32_t* rows;
  std::int32_t* text[columns > 0 ? columns : 1];

  explicit EmitPack(EmitPlaces const& places) : rows{places.rows} {
    for (int i = 0; i < columns; ++i) text[i] = places.text[i];
  }
};

}  // namespace rowfuse::cuda
