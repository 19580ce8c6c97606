#pragma once

namespace rowfuse::cuda {

/// The device of an operation, and the threads that it may use.
struct DeviceOptions {
  int device = 0;   ///< ordinal
  int threads = 1;  ///< for copies between JavaScript's memory and pinned memory
};

}  // namespace rowfuse::cuda
