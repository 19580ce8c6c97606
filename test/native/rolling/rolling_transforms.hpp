/// Rolling transforms as generated code has them, and the expected value of each row, window by window.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include <rowfuse/row.hpp>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rolling_test {

namespace rf = rowfuse;

struct Value0 {
  template <class Row>
  RF_HD static auto of(Row const& row) {
    return rf::column<0>(row);
  }
};

struct Total : Value0 {
  using Monoid = rf::rolling::Sum;
};
struct Least : Value0 {
  using Monoid = rf::rolling::Min;
};
struct Greatest : Value0 {
  using Monoid = rf::rolling::Max;
};
struct FirstLeast : Value0 {
  using Monoid = rf::rolling::MinKeep;
};
struct FirstGreatest : Value0 {
  using Monoid = rf::rolling::MaxKeep;
};
struct Spread : Value0 {
  using Monoid = rf::rolling::Moments;
};

/// One reduction of doubles without nulls.
template <class Reduction>
struct One {
  using Input = rf::Schema<rf::Float64>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>>;
  using Reductions = rf::Reductions<Reduction>;
  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rf::put<0>(out, rf::reduced<0>(row));
  }
};

struct Mean {
  using Input = rf::Schema<rf::Float64>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>>;
  using Reductions = rf::Reductions<Total>;
  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rf::put<0>(out, rf::reduced<0>(row) / rf::complete_rows(row));
  }
};

struct Variance {
  using Input = rf::Schema<rf::Nullable<rf::Float64>>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>>;
  using Reductions = rf::Reductions<Spread>;
  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rf::rolling::MomentsOf const moments = rf::reduced<0>(row);
    rf::put<0>(out, moments.m2 / (moments.count - 1));
  }
};

/// One reduction of a column without nulls, whose counts are known at compile time.
struct PresentVariance {
  using Input = rf::Schema<rf::Float64>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>, rf::Nullable<rf::Float64>>;
  using Reductions = rf::Reductions<Spread>;
  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rf::rolling::MomentsOf const moments = rf::reduced<0>(row);
    rf::put<0>(out, moments.m2 / (moments.count - 1));
    rf::put<1>(out, moments.mean);
  }
};

/// Nullable columns, params, several monoids of different sizes, the current row, bits.
struct Everything {
  using Input = rf::Schema<rf::Nullable<rf::Float64>, rf::Int32, rf::Scalar<rf::Float64>, rf::Nullable<rf::Int64>, rf::Bool, rf::RowNumber>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>, rf::Nullable<rf::Float64>, rf::Nullable<rf::Int64>, rf::Nullable<rf::Bool>,
                            rf::Nullable<rf::Int32>>;
  static constexpr bool reads_own_row = true;

  struct Sums : Value0 {
    using Monoid = rf::rolling::Sum;
  };
  struct Above {
    using Monoid = rf::rolling::Count;
    template <class Row>
    RF_HD static bool of(Row const& row) {
      return rf::column<0>(row).present() && *rf::column<0>(row) > rf::column<2>(row);
    }
  };
  struct Whole {
    using Monoid = rf::rolling::ExactSum<std::int64_t>;
    template <class Row>
    RF_HD static auto of(Row const& row) {
      return rf::column<3>(row);
    }
  };
  struct Some {
    using Monoid = rf::rolling::Any;
    template <class Row>
    RF_HD static bool of(Row const& row) {
      return rf::column<4>(row) && rf::column<1>(row) > 40;
    }
  };
  struct Every {
    using Monoid = rf::rolling::All;
    template <class Row>
    RF_HD static bool of(Row const& row) {
      return rf::column<1>(row) < 95;
    }
  };
  struct Low {
    using Monoid = rf::rolling::MinInteger<std::int64_t>;
    template <class Row>
    RF_HD static auto of(Row const& row) {
      return rf::column<3>(row);
    }
  };
  using Reductions = rf::Reductions<Sums, Above, Whole, Some, Every, Low>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    auto const own = rf::column<0>(row);
    if (own.present()) rf::put<0>(out, rf::reduced<0>(row) - *own);
    else rf::put<0>(out, rf::null);
    rf::put<1>(out, static_cast<double>(rf::reduced<1>(row)) + rf::column<2>(row) * rf::column<5>(row));
    rf::put<2>(out, rf::reduced<2>(row) ^ rf::reduced<5>(row));
    rf::put<3>(out, rf::reduced<3>(row) != rf::reduced<4>(row));
    rf::put<4>(out, rf::rows_in_window(row) * 1000 + rf::complete_rows(row));
  }
};

/// A sum in the order of a loop, beside a fold that knows the current row, positions and params.
struct Loops {
  using Input = rf::Schema<rf::Float64, rf::Nullable<rf::Float64>, rf::Scalar<rf::Float64>, rf::Bool>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>, rf::Nullable<rf::Float64>, rf::Nullable<rf::Float64>>;
  static constexpr bool reads_own_row = true;

