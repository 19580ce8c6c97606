/// A value, `null` or `undefined`: the type of nullable columns, `s[99]` and `at()`.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/claims.hpp>
#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// The types of `null` and `undefined`.
// The constants are enumerators, because device code cannot bind a reference to a host variable, even if it is constexpr.
enum class Null : uint8_t { null };
enum class Undefined : uint8_t { undefined };
using enum Null;
using enum Undefined;

enum class Presence : uint8_t { present, null, undefined };

/// A `T`, `null` or `undefined`.
template <class T>
class Maybe {
 public:
  using Value = T;

  RF_HD constexpr Maybe() : value_{}, presence_{Presence::undefined} {}
  RF_HD constexpr Maybe(Null) : value_{}, presence_{Presence::null} {}
  RF_HD constexpr Maybe(Undefined) : value_{}, presence_{Presence::undefined} {}
  RF_HD constexpr Maybe(T const& value) : value_{value}, presence_{Presence::present} {}

  /// A value that counts only if it is present. What is known of it at compile time is known without a test.
  RF_HD constexpr Maybe(T const& value, Presence presence) : value_{value}, presence_{presence} {}

  /// Converts from any value that becomes a `T` without loss of meaning (a `View` where a `Rope` is expected).
  template <class U>
    requires(!std::same_as<U, T> && std::convertible_to<U, T>)
  RF_HD constexpr Maybe(U const& value) : value_(value), presence_{Presence::present} {}

  template <class U>
    requires(!std::same_as<U, T> && std::convertible_to<U, T>)
  RF_HD constexpr Maybe(Maybe<U> const& other) : value_{}, presence_{other.presence()} {
    if (other.present()) value_ = *other;
  }

  RF_HD constexpr Presence presence() const { return presence_; }
  RF_HD constexpr bool present() const { return presence_ == Presence::present; }
  RF_HD constexpr bool is_absent() const { return presence_ != Presence::present; }
  RF_HD constexpr bool is_null() const { return presence_ == Presence::null; }
  RF_HD constexpr bool is_undefined() const { return presence_ == Presence::undefined; }

  /// Returns the value without a check: a value-initialised `T` if absent.
  RF_HD constexpr T const& operator*() const {
    RF_CLAIM(present(), "a value is never null or undefined", 0);
    return value_;
  }
  RF_HD constexpr T const* operator->() const {
    RF_CLAIM(present(), "a value is never null or undefined", 0);
    return &value_;
  }

 private:
  T value_;
  Presence presence_;
};

/// Converts an absent value to a type that can also hold a value.
template <class To, class T>
RF_HD constexpr To absent_as(Maybe<T> const& value) {
  return value.is_null() ? To(null) : To(undefined);
}

template <class T>
inline constexpr bool is_maybe = false;
template <class T>
inline constexpr bool is_maybe<Maybe<T>> = true;

namespace detail {

/// The type of a value without its Maybe.
template <class Value>
struct PresentValue {
  using Type = Value;
};
template <class Value>
struct PresentValue<Maybe<Value>> {
  using Type = Value;
};

/// The presence and the value of an element that may be a `Maybe`.
template <class Element>
RF_HD RF_INLINE bool is_there(Element const& element) {
  if constexpr (is_maybe<Element>) {
    return element.present();
  } else {
    return true;
  }
}

template <class Element>
RF_HD RF_INLINE auto const& present_value(Element const& element) {
  if constexpr (is_maybe<Element>) {
    return *element;
  } else {
    return element;
  }
}

}  // namespace detail

/// The types of `null` and `undefined`.
template <class T>
concept Absent = std::same_as<T, Null> || std::same_as<T, Undefined>;

}  // namespace rowfuse
