/// Numbers and text by every operation between them, made from a case's number alone, so that host and device compute the same.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/date/date.hpp>
#include <rowfuse/hash/sha256.hpp>
#include <rowfuse/number/text/parse_bigint.hpp>
#include <rowfuse/number/text/parse_int.hpp>
#include <rowfuse/number/text/parse_number.hpp>
#include <rowfuse/number/text/radix_text.hpp>
#include <rowfuse/string/string.hpp>

namespace digits {

namespace rf = rowfuse;

/// splitmix64
struct Random {
  uint64_t state;

  RF_HD uint64_t bits() {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  RF_HD int32_t below(int32_t limit) { return static_cast<int32_t>(bits() % static_cast<uint64_t>(limit)); }
};

RF_HD inline double number_of(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
RF_HD inline uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return value == value ? bits : 0;
}

/// Returns a double of any exponent: subnormals, integers and halves, neighbours of powers of two, of 2^53 and 1e21.
RF_HD inline double any_number(Random& random) {
  uint64_t const bits = random.bits();
  switch (random.below(8)) {
    case 0: return static_cast<double>(static_cast<int32_t>(bits));
    case 1: return static_cast<double>(static_cast<int64_t>(bits)) / static_cast<double>(uint64_t{1} << random.below(60));
    case 2: return number_of(bits & 0x800FFFFFFFFFFFFFu);
    case 3: return number_of((bits % 2046 << 52) + bits % 5 + (uint64_t{1} << 52) - 2);
    case 4: return number_of(bits_of(random.below(2) == 0 ? 9007199254740992.0 : 1e21) + bits % 41 - 20);
    case 5: return static_cast<double>(bits % 100000000) / 100;
    default: return number_of(bits);
  }
}

/// Writes the decimal halfway between a positive number and the next, to the last digit; returns the number of characters.
RF_HD inline int32_t write_tie(char* out, double value) {
  rf::detail::Binary const binary = rf::detail::binary_of(bits_of(value));
  rf::detail::DecimalExpansion expansion{{2 * binary.digits + 1, binary.exponent - 1}};
  int32_t size = 0;
  int32_t const exponent = expansion.exponent();
  do {
    out[size++] = static_cast<char>('0' + expansion.next());
    if (size == 1) out[size++] = '.';
  } while (!expansion.is_exhausted());
  return size + rf::detail::write_exponent(out + size, exponent);
}

struct Out {
  rf::RowFault fault;
};

struct Digest {
  uint64_t value = 14695981039346656037u;  // FNV-1a

  RF_HD void add(uint64_t word) { value = (value ^ word) * 1099511628211u; }
  RF_HD void add(double number) { add(bits_of(number)); }
  RF_HD void add(rf::View text) {
    for (int32_t i = 0; i < text.size; ++i) add(static_cast<uint64_t>(static_cast<unsigned char>(text.data[i])));
  }
};

/// True if a number's text reads back as that number, in every form of printing that is exact enough.
RF_HD inline bool round_trips(uint64_t index) {
  Random random{index};
  double const value = any_number(random);
  if (!(value - value == 0)) return true;
  Out out;
  rf::NumberText shortest;
  rf::TextBuffer<32> buffer;
  uint64_t const bits = bits_of(value == 0 ? 0.0 : value);
  return bits_of(rf::to_number(shortest.format(value))) == bits &&
         bits_of(rf::parse_float(rf::to_exponential(out, buffer, value, 16))) == bits &&
         bits_of(rf::to_number(rf::to_precision(out, buffer, value, 17))) == bits;
}

RF_HD inline uint64_t digest(uint64_t index) {
  Random random{index};
  Digest result;
  Out out;
  double const value = any_number(random);
  rf::NumberText shortest;
  rf::TextBuffer<123> buffer;
  rf::TextBuffer<1134> large;
  rf::View const text = shortest.format(value);
  result.add(text);
  result.add(rf::to_fixed(out, buffer, value, random.below(101)));
  result.add(rf::to_exponential(out, buffer, value, random.below(101)));
  result.add(rf::to_exponential(buffer, value));
  result.add(rf::to_precision(out, buffer, value, random.below(100) + 1));
  result.add(rf::to_fixed(out, buffer, value, random.below(4)));
  result.add(rf::to_precision(out, buffer, value, random.below(17) + 1));
  result.add(rf::to_radix(out, large, value, random.below(35) + 2));
  // One number per expression: the compiler chooses the order in which a call's arguments are evaluated, and host and device differ.
  auto const integer = static_cast<int64_t>(random.bits());
  result.add(rf::to_radix(out, large, integer, random.below(35) + 2));
  result.add(rf::parse_int(text, random.below(40) - 2));
  result.add(rf::to_number(rf::concat(text.slice(int32_t{1}), text)));
  result.add(rf::to_number(rf::parse_bigint(out, text.slice(int32_t{0}, int32_t{random.below(20)}))));
  if (value > 0 && value < 1e300) {
    char tie[800];
    int32_t const size = write_tie(tie, value);
    result.add(rf::to_number(rf::View{tie, size, 0}));
    tie[random.below(size)] = '5';
    result.add(rf::parse_float(rf::View{tie, size, 0}));
  }
  double const time = rf::time_clip(value);
  result.add(rf::utc_full_year(time) + rf::utc_month(time) + rf::utc_date(time) + rf::utc_day(time));
  result.add(rf::utc_hours(time) + rf::utc_minutes(time) + rf::utc_seconds(time) + rf::utc_milliseconds(time));
  result.add(rf::to_iso_string(out, buffer, time));
  int32_t const year = random.below(4000);
  int32_t const month = random.below(40);
  result.add(rf::date_utc(year, month, value, random.below(60)));
  result.add(rf::sha256(buffer, text));
  result.add(rf::hmac_sha256(large, text, rf::concat(text, text, text)));
  result.add(static_cast<uint64_t>(out.fault.code));
  return result.value;
}

}  // namespace digits