  struct Plain {
    using State = double;
    template <class Row>
    RF_HD static double begin(Row const&) {
      return 0;
    }
    template <class Row, class Element>
    RF_HD static void step(Row const&, Element const& element, double& sum) {
      sum += rf::column<0>(element);
    }
  };
  struct State {
    double weighted;
    std::int32_t above;
  };
  struct Weighted {
    using State = Loops::State;
    template <class Row>
    RF_HD static State begin(Row const& row) {
      return {rf::column<2>(row), rf::rows_in_window(row)};
    }
    template <class Row, class Element>
    RF_HD static void step(Row const& row, Element const& element, State& state) {
      auto const x = rf::column<1>(element);
      if (!x.present()) return;
      state.weighted = state.weighted * 0.5 + *x * element.position;
      if (rf::column<3>(element) && *x > rf::column<0>(row)) ++state.above;
    }
  };
  struct Sums {
    using Monoid = rf::rolling::Sum;
    template <class Row>
    RF_HD static auto of(Row const& row) {
      return rf::column<1>(row);
    }
  };
  using Reductions = rf::Reductions<Sums>;
  using Folds = rf::Folds<Plain, Weighted>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rf::put<0>(out, rf::folded<0>(row) + rf::reduced<0>(row));
    rf::put<1>(out, rf::folded<1>(row).weighted);
    rf::put<2>(out, static_cast<double>(rf::folded<1>(row).above));
  }
};

/// A version of for_each_column for bodies of the host alone.
template <std::size_t count, class Body>
void each(Body const& body) {
  [&]<std::size_t... I>(std::index_sequence<I...>) { (body(rf::ColumnIndex<I>{}), ...); }(std::make_index_sequence<count>{});
}

using Bytes = std::vector<std::uint8_t>;

/// Random input: numbers of any size, NaN, infinities, zeros of both signs, runs of nulls.
template <class Transform>
struct Table {
  using Input = typename Transform::Input;
  std::int64_t rows;
  std::vector<Bytes> values;
  std::vector<Bytes> validity;
  std::vector<rf::arrow::InputColumn> columns;

  Table(std::mt19937_64& random, std::int64_t rows_, bool special)
      : rows(rows_), values(Input::size), validity(Input::size), columns(Input::size) {
    each<Input::size>([&](auto index) {
      using Type = rf::ColumnType<index, Input>;
      auto& column = columns[index];
      if constexpr (rf::is_scalar<Type>) {
        double const param = 0.25;
        if constexpr (!std::is_same_v<Type, rf::RowNumber>) std::memcpy(&column.values_begin, &param, sizeof param);
        else column.values_begin = 7;
      } else {
        using Storage = typename Type::Storage;
        column.values_bit = rf::is_boolean<Type> ? static_cast<std::int64_t>(random() % 9) : 0;
        auto& bytes = values[index];
        bytes.resize(rf::is_boolean<Type> ? static_cast<std::size_t>(rows + 24) / 8 + 1 : static_cast<std::size_t>(rows) * sizeof(Storage));
        if constexpr (std::is_same_v<Storage, double>) {
          for (std::int64_t row = 0; row < rows; ++row) {
            double const x = number(random, special);
            std::memcpy(&bytes[static_cast<std::size_t>(row) * 8], &x, 8);
          }
        } else if constexpr (std::is_same_v<Storage, std::int32_t>) {
          for (std::int64_t row = 0; row < rows; ++row) {
            auto const x = static_cast<std::int32_t>(random() % 100);
            std::memcpy(&bytes[static_cast<std::size_t>(row) * 4], &x, 4);
          }
        } else if constexpr (std::is_same_v<Storage, std::int64_t>) {
          for (std::int64_t row = 0; row < rows; ++row) {
            auto const x = static_cast<std::int64_t>(random()) >> 20;
            std::memcpy(&bytes[static_cast<std::size_t>(row) * 8], &x, 8);
          }
        } else {
          for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
        }
        column.values = bytes.data();
        column.values_bytes = static_cast<std::int64_t>(bytes.size());
        if constexpr (rf::is_nullable<Type>) {
          column.validity_bit = static_cast<std::int64_t>(random() % 9);
          validity[index].resize(static_cast<std::size_t>(rows + 24) / 8 + 1);
          bool valid = true;
          for (std::int64_t row = 0; row < rows; ++row) {
            if (random() % 6 == 0) valid = !valid;
            auto const bit = static_cast<std::size_t>(row + column.validity_bit);
            if (valid) validity[index][bit / 8] |= static_cast<std::uint8_t>(1u << bit % 8);
          }
          if (random() % 4 != 0) column.validity = validity[index].data();
        }
      }
    });
  }

  static double number(std::mt19937_64& random, bool special) {
    if (special && random() % 8 == 0) {
      double const list[] = {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity(),
                             0.0,
                             -0.0,
                             -0.0,
                             0.0,
                             0x1p-1074};
      return list[random() % 8];
    }
    double const unit = static_cast<double>(static_cast<std::int64_t>(random())) * 0x1p-63;
    return special && random() % 4 == 0 ? unit * 1e12 : unit;
  }
};

/// The output of a run of rows.
template <class Transform>
struct Result {
  using Output = typename Transform::Output;
  std::vector<Bytes> values;
  std::vector<Bytes> validity;
  std::vector<rf::arrow::OutputColumn> columns;
  std::vector<std::int64_t> null_counts;

