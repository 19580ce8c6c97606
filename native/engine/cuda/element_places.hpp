#pragma once

#include <cstdint>

struct CUstream_st;

namespace rowfuse::cuda {

/// Of offsets that count the bytes of elements the same in elements, from 0 on: entry i of `places` is what lies between the first
/// offset and that of row i, out of 2^`shift` bytes each. Both have length + 1 entries on the device. Returns a cudaError_t.
int element_places(std::int32_t const* offsets, std::int32_t* places, std::int64_t length, std::int32_t shift,
                   CUstream_st* stream);

}  // namespace rowfuse::cuda
