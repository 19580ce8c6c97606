/// Runs the cases of string-cases.ts on standard input and compares with JavaScript's results. Prints the number of each case that
/// differs. The argument `damaged` runs cases without results, for memory safety alone; `padded` uses views with padding.
#include <cmath>

#include "../records.hpp"

namespace test {
namespace {

enum class Operation : uint8_t {
  length,
  unit_at,
  at,
  char_at,
  slice1,
  slice2,
  substring1,
  substring2,
  index_of1,
  index_of2,
  last_index_of1,
  last_index_of2,
  includes1,
  includes2,
  starts_with1,
  starts_with2,
  ends_with1,
  ends_with2,
  trim,
  trim_start,
  trim_end,
  compare,
  concat,
  count
};

bool has_needle(Operation operation) {
  return (operation >= Operation::index_of1 && operation <= Operation::ends_with2) || operation >= Operation::compare;
}

int index_count(Operation operation) {
  switch (operation) {
    case Operation::unit_at:
    case Operation::at:
    case Operation::char_at:
    case Operation::slice1:
    case Operation::substring1:
    case Operation::index_of2:
    case Operation::last_index_of2:
    case Operation::includes2:
    case Operation::starts_with2:
    case Operation::ends_with2: return 1;
    case Operation::slice2:
    case Operation::substring2: return 2;
    default: return 0;
  }
}

using AnyIndex = std::variant<int32_t, double, rf::Position>;
using Text = rf::Rope<16>;
using Answer = std::variant<double, bool, Text, rf::Undefined>;

/// Returns the units of a string, by a separate decoder.
std::u16string units_of(Text const& text) {
  std::u16string units;
  for (int32_t i = 0; i < text.count; ++i) {
    rf::View const view = text.pieces[i];
    std::u16string piece;
    for (int32_t at = 0; at < view.size;) {
      auto const lead = static_cast<unsigned char>(view.data[at]);
      int const width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      uint32_t code = width == 1 ? lead : lead & (0x7Fu >> width);
      for (int k = 1; k < width; ++k) code = code << 6 | (static_cast<unsigned char>(view.data[at + k]) & 0x3F);
      at += width;
      if (code < 0x10000) {
        piece += static_cast<char16_t>(code);
      } else {
        piece += static_cast<char16_t>(0xD800 + ((code - 0x10000) >> 10));
        piece += static_cast<char16_t>(0xDC00 + (code & 0x3FF));
      }
    }
    if ((view.flags & rf::View::low_head) != 0) piece.erase(0, 1);
    if ((view.flags & rf::View::high_tail) != 0) piece.pop_back();
    units += piece;
  }
  return units;
}

/// Returns UTF-8 with U+FFFD for lone halves, as TextEncoder does.
std::string utf8_of(std::u16string const& units) {
  std::string bytes;
  for (std::size_t i = 0; i < units.size(); ++i) {
    uint32_t code = units[i];
    if ((code & 0xFC00) == 0xD800 && i + 1 < units.size() && (units[i + 1] & 0xFC00) == 0xDC00) {
      code = 0x10000 + ((code & 0x3FF) << 10) + (units[++i] & 0x3FF);
    } else if ((code & 0xF800) == 0xD800) {
      code = 0xFFFD;
    }
    if (code < 0x80) {
      bytes += static_cast<char>(code);
    } else if (code < 0x800) {
      bytes += static_cast<char>(0xC0 | code >> 6);
      bytes += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      bytes += static_cast<char>(0xE0 | code >> 12);
      bytes += static_cast<char>(0x80 | (code >> 6 & 0x3F));
      bytes += static_cast<char>(0x80 | (code & 0x3F));
    } else {
      bytes += static_cast<char>(0xF0 | code >> 18);
      bytes += static_cast<char>(0x80 | (code >> 12 & 0x3F));
      bytes += static_cast<char>(0x80 | (code >> 6 & 0x3F));
      bytes += static_cast<char>(0x80 | (code & 0x3F));
    }
  }
  return bytes;
}

/// Expects every relation of a position with numbers near it to agree with the number that it stands for.
bool relations_hold(rf::Position position, rf::Position other) {
  double const number = rf::to_double(position);
  for (double const near : {number - 1, number, number + 1, -1.0, 0.0, 1.0, 0.5, std::nan("")}) {
    if ((position == near) != (number == near) || (position != near) != (number != near) || (position < near) != (number < near) ||
        (position > near) != (number > near) || (position <= near) != (number <= near) || (position >= near) != (number >= near) ||
        (near < position) != (near < number) || (near >= position) != (near >= number))
      return false;
    if (near != std::floor(near) || std::fabs(near) > 2147483647.0) continue;
    auto const integer = static_cast<int32_t>(near);
    if ((position == integer) != (number == integer) || (position != integer) != (number != integer) ||
        (position < integer) != (number < integer) || (position > integer) != (number > integer) ||
        (position <= integer) != (number <= integer) || (position >= integer) != (number >= integer) ||
        (integer > position) != (integer > number) || (integer <= position) != (integer <= number))
      return false;
  }
  double const second = rf::to_double(other);
  return (position == other) == (number == second) && (position < other) == (number < second) && (position > other) == (number > second) &&
         (position <= other) == (number <= second) && (position >= other) == (number >= second) &&
         rf::to_double(position + 7) == number + 7 && rf::to_double(position - 7) == number - 7;
}

Answer as_answer(rf::Maybe<rf::View> unit) {
  if (unit.present()) return Text(*unit);
  return rf::undefined;
}

template <class S, class N>
Answer with_needle(Operation operation, S const& s, N const& needle) {
  switch (operation) {
    case Operation::index_of1: return rf::to_double(s.index_of(needle));
    case Operation::last_index_of1: return rf::to_double(s.last_index_of(needle));
    case Operation::includes1: return s.includes(needle);
    case Operation::starts_with1: return s.starts_with(needle);
    case Operation::ends_with1: return s.ends_with(needle);
    case Operation::compare: {
      bool const consistent = (s == needle) == (s <= needle && s >= needle) && (s != needle) == !(s == needle) &&
                              (s < needle) == !(s >= needle) && (s > needle) == !(s <= needle) && (s < needle) == (needle > s);
      return !consistent ? 99.0 : s == needle ? 0.0 : s < needle ? -1.0 : 1.0;
    }
    case Operation::concat: return Text(rf::concat(s, needle));
    default: std::abort();
  }
}

template <class S, class N, class I>
Answer with_needle_and_index(Operation operation, S const& s, N const& needle, I index) {
  switch (operation) {
    case Operation::index_of2: return rf::to_double(s.index_of(needle, index));
    case Operation::last_index_of2: return rf::to_double(s.last_index_of(needle, index));
    case Operation::includes2: return s.includes(needle, index);
    case Operation::starts_with2: return s.starts_with(needle, index);
    case Operation::ends_with2: return s.ends_with(needle, index);
    default: std::abort();
  }
}

template <class S, class I>
Answer with_index(Operation operation, S const& s, I index) {
  switch (operation) {
    case Operation::unit_at: return as_answer(s.unit_at(index));
    case Operation::at: return as_answer(s.at(index));
    case Operation::char_at: return Text(s.char_at(index));
    case Operation::slice1: return Text(s.slice(index));
    case Operation::substring1: return Text(s.substring(index));
    default: std::abort();
  }
}

template <class S>
Answer alone(Operation operation, S const& s) {
  switch (operation) {
    case Operation::length: return static_cast<double>(s.length());
    case Operation::trim: return Text(s.trim());
    case Operation::trim_start: return Text(s.trim_start());
    case Operation::trim_end: return Text(s.trim_end());
    default: std::abort();
  }
}

Answer run(Operation operation, AnyString const& value, AnyString const& needle, AnyIndex const (&indices)[2]) {
  if (has_needle(operation)) {
    if (index_count(operation) == 0)
      return std::visit([&](auto const& s, auto const& n) { return with_needle(operation, s, n); }, value, needle);
    return std::visit([&](auto const& s, auto const& n, auto i) { return with_needle_and_index(operation, s, n, i); }, value, needle,
                      indices[0]);
  }
  if (operation == Operation::slice2)
    return std::visit([](auto const& s, auto a, auto b) { return Answer(Text(s.slice(a, b))); }, value, indices[0], indices[1]);
  if (operation == Operation::substring2)
    return std::visit([](auto const& s, auto a, auto b) { return Answer(Text(s.substring(a, b))); }, value, indices[0], indices[1]);
  if (index_count(operation) == 1) return std::visit([&](auto const& s, auto i) { return with_index(operation, s, i); }, value, indices[0]);
  return std::visit([&](auto const& s) { return alone(operation, s); }, value);
}

rf::Position search(AnyString const& haystack, AnyString const& needle, bool last) {
  return std::visit([&](auto const& s, auto const& n) { return last ? s.last_index_of(n) : s.index_of(n); }, haystack, needle);
}

/// Writes into heap memory of exactly the given size. False if the result is no beginning of `expected`, or incomplete although there
/// was room.
bool writes(Text const& text, std::string const& expected, std::size_t room) {
  auto const memory = std::make_unique<char[]>(room);
  rf::Written const written = rf::write_utf8(memory.get(), memory.get() + room, text);
  auto const size = static_cast<std::size_t>(written.at - memory.get());
  return written.needed == static_cast<int64_t>(expected.size()) && size <= room && (size == expected.size() || room < expected.size()) &&
         std::memcmp(memory.get(), expected.data(), size) == 0;
}

bool text_is(Text const& text, std::u16string const& expected) {
  if (units_of(text) != expected || text.length() != static_cast<int32_t>(expected.size())) return false;
  for (int32_t i = 0; i < text.count; ++i) {
    rf::View const view = text.pieces[i];
    // No view of positive size is empty.
    if (view.size < 5 && (view.flags & 3) == 3) return false;
  }
  std::string const utf8 = utf8_of(expected);
  if (rf::utf8_size(text) != static_cast<int64_t>(utf8.size())) return false;
  auto const memory = std::make_unique<char[]>(utf8.size());
  if (rf::write_utf8(memory.get(), text) != memory.get() + utf8.size()) return false;
  if (std::memcmp(memory.get(), utf8.data(), utf8.size()) != 0) return false;
  return writes(text, utf8, utf8.size()) && writes(text, utf8, utf8.size() / 2) && writes(text, utf8, utf8.size() + 3);
}

bool matches(Records& records, Answer const& answer) {
  switch (records.read<uint8_t>()) {
    case 0: {
      auto const expected = records.read<double>();
      auto const* number = std::get_if<double>(&answer);
      return number != nullptr && *number == expected;
    }
    case 1: {
      bool const expected = records.read<uint8_t>() != 0;
      auto const* truth = std::get_if<bool>(&answer);
      return truth != nullptr && *truth == expected;
    }
    case 2: {
      std::u16string const expected = records.units();
      auto const* text = std::get_if<Text>(&answer);
      return text != nullptr && text_is(*text, expected);
    }
    default: return std::holds_alternative<rf::Undefined>(answer);
  }
}

bool run_case(Records& records) {
  auto const operation = static_cast<Operation>(records.read<uint8_t>());
  Owned const source = read_string(records);
  AnyString value = source.value;
  if (records.read<uint8_t>() != 0) {
    auto const from = records.read<int32_t>();
    auto const to = records.read<int32_t>();
    value = std::visit([&](auto const& s) { return AnyString(s.slice(from, to)); }, source.value);
  }
  Owned needle;
  if (has_needle(operation)) needle = read_string(records);

  bool relations = true;
  AnyIndex indices[2] = {0, 0};
  Owned searched[2];
  for (int i = 0; i < index_count(operation); ++i) {
    switch (records.read<uint8_t>()) {
      case 0: indices[i] = records.read<int32_t>(); break;
      case 1: indices[i] = records.read<double>(); break;
      default: {
        auto const how = records.read<uint8_t>();
        searched[i] = read_string(records);
        AnyString const& where = (how & 1) != 0 ? source.value : value;
        rf::Position const position = search(where, searched[i].value, (how & 2) != 0) + records.read<int32_t>();
        relations = relations && relations_hold(position, search(where, searched[i].value, (how & 2) == 0));
        indices[i] = position;
      }
    }
  }
  return matches(records, run(operation, value, needle.value, indices)) && relations;
}

bool inside(Text const& text, Owned const& a, Owned const& b) {
  for (int32_t i = 0; i < text.count; ++i) {
    rf::View const view = text.pieces[i];
    bool found = view.size == 0;
    for (auto const* owned : {&a, &b})
      for (rf::View const piece : owned->pieces)
        found = found || (view.size >= 0 && view.data >= piece.data && view.data + view.size <= piece.data + piece.size);
    if (!found) return false;
  }
  return true;
}

/// Runs every operation on bytes that break the promises of their flags. The sanitizers and the bounds judge.
bool run_damaged_case(Records& records) {
  Owned const source = read_string(records);
  Owned const needle = read_string(records);
  auto const a = records.read<int32_t>();
  auto const b = records.read<int32_t>();
  AnyIndex const plain[2] = {a, b};
  AnyIndex const found[2] = {search(source.value, needle.value, false) + a, search(source.value, needle.value, true) + b};
  for (uint8_t i = 0; i < static_cast<uint8_t>(Operation::count); ++i) {
    for (auto const& indices : {std::cref(plain), std::cref(found)}) {
      Answer const answer = run(static_cast<Operation>(i), source.value, needle.value, indices.get());
      auto const* text = std::get_if<Text>(&answer);
      if (text == nullptr) continue;
      if (!inside(*text, source, needle)) return false;
      for (std::size_t const room : {0, 1, 3, 7, 50}) {
        auto const memory = std::make_unique<char[]>(room);
        rf::write_utf8(memory.get(), memory.get() + room, *text);
      }
    }
  }
  return true;
}

}  // namespace
}  // namespace test

int main(int argc, char** argv) {
  test::Records records{test::read_all(stdin)};
  auto const asked = [&](char const* what) { return argc > 1 && std::strcmp(argv[1], what) == 0; };
  bool const damaged = asked("damaged");
  test::padded_views = asked("padded");
  long number = 0;
  long failures = 0;
  for (; records.more(); ++number) {
    if (damaged ? test::run_damaged_case(records) : test::run_case(records)) continue;
    if (failures++ < 20) std::printf("%ld\n", number);
  }
  std::fprintf(stderr, "%ld cases, %ld failures\n", number, failures);
  return failures == 0 ? 0 : 1;
}
