/// The texts of a sweep that are read as numbers.
#pragma once

#include <cstdint>

#include <rowfuse/number/decimal/decimal_expansion.hpp>
#include <rowfuse/number/text/digits_text.hpp>
#include <rowfuse/number/text/number_text.hpp>
#include <rowfuse/string/memory/text_buffer.hpp>

#include "number_sweep_numbers.hpp"

namespace sweep {

namespace rf = rowfuse;

/// The most digits of a text, and the most characters.
inline constexpr int32_t most_digits = 800;
inline constexpr int32_t most_text = 1200;

/// Room for the digits of one number, for the longest text that is printed, and for the longest that is read.
struct Workspace {
  rf::TextBuffer<1134> buffer;
  rf::NumberText shortest;
  char text[most_text];
};

struct Out {
  rf::RowFault fault;
};

inline constexpr char const* text_regions[regions] = {
    "String(x)",
    "String(x)",
    "String(x)",
    "String(x)",
    "the same digits, laid out in other ways",
    "17 significant digits",
    "half-way between neighbouring doubles, all digits",
    "half-way between neighbouring doubles, all digits",
    "the same, one up in the last place",
    "the same, one down in the last place",
    "half-way, zeros up to 800 digits, and a 1",
    "half-way, one down in the last place, and nines up to 800 digits",
    "half-way, cut off after 17 to 40 digits",
    "random digits, 1 to 800 of them",
    "random digits, 15 to 25 of them, of every size",
    "what may be no number: signs, spaces, words, prefixes, stray characters",
};

/// Digits, first to last, counted from the first: digits[0].digits[1]... * 10^exponent.
struct Digits {
  char* digits;
  int32_t count;
  int32_t exponent;
};

/// A text as it grows.
struct Writer {
  char* text;
  int32_t size = 0;

