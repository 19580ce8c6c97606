/// `s.toUpperCase()`, `s.toLowerCase()`: ECMA-262 22.1.3.30, 22.1.3.28, as lazy strings. These are the full mappings of Unicode, including
/// special casing and final sigma, independent of any language.
#pragma once

#include <cstdint>

#include <rowfuse/string/case/ascii_case.hpp>
#include <rowfuse/string/case/case_tables.hpp>
#include <rowfuse/string/lazy/lazy.hpp>

namespace rowfuse {

namespace detail {

template <Case to>
RF_HD RF_INLINE MappedCase mapped_case(uint32_t code_point) {
  return to == Case::upper ? upper_case_of(code_point) : lower_case_of(code_point);
}

inline constexpr uint32_t capital_sigma = 0x3A3;
inline constexpr uint32_t final_sigma = 0x3C2;

RF_HD RF_INLINE CaseClass case_class(uint32_t code_point) {
  if (code_point < 0x80) {
    if (map_ascii<Case::upper>(code_point) != code_point || map_ascii<Case::lower>(code_point) != code_point) return CaseClass::cased;
    bool const ignorable = code_point == '\'' || code_point == '.' || code_point == ':' || code_point == '^' || code_point == '`';
    return ignorable ? CaseClass::ignorable : CaseClass::neither;
  }
  return case_class_of(code_point);
}

/// Returns the code point at a reader and advances it. A lone surrogate is a code point. Returns -1 at the end.
template <class Reader>
RF_HD int32_t next_code_point(Reader& units) {
  int32_t const unit = units.next();
  if (unit < 0 || !is_high_half(static_cast<uint32_t>(unit))) return unit;
  Reader after = units;
  int32_t const low = after.next();
  if (low < 0 || !is_low_half(static_cast<uint32_t>(low))) return unit;
  units = after;
  return static_cast<int32_t>(join_halves(static_cast<uint32_t>(unit), static_cast<uint32_t>(low)));
}

/// True if a cased character comes next, after any number of ignorable ones.
template <class Reader>
RF_HD RF_NOINLINE bool cased_follows(Reader units) {
  for (;;) {
    int32_t const code_point = next_code_point(units);
    if (code_point < 0) return false;
    CaseClass const kind = case_class(static_cast<uint32_t>(code_point));
    if (kind != CaseClass::ignorable) return kind == CaseClass::cased;
  }
}

/// Reads the units of a case-mapped string, given a reader of its source.
template <Case to, class Reader>
class CaseReader {
 public:
  RF_HD explicit CaseReader(Reader units) : units_{units} {}

  // Out of line, because it is long and would be copied into every operation of a mapped string.
  RF_HD RF_NOINLINE int32_t next() {
    if (waiting_ != 0) {
      auto const unit = static_cast<int32_t>(waiting_ & 0xFFFF);
      waiting_ >>= 16;
      return unit;
    }
    int32_t const next = next_code_point(units_);
    if (next < 0) return next;
    auto const code_point = static_cast<uint32_t>(next);
    bool const after_cased = after_cased_;
    if constexpr (to == Case::lower) {
      CaseClass const kind = case_class(code_point);
      if (kind != CaseClass::ignorable) after_cased_ = kind == CaseClass::cased;
      if (code_point == capital_sigma && after_cased && !cased_follows(units_)) return final_sigma;
    }
    if (code_point < 0x80) return static_cast<int32_t>(map_ascii<to>(code_point));
    MappedCase const mapped = mapped_case<to>(code_point);
    if (mapped.units != 0) {
      waiting_ = mapped.units >> 16;
      return static_cast<int32_t>(mapped.units & 0xFFFF);
    }
    if (mapped.code_point < 0x10000) return static_cast<int32_t>(mapped.code_point);
    waiting_ = low_half(mapped.code_point);
    return static_cast<int32_t>(high_half(mapped.code_point));
  }

  RF_HD int32_t skip(int32_t count) { return skip_units(*this, count); }

