/// The device forms of accumulators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/cuda/groups/float_total.cuh>
#include <rowfuse/cuda/groups/form.cuh>
#include <rowfuse/group/grouping.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::cuda {

/// The rows of a group are always counted: in word 0, and in the block's cell 0.
template <>
struct DeviceForm<group::RowCount> : PlainForm {
  static constexpr int words = 0;
};

template <std::size_t I>
struct DeviceForm<group::PresentCount<I>> : PlainForm {
  static constexpr int cells = 1;

  template <class Row>
  __device__ static void add(Row const& row, std::uint64_t* words) {
    if (row.template valid<I>()) add_to_word(words, 1);
  }
  template <class Row, class Block>
  __device__ __forceinline__ static std::uint32_t add_local(Row const& row, LocalCells local, Block const&) {
    return row.template valid<I>() && is_full(atomicAdd(local.cells, 1)) ? full : done;
  }
  template <class Row, class Block>
  __device__ static void add_rest(Row const&, std::uint32_t, LocalCells local, std::uint64_t* words, Block const&) {
    empty_cell(local.cells, words, 0);
  }
  template <class Block>
  __device__ static void flush(LocalCells local, std::uint64_t* words, Block const&, std::uint32_t) {
    empty_cell(local.cells, words, 0);
  }
  static void load(std::uint64_t const* words, group::PresentCount<I>& to) { to.count = static_cast<std::int64_t>(words[0]); }
};

/// The sum of integers: slices of 32 bits in words, so that 2^31 rows can be added, and digits of 16 bits in cells.
template <std::size_t I, class Columns>
struct IntegerTotalForm : PlainForm {
  using Storage = typename ColumnType<I, Columns>::Storage;
  static constexpr int digits = sizeof(Storage) <= 2 ? 1 : static_cast<int>(sizeof(Storage) / 2);
  static constexpr int words = sizeof(Storage) <= 4 ? 1 : 2;
  static constexpr int cells = digits;

  template <class Row>
  __device__ static void add(Row const& row, std::uint64_t* words) {
    if (!row.template valid<I>()) return;
    Storage const value = row.template value<I>();
    if constexpr (words_are_whole) {
      add_to_word(words, static_cast<std::int64_t>(value));
    } else {
      add_to_word(words, static_cast<std::int64_t>(static_cast<std::uint64_t>(value) & 0xFFFFFFFFu));
      add_to_word(words + 1, static_cast<std::int64_t>(value >> 32));
    }
  }
  template <class Row, class Block>
  __device__ __forceinline__ static std::uint32_t add_local(Row const& row, LocalCells local, Block const&) {
    if (!row.template valid<I>()) return done;
    Storage const value = row.template value<I>();
    std::uint32_t most = 0;
#pragma unroll
    for (int i = 0; i < digits; ++i) {
      std::int32_t digit;
      if constexpr (digits == 1) {
        digit = static_cast<std::int32_t>(value);
      } else {
        auto const rest = static_cast<std::int64_t>(value >> (16 * i));
        digit = static_cast<std::int32_t>(i == digits - 1 && std::is_signed_v<Storage> ? rest : rest & 0xFFFF);
      }
      most |= beyond(atomicAdd(local.cells + i * local.groups, digit));
    }
    return most >> 31 != 0 ? full : done;
  }
  template <class Row, class Block>
  __device__ static void add_rest(Row const&, std::uint32_t, LocalCells local, std::uint64_t* words, Block const&) {
    empty(local, words);
  }
  template <class Block>
  __device__ static void flush(LocalCells local, std::uint64_t* words, Block const&, std::uint32_t) {
    empty(local, words);
  }
  static void load(std::uint64_t const* words, group::Total<I, Columns>& to) {
    if constexpr (words_are_whole) {
      to.sum.add(static_cast<std::int64_t>(words[0]));
    } else {
      WideInteger<2> high =
          std::is_signed_v<Storage> ? WideInteger<2>::of(static_cast<std::int64_t>(words[1])) : WideInteger<2>::of(words[1]);
      to.sum.sum = high.shifted(32);
      to.sum.sum += WideInteger<2>::of(words[0]);
    }
  }

 private:
  static constexpr bool words_are_whole = words == 1;

  __device__ static void empty(LocalCells local, std::uint64_t* words) {
    for (int i = 0; i < digits; ++i) empty_cell(local.cells + i * local.groups, words + i / 2, i % 2 * 16);
  }
};

template <std::size_t I, class Columns>
struct DeviceForm<group::Total<I, Columns>> : std::conditional_t<std::is_floating_point_v<typename ColumnType<I, Columns>::Storage>,
                                                                 FloatTotalForm<I, Columns>, IntegerTotalForm<I, Columns>> {};

