#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace rowfuse::cuda {

/// Turns sizes into offsets, in place: entry i becomes the sum of the entries before it. The 32-bit sums wrap if the total is larger; the
/// caller knows the total in 64 bits and refuses it. If `scratch` is null, only sets `scratch_bytes`. Returns a cudaError_t. Independent of
/// transforms, so that cub is compiled once for all of them.
int exclusive_scan(void* scratch, std::size_t& scratch_bytes, std::int32_t* sizes, std::int64_t count, CUstream_st* stream);

}  // namespace rowfuse::cuda
