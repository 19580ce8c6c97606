/// Places within a view's bytes, and walking between them by units.
#pragma once

#include <cstdint>

#include <rowfuse/base/claims.hpp>
#include <rowfuse/string/unit/index.hpp>

namespace rowfuse::detail {

/// A boundary between two units: before the character at `byte`, or (`half` 1) between its two surrogates.
struct Place {
  int32_t byte;
  int32_t half;
};

RF_HD RF_INLINE bool operator<(Place a, Place b) { return a.byte < b.byte || (a.byte == b.byte && a.half < b.half); }
RF_HD RF_INLINE bool operator==(Place a, Place b) { return a.byte == b.byte && a.half == b.half; }

RF_HD RF_INLINE Place begin_of(View view) { return {0, static_cast<int32_t>(view.flags & View::low_head)}; }
RF_HD RF_INLINE Place end_of(View view) {
  if ((view.flags & View::high_tail) == 0) return {view.size, 0};
  return {view.size < 4 ? 0 : view.size - 4, 1};
}
RF_HD RF_INLINE Place earlier(Place a, Place b) { return b < a ? b : a; }

/// Returns the byte after the four-byte character at `byte`.
RF_HD RF_INLINE int32_t after_pair(View view, int32_t byte) { return view.size - byte < 4 ? view.size : byte + 4; }

/// Returns the part of a view between two of its places; empty unless `from` is before `to`.
// A single return: nvcc does not fold flags that are the same constant on two paths that join.
RF_HD RF_INLINE View cut(View view, Place from, Place to) {
  bool const some = from < to;
  int32_t const end = to.half != 0 ? after_pair(view, to.byte) : to.byte;
  uint32_t const halves = (from.half != 0 ? View::low_head : 0) | (to.half != 0 ? View::high_tail : 0);
  return {view.data + from.byte, some ? end - from.byte : 0,
          (view.flags & (View::surrogates | View::ascii | View::padded)) | (some ? halves : 0)};
}

/// Returns the place that is `units` (0 or more) after `from`, or the end of the view if it has fewer.
RF_HD inline Place walk_forward(View view, Place from, int32_t units) {
  int32_t byte = from.byte;
  if (from.half != 0) {
    if (units == 0) return from;
    byte = after_pair(view, byte);
    --units;
  }
#if !defined(RF_DEVICE_PASS)
  while (units >= 16 && view.size - byte >= 8) {  // a word holds at most 8 units
    units -= units_of_word(load<uint64_t>(view.data + byte));
    byte += 8;
  }
#endif
  // A word may have ended within a character. Its remaining bytes are skipped, because they have no units.
  for (; byte < view.size; ++byte) {
    uint32_t const lead = byte_at(view.data + byte);
    if (is_continuation(lead)) continue;
    if (units == 0) break;
    --units;
    if (is_lead4(lead)) {
      if (units == 0) return earlier({byte, 1}, end_of(view));
      --units;
    }
  }
  return earlier({byte, 0}, end_of(view));
}

/// The place where a walk ended, and the number of units that it still had to go when it reached the start of the view.
struct Walk {
  Place place;
  int32_t short_by;
};

/// Returns the place that is `units` (0 or more) before `from`, or the start of the view if it has fewer.
RF_HD inline Walk walk_backward(View view, Place from, int32_t units) {
  Place const begin = begin_of(view);
  if (units == 0) return {from, 0};
  int32_t byte = from.byte;
  if (from.half != 0) {
    if (!(begin < from)) return {begin, units};
    if (--units == 0) return {{byte, 0}, 0};
  }
  while (byte > 0) {
    uint32_t const lead = byte_at(view.data + --byte);
    if (is_continuation(lead)) continue;
    --units;
    if (is_lead4(lead)) {
      if (units == 0 || (byte == 0 && begin.half != 0)) return {{byte, 1}, units};
      --units;
    }
    if (units == 0) return {{byte, 0}, 0};
  }
  return {begin, units};
}

/// The meaning of a negative index: a distance from the end (slice, at), or a place before the start (all others).
enum class Negative : uint8_t { from_end, before_start };

/// Walks to an index that is a plain number. Out of line.
template <Negative negative>
RF_HD RF_NOINLINE Walk seek_units(View view, int32_t index) {
  if (index >= 0) return {walk_forward(view, begin_of(view), index), 0};
  if constexpr (negative == Negative::from_end) return walk_backward(view, end_of(view), -index);
  return {begin_of(view), -index};
}

template <Negative negative>
RF_HD RF_INLINE Walk seek(View view, int32_t index) {
  if (index == 0) return {begin_of(view), 0};
  return seek_units<negative>(view, index);
}

/// Out of line, because it is rare.
RF_HD RF_NOINLINE Place walk_far(View view, int32_t byte, int32_t units) { return walk_forward(view, {byte, 0}, units); }

/// Returns the place of `index`, clamped to the view; `short_by` is positive if it was before the start.
template <Negative negative, Index I>
RF_HD RF_INLINE Walk locate(View view, I index) {
  if constexpr (std::same_as<I, Position>) {
    // The byte of a position is valid for every view that starts at its base with a whole character, because the bytes in between are the
    // same. A view that is too short for it, or begins with half a character, uses the number.
    if (!index.counted && index.base == view.data && index.byte <= view.size && (view.flags & View::low_head) == 0) {
      RF_CLAIM(index.byte < 0 || index.byte == view.size || !is_continuation(byte_at(view.data + index.byte)),
               "a position is at the start of a character: the byte", index.byte);
      RF_CLAIM(!index.is_byte || index.byte < 0 || index.byte == view.size || byte_at(view.data + index.byte) < 0x80,
               "the character at a position has a single byte: the byte", index.byte);
      // Most walks pass a separator that was found, or start at 0 if none was found. With the code of the walk inlined here, the flags of
      // the cut view went through memory, which took 342 instead of 332 ms for 20 million lines of "station;temperature".
      if (index.delta == 1 && index.byte < view.size &&
          (index.is_byte || index.byte < 0 || RF_LIKELY(byte_at(view.data + index.byte) < 0x80))) {
        return {{index.byte + 1, 0}, 0};
      }
      if (index.byte >= 0) {
        if (index.delta == 0) return {earlier({index.byte, 0}, end_of(view)), 0};
        if (index.delta > 0) return {walk_far(view, index.byte, clamped_index(index.delta)), 0};
        Walk const walk = walk_backward(view, {index.byte, 0}, -clamped_index(index.delta));
        if (walk.short_by == 0) return {earlier(walk.place, end_of(view)), 0};
        return seek<negative>(view, -walk.short_by);
      }
    }
  }
  return seek<negative>(view, unit_index(index));
}

// The variants for ASCII views, where a place is an offset. Every operation tests for them first. If the compiler knows that a view is
// ASCII, nothing else remains in the code.

/// Returns the offset of `index` before clamping: negative or past the end if it is outside.
template <Negative negative>
RF_HD RF_INLINE int32_t ascii_offset(View view, int32_t index) {
  return negative == Negative::from_end && index < 0 ? view.size + index : index;
}

RF_HD RF_INLINE int32_t clamped_offset(View view, int32_t offset) {
  int32_t const positive = offset < 0 ? 0 : offset;
  return positive < view.size ? positive : view.size;
}

RF_HD RF_INLINE View ascii_cut(View view, int32_t from, int32_t to) {
  int32_t const begin = clamped_offset(view, from);
  int32_t const end = clamped_offset(view, to);
  return {view.data + begin, end > begin ? end - begin : 0, View::ascii | (view.flags & View::padded)};
}

/// Returns the one unit at `offset`, or an empty view if `offset` is outside.
RF_HD RF_INLINE View ascii_unit(View view, int32_t offset) {
  bool const within = offset >= 0 && offset < view.size;
  return {view.data + (within ? offset : 0), within ? 1 : 0, View::ascii | (view.flags & View::padded)};
}

}  // namespace rowfuse::detail
