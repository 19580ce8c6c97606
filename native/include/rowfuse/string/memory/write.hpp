/// Strings as UTF-8 in columns. Surrogates that meet become one character. A lone surrogate becomes U+FFFD, here and only here.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/bytes/copy.hpp>
#include <rowfuse/string/form/rope.hpp>
#include <rowfuse/string/unit/unit_reader.hpp>

namespace rowfuse {

/// The result of a bounded write.
struct Written {
  char* at;        ///< after the last byte that was written
  int64_t needed;  ///< the bytes of the whole text; if there was less room, not all of it was written
};

namespace detail {

/// Writes UTF-8 into [at, end): writes what fits and counts everything.
struct Utf8Sink {
  char* at;
  char* end;
  int64_t needed = 0;
  uint32_t high = 0;  // the pending high surrogate, or 0

  RF_HD void bytes(char const* from, int32_t size) {
    needed += size;
    int64_t const room = end - at;
    int32_t const fitting = size <= room ? size : static_cast<int32_t>(room);
    copy_bytes(at, from, fitting);
    at += fitting > 0 ? fitting : 0;
  }

  RF_HD void byte(uint32_t value) {
    ++needed;
    if (at < end) *at++ = static_cast<char>(value);
  }

  RF_HD void character(uint32_t code_point) {
    byte(0xF0 | code_point >> 18);
    byte(0x80 | (code_point >> 12 & 0x3F));
    byte(0x80 | (code_point >> 6 & 0x3F));
    byte(0x80 | (code_point & 0x3F));
  }

  RF_HD void replacement() {
    byte(0xEF);
    byte(0xBF);
    byte(0xBD);
  }

  /// The pending high surrogate stays alone.
  RF_HD void flush() {
    if (high == 0) return;
    high = 0;
    replacement();
  }

  RF_HD void half(uint32_t unit) {
    if (is_high_half(unit)) {
      flush();
      high = unit;
    } else if (high != 0) {
      character(join_halves(high, unit));
      high = 0;
    } else {
      replacement();
    }
  }

  /// The bytes of a view between its cut surrogates: [data, data + size).
  RF_HD void whole(char const* data, int32_t size, bool surrogates) {
    if (size <= 0) return;
    if (!surrogates) {
      flush();
      return bytes(data, size);
    }
    for (int32_t at_byte = 0; at_byte < size;) {
#if !defined(RF_DEVICE_PASS)
      // Only characters that begin with this byte can be halves.
      auto const* const other = static_cast<char const*>(std::memchr(data + at_byte, 0xED, static_cast<std::size_t>(size - at_byte)));
      int32_t const next = other == nullptr ? size : static_cast<int32_t>(other - data);
      if (next > at_byte) {
        flush();
        bytes(data + at_byte, next - at_byte);
        at_byte = next;
        continue;
      }
#endif
      int32_t const left = size - at_byte;
      int32_t const width = character_width(byte_at(data + at_byte), left);
      uint32_t const unit = width == 3 ? decode_character(data + at_byte, left) : 0;
      if (is_high_half(unit) || is_low_half(unit)) {
        half(unit);
      } else {
        flush();
        bytes(data + at_byte, width);
      }
      at_byte += width;
    }
  }

  /// Writes a unit of a lazy string.
  RF_HD void unit(uint32_t unit) {
    if (is_high_half(unit) || is_low_half(unit)) return half(unit);
    flush();
    if (unit < 0x80) {
      byte(unit);
    } else if (unit < 0x800) {
      byte(0xC0 | unit >> 6);
      byte(0x80 | (unit & 0x3F));
    } else {
      byte(0xE0 | unit >> 12);
      byte(0x80 | (unit >> 6 & 0x3F));
      byte(0x80 | (unit & 0x3F));
    }
  }

  template <StringLike T>
  RF_HD void string(T const& string) {
    if constexpr (Pieced<T>) {
      auto const all = pieces(string);
      for (int32_t i = 0; i < all.count; ++i) view(all.first[i]);
    } else {
      auto units = reader(string);
      for (int32_t next = units.next(); next >= 0; next = units.next()) unit(static_cast<uint32_t>(next));
    }
  }

