/// A JavaScript string value over UTF-8 bytes that live elsewhere.
#pragma once

#include <concepts>
#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>

namespace rowfuse {

struct View;
struct Position;
template <int N>
struct Rope;

template <class T>
inline constexpr bool is_rope = false;
template <int N>
inline constexpr bool is_rope<Rope<N>> = true;

/// One contiguous piece or several.
template <class T>
concept Pieced = std::same_as<T, View> || is_rope<T>;

/// A string without bytes, computed from others each time that it is read: see lazy.hpp.
template <class T>
concept LazyString = requires { requires T::is_lazy_string; };

/// Everything that is a JavaScript string.
template <class T>
concept StringLike = Pieced<T> || LazyString<T>;

/// The two case mappings: see case_map.hpp.
enum class Case : uint8_t { upper, lower };
template <StringLike S, Case to>
struct CaseMapped;

/// What a string method takes as an index: clamped by ToIntegerOrInfinity, NaN is 0.
template <class T>
concept Index = std::same_as<T, int32_t> || std::same_as<T, double> || std::same_as<T, Position>;

/// A sequence of UTF-16 units, stored as UTF-8 (WTF-8 where `surrogates` is set). Never owns its bytes.
///
/// A character above U+FFFF is two units in four bytes. A view may begin or end between the two: then it still covers all
/// four bytes and a flag says which half belongs. An empty view has size 0; no view of positive size is empty.
/// Every operation stays inside [data, data + size) whatever the bytes are, and ends; for bytes that are not the encoding
/// that the flags promise, the result is unspecified.
struct View {
  /// The first character has four bytes, and only its low half belongs.
  static constexpr uint32_t low_head = 1;
  /// The last character has four bytes, and only its high half belongs.
  static constexpr uint32_t high_tail = 2;
  /// May hold lone halves as three-byte WTF-8: literals, and what was cut from them.
  static constexpr uint32_t surrogates = 4;
  /// A promise that every byte is below 0x80, so that byte and unit indices are the same. Never required.
  static constexpr uint32_t ascii = 8;
  /// A hint: a whole literal, so that its size is a constant where its uses are inlined. Never required.
  static constexpr uint32_t literal = 16;
  /// Begins a block of the row's arena, and may grow there. Lost by whatever is cut from the view.
  static constexpr uint32_t built = 32;
  /// Ends such a block, and may grow at its start.
  static constexpr uint32_t built_back = 64;
  /// A promise that `padding` bytes after the view's last can be read (whatever they hold), so that whole words can be
  /// loaded past its end; on the device also those from the aligned piece of 8 bytes on that holds its first one. Never required.
  static constexpr uint32_t padded = 128;
  static constexpr int32_t padding = 16;
  /// With none of these, the bytes are well-formed UTF-8 and all of them belong.
  static constexpr uint32_t halves = low_head | high_tail | surrogates;

  char const* data = nullptr;
  int32_t size = 0;
  uint32_t flags = 0;

  constexpr View() = default;
  RF_HD constexpr View(char const* data_, int32_t size_, uint32_t flags_ = 0)
      : data{data_}, size{size_}, flags{flags_} {}

  /// True where the bytes alone are the string: the condition of every byte-wise path.
  RF_HD constexpr bool plain() const { return (flags & halves) == 0; }
  RF_HD constexpr bool is_ascii() const { return (flags & ascii) != 0; }
  RF_HD constexpr bool is_padded() const { return (flags & padded) != 0; }
  RF_HD constexpr bool empty() const { return size == 0; }

  /// The number of UTF-16 units. `string/length.hpp`
  RF_HD int32_t length() const;

  /// `s[i]`: one unit, undefined unless `i` is an integer within the string. `string/unit_at.hpp`
  template <Index I>
  RF_HD Maybe<View> unit_at(I i) const;
  /// `s.at(i)`: negative counts from the end. `string/unit_at.hpp`
  template <Index I>
  RF_HD Maybe<View> at(I i) const;
  /// `s.charAt(i)`: empty outside the string. `string/unit_at.hpp`
  template <Index I>
  RF_HD View char_at(I i) const;

  /// `s.slice(start, end)`. `string/slice.hpp`
  template <Index A>
  RF_HD View slice(A start) const;
  template <Index A, Index B>
  RF_HD View slice(A start, B end) const;
  /// `s.substring(start, end)`. `string/substring.hpp`
  template <Index A>
  RF_HD View substring(A start) const;
  template <Index A, Index B>
  RF_HD View substring(A start, B end) const;

  /// `s.indexOf(needle, from)`. `string/index_of.hpp`
  template <StringLike T>
  RF_HD Position index_of(T const& needle) const;
  template <StringLike T, Index I>
  RF_HD Position index_of(T const& needle, I from) const;
  /// `s.lastIndexOf(needle, from)`: a `from` of NaN is the end. `string/last_index_of.hpp`
  template <StringLike T>
  RF_HD Position last_index_of(T const& needle) const;
  template <StringLike T, Index I>
  RF_HD Position last_index_of(T const& needle, I from) const;
  /// `s.includes(needle, from)`. `string/includes.hpp`
  template <StringLike T>
  RF_HD bool includes(T const& needle) const;
  template <StringLike T, Index I>
  RF_HD bool includes(T const& needle, I from) const;
  /// `s.startsWith(needle, position)`. `string/starts_with.hpp`
  template <StringLike T>
  RF_HD bool starts_with(T const& needle) const;
  template <StringLike T, Index I>
  RF_HD bool starts_with(T const& needle, I position) const;
  /// `s.endsWith(needle, end)`. `string/ends_with.hpp`
  template <StringLike T>
  RF_HD bool ends_with(T const& needle) const;
  template <StringLike T, Index I>
  RF_HD bool ends_with(T const& needle, I end) const;

  /// `s.trim()`, `s.trimStart()`, `s.trimEnd()`. `string/trim.hpp`
  RF_HD View trim() const;
  RF_HD View trim_start() const;
  RF_HD View trim_end() const;

  /// `s.toUpperCase()`, `s.toLowerCase()`. `string/case_map.hpp`
  RF_HD CaseMapped<View, Case::upper> to_upper_case() const;
  RF_HD CaseMapped<View, Case::lower> to_lower_case() const;
};

static_assert(sizeof(void*) != 8 || sizeof(View) == 16);

}  // namespace rowfuse
