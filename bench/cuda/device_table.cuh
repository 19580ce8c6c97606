#pragma once

#include <cstdint>

namespace bench {

/// One Arrow string column in device memory. Offsets need not start at 0.
struct DeviceColumn {
  std::int32_t const* offsets = nullptr;
  char const* chars = nullptr;
  std::int64_t chars_begin = 0;  ///< the lowest offset
  std::int64_t chars_bytes = 0;  ///< the highest: the end of the readable bytes at `chars`
};

/// The rows of one run.
struct DeviceInput {
  DeviceColumn name;
  DeviceColumn visibility;
  std::int64_t rows = 0;
};

/// The result of a version: stream-ordered memory that the caller frees.
struct DeviceOutput {
  std::int32_t* offsets = nullptr;
  char* chars = nullptr;
  std::int64_t bytes = 0;
};

/// Events between the phases of a run; all null in runs that are timed as a whole.
struct PhaseEvents {
  cudaEvent_t start = nullptr;    ///< before the sizes kernel, after the memory for sizes is allocated
  cudaEvent_t sized = nullptr;    ///< after the sizes kernel
  cudaEvent_t scanned = nullptr;  ///< after the scan
  cudaEvent_t filling = nullptr;  ///< before the fill kernel, after the total is known and the memory allocated
};

inline void record(cudaEvent_t event, cudaStream_t stream) {
  if (event != nullptr) CUDA_CHECK(cudaEventRecord(event, stream));
}

/// Overwrites fresh output memory in checked runs, so that a byte that nobody writes is found.
inline void poison(bool wanted, void* memory, std::size_t bytes, cudaStream_t stream) {
  if (wanted) CUDA_CHECK(cudaMemsetAsync(memory, 0xcd, bytes, stream));
}

}  // namespace bench
