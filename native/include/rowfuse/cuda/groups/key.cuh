#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/hash.hpp>
#include <rowfuse/group/key.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/equal_bytes.hpp>
#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::cuda {

// A key in a slot: words 2 to 7. The key of a single column with at most 23 bytes is stored in the slot itself, padded with zeros; the last
// byte is its size, or `slot_null`. Every other key is a record in the arena. Words 2 and 3 are its offset, and the last byte is
// `slot_record`; for a single text column, word 6 is the hash. A record begins with a 64-bit word whose lowest bit is set, and whose bit 1
// + i is set if column i is null. Then comes one word per column, with the bits of its value or the size of its text, and then the texts,
// back to back.
inline constexpr std::int32_t most_in_slot = 23;
inline constexpr std::uint32_t slot_null = 254;
inline constexpr std::uint32_t slot_record = 255;

using group::HashSecret;

/// Returns the hash as slots store it, which avoids the two reserved numbers.
__device__ __forceinline__ std::uint32_t finished(std::uint32_t hash) { return hash > 1 ? hash : hash + 2; }

namespace detail {

/// The parts from which a key's record is made. Passed by value to functions out of line, so that the inline path can keep it in registers.
template <std::size_t columns>
struct KeyParts {
  std::uint64_t head = 1;
  std::uint64_t words[columns > 0 ? columns : 1] = {};
  char const* texts[columns > 0 ? columns : 1] = {};  // null: not a text
};

/// Calls `take(place, word)` for the words of a text, padded with zeros, until it returns false.
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

/// Adds a text to a hash that already includes its size.
__device__ __forceinline__ std::uint64_t hash_text(HashSecret const& secret, std::uint64_t hash, char const* text, std::int32_t size) {
  each_word(text, size, [&](std::int32_t, std::uint32_t word) {
    hash = group::mixed_half(secret, hash, word);
    return true;
  });
  return hash;
}

__device__ __forceinline__ std::uint64_t hash_word(HashSecret const& secret, std::uint64_t hash, std::uint64_t word) {
  return group::mixed_half(secret, group::mixed_half(secret, hash, static_cast<std::uint32_t>(word)),
                           static_cast<std::uint32_t>(word >> 32));
}

template <std::size_t columns>
__device__ __noinline__ std::uint32_t hash_record(HashSecret const& secret, KeyParts<columns> parts) {
  std::uint64_t hash = hash_word(secret, secret.start, parts.head);
  for_each_index<columns>([&](auto column) {
    hash = hash_word(secret, hash, parts.words[column]);
    hash = hash_text(secret, hash, parts.texts[column], static_cast<std::int32_t>(parts.words[column]));
  });
  return group::hash_tag(secret, hash);
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
    if ((reinterpret_cast<std::uintptr_t>(stored) & 3) == 0) {  // true for the first text
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

/// A key of one fixed-width column, which fits in a slot.
template <class Columns>
class ScalarKey {
 public:
  std::uint32_t hash;

  template <class Row>
  __device__ __forceinline__ ScalarKey(HashSecret const& secret, Row const& row) {
    std::uint32_t size = slot_null;
    if (row.template valid<0>()) {
      std::uint64_t const bits = group::key_bits(group::canonical(row.template value<0>()));
      size = 8;
      words_[0] = static_cast<std::uint32_t>(bits);
      words_[1] = static_cast<std::uint32_t>(bits >> 32);
    }
    words_[5] = size << 24;
    hash = finished(group::tag_of_words(secret, words_));
  }

  __device__ __forceinline__ bool equals(uint4 first, uint4 second, char const*) const {
    return ((first.z ^ words_[0]) | (first.w ^ words_[1]) | (second.w ^ words_[5])) == 0;
  }
  __device__ std::uint64_t arena_bytes() const { return 0; }
  __device__ void store(std::uint32_t* slot, char*, std::uint64_t) const {
    for (int i = 0; i < 6; ++i) slot[2 + i] = words_[i];
  }

 private:
  std::uint32_t words_[6] = {};
};

namespace detail {

/// The first bytes of a text, which are in registers for short and long texts.
inline constexpr std::int32_t head_bytes = 24;

/// Returns the hash of the part of a long text that its slot's hash does not cover: the last word of its head, its size, and the rest.
__device__ __noinline__ inline std::uint32_t hash_behind_head(HashSecret const& secret, std::uint32_t last_word, char const* text,
                                                              std::int32_t size) {
  std::uint64_t const hash =
      hash_word(secret, secret.start, static_cast<std::uint64_t>(last_word) << 32 | static_cast<std::uint32_t>(size));
  return group::hash_tag(secret, hash_text(secret, hash, text + head_bytes, size - head_bytes));
}

/// True if a record, aligned to 16, is that of a long text. Compares its size, its first words, and the rest, which is padded with zeros to
/// a multiple of 4.
__device__ __noinline__ inline bool equals_long(uint4 first, uint2 second, char const* text, std::int32_t size, char const* record) {
  auto const* const pieces = reinterpret_cast<uint4 const*>(record);
  uint4 const stored = pieces[1];
  uint2 const last = *reinterpret_cast<uint2 const*>(pieces + 2);
  std::uint32_t differs = (pieces[0].z ^ static_cast<std::uint32_t>(size)) | (stored.x ^ first.x) | (stored.y ^ first.y) |
                          (stored.z ^ first.z) | (stored.w ^ first.w) | (last.x ^ second.x) | (last.y ^ second.y);
  if (differs != 0) return false;
  each_word(text + head_bytes, size - head_bytes, [&](std::int32_t at, std::uint32_t word) {
    differs = rowfuse::detail::aligned_word(record + 16 + head_bytes + at) ^ word;
    return differs == 0;
  });
  return differs == 0;
}

}  // namespace detail

/// A key of one text column. A short text is stored in a slot; a long one is a record, and its slot has another hash.
template <class Columns>
class TextKey {
 public:
  std::uint32_t hash;

  template <class Row>
  __device__ __forceinline__ TextKey(HashSecret const& secret, Row const& row) {
    if (!row.template valid<0>()) {
      tag_ = slot_null << 24;
    } else {
      text_ = row.template text<0>();
      read();
      tag_ = words_[5] | static_cast<std::uint32_t>(text_.size) << 24;
      if (text_.size > most_in_slot) {
        tag_ = slot_record << 24;
        more_ = detail::hash_behind_head(secret, words_[5], text_.data, text_.size);
      }
    }
    std::uint32_t const hashed[6] = {words_[0], words_[1], words_[2], words_[3], words_[4], tag_};
    hash = finished(group::tag_of_words(secret, hashed) ^ more_);
  }

  __device__ __forceinline__ bool equals(uint4 first, uint4 second, char const* arena) const {
    if (second.w != tag_) return false;
    if (is_record()) {
      if (second.z != more_) return false;
      return detail::equals_long({words_[0], words_[1], words_[2], words_[3]}, {words_[4], words_[5]}, text_.data, text_.size,
                                 arena + (static_cast<std::uint64_t>(first.w) << 32 | first.z));
    }
    return ((first.z ^ words_[0]) | (first.w ^ words_[1]) | (second.x ^ words_[2]) | (second.y ^ words_[3]) | (second.z ^ words_[4])) == 0;
  }

  /// A multiple of 16.
  __device__ std::uint64_t arena_bytes() const { return is_record() ? (16 + static_cast<std::uint64_t>(text_.size) + 15) / 16 * 16 : 0; }

  __device__ void store(std::uint32_t* slot, char* arena, std::uint64_t place) const {
    slot[7] = tag_;
    if (!is_record()) {
      for (int i = 0; i < 5; ++i) slot[2 + i] = words_[i];
      return;
    }
    slot[2] = static_cast<std::uint32_t>(place);
    slot[3] = static_cast<std::uint32_t>(place >> 32);
    slot[4] = 0;
    slot[5] = 0;
    slot[6] = more_;
    auto* const words = reinterpret_cast<std::uint64_t*>(arena + place);
    words[0] = 1;
    words[1] = static_cast<std::uint64_t>(text_.size);
    char* const text = reinterpret_cast<char*>(words + 2);
    for (std::int32_t i = 0; i < text_.size; ++i) text[i] = text_.data[i];
  }

 private:
  __device__ __forceinline__ bool is_record() const { return tag_ == slot_record << 24; }

  /// Reads the first words of a text, padded with zeros. Only aligned words that hold a byte of it are read, or any if the text is padded;
  /// they are shifted and cut.
  __device__ __forceinline__ void read() {
    auto const phase = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(text_.data) & 3u);
    char const* const aligned = text_.data - phase;
    std::int32_t const end = text_.size == 0 ? 0 : text_.size + phase;
    auto const word_at = [&](int i) { return text_.is_padded() || end > 4 * i ? rowfuse::detail::aligned_word(aligned + 4 * i) : 0; };
    std::int32_t const size = text_.size < 64 ? text_.size : 64;
    std::uint32_t word = word_at(0);
#pragma unroll
    for (int i = 0; i < 6; ++i) {
      std::int32_t const left = size - 4 * i;
      if (i > 2 && left <= 0) break;  // most texts have at least three words; padding reaches no further
      std::uint32_t const next = word_at(i + 1);
      std::uint32_t const behind = __funnelshift_lc(0u, ~0u, static_cast<unsigned>(left > 0 ? 8 * left : 0));  // 32 and more: nothing is
                                                                                                               // cut
      words_[i] = __funnelshift_r(word, next, static_cast<unsigned>(phase) * 8) & ~behind;
      word = next;
    }
  }

  View text_;
  std::uint32_t words_[6] = {};
  std::uint32_t tag_;        // the last word of a slot
  std::uint32_t more_ = 0;   // for a record: the hash of the part that the first five words do not cover
};

/// A key of several columns, or of none: always a record.
template <class Columns, std::size_t columns>
class RecordKey {
 public:
  std::uint32_t hash;

  template <class Row>
  __device__ __forceinline__ RecordKey(HashSecret const& secret, Row const& row) {
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
    hash = finished(detail::hash_record<columns>(secret, parts_));
  }

  /// True if this is the key of a slot with the same hash.
  __device__ __forceinline__ bool equals(uint4 first, uint4 second, char const* arena) const {
    if (second.w != slot_record << 24) return false;
    return detail::equals_record<columns>(parts_, arena + (static_cast<std::uint64_t>(first.w) << 32 | first.z));
  }

  /// Returns the bytes of the record, a multiple of 8.
  __device__ std::uint64_t arena_bytes() const {
    std::uint64_t bytes = 8 * (1 + columns);
    for_each_index<columns>([&](auto column) { bytes += parts_.texts[column] == nullptr ? 0 : parts_.words[column]; });
    return (bytes + 7) / 8 * 8;
  }

  /// Writes the slot, and the record to its place in the arena.
  __device__ void store(std::uint32_t* slot, char* arena, std::uint64_t place) const {
    slot[2] = static_cast<std::uint32_t>(place);
    slot[3] = static_cast<std::uint32_t>(place >> 32);
    for (int i = 4; i < 7; ++i) slot[i] = 0;
    slot[7] = slot_record << 24;
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
  detail::KeyParts<columns> parts_;
};

namespace detail {

template <class Columns, std::size_t columns>
struct KeyOf {
  using type = RecordKey<Columns, columns>;
};
template <class Columns>
struct KeyOf<Columns, 1> {
  using type = std::conditional_t<is_text<ColumnType<0, Columns>>, TextKey<Columns>, ScalarKey<Columns>>;
};

}  // namespace detail

/// The key of a row: its first columns. `Row` has valid<I>(), value<I>() and text<I>().
template <class Columns, std::size_t columns>
using GroupKey = typename detail::KeyOf<Columns, columns>::type;

}  // namespace rowfuse::cuda
