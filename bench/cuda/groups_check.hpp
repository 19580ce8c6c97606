#pragma once

#include <cstdint>

#include <rowfuse/cuda/launch/group_entry.hpp>
#include <rowfuse/group/grouping.hpp>
#include <rowfuse/number/text/parse_number.hpp>
#include <rowfuse/row.hpp>

namespace bench {

namespace rf = rowfuse;

/// Text, number or null; a number of each type.
struct Numbers {
  using Input = rf::Schema<rf::Line>;
  using Output = rf::Schema<rf::Utf8, rf::Float64, rf::Nullable<rf::Int32>, rf::Int8>;
  using Grouping =
      rf::Grouping<1, true, rf::Min<1>, rf::Mean<1>, rf::Max<1>, rf::CountRows, rf::Sum<2>, rf::Min<2>, rf::Max<2>, rf::Count<2>,
                   rf::Sum<3>, rf::Max<3>, rf::Variance<1>, rf::Stddev<2>, rf::Variance<3>, rf::First<2>, rf::Last<1>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    auto const line_ = rf::column<0>(row);
    auto const at_ = line_.index_of(rf::literal<";">());
    if (at_ < 0) return rf::fail(out);
    rf::put<0>(out, line_.slice(0, at_));
    auto const number_ = rf::to_number(line_.slice(at_ + 1));
    rf::put<1>(out, number_);
    if (number_ >= -2147483648.0 && number_ <= 2147483647.0) {
      rf::put<2>(out, static_cast<std::int32_t>(number_));
    } else {
      rf::put<2>(out, rf::null);
    }
    rf::put<3>(out, static_cast<std::int32_t>(line_.size % 200 - 100));
  }
};

/// Two columns make the key, one of them computed text; rows without a number are filtered out.
struct Pairs {
  using Input = rf::Schema<rf::Line>;
  using Output = rf::Schema<rf::Nullable<rf::Float64>, rf::Utf8, rf::Float32>;
  static constexpr rf::Rows rows = rf::Rows::at_most_one;
  using Grouping = rf::Grouping<2, true, rf::Sum<2>, rf::CountRows, rf::Min<2>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    auto const line_ = rf::column<0>(row);
    auto const at_ = line_.index_of(rf::literal<";">());
    if (at_ < 0) return rf::fail(out);
    auto const number_ = rf::to_number(line_.slice(at_ + 1));
    if (number_ == 0.1) return;
    if (number_ < 0) {
      rf::put<0>(out, rf::null);
    } else {
      rf::put<0>(out, number_);
    }
    rf::put<1>(out, line_.slice(0, 3), rf::literal<"/">(), line_.slice(1, at_));
    rf::put<2>(out, number_);
    return rf::emit(out);
  }
};

/// The words of each line.
struct Words {
  using Input = rf::Schema<rf::Line>;
  using Output = rf::Schema<rf::Utf8, rf::Int32>;
  static constexpr rf::Rows rows = rf::Rows::any;
  using Grouping = rf::Grouping<1, true, rf::CountRows, rf::Max<1>, rf::First<1>, rf::Last<1>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    auto const line_ = rf::column<0>(row);
    if (line_.index_of(rf::literal<";">()) < 0) return rf::fail(out);
    std::int32_t begin = 0;
    for (std::int32_t at = 0; at <= line_.size; ++at) {
      if (at < line_.size && line_.data[at] != 'e') continue;
      rf::put<0>(out, rf::View(line_.data + begin, at - begin));
      rf::put<1>(out, at);
      rf::emit(out);
      begin = at + 1;
    }
  }
};

// And of columns:

/// Every kind of number, by text and number.
struct Trades {
  using Input = rf::Schema<rf::Nullable<rf::Utf8>, rf::Nullable<rf::Float64>, rf::Nullable<rf::Int64>, rf::Nullable<rf::Bool>, rf::Int16,
                           rf::Unread, rf::Nullable<rf::Float32>, rf::Uint64>;
  using Output = rf::Schema<rf::Nullable<rf::Utf8>, rf::Nullable<rf::Float64>, rf::Nullable<rf::Int64>, rf::Nullable<rf::Bool>, rf::Int16,
                            rf::Nullable<rf::Float32>, rf::Uint64>;
  using Grouping =
      rf::Grouping<2, true, rf::CountRows, rf::Count<2>, rf::Sum<2>, rf::Mean<2>, rf::Min<2>, rf::Max<2>, rf::Any<3>, rf::Every<3>,
                   rf::Sum<4>, rf::Min<4>, rf::Mean<5>, rf::Min<5>, rf::Max<5>, rf::Sum<6>, rf::Max<6>, rf::Variance<1>, rf::Variance<2>,
                   rf::Stddev<4>, rf::Variance<5>, rf::Variance<6>, rf::First<1>, rf::Last<2>, rf::First<3>, rf::Last<4>, rf::First<6>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    auto const symbol_ = rf::column<0>(row);
    if (symbol_.present() && rf::equal(*symbol_, rf::literal<"fail">())) return rf::fail(out);
    rf::put<0>(out, symbol_);
    rf::put<1>(out, rf::column<1>(row));
    rf::put<2>(out, rf::column<2>(row));
    rf::put<3>(out, rf::column<3>(row));
    rf::put<4>(out, rf::column<4>(row));
    rf::put<5>(out, rf::column<6>(row));
    rf::put<6>(out, rf::column<7>(row));
  }
};

