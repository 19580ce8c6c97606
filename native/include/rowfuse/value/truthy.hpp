/// The truth value of a condition, as in `if (x)`.
#pragma once

#include <cstdint>
#include <type_traits>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/string/form/rope.hpp>
#include <rowfuse/string/unit/position.hpp>
#include <rowfuse/value/variant.hpp>

namespace rowfuse {

/// ECMA-262 7.1.2 ToBoolean.
RF_HD constexpr bool truthy(bool value) { return value; }
RF_HD constexpr bool truthy(double value) { return value < 0 || value > 0; }
RF_HD constexpr bool truthy(int32_t value) { return value != 0; }
template <BigInt T>
RF_HD constexpr bool truthy(T value) {
  return value != 0;
}
RF_HD inline bool truthy(Position value) { return !value.is(0); }
RF_HD constexpr bool truthy(View const& value) { return !value.empty(); }
template <int N>
RF_HD constexpr bool truthy(Rope<N> const& value) {
  return !value.empty();
}
template <LazyString T>
RF_HD RF_INLINE bool truthy(T const& value) {
  return !value.empty();
}
RF_HD constexpr bool truthy(Null) { return false; }
RF_HD constexpr bool truthy(Undefined) { return false; }
template <class... Ts>
RF_HD RF_INLINE bool truthy(Variant<Ts...> const& value) {
  // An object is always true.
  bool holds = true;
  value.visit([&holds](auto const& one) {
    if constexpr (!std::is_pointer_v<std::remove_cvref_t<decltype(one)>>) holds = truthy(one);
  });
  return holds;
}
template <class T>
RF_HD constexpr bool truthy(Maybe<T> const& value) {
  return value.present() && truthy(*value);
}

}  // namespace rowfuse