/// The least or the greatest value: a word that grows; 0 is the value that loses to all others. A block's filter is a number of 16 bits in
/// the same order. A value below the filter changes nothing, which holds for nearly all rows. Integers of up to 16 bits are their own
/// filters. The filter of any other number is that of the nearest float of half precision or less, so neighbouring numbers may share a
/// filter.
template <std::size_t I, class Columns, bool least>
struct DeviceForm<group::Extreme<I, Columns, least>> : PlainForm {
  using Accumulator = group::Extreme<I, Columns, least>;
  using Storage = typename Accumulator::Storage;
  using Monoid = typename Accumulator::Monoid;
  using Held = typename Monoid::Value;
  static constexpr int filters = 1;
  static constexpr int bits = sizeof(Storage) <= 2 ? 16 : static_cast<int>(sizeof(Held) * 8);
  static constexpr bool is_exact = bits == 16;
  /// True if the least value is negative.
  static constexpr bool is_signed = bits == 16 ? std::is_signed_v<Storage> : std::is_signed_v<Held>;
  static constexpr std::uint64_t all = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (bits & 63)) - 1;

  RF_HD static std::uint64_t word_of(Storage value) { return word_of_held(Monoid::value(Monoid::element(value))); }

  template <class Row>
  __device__ static void add(Row const& row, std::uint64_t* words) {
    if (!row.template valid<I>()) return;
    raise_word(words, word_of(row.template value<I>()));
  }
  template <class Row, class Block>
  __device__ __forceinline__ static std::uint32_t add_local(Row const& row, LocalCells local, Block const&) {
    if (!row.template valid<I>()) return done;
    std::uint32_t const mine = filter_of(row.template value<I>());
    std::uint32_t const seen = *static_cast<std::uint16_t volatile*>(local.filters);
    return (is_exact ? mine <= seen : mine < seen) ? done : other;
  }
  /// The filter takes the word's current value, which may come from other blocks.
  template <class Row, class Block>
  __device__ static void add_rest(Row const& row, std::uint32_t, LocalCells local, std::uint64_t* words, Block const&) {
    std::uint64_t const word = word_of(row.template value<I>());
    std::uint64_t const before = word_now(words);
    if (before < word) raise_word(words, word);
    std::uint32_t const mine = filter_of(before < word || before == 0 ? row.template value<I>() : value_of(before));
    std::uint32_t seen = *static_cast<std::uint16_t volatile*>(local.filters);
    while (mine > seen) {
      std::uint32_t const found = atomicCAS(local.filters, static_cast<unsigned short>(seen), static_cast<unsigned short>(mine));
      if (found == seen) break;
      seen = found;
    }
  }
  template <class Block>
  __device__ static void flush(LocalCells, std::uint64_t*, Block const&, std::uint32_t) {}

  static void load(std::uint64_t const* words, Accumulator& to) { to.held = held_of(words[0]); }

 private:
  RF_HD static std::uint64_t word_of_held(Held held) {
    auto word = static_cast<std::uint64_t>(static_cast<std::int64_t>(held));
    if constexpr (is_signed) word += std::uint64_t{1} << (bits - 1);
    return (least ? ~word : word) & all;
  }
  RF_HD static Held held_of(std::uint64_t word) {
    word = (least ? ~word : word) & all;
    if constexpr (is_signed) word -= std::uint64_t{1} << (bits - 1);
    return static_cast<Held>(static_cast<std::int64_t>(word));
  }
  RF_HD static Storage value_of(std::uint64_t word) { return static_cast<Storage>(Monoid::result(held_of(word))); }

  /// Returns the filter of a value, which grows with the word.
  __device__ __forceinline__ static std::uint32_t filter_of(Storage value) {
    if constexpr (is_exact) {
      return static_cast<std::uint32_t>(word_of(value));
    } else {
      if (value != value) return 0xFFFFu;
      std::uint32_t pattern = __float_as_uint(static_cast<float>(value)) >> 16;  // cutting digits off makes magnitudes smaller
#if defined(__CUDA_ARCH__)
      if constexpr (std::is_floating_point_v<Storage>) {  // half precision keeps more digits
        std::uint16_t half;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(static_cast<float>(value)));
        pattern = half;
      }
#endif
      std::uint32_t const ordered = pattern ^ ((pattern & 0x8000u) != 0 ? 0xFFFFu : 0x8000u);
      return least ? ordered ^ 0xFFFFu : ordered;
    }
  }
};

template <std::size_t I>
struct DeviceForm<group::Truths<I>> : PlainForm {
  template <class Row>
  __device__ static void add(Row const& row, std::uint64_t* words) {
    if (!row.template valid<I>()) return;
    auto const bit = row.template value<I>() ? group::Truths<I>::some_true : group::Truths<I>::some_false;
    if ((word_now(words) & bit) == 0) atomicOr(reinterpret_cast<unsigned long long*>(words), static_cast<unsigned long long>(bit));
  }
  static constexpr int filters = 1;
  template <class Row, class Block>
  __device__ __forceinline__ static std::uint32_t add_local(Row const& row, LocalCells local, Block const&) {
    if (!row.template valid<I>()) return done;
    auto const bit = row.template value<I>() ? group::Truths<I>::some_true : group::Truths<I>::some_false;
    return (*static_cast<std::uint16_t volatile*>(local.filters) & bit) != 0 ? done : other;
  }
  template <class Row, class Block>
  __device__ static void add_rest(Row const& row, std::uint32_t, LocalCells local, std::uint64_t* words, Block const&) {
    auto const bit = row.template value<I>() ? group::Truths<I>::some_true : group::Truths<I>::some_false;
    add(row, words);
    std::uint32_t seen = *static_cast<std::uint16_t volatile*>(local.filters);
    while ((seen & bit) == 0) {
      std::uint32_t const found = atomicCAS(local.filters, static_cast<unsigned short>(seen), static_cast<unsigned short>(seen | bit));
      if (found == seen) break;
      seen = found;
    }
  }
  template <class Block>
  __device__ static void flush(LocalCells, std::uint64_t*, Block const&, std::uint32_t) {}
  static void load(std::uint64_t const* words, group::Truths<I>& to) { to.seen = static_cast<std::uint32_t>(words[0]); }
};

}  // namespace rowfuse::cuda
