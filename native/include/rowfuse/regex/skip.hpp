/// Skipping text that keeps an automaton in its state. The host looks at 32 bytes at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/set_block.hpp>

#if !defined(RF_DEVICE_PASS)
#include <bit>
#endif

namespace rowfuse::regex {

/// The characters at which skipping ends.
struct SkipSet {
  uint8_t nibbles[16];  ///< bit h of entry l is that of the character 16 * h + l
  uint32_t ascii[4];    ///< bits of characters
  uint32_t others;      ///< the characters above ASCII: 0 for none, 1 for all, 2 for those whose first byte is in `leads`
  uint32_t ascii_before[4];  ///< the characters before that one among which a match begins
  uint32_t others_before;
  uint32_t has_before;
  uint8_t leads[16];  ///< bit h of entry l is that of the byte 128 + 16 * h + l
};

/// The bit of a transition that says that text is skipped behind it.
inline constexpr uint32_t skip_bit = 0x8000;

#if !defined(RF_DEVICE_PASS)
/// True if a byte belongs to a set, whose bits are followed by the word for characters above ASCII.
RF_INLINE bool has_skipped(char const* bits, uint32_t byte) {
  if (byte >= 0x80) return detail::load<uint32_t>(bits + offsetof(SkipSet, others) - offsetof(SkipSet, ascii)) != 0;
  return (detail::load<uint32_t>(bits + (byte >> 5) * sizeof(uint32_t)) >> (byte & 31) & 1) != 0;
}

/// True if a byte above ASCII begins a character at which skipping ends.
RF_INLINE bool is_lead_of_skip(char const* set, uint32_t byte) {
  auto const bits = static_cast<uint32_t>(set[offsetof(SkipSet, leads) + (byte & 15)]);
  return (bits >> ((byte >> 4) & 7) & 1) != 0;
}

/// Host only: returns the first place from `place` on whose character belongs to a set, or the end of the text.
template <class Text>
RF_INLINE int32_t place_of_skip(char const* set, Text const& text, int32_t place) {
  int32_t const end = text.end();
  char const* const data = text.data();
  uint32_t const others = text.is_ascii() ? 0 : detail::load<uint32_t>(set + offsetof(SkipSet, others));
#if defined(RF_WIDE_BYTES)
  ByteSet const bytes_of_set{set};
  auto const found_in = [&](auto bytes) {
    uint32_t const high = others != 0 ? bits_of(bytes) : 0;
    uint32_t const found = bits_of(bytes_of_set.members(bytes));
    // Most vectors are ASCII, and need no second set.
    if (RF_LIKELY(high == 0 || others == 1)) return found | high;
    return found | bits_of(ByteSet{set + offsetof(SkipSet, leads)}.members(without_high_bits(bytes)));
  };
  // The bytes behind the text can be read, too, and may be found.
  auto const place_of = [&](uint32_t found) {
    int32_t const at = place + std::countr_zero(found);
    return at < end ? at : end;
  };
  for (; text.readable() - place >= 32; place += 32) {
    uint32_t const found = found_in(detail::load_32(data + place));
    if (found != 0) return place_of(found);
  }
  if (text.readable() - place >= 16) {
    uint32_t const found = found_in(detail::load_16(data + place));
    if (found != 0) return place_of(found);
    place += 16;
  }
  if (place >= end) return end;
#endif
  auto const ends_at = [&](uint32_t byte) {
    if (byte >= 0x80 && others == 2) return is_lead_of_skip(set, byte);
    return has_skipped(set + offsetof(SkipSet, ascii), byte);
  };
  while (place < end && !ends_at(detail::byte_at(data + place))) ++place;
  return place;
}

/// Host only: returns the first place from `place` on at which a match may begin, or the end of the text.
template <class Pattern, class Text>
RF_INLINE int32_t skipped(Tables<Pattern> const& tables, int32_t sets, uint32_t number, Text const& text, int32_t place) {
  char const* const set = tables.pattern.image() + sets + number * sizeof(SkipSet);
  int32_t found = place_of_skip(set, text, place);
  if (tables.pattern.layout().inner == 0 || detail::load<uint32_t>(set + offsetof(SkipSet, has_before)) == 0 || found >= text.end())
    return found;
  while (found > place && has_skipped(set + offsetof(SkipSet, ascii_before), detail::byte_at(text.data() + found - 1))) --found;
  return found;
}
#endif

}  // namespace rowfuse::regex
