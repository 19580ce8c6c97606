/// `reduce({ … })`: an aggregate with user-defined functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace group {

/// The functions of a user-defined aggregate. A fault names the function that raised it.
enum class ReduceFunction : std::int32_t { init = 1, step = 2, merge = 3, finish = 4 };

/// Encodes a fault of a function in one number: its code, the function, and the column of the function's result. `column` is the column of
/// the aggregate, by which the runtime finds it.
RF_HD constexpr RowFault fault_in(ReduceFunction function, RowFault fault, std::int32_t column) {
  auto const code = static_cast<std::int32_t>(fault.code) | static_cast<std::int32_t>(function) << 8 | (fault.column + 1) << 16;
  return {static_cast<Fault>(code), column};
}

namespace detail {

template <std::size_t I, class Type>
struct StateCell {
  typename Type::Storage value{};
  bool valid = true;
};

template <class Indices, class... Types>
struct StateCells;
template <std::size_t... I, class... Types>
struct StateCells<std::index_sequence<I...>, Types...> : StateCell<I, Types>... {};

}  // namespace detail

/// The result of a function, as columns of those types store it.
template <class Columns>
struct Stored;
template <class... Types>
struct Stored<Schema<Types...>> {
  detail::StateCells<std::make_index_sequence<sizeof...(Types)>, Types...> cells;

  template <std::size_t I>
  using Cell = detail::StateCell<I, ColumnType<I, Schema<Types...>>>;
  template <std::size_t I>
  RF_HD Cell<I>& cell() {
    return cells;
  }
  template <std::size_t I>
  RF_HD Cell<I> const& cell() const {
    return cells;
  }
};

/// The sink of a function's result. As in JavaScript, an exception takes precedence over a value that its column cannot hold.
template <class Columns>
struct StoringSink {
  using Output = Columns;

  RowFault fault;
  ArenaSlot arena;  // has no memory: functions that build text are refused
  Stored<Columns> stored;

  template <std::size_t I>
  RF_HD void value(typename ColumnType<I, Columns>::Storage value) {
    set_aside();
    stored.template cell<I>().value = value;
    stored.template cell<I>().valid = true;
  }
  template <std::size_t I>
  RF_HD void absent() {
    set_aside();
    stored.template cell<I>().valid = false;
  }

  RF_HD RowFault conclude() {
    set_aside();
    return fault ? fault : unfit_;
  }

 private:
  RF_HD void set_aside() {
    if (fault.code != Fault::out_of_range && fault.code != Fault::absent_result) return;
    if (!unfit_) unfit_ = fault;
    fault = {};
  }

  RowFault unfit_;
};

namespace detail {

/// Returns a stored value as a function sees it.
template <class Type, class Storage>
RF_HD typename Type::Value seen(Storage stored, [[maybe_unused]] bool valid) {
  if constexpr (is_nullable<Type>) {
    if (!valid) return null;
  }
  return from_storage<Type>(static_cast<typename Type::Storage>(stored));
}

template <class Type>
RF_HD typename Type::Value seen(View text, [[maybe_unused]] bool valid) {
  if constexpr (is_nullable<Type>) {
    if (!valid) return null;
  }
  if constexpr (is_utf8<Type>) {
    return text;
  } else {
    return Bytes(text.data, text.size);
  }
}

/// Passes a state to a function, whose input has it from column `first` on.
template <std::size_t first, class Values, class State, std::size_t... I>
RF_HD void pass_state(Values& values, State const& state, std::index_sequence<I...>) {
  ((rowfuse::detail::cell<first + I>(values) =
        seen<ColumnType<I, typename State::Columns>>(state.template cell<I>().value, state.template cell<I>().valid)),
   ...);
}

}  // namespace detail

/// The accumulator of a group: the state of its rows.
template <class Definition, std::size_t... columns>
struct Reduced {
  using Columns = typename Definition::Init::Output;
  static constexpr std::size_t width = Columns::size;
  using Indices = std::make_index_sequence<width>;

  struct State : Stored<typename Definition::Init::Output> {
    using Columns = typename Definition::Init::Output;
  };

  State held;
  RowFault fault;  ///< the fault of a merge
  bool begun = false;

