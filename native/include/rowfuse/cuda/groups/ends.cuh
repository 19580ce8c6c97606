#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <rowfuse/cuda/groups/forms.cuh>

namespace rowfuse::cuda {

/// The rank of a row among all rows: a word that is greater for the row that wins. Its lowest bit is set if that row has a value. 0 means
/// no row.
template <bool first>
struct EndRank {
  static constexpr std::uint64_t none = 0;
  static constexpr std::uint64_t present = 1;
  static constexpr std::uint64_t being_written = std::uint64_t{1} << 63;
  static constexpr std::int64_t last_number = (std::int64_t{1} << 61) - 2;

  RF_HD static std::uint64_t of(std::int64_t number, bool is_valid) {
    return static_cast<std::uint64_t>(first ? last_number - number + 1 : number + 1) << 1 | (is_valid ? present : 0);
  }
  RF_HD static std::int64_t number(std::uint64_t rank) {
    auto const place = static_cast<std::int64_t>((rank & ~being_written) >> 1);
    return first ? last_number + 1 - place : place - 1;
  }
  /// True if a row comes before (or after) the one that was found. Of several output rows of one input row, the last one is added last.
  RF_HD static bool wins(std::uint64_t rank, std::uint64_t found) {
    std::uint64_t const place = (found & ~being_written) >> 1;
    return first ? rank >> 1 > place : rank >> 1 >= place;
  }
};

/// The value of the first or of the last row: two words, its rank and its bits, which change together. A winner stores its rank first, with
/// a mark, so that others see at once whether they lose. Then it stores the value and removes the mark. Only a row that wins over a marked
/// rank waits.
///
/// A read of the rank through the L1 cache spares nearly all rows the way to the L2 cache. A stale rank there is a lower one, so it never
/// hides a winner.
template <std::size_t I, class Columns, bool first>
struct FixedEndForm : PlainForm {
  using Accumulator = group::End<I, Columns, first>;
  using Storage = typename ColumnType<I, Columns>::Storage;
  using Rank = EndRank<first>;
  static constexpr int words = 2;

  template <class Row>
  __device__ static void add(Row const& row, std::uint64_t* words) {
    std::uint64_t const rank = Rank::of(row.number(), row.template valid<I>());
    if (!Rank::wins(rank, word_cached(words))) return;
    // At most one of the group's rows in the warp wins. They are in the order of the lanes.
    unsigned const peers = __match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(words));
    int const best = first ? __ffs(static_cast<int>(peers)) - 1 : 31 - __clz(static_cast<int>(peers));
    if (static_cast<int>(threadIdx.x & 31) == best) put(rank, row, words);
  }
  template <class Row, class Block>
  __device__ __forceinline__ static std::uint32_t add_local(Row const&, LocalCells, Block const&) {
    return other;
  }
  template <class Row, class Block>
  __device__ static void add_rest(Row const& row, std::uint32_t, LocalCells, std::uint64_t* words, Block const&) {
    add(row, words);
  }
  template <class Block>
  __device__ static void flush(LocalCells, std::uint64_t*, Block const&, std::uint32_t) {}

  static void load(std::uint64_t const* words, Accumulator& to) {
    if (words[0] == Rank::none) return;
    to.number = Rank::number(words[0]);
    to.is_valid = (words[0] & Rank::present) != 0;
    std::memcpy(&to.held.value, words + 1, sizeof(Storage));
  }

 private:
  template <class Row>
  __device__ static void put(std::uint64_t rank, Row const& row, std::uint64_t* words) {
    auto* const own = reinterpret_cast<unsigned long long*>(words);
    std::uint64_t found = word_now(words);
    // A lane writes within the loop, because no lane of its warp goes on before that.
    while (Rank::wins(rank, found)) {
      if ((found & Rank::being_written) != 0) {
        __nanosleep(20);
        found = word_now(words);
        continue;
      }
      std::uint64_t const before =
          atomicCAS(own, static_cast<unsigned long long>(found), static_cast<unsigned long long>(rank | Rank::being_written));
      if (before == found) {
        std::uint64_t bits = 0;
        if ((rank & Rank::present) != 0) {
          Storage const value = row.template value<I>();
          memcpy(&bits, &value, sizeof value);
        }
        atomicExch(own + 1, static_cast<unsigned long long>(bits));
        __threadfence();
        atomicExch(own, static_cast<unsigned long long>(rank));
        return;
      }
      found = before;
    }
  }
};

template <std::size_t I, class Columns, bool first>
struct DeviceForm<group::End<I, Columns, first>>
    : std::conditional_t<is_text<ColumnType<I, Columns>>, NoForm, FixedEndForm<I, Columns, first>> {};

}  // namespace rowfuse::cuda
