#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/group/key.hpp>
#include <rowfuse/macros.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/equal.hpp>
#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::cuda {

// A key in a slot: words 2 to 7. One column whose key has at most 23 bytes is there itself, zeros behind it, and the last byte is
// its size, or `slot_null`. Every other key is a record in the arena, at the offset that words 2 and 3 are, and the last byte is
// `slot_record`. A record: a word of 64 bits, of which the lowest bit is set and bit 1 + i where column i is null; by column a word,
// the bits of its value or the bytes of its text; and the texts, one after the other.
inline constexpr std::int32_t most_in_slot = 23;
inline constexpr std::uint32_t slot_null = 254;
inline constexpr std::uint32_t slot_record = 255;

__device__ __forceinline__ std::uint32_t mix(std::uint32_t hash, std::uint32_t word) {
  hash = (hash ^ word) * 0x9E3779B1u;
  return hash ^ hash >> 15;
}

/// The hash as slots have it: none of the two numbers that mean something else.
__device__ __forceinline__ std::uint32_t finished(std::uint32_t hash) {
  hash *= 0x85EBCA77u;
  hash ^= hash >> 13;
  return hash > 1 ? hash : hash + 2;
}

namespace detail {

/// The parts of a key: what its record is made of. By value wherever it goes out of line, so that it need not be in memory where it
/// does not.
template <std::size_t columns>
struct KeyParts {
  std::uint64_t head = 1;
  std::uint64_t words[columns > 0 ? columns : 1] = {};
  char const* texts[columns > 0 ? columns : 1] = {};  // null: none
};

/// Calls `take(place, word)` for the words of a text, zeros behind it, until it returns false.
template <class Take>
__device__ __forceinline__ void each_word(char const* text, std::int32_t size, Take const& take) {
  if (text == nullptr || size == 0) return;
  auto const phase = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(text) & 3u);
  char const* const aligned = text - phase;
  std::uint32_t word = rowfuse::detail::aligned_word(aligned);
  for (std::int32_t at = 0; at < size; at += 4) {
    std::uint32_t const next = at + 4 < size + phase ? rowfuse::detail::aligned_word(aligned + at + 4) : 0;
    if (!take(at, rowfuse::detail::low_bytes(__funnelshift_r(word, next, static_cast<unsigned>(phase) * 8), size - at))) return;
    word = next;
  }
}

template <std::size_t columns>
__device__ __noinline__ std::uint32_t hash_record(KeyParts<columns> parts, std::uint32_t mixed) {
  mixed = mix(mixed, static_cast<std::uint32_t>(parts.head));
  for_each_index<columns>([&](auto column) {
    mixed = mix(mix(mixed, static_cast<std::uint32_t>(parts.words[column])), static_cast<std::uint32_t>(parts.words[column] >> 32));
    each_word(parts.texts[column], static_cast<std::int32_t>(parts.words[column]), [&](std::int32_t, std::uint32_t word) {
      mixed = mix(mixed, word);
      return true;
    });
  });
  return mixed;
}

template <std::size_t columns>
__device__ __noinline__ bool equals_record(KeyParts<columns> parts, char const* record) {
  auto const* const words = reinterpret_cast<std::uint64_t const*>(record);
  bool same = words[0] == parts.head;
  for_each_index<columns>([&](auto column) { same = same && words[1 + column] == parts.words[column]; });
  char const* stored = reinterpret_cast<char const*>(words + 1 + columns);
  for_each_index<columns>([&](auto column) {
    if (!same || parts.texts[column] == nullptr) return;
    auto const size = static_cast<std::int32_t>(parts.words[column]);
    if ((reinterpret_cast<std::uintptr_t>(stored) & 3) == 0) {  // the first text is
      each_word(parts.texts[column], size, [&](std::int32_t at, std::uint32_t word) {
        same = rowfuse::detail::low_bytes(rowfuse::detail::aligned_word(stored + at), size - at) == word;
        return same;
      });
    } else {
      same = rowfuse::detail::equal_bytes(parts.texts[column], stored, size);
    }
    stored += size;
  });
  return same;
}

}  // namespace detail

/// The key of a row: its first columns. `Row` has valid<I>(), value<I>() and text<I>().
template <class Columns, std::size_t columns>
class GroupKey {
 public:
  std::uint32_t hash;

