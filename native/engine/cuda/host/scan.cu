#include <cub/device/device_scan.cuh>

#include <rowfuse/cuda/host/scan.hpp>

namespace rowfuse::cuda {

int exclusive_scan(void* scratch, std::size_t& scratch_bytes, std::int32_t* sizes, std::int64_t count, CUstream_st* stream) {
  // In place: cub documents equal input and output pointers as allowed.
  return cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, sizes, sizes, static_cast<std::int32_t>(count), stream);
}

}  // namespace rowfuse::cuda