  explicit Result(std::int64_t rows, std::uint8_t poison = 0xcd) : columns(Output::size), null_counts(Output::size) {
    each<Output::size>([&](auto index) {
      using Type = rf::ColumnType<index, Output>;
      auto const words = static_cast<std::size_t>(rows + 63) / 64 * 8;
      values.emplace_back(rf::is_boolean<Type> ? words : static_cast<std::size_t>(rows) * sizeof(typename Type::Storage), poison);
      validity.emplace_back(rf::is_nullable<Type> ? words : 0, poison);
    });
    each<Output::size>([&](auto index) {
      columns[index].values = values[index].data();
      columns[index].validity = validity[index].data();
    });
  }
};

/// Returns the first row that differs, or -1. NaN has many bit patterns, and JavaScript cannot tell them apart.
template <class Transform>
std::int64_t first_difference(Result<Transform> const& a, Result<Transform> const& b, std::int64_t rows) {
  std::int64_t first = -1;
  each<Transform::Output::size>([&](auto index) {
    using Type = rf::ColumnType<index, typename Transform::Output>;
    using Storage = typename Type::Storage;
    for (std::int64_t row = 0; row < rows; ++row) {
      bool same = true;
      if constexpr (rf::is_boolean<Type>) {
        same = rf::arrow::bit_at(a.values[index].data(), row) == rf::arrow::bit_at(b.values[index].data(), row);
      } else {
        Storage x;
        Storage y;
        std::memcpy(&x, &a.values[index][static_cast<std::size_t>(row) * sizeof x], sizeof x);
        std::memcpy(&y, &b.values[index][static_cast<std::size_t>(row) * sizeof y], sizeof y);
        same = std::memcmp(&x, &y, sizeof x) == 0 || (x != x && y != y);
      }
      if constexpr (rf::is_nullable<Type>) {
        same = same && rf::arrow::bit_at(a.validity[index].data(), row) == rf::arrow::bit_at(b.validity[index].data(), row);
      }
      if (same) continue;
      if (first < 0 || row < first) first = row;
      break;
    }
    if (a.null_counts[index] != b.null_counts[index] && first < 0) first = rows;
  });
  return first;
}

/// The values of a reduction's elements.
template <class Input, class Reduction>
struct Elements {
  rf::arrow::InputColumn const* inputs;
  RF_HD auto operator()(std::int64_t row) const {
    return Reduction::Monoid::value(rf::rolling::element_of<Reduction>(rf::rolling::element_row<Input>(inputs, row)));
  }
};

/// Computes each row by itself: reductions by `rolling::range`, folds by their loop.
template <class Transform>
Result<Transform> expected(Table<Transform> const& table, rf::Window const& window) {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;
  using Reductions = rf::rolling::ReductionsOf<Transform>;
  using Folds = rf::rolling::FoldsOf<Transform>;
  Result<Transform> result(table.rows, 0);
  auto const* const inputs = table.columns.data();
  for (std::int64_t row = 0; row < table.rows; ++row) {
    std::int64_t const begin = window.begin(row);
    std::int64_t const end = window.end(row, table.rows);
    rf::rolling::WindowRow<Transform> values;
    rf::rolling::begin_row(values, inputs, window, row, table.rows);
    each<Reductions::size>([&](auto index) {
      using Reduction = rf::rolling::ReductionAt<index, Reductions>;
      rf::rolling::detail::total<index>(values) =
          rf::rolling::range<typename Reduction::Monoid>(begin, end, Elements<Input, Reduction>{inputs});
    });
    each<Folds::size>([&](auto index) {
      using Fold = rf::rolling::ReductionAt<index, Folds>;
      auto state = Fold::begin(static_cast<rf::rolling::FoldRow<Transform> const&>(values));
      for (std::int64_t position = begin; position < end; ++position) {
        rf::rolling::FoldElement<Input> element;
        static_cast<rf::RowValues<Input>&>(element) = rf::rolling::element_row<Input>(inputs, position);
        element.position = static_cast<std::int32_t>(position - begin);
        Fold::step(static_cast<rf::rolling::FoldRow<Transform> const&>(values), element, state);
      }
      rf::rolling::detail::state<index>(values) = state;
    });
    rf::WritingSink<Output> out;
    rf::rolling::evaluate(values, window.min_periods, out);
    each<Output::size>([&](auto index) {
      using Type = rf::ColumnType<index, Output>;
      auto const& slot = out.template slot<index>();
      auto const bit = static_cast<std::uint8_t>(1u << (row & 7));
      auto const at = static_cast<std::size_t>(row);
      if constexpr (rf::is_boolean<Type>) {
        if (slot.value) result.values[index][at / 8] |= bit;
      } else {
        std::memcpy(&result.values[index][at * sizeof slot.value], &slot.value, sizeof slot.value);
      }
      if constexpr (rf::is_nullable<Type>) {
        if (slot.valid) result.validity[index][at / 8] |= bit;
        else ++result.null_counts[index];
      }
    });
  }
  return result;
}

}  // namespace rolling_test
