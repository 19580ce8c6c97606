/// The concatenation of up to N views, held by value: the result of `a + b` and of template literals before they are written.
#pragma once

#include <rowfuse/base/claims.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

/// `N` views in order, any of which may be empty. Surrogates may meet where two pieces do; every operation sees the joined units.
// The number of pieces is a constant. An index that is not constant would put the rope into memory, which slows device code down. nvcc 13.0
// was also seen to give such a rope the stack slot of another live variable.
template <int N>
struct Rope : StringMethods<Rope<N>> {
  static_assert(N >= 1);
  static constexpr int32_t count = N;

  View pieces[N] = {};

  constexpr Rope() = default;
  RF_HD constexpr Rope(View piece) { pieces[0] = piece; }
  template <int M>
    requires(M < N)
  RF_HD constexpr Rope(Rope<M> const& shorter) {
    RF_UNROLL
    for (int32_t i = 0; i < M; ++i) pieces[i] = shorter.pieces[i];
  }

  RF_HD constexpr bool empty() const {
    bool empty = true;
    RF_UNROLL
    for (int32_t i = 0; i < N; ++i) empty = empty && pieces[i].empty();
    return empty;
  }

  /// Returns the units [from, to). `string/part/slice.hpp`
  RF_HD Rope part(int32_t from, int32_t to) const;
};

namespace detail {

template <class T>
struct PieceCount;
template <>
struct PieceCount<View> {
  static constexpr int value = 1;
};
template <int N>
struct PieceCount<Rope<N>> {
  static constexpr int value = N;
};

/// The views of a rope, or a single view, in order: the input of the general paths.
struct Pieces {
  View const* first;
  int32_t count;
};

RF_HD constexpr Pieces pieces(View const& view) { return {&view, 1}; }
template <int N>
RF_HD constexpr Pieces pieces(Rope<N> const& rope) {
  return {rope.pieces, N};
}

/// Returns the flags of all pieces together.
RF_HD constexpr uint32_t flags_of(View const& view) { return view.flags; }
template <int N>
RF_HD constexpr uint32_t flags_of(Rope<N> const& rope) {
  uint32_t flags = 0;
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) flags |= rope.pieces[i].flags;
  return flags;
}

template <LazyString T>
RF_HD constexpr uint32_t flags_of(T const& string) {
  return string.flags() & View::halves;
}

/// True if every byte is known to be below 0x80.
RF_HD constexpr bool all_ascii(View const& view) { return view.empty() || view.is_ascii(); }
template <int N>
RF_HD constexpr bool all_ascii(Rope<N> const& rope) {
  bool ascii = true;
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) ascii = ascii && all_ascii(rope.pieces[i]);
  return ascii;
}

template <LazyString T>
RF_HD constexpr bool all_ascii(T const& string) {
  return (string.flags() & View::ascii) != 0;
}

/// Returns the bytes of a string, including those of surrogates.
RF_HD RF_INLINE int64_t plain_size(View const& view) { return view.size; }
template <int N>
RF_HD RF_INLINE int64_t plain_size(Rope<N> const& rope) {
  int64_t size = 0;
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) size += rope.pieces[i].size;
  return size;
}

template <LazyString T>
RF_HD RF_INLINE int64_t plain_size(T const& string) {
  return string.utf8_size();
}

/// Stores a string's pieces at `at`. Returns the place after them.
template <int N>
RF_HD constexpr int32_t place(Rope<N>& rope, int32_t at, View const& view) {
  rope.pieces[at] = view;
  return at + 1;
}
template <int N, int M>
RF_HD constexpr int32_t place(Rope<N>& rope, int32_t at, Rope<M> const& part) {
  RF_UNROLL
  for (int32_t i = 0; i < M; ++i) rope.pieces[at + i] = part.pieces[i];
  return at + M;
}

}  // namespace detail

/// `a + b + ...`, `a.concat(b, ...)`, a template literal: a rope with room for all the pieces.
template <Pieced... T>
  requires(sizeof...(T) > 0)
RF_HD constexpr auto concat(T const&... parts) {
  Rope<(detail::PieceCount<T>::value + ...)> rope;
  int32_t at = 0;
  ((at = detail::place(rope, at, parts)), ...);
  return rope;
}

/// Converts a rope that is known to have at most `M` pieces to a rope of that size, and to a view if `M` is 1. The compiler uses it if a
/// variable holds longer strings elsewhere.
template <int M, int N>
RF_HD constexpr auto shrink(Rope<N> const& rope) {
#if defined(ROWFUSE_CHECKED)
  RF_UNROLL
  for (int32_t i = M; i < N; ++i) RF_CLAIM(rope.pieces[i].empty(), "a text has at most so many pieces", i + 1);
#endif
  if constexpr (M == 1) {
    return rope.pieces[0];
  } else {
    Rope<M> shorter;
    RF_UNROLL
    for (int32_t i = 0; i < M; ++i) shorter.pieces[i] = rope.pieces[i];
    return shorter;
  }
}
template <int M, int N>
RF_HD constexpr auto shrink(Maybe<Rope<N>> const& rope) {
  using Shorter = decltype(shrink<M>(*rope));
  if (rope.present()) return Maybe<Shorter>(shrink<M>(*rope));
  return rope.is_null() ? Maybe<Shorter>(null) : Maybe<Shorter>(undefined);
}

}  // namespace rowfuse
