#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::rolling {

/// The starts of partitions in columns whose rows are sorted by partition: a set of positions that always contains row 0. It has one bit
/// per row and, level by level above them, one bit per word that is not empty. So the last start before a position is found in a few steps.
/// Threads may mark concurrently; reads come after all marks.
class PartitionStarts {
 public:
  using Word = std::uint64_t;

  /// Words of memory for at least 1 row. All must be zero before the first mark.
  RF_HD static constexpr std::int64_t words_for(std::int64_t rows) {
    std::int64_t words = (rows + 63) >> 6;
    std::int64_t all = words;
    while (words > 1) {
      words = (words + 63) >> 6;
      all += words;
    }
    return all;
  }

  RF_HD PartitionStarts(Word* words, std::int64_t rows) : words_{words}, rows_{rows} {}

  RF_HD void mark(std::int64_t position) const {
    Word* level = words_;
    for (std::int64_t words = (rows_ + 63) >> 6;; words = (words + 63) >> 6) {
      Word const bit = Word{1} << (position & 63);
      position >>= 6;
      // Nearly always another row of the partition has set the bit.
      if ((load(level + position) & bit) != 0) return;
      add(level + position, bit);
      if (words <= 1) return;
      level += words;
    }
  }

  /// Returns the last start that is not after `position`.
  RF_HD std::int64_t last(std::int64_t position) const {
    Word* levels[most_levels];
    levels[0] = words_;
    std::int64_t words = (rows_ + 63) >> 6;
    for (int number = 0;; ++number) {
      Word const up_to = ~Word{0} >> (63 - (position & 63));
      Word const found = levels[number][position >> 6] & up_to;
      if (found != 0) {
        position = (position >> 6 << 6) + highest(found);
        while (--number >= 0) position = (position << 6) + highest(levels[number][position]);
        return position;
      }
      position = (position >> 6) - 1;
      if (position < 0) return 0;
      levels[number + 1] = levels[number] + words;
      words = (words + 63) >> 6;
    }
  }

 private:
  static constexpr int most_levels = 7;  // for fewer than 2^32 rows, and one that is never reached

  RF_HD static int highest(Word word) {
#if defined(RF_DEVICE_PASS)
    return 63 - __clzll(static_cast<long long>(word));
#else
    return 63 - std::countl_zero(word);
#endif
  }
  RF_HD static Word load(Word const* word) {
#if defined(RF_DEVICE_PASS)
    return *static_cast<Word const volatile*>(word);
#else
    return __atomic_load_n(word, __ATOMIC_RELAXED);
#endif
  }
  RF_HD static void add(Word* word, Word bit) {
#if defined(RF_DEVICE_PASS)
    atomicOr(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(bit));
#else
    __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
#endif
  }

  Word* words_;
  std::int64_t rows_;
};

}  // namespace rowfuse::rolling
