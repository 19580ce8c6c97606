#pragma once

#include <cstdint>

#include <rowfuse/cuda/group_entry.hpp>
#include <rowfuse/group/grouping.hpp>
#include <rowfuse/number/parse_number.hpp>
#include <rowfuse/row.hpp>

namespace bench {

namespace rf = rowfuse;

/// Text, number or null; a number of each type.
struct Numbers {
  using Input = rf::Schema<rf::Line>;
  using Output = rf::Schema<rf::Utf8, rf::Float64, rf::Nullable<rf::Int32>, rf::Int8>;
  using Grouping = rf::Grouping<1, true, rf::Min<1>, rf::Mean<1>, rf::Max<1>, rf::CountRows, rf::Sum<2>, rf::Min<2>, rf::Max<2>,
                                rf::Count<2>, rf::Sum<3>, rf::Max<3>>;

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

/// Two columns make the key, one of them computed text; rows without a number are dropped.
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
  using Grouping = rf::Grouping<1, true, rf::CountRows, rf::Max<1>>;

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

/// The kernels of each of them: groups_check.cu.
extern rf::cuda::GroupEntry const& numbers_on_device;
extern rf::cuda::GroupEntry const& pairs_on_device;
extern rf::cuda::GroupEntry const& words_on_device;

}  // namespace bench
