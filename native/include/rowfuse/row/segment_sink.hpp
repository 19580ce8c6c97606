#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/case/case_map.hpp>
#include <rowfuse/string/form/rope.hpp>

namespace rowfuse {

/// The change of a piece's bytes while they are copied.
enum class Mapping : std::uint8_t { none, upper, lower };

/// One piece of a text value that is written later: bytes that outlive the evaluation, or up to four bytes of a literal as a word. Such a
/// literal has no pointer, so that the compiler still knows the address space of the other pieces.
struct Segment {
  std::uint32_t address = 0;  ///< in shared memory: the low half of the generic address; 0: a word, or nothing
  char const* data = nullptr; ///< in any memory, for pieces that may be parts of literals; null: a word, or nothing
  std::int32_t size = 0;
  std::uint32_t word = 0;     ///< the bytes of a literal
  Mapping mapping = Mapping::none;

  constexpr Segment() = default;
  RF_HD RF_INLINE constexpr explicit Segment(View const& view, Mapping mapping_ = Mapping::none) : size{view.size}, mapping{mapping_} {
    if ((view.flags & View::literal) != 0 && view.size <= 4) {
      RF_UNROLL
      for (std::int32_t i = 0; i < 4; ++i)
        if (i < view.size) word |= static_cast<std::uint32_t>(static_cast<unsigned char>(view.data[i])) << (8 * i);
    } else {
      address = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(view.data));
      data = view.data;
    }
  }
};

namespace detail {

/// The value that a row puts into a column: a text value as the views it consists of, or a value of fixed width.
template <std::size_t I, class Type, std::int32_t pieces, bool text = is_text<Type>>
struct Segments {
  typename Type::Storage value{};
  bool valid = false;
};
template <std::size_t I, class Type, std::int32_t pieces>
struct Segments<I, Type, pieces, true> {
  Segment text[pieces];
  bool valid = false;
};

/// Stores the pieces of a part, in order.
RF_HD RF_INLINE void remember(Segment* to, View const& part) { to[0] = Segment(part); }
template <int N>
RF_HD RF_INLINE void remember(Segment* to, Rope<N> const& part) {
  RF_UNROLL
  for (int i = 0; i < N; ++i) to[i] = Segment(part.pieces[i]);
}
/// For ASCII text, mapped case is a mapping of the source's bytes.
template <Case mapped>
RF_HD RF_INLINE void remember(Segment* to, CaseMapped<View, mapped> const& part) {
  to[0] = Segment(part.source, mapped == Case::upper ? Mapping::upper : Mapping::lower);
}

/// True if the bytes of a part are written as they are: none of its pieces has a lone surrogate, which could meet its other half.
RF_HD RF_INLINE bool is_plain(View const& part) { return part.plain(); }
template <int N>
RF_HD RF_INLINE bool is_plain(Rope<N> const& part) {
  bool plain = true;
  RF_UNROLL
  for (int i = 0; i < N; ++i) plain = plain && part.pieces[i].plain();
  return plain;
}
template <Case mapped>
RF_HD RF_INLINE bool is_plain(CaseMapped<View, mapped> const&) {
  return false;
}

template <class Part>
inline constexpr std::int32_t pieces_of = 1;
template <int N>
inline constexpr std::int32_t pieces_of<Rope<N>> = N;

template <std::int32_t pieces, class Indices, class... Types>
struct SegmentsOfColumns;
template <std::int32_t pieces, std::size_t... I, class... Types>
struct SegmentsOfColumns<pieces, std::index_sequence<I...>, Types...> : Segments<I, Types, pieces>... {};

}  // namespace detail

/// The sink that evaluates a row once. It remembers views, and the tile's owner copies their bytes when it knows their place. For row
/// functions whose text consists of at most `pieces` views of bytes that outlive the evaluation. `ascii` promises that all text is ASCII.
/// Other text can be cut within a character; `plain` is false if its bytes are then not the ones to write.
template <class Columns, std::int32_t pieces, bool ascii>
struct SegmentSink;
template <class... Types, std::int32_t pieces, bool ascii>
struct SegmentSink<Schema<Types...>, pieces, ascii> {
  using Output = Schema<Types...>;

  RowFault fault;
  bool plain = true;
  detail::SegmentsOfColumns<pieces, std::make_index_sequence<sizeof...(Types)>, Types...> columns;

  template <std::size_t I>
  RF_HD auto& slot() {
    return static_cast<detail::Segments<I, ColumnType<I, Output>, pieces>&>(columns);
  }

  template <std::size_t I, class... Parts>
  RF_HD void text(Parts const&... parts) {
    static_assert((detail::pieces_of<Parts> + ...) <= pieces, "generated code says how many pieces there are");
    auto& target = slot<I>();
    std::int32_t count = 0;
    ((detail::remember(target.text + count, parts), count += detail::pieces_of<Parts>), ...);
    if constexpr (!ascii) plain = plain && (detail::is_plain(parts) && ...);
    RF_UNROLL
    for (std::int32_t i = (detail::pieces_of<Parts> + ...); i < pieces; ++i) target.text[i] = Segment();
    target.valid = true;
  }

  template <std::size_t I>
  RF_HD void value(typename ColumnType<I, Output>::Storage value) {
    slot<I>().value = value;
    slot<I>().valid = true;
  }

  template <std::size_t I>
  RF_HD void absent() {
    if constexpr (!is_text<ColumnType<I, Output>>) slot<I>().value = {};
    slot<I>().valid = false;
  }
};

}  // namespace rowfuse
