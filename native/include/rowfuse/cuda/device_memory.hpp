#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace rowfuse::cuda {

/// Device memory in stream order, from a pool of our own that keeps what it has got: after the first calls an
/// allocation costs microseconds. Never managed memory. Both return a cudaError_t.
int allocate(void** data, std::size_t bytes, CUstream_st* stream);
int release(void* data, CUstream_st* stream);

/// One allocation, given back in the order of its stream.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  DeviceBuffer(DeviceBuffer&& other) noexcept : data_{other.data_}, bytes_{other.bytes_}, stream_{other.stream_} {
    other.data_ = nullptr;
    other.bytes_ = 0;
  }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    if (this != &other) {
      reset();
      data_ = other.data_;
      bytes_ = other.bytes_;
      stream_ = other.stream_;
      other.data_ = nullptr;
      other.bytes_ = 0;
    }
    return *this;
  }
  ~DeviceBuffer() { reset(); }

  /// At least `bytes` bytes, whose content is undefined. Keeps what it has when that is enough.
  int reserve(std::size_t bytes, CUstream_st* stream) {
    if (bytes <= bytes_ && data_ != nullptr) return 0;
    reset();
    // Bitmaps are written in words and text is read in 16-byte pieces.
    std::size_t const rounded = bytes == 0 ? 16 : (bytes + 15) / 16 * 16;
    int const error = allocate(&data_, rounded, stream);
    if (error != 0) {
      data_ = nullptr;
      return error;
    }
    bytes_ = rounded;
    stream_ = stream;
    return 0;
  }

  void reset() {
    if (data_ != nullptr) release(data_, stream_);
    data_ = nullptr;
    bytes_ = 0;
  }

  void* get() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  CUstream_st* stream_ = nullptr;
};

}  // namespace rowfuse::cuda
