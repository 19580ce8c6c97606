/// Compares the index of a string with its units, which are known from the start: every order of access, over whole strings and parts that
/// begin or end with half a character. The argument `growth` measures accesses with and without memory; the argument `damaged` reads bytes that break the promise of their flags, for memory safety alone.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/row.hpp>
#include <rowfuse/string/memory/arena.hpp>
#include <rowfuse/string/unit_index.hpp>

namespace test {
namespace {

namespace rf = rowfuse;

/// Memory of exact size, so that the sanitizer sees every access outside of it.
class Blocks final : public rf::UnitMemory {
 public:
  char* take(int32_t number, int64_t bytes) override {
    auto& block = blocks_[static_cast<std::size_t>(number)];
    block = std::make_unique<uint64_t[]>(static_cast<std::size_t>((bytes + 7) / 8));
    return reinterpret_cast<char*>(block.get());
  }

 private:
  std::unique_ptr<uint64_t[]> blocks_[2];
};

struct Sink {
  rf::ArenaSlot arena;
};

/// A view in heap memory of exact size, and its units.
struct Text {
  std::unique_ptr<char[]> bytes;
  rf::View view;
  std::vector<uint32_t> units;
};

using Random = std::mt19937;

int32_t below(Random& random, int32_t limit) { return static_cast<int32_t>(random() % static_cast<uint32_t>(limit)); }

uint32_t draw_unit(Random& random, int32_t kind) {
  switch (below(random, 4) == 0 ? below(random, 7) : kind) {
    case 0: return 'a' + random() % 26;
    case 1: return 0x80 + random() % 0x700;
    case 2: return 0x4E00 + random() % 0x1000;
    case 3: return 0xD800 + random() % 0x400;
    case 4: return 0xDC00 + random() % 0x400;
    case 5: return 0xE000 + random() % 0x1000;
    default: return ' ';
  }
}

void encode(std::vector<uint32_t> const& units, std::vector<char>& bytes) {
  auto const add = [&](uint32_t byte) { bytes.push_back(static_cast<char>(byte)); };
  for (std::size_t i = 0; i < units.size(); ++i) {
    uint32_t code = units[i];
    if (rf::detail::is_high_half(code) && i + 1 < units.size() && rf::detail::is_low_half(units[i + 1])) {
      code = rf::detail::join_halves(code, units[++i]);
    }
    if (code < 0x80) {
      add(code);
    } else if (code < 0x800) {
      add(0xC0 | code >> 6), add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      add(0xE0 | code >> 12), add(0x80 | (code >> 6 & 0x3F)), add(0x80 | (code & 0x3F));
    } else {
      add(0xF0 | code >> 18), add(0x80 | (code >> 12 & 0x3F)), add(0x80 | (code >> 6 & 0x3F)), add(0x80 | (code & 0x3F));
    }
  }
}

bool has_lone_half(std::vector<uint32_t> const& units) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (rf::detail::is_high_half(units[i]) && i + 1 < units.size() && rf::detail::is_low_half(units[i + 1])) {
      ++i;
    } else if ((units[i] & 0xF800) == 0xD800) {
      return true;
    }
  }
  return false;
}

Text draw_text(Random& random) {
  Text text;
  int32_t const length = below(random, 6) == 0 ? below(random, 600) : below(random, 60);
  int32_t const kind = below(random, 7);
  while (static_cast<int32_t>(text.units.size()) < length) {
    text.units.push_back(draw_unit(random, kind));
    // Most halves are pairs.
    if (rf::detail::is_high_half(text.units.back()) && below(random, 8) != 0) text.units.push_back(0xDC00 + random() % 0x400);
  }
  std::vector<char> bytes;
  encode(text.units, bytes);
  text.bytes = std::make_unique<char[]>(bytes.size());
  if (!bytes.empty()) std::memcpy(text.bytes.get(), bytes.data(), bytes.size());
  uint32_t const flags = has_lone_half(text.units) ? rf::View::surrogates : 0;
  text.view = {text.bytes.get(), static_cast<int32_t>(bytes.size()), flags};
  if (below(random, 2) == 0) {
    int32_t const from = below(random, length + 1);
    int32_t const to = from + below(random, length - from + 1);
    text.view = text.view.slice(from, to);
    text.units = {text.units.begin() + from, text.units.begin() + std::max(from, std::min(to, static_cast<int32_t>(text.units.size())))};
  }
  return text;
}

