/// A value of one of several kinds, such as `string | number`, which tells its kind when the row runs.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>

namespace rowfuse {

template <class... Ts>
class Variant;

template <class T>
inline constexpr bool is_variant = false;
template <class... Ts>
inline constexpr bool is_variant<Variant<Ts...>> = true;

/// A value of one of the types `Ts`, each of which is there once. A value-initialised one holds the first.
template <class... Ts>
class Variant {
 public:
  template <class T>
  static constexpr bool has = (std::same_as<T, Ts> || ...);

  Variant() = default;

  template <class T>
    requires has<T>
  RF_HD RF_INLINE Variant(T const& value) : kind_{kind_of<T>()} {
    std::memcpy(bytes_, static_cast<void const*>(&value), sizeof(T));
  }

  /// A value with fewer kinds.
  template <class... Us>
    requires(!std::same_as<Variant<Us...>, Variant>)
  RF_HD RF_INLINE Variant(Variant<Us...> const& other) {
    other.visit([this](auto const& value) { *this = Variant(value); });
  }

  /// True if the value is of a type, or of one of those of another variant.
  template <class T>
  RF_HD RF_INLINE bool is() const {
    if constexpr (is_variant<T>) {
      bool is_one = false;
      visit([&is_one](auto const& value) { is_one = T::template has<std::remove_cvref_t<decltype(value)>>; });
      return is_one;
    } else {
      return kind_ == kind_of<T>();
    }
  }

  /// Returns the value, which must be of this type, or of one of those of another variant.
  template <class T>
  RF_HD RF_INLINE T get() const {
    T value{};
    if constexpr (is_variant<T>) {
      visit([&value](auto const& one) {
        if constexpr (T::template has<std::remove_cvref_t<decltype(one)>>) value = T(one);
      });
    } else {
      std::memcpy(static_cast<void*>(&value), bytes_, sizeof(T));
    }
    return value;
  }

  /// Calls a function with the value.
  template <class F>
  RF_HD RF_INLINE void visit(F const& function) const {
    (visit_as<Ts>(function), ...);
  }

  RF_HD RF_INLINE uint8_t kind() const { return kind_; }

 private:
  template <class T>
  static constexpr uint8_t kind_of() {
    uint8_t kind = 0;
    bool found = false;
    ((found = found || std::same_as<T, Ts>, kind += found ? 0 : 1), ...);
    return kind;
  }

  template <class T, class F>
  RF_HD RF_INLINE void visit_as(F const& function) const {
    if (is<T>()) function(get<T>());
  }

  static constexpr std::size_t most(std::initializer_list<std::size_t> sizes) {
    std::size_t most = 0;
    for (std::size_t const size : sizes) most = size > most ? size : most;
    return most;
  }

  alignas(Ts...) unsigned char bytes_[most({sizeof(Ts)...})]{};
  uint8_t kind_ = 0;
};

/// True if a value is of a kind; null and undefined are not.
template <class T, class... Ts>
RF_HD RF_INLINE bool is(Variant<Ts...> const& value) {
  return value.template is<T>();
}
template <class T, class... Ts>
RF_HD RF_INLINE bool is(Maybe<Variant<Ts...>> const& value) {
  return value.present() && is<T>(*value);
}

/// Returns a value whose kind is proved.
template <class T, class... Ts>
RF_HD RF_INLINE T as(Variant<Ts...> const& value) {
  return value.template get<T>();
}
template <class T, class... Ts>
RF_HD RF_INLINE Maybe<T> as(Maybe<Variant<Ts...>> const& value) {
  return value.present() ? Maybe<T>(as<T>(*value)) : absent_as<Maybe<T>>(value);
}

/// Returns a value as one of its kinds. Any other kind fails the row.
template <class T, class Out, class... Ts>
RF_HD RF_INLINE T as_kind(Out& out, Variant<Ts...> const& value) {
  if (value.template is<T>()) return value.template get<T>();
  out.fault.raise(Fault::thrown, -1);
  return T{};
}
template <class T, class Out, class... Ts>
RF_HD RF_INLINE Maybe<T> as_kind(Out& out, Maybe<Variant<Ts...>> const& value) {
  return value.present() ? Maybe<T>(as_kind<T>(out, *value)) : absent_as<Maybe<T>>(value);
}

namespace detail {

/// Compares two values, of which at least one is a variant, by a relation that never holds between values of different kinds.
template <class A, class B, class F>
RF_HD RF_INLINE bool holds_between(A const& a, B const& b, F const& relation) {
  bool holds = false;
  if constexpr (is_variant<A>) {
    a.visit([&](auto const& value) { holds = holds_between(value, b, relation); });
  } else if constexpr (is_variant<B>) {
    b.visit([&](auto const& value) { holds = relation(a, value); });
  } else {
    holds = relation(a, b);
  }
  return holds;
}

}  // namespace detail
}  // namespace rowfuse