 private:
  Reader units_;
  uint64_t waiting_ = 0;  // pending units, the first in the lowest 16 bits
  bool after_cased_ = false;
};

/// True if the sigma at `at` of a plain view ends its word: ECMA-262 refers to Unicode's Final_Sigma.
RF_HD RF_NOINLINE bool is_final_sigma(View view, int32_t at) {
  for (int32_t before = at;;) {
    if (before <= 0) return false;
    --before;
    while (before > 0 && is_continuation(byte_at(view.data + before))) --before;
    CaseClass const kind = case_class(decode_character(view.data + before, view.size - before));
    if (kind == CaseClass::ignorable) continue;
    if (kind != CaseClass::cased) return false;
    break;
  }
  int32_t const after = view.size - at < 2 ? view.size : at + 2;
  View const rest{view.data + after, view.size - after};
  return !cased_follows(reader(rest));
}

/// Maps a plain view and writes it to [at, end) as UTF-8. Writes what fits, and counts everything.
template <Case to>
RF_HD RF_NOINLINE Written write_mapped(char* at, char* end, View view) {
  Utf8Sink sink{at, end};
  for (int32_t i = 0; i < view.size;) {
    int32_t const run = ascii_prefix(view.data + i, view.size - i);
    if (run > 0) {
      sink.flush();
      int64_t const room = sink.end - sink.at;
      auto const fitting = static_cast<int32_t>(run < room ? run : room);
      copy_mapped<to>(sink.at, view.data + i, fitting);
      sink.at += fitting;
      sink.needed += run;
      i += run;
      if (i == view.size) break;
    }
    int32_t const left = view.size - i;
    uint32_t const code_point = decode_character(view.data + i, left);
    MappedCase mapped = mapped_case<to>(code_point);
    if (to == Case::lower && code_point == capital_sigma && is_final_sigma(view, i)) mapped = {final_sigma, 0};
    int32_t const width = character_width(byte_at(view.data + i), left);
    // Most letters keep their width.
    if (mapped.units == 0 && width == 2 && mapped.code_point - 0x80 < 0x780 && sink.end - sink.at >= 2) {
      sink.flush();
      sink.at[0] = static_cast<char>(0xC0 | mapped.code_point >> 6);
      sink.at[1] = static_cast<char>(0x80 | (mapped.code_point & 0x3F));
      sink.at += 2;
      sink.needed += 2;
      i += 2;
      continue;
    }
    i += width;
    if (mapped.code_point >= 0x10000) {
      sink.flush();
      sink.character(mapped.code_point);
    } else if (mapped.units == 0) {
      sink.unit(mapped.code_point);
    } else {
      for (uint64_t units = mapped.units; units != 0; units >>= 16) sink.unit(static_cast<uint32_t>(units & 0xFFFF));
    }
  }
  sink.flush();
  return {sink.at, sink.needed};
}

/// Returns the byte of a plain view before which there are `units` units once it is mapped, or the end of the view. Returns -1 if the unit
/// there is not the first of what a character becomes, or if the case of a character depends on others.
template <Case to>
RF_HD RF_NOINLINE int32_t mapped_place(View view, int32_t units) {
  int32_t at = 0;
  while (units > 0 && at < view.size) {
    int32_t const run = ascii_prefix(view.data + at, view.size - at < units ? view.size - at : units);
    at += run;
    units -= run;
    if (units == 0 || at == view.size) break;
    uint32_t const code_point = decode_character(view.data + at, view.size - at);
    if (to == Case::lower && code_point == capital_sigma) return -1;
    MappedCase const mapped = mapped_case<to>(code_point);
    int32_t count = mapped.code_point < 0x10000 ? 1 : 2;
    if (mapped.units != 0) count = (mapped.units >> 16) == 0 ? 1 : (mapped.units >> 32) == 0 ? 2 : 3;
    if (count > units) return -1;
    units -= count;
    at += character_width(byte_at(view.data + at), view.size - at);
  }
  return at;
}

/// Searches [data + at, data + size), all ASCII, for the first byte that is `byte` once mapped. Returns its place, or -1.
template <Case to>
RF_HD RF_INLINE int32_t find_mapped_byte(char const* data, int32_t at, int32_t size, char byte) {
#if defined(RF_LITTLE_ENDIAN) && !defined(RF_DEVICE_PASS)
  uint64_t const pattern = every_byte * static_cast<unsigned char>(byte);
  for (; at + 8 <= size; at += 8) {
    uint64_t const zeros = zero_bytes(map_ascii_word<to>(load<uint64_t>(data + at)) ^ pattern);
    if (zeros != 0) return at + (std::countr_zero(zeros) >> 3);
  }
#endif
  for (; at < size; ++at)
    if (map_ascii<to>(byte_at(data + at)) == static_cast<unsigned char>(byte)) return at;
  return -1;
}

/// True if the ASCII bytes at `data`, once mapped, equal the bytes at `part`.
template <Case to>
RF_HD RF_INLINE bool equal_mapped(char const* data, char const* part, int32_t size) {
  int32_t i = 0;
#if !defined(RF_DEVICE_PASS)
  for (; i + 8 <= size; i += 8)
    if (map_ascii_word<to>(load<uint64_t>(data + i)) != load<uint64_t>(part + i)) return false;
#endif
  for (; i < size; ++i)
    if (map_ascii<to>(byte_at(data + i)) != byte_at(part + i)) return false;
  return true;
}

template <Case to>
RF_HD RF_INLINE int32_t find_mapped(View haystack, View needle, int32_t at) {
  for (int32_t const last = haystack.size - needle.size; at <= last; ++at) {
    at = find_mapped_byte<to>(haystack.data, at, last + 1, needle.data[0]);
    if (at < 0) return -1;
    if (equal_mapped<to>(haystack.data + at + 1, needle.data + 1, needle.size - 1)) return at;
  }
  return -1;
}

}  // namespace detail

/// A string in upper or lower case. Text that is known to be ASCII is mapped word by word.
template <StringLike S, Case to>
struct CaseMapped : LazyMethods<CaseMapped<S, to>> {
  using Base = LazyMethods<CaseMapped<S, to>>;

