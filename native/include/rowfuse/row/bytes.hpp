/// The bytes of a column, which a row function sees as a Uint8Array.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// Borrowed bytes that nothing changes. The elements of this array are numbers.
struct Bytes {
  using Element = double;

  unsigned char const* data = nullptr;
  int32_t count = 0;

  Bytes() = default;
  RF_HD RF_INLINE Bytes(void const* bytes, int32_t size) : data{static_cast<unsigned char const*>(bytes)}, count{size} {}

  class Iterator {
   public:
    RF_HD RF_INLINE explicit Iterator(unsigned char const* at) : at_{at} {}
    RF_HD RF_INLINE double operator*() const { return *at_; }
    RF_HD RF_INLINE Iterator& operator++() {
      ++at_;
      return *this;
    }
    RF_HD RF_INLINE bool operator!=(Iterator const& other) const { return at_ != other.at_; }

   private:
    unsigned char const* at_;
  };

  RF_HD RF_INLINE Iterator begin() const { return Iterator{data}; }
  RF_HD RF_INLINE Iterator end() const { return Iterator{data + count}; }
  RF_HD RF_INLINE int32_t size() const { return count; }
  RF_HD RF_INLINE bool find(int32_t index, double& element) const {
    if (index >= count) return false;
    element = data[index];
    return true;
  }
  RF_HD RF_INLINE char const* text() const { return reinterpret_cast<char const*>(data); }
};

/// Every array is truthy.
RF_HD constexpr bool truthy(Bytes const&) { return true; }

}  // namespace rowfuse
