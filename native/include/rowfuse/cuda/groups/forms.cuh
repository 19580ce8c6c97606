#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/grouping.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::cuda {

// What a group's accumulators are on the device: words of 64 bits in global memory, all zero of a group without rows, that atomic
// operations bring up to date, and cells of 32 bits in the shared memory of a block for the groups that came first, which are added
// to the words now and then. All operations commute, so neither the order of rows nor their division among blocks shows.

/// Adds to a word, modulo 2^64.
__device__ __forceinline__ void add_to_word(std::uint64_t* word, std::int64_t value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
}
__device__ __forceinline__ void raise_word(std::uint64_t* word, std::uint64_t value) {
  atomicMax(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
}
/// What a word holds, past the L1 cache, which does not see other multiprocessors' work.
__device__ __forceinline__ std::uint64_t word_now(std::uint64_t const* word) {
  return __ldcg(reinterpret_cast<unsigned long long const*>(word));
}

/// What the L1 cache has of it, which may be what it held before.
__device__ __forceinline__ std::uint64_t word_cached(std::uint64_t const* word) {
  return __ldca(reinterpret_cast<unsigned long long const*>(word));
}

/// A group's part of a block's shared memory. The cells of neighbouring groups are neighbours: `cells[i * groups]`.
struct LocalCells {
  std::int32_t* cells;
  std::uint16_t* filters;
  std::int32_t groups;
};

// A cell takes numbers of at most 16 bits. The thread that finds more than 2^30 in it empties it before it adds anything else; so
// at most one number of each of a block's 1024 threads comes on top, and no cell overflows whatever the threads' order.
inline constexpr std::uint32_t most_in_cell = 1u << 30;
/// The highest bit tells whether a number is beyond `most_in_cell` on either side.
__device__ __forceinline__ std::uint32_t beyond(std::int32_t number) { return static_cast<std::uint32_t>(number) + most_in_cell; }
__device__ __forceinline__ bool is_full(std::int32_t before) { return beyond(before) >> 31 != 0; }
__device__ __forceinline__ void empty_cell(std::int32_t* cell, std::uint64_t* word, int shift) {
  std::int64_t const sum = atomicExch(cell, 0);
  if (sum != 0) add_to_word(word, sum << shift);
}

/// How an accumulator is held on the device; those without it, not at all.
///   words, cells, filters            how many of a group
///   add(row, words)                  a row to the words: nothing that waits for what they hold
///   add_local(row, local, b)         the same to the cells, as far as that is what nearly all rows need; says what is left. `b` is what
///                                    the block knows of the accumulator
///   add_rest(row, rest, local, words, b)  what is left
///   flush(local, words, b, marks)    the cells to the words; `marks` are those of its rows in the block
///   load(packed, accumulator)        on the host, of what goes there: the words, or where only some of them count
///   packed, pack(words, to)          how many that are, and which
template <class Accumulator>
struct DeviceForm;

/// Of accumulators that are not.
struct NoForm {
  static constexpr bool exists = false;
};
template <class Accumulator>
struct DeviceForm : NoForm {};

/// What all forms have where they do not say otherwise.
struct PlainForm {
  static constexpr bool exists = true;
  static constexpr int words = 1;
  static constexpr int cells = 0;
  static constexpr int filters = 0;
  /// Bits that tell something of a group's rows in the block.
  static constexpr int marks = 0;
  // What `add_local` says: the marks of the row, the first in the lowest bit, and
  static constexpr std::uint32_t done = 0;
  static constexpr std::uint32_t marked = 1;        ///< the first mark
  static constexpr std::uint32_t marked_again = 2;  ///< the second one
  static constexpr std::uint32_t full = 4;          ///< a cell is full
  static constexpr std::uint32_t other = 8;         ///< the row is none for the cells
};

/// The rows of a group are counted whether asked for or not: word 0, and the block's cell 0.
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

/// The sum of integers: words of 32 bits of the values, so that 2^31 rows can be added, and digits of 16 bits in cells.
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
      WideInteger<2> high = std::is_signed_v<Storage> ? WideInteger<2>::of(static_cast<std::int64_t>(words[1])) : WideInteger<2>::of(words[1]);
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

/// The digits of a double as the cells of a bin have them, where they fit: the lowest digit is `shift` places above bin - 2's upper half.
struct CellDigits {
  static constexpr int cells = 5;

  std::uint64_t digits;
  std::int32_t bin;    ///< of the highest digit
  std::int32_t shift;  ///< at most 27
  std::int32_t sign;   ///< all bits alike
  bool fit;

  __device__ __forceinline__ explicit CellDigits(double value) {
    auto const high = static_cast<std::uint32_t>(__double2hiint(value));
    std::uint32_t const biased = high >> 20 & 0x7FF;
    bin = static_cast<std::int32_t>((biased + 51) >> 5);
    shift = static_cast<std::int32_t>(biased + 47) - 32 * bin;
    fit = biased != 0 && biased != 0x7FF && shift >= 0;
    digits = (static_cast<std::uint64_t>((high & 0xFFFFF) | 0x100000) << 32) | static_cast<std::uint32_t>(__double2loint(value));
    sign = static_cast<std::int32_t>(high) >> 31;
  }

  /// Adds them; the highest bit of what it returns tells whether a cell is full.
  __device__ __forceinline__ std::uint32_t add(std::int32_t* to, std::int32_t groups) const {
    std::uint64_t const low = digits << shift;
    auto const above = static_cast<std::uint32_t>(digits >> 37 >> (27 - shift));
    auto const l = static_cast<std::uint32_t>(low);
    auto const h = static_cast<std::uint32_t>(low >> 32);
    std::int32_t const parts[cells] = {static_cast<std::int32_t>(l & 0xFFFF), static_cast<std::int32_t>(l >> 16),
                                       static_cast<std::int32_t>(h & 0xFFFF), static_cast<std::int32_t>(h >> 16),
                                       static_cast<std::int32_t>(above)};
    std::uint32_t most = 0;
#pragma unroll
    for (int i = 0; i < cells; ++i) most |= beyond(atomicAdd(to + i * groups, (parts[i] ^ sign) - sign));
    return most;
  }
};

/// What is added to bins of 32 bits from 2^-1074 on, of a finite double: digits * 2^(position - 1074).
struct BinDigits {
  std::uint64_t digits;
  std::int32_t position;

  __device__ explicit BinDigits(std::uint64_t bits) {
    auto const biased = static_cast<std::int32_t>(bits >> 52 & 0x7FF);
    std::int32_t const is_normal = biased != 0 ? 1 : 0;
    digits = (bits & ((std::uint64_t{1} << 52) - 1)) | static_cast<std::uint64_t>(is_normal) << 52;
    position = biased - is_normal;
  }
};

/// The lowest bin that counts where `kept` do, of the highest that was reached, plus 1.
template <int kept>
RF_HD std::int32_t lowest_bin(std::uint64_t top) {
  auto const reached = static_cast<std::int32_t>(top) - 1;
  return reached > kept - 1 ? reached - (kept - 1) : 0;
}
/// Of the bins of a sum those that count go to the host, behind `top`.
template <int kept>
__device__ void pack_bins(std::uint64_t top, std::uint64_t const* bins, std::uint64_t* to) {
  to[0] = top;
  std::int32_t const lowest = lowest_bin<kept>(top);
  for (int i = 0; i < kept; ++i) to[1 + i] = bins[lowest + i];
}
template <int kept>
void load_bins(std::uint64_t const* packed, group::Bins<kept>& to) {
  to.lowest = lowest_bin<kept>(packed[0]);
  for (int i = 0; i < kept; ++i) to.low[i] = static_cast<std::int64_t>(packed[1 + i]);
  to.carry();
}

/// The binned sum of doubles: each bin there is has a word, and all are kept; which of them count is known in the end, by the
/// highest bin that a value reaches (`top`, plus 1). Bins take slices of 32 bits: room for 2^31 rows.
///
/// In shared memory there is room for 80 bits of them: a bin, the one below, and half of the next. A block takes the bin that its
/// first value reaches; values that reach another one, or have digits further below, are added to the words at once.
template <std::size_t I, class Columns>
struct FloatTotalForm : PlainForm {
  static constexpr int bins = 66;  // 2098 bits from 2^-1074 to 2^1024
  static constexpr int top = 0;
  static constexpr int not_finite = 1;
  static constexpr int first_bin = 2;
  static constexpr int words = first_bin + bins;
  static constexpr int cells = CellDigits::cells;
  static constexpr int marks = 1;

  template <class Row>
  __device__ static void add(Row const& row, std::uint64_t* words) {
    if (row.template valid<I>()) add_value(static_cast<double>(row.template value<I>()), words);
  }

  template <class Row, class Block>
  __device__ __forceinline__ static std::uint32_t add_local(Row const& row, LocalCells local, Block const& block) {
    if (!row.template valid<I>()) return done;
    CellDigits const digits(static_cast<double>(row.template value<I>()));
    if (!digits.fit || digits.bin != block.window(digits.bin)) return other;
    return digits.add(local.cells, local.groups) >> 31 != 0 ? marked | full : marked;
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
    raise_word(words + top, static_cast<std::uint64_t>(bin + 1));
    empty(local, words, bin);
  }
  static constexpr int kept = 4;
  static constexpr int packed = 2 + kept;
  __device__ static void pack(std::uint64_t const* words, std::uint64_t* to) {
    to[0] = words[not_finite];
    pack_bins<kept>(words[top], words + first_bin, to + 1);
  }
  static void load(std::uint64_t const* packed, group::Total<I, Columns>& to) {
    to.sum.not_finite = static_cast<std::uint8_t>(packed[0]);
    load_bins<kept>(packed + 1, to.sum.bins);
  }

  __device__ static void empty(LocalCells local, std::uint64_t* words, std::int32_t bin) {
    // Below bin 2 there are no values: the lowest bins have no upper half of a third one.
    for (int i = 0; i < cells; ++i) empty_cell(local.cells + i * local.groups, words + first_bin + bin - 2 + (i + 1) / 2, (i + 1) % 2 * 16);
  }

  __device__ static void add_value(double value, std::uint64_t* words) {
    auto const bits = static_cast<std::uint64_t>(__double_as_longlong(value));
    if ((bits >> 52 & 0x7FF) == 0x7FF) {
      atomicOr(reinterpret_cast<unsigned long long*>(words + not_finite), static_cast<unsigned long long>(group::NotFinite::of(bits)));
      return;
    }
    if (bits << 1 == 0) return;
    BinDigits const of(bits);
    std::int32_t const first = of.position >> 5;
    std::int32_t const shift = of.position & 31;
    std::uint64_t const low = of.digits << shift;
    std::int64_t const sign = static_cast<std::int64_t>(bits) >> 63;
    std::int64_t const slices[3] = {static_cast<std::int64_t>(low & 0xFFFFFFFFu), static_cast<std::int64_t>(low >> 32),
                                    static_cast<std::int64_t>(of.digits >> 1 >> (63 - shift))};
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      if (slices[i] != 0) add_to_word(words + first_bin + first + i, (slices[i] ^ sign) - sign);
    }
    raise_word(words + top, static_cast<std::uint64_t>((of.position + 52) / 32 + 1));
  }
};

