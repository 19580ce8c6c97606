#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/cuda/groups/forms.cuh>
#include <rowfuse/number/exact/wide_product.hpp>

namespace rowfuse::cuda {

// The device form of variances: exact sums of values and of their squares.

/// For integers: the sum in the form of IntegerTotalForm, and squares of twice as many bits in the same way.
template <std::size_t I, class Columns>
struct IntegerMomentsForm : PlainForm {
  using Sum = IntegerTotalForm<I, Columns>;
  using Storage = typename Sum::Storage;
  static constexpr int square_digits = static_cast<int>(sizeof(Storage));  // of 16 bits
  static constexpr int square_words = square_digits < 2 ? 1 : square_digits / 2;
  static constexpr int words = Sum::words + square_words;
  static constexpr int cells = Sum::cells + square_digits;

  template <class Row>
  __device__ static void add(Row const& row, std::uint64_t* words) {
    if (!row.template valid<I>()) return;
    Sum::add(row, words);
    rowfuse::detail::Product const square = square_of(row.template value<I>());
    for (int i = 0; i < square_words; ++i) {
      std::uint64_t const slice = (i < 2 ? square.low : square.high) >> (i % 2 * 32) & 0xFFFFFFFFu;
      if (slice != 0) add_to_word(words + Sum::words + i, static_cast<std::int64_t>(slice));
    }
  }
  template <class Row, class Block>
  __device__ __forceinline__ static std::uint32_t add_local(Row const& row, LocalCells local, Block const& block) {
    if (!row.template valid<I>()) return done;
    std::uint32_t const sum = Sum::add_local(row, local, block);
    rowfuse::detail::Product const square = square_of(row.template value<I>());
    std::uint32_t most = 0;
#pragma unroll
    for (int i = 0; i < square_digits; ++i) {
      auto const digit = static_cast<std::int32_t>((i < 4 ? square.low : square.high) >> (i % 4 * 16) & 0xFFFF);
      most |= beyond(atomicAdd(local.cells + (Sum::cells + i) * local.groups, digit));
    }
    return most >> 31 != 0 ? full : sum;
  }
  template <class Row, class Block>
  __device__ static void add_rest(Row const&, std::uint32_t, LocalCells local, std::uint64_t* words, Block const& block) {
    flush(local, words, block, 0);
  }
  template <class Block>
  __device__ static void flush(LocalCells local, std::uint64_t* words, Block const& block, std::uint32_t) {
    Sum::flush(local, words, block, 0);
    for (int i = 0; i < square_digits; ++i) {
      empty_cell(local.cells + (Sum::cells + i) * local.groups, words + Sum::words + i / 2, i % 2 * 16);
    }
  }
  static void load(std::uint64_t const* words, group::Moments<I, Columns>& to) {
    group::Total<I, Columns> total;
    Sum::load(words, total);
    to.sums.sum = total.sum.exact();
    to.sums.squares = {};
    for (int i = square_words - 1; i >= 0; --i) {
      to.sums.squares = to.sums.squares.shifted(32);
      to.sums.squares += WideInteger<3>::of(words[Sum::words + i]);
    }
  }

 private:
  __device__ __forceinline__ static rowfuse::detail::Product square_of(Storage value) {
    auto magnitude = static_cast<std::uint64_t>(value);
    if constexpr (std::is_signed_v<Storage>) magnitude = value < 0 ? 0 - magnitude : magnitude;
    if constexpr (sizeof(Storage) <= 4) {
      return {0, magnitude * magnitude};
    } else {
      return rowfuse::detail::multiply(magnitude, magnitude);
    }
  }
};

/// For doubles: the sum in the form of FloatTotalForm, and a word for each bin of squares (group::BinnedSquares). In shared memory a square
/// has cells at twice the places of its value, the lowest of which is in bin 2 * bin - 3. Within a block the highest bin of squares is 2 *
/// bin or the next one, which the second mark records.
template <std::size_t I, class Columns>
struct FloatMomentsForm : PlainForm {
  using Sum = FloatTotalForm<I, Columns>;
  static constexpr int square_bins = 132;  // 4196 bits
  static constexpr int square_top = Sum::words;
  static constexpr int first_square = Sum::words + 1;
  static constexpr int words = first_square + square_bins;
  static constexpr int square_cells = 10;
  static constexpr int cells = Sum::cells + square_cells;
  static constexpr int marks = 2;

