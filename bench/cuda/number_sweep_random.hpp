#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace sweep {

/// splitmix64. A case's randomness comes from its seed and its number alone, so that any case can be repeated anywhere. No expression
/// draws two numbers, because compilers differ in the order.
class Random {
 public:
  RF_HD Random(uint64_t seed, uint64_t stream, uint64_t index)
      : state_{seed * 0xD1342543DE82EF95u ^ (stream + 1) * 0xDA942042E4DD58B5u ^ index * 0x9E3779B97F4A7C15u} {
    bits();
    bits();
  }

  RF_HD uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15u;
    uint64_t z = state_;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  /// In [0, limit).
  RF_HD int32_t below(int32_t limit) { return static_cast<int32_t>((bits() >> 32) * static_cast<uint64_t>(limit) >> 32); }
  /// In [0, 1).
  RF_HD double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  RF_HD bool flip() { return (bits() & 1) != 0; }

 private:
  uint64_t state_;
};

}  // namespace sweep
