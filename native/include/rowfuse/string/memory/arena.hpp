/// Strings with bytes of their own, in the scratch memory of the row.
#pragma once

#include <cstdint>

#include <rowfuse/base/maybe.hpp>
#include <rowfuse/string/memory/blocks.hpp>
#include <rowfuse/string/memory/write.hpp>
#include <rowfuse/string/memory/wtf8_sink.hpp>
#include <rowfuse/string/unit/length.hpp>
#include <rowfuse/string/unit/unit_reader.hpp>
#include <rowfuse/string/unit/unit_texts.hpp>

namespace rowfuse {

/// Says if other values may be views of a string that is lengthened. If there are none, a high surrogate at its end can be rewritten when
/// the next unit is known.
enum class Views : uint8_t { one, several };

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

#if !defined(RF_DEVICE_PASS)
/// Appends one unit in place, as it lies in the table of units. Returns a view without bytes if that needs the general path.
RF_INLINE View append_unit(Arena& arena, View text, View unit) {
  // The high half of a pair waits for the low half.
  if (unit.empty() || is_high_half(static_cast<uint32_t>(UnitTexts::unit_of(unit)))) return {};
  char* const at = arena.grow_in_place(text, sizeof(uint32_t));
  if (at == nullptr) return {};
  store(at, load<uint32_t>(unit.data));
  int32_t const size = text.size + unit.size;
  arena.set_used(text.data, size);
  return {text.data, size, View::built | ((text.flags | unit.flags) & View::surrogates) | (text.flags & unit.flags & View::ascii)};
}

/// Appends a short part of a text by one copy of a constant size: the processor could not predict a size. Returns a view without bytes if
/// that needs the general path.
RF_INLINE View append_short(Arena& arena, View text, View part) {
  constexpr int32_t most = sizeof(Word16);
  if ((part.flags & (View::padded | View::halves)) != View::padded || part.empty() || part.size > most) return {};
  char* const at = arena.grow_in_place(text, most);
  if (at == nullptr) return {};
  store(at, load<Word16>(part.data));
  int32_t const size = text.size + part.size;
  arena.set_used(text.data, size);
  return {text.data, size, View::built | (text.flags & View::surrogates) | (text.flags & part.flags & View::ascii)};
}
#endif

template <Views views, StringLike... T>
RF_HD View append_pieces(Arena& arena, View text, T const&... pieces) {
#if !defined(RF_DEVICE_PASS)
  if constexpr ((std::same_as<T, View> && ...) && sizeof...(T) == 1) {
    View const longer = (append_short(arena, text, pieces), ...);
    if (longer.data != nullptr) return longer;
  }
#endif
#if defined(RF_DEVICE_PASS)
  bool const has_halves = ((text.flags | ... | flags_of(pieces)) & View::halves) != 0;
#else
  // Lone halves within the text stay as they are. Only those at its ends may meet others.
  bool const has_halves = (((text.flags & ~View::surrogates) | ... | flags_of(pieces)) & View::halves) != 0;
#endif
  if (has_halves) return append_units<views>(arena, text, pieces...);
  int64_t const added = (plain_size(pieces) + ...);
  if (added == 0) return text;
  if (!accept_strings(arena, text.size + added, text, pieces...)) return text;
  char* const at = arena.grow(text, added);
  if (at == nullptr) return text;
  write_all_bounded(at, at + added, pieces...);
  bool const ascii = (text.empty() || text.is_ascii()) && (all_ascii(pieces) && ...);
#if defined(RF_DEVICE_PASS)
  return {at - text.size, static_cast<int32_t>(text.size + added), View::built | (ascii ? View::ascii : 0)};
#else
  return {at - text.size, static_cast<int32_t>(text.size + added),
          View::built | (text.flags & View::surrogates) | (ascii ? View::ascii : 0)};
#endif
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
  if constexpr ((std::same_as<T, View> && ...) && sizeof...(T) == 1) {
    if (((pieces.flags & View::unit) | ...) != 0) {
      View const longer = (detail::append_unit(arena, text, pieces), ...);
      return RF_LIKELY(longer.data != nullptr) ? longer : detail::append_pieces<views>(arena, text, pieces...);
    }
  }
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

/// Returns the concatenation as one view with bytes of its own, or with those of a constant.
template <StringLike... T>
RF_HD RF_INLINE View flatten(Arena& arena, T const&... pieces) {
#if !defined(RF_DEVICE_PASS)
  // `c.toUpperCase()` of a character needs no memory.
  if constexpr (sizeof...(T) == 1) {
    int32_t const character = (detail::only_byte(pieces), ...);
    if (character >= 0 && character < 0x80) return detail::ascii_text(character);
  }
#endif
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
#if !defined(RF_DEVICE_PASS)
  if constexpr (sizeof...(T) == 1) {
    int32_t const byte = (detail::only_byte(pieces), ...);
    char* const at = byte >= 0 && byte < 0x80 ? arena.grow_front_by_byte(text) : nullptr;
    if (at != nullptr) {
      *at = static_cast<char>(byte);
      return {at, text.size + 1, View::built_back | (text.flags & View::ascii)};
    }
  }
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
