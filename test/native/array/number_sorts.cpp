/// Sorts random numbers by their differences, with and without the comparator, and compares the bits of both results.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <rowfuse/array/sort.hpp>

#include "../expect.hpp"

namespace {

namespace rf = rowfuse;

struct Sorted {
  std::vector<double> numbers;
  int32_t comparisons = 0;
  bool has_outgrown = false;
};

Sorted sorted(std::vector<double> const& numbers, bool rises, rf::SortOrder order, int64_t room) {
  auto const memory = std::make_unique<char[]>(static_cast<std::size_t>(room));
  rf::ArenaSlot slot{.data = memory.get(), .size = room};
  rf::RowFault fault{};
  rf::Arena arena{slot, fault};
  auto array = rf::detail::make_array<double>(arena, static_cast<int64_t>(numbers.size()));
  Sorted result;
  for (std::size_t i = 0; i < static_cast<std::size_t>(array.count); ++i) array.data[i] = numbers[i];
  for (rf::Sort<double> sort{arena, array, rf::SortMethod::to_sorted, order}; sort.next(); ++result.comparisons) {
    double const difference = rises ? sort.left() - sort.right() : sort.right() - sort.left();
    sort.answer(difference < 0);
  }
  result.numbers.assign(array.data, array.data + array.count);
  result.has_outgrown = slot.outgrown;
  return result;
}

bool has_same_bits(std::vector<double> const& a, std::vector<double> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

/// Numbers near each other and far apart; with `all`, also NaN and -0.
std::vector<double> random_numbers(std::mt19937& random, std::size_t size, bool all) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double specials[] = {0.0,    infinity, -infinity, 5e-324, -5e-324, std::numeric_limits<double>::max(),
                                 1e-308, -1e-308,  -infinity, -0.0,   NAN};
  std::vector<double> numbers(size);
  for (double& number : numbers) {
    uint32_t const kind = random() % 4;
    if (kind == 0) number = specials[random() % (all ? std::size(specials) : std::size(specials) - 2)];
    else if (kind == 1) number = static_cast<double>(static_cast<int32_t>(random() % 20) - 10) + 0.0;
    else number = std::ldexp(static_cast<double>(static_cast<int32_t>(random())), static_cast<int32_t>(random() % 100) - 50) + 0.0;
  }
  return numbers;
}

void compare(std::vector<double> const& numbers, bool rises, bool is_compared, std::string const& what) {
  int64_t const room = static_cast<int64_t>(numbers.size()) * 32 + 2048;
  Sorted const by_order = sorted(numbers, rises, rises ? rf::SortOrder::rising : rf::SortOrder::falling, room);
  Sorted const by_comparator = sorted(numbers, rises, rf::SortOrder::of_comparator, room);
  expect(!by_order.has_outgrown && has_same_bits(by_order.numbers, by_comparator.numbers), what + " are sorted as by the comparator");
  expect(numbers.size() < 2 || (by_order.comparisons > 0) == is_compared, what + " are compared only if they have no order");
}

}  // namespace

int main() {
  std::mt19937 random{20'26};
  for (std::size_t size = 0; size < 700; ++size) {
    for (bool const rises : {true, false}) {
      std::string const what = std::to_string(size) + (rises ? " rising" : " falling") + " numbers";
      auto const numbers = random_numbers(random, size, false);
      compare(numbers, rises, false, what);
      compare(sorted(numbers, rises, rf::SortOrder::of_comparator, 1 << 16).numbers, rises, false, what + " in order");
      auto mixed = random_numbers(random, size, true);
      if (size > 0) mixed[random() % size] = random() % 2 == 0 ? -0.0 : NAN;
      compare(mixed, rises, true, what + " with NaN or -0");
    }
  }
  // Without room beside the numbers the row is evaluated again.
  expect(sorted(random_numbers(random, 100, false), true, rf::SortOrder::rising, 900).has_outgrown, "a sort without memory is noticed");
  return report_failures();
}
