/// The replacement of a match: ECMA-262, 22.1.3.19.1, GetSubstitution, without `$<name>`, which the compiler writes as a number.
#pragma once

#include <cstdint>

#include <rowfuse/pattern/found.hpp>
#include <rowfuse/string/bytes/find.hpp>

namespace rowfuse::detail {

/// The texts of which a replacement consists for a match, one after the other.
template <class Pattern>
class Substitution {
 public:
  RF_HD RF_INLINE explicit Substitution(View replacement) : replacement_{without_hints(replacement)} {}

  /// Returns false behind the last text.
  RF_HD bool next(View& text, Found<Pattern> const& match) {
    if (inserted_) {
      text = insertion_;
      inserted_ = false;
      return true;
    }
    if (plain_ >= replacement_.size) return false;
    int32_t at = plain_;
    int32_t size = 0;
    while ((at = find_byte(replacement_.data, at, replacement_.size - 1, '$')) >= 0) {
      size = expand(at, match);
      if (size > 0) break;
      ++at;
    }
    int32_t const end = at < 0 ? replacement_.size : at;
    text = part(plain_, end);
    plain_ = end + size;
    inserted_ = size > 0;
    return true;
  }

 private:
  static constexpr int32_t groups = Pattern::layout().groups - 1;

  /// A part that begins and ends beside ASCII characters, or at the ends of the replacement.
  RF_HD RF_INLINE View part(int32_t from, int32_t to) const {
    if (from == to) return {replacement_.data, 0, View::ascii};
    uint32_t const head = from == 0 ? 0u : uint32_t{View::low_head};
    uint32_t const tail = to == replacement_.size ? 0u : uint32_t{View::high_tail};
    return {replacement_.data + from, to - from, replacement_.flags & ~(head | tail)};
  }

  RF_HD RF_INLINE int32_t digit(int32_t at) const {
    if (at >= replacement_.size) return -1;
    uint32_t const value = byte_at(replacement_.data + at) - '0';
    return value < 10 ? static_cast<int32_t>(value) : -1;
  }

  /// Finds the text that stands for the pattern at `at`. Returns the pattern's size, or 0 if it stands for itself.
  RF_HD int32_t expand(int32_t at, Found<Pattern> const& match) {
    View const text = match.text();
    regex::Subject const subject{text};
    switch (replacement_.data[at + 1]) {
      case '$': insertion_ = {replacement_.data + at, 1, View::ascii}; return 2;
      case '&': insertion_ = match.whole(); return 2;
      case '`': insertion_ = part_between(text, subject.begin(), match.from()); return 2;
      case '\'': insertion_ = part_between(text, match.to(), subject.end()); return 2;
      default: break;
    }
    int32_t const first = digit(at + 1);
    if (first < 0) return 0;
    int32_t const second = digit(at + 2);
    if (second >= 0 && in_range(10 * first + second)) return insert(10 * first + second, match, 3);
    return in_range(first) ? insert(first, match, 2) : 0;
  }

  RF_HD static RF_INLINE bool in_range(int32_t number) { return number >= 1 && number <= groups; }

  RF_HD RF_INLINE int32_t insert(int32_t number, Found<Pattern> const& match, int32_t size) {
    Maybe<View> const group = match.group(number);
    insertion_ = group.present() ? *group : View{match.text().data, 0, View::ascii};
    return size;
  }

  View replacement_;
  View insertion_;
  int32_t plain_ = 0;  // the place behind the last pattern
  bool inserted_ = false;
};

}  // namespace rowfuse::detail
