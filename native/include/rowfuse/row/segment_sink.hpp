#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <rowfuse/macros.hpp>
#include <rowfuse/row/fault.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/rope.hpp>

namespace rowfuse {

/// One piece of a text value that is written later: bytes that outlive the evaluation, or up to four bytes of a literal as
/// a word. A literal has no pointer, so that the others keep the address space that the compiler knows for them.
struct Segment {
  std::uint32_t address = 0;  ///< in shared memory: the low half of a generic address there
  std::int32_t size = 0;
  std::uint32_t word = 0;
  bool in_word = false;

  constexpr Segment() = default;
  RF_HD RF_INLINE constexpr explicit Segment(View const& view) : size{view.size} {
    if ((view.flags & View::literal) != 0 && view.size <= 4) {
      RF_UNROLL
      for (std::int32_t i = 0; i < 4; ++i)
        if (i < view.size) word |= static_cast<std::uint32_t>(static_cast<unsigned char>(view.data[i])) << (8 * i);
      in_word = true;
    } else {
      address = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(view.data));
    }
  }
};

namespace detail {

/// What a row gives a column: a text value as the views it consists of, or a value of fixed width.
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

template <std::int32_t pieces, class Indices, class... Types>
struct SegmentsOfColumns;
template <std::int32_t pieces, std::size_t... I, class... Types>
struct SegmentsOfColumns<pieces, std::index_sequence<I...>, Types...> : Segments<I, Types, pieces>... {};

}  // namespace detail

/// The sink that evaluates a row once: it remembers views, and the tile's owner copies their bytes when it knows where
/// they go. For row functions whose text consists of at most `pieces` views of bytes that outlive the evaluation.
template <class Columns, std::int32_t pieces>
struct SegmentSink;
template <class... Types, std::int32_t pieces>
struct SegmentSink<Schema<Types...>, pieces> {
  using Output = Schema<Types...>;

  RowFault fault;
  detail::SegmentsOfColumns<pieces, std::make_index_sequence<sizeof...(Types)>, Types...> columns;

  template <std::size_t I>
  RF_HD auto& slot() {
    return static_cast<detail::Segments<I, ColumnType<I, Output>, pieces>&>(columns);
  }

  template <std::size_t I, class... Parts>
  RF_HD void text(Parts const&... parts) {
    auto const rope = concat(parts...);
    static_assert(rope.count <= pieces, "generated code says how many pieces there are");
    auto& target = slot<I>();
    RF_UNROLL
    for (std::int32_t i = 0; i < rope.count; ++i) target.text[i] = Segment(rope.pieces[i]);
    RF_UNROLL
    for (std::int32_t i = rope.count; i < pieces; ++i) target.text[i] = Segment();
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
