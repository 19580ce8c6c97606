#pragma once

#include <cstddef>
#include <type_traits>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/encode.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace detail {

template <class Value>
inline constexpr bool is_absent_literal = std::is_same_v<Value, Null> || std::is_same_v<Value, Undefined>;

template <std::size_t I, class Out>
RF_HD void put_absent(Out& out) {
  if constexpr (is_nullable<ColumnType<I, typename Out::Output>>) {
    out.template absent<I>();
  } else {
    out.fault.raise(Fault::absent_result, static_cast<std::int32_t>(I));
  }
}

}  // namespace detail

/// Writes output column I of the row. The value is a string in any number of pieces (their concatenation), a number, a boolean, or null /
/// undefined / `Maybe`. An absent value is null in a nullable column and a fault in any other. `I` may be left out if there is one column.
template <std::size_t I = 0, class Out, class First, class... Rest>
RF_HD void put(Out& out, First const& first, Rest const&... rest) {
  if constexpr (sizeof...(Rest) > 0) {
    out.template text<I>(first, rest...);
  } else if constexpr (detail::is_absent_literal<First>) {
    detail::put_absent<I>(out);
  } else if constexpr (is_maybe<First>) {
    if (first.present()) return put<I>(out, *first);
    detail::put_absent<I>(out);
  } else {
    using Type = ColumnType<I, typename Out::Output>;
    if constexpr (is_text<Type> && !is_utf8<Type>) {
      out.template text<I>(View(first.text(), first.count, 0));  // bytes are written unchanged
    } else if constexpr (is_text<Type>) {
      out.template text<I>(first);
    } else {
      out.template value<I>(to_storage<Type>(first, out.fault, static_cast<std::int32_t>(I)));
    }
  }
}

/// Makes an output row of the values that have been put since the last one, one for each column. For filters and expansions.
template <class Out>
RF_HD void emit(Out& out) {
  out.emit();
}

/// Returns the value of `maybe` where JavaScript would throw a TypeError on null or undefined. If it is absent, the row has a fault, and
/// evaluation goes on with a harmless value.
template <class Out, class Value>
RF_HD Value require(Out& out, Maybe<Value> const& maybe) {
  if (maybe.present()) return *maybe;
  out.fault.raise(Fault::absent_object, -1);
  return Value{};
}

/// `throw`: the row has no result.
template <class Out>
RF_HD void fail(Out& out) {
  out.fault.raise(Fault::thrown, -1);
}

}  // namespace rowfuse
