/// Constant tables of generated code, which host and device read.
#pragma once

#include <cstdint>

#include <rowfuse/base/claims.hpp>
#include <rowfuse/base/macros.hpp>

namespace rowfuse {

template <class T, int32_t count>
struct ConstantTable {
  alignas(16) T entries[count];
};

}  // namespace rowfuse

// RF_TABLE(name, type, count, entries...) defines a type `name` with `at(i)`, at namespace level. Device code cannot index a host constant,
// so it has a copy. Programs that do not use the copy drop it.
#if defined(__CUDACC__)
#define RF_TABLE_COPY(name, type, count) static __device__::rowfuse::ConstantTable<type, count> const name##_on_device = name##_on_host;
#else
#define RF_TABLE_COPY(name, type, count)
#endif
#if defined(RF_DEVICE_PASS)
#define RF_TABLE_ENTRIES(name) name##_on_device.entries
#else
#define RF_TABLE_ENTRIES(name) name##_on_host.entries
#endif
#define RF_TABLE(name, type, count, ...)                                                \
  inline constexpr ::rowfuse::ConstantTable<type, count> name##_on_host{{__VA_ARGS__}}; \
  RF_TABLE_COPY(name, type, count)                                                      \
  struct name {                                                                         \
    using Entry = type;                                                                 \
    static constexpr ::std::int32_t size = count;                                       \
    RF_HD static RF_INLINE Entry at(::std::uint32_t i) {                                \
      RF_CLAIM(i < count, "a place is within its table", i);                            \
      return RF_TABLE_ENTRIES(name)[i];                                                 \
    }                                                                                   \
    RF_HD static RF_INLINE Entry const* data() { return RF_TABLE_ENTRIES(name); }       \
  };