  RF_HD void view(View view) {
    if (view.empty()) return;
    char const* data = view.data;
    int32_t size = view.size;
    if ((view.flags & View::low_head) != 0) {
      int32_t const width = size < 4 ? size : 4;
      half(low_half(decode_character(data, size)));
      data += width;
      size -= width;
    }
    if ((view.flags & View::high_tail) == 0) return whole(data, size, (view.flags & View::surrogates) != 0);
    int32_t const before = size < 4 ? 0 : size - 4;
    whole(data, before, (view.flags & View::surrogates) != 0);
    if (size > 0) half(high_half(decode_character(data + before, size - before)));
  }
};

RF_HD RF_NOINLINE Written write_halves(char* at, char* end, Pieces pieces) {
  Utf8Sink sink{at, end};
  for (int32_t i = 0; i < pieces.count; ++i) sink.view(pieces.first[i]);
  sink.flush();
  return {sink.at, sink.needed};
}

/// The general path for several strings, piece by piece. Passed by value, so that the callers' views stay in registers.
template <StringLike... T>
RF_HD RF_NOINLINE Written write_general(char* at, char* end, T... strings) {
  if constexpr ((Pieced<T> && ...)) {
    auto const rope = concat(strings...);
    return write_halves(at, end, pieces(rope));
  } else {
    Utf8Sink sink{at, end};
    (sink.string(strings), ...);
    sink.flush();
    return {sink.at, sink.needed};
  }
}

RF_HD RF_INLINE char* write_plain(char* at, View const& view) {
  copy_bytes(at, view.data, view.size);
  return at + view.size;
}
template <int N>
RF_HD RF_INLINE char* write_plain(char* at, Rope<N> const& rope) {
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) at = write_plain(at, rope.pieces[i]);
  return at;
}

#if !defined(RF_DEVICE_PASS)
/// Writes whole words regardless of sizes. View::padding bytes after the text must be writable.
RF_INLINE char* write_padded(char* at, View const& view) {
  // Words of 16 bytes that cover a literal belong to it.
  if (view.is_padded() || (view.flags & View::literal) != 0) {
    copy_padded(at, view.data, view.size);
  } else {
    copy_bytes(at, view.data, view.size);
  }
  return at + view.size;
}
template <int N>
RF_INLINE char* write_padded(char* at, Rope<N> const& rope) {
  for (int32_t i = 0; i < N; ++i) at = write_padded(at, rope.pieces[i]);
  return at;
}

/// Writes the end of a buffer. Passed by value, so that the callers' views stay in registers.
template <StringLike... T>
RF_NOINLINE Written write_exact(char* at, char* end, int64_t needed, T... strings) {
  if (needed <= end - at) ((at = write_plain(at, strings)), ...);
  return {at, needed};
}
#endif

/// Writes a plain string into [at, end). Returns the place after it, and its size. If it does not fit, it is unspecified which part is
/// written. The sizes of views are local, so unlike the bytes they cannot change meanwhile.
template <StringLike T>
RF_HD RF_INLINE Written write_bounded(char* at, char* end, T const& string) {
  if constexpr (Pieced<T>) {
    int64_t const size = plain_size(string);
#if !defined(RF_DEVICE_PASS)
    if (RF_LIKELY(size + View::padding <= end - at)) return {write_padded(at, string), size};
#endif
    return {size <= end - at ? write_plain(at, string) : at, size};
  } else {
    return string.write(at, end);
  }
}

template <StringLike... T>
RF_HD RF_INLINE Written write_all_bounded(char* at, char* end, T const&... strings) {
  int64_t needed = 0;
  auto const write = [&](auto const& string) {
    Written const written = write_bounded(at, end, string);
    needed += written.needed;
    at = written.at;
  };
  (write(strings), ...);
  return {at, needed};
}

/// True for lazy strings whose own `write` is right if they have lone surrogates, as long as no other string is next to them.
template <class... T>
inline constexpr bool writes_halves = false;
template <class T>
inline constexpr bool writes_halves<T> = requires { requires T::writes_halves; };

}  // namespace detail

/// Returns the bytes of the UTF-8 encoding of the concatenation.
template <StringLike... T>
RF_HD RF_INLINE int64_t utf8_size(T const&... strings) {
  if (RF_LIKELY(((detail::flags_of(strings) | ... | 0u) & View::halves) == 0)) return (detail::plain_size(strings) + ... + int64_t{0});
  if constexpr (detail::writes_halves<T...>) return (strings.utf8_size() + ...);
  else return detail::write_general(nullptr, nullptr, strings...).needed;
}

/// Writes the UTF-8 encoding of the concatenation into [at, end), and never outside, even if the bytes change meanwhile. If it does not
/// fit, it is unspecified which part is written.
template <StringLike... T>
RF_HD RF_INLINE Written write_utf8(char* at, char* end, T const&... strings) {
  if (RF_LIKELY(((detail::flags_of(strings) | ... | 0u) & View::halves) == 0)) {
    // Computed strings are measured and written in one pass.
    if constexpr (!(Pieced<T> && ...)) {
      return detail::write_all_bounded(at, end, strings...);
    } else {
      // The sizes of views are local, so unlike the bytes they cannot change meanwhile. Nothing is written if there is no room, so this
      // path needs no other check.
      int64_t const needed = (detail::plain_size(strings) + ... + int64_t{0});
#if defined(RF_DEVICE_PASS)
      if (RF_LIKELY(needed <= end - at)) ((at = detail::write_plain(at, strings)), ...);
#else
      if (RF_UNLIKELY(needed + View::padding > end - at)) return detail::write_exact(at, end, needed, strings...);
      ((at = detail::write_padded(at, strings)), ...);
#endif
      return {at, needed};
    }
  }
  if constexpr (detail::writes_halves<T...>) return detail::write_all_bounded(at, end, strings...);
  else return detail::write_general(at, end, strings...);
}

/// Writes the UTF-8 encoding of the concatenation to `at` and returns the byte after it. There must be room for `utf8_size`, and the bytes
/// must not change between the two calls; otherwise use the bounded form.
template <StringLike... T>
RF_HD RF_INLINE char* write_utf8(char* at, T const&... strings) {
  if (RF_LIKELY(((detail::flags_of(strings) | ... | 0u) & View::halves) == 0)) {
    return detail::write_all_bounded(at, at + (detail::plain_size(strings) + ... + int64_t{0}), strings...).at;
  }
  int64_t const needed = utf8_size(strings...);
  return detail::write_general(at, at + needed, strings...).at;
}

}  // namespace rowfuse