  template <class Row>
  __device__ static void add(Row const& row, std::uint64_t* words) {
    if (row.template valid<I>()) add_value(static_cast<double>(row.template value<I>()), words);
  }
  template <class Row, class Block>
  __device__ __forceinline__ static std::uint32_t add_local(Row const& row, LocalCells local, Block const& block) {
    if (!row.template valid<I>()) return done;
    CellDigits const digits(static_cast<double>(row.template value<I>()));
    if (!digits.fit || digits.bin != block.window(digits.bin)) return other;
    std::uint32_t most = digits.add(local.cells, local.groups);
    rowfuse::detail::Product const square = rowfuse::detail::multiply(digits.digits, digits.digits);  // 106 bits
    std::int32_t const shift = 2 * digits.shift;  // at most 54
    std::uint64_t const parts[3] = {square.low << shift, square.high << shift | square.low >> 1 >> (63 - shift),
                                    square.high >> 1 >> (63 - shift)};
#pragma unroll
    for (int i = 0; i < square_cells; ++i) {
      auto const digit = static_cast<std::int32_t>(parts[i / 4] >> (i % 4 * 16) & 0xFFFF);
      most |= beyond(atomicAdd(local.cells + (Sum::cells + i) * local.groups, digit));
    }
    std::uint32_t const reaches = parts[2] != 0 ? marked | marked_again : marked;
    return most >> 31 != 0 ? reaches | full : reaches;
  }
  template <class Row, class Block>
  __device__ static void add_rest(Row const& row, std::uint32_t rest, LocalCells local, std::uint64_t* words, Block const& block) {
    if (rest == other) add_value(static_cast<double>(row.template value<I>()), words);
    else empty(local, words, block.window(0));
  }
  template <class Block>
  __device__ static void flush(LocalCells local, std::uint64_t* words, Block const& block, std::uint32_t marks) {
    if (marks == 0) return;
    std::int32_t const bin = block.window(0);
    raise_word(words + Sum::top, static_cast<std::uint64_t>(bin + 1));
    raise_word(words + square_top, static_cast<std::uint64_t>(2 * bin + ((marks & marked_again) != 0 ? 1 : 0) + 1));
    empty(local, words, bin);
  }
  static constexpr int kept = group::FloatMoments::kept;
  static constexpr int packed = 1 + 2 * (1 + kept);
  __device__ static void pack(std::uint64_t const* words, std::uint64_t* to) {
    to[0] = words[Sum::not_finite];
    pack_bins<kept>(words[Sum::top], words + Sum::first_bin, to + 1);
    pack_bins<kept>(words[square_top], words + first_square, to + 2 + kept);
  }
  static void load(std::uint64_t const* packed, group::Moments<I, Columns>& to) {
    to.sums.sum.not_finite = static_cast<std::uint8_t>(packed[0]);
    load_bins<kept>(packed + 1, to.sums.sum.bins);
    load_bins<kept>(packed + 2 + kept, to.sums.squares.bins);
  }

 private:
  __device__ static void empty(LocalCells local, std::uint64_t* words, std::int32_t bin) {
    Sum::empty(local, words, bin);
    for (int i = 0; i < square_cells; ++i) {
      empty_cell(local.cells + (Sum::cells + i) * local.groups, words + first_square + 2 * bin - 3 + i / 2, i % 2 * 16);
    }
  }

  __device__ static void add_value(double value, std::uint64_t* words) {
    Sum::add_value(value, words);
    auto const bits = static_cast<std::uint64_t>(__double_as_longlong(value));
    if ((bits >> 52 & 0x7FF) == 0x7FF || bits << 1 == 0) return;
    BinDigits const of(bits);
    std::int32_t const position = 2 * of.position;
    std::int32_t const first = position >> 5;
    std::int32_t const shift = position & 31;
    rowfuse::detail::Product const square = rowfuse::detail::multiply(of.digits, of.digits);
    std::uint64_t const parts[3] = {square.low << shift, square.high << shift | square.low >> 1 >> (63 - shift),
                                    square.high >> 1 >> (63 - shift)};
    std::int32_t last = 0;
#pragma unroll
    for (int i = 0; i < 5; ++i) {
      auto const slice = static_cast<std::int64_t>(parts[i / 2] >> (i % 2 * 32) & 0xFFFFFFFFu);
      if (slice == 0) continue;
      add_to_word(words + first_square + first + i, slice);
      last = i;
    }
    raise_word(words + square_top, static_cast<std::uint64_t>(first + last + 1));
  }
};

template <std::size_t I, class Columns>
struct DeviceForm<group::Moments<I, Columns>> : std::conditional_t<std::is_floating_point_v<typename ColumnType<I, Columns>::Storage>,
                                                                   FloatMomentsForm<I, Columns>, IntegerMomentsForm<I, Columns>> {};

}  // namespace rowfuse::cuda