  RF_HD void put(char c) { text[size++] = c; }
  RF_HD void put(char const* from, int32_t count) {
    for (int32_t i = 0; i < count; ++i) text[size++] = from[i];
  }
  RF_HD void zeros(int32_t count) {
    for (int32_t i = 0; i < count; ++i) text[size++] = '0';
  }
  RF_HD void integer(int32_t value) {
    if (value < 0) put('-');
    auto const magnitude = static_cast<uint64_t>(value < 0 ? -value : value);
    int32_t const count = rf::detail::decimal_digits(magnitude);
    rf::detail::write_digits(text + size, magnitude, count);
    size += count;
  }
};

/// Decimals in JavaScript's forms: with the point anywhere, an exponent or none, zeros, a sign, white space.
RF_HD inline int32_t lay_out(char* text, Digits decimal, Random& random) {
  Writer out{text};
  auto const bits = random.bits();
  auto const has = [bits](int32_t bit) { return (bits >> bit & 7) == 0; };
  if (has(0)) out.put(' ');
  if (has(3)) out.put('\t');
  if (has(6)) out.put('+');
  else if ((bits >> 9 & 3) == 0) out.put('-');
  if (has(12)) out.zeros(static_cast<int32_t>(bits >> 15 & 3));
  char const letter = has(18) ? 'E' : 'e';
  int32_t const count = decimal.count;
  int32_t layout = static_cast<int32_t>(bits >> 21 & 3);
  if (layout == 3 && (decimal.exponent > 330 || decimal.exponent < -330)) layout = 0;
  int32_t point = 1;  // the number of digits before it
  if (layout == 1) point = count;
  if (layout == 2) point = random.below(count + 1);
  if (layout == 3) {
    if (decimal.exponent < 0) {
      if (!has(24)) out.put('0');
      out.put('.');
      out.zeros(-decimal.exponent - 1);
      out.put(decimal.digits, count);
    } else {
      int32_t const before = decimal.exponent + 1;
      out.put(decimal.digits, before < count ? before : count);
      if (before > count) out.zeros(before - count);
      if (before < count || has(24)) out.put('.');
      if (before < count) out.put(decimal.digits + before, count - before);
    }
  } else {
    out.put(decimal.digits, point);
    if (point < count || has(24)) out.put('.');
    out.put(decimal.digits + point, count - point);
    int32_t const exponent = decimal.exponent + 1 - point;
    if (exponent != 0 || has(27)) {
      out.put(letter);
      if (exponent >= 0 && has(30)) out.put('+');
      out.integer(exponent);
    }
  }
  if (has(33)) out.put(' ');
  return out.size;
}

/// Returns the digits of the number halfway between a finite double, without its sign, and the next, to the last that is not 0.
RF_HD inline Digits tie_digits(char* digits, double value) {
  rf::detail::Binary const binary = rf::detail::binary_of(to_bits(value));
  rf::detail::DecimalExpansion expansion{rf::detail::Binary{2 * binary.digits + 1, binary.exponent - 1}};
  int32_t count = 0;
  do digits[count++] = static_cast<char>('0' + expansion.next());
  while (!expansion.is_exhausted());
  return {digits, count, expansion.exponent()};
}

/// Adds one in the last place.
RF_HD inline void increment(Digits& decimal) {
  for (int32_t i = decimal.count - 1; i >= 0; --i) {
    if (decimal.digits[i] != '9') {
      ++decimal.digits[i];
      return;
    }
    decimal.digits[i] = '0';
  }
  decimal.digits[0] = '1';
  ++decimal.exponent;
}

RF_HD inline int32_t tie_text(Workspace& space, Random& random, int32_t region, double value) {
  Digits decimal = tie_digits(space.buffer.characters, value);
  char& last = decimal.digits[decimal.count - 1];  // not 0
  int32_t const length = decimal.count + random.below(most_digits - decimal.count);
  switch (region) {
    case 8: increment(decimal); break;
    case 9: --last; break;
    case 10:
      while (decimal.count < length) decimal.digits[decimal.count++] = '0';
      decimal.digits[decimal.count++] = '1';
      break;
    case 11:
      --last;
      while (decimal.count < length) decimal.digits[decimal.count++] = '9';
      decimal.digits[decimal.count++] = '9';
      break;
    case 12: {
      int32_t const most = 17 + random.below(24);
      if (decimal.count > most) decimal.count = most;
      if (random.flip()) increment(decimal);
      break;
    }
    default: break;
  }
  return lay_out(space.text, decimal, random);
}

RF_HD inline Digits random_digits(char* digits, Random& random, int32_t count, int32_t exponent) {
  for (int32_t i = 0; i < count; ++i) digits[i] = static_cast<char>('0' + random.below(10));
  return {digits, count, exponent};
}

/// Pieces that Number() and parseFloat() accept, and pieces that they do not.
RF_HD inline int32_t stray_text(char* text, Random& random) {
  Writer out{text};
  int32_t const pieces = 1 + random.below(6);
  for (int32_t i = 0; i < pieces; ++i) {
    switch (random.below(16)) {
      case 0: out.put("Infinity", 8 - static_cast<int32_t>(random.below(8) == 0)); break;
      case 1: out.put("0x", 2); break;
      case 2: out.put("0b", 2); break;
      case 3: out.put("0o", 2); break;
      case 4: out.put("0X1F", 4); break;
      case 5: out.put("NaN", 3); break;
      case 6: out.put("e+", 1 + random.below(2)); break;
      case 7: out.put('-'); break;
      case 8: out.put('+'); break;
      case 9: out.put('.'); break;
      case 10: out.put(" \t\v\f", 1 + random.below(4)); break;
      case 11: out.put("1e400", 3 + random.below(3)); break;
      case 12: out.put("_", 1); break;
      case 13: out.put("e99999999999999999999", 2 + random.below(20)); break;
      default:
        for (int32_t digit = random.below(20); digit > 0; --digit) out.put(static_cast<char>('0' + random.below(random.flip() ? 10 : 2)));
    }
  }
  return out.size;
}

/// Writes a text for Number() and parseFloat(), from Digits in `space.buffer`, into `space.text`; returns its size.
RF_HD inline int32_t decimal_text(Workspace& space, Random& random, uint64_t index, Tables const& tables) {
  int32_t const region = region_of(index);
  double const any = any_number(random, tables);
  double const finite = rf::detail::has_digits(any) ? any < 0 ? -any : any : 0.0;
  switch (region) {
    case 0:
    case 1:
    case 2:
    case 3: {
      rf::View const view = space.shortest.format(any);
      Writer out{space.text};
      out.put(view.data, view.size);
      return out.size;
    }
    case 4: {
      rf::detail::Decimal const shortest = finite == 0 ? rf::detail::Decimal{0, 0} : rf::detail::shortest_decimal(finite);
      int32_t const count = finite == 0 ? 1 : rf::detail::decimal_digits(shortest.digits);
      rf::detail::write_digits(space.buffer.characters, shortest.digits, count);
      return lay_out(space.text, {space.buffer.characters, count, shortest.exponent + count - 1}, random);
    }
    case 5: {
      Out out;
      rf::View const view = rf::to_precision(out, space.buffer, any, int32_t{17});
      Writer writer{space.text};
      writer.put(view.data, view.size);
      return writer.size;
    }
    case 13: {
      int32_t const count = 1 + random.below(random.flip() ? 40 : most_digits);
      int32_t const exponent = random.below(330) - 165;
      return lay_out(space.text, random_digits(space.buffer.characters, random, count, exponent), random);
    }
    case 14: {
      int32_t const exponent = random.below(660) - 345;
      int32_t const count = 15 + random.below(11);
      return lay_out(space.text, random_digits(space.buffer.characters, random, count, exponent), random);
    }
    case 15: return stray_text(space.text, random);
    default: return tie_text(space, random, region, finite);
  }
}

/// Writes an integer in a base, for parseInt() and BigInt(); `base` 0 stands for the base of a prefix.
RF_HD inline int32_t integer_text(Workspace& space, Random& random, int32_t base, bool has_sign, int32_t most) {
  Writer out{space.text};
  if (random.below(8) == 0) out.put(' ');
  if (has_sign && random.below(4) == 0) out.put(random.flip() ? '-' : '+');
  int32_t used = base;
  if (base == 0 || base == 16) {
    if (random.below(4) == 0) {
      used = 16;
      out.put(random.flip() ? "0x" : "0X", 2);
    } else if (base == 0) {
      used = 10;
    }
  }
  if (used < 2 || used > 36) used = 10;
  if (random.below(8) == 0) out.zeros(random.below(10));
  for (int32_t count = random.below(most + 1); count > 0; --count) {
    int32_t const digit = random.below(used);
    out.put(static_cast<char>(digit < 10 ? '0' + digit : (random.flip() ? 'a' : 'A') + digit - 10));
  }
  if (random.below(24) == 0) out.put(random.flip() ? 'g' : '.');
  if (random.below(8) == 0) out.put(' ');
  return out.size;
}

}  // namespace sweep