std::vector<uint32_t> units_of(rf::View view) {
  std::vector<uint32_t> units;
  auto reader = rf::detail::reader(view);
  for (int32_t unit = reader.next(); unit >= 0; unit = reader.next()) units.push_back(static_cast<uint32_t>(unit));
  return units;
}

/// One index at a time, in an order that a loop would have.
class Course {
 public:
  Course(Random& random, int32_t length) : random_{random}, kind_{below(random, 6)}, length_{length}, stride_{1 + below(random, 9)} {}

  int32_t next() {
    int32_t const step = step_++;
    switch (kind_) {
      case 0: return step * stride_;
      case 1: return length_ - 1 - step * stride_;
      case 2: return step % 2 == 0 ? step / 2 : length_ - 1 - step / 2;
      case 3: return below(random_, length_ + 3) - 1;
      case 4: return length_ / 2 + (step % 2 == 0 ? step : -step);
      default: return step / 3 + step % 3;
    }
  }

 private:
  Random& random_;
  int32_t kind_;
  int32_t length_;
  int32_t stride_;
  int32_t step_ = 0;
};

template <rf::AnyTextIndex Near>
bool agrees(Random& random, Text const& text, Near& near) {
  auto const length = static_cast<int32_t>(text.units.size());
  rf::View const view = text.view;
  Course course(random, length);
  int32_t const steps = below(random, 2 * length + 4);
  bool const measures_first = below(random, 2) == 0;
  if (measures_first && rf::length_near(view, near) != length) return false;
  for (int32_t i = 0; i < steps; ++i) {
    int32_t const index = course.next();
    bool const inside = index >= 0 && index < length;
    int32_t const unit = inside ? static_cast<int32_t>(text.units[static_cast<std::size_t>(index)]) : -1;
    switch (below(random, 8)) {
      case 0:
        if (near.unit(view, index) != unit) return false;
        break;
      case 1: {
        auto const found = rf::unit_at_near(view, index, near);
        if (found.present() != inside || (inside && units_of(*found) != std::vector<uint32_t>{text.units[static_cast<std::size_t>(index)]}))
          return false;
        break;
      }
      case 2:
        if (!rf::equal(rf::code_point_at_near(view, index, near), rf::code_point_at(view, index))) return false;
        break;
      case 3: {
        int32_t const end = index + below(random, 12) - 2;
        if (units_of(rf::slice_near(view, index, end, near)) != units_of(view.slice(index, end))) return false;
        break;
      }
      case 4: {
        auto const end = static_cast<double>(course.next());
        if (units_of(rf::substring_near(view, index, end, near)) != units_of(view.substring(index, end))) return false;
        break;
      }
      case 5:
        if (rf::is_longer(view, index, near) != (length > index) || rf::is_at_least(view, index, near) != (length >= index)) return false;
        break;
      case 6: {
        rf::View const needle = view.slice(index, index + 2);
        if (view.index_of(needle, rf::place_near(view, index, near)).number() != view.index_of(needle, index).number()) return false;
        rf::Position const found = view.last_index_of(needle, index);
        if (rf::number_near(view, found, near) != static_cast<double>(found.number())) return false;
        break;
      }
      default:
        if (rf::is_longer(view, index) != (length > index) || rf::is_at_least(view, index) != (length >= index) ||
            rf::has_length(view, index) != (length == index)) {
          return false;
        }
    }
  }
  return rf::length_near(view, near) == length;
}

