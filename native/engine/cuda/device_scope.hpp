#pragma once

#include <cuda_runtime_api.h>

namespace rowfuse::cuda {

/// Makes a device the current one of this thread until the end of the scope. Memory is freed on the thread of its last owner. That is often
/// the JavaScript thread, whose current device may be a different one and must stay the same.
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
