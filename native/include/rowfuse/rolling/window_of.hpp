/// The values of a column in the rows around a row: an array that lies in the column, and aggregates of all its elements.
#pragma once

#include <cstdint>
#include <type_traits>

#include <rowfuse/array/list.hpp>
#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/arrow/column.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/rolling/monoids.hpp>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/samples.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

/// The rows [from, from + count) of a column that stores `Of`. Its text was checked before the call.
template <class Of>
struct WindowOf {
  using Type = UnderlyingType<Of>;
  using Element = typename detail::ListElement<Of>::Result;
  using Iterator = detail::ListIterator<WindowOf>;

  void const* values = nullptr;
  std::int32_t const* offsets = nullptr;   ///< for text
  std::uint8_t const* validity = nullptr;  ///< null if the column has no nulls
  std::int64_t values_bit = 0;             ///< for booleans: the bit of the column's row 0
  std::int64_t validity_bit = 0;
  std::int64_t values_begin = 0;           ///< for text: the bytes that are present
  std::int64_t values_end = 0;
  std::int64_t column_rows = 0;
  void const* levels = nullptr;            ///< nodes of reductions (rolling/levels.hpp), or null
  std::int64_t from = 0;
  std::int64_t anchor = 0;                 ///< the first row of the partition, from which nodes are counted
  std::int32_t count = 0;
  std::uint32_t flags = 0;                 ///< of all the text

  RF_HD RF_INLINE std::int32_t size() const { return count; }

  /// True if a row of the column has a value.
  RF_HD RF_INLINE bool present(std::int64_t row) const {
    if constexpr (is_nullable<Of>) {
      return validity == nullptr || arrow::bit_at(validity, validity_bit + row);
    } else {
      return true;
    }
  }

  /// Returns the value of a row of the column, which is not null.
  RF_HD RF_INLINE typename detail::ListElement<Type>::Result value(std::int64_t row) const {
    if constexpr (is_text<Type>) {
      // Clamped to the column's bytes, because the offsets may have changed since they were checked.
      std::int64_t const begin = within(offsets[row]);
      std::int64_t const end = within(offsets[row + 1]);
      auto const* const text = static_cast<char const*>(values) + begin;
      return View(text, end > begin ? static_cast<std::int32_t>(end - begin) : 0, flags);
    } else if constexpr (is_boolean<Type>) {
      return arrow::bit_at(values, values_bit + row);
    } else {
      auto const stored = static_cast<typename Type::Storage const*>(values)[row];
      return static_cast<typename detail::ListElement<Type>::Result>(from_storage<Type>(stored));
    }
  }

  /// Returns the value of a row of a fixed-width column, in the type that a row function sees for single rows.
  RF_HD RF_INLINE typename Type::Value stored(std::int64_t row) const {
    if constexpr (is_boolean<Type>) {
      return arrow::bit_at(values, values_bit + row);
    } else {
      return from_storage<Type>(static_cast<typename Type::Storage const*>(values)[row]);
    }
  }

  RF_HD RF_INLINE Element at(std::int32_t index) const {
    if constexpr (is_nullable<Of>) {
      if (!present(from + index)) return null;
    }
    return value(from + index);
  }

  RF_HD RF_INLINE bool find(std::int32_t index, Element& element) const {
    if (index >= count) return false;
    element = at(index);
    return true;
  }

  RF_HD RF_INLINE Iterator begin() const { return Iterator{*this, 0}; }
  RF_HD RF_INLINE Iterator end() const { return Iterator{*this, count}; }

  /// Returns the rows [begin, end) of the column as a window, in the partition that begins with row `first`.
  RF_HD RF_INLINE WindowOf rows(std::int64_t begin, std::int64_t end, std::int64_t first) const {
    WindowOf window = *this;
    window.from = begin;
    window.anchor = first;
    window.count = static_cast<std::int32_t>(end - begin);
    return window;
  }

 private:
  RF_HD RF_INLINE std::int64_t within(std::int64_t at) const {
    return at < values_begin ? values_begin : at < values_end ? at : values_end;
  }
};

/// Every array is truthy.
template <class Of>
RF_HD constexpr bool truthy(WindowOf<Of> const&) {
  return true;
}

/// Returns the window of a row of the call. Returns the whole column if other columns bound the window.
template <class Type>
RF_HD typename Type::Value decode_window(arrow::InputColumn const& column, std::int64_t row) {
  typename Type::Value window;
  window.values = column.values;
  window.offsets = column.offsets;
  window.validity = column.validity;
  window.values_bit = column.values_bit;
  window.validity_bit = column.validity_bit;
  window.values_begin = column.values_begin;
  window.values_end = column.values_bytes;
  window.column_rows = column.rows;
  window.levels = column.levels;
  if constexpr (is_text<typename Type::Of>) window.flags = column.values_bit != 0 ? View::ascii : 0u;
  if constexpr (Type::preceding >= 0) {
    std::int64_t const own = column.first_row + row;
    std::int64_t const begin = own > Type::preceding ? own - Type::preceding : 0;
    std::int64_t const end = column.rows - own - 1 > Type::following ? own + Type::following + 1 : column.rows;
    return window.rows(begin, end, 0);
  } else {
    return window;
  }
}