/// Compares units that an index finds with each other, and strings that are built of them and of parts, with what their units say.
bool agrees_on_values(Random& random, Text const& text) {
  auto const length = static_cast<int32_t>(text.units.size());
  if (length == 0) return true;
  Blocks memory;
  alignas(8) static char scratch[1 << 16];
  Sink sink{{.data = scratch, .size = sizeof scratch, .units = &memory}};
  rf::RowFault fault;
  rf::Arena arena{sink.arena, fault};
  rf::PlaceIndex near{sink, 0};
  rf::View built = rf::literal<"">();
  std::vector<uint32_t> expected;
  rf::View before = rf::literal<"a">();
  uint32_t unit_before = 'a';
  for (int32_t step = 0; step < 60; ++step) {
    int32_t const index = below(random, length);
    uint32_t const unit = text.units[static_cast<std::size_t>(index)];
    rf::View const view = rf::char_at_near(text.view, index, near);
    rf::View const walked = text.view.char_at(index);
    if ((view == before) != (unit == unit_before) || (view < before) != (unit < unit_before)) return false;
    if ((walked == view) != true || (walked < before) != (unit < unit_before) || (before <= walked) != (unit_before <= unit)) return false;
    if ((view == rf::literal<" ">()) != (unit == ' ') || (view > rf::literal<"z">()) != (unit > 'z')) return false;
    before = view;
    unit_before = unit;
    if (below(random, 3) != 0) {
      built = rf::append<rf::Views::one>(arena, built, view);
      expected.push_back(unit);
    } else {
      int32_t const end = std::min(length, index + below(random, 6));
      built = rf::append<rf::Views::one>(arena, built, rf::slice_near(text.view, index, end, near));
      expected.insert(expected.end(), text.units.begin() + index, text.units.begin() + std::max(index, end));
    }
    // The flags say how halves are written.
    bool const ends_high = !expected.empty() && rf::detail::is_high_half(expected.back());
    if (ends_high != ((built.flags & rf::View::high_tail) != 0) || (has_lone_half(expected) && built.plain())) return false;
    if (units_of(built) != expected || built.length() != static_cast<int32_t>(expected.size())) return false;
  }
  return true;
}

bool run_case(Random& random) {
  Blocks memory;
  Sink sink;
  if (below(random, 4) != 0) sink.arena.units = &memory;
  Text const first = draw_text(random);
  Text const second = draw_text(random);
  rf::PlaceIndex fixed{sink, 0};
  if (!agrees(random, first, fixed) || !agrees_on_values(random, first)) return false;
  rf::ChangingPlaceIndex changing{sink, 1};
  return agrees(random, first, changing) && agrees(random, second, changing) && agrees(random, first, changing);
}

/// Reads bytes that are no text, everywhere.
void read_damaged(Random& random) {
  int32_t const size = 1 + below(random, 80);
  auto const bytes = std::make_unique<char[]>(static_cast<std::size_t>(size));
  for (int32_t i = 0; i < size; ++i)
    bytes[static_cast<std::size_t>(i)] = static_cast<char>(below(random, 3) == 0 ? 0xF0 + random() % 16 : random());
  rf::View const view{bytes.get(), size, static_cast<uint32_t>(below(random, 8))};
  Blocks memory;
  Sink sink{{.units = &memory}};
  rf::PlaceIndex near{sink, 0};
  uint32_t sum = 0;
  for (int32_t i = 0; i < 200; ++i) {
    int32_t const index = below(random, size + 4);
    if (i % 50 == 9) sum += static_cast<uint32_t>(rf::length_near(view, near));
    rf::View const part = rf::slice_near(view, index, index + 5, near);
    for (int32_t j = 0; j < part.size; ++j) sum += rf::detail::byte_at(part.data + j);
    sum += static_cast<uint32_t>(near.unit(view, index));
  }
  // Uses what was read, so that no read is left out.
  if (sum == 1) std::puts("one");
}