template <std::size_t I, class Columns>
struct DeviceForm<group::Total<I, Columns>>
    : std::conditional_t<std::is_floating_point_v<typename ColumnType<I, Columns>::Storage>, FloatTotalForm<I, Columns>,
                         IntegerTotalForm<I, Columns>> {};

/// The least or the greatest value: a word that grows, 0 for the value that loses to all others. A block's filter is a number of 16 bits
/// in the same order: a value below it changes nothing, which is what nearly all rows turn out to be. Integers of as many bits are
/// their own filters; of other numbers it is that of the nearest float of half precision or less, so neighbours may have the same.
template <std::size_t I, class Columns, bool least>
struct DeviceForm<group::Extreme<I, Columns, least>> : PlainForm {
  using Accumulator = group::Extreme<I, Columns, least>;
  using Storage = typename Accumulator::Storage;
  using Monoid = typename Accumulator::Monoid;
  using Held = typename Monoid::Value;
  static constexpr int filters = 1;
  static constexpr int bits = sizeof(Storage) <= 2 ? 16 : static_cast<int>(sizeof(Held) * 8);
  static constexpr bool is_exact = bits == 16;
  /// Whether the least there is is below 0.
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
  /// The filter takes what the word has by then, be it of other blocks.
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

  /// Grows with the word.
  __device__ __forceinline__ static std::uint32_t filter_of(Storage value) {
    if constexpr (is_exact) {
      return static_cast<std::uint32_t>(word_of(value));
    } else {
      if (value != value) return 0xFFFFu;
      std::uint32_t pattern = __float_as_uint(static_cast<float>(value)) >> 16;  // what is cut off makes magnitudes less
#if defined(__CUDA_ARCH__)
      if constexpr (std::is_floating_point_v<Storage>) {  // more digits
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
