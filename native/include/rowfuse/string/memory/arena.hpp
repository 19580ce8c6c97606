/// Strings with bytes of their own, in the scratch memory of the row.
#pragma once

#include <cstdint>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/string/form/longest.hpp>
#include <rowfuse/string/memory/write.hpp>
#include <rowfuse/string/memory/wtf8_sink.hpp>
#include <rowfuse/string/unit/length.hpp>
#include <rowfuse/string/unit/unit_reader.hpp>

namespace rowfuse {

/// Says if other values may be views of a string that is lengthened. If there are none, a high surrogate at its end can be rewritten when
/// the next unit is known.
enum class Views : uint8_t { one, several };

namespace detail {

/// The header of a block: before the bytes of strings that grow at their end, after those that grow at their start.
struct BlockHeader {
  int32_t capacity;
  int32_t used;  ///< bytes of the longest string in the block; only that one may grow in place
};
static_assert(sizeof(BlockHeader) == 8);

RF_HD RF_INLINE int64_t round_to_block(int64_t bytes) { return (bytes + 7) & ~int64_t{7}; }

}  // namespace detail

/// Builds the strings of one row. Strings that grow at their end lie at the low end of the slot, and strings that grow at their start at
/// the high end. No memory is released before the row ends.
///
/// Bytes of a string never change, with one exception: if only the high half of its last character belongs to it, the low half may change.
/// So a string that is lengthened in place leaves every view of it unchanged.
class Arena {
 public:
  RF_HD RF_INLINE Arena(ArenaSlot& slot, RowFault& fault) : slot_{slot}, fault_{fault}, low_{slot.data}, high_{slot.data + slot.size} {}

  /// Makes room for `added` bytes after `text`, whose own bytes then lie before it. Returns the place of the new bytes, or null if the row
  /// has to end. The block counts the new bytes as written.
  RF_HD RF_INLINE char* grow(View text, int64_t added) {
    int64_t const size = text.size + added;
    bool const own = (text.flags & View::built) != 0;
    if (own) {
      auto* const block = header(text.data);
      if (block->used == text.size) {
        if (size > block->capacity && text.data + block->capacity == low_) {
          int64_t const more = detail::round_to_block(size) - block->capacity;
          if (more <= high_ - low_ && size <= most_bytes) {
            low_ += more;
            block->capacity += static_cast<int32_t>(more);
          }
        }
        if (size <= block->capacity) {
          block->used = static_cast<int32_t>(size);
          return at_end(text);
        }
      }
    }
    // A string that has grown before, and has others after it, gets room to grow. Otherwise two such strings would copy each other's bytes
    // over and over.
    char* const to = take_low(size, own);
    if (to == nullptr) return nullptr;
    detail::copy_bytes(to, text.data, text.size);
    return to + text.size;
  }

  /// Host only: makes room for one byte after `text` if that needs no more memory. Returns its place, or null.
  RF_INLINE char* grow_by_byte(View text) {
    if ((text.flags & (View::built | View::halves)) != View::built) return nullptr;
    auto* const block = header(text.data);
    if (block->used != text.size || block->capacity == text.size || text.size >= longest_string) return nullptr;
    // Not `++`: the count would go through memory from one character to the next.
    block->used = text.size + 1;
    return at_end(text);
  }

  /// Makes room for `added` bytes before `text` in the same way. Returns the place of the first of them.
  RF_HD RF_INLINE char* grow_front(View text, int64_t added) {
    int64_t const size = text.size + added;
    bool const own = (text.flags & View::built_back) != 0;
    char* const end = at_end(text);
    if (own) {
      auto* const block = footer(end);
      if (block->used == text.size) {
        if (size > block->capacity && end - block->capacity == high_) {
          int64_t const more = detail::round_to_block(size) - block->capacity;
          if (more <= high_ - low_ && size <= most_bytes) {
            high_ -= more;
            block->capacity += static_cast<int32_t>(more);
          }
        }
        if (size <= block->capacity) {
          block->used = static_cast<int32_t>(size);
          return end - size;
        }
      }
    }
    char* const to_end = take_high(size, own);
    if (to_end == nullptr) return nullptr;
    detail::copy_bytes(to_end - text.size, text.data, text.size);
    return to_end - size;
  }

