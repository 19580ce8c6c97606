#pragma once

namespace rowfuse::cuda {

/// How work on a device is done.
struct DeviceOptions {
  int device = 0;   ///< ordinal
  int threads = 1;  ///< that copy between JavaScript's memory and pinned memory
};

}  // namespace rowfuse::cuda