/// Returns the nanoseconds of one pass over a string, the least of some: index by index from one end, from both, or by steps of three.
template <class Access>
double time_of(rf::View view, rf::UnitMemory* memory, int32_t length, Access access) {
  double least = 1e18;
  for (int32_t run = 0; run < 9; ++run) {
    auto const begin = std::chrono::steady_clock::now();
    Sink sink{{.units = memory}};
    rf::PlaceIndex near{sink, 0};
    uint32_t sum = 0;
    for (int32_t i = 0; i < length; ++i) sum += access(view, i, near);
    if (sum == 1) std::puts("one");
    double const time = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
    least = time < least ? time : least;
  }
  return least;
}

/// True if 16 times the units take less than 100 times as long. A walk from the start per access would take 256 times as long.
bool grows_with_length() {
  constexpr int32_t units = 2'000;
  auto const time = [](rf::UnitMemory* memory, int32_t length, auto access) {
    std::vector<char> bytes;
    std::vector<uint32_t> text;
    for (int32_t i = 0; i < length; ++i) text.push_back(i % 3 == 0 ? 0x434u : i % 3 == 1 ? 'a' : 0x6771u);
    encode(text, bytes);
    return time_of({bytes.data(), static_cast<int32_t>(bytes.size())}, memory, length, access);
  };
  auto const is_linear = [&](rf::UnitMemory* memory, auto access) {
    double const few = time(memory, units, access);
    double const many = time(memory, 16 * units, access);
    if (many < 100 * few) return true;
    std::printf("%.0f ns for %d units, %.0f ns for %d\n", few, units, many, 16 * units);
    return false;
  };
  Blocks memory;
  bool is_fine = true;
  for (rf::UnitMemory* each : {static_cast<rf::UnitMemory*>(&memory), static_cast<rf::UnitMemory*>(nullptr)}) {
    is_fine &= is_linear(each, [](rf::View view, int32_t i, auto& near) { return static_cast<uint32_t>(near.unit(view, i)); });
    is_fine &= is_linear(each, [](rf::View view, int32_t i, auto& near) {
      int32_t const last = rf::length_near(view, near) - 1;
      return static_cast<uint32_t>(near.unit(view, i) ^ near.unit(view, last - i));
    });
    is_fine &= is_linear(
        each, [](rf::View view, int32_t i, auto& near) { return static_cast<uint32_t>(rf::slice_near(view, i, i + 4, near).size); });
    is_fine &= is_linear(each, [](rf::View view, int32_t i, auto& near) { return static_cast<uint32_t>(rf::is_longer(view, i, near)); });
  }
  // Any order needs memory.
  is_fine &= is_linear(&memory, [](rf::View view, int32_t i, auto& near) {
    int32_t const length = rf::length_near(view, near);
    return static_cast<uint32_t>(near.unit(view, static_cast<int32_t>(int64_t{i} * 7919 % length)));
  });
  return is_fine;
}

}  // namespace
}  // namespace test

int main(int count, char** arguments) {
  bool const is_damaged = count > 2 && std::string_view(arguments[2]) == "damaged";
  if (count > 2 && std::string_view(arguments[2]) == "growth") return test::grows_with_length() ? 0 : 1;
  auto const seed = static_cast<uint32_t>(std::strtoul(count > 1 ? arguments[1] : "1", nullptr, 10));
  int32_t const cases = 15'000;
  int32_t failures = 0;
  for (int32_t i = 0; i < cases; ++i) {
    test::Random random(seed + static_cast<uint32_t>(i));
    if (is_damaged) {
      test::read_damaged(random);
    } else if (!test::run_case(random)) {
      if (++failures <= 5) std::printf("%u\n", seed + static_cast<uint32_t>(i));
    }
  }
  std::fprintf(stderr, "%d cases, %d failures\n", cases, failures);
  return failures > 0 ? 1 : 0;
}