/// Returns the number of rows in which none of several windows has a null.
template <class... Windows>
RF_HD std::int32_t window_periods(Windows const&... windows) {
  std::int32_t const rows[] = {windows.count...};
  std::int32_t count = 0;
  for (std::int32_t i = 0; i < rows[0]; ++i) count += (windows.present(windows.from + i) && ...) ? 1 : 0;
  return count;
}

/// Returns the number of values that are not null.
template <class Of>
RF_HD std::int32_t window_count(WindowOf<Of> const& window) {
  if constexpr (is_nullable<Of>) {
    return window_periods(window);
  } else {
    return window.count;
  }
}

namespace detail {

template <class Of>
inline constexpr bool holds_bigints = std::is_same_v<typename HeldValue<typename UnderlyingType<Of>::Value>::Type, Int128>;

/// The values of a window for a reduction, by their places in the partition.
template <class Monoid, class Of>
struct WindowValues {
  WindowOf<Of> const& window;

  RF_HD typename Monoid::Value operator()(std::int64_t place) const {
    std::int64_t const row = window.anchor + place;
    return Monoid::value(window.present(row) ? Monoid::element(window.value(row)) : Monoid::absent());
  }
};

/// Reduces a window in the order that defines the bits of the result.
template <class Monoid, class Of>
RF_HD typename Monoid::Value reduce_window(WindowOf<Of> const& window) {
  std::int64_t const begin = window.from - window.anchor;
  return rolling::range<Monoid>(begin, begin + window.count, WindowValues<Monoid, Of>{window});
}

/// Reduces a window of bigints one by one, in any order, because they do not round.
template <class Monoid, class Of>
RF_HD typename Monoid::Value reduce_bigints(WindowOf<Of> const& window) {
  auto total = Monoid::identity();
  for (std::int64_t row = window.from; row < window.from + window.count; ++row) {
    if (window.present(row)) total = Monoid::combine(total, Monoid::element(window.value(row)));
  }
  return total;
}

/// Returns `answer()` for a window with values, and null for one without.
template <class Of, class Answer>
RF_HD auto unless_empty(WindowOf<Of> const& window, Answer const& answer) {
  using Result = decltype(answer());
  if constexpr (is_nullable<Of>) {
    if (window_count(window) == 0) return Maybe<Result>(null);
    return Maybe<Result>(answer());
  } else {
    return answer();
  }
}

template <class Of>
RF_HD auto sum_of(WindowOf<Of> const& window) {
  if constexpr (holds_bigints<Of>) {
    return reduce_bigints<rolling::ExactSum<Int128>>(window);
  } else {
    return rolling::Sum::result(reduce_window<rolling::Sum>(window));
  }
}

/// The moments of bigints are those of their nearest doubles.
struct NumberMoments : rolling::Moments {
  template <class Value>
  RF_HD static constexpr Element element(Value value) {
    return rolling::Moments::element(to_number(value));
  }
};

}  // namespace detail

template <class Of>
RF_HD auto window_sum(WindowOf<Of> const& window) {
  return detail::unless_empty(window, [&] { return detail::sum_of(window); });
}

template <class Of>
RF_HD auto window_mean(WindowOf<Of> const& window) {
  return detail::unless_empty(window, [&] { return to_number(detail::sum_of(window)) / window_count(window); });
}

template <class Of>
RF_HD auto window_min(WindowOf<Of> const& window) {
  return detail::unless_empty(window, [&] {
    if constexpr (detail::holds_bigints<Of>) {
      return detail::reduce_bigints<rolling::MinInteger<Int128>>(window);
    } else {
      return rolling::Min::result(detail::reduce_window<rolling::Min>(window));
    }
  });
}

template <class Of>
RF_HD auto window_max(WindowOf<Of> const& window) {
  return detail::unless_empty(window, [&] {
    if constexpr (detail::holds_bigints<Of>) {
      return detail::reduce_bigints<rolling::MaxInteger<Int128>>(window);
    } else {
      return rolling::Max::result(detail::reduce_window<rolling::Max>(window));
    }
  });
}

/// The sample variance: null for fewer than two values.
template <class Of>
RF_HD Maybe<double> window_variance(WindowOf<Of> const& window) {
  return sample_variance(detail::reduce_window<detail::NumberMoments>(window));
}

template <class Of>
RF_HD Maybe<double> window_stddev(WindowOf<Of> const& window) {
  return sample_deviation(detail::reduce_window<detail::NumberMoments>(window));
}

}  // namespace rowfuse