/// Columns of fixed width alone, unchanged.
struct Measured {
  using Input = rf::Schema<rf::Int32, rf::Float64>;
  using Output = rf::Schema<rf::Int32, rf::Float64>;
  using Grouping = rf::Grouping<1, true, rf::Sum<1>, rf::Max<1>, rf::CountRows, rf::Variance<1>, rf::Stddev<0>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rf::put<0>(out, rf::column<0>(row));
    rf::put<1>(out, rf::column<1>(row));
  }
};

/// Keyed by a number alone: all NaN are one key, and -0 is 0. Rows of one kind are filtered out, by an argument of the call.
struct ByNumber {
  using Input = rf::Schema<rf::Nullable<rf::Float32>, rf::Int8, rf::Scalar<rf::Float64>>;
  using Output = rf::Schema<rf::Nullable<rf::Float32>, rf::Int8>;
  static constexpr rf::Rows rows = rf::Rows::at_most_one;
  using Grouping = rf::Grouping<1, true, rf::Sum<1>, rf::Min<1>, rf::CountRows>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    if (rf::column<1>(row) == rf::column<2>(row)) return;
    rf::put<0>(out, rf::column<0>(row));
    rf::put<1>(out, rf::column<1>(row));
    return rf::emit(out);
  }
};

/// Every piece of a text between bars, with adjacent bytes that are part of the key, and the row's number.
struct Pieces {
  using Input = rf::Schema<rf::Nullable<rf::Binary>, rf::Utf8, rf::RowNumber>;
  using Output = rf::Schema<rf::Nullable<rf::Binary>, rf::Utf8, rf::Float64>;
  static constexpr rf::Rows rows = rf::Rows::any;
  using Grouping = rf::Grouping<2, true, rf::CountRows, rf::Min<2>, rf::Max<2>, rf::Sum<2>, rf::Last<2>, rf::First<2>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    auto const text_ = rf::column<1>(row);
    std::int32_t begin = 0;
    for (std::int32_t at = 0; at <= text_.size; ++at) {
      if (at < text_.size && text_.data[at] != '|') continue;
      rf::put<0>(out, rf::column<0>(row));
      rf::put<1>(out, rf::literal<"<">(), rf::View(text_.data + begin, at - begin), rf::literal<">">());
      rf::put<2>(out, rf::column<2>(row));
      rf::emit(out);
      begin = at + 1;
    }
  }
};

/// Rows that expand to none, a few, or thousands.
struct Repeats {
  using Input = rf::Schema<rf::Int16, rf::Int32>;
  using Output = rf::Schema<rf::Int32, rf::Float64, rf::Int32>;
  static constexpr rf::Rows rows = rf::Rows::any;
  using Grouping = rf::Grouping<1, true, rf::CountRows, rf::Sum<1>, rf::Last<2>, rf::First<1>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    std::int32_t const kind_ = rf::column<0>(row) & 63;
    std::int32_t const times_ = kind_ == 5 ? 3000 : kind_ & 3;
    for (std::int32_t i = 0; i < times_; ++i) {
      rf::put<0>(out, (rf::column<1>(row) & 7) + i % 3);
      rf::put<1>(out, i * 0.1);
      rf::put<2>(out, i);
      rf::emit(out);
    }
  }
};

/// The kernels of each of them: groups_check.cu.
extern rf::cuda::GroupEntry const& numbers_on_device;
extern rf::cuda::GroupEntry const& pairs_on_device;
extern rf::cuda::GroupEntry const& words_on_device;
extern rf::cuda::GroupEntry const& trades_on_device;
extern rf::cuda::GroupEntry const& measured_on_device;
extern rf::cuda::GroupEntry const& by_number_on_device;
extern rf::cuda::GroupEntry const& pieces_on_device;
extern rf::cuda::GroupEntry const& repeats_on_device;

}  // namespace bench