  template <class Row>
  __device__ __forceinline__ explicit GroupKey(Row const& row) {
    for_each_index<columns>([&](auto index) {
      if (!row.template valid<index>()) {
        parts_.head |= std::uint64_t{2} << index;
      } else if constexpr (is_text<ColumnType<index, Columns>>) {
        View const text = row.template text<index>();
        parts_.words[index] = static_cast<std::uint64_t>(text.size);
        parts_.texts[index] = text.data;
      } else {
        parts_.words[index] = group::key_bits(group::canonical(row.template value<index>()));
      }
    });
    std::uint32_t mixed = 0x2545F491u;
    if constexpr (columns == 1) {
      std::uint32_t size = slot_null;
      if (parts_.head == 1) {
        if constexpr (is_text<ColumnType<0, Columns>>) {
          size = parts_.words[0] > most_in_slot ? slot_record : static_cast<std::uint32_t>(parts_.words[0]);
          if (size != slot_record) mixed = read(View(parts_.texts[0], static_cast<std::int32_t>(size)), mixed);
        } else {
          size = 8;
          words_[0] = static_cast<std::uint32_t>(parts_.words[0]);
          words_[1] = static_cast<std::uint32_t>(parts_.words[0] >> 32);
          mixed = mix(mix(mixed, words_[0]), words_[1]);
        }
      }
      words_[5] |= size << 24;
      if (size == slot_record) mixed = detail::hash_record<columns>(parts_, mixed);
      hash = finished(mix(mixed, size));
    } else {
      words_[5] = slot_record << 24;
      hash = finished(detail::hash_record<columns>(parts_, mixed));
    }
  }

  /// Whether it is the key of a slot whose hash is the same.
  __device__ __forceinline__ bool equals(uint4 first, uint4 second, char const* arena) const {
    if (is_record()) {
      if (second.w != words_[5]) return false;
      return detail::equals_record<columns>(parts_, arena + (static_cast<std::uint64_t>(first.w) << 32 | first.z));
    }
    return ((first.z ^ words_[0]) | (first.w ^ words_[1]) | (second.x ^ words_[2]) | (second.y ^ words_[3]) | (second.z ^ words_[4]) |
            (second.w ^ words_[5])) == 0;
  }

  /// Bytes of its record, a multiple of 8; 0 where it has none.
  __device__ std::uint64_t arena_bytes() const {
    if (!is_record()) return 0;
    std::uint64_t bytes = 8 * (1 + columns);
    for_each_index<columns>([&](auto column) { bytes += parts_.texts[column] == nullptr ? 0 : parts_.words[column]; });
    return (bytes + 7) / 8 * 8;
  }

  /// Writes it to a slot, and its record to its place in the arena.
  __device__ void store(std::uint32_t* slot, char* arena, std::uint64_t place) const {
    for (int i = 0; i < 6; ++i) slot[2 + i] = words_[i];
    if (!is_record()) return;
    slot[2] = static_cast<std::uint32_t>(place);
    slot[3] = static_cast<std::uint32_t>(place >> 32);
    auto* const words = reinterpret_cast<std::uint64_t*>(arena + place);
    char* text = reinterpret_cast<char*>(words + 1 + columns);
    words[0] = parts_.head;
    for_each_index<columns>([&](auto column) {
      words[1 + column] = parts_.words[column];
      if (parts_.texts[column] == nullptr) return;
      for (std::uint64_t i = 0; i < parts_.words[column]; ++i) text[i] = parts_.texts[column][i];
      text += parts_.words[column];
    });
  }

 private:
  __device__ __forceinline__ bool is_record() const { return columns != 1 || words_[5] >> 24 == slot_record; }

  /// The words of a short text, zeros behind it: aligned words that hold a byte of it, shifted and cut.
  __device__ __forceinline__ std::uint32_t read(View text, std::uint32_t mixed) {
    auto const phase = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(text.data) & 3u);
    char const* const aligned = text.data - phase;
    std::int32_t const end = text.size == 0 ? 0 : text.size + phase;
    std::uint32_t word = end > 0 ? rowfuse::detail::aligned_word(aligned) : 0;
#pragma unroll
    for (int i = 0; i < 6; ++i) {
      std::uint32_t const next = end > 4 * (i + 1) ? rowfuse::detail::aligned_word(aligned + 4 * (i + 1)) : 0;
      std::int32_t const left = text.size - 4 * i;
      if (i > 2 && left <= 0) break;  // most have so many words
      std::uint32_t const mask = left > 0 ? ~0u >> (left < 4 ? 32 - 8 * left : 0) : 0;
      words_[i] = __funnelshift_r(word, next, static_cast<unsigned>(phase) * 8) & mask;
      mixed = mix(mixed, words_[i]);
      word = next;
    }
    return mixed;
  }

  detail::KeyParts<columns> parts_;
  std::uint32_t words_[6] = {};
};

}  // namespace rowfuse::cuda
