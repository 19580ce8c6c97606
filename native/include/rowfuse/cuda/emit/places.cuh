#pragma once

#include <cstdint>

#include <rowfuse/cuda/launch/entry_table.hpp>

namespace rowfuse::cuda {

/// Where rows come and go: per input row, how many output rows it becomes and how many bytes of text these have, by output
/// column; once scanned, the place of the first of them. `length` + 1 entries each; by value, as a kernel parameter.
template <int columns>
struct EmitPack {
  std::int32_t* rows;
  std::int32_t* text[columns > 0 ? columns : 1];

  explicit EmitPack(EmitPlaces const& places) : rows{places.rows} {
    for (int i = 0; i < columns; ++i) text[i] = places.text[i];
  }
};

}  // namespace rowfuse::cuda
