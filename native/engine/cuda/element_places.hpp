#pragma once

#include <cstdint>

struct CUstream_st;

namespace rowfuse::cuda {

/// Converts offsets in bytes to offsets in elements of 2^`shift` bytes, from 0 on: entry i of `places` is the number of elements between
/// the first offset and that of row i. Both arrays have length + 1 entries on the device. Returns a cudaError_t.
int element_places(std::int32_t const* offsets, std::int32_t* places, std::int64_t length, std::int32_t shift, CUstream_st* stream);

}  // namespace rowfuse::cuda
