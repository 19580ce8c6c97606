/// Lazy strings against JavaScript's results (lazy-cases.ts), on standard input. The argument `mapping` tests only the mapped strings;
/// `arena` tests strings built in random ways, against a model of their units.
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include <rowfuse/string/case/case_map.hpp>
#include <rowfuse/string/memory/arena.hpp>

#include "../records.hpp"

namespace test {
namespace {

template <rf::StringLike T>
std::u16string units_of(T const& string) {
  std::u16string units;
  auto reader = rf::detail::reader(string);
  for (int32_t unit = reader.next(); unit >= 0; unit = reader.next()) units += static_cast<char16_t>(unit);
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
    int const more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    constexpr unsigned leads[] = {0, 0xC0, 0xE0, 0xF0};
    bytes += static_cast<char>(leads[more] | code >> (6 * more));
    for (int k = more - 1; k >= 0; --k) bytes += static_cast<char>(0x80 | (code >> (6 * k) & 0x3F));
  }
  return bytes;
}

/// Expects every way to read a string to give `expected`: its units, its length, its size, and its bytes in memory of any size.
template <rf::StringLike T>
bool is(T const& string, std::u16string const& expected) {
  if (units_of(string) != expected || string.length() != static_cast<int32_t>(expected.size())) return false;
  if (string.empty() != expected.empty()) return false;
  std::string const utf8 = utf8_of(expected);
  if (rf::utf8_size(string) != static_cast<int64_t>(utf8.size())) return false;
  for (std::size_t const room : {utf8.size(), utf8.size() / 2, utf8.size() + 3}) {
    auto const memory = std::make_unique<char[]>(room);
    rf::Written const written = rf::write_utf8(memory.get(), memory.get() + room, string);
    auto const size = static_cast<std::size_t>(written.at - memory.get());
    if (written.needed != static_cast<int64_t>(utf8.size()) || size > room) return false;
    if (room >= utf8.size() && (size != utf8.size() || std::memcmp(memory.get(), utf8.data(), size) != 0)) return false;
  }
  // The flattened string is the same.
  std::vector<uint64_t> scratch(expected.size() + 16);
  rf::ArenaSlot slot{reinterpret_cast<char*>(scratch.data()), static_cast<int64_t>(scratch.size() * 8)};
  rf::RowFault fault;
  rf::Arena arena{slot, fault};
  return units_of(rf::flatten(arena, string)) == expected && !slot.outgrown && !fault;
}

template <class T>
bool is_unit(rf::Maybe<T> const& unit, std::u16string const& expected) {
  return unit.present() ? is(*unit, expected) : expected.empty();
}

/// Runs all operations of one mapped string. The records hold two numbers, then JavaScript's result of each operation.
template <rf::StringLike S, rf::StringLike N>
bool run_operations(Records& records, S const& s, N const& needle) {
  auto const a = records.read<int32_t>();
  auto const b = records.read<double>();
  bool good = is(s, records.units());
  good = is_unit(s.unit_at(a), records.units()) && good;
  good = is_unit(s.at(a), records.units()) && good;
  good = is(s.char_at(a), records.units()) && good;
  good = is(s.slice(a), records.units()) && good;
  good = is(s.slice(a, b), records.units()) && good;
  good = is(s.substring(a, b), records.units()) && good;
  good = is(s.slice(a).slice(1, b), records.units()) && good;
  good = is(s.to_upper_case(), records.units()) && good;
  good = is(s.to_lower_case(), records.units()) && good;
  auto const number = [&](rf::Position position) { good = position.number() == records.read<int32_t>() && good; };
  number(s.index_of(needle));
  number(s.index_of(needle, b));
  number(s.last_index_of(needle));
  number(s.last_index_of(needle, a));
  auto const truth = [&](bool value) { good = value == (records.read<uint8_t>() != 0) && good; };
  truth(s.includes(needle));
  truth(s.includes(needle, a));
  truth(s.starts_with(needle));
  truth(s.starts_with(needle, a));
  truth(s.ends_with(needle));
  truth(s.ends_with(needle, b));
  truth(s == needle);
  truth(needle == s);
  truth(s < needle);
  truth(s >= needle);
  return good;
}

bool run_case(Records& records) {
  auto const casing = records.read<uint8_t>();
  Owned const source = read_string(records);
  auto const needle_casing = records.read<uint8_t>();
  Owned const needle = read_string(records);
  auto const with_needle = [&](auto const& s) {
    return std::visit(
        [&](auto const& n) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(n)>, rf::View>) {
            if (needle_casing != 0) return run_operations(records, s, n.to_lower_case());
          }
          return run_operations(records, s, n);
        },
        needle.value);
  };
  return std::visit([&](auto const& s) { return casing == 0 ? with_needle(s.to_upper_case()) : with_needle(s.to_lower_case()); },
                    source.value);
}

