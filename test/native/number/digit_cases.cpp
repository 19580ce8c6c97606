/// Runs the cases of digit-cases.ts on standard input: numbers read from text, and printed to a given number of digits.
#include <cstring>

#include <rowfuse/date/date.hpp>
#include <rowfuse/hash/sha256.hpp>
#include <rowfuse/number/text/parse_bigint.hpp>
#include <rowfuse/number/text/parse_int.hpp>
#include <rowfuse/number/text/parse_number.hpp>
#include <rowfuse/number/text/radix_text.hpp>
#include <rowfuse/string/case/case_map.hpp>

#include "../records.hpp"

namespace test {
namespace {

struct Out {
  rf::RowFault fault;
};

enum class Operation : uint8_t {
  number,
  parse_float,
  parse_int,
  fixed,
  exponential,
  shortest_exponential,
  precision,
  radix,
  bigint,
  bigint_radix,
  sha256,
  hmac,
  date,
  date_utc,
};

bool same(double a, double b) { return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0; }

bool is_text(rf::View text, std::string const& expected) {
  return text.size == static_cast<int32_t>(expected.size()) && std::memcmp(text.data, expected.data(), expected.size()) == 0;
}

std::string read_text(Records& records) {
  auto const size = records.read<uint16_t>();
  return {records.take(size), size};
}

/// A number, or JavaScript's exception.
bool is_number(double got, double expected, char const* what) {
  if (same(got, expected)) return true;
  std::printf("%s gives %.17g, not %.17g\n", what, got, expected);
  return false;
}

template <class Parse>
bool parses(Records& records, Parse parse, char const* what) {
  Owned const source = read_string(records);
  auto const expected = records.read<double>();
  double got = std::visit(parse, source.value);
  if (!same(got, expected)) {
    for (auto const& piece : source.pieces) std::printf("[%.*s]", piece.size, piece.data);
    std::printf(" ");
  }
  bool right = is_number(got, expected, what);
  // Checks the text as a lazy string. Upper case changes only the letters of a prefix and exponent, and the word Infinity.
  bool const has_word = std::visit([](auto const& s) { return rf::View{"", 0, 0} != s && s.includes(rf::View{"n", 1, 0}); }, source.value);
  if (!has_word) {
    got = std::visit([&](auto const& s) { return parse(s.to_upper_case()); }, source.value);
    right = is_number(got, expected, what) && right;
  }
  return right;
}

/// Checks the argument as a double and as an integer, with a buffer of exactly the size that is needed.
template <int32_t capacity, class Print>
bool prints(Records& records, Print print, char const* what) {
  auto const value = records.read<double>();
  auto const argument = records.read<double>();
  bool const throws = records.read<uint8_t>() != 0;
  std::string const expected = throws ? "" : read_text(records);
  auto const buffer = std::make_unique<rf::TextBuffer<capacity>>();
  Out out;
  rf::View text = print(out, *buffer, value, argument);
  bool right = static_cast<bool>(out.fault) == throws && (throws || is_text(text, expected));
  if (!right) std::printf("%s(%.17g, %.17g) is %.*s, not %s\n", what, value, argument, text.size, text.data, expected.c_str());
  if (argument == static_cast<int32_t>(argument)) {
    Out again;
    text = print(again, *buffer, value, static_cast<int32_t>(argument));
    right = right && static_cast<bool>(again.fault) == throws && (throws || is_text(text, expected));
  }
  return right;
}

bool run_radix(Records& records) {
  auto const value = records.read<double>();
  auto const radix = records.read<int32_t>();
  auto const capacity = records.read<int32_t>();
  std::string const expected = read_text(records);
  Out out;
  auto const buffer = std::make_unique<rf::TextBuffer<1134>>();
  rf::View const text = rf::to_radix(out, *buffer, value, radix);
  bool right = is_text(text, expected) && text.size <= capacity;
  // The size that the compiler reserves for a constant radix suffices.
  bool const is_large = value >= 9007199254740992.0 || value <= -9007199254740992.0;
  if (radix != 10 && !is_large && value == value) right = right && text.data + text.size <= buffer->characters + capacity;
  if (!right) std::printf("%.17g in base %d is %.*s, not %s\n", value, radix, text.size, text.data, expected.c_str());
  if (value == static_cast<double>(static_cast<int64_t>(value)) && value > -1e15 && value < 1e15) {
    auto const small = std::make_unique<rf::TextBuffer<65>>();
    right = right && is_text(rf::to_radix(out, *small, static_cast<int64_t>(value), radix), expected);
    right = right && is_text(rf::to_radix(out, *small, rf::Position{static_cast<int64_t>(value)}, static_cast<double>(radix)), expected);
    auto const word = std::make_unique<rf::TextBuffer<33>>();
    if (value >= -2147483648.0 && value <= 2147483647.0)
      right = right && is_text(rf::to_radix(out, *word, static_cast<int32_t>(value), radix), expected);
  }
  return right && !out.fault;
}

bool run_bigint(Records& records) {
  Owned const source = read_string(records);
  auto const kind = records.read<uint8_t>();
  auto const low = records.read<uint64_t>();
  auto const high = records.read<int64_t>();
  Out out;
  rf::Int128 const got = std::visit([&](auto const& s) { return rf::parse_bigint(out, s); }, source.value);
  rf::Fault const fault = kind == 0 ? rf::Fault::none : kind == 1 ? rf::Fault::thrown : rf::Fault::bigint_overflow;
  bool const right = out.fault.code == fault && (kind != 0 || got == rf::int128(high, low));
  if (!right) {
    for (auto const& piece : source.pieces) std::printf("[%.*s]", piece.size, piece.data);
    std::printf(" is no such bigint\n");
  }
  return right;
}

bool run_bigint_radix(Records& records) {
  auto const low = records.read<uint64_t>();
  auto const high = records.read<int64_t>();
  auto const radix = records.read<int32_t>();
  std::string const expected = read_text(records);
  Out out;
  auto const buffer = std::make_unique<rf::TextBuffer<129>>();
  bool right = is_text(rf::to_radix(out, *buffer, rf::int128(high, low), radix), expected);
  if (high == 0) right = right && is_text(rf::to_radix(out, *buffer, low, radix), expected);
  if (high == static_cast<int64_t>(low) >> 63)
    right = right && is_text(rf::to_radix(out, *buffer, static_cast<int64_t>(low), radix), expected);
  if (!right) std::printf("a bigint in base %d is not %s\n", radix, expected.c_str());
  return right;
}

bool run_sha256(Records& records) {
  Owned const source = read_string(records);
  std::string const expected = read_text(records);
  auto const buffer = std::make_unique<rf::TextBuffer<64>>();
  bool right = is_text(std::visit([&](auto const& s) { return rf::sha256(*buffer, s); }, source.value), expected);
  // Checks the text as a lazy string.
  auto const lazy = [&](auto const& s) { return rf::LazyPart{s, 0, rf::detail::beyond}; };
  right = right && is_text(std::visit([&](auto const& s) { return rf::sha256(*buffer, lazy(s)); }, source.value), expected);
  if (!right) std::printf("a text of %s\n", expected.c_str());
  return right;
}

bool run_hmac(Records& records) {
  Owned const key = read_string(records);
  Owned const source = read_string(records);
  std::string const expected = read_text(records);
  auto const buffer = std::make_unique<rf::TextBuffer<64>>();
  auto const hash = [&](auto const& k, auto const& s) { return rf::hmac_sha256(*buffer, k, s); };
  bool const right = is_text(std::visit(hash, key.value, source.value), expected);
  if (!right) std::printf("a text and key of %s\n", expected.c_str());
  return right;
}

bool run_date(Records& records) {
  double const time = rf::time_clip(records.read<double>());
  bool right = true;
  for (double const field : {time, rf::utc_full_year(time), rf::utc_month(time), rf::utc_date(time), rf::utc_day(time), rf::utc_hours(time),
                             rf::utc_minutes(time), rf::utc_seconds(time), rf::utc_milliseconds(time)})
    right = is_number(field, records.read<double>(), "a date's field") && right;
  std::string const expected = read_text(records);
  Out out;
  auto const buffer = std::make_unique<rf::TextBuffer<27>>();
  rf::View const text = rf::to_iso_string(out, *buffer, time);
  right = right && static_cast<bool>(out.fault) == expected.empty() && is_text(text, expected);
  rf::Maybe<rf::View> const json = rf::date_to_json(*buffer, time);
  right = right && (expected.empty() ? json.is_null() : is_text(*json, expected));
  if (!right) std::printf("%.17g is not %s\n", time, expected.c_str());
  return right;
}

bool run_date_utc(Records& records) {
  auto const count = records.read<uint8_t>();
  double a[7] = {};
  for (int i = 0; i < count; ++i) a[i] = records.read<double>();
  auto const expected = records.read<double>();
  double const got = count == 1   ? rf::date_utc(a[0])
                     : count == 2 ? rf::date_utc(a[0], a[1])
                     : count == 3 ? rf::date_utc(a[0], a[1], a[2])
                                  : rf::date_utc(a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
  if (same(got, expected)) return true;
  std::printf("Date.UTC(%.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g) ", a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
  return is_number(got, expected, "");
}

bool run(Records& records) {
  switch (records.read<Operation>()) {
    case Operation::number: return parses(records, [](auto const& s) { return rf::to_number(s); }, "Number");
    case Operation::parse_float: return parses(records, [](auto const& s) { return rf::parse_float(s); }, "parseFloat");
    case Operation::parse_int: {
      auto const radix = records.read<int32_t>();
      return parses(records, [radix](auto const& s) { return rf::parse_int(s, radix); }, "parseInt");
    }
    case Operation::fixed: return prints<123>(records, [](auto&&... a) { return rf::to_fixed(a...); }, "toFixed");
    case Operation::exponential: return prints<110>(records, [](auto&&... a) { return rf::to_exponential(a...); }, "toExponential");
    case Operation::shortest_exponential:
      return prints<26>(records, [](Out&, auto& buffer, double value, auto) { return rf::to_exponential(buffer, value); }, "toExponential");
    case Operation::precision: return prints<109>(records, [](auto&&... a) { return rf::to_precision(a...); }, "toPrecision");
    case Operation::radix: return run_radix(records);
    case Operation::bigint: return run_bigint(records);
    case Operation::bigint_radix: return run_bigint_radix(records);
    case Operation::sha256: return run_sha256(records);
    case Operation::hmac: return run_hmac(records);
    case Operation::date: return run_date(records);
    case Operation::date_utc: return run_date_utc(records);
  }
  return false;
}

}  // namespace
}  // namespace test

int main() {
  test::Records records{test::read_all(stdin)};
  long number = 0;
  long failures = 0;
  for (; records.more() && failures < 20; ++number)
    if (!test::run(records)) ++failures;
  std::fprintf(stderr, "%ld cases, %ld failures\n", number, failures);
  return failures == 0 ? 0 : 1;
}
