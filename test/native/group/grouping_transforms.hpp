/// Aggregations as generated code has them.
#pragma once

#include <cstdint>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/group/grouping.hpp>
#include <rowfuse/number/text/parse_number.hpp>
#include <rowfuse/row.hpp>
#include <rowfuse/string/memory/arena.hpp>

namespace grouping_test {

namespace rf = rowfuse;

/// Every kind of aggregate, by two keys.
struct Columns {
  using Input = rf::Schema<rf::Nullable<rf::Utf8>, rf::Nullable<rf::Float64>, rf::Nullable<rf::Int64>, rf::Utf8, rf::Nullable<rf::Bool>>;
  using Output = rf::Schema<rf::Nullable<rf::Utf8>, rf::Nullable<rf::Float64>, rf::Nullable<rf::Int64>, rf::Utf8, rf::Nullable<rf::Bool>>;
  using Grouping = rf::Grouping<2, true, rf::CountRows, rf::Count<2>, rf::Sum<2>, rf::Mean<1>, rf::Min<2>, rf::Max<2>, rf::Min<3>,
                                rf::Max<3>, rf::First<2>, rf::Last<3>, rf::Any<4>, rf::Every<4>, rf::Variance<2>, rf::CountDistinct<2>,
                                rf::CountDistinct<3>, rf::Collect<2>, rf::Collect<3>>;
  static constexpr rf::Segments segments{.count = 1, .longer = 0b1};

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    if (rf::column<3>(row) == rf::literal<"fail">()) return rf::fail(out);
    rf::put<4>(out, rf::column<4>(row));
    rf::put<3>(out, rf::column<3>(row));
    rf::put<2>(out, rf::column<2>(row));
    rf::put<1>(out, rf::column<1>(row));
    rf::put<0>(out, rf::column<0>(row));
  }
};

/// "name;number", by name.
struct Measurements {
  using Input = rf::Schema<rf::Line>;
  using Output = rf::Schema<rf::Utf8, rf::Float64>;
  using Grouping = rf::Grouping<1, true, rf::Min<1>, rf::Mean<1>, rf::Max<1>, rf::CountRows, rf::First<1>, rf::Last<1>>;
  static constexpr rf::Segments segments{.count = 1, .longer = 0b1};

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    auto const line = rf::column<0>(row);
    auto const at = line.index_of(rf::literal<";">());
    if (at < 0) return rf::fail(out);
    rf::put<0>(out, line.slice(0, at));
    rf::put<1>(out, rf::to_number(line.slice(at + 1)));
  }
};

/// Every piece between bars, once per half, with a concatenated text and its number.
struct Halves {
  using Input = rf::Schema<rf::RowNumber, rf::SeparatedBy<'|'>>;
  using Output = rf::Schema<rf::Utf8, rf::Float64>;
  static constexpr rf::Rows rows = rf::Rows::any;
  using Grouping = rf::Grouping<1, false, rf::Sum<1>, rf::First<1>, rf::CountRows>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    auto const line = rf::column<1>(row);
    auto const at = line.index_of(rf::literal<";">());
    if (at < 0) return;
    rf::put<0>(out, rf::literal<"<">(), line.slice(0, at), rf::literal<">">());
    rf::put<1>(out, rf::column<0>(row));
    rf::emit(out);
    rf::put<0>(out, rf::literal<"<">(), line.slice(at + 1), rf::literal<">">());
    rf::put<1>(out, rf::column<0>(row));
    rf::emit(out);
  }
};

/// A user-defined aggregate whose merges round, so that the order of rows and of blocks shows.
struct Decayed {
  using State = rf::Schema<rf::Float64>;
  struct Init {
    using Input = rf::Schema<>;
    using Output = State;
    template <class Row, class Out>
    RF_HD void operator()(Row const&, Out& out) const {
      rf::put<0>(out, 0.0);
    }
  };
  struct Step {
    using Input = rf::Schema<rf::Float64, rf::Float64>;
    using Output = State;
    template <class Row, class Out>
    RF_HD void operator()(Row const& row, Out& out) const {
      if (rf::column<1>(row) == -1) return rf::fail(out);
      rf::put<0>(out, rf::column<0>(row) * 0.75 + rf::column<1>(row));
    }
  };
  struct Merge {
    using Input = rf::Schema<rf::Float64, rf::Float64>;
    using Output = State;
    template <class Row, class Out>
    RF_HD void operator()(Row const& row, Out& out) const {
      rf::put<0>(out, rf::column<0>(row) * 0.5 + rf::column<1>(row));
    }
  };
  struct Finish {
    using Input = State;
    using Output = State;
    template <class Row, class Out>
    RF_HD void operator()(Row const& row, Out& out) const {
      rf::put<0>(out, rf::column<0>(row));
    }
  };
  static constexpr std::int32_t column = 1;
};

struct Blocks {
  using Input = rf::Schema<rf::Utf8, rf::Float64>;
  using Output = rf::Schema<rf::Utf8, rf::Float64>;
  static constexpr rf::OutputBound<Input> bounds[] = {{.constant = 0, .factors = {1, 0}}, {}};
  static constexpr rf::Segments segments{.count = 1, .longer = 0b1};
  using Grouping = rf::Grouping<1, true, rf::Reduce<Decayed, 1>, rf::Max<0>, rf::Collect<1>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rf::put<0>(out, rf::column<0>(row));
    rf::put<1>(out, rf::column<1>(row));
  }
};

/// That aggregate over `name;number`.
struct BlocksOfLines : Measurements {
  using Grouping = rf::Grouping<1, true, rf::Reduce<Decayed, 1>, rf::CountRows>;
};

}  // namespace grouping_test