  S source;

  RF_HD auto reader() const {
    using Reader = decltype(detail::reader(source));
    return detail::CaseReader<to, Reader>{detail::reader(source)};
  }

  RF_HD constexpr uint32_t flags() const { return detail::all_ascii(source) ? View::ascii : detail::flags_of(source) & View::halves; }

  RF_HD LazyPart<CaseMapped> part(int32_t from, int32_t end) const {
    if constexpr (is_view) {
      if (source.is_ascii()) {
        View const cut = source.slice(from, end < from ? from : end);
        return {CaseMapped{{}, cut}, 0, cut.size};
      }
    }
    return {*this, from, end};
  }

  RF_HD bool empty() const { return source.empty(); }
  RF_HD int32_t length() const {
    if (detail::all_ascii(source)) return source.length();
    return Base::length();
  }

  /// Returns the ASCII character that is all of the string, or -1.
  RF_HD RF_INLINE int32_t only_byte() const {
    if constexpr (is_view) {
      if (source.size == 1) return static_cast<int32_t>(detail::map_ascii<to>(detail::byte_at(source.data)));
    }
    return -1;
  }

  RF_HD int64_t utf8_size() const {
    if constexpr (is_view) return source.is_ascii() ? source.size : detail::write_mapped<to>(nullptr, nullptr, source).needed;
    return Base::utf8_size();
  }
  RF_HD Written write(char* at, char* end) const {
    if constexpr (is_view) {
      if (!source.is_ascii()) return detail::write_mapped<to>(at, end, source);
      if (source.size > end - at) return {at, source.size};
      detail::copy_mapped<to>(at, source.data, source.size);
      return {at + source.size, source.size};
    }
    return Base::write(at, end);
  }

  /// Writes the units [from, to), for `LazyPart`. Only this part of the source is read.
  RF_HD Written write_part(char* at, char* end, int32_t from, int32_t to_unit) const {
    if constexpr (is_view) {
      if (source.is_ascii()) return CaseMapped{{}, detail::ascii_cut(source, from, to_unit)}.write(at, end);
      if (source.plain()) {
        int32_t const first = detail::mapped_place<to>(source, from);
        int32_t const last = first < 0 ? -1 : detail::mapped_place<to>(source, to_unit);
        if (last >= 0) return detail::write_mapped<to>(at, end, View{source.data + first, last - first, source.flags});
      }
    }
    return detail::write_units(at, end, LazyPart<CaseMapped>{*this, from, to_unit});
  }

  using Base::ends_with;
  using Base::index_of;
  using Base::starts_with;

  template <StringLike T>
  RF_HD Position index_of(T const& needle) const {
    if constexpr (is_view && std::same_as<T, View>) {
      if (needle.empty()) return Position{0};
      if (in_bytes(needle)) return Position{detail::find_mapped<to>(source, needle, 0)};
    }
    return Base::index_of(needle, int32_t{0});
  }
  template <StringLike T>
  RF_HD bool starts_with(T const& needle) const {
    if constexpr (is_view && std::same_as<T, View>) {
      if (in_bytes(needle)) return source.size >= needle.size && detail::equal_mapped<to>(source.data, needle.data, needle.size);
    }
    return Base::starts_with(needle, int32_t{0});
  }
  template <StringLike T>
  RF_HD bool ends_with(T const& needle) const {
    if constexpr (is_view && std::same_as<T, View>) {
      if (in_bytes(needle))
        return source.size >= needle.size && detail::equal_mapped<to>(source.data + source.size - needle.size, needle.data, needle.size);
    }
    return Base::ends_with(needle, detail::beyond);
  }

  template <StringLike T>
    requires(std::same_as<S, View> && std::same_as<T, View>)
  RF_HD bool equals(T const& other) const {
    if (in_bytes(other)) return source.size == other.size && detail::equal_mapped<to>(source.data, other.data, other.size);
    return detail::compare_general(*this, other) == 0;
  }

 private:
  static constexpr bool is_view = std::same_as<S, View>;

  /// True if mapped bytes can be compared with the bytes of `needle`: the source is ASCII, and neither has half a character. A source
  /// without the ASCII flag is tested word by word, which is far cheaper than comparing unit by unit.
  RF_HD bool in_bytes(View needle) const {
    if constexpr (is_view) {
      return needle.plain() && source.plain() && (source.is_ascii() || detail::ascii_prefix(source.data, source.size) == source.size);
    }
    return false;
  }
};

template <class Self>
RF_HD RF_INLINE auto StringMethods<Self>::to_upper_case() const {
  return CaseMapped<Self, Case::upper>{{}, self()};
}
template <class Self>
RF_HD RF_INLINE auto StringMethods<Self>::to_lower_case() const {
  return CaseMapped<Self, Case::lower>{{}, self()};
}

}  // namespace rowfuse
