#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace rowfuse::cuda {

/// Sizes become offsets, in place: entry i is the sum of the entries before it. 32-bit sums, which wrap when the total
/// needs more: the caller knows the total in 64 bits and refuses it. With `scratch` null only `scratch_bytes` is set.
/// Returns a cudaError_t. It depends on no transform, so cub is compiled once for all of them.
int exclusive_scan(void* scratch, std::size_t& scratch_bytes, std::int32_t* sizes, std::int64_t count,
                   CUstream_st* stream);

}  // namespace rowfuse::cuda
