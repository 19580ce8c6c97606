/// The device form of sums of doubles.
#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/cuda/groups/form.cuh>
#include <rowfuse/group/grouping.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::cuda {

/// The digits of a double in the form of a bin's cells, if they fit: the lowest digit is `shift` places above the upper half of bin - 2.
struct CellDigits {
  static constexpr int cells = 5;

  std::uint64_t digits;
  std::int32_t bin;    ///< of the highest digit
  std::int32_t shift;  ///< at most 27
  std::int32_t sign;   ///< 0 or -1
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

  /// Adds the digits. The highest bit of the result is set if a cell is full.
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

/// A finite double as digits * 2^(position - 1074), to be added to bins of 32 bits that begin at 2^-1074.
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

/// Returns the lowest of the `kept` bins that count. `top` is the highest bin that was reached, plus 1.
template <int kept>
RF_HD std::int32_t lowest_bin(std::uint64_t top) {
  auto const reached = static_cast<std::int32_t>(top) - 1;
  return reached > kept - 1 ? reached - (kept - 1) : 0;
}
/// Packs `top` and the bins of a sum that count, for the host.
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

/// The binned sum of doubles. Every bin has a word and is kept; the highest bin that a value reaches (`top`, plus 1) decides in the end
/// which of them count. Bins take slices of 32 bits, with room for 2^31 rows.
///
/// Shared memory has room for 80 bits: one bin, the one below it, and half of the next. A block uses the bin that its first value reaches.
/// Values that reach another bin, or have digits further below, are added to the words at once.
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
    // Cells hold no values below bin 2, because the lowest bins have no upper half of a third one.
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

}  // namespace rowfuse::cuda