/// Checks a string in upper and in lower case.
bool run_mapping(Records& records) {
  Owned const source = read_string(records);
  std::u16string const upper = records.units();
  std::u16string const lower = records.units();
  return std::visit([&](auto const& s) { return is(s.to_upper_case(), upper) && is(s.to_lower_case(), lower); }, source.value);
}

struct Built {
  rf::View view;
  std::u16string units;
};

/// Runs one row: strings appended and prepended to each other, in an arena that may be too small. Every string that was ever built
/// stays unchanged.
bool run_arena(std::mt19937& random) {
  auto const below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  auto const words = static_cast<std::size_t>(1 + below(below(2) == 0 ? 40 : 4000));
  auto const memory = std::make_unique<uint64_t[]>(words);
  rf::ArenaSlot slot{reinterpret_cast<char*>(memory.get()), static_cast<int64_t>(words * 8)};
  rf::RowFault fault;
  rf::Arena arena{slot, fault};
  rf::View const emoji = rf::literal<"\xF0\x9F\x98\x80">();
  std::vector<Built> const pieces = {{rf::literal<"">(), u""},
                                     {rf::literal<"a">(), u"a"},
                                     {rf::literal<"hello world">(), u"hello world"},
                                     {rf::literal<"\xC3\xA9">(), u"\u00e9"},
                                     {emoji, u"\U0001F600"},
                                     {emoji.slice(0, 1), u"\xD83D"},
                                     {emoji.slice(1), u"\xDE00"},
                                     {rf::wtf8_literal<"\xED\xA0\xBD">(), u"\xD83D"},
                                     {rf::wtf8_literal<"x\xED\xB8\x80">(), u"x\xDE00"}};
  std::vector<Built> built = {{rf::literal<"">(), u""}};
  auto const pick = [&]() -> Built {
    if (below(3) != 0) return pieces[static_cast<std::size_t>(below(static_cast<int>(pieces.size())))];
    return built[static_cast<std::size_t>(below(static_cast<int>(built.size())))];
  };
  for (int step = 0; step < 60; ++step) {
    // Mostly the newest string, which is the one that grows in place.
    Built const text = below(4) != 0 ? built[built.size() - 1 - static_cast<std::size_t>(below(2) % built.size())] : pick();
    Built const a = pick();
    Built const b = pick();
    if (text.units.size() + a.units.size() + b.units.size() > 2000) continue;
    Built result;
    switch (below(6)) {
      case 4:
      case 5: {
        // A string that nobody else sees, at either end.
        rf::View own = rf::literal<"">();
        std::u16string units;
        bool const at_end = below(2) == 0;
        for (int i = 0; i < 12; ++i) {
          Built const piece = pick();
          if (units.size() + piece.units.size() > 1500) break;
          own = at_end ? rf::append<rf::Views::one>(arena, own, piece.view) : rf::prepend<rf::Views::one>(arena, own, piece.view);
          units = at_end ? units + piece.units : piece.units + units;
          if (!slot.outgrown && units_of(own) != units) return false;
        }
        result = {own, units};
        break;
      }
      case 0: result = {rf::append(arena, text.view, a.view), text.units + a.units}; break;
      case 1: result = {rf::append(arena, text.view, rf::concat(a.view, b.view)), text.units + a.units + b.units}; break;
      case 2: result = {rf::prepend(arena, text.view, a.view, b.view), a.units + b.units + text.units}; break;
      default: result = {rf::flatten(arena, a.view, text.view), a.units + text.units};
    }
    if (fault) return false;
    if (slot.outgrown) break;
    built.push_back(result);
    for (Built const& one : built)
      if (units_of(one.view) != one.units) return false;
    if (below(8) == 0) built.push_back({result.view.slice(1), result.units.substr(result.units.empty() ? 0 : 1)});
  }
  return true;
}

}  // namespace
}  // namespace test

int main(int argc, char** argv) {
  long number = 0;
  long failures = 0;
  if (argc > 1 && std::string(argv[1]) == "arena") {
    std::mt19937 random(20'25);
    for (; number < 8'000; ++number)
      if (!test::run_arena(random) && failures++ < 20) std::printf("%ld\n", number);
  } else {
    test::Records records{test::read_all(stdin)};
    bool const mapping = argc > 1;
    for (; records.more(); ++number)
      if (!(mapping ? test::run_mapping(records) : test::run_case(records)) && failures++ < 20) std::printf("%ld\n", number);
  }
  std::fprintf(stderr, "%ld cases, %ld failures\n", number, failures);
  return failures == 0 ? 0 : 1;
}
