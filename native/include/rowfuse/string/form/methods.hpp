/// The kinds of JavaScript strings, and the methods that all of them share.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/macros.hpp>

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

/// A string without bytes, computed from others at each reading: see lazy.hpp.
template <class T>
concept LazyString = requires { requires T::is_lazy_string; };

/// Everything that is a JavaScript string.
template <class T>
concept StringLike = Pieced<T> || LazyString<T>;

/// The two case mappings: see case_map.hpp.
enum class Case : uint8_t { upper, lower };
template <StringLike S, Case to>
struct CaseMapped;

/// A number that a string method takes as an index. It is clamped by ToIntegerOrInfinity; NaN is 0.
template <class T>
concept Index = std::same_as<T, int32_t> || std::same_as<T, double> || std::same_as<T, Position>;

/// The methods of a string of type `Self`. The file named beside a method defines it for views, by bytes where possible, and for all other
/// strings, by units. A part of a string is a string of the same kind: a view of a view, a rope of a rope, a lazy string of a lazy string.
template <class Self>
struct StringMethods {
  /// `s.length`: the number of UTF-16 units. `string/unit/length.hpp`
  RF_HD int32_t length() const;

  /// `s[i]`: one unit, undefined unless `i` is an integer within the string. `string/unit/unit_at.hpp`
  template <Index I>
  RF_HD auto unit_at(I i) const;
  /// `s.at(i)`: a negative index counts from the end. `string/unit/unit_at.hpp`
  template <Index I>
  RF_HD auto at(I i) const;
  /// `s.charAt(i)`: empty outside the string. `string/unit/unit_at.hpp`
  template <Index I>
  RF_HD auto char_at(I i) const;

  /// `s.slice(start, end)`. `string/part/slice.hpp`
  template <Index A>
  RF_HD auto slice(A start) const;
  template <Index A, Index B>
  RF_HD auto slice(A start, B end) const;
  /// `s.substring(start, end)`. `string/part/substring.hpp`
  template <Index A>
  RF_HD auto substring(A start) const;
  template <Index A, Index B>
  RF_HD auto substring(A start, B end) const;

  /// `s.indexOf(needle, from)`. `string/search/index_of.hpp`
  template <StringLike T>
  RF_HD Position index_of(T const& needle) const;
  template <StringLike T, Index I>
  RF_HD Position index_of(T const& needle, I from) const;
  /// `s.lastIndexOf(needle, from)`: a `from` of NaN means the end. `string/search/last_index_of.hpp`
  template <StringLike T>
  RF_HD Position last_index_of(T const& needle) const;
  template <StringLike T, Index I>
  RF_HD Position last_index_of(T const& needle, I from) const;
  /// `s.includes(needle, from)`. `string/search/includes.hpp`
  template <StringLike T>
  RF_HD bool includes(T const& needle) const;
  template <StringLike T, Index I>
  RF_HD bool includes(T const& needle, I from) const;
  /// `s.startsWith(needle, position)`. `string/search/starts_with.hpp`
  template <StringLike T>
  RF_HD bool starts_with(T const& needle) const;
  template <StringLike T, Index I>
  RF_HD bool starts_with(T const& needle, I position) const;
  /// `s.endsWith(needle, end)`. `string/search/ends_with.hpp`
  template <StringLike T>
  RF_HD bool ends_with(T const& needle) const;
  template <StringLike T, Index I>
  RF_HD bool ends_with(T const& needle, I end) const;

  /// `s.trim()`, `s.trimStart()`, `s.trimEnd()`. `string/part/trim.hpp`
  RF_HD auto trim() const;
  RF_HD auto trim_start() const;
  RF_HD auto trim_end() const;

  /// `s.toUpperCase()`, `s.toLowerCase()`. `string/case/case_map.hpp`
  RF_HD auto to_upper_case() const;
  RF_HD auto to_lower_case() const;

 private:
  // A view is passed by value. By reference, kernels that search and cut views (redact) spilled up to 24 bytes more.
  using Read = std::conditional_t<std::same_as<Self, View>, View, Self const&>;

  RF_HD RF_INLINE constexpr Read self() const { return static_cast<Self const&>(*this); }
};

}  // namespace rowfuse