  /// Returns a new block for a string of at most `size` bytes, or null.
  RF_HD RF_INLINE char* take_low(int64_t size, bool with_slack) {
    int64_t const capacity = choose_capacity(size, with_slack);
    if (capacity < 0) return nullptr;
    char* const data = low_ + sizeof(detail::BlockHeader);
    low_ = data + capacity;
    *header(data) = {static_cast<int32_t>(capacity), static_cast<int32_t>(size)};
    return data;
  }

  /// Host only: enlarges a block of `size` bytes to `larger` bytes if it lies behind all others and there is room. The block must have no
  /// string.
  RF_INLINE bool lengthen(char const* data, int64_t size, int64_t larger) {
    int64_t const more = detail::round_to_block(larger - size);
    if (data == nullptr || data + size != low_ || more > high_ - low_ || larger > 3 * longest_string) return false;
    low_ += more;
    return true;
  }

  /// True if `text` can grow at its end without being copied.
  RF_HD RF_INLINE bool is_growing(View text) const { return (text.flags & View::built) != 0 && header(text.data)->used == text.size; }

  /// Releases the first bytes of a string that grows at its start.
  RF_HD RF_INLINE void shorten_front(View text, int32_t bytes) {
    auto* const block = footer(at_end(text));
    if (block->used == text.size) block->used -= bytes;
  }

  /// See base/javascript_engine.hpp.
  RF_HD RF_INLINE bool inserts_few() const { return slot_.inserts_few; }

  /// Sets the bytes in use of a block that turned out shorter.
  RF_HD RF_INLINE void set_used(char const* data, int64_t size) { header(data)->used = static_cast<int32_t>(size); }

  /// Checks the length of a string that may be too long. Returns false if the row has to end.
  RF_HD RF_INLINE bool accept_length(int64_t units) {
    if (units <= longest_string) return true;
    fault_.raise(Fault::string_too_long, -1);
    return false;
  }

 private:
  static constexpr int64_t most_bytes = 0x7FFFFFF0;

  RF_HD static detail::BlockHeader* header(char const* data) {
    return reinterpret_cast<detail::BlockHeader*>(const_cast<char*>(data) - sizeof(detail::BlockHeader));
  }
  RF_HD static detail::BlockHeader* footer(char* end) { return reinterpret_cast<detail::BlockHeader*>(end); }
  /// Bytes of the arena may be written, although views are const.
  RF_HD static char* at_end(View text) { return const_cast<char*>(text.data) + text.size; }

  RF_HD RF_INLINE char* take_high(int64_t size, bool with_slack) {
    int64_t const capacity = choose_capacity(size, with_slack);
    if (capacity < 0) return nullptr;
    char* const end = high_ - sizeof(detail::BlockHeader);
    high_ = end - capacity;
    *footer(end) = {static_cast<int32_t>(capacity), static_cast<int32_t>(size)};
    return end;
  }

  /// Returns the capacity of a new block, or -1 if there is no room.
  RF_HD RF_INLINE int64_t choose_capacity(int64_t size, bool with_slack) {
    int64_t const room = high_ - low_ - static_cast<int64_t>(sizeof(detail::BlockHeader));
    int64_t const exact = detail::round_to_block(size);
    int64_t const ample = with_slack ? 2 * exact : exact;
    int64_t const capacity = ample <= room && ample <= most_bytes ? ample : exact;
    if (capacity <= room && capacity <= most_bytes) return capacity;
    // More bytes than the longest string can have are an error whatever the room.
    if (size > 3 * longest_string) {
      fault_.raise(Fault::string_too_long, -1);
    } else {
      slot_.outgrown = true;
    }
    return -1;
  }

