#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include <cuda_runtime_api.h>

namespace rowfuse {
class InputFile;
}

namespace rowfuse::cuda {

/// Checks that uploaded offsets are in order and within the values. This is done right after their copy, while they are in the cache: on
/// its own, a check of 10M offsets takes a thread 10 ms.
struct OffsetsCheck {
  std::int64_t values_bytes = 0;
  std::atomic<bool> malformed{false};
};

/// Bytes to copy between JavaScript's pageable memory and the device.
struct Copy {
  void* to = nullptr;
  void const* from = nullptr;
  std::int64_t bytes = 0;
  OffsetsCheck* check = nullptr;  ///< uploads of offsets only
};

/// Column data that this process has moved between host and device, in bytes. Reports (some dozen bytes per call) are not counted.
struct Transferred {
  std::int64_t to_device = 0;
  std::int64_t to_host = 0;
};

Transferred transferred();

/// Copies in the order of `stream` of the current device. Large copies pass through pinned memory on up to `threads` threads: the driver
/// alone moves pageable memory at 10-11 GB/s, while the bus has 55 GB/s and one thread copies at 9.
///
/// `upload` returns once the host memory has been read, `download` once it has been written.
cudaError_t upload(std::vector<Copy> const& copies, cudaStream_t stream, int threads);
cudaError_t download(std::vector<Copy> const& copies, cudaStream_t stream, int threads);

/// Copies bytes of a file to the device; up to `threads` threads read them into pinned memory. The file should have `bytes` bytes from
/// `place` on. If it has fewer, or reading fails, `problem` is set and the device memory is undefined.
struct FileProblem {
  bool is_short = false;
  int system_error = 0;

  explicit operator bool() const { return is_short || system_error != 0; }
};
cudaError_t upload_file(InputFile const& file, std::int64_t place, void* to, std::int64_t bytes, cudaStream_t stream, int threads,
                        FileProblem& problem);

}  // namespace rowfuse::cuda