  /// A row whose step fails leaves the state unchanged. The fault goes to `memory`, which all rows of a tile share.
  template <class Row, class Memory>
  RF_HD void add(Row const& row, Memory& memory) {
    if (!begun && !begin(row, memory)) return;
    using Input = typename Definition::Step::Input;
    RowValues<Input> values;
    detail::pass_state<0>(values, held, Indices{});
    pass_row<Input>(values, row, std::make_index_sequence<sizeof...(columns)>{});
    take(values, row, memory, typename Definition::Step{}, ReduceFunction::step);
  }

  /// Merges `other`, whose rows come after those of this one.
  template <class Memory>
  RF_HD void merge(Reduced const& other, Memory&) {
    if (!fault) fault = other.fault;
    if (!other.begun) return;
    if (!begun) {
      held = other.held;
      begun = true;
      return;
    }
    RowValues<typename Definition::Merge::Input> values;
    detail::pass_state<0>(values, held, Indices{});
    detail::pass_state<width>(values, other.held, Indices{});
    StoringSink<Columns> out;
    typename Definition::Merge{}(values, out);
    RowFault const failed = out.conclude();
    if (!failed) static_cast<Stored<Columns>&>(held) = out.stored;
    else if (!fault) fault = fault_in(ReduceFunction::merge, failed, Definition::column);
  }

  RF_HD auto finish(RowFault& failed) const {
    RowValues<typename Definition::Finish::Input> values;
    detail::pass_state<0>(values, held, Indices{});
    StoringSink<typename Definition::Finish::Output> out;
    typename Definition::Finish{}(values, out);
    failed = fault;
    RowFault const own = out.conclude();
    if (!failed && own) failed = fault_in(ReduceFunction::finish, own, Definition::column);
    return out.stored.template cell<0>();
  }

 private:
  template <class Row, class Memory>
  RF_HD bool begin(Row const& row, Memory& memory) {
    RowValues<typename Definition::Init::Input> nothing;
    begun = take(nothing, row, memory, typename Definition::Init{}, ReduceFunction::init);
    return begun;
  }

  template <class Values, class Row, class Memory, class Function>
  RF_HD bool take(Values const& values, Row const& row, Memory& memory, Function const& function, ReduceFunction which) {
    StoringSink<Columns> out;
    function(values, out);
    RowFault const failed = out.conclude();
    if (failed) memory.refuse(row.number(), fault_in(which, failed, Definition::column));
    else static_cast<Stored<Columns>&>(held) = out.stored;
    return !failed;
  }

  template <class Input, class Values, class Row, std::size_t... I>
  RF_HD static void pass_row([[maybe_unused]] Values& values, [[maybe_unused]] Row const& row, std::index_sequence<I...>) {
    (pass_column<Input, width + I, columns>(values, row), ...);
  }
  template <class Input, std::size_t to, std::size_t from, class Values, class Row>
  RF_HD static void pass_column(Values& values, Row const& row) {
    using Type = ColumnType<to, Input>;
    if constexpr (is_text<Type>) {
      rowfuse::detail::cell<to>(values) = detail::seen<Type>(row.template text<from>(), row.template valid<from>());
    } else {
      rowfuse::detail::cell<to>(values) = detail::seen<Type>(row.template value<from>(), row.template valid<from>());
    }
  }
};

}  // namespace group

/// A user-defined aggregate. `Definition` has the functions `Init`, `Step`, `Merge` and `Finish`, each with its `Input` and `Output`, and
/// `column`, the result column of the aggregate. `Step` reads a state, then the `columns`.
template <class Definition, std::size_t... columns>
struct Reduce {
  /// Rows are grouped in fixed blocks, because the division into blocks shows if `merge` rounds.
  static constexpr bool in_blocks = true;

  template <class Columns>
  using Accumulators = group::List<group::Reduced<Definition, columns...>>;
  template <class Columns>
  using Result = ColumnType<0, typename Definition::Finish::Output>;

  template <class Columns, class State>
  RF_HD static bool present(State const& state) {
    RowFault fault;
    return state.template get<group::Reduced<Definition, columns...>>().finish(fault).valid || fault;
  }
  template <class Columns, class State>
  RF_HD static auto value(State const& state, RowFault& fault, std::int32_t) {
    return state.template get<group::Reduced<Definition, columns...>>().finish(fault).value;
  }
};

}  // namespace rowfuse
