/// The text of each UTF-16 unit. Host only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <rowfuse/string/form/view.hpp>

namespace rowfuse::detail {

#if !defined(RF_DEVICE_PASS)

/// The ASCII characters, and padding.
inline constexpr std::array<char, 0x80 + View::padding> ascii_characters = [] {
  std::array<char, 0x80 + View::padding> all{};
  for (std::size_t i = 0; i < 0x80; ++i) all[i] = static_cast<char>(i);
  return all;
}();

/// Returns an ASCII character as a view of a constant.
RF_INLINE View ascii_text(int32_t character) { return {ascii_characters.data() + character, 1, View::ascii | View::padded}; }

/// Every unit as WTF-8, in a table of the process. A unit that is read from a text by its index becomes a view of its entry. So the place
/// of the unit in the text need not be found, and two units are compared by their numbers.
class UnitTexts {
 public:
  /// Fills the table at the first call, which takes about 0.1 ms. Nothing else may be called before.
  static RF_INLINE void prepare() {
    static bool const is_filled = fill();
    static_cast<void>(is_filled);
  }

  /// Returns a unit as a view; empty for -1.
  static RF_INLINE View of(int32_t unit) {
    // Sums instead of choices: their branches would depend on the text.
    auto const is = [](bool test) { return static_cast<uint32_t>(test); };
    uint32_t const flags = is(unit < 0x80) * View::ascii | is((static_cast<uint32_t>(unit) & 0xF800u) == 0xD800u) * View::surrogates;
    uint32_t const size = is(unit >= 0) + is(unit >= 0x80) + is(unit >= 0x800);
    return {reinterpret_cast<char const*>(texts_ + 1 + unit), static_cast<int32_t>(size), flags | View::unit | View::padded};
  }

  /// Returns the unit of a view with `View::unit`, or -1 if it is empty.
  static RF_INLINE int32_t unit_of(View view) { return static_cast<int32_t>(reinterpret_cast<uint32_t const*>(view.data) - texts_) - 1; }

 private:
  static constexpr uint32_t units = 0x10000;

  RF_NOINLINE static bool fill() {
    for (uint32_t unit = 0; unit < units; ++unit) {
      auto* const text = reinterpret_cast<unsigned char*>(texts_ + 1 + unit);
      if (unit < 0x80) {
        text[0] = static_cast<unsigned char>(unit);
      } else if (unit < 0x800) {
        text[0] = static_cast<unsigned char>(0xC0 | unit >> 6);
        text[1] = static_cast<unsigned char>(0x80 | (unit & 0x3F));
      } else {
        text[0] = static_cast<unsigned char>(0xE0 | unit >> 12);
        text[1] = static_cast<unsigned char>(0x80 | (unit >> 6 & 0x3F));
        text[2] = static_cast<unsigned char>(0x80 | (unit & 0x3F));
      }
    }
    return true;
  }

  /// Four bytes per unit, after those of the empty text, and the padding of the last.
  inline static uint32_t texts_[1 + units + View::padding / 4];
};

#endif

}  // namespace rowfuse::detail
