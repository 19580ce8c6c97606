#pragma once

#include <cuda_runtime_api.h>

namespace rowfuse::cuda {

/// Makes a device this thread's current one until the end of the scope. Memory is freed on the thread of its last owner, often
/// JavaScript's, whose current device may be another and must not change.
class DeviceScope {
 public:
  explicit DeviceScope(int device) : device_(device), before_(device) {
    cudaGetDevice(&before_);
    if (before_ != device_) cudaSetDevice(device_);
  }
  DeviceScope(DeviceScope const&) = delete;
  DeviceScope& operator=(DeviceScope const&) = delete;
  ~DeviceScope() {
    if (before_ != device_) cudaSetDevice(before_);
  }

 private:
  int const device_;
  int before_;
};

}  // namespace rowfuse::cuda
