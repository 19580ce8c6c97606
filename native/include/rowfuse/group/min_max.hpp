/// `min('x')` and `max('x')`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/counts.hpp>
#include <rowfuse/group/kept_text.hpp>
#include <rowfuse/group/sums.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/rolling/monoids.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace group {

namespace detail {

/// Integers narrower than a GPU's atomic operations are held in 32 bits; false is 0.
template <class Storage>
using HeldInteger = std::conditional_t<sizeof(Storage) < 4, std::int32_t, Storage>;

template <class Storage, bool least>
using ExtremeOf =
    std::conditional_t<std::is_floating_point_v<Storage>, std::conditional_t<least, rolling::Min, rolling::Max>,
                       std::conditional_t<least, rolling::MinInteger<HeldInteger<Storage>>, rolling::MaxInteger<HeldInteger<Storage>>>>;

}  // namespace detail

/// The least, or the greatest, value of a fixed-width column I. Floating-point numbers are held as integers of the same order.
template <std::size_t I, class Columns, bool least>
struct Extreme {
  using Storage = typename ColumnType<I, Columns>::Storage;
  using Monoid = detail::ExtremeOf<Storage, least>;

  typename Monoid::Value held = Monoid::identity();

  template <class Row, class Memory>
  RF_HD RF_INLINE void add(Row const& row, Memory&) {
    if (row.template valid<I>()) held = Monoid::combine(held, Monoid::value(Monoid::element(row.template value<I>())));
  }
  template <class Memory>
  RF_HD void merge(Extreme const& other, Memory&) {
    held = Monoid::combine(held, other.held);
  }
  RF_HD Storage value() const { return static_cast<Storage>(Monoid::result(held)); }
};

/// The first, or the last, text or binary value of column I.
template <std::size_t I, class Columns, bool least>
struct TextExtreme {
  KeptText held;

  template <class Row, class Memory>
  RF_HD RF_INLINE void add(Row const& row, Memory& memory) {
    if (row.template valid<I>()) consider(row.template text<I>(), memory);
  }
  template <class Memory>
  RF_HD void merge(TextExtreme const& other, Memory& memory) {
    if (other.held.is_there()) consider(other.held.view(), memory);
  }
  RF_HD View value() const { return held.view(); }
  template <class Use>
  void for_each_text(Use const& use) const {
    if (held.is_there()) use(held.data);
  }

 private:
  template <class Memory>
  RF_HD void consider(View text, Memory& memory) {
    if (held.is_there()) {
      std::int32_t const order = compare_text<UnderlyingType<ColumnType<I, Columns>>>(text, held.view());
      if (least ? order >= 0 : order <= 0) return;
    }
    held.keep(text, memory);
  }
};

template <std::size_t I, class Columns, bool least>
using ExtremeOfColumn = std::conditional_t<is_text<ColumnType<I, Columns>>, TextExtreme<I, Columns, least>, Extreme<I, Columns, least>>;

/// The common part of `min` and `max`.
template <std::size_t I, bool least>
struct ExtremeAggregate {
  template <class Columns>
  using Accumulators = Joined<List<ExtremeOfColumn<I, Columns, least>>, Presence<I, Columns>>;
  template <class Columns>
  using Result = ColumnType<I, Columns>;

  template <class Columns, class State>
  RF_HD static bool present(State const& state) {
    return has_value<I, Columns>(state);
  }
  template <class Columns, class State>
  RF_HD static auto value(State const& state, RowFault&, std::int32_t) {
    return state.template get<ExtremeOfColumn<I, Columns, least>>().value();
  }
};

}  // namespace group

/// `min('x')`: numbers compare like Math.min (NaN if there is one, -0 below 0), text by UTF-16 units, binary values by bytes; false comes
/// before true.
template <std::size_t I>
struct Min : group::ExtremeAggregate<I, true> {};
/// `max('x')`
template <std::size_t I>
struct Max : group::ExtremeAggregate<I, false> {};

}  // namespace rowfuse
