#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

struct CUstream_st;

namespace rowfuse::cuda {

/// Purposes of device memory. The message about a reached limit lists them.
enum class MemoryUse {
  scratch,  ///< of a stream, kept between calls
  call,     ///< freed with the call
  table,    ///< freed with the device tables that share it
};

/// Live device memory of the process in bytes, over all devices.
struct MemoryHeld {
  std::int64_t scratch = 0;
  std::int64_t calls = 0;
  std::int64_t tables = 0;

  std::int64_t total() const { return scratch + calls + tables; }
};

MemoryHeld memory_held();

/// Sets the most bytes that the process may hold at a time; 0 is no limit.
void set_memory_limit(std::int64_t bytes);
std::int64_t memory_limit();

/// The result of `allocate` for memory that would pass the limit; it is not a cudaError_t.
inline constexpr int over_memory_limit = -1;

/// Allocates and frees device memory in stream order, from a pool that keeps freed memory: after the first calls an allocation costs
/// microseconds. Never managed memory. Both functions return a cudaError_t, or `over_memory_limit`.
int allocate(void** data, std::size_t bytes, MemoryUse use, CUstream_st* stream);
int release(void* data, std::size_t bytes, MemoryUse use, CUstream_st* stream);

/// Counts memory under another purpose from now on.
void account_for(std::size_t bytes, MemoryUse from, MemoryUse to);

/// One allocation, freed in the order of its stream.
class DeviceBuffer {
 public:
  explicit DeviceBuffer(MemoryUse use = MemoryUse::scratch) : use_{use} {}
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_{std::exchange(other.data_, nullptr)}, bytes_{std::exchange(other.bytes_, 0)}, use_{other.use_}, stream_{other.stream_} {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    if (this != &other) {
      reset();
      data_ = std::exchange(other.data_, nullptr);
      bytes_ = std::exchange(other.bytes_, 0);
      use_ = other.use_;
      stream_ = other.stream_;
    }
    return *this;
  }
  ~DeviceBuffer() { reset(); }

  /// Provides at least `bytes` bytes of undefined content. Keeps its memory if that is enough.
  int reserve(std::size_t bytes, CUstream_st* stream) {
    if (bytes <= bytes_ && data_ != nullptr) return 0;
    reset();
    // Bitmaps are written in words and text is read in 16-byte pieces.
    std::size_t const rounded = bytes == 0 ? 16 : (bytes + 15) / 16 * 16;
    int const error = allocate(&data_, rounded, use_, stream);
    if (error != 0) {
      data_ = nullptr;
      return error;
    }
    bytes_ = rounded;
    stream_ = stream;
    return 0;
  }

  /// Counts its memory under another purpose from now on.
  void use_for(MemoryUse use) {
    if (data_ != nullptr) account_for(bytes_, use_, use);
    use_ = use;
  }

  void reset() {
    if (data_ != nullptr) release(data_, bytes_, use_, stream_);
    data_ = nullptr;
    bytes_ = 0;
  }

  void* get() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  MemoryUse use_ = MemoryUse::scratch;
  CUstream_st* stream_ = nullptr;
};

}  // namespace rowfuse::cuda
