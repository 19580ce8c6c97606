#pragma once

#include <cuda_runtime_api.h>

namespace rowfuse::cuda {

/// Makes a device this thread's until the end of the scope: memory goes back on whatever thread lets go last, often
/// JavaScript's, whose current device may be another and must stay what it is.
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
