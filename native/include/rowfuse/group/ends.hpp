/// `first('x')` and `last('x')`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/kept_text.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace group {

/// The value of column I in the first, or the last, row of a group; it may be null. Of several output rows of one input row, the first is
/// the one that is added first. `row.number()` orders rows; for lines it is the position of the line.
template <std::size_t I, class Columns, bool first>
struct End {
  using Type = ColumnType<I, Columns>;
  struct Fixed {
    typename Type::Storage value{};

    template <class Row, class Memory>
    RF_HD void keep(Row const& row, Memory&) {
      value = row.template value<I>();
    }
    template <class Memory>
    RF_HD void keep_other(Fixed const& other, Memory&) {
      value = other.value;
    }
  };
  struct Text {
    KeptText text;

    template <class Row, class Memory>
    RF_HD void keep(Row const& row, Memory& memory) {
      text.keep(row.template text<I>(), memory);
    }
    template <class Memory>
    RF_HD void keep_other(Text const& other, Memory& memory) {
      text.keep(other.text.view(), memory);
    }
  };
  using Held = std::conditional_t<is_text<Type>, Text, Fixed>;

  static constexpr std::int64_t none = -1;

  std::int64_t number = none;
  Held held;
  bool is_valid = false;

  template <class Row, class Memory>
  RF_HD RF_INLINE void add(Row const& row, Memory& memory) {
    if (number != none && (first ? row.number() >= number : row.number() < number)) return;
    number = row.number();
    is_valid = row.template valid<I>();
    if (is_valid) held.keep(row, memory);
  }
  template <class Memory>
  RF_HD void merge(End const& other, Memory& memory) {
    if (other.number == none) return;
    if (number != none && (first ? other.number >= number : other.number < number)) return;
    number = other.number;
    is_valid = other.is_valid;
    if (is_valid) held.keep_other(other.held, memory);
  }
};

template <std::size_t I, bool first>
struct EndAggregate {
  template <class Columns>
  using Accumulators = List<End<I, Columns, first>>;
  template <class Columns>
  using Result = ColumnType<I, Columns>;

  template <class Columns, class State>
  RF_HD static bool present(State const& state) {
    return state.template get<End<I, Columns, first>>().is_valid;
  }
  template <class Columns, class State>
  RF_HD static auto value(State const& state, RowFault&, std::int32_t) {
    auto const& held = state.template get<End<I, Columns, first>>().held;
    if constexpr (is_text<ColumnType<I, Columns>>) {
      return held.text.view();
    } else {
      return held.value;
    }
  }
};

}  // namespace group

/// `first('x')`: the value in the group's first row, even if it is null.
template <std::size_t I>
struct First : group::EndAggregate<I, true> {};
/// `last('x')`: the value in the group's last row, even if it is null.
template <std::size_t I>
struct Last : group::EndAggregate<I, false> {};

}  // namespace rowfuse