  ArenaSlot& slot_;
  RowFault& fault_;
  char* low_;
  char* high_;
};

/// Returns the arena of the row to which a sink belongs.
template <class Out>
RF_HD RF_INLINE Arena arena(Out& out) {
  return Arena{out.arena, out.fault};
}

namespace detail {

/// Returns an upper bound of the bytes of a string in WTF-8: a surrogate at its end may take four.
template <StringLike T>
RF_HD int64_t wtf8_room(T const& string) {
  return plain_size(string) + 4;
}

/// Counts the units only of strings that may be too long.
template <StringLike... T>
RF_HD bool accept_strings(Arena& arena, int64_t bytes, T const&... strings) {
  return bytes <= longest_string || arena.accept_length((int64_t{strings.length()} + ...));
}

/// Appends unit by unit, because surrogates may meet.
template <Views views, StringLike... T>
RF_HD RF_NOINLINE View append_units(Arena& arena, View text, T... pieces) {
  int64_t const room = (wtf8_room(pieces) + ...);
  if (!accept_strings(arena, text.size + room, text, pieces...)) return text;
  uint32_t const high =
      (text.flags & View::high_tail) != 0 && text.size >= 4 ? high_half(decode_character(text.data + text.size - 4, 4)) : 0;
  uint32_t flags = View::built | (text.flags & View::surrogates);
  char* data = nullptr;
  Wtf8Sink sink{nullptr, nullptr};
  // A high surrogate before another unit takes three bytes instead of four, which views of the old text would see.
  bool const joins = views == Views::one || high == 0 || is_low_half(static_cast<uint32_t>(first_unit(pieces...)));
  if (joins && arena.is_growing(text)) {
    char* const at = arena.grow(text, room);
    if (at == nullptr) return text;
    data = at - text.size;
    sink = {high != 0 ? at - 4 : at, at + room, high};
  } else {
    int64_t const size = text.size + 4 + room;
    data = arena.take_low(size, (text.flags & View::built) != 0);
    if (data == nullptr) return text;
    sink = {data, data + size};
    sink.rest_of(reader(text));
  }
  (sink.rest_of(reader(pieces)), ...);
  if (sink.surrogates) flags |= View::surrogates;
  if (sink.high != 0) {
    sink.character(join_halves(sink.high, 0xDC00));
    flags |= View::high_tail;
  }
  auto const size = static_cast<int32_t>(sink.at - data);
  arena.set_used(data, size);
  return {data, size, size == 0 ? View::ascii : flags};
}

#if defined(ROWFUSE_CHECKED)
/// Texts up to this size are poisoned, so that one that grows step by step does not fill the arena.
inline constexpr int32_t most_poisoned = 256;

/// Verifies that no other value is a view of `text`: lengthens a copy, and overwrites the bytes of `text` with what no text has.
template <class Lengthen>
RF_HD View lengthened_alone(View text, Lengthen lengthen) {
  bool const own = (text.flags & (View::built | View::built_back)) != 0 && text.size > 0 && text.size <= most_poisoned;
  if (!own) return lengthen(text);
  View copy = text;
  copy.flags &= ~(View::built | View::built_back);
  View const longer = lengthen(copy);
  if (longer.data == text.data) return text;
  for (int32_t i = 0; i < text.size; ++i) const_cast<char*>(text.data)[i] = '\xFF';
  return longer;
}
#endif

/// Returns the ASCII character that is all of a string, or -1.
RF_HD RF_INLINE int32_t only_byte(View const& view) { return view.size == 1 ? static_cast<int32_t>(byte_at(view.data)) : -1; }
template <StringLike T>
RF_HD RF_INLINE int32_t only_byte(T const& string) {
  if constexpr (requires { string.only_byte(); }) {
    return string.only_byte();
  } else {
    return -1;
  }
}

template <Views views, StringLike... T>
RF_HD View append_pieces(Arena& arena, View text, T const&... pieces) {
  if (((text.flags | ... | flags_of(pieces)) & View::halves) != 0) return append_units<views>(arena, text, pieces...);
  int64_t const added = (plain_size(pieces) + ...);
  if (added == 0) return text;
  if (!accept_strings(arena, text.size + added, text, pieces...)) return text;
  char* const at = arena.grow(text, added);
  if (at == nullptr) return text;
  write_all_bounded(at, at + added, pieces...);
  bool const ascii = (text.empty() || text.is_ascii()) && (all_ascii(pieces) && ...);
  return {at - text.size, static_cast<int32_t>(text.size + added), View::built | (ascii ? View::ascii : 0)};
}

}  // namespace detail

/// Returns `text + pieces...` as one view: in place if `text` is the longest string of its block, otherwise in a new block. Returns `text`
/// itself if the row has to end.
template <Views views = Views::several, StringLike... T>
RF_HD RF_INLINE View append(Arena& arena, View text, T const&... pieces) {
#if defined(ROWFUSE_CHECKED)
  if constexpr (views == Views::one) return detail::lengthened_alone(text, [&](View copy) { return append(arena, copy, pieces...); });
#endif
#if !defined(RF_DEVICE_PASS)
  // Most strings that are built grow by one ASCII character at a time.
  if constexpr (sizeof...(T) == 1) {
    int32_t const byte = (detail::only_byte(pieces), ...);
    char* const at = byte >= 0 && byte < 0x80 ? arena.grow_by_byte(text) : nullptr;
    if (at != nullptr) {
      *at = static_cast<char>(byte);
      return {text.data, text.size + 1, View::built | (text.flags & View::ascii)};
    }
  }
#endif
  return detail::append_pieces<views>(arena, text, pieces...);
}

/// Returns the concatenation as one view with bytes of its own.
template <StringLike... T>
RF_HD RF_INLINE View flatten(Arena& arena, T const&... pieces) {
  View const text = append(arena, View{nullptr, 0, View::ascii}, pieces...);
  // `append_pieces` is out of line. Where pieces are known to be ASCII when they are compiled, the result is known here, too: a loop over a
  // lowered column took 5 ns instead of 1 for each unit without it.
  return (detail::all_ascii(pieces) && ...) ? View{text.data, text.size, text.flags | View::ascii} : text;
}

template <StringLike T>
RF_HD Maybe<View> flatten(Arena& arena, Maybe<T> const& string) {
  if (string.present()) return flatten(arena, *string);
  return string.is_null() ? Maybe<View>(null) : Maybe<View>(undefined);
}

namespace detail {

/// Prepends unit by unit, because surrogates may meet. A low surrogate at the start lies in three bytes. If one is joined from the front it
/// is rewritten, which views of the old text would see.
template <Views views, StringLike... T>
RF_HD RF_NOINLINE View prepend_units(Arena& arena, View text, T... pieces) {
  bool const starts_with_low =
      text.size >= 3 && is_low_half(decode_character(text.data, text.size < 3 ? text.size : 3)) && byte_at(text.data) == 0xED;
  Wtf8Sink measured{nullptr, nullptr};
  (measured.rest_of(reader(pieces)), ...);
  bool const joins = measured.high != 0 && starts_with_low;
  bool const is_whole = (text.flags & View::low_head) == 0;
  if (!is_whole || (joins && views != Views::one) || !accept_strings(arena, text.size + measured.size + 4, text, pieces...))
    return flatten(arena, pieces..., text);
  uint32_t const low = joins ? decode_character(text.data, 3) : 0;
  int32_t const kept = joins ? 3 : 0;
  // The rest of the text keeps its end, and therefore its block.
  View const rest{text.data + kept, text.size - kept, text.flags};
  if (measured.high != 0) measured.size += joins ? 4 : 3;
  if (joins && (text.flags & View::built_back) != 0) arena.shorten_front(text, kept);
  char* const at = arena.grow_front(rest, measured.size);
  if (at == nullptr) return text;
  Wtf8Sink sink{at, at + measured.size};
  (sink.rest_of(reader(pieces)), ...);
  if (joins) {
    sink.unit(low);
  } else if (sink.high != 0) {
    sink.lone(sink.high);
  }
  uint32_t const surrogates = sink.surrogates || (text.flags & View::surrogates) != 0 ? View::surrogates : 0;
  return {at, static_cast<int32_t>(rest.size + measured.size), View::built_back | surrogates | (text.flags & View::high_tail)};
}

}  // namespace detail

/// Returns `pieces... + text` as one view, in place if possible.
template <Views views = Views::several, StringLike... T>
RF_HD View prepend(Arena& arena, View text, T const&... pieces) {
#if defined(ROWFUSE_CHECKED)
  if constexpr (views == Views::one) return detail::lengthened_alone(text, [&](View copy) { return prepend(arena, copy, pieces...); });
#endif
  if (((text.flags | ... | detail::flags_of(pieces)) & View::halves) != 0) return detail::prepend_units<views>(arena, text, pieces...);
  int64_t const added = (detail::plain_size(pieces) + ...);
  if (added == 0) return text;
  if (!detail::accept_strings(arena, text.size + added, text, pieces...)) return text;
  char* const at = arena.grow_front(text, added);
  if (at == nullptr) return text;
  detail::write_all_bounded(at, at + added, pieces...);
  bool const ascii = (text.empty() || text.is_ascii()) && (detail::all_ascii(pieces) && ...);
  return {at, static_cast<int32_t>(text.size + added), View::built_back | (ascii ? View::ascii : 0)};
}

}  // namespace rowfuse
