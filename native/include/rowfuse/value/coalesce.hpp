/// `a ?? b`
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/string/form/rope.hpp>
#include <rowfuse/string/unit/position.hpp>

namespace rowfuse {

namespace detail {

/// The type that holds either of two values unchanged: a longer rope, a double for mixed numbers, a Maybe if one may be absent.
template <class A, class B>
struct Either;
template <class T>
struct Either<T, T> {
  using Type = T;
};
template <>
struct Either<double, int32_t> {
  using Type = double;
};
template <>
struct Either<int32_t, double> {
  using Type = double;
};
template <int N>
struct Either<View, Rope<N>> {
  using Type = Rope<N>;
};
template <int N>
struct Either<Rope<N>, View> {
  using Type = Rope<N>;
};
template <int N, int M>
  requires(N != M)
struct Either<Rope<N>, Rope<M>> {
  using Type = Rope<(N > M ? N : M)>;
};
template <class A, class B>
  requires(!is_maybe<A> && !Absent<A>)
struct Either<A, Maybe<B>> {
  using Type = Maybe<typename Either<A, B>::Type>;
};
template <class A, class B>
  requires(!is_maybe<A> && Absent<B>)
struct Either<A, B> {
  using Type = Maybe<A>;
};
template <class N>
  requires(std::same_as<N, int32_t> || std::same_as<N, double>)
struct Either<Position, N> {
  using Type = double;
};
template <class N>
  requires(std::same_as<N, int32_t> || std::same_as<N, double>)
struct Either<N, Position> {
  using Type = double;
};

template <class To, class From>
RF_HD RF_INLINE To as_either(From const& from) {
  if constexpr (std::same_as<To, double> && std::same_as<From, Position>) {
    return to_double(from);
  } else {
    return To(from);
  }
}

template <class T>
RF_HD RF_INLINE decltype(auto) value_of(T const& other) {
  if constexpr (std::invocable<T const&>) {
    return other();
  } else {
    return (other);
  }
}

}  // namespace detail

/// ECMA-262 13.13 CoalesceExpression: returns the value of `maybe`, or `other` if that is `null` or `undefined`. `other` is a value, or a
/// callable without arguments if its evaluation is expensive. The result type holds either.
template <class T, class Other>
RF_HD RF_INLINE auto coalesce(Maybe<T> const& maybe, Other const& other) {
  using Value = std::remove_cvref_t<decltype(detail::value_of(other))>;
  using Result = typename detail::Either<T, Value>::Type;
  if (maybe.present()) return detail::as_either<Result>(*maybe);
  return detail::as_either<Result>(detail::value_of(other));
}

}  // namespace rowfuse
