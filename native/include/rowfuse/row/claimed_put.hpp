/// The claims of the compiler about results. Checked builds verify them in generated code, before a value is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rowfuse/base/claims.hpp>
#include <rowfuse/row/put.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/form/claimed_text.hpp>
#include <rowfuse/string/memory/write.hpp>

namespace rowfuse {

namespace detail {

template <class Value>
RF_HD std::int64_t bytes_of_text(Value const& value) {
  if constexpr (is_maybe<Value>) {
    return value.present() ? bytes_of_text(*value) : 0;
  } else if constexpr (StringLike<Value>) {
    return utf8_size(value);
  } else if constexpr (requires { value.text(); }) {
    return value.count;
  } else {
    return 0;
  }
}

/// Returns the bytes of a column's value in a row, or -1 for a column that is not text.
template <std::size_t I, class Row>
RF_HD std::int64_t bytes_of_column(Row const& row) {
  if constexpr (requires { column<I>(row); }) {
    using Value = std::remove_cvref_t<decltype(column<I>(row))>;
    if constexpr (StringLike<Value>) {
      return utf8_size(column<I>(row));
    } else if constexpr (is_maybe<Value>) {
      return bytes_of_text(column<I>(row));
    }
  }
  return -1;
}

/// Returns the bound of the bytes of a result for a row, or -1 if it is not known.
template <class Transform, std::size_t I, class Row, std::size_t... Columns>
RF_HD std::int64_t bound_of_row(Row const& row, std::index_sequence<Columns...>) {
  std::int64_t bound = Transform::bounds[I].constant;
  bool known = bound >= 0;
  auto const add = [&](std::int64_t factor, auto bytes) {
    if (factor == 0) return;
    std::int64_t const size = bytes();
    known = known && size >= 0;
    bound += factor * size;
  };
  (add(Transform::bounds[I].factors[Columns], [&] { return bytes_of_column<Columns>(row); }), ...);
  return known ? bound : -1;
}

}  // namespace detail

/// `put` of column I of the transform, after its bound and its segments are verified.
template <class Transform, std::size_t I, class Row, class Out, class... Pieces>
RF_HD void claimed_put(ClaimPlace place, Row const& row, Out& out, Pieces const&... pieces) {
  (claimed_text(pieces, place), ...);
  if constexpr (requires { Transform::bounds; }) {
    std::int64_t const bytes = (detail::bytes_of_text(pieces) + ...);
    std::int64_t const bound = detail::bound_of_row<Transform, I>(row, std::make_index_sequence<Transform::Input::size>());
    // Halves that meet take four bytes instead of six.
    if (bound >= 0 && bytes > bound) detail::broken_claim("a text has at most the bytes of its bound", static_cast<double>(bytes), place);
  }
  if constexpr (requires { Transform::segments; }) {
    std::int32_t count = 0;
    auto const check = [&](View view) {
      bool const is_long = (Transform::segments.longer >> count & 1) != 0;
      if (!is_long && view.size > 4) detail::broken_claim("a piece of a text is at most a word", view.size, place);
      ++count;
    };
    auto const each = [&](auto const& part) {
      if constexpr (Pieced<std::remove_cvref_t<decltype(part)>>) {
        auto const all = detail::pieces(part);
        for (std::int32_t i = 0; i < all.count; ++i) check(all.first[i]);
      } else {
        ++count;
      }
    };
    if constexpr (Transform::segments.count > 0) {
      (each(pieces), ...);
      if (count > Transform::segments.count) detail::broken_claim("a text has at most so many pieces", count, place);
    }
  }
  put<I>(out, pieces...);
}

}  // namespace rowfuse
