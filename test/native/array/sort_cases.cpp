/// Sorts the arrays of sort-cases.ts, and compares the calls of the comparator and the result with those of V8. Prints the failing
/// cases; `trace` prints the calls of a case instead.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <rowfuse/array/sort.hpp>
#include <rowfuse/number/bigint/int128.hpp>

#include "../records.hpp"

namespace {

namespace rf = rowfuse;

/// Keys are in the upper bits, numbers of elements in the lower, so that elements equal for a comparator can be told apart.
constexpr double numbers = 1 << 20;

uint32_t mix(uint32_t hash, double a, double b) {
  hash = (hash ^ static_cast<uint32_t>(static_cast<int64_t>(a))) * 0x01000193u;
  return (hash ^ static_cast<uint32_t>(static_cast<int64_t>(b))) * 0x01000193u;
}

/// The comparators of sort-cases.ts: true if the result is less than 0.
class Comparator {
 public:
  Comparator(int32_t kind, uint32_t seed) : kind_{kind}, state_{seed} {}

  bool operator()(double a, double b, bool prints) {
    ++calls;
    hash = mix(hash, a, b);
    if (prints) std::printf("%.0f %.0f\n", a, b);
    double const x = key(a);
    double const y = key(b);
    switch (kind_) {
      case 0: return x < y;
      case 1: return y < x;
      case 2:  // a > b: never below 0
        return false;
      case 3:  // x > y ? 1 : -1
        return !(x > y);
      case 4:  // an order of no meaning, but the same for the same pair
        return static_cast<int32_t>((static_cast<uint32_t>(x) * 7 + static_cast<uint32_t>(y) * 13) % 5) - 2 < 0;
      case 5:  // changes from call to call
        state_ = state_ * 1664525u + 1013904223u;
        return static_cast<int32_t>((state_ >> 16) % 3) - 1 < 0;
      case 6:  // now and then the opposite
        state_ = state_ * 1664525u + 1013904223u;
        return (state_ >> 16) % 64 == 0 ? y < x : x < y;
      default:  // NaN where the keys are near
        return x < y && y - x >= 3;
    }
  }

  uint32_t calls = 0;
  uint32_t hash = 0x811c9dc5u;

 private:
  static double key(double element) { return static_cast<double>(static_cast<int64_t>(element / numbers)); }

  int32_t kind_;
  uint32_t state_;
};

/// Elements of several sizes and with padding, like those of arrays of text, bigints and values that may be missing.
template <class T>
T element_of(double value);
template <>
double element_of<double>(double value) {
  return value;
}
template <>
rf::Maybe<double> element_of<rf::Maybe<double>>(double value) {
  return value < 0 ? rf::Maybe<double>(rf::undefined) : rf::Maybe<double>(value);
}
template <>
rf::Int128 element_of<rf::Int128>(double value) {
  return static_cast<rf::Int128>(value);
}
double number_of(double element) { return element; }
double number_of(rf::Maybe<double> const& element) { return element.is_undefined() ? -1 : *element; }
double number_of(rf::Int128 element) { return static_cast<double>(element); }

struct Variant {
  rf::SortMethod method;
  bool inserts_few;
};

struct Outcome {
  uint32_t calls = 0;
  uint32_t hash = 0;
  uint32_t result = 0x811c9dc5u;
  bool has_outgrown = false;
};

template <class T>
Outcome sorted(std::vector<double> const& elements, Comparator comparator, Variant variant, int64_t room, bool prints) {
  auto const memory = std::make_unique<char[]>(static_cast<std::size_t>(room));
  rf::ArenaSlot slot{.data = memory.get(), .size = room, .inserts_few = variant.inserts_few};
  rf::RowFault fault{};
  rf::Arena arena{slot, fault};
  auto array = rf::detail::make_array<T>(arena, static_cast<int64_t>(elements.size()));
  Outcome outcome;
  if (slot.outgrown) return {.has_outgrown = true};
  for (std::size_t i = 0; i < elements.size(); ++i) array.data[i] = element_of<T>(elements[i]);
  for (rf::Sort<T> sort{arena, array, variant.method}; sort.next();)
    sort.answer(comparator(number_of(sort.left()), number_of(sort.right()), prints));
  outcome.calls = comparator.calls;
  outcome.hash = comparator.hash;
  outcome.has_outgrown = slot.outgrown;
  for (auto const& element : array) outcome.result = mix(outcome.result, number_of(element), 0);
  return outcome;
}

Outcome sorted(int32_t form, std::vector<double> const& elements, Comparator comparator, Variant variant, bool prints) {
  auto const size = static_cast<int64_t>(elements.size());
  int64_t const width = form == 0 ? 8 : 16;
  // Room for the array, half of it for merges, the pending merges, and the headers of the arena's blocks.
  int64_t const room = size * width + size / 2 * width + (size < 64 ? 0 : 512) + 64;
  auto const sort = [&](int64_t bytes) {
    return form == 0   ? sorted<double>(elements, comparator, variant, bytes, prints)
           : form == 1 ? sorted<rf::Maybe<double>>(elements, comparator, variant, bytes, prints)
                       : sorted<rf::Int128>(elements, comparator, variant, bytes, prints);
  };
  // Without room for merges the sort ends, and the row is to be evaluated again.
  if (!prints) sort(size * width + 32);
  return sort(room);
}

}  // namespace

int main(int argc, char** argv) {
  bool const prints = argc > 1 && std::string_view{argv[1]} == "trace";
  test::Records records{test::read_all(stdin)};
  int32_t cases = 0;
  int32_t failures = 0;
  for (; records.more(); ++cases) {
    auto const form = records.read<uint8_t>();
    auto const kind = records.read<uint8_t>();
    Variant variant{};
    variant.method = records.read<uint8_t>() != 0 ? rf::SortMethod::to_sorted : rf::SortMethod::sort;
    variant.inserts_few = records.read<uint8_t>() != 0;
    auto const seed = records.read<uint32_t>();
    std::vector<double> elements(records.read<uint32_t>());
    if (!elements.empty()) std::memcpy(elements.data(), records.take(elements.size() * 8), elements.size() * 8);
    auto const calls = records.read<uint32_t>();
    auto const hash = records.read<uint32_t>();
    auto const result = records.read<uint32_t>();
    Outcome const outcome = sorted(form, elements, Comparator{kind, seed}, variant, prints);
    if (outcome.calls == calls && outcome.hash == hash && outcome.result == result && !outcome.has_outgrown) continue;
    ++failures;
    if (!prints) std::printf("%d\n", cases);
  }
  std::fprintf(stderr, "%d cases, %d failures\n", cases, failures);
  return failures == 0 ? 0 : 1;
}
