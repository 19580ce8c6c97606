/// Aggregations of random columns, texts and files, with any number of threads and any pieces, against a map.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <rowfuse/cpu/entry.hpp>

#include "../../../native/engine/cpu/allocate_outputs.cpp"
#include "../../../native/engine/cpu/cpu_call.cpp"
#include "../../../native/engine/cpu/emit_pass.cpp"
#include "../../../native/engine/cpu/first_touch.cpp"
#include "../../../native/engine/cpu/groups/block_groups.cpp"
#include "../../../native/engine/cpu/groups/block_lines.cpp"
#include "../../../native/engine/cpu/groups/cpu_aggregation.cpp"
#include "../../../native/engine/cpu/groups/group_result.cpp"
#include <rowfuse/cpu/memory/huge_pages.hpp>
#include "../../../native/engine/api/mapped_pages.cpp"
#include "../../../native/engine/api/output_memory.cpp"
#include "../../../native/engine/api/result_blocks.cpp"
#include "../../../native/engine/api/spare_pages.cpp"
#include "../../../native/engine/api/wait.hpp"
#include "../../../native/engine/cpu/one_pass.cpp"
#include "../../../native/engine/cpu/groups/input_file.cpp"
#include "../../../native/engine/cpu/groups/line_pass.cpp"
#include "../../../native/engine/cpu/level_passes.cpp"
#include "../../../native/engine/cpu/output_pages.cpp"
#include "../../../native/engine/cpu/pool.cpp"
#include "grouping_transforms.hpp"

namespace {

using namespace grouping_test;
using Random = std::mt19937_64;

int cases = 0;
int failures = 0;
bool expect(bool condition, int line, char const* text) {
  ++cases;
  if (!condition && ++failures < 20) std::printf("grouping_cases.cpp:%d: %s\n", line, text);
  return condition;
}
#define EXPECT(condition) expect(condition, __LINE__, #condition)

constexpr rf::cpu::Entry columns_entry = rf::cpu::entry<Columns>("columns");
constexpr rf::cpu::Entry measurements_entry = rf::cpu::entry<Measurements>("measurements");
constexpr rf::cpu::Entry blocks_entry = rf::cpu::entry<Blocks>("blocks");
constexpr rf::cpu::Entry blocks_of_lines_entry = rf::cpu::entry<BlocksOfLines>("blocksOfLines");
constexpr rf::cpu::Entry halves_entry = rf::cpu::entry<Halves>("halves");

using Text = std::optional<std::string>;

/// Arrow's buffers of a text column.
struct TextColumn {
  std::string bytes;
  std::vector<std::int32_t> offsets{0};
  std::vector<std::uint8_t> validity;

  void push(Text const& text) {
    std::size_t const row = offsets.size() - 1;
    if (row % 8 == 0) validity.push_back(0);
    if (text.has_value()) validity.back() = static_cast<std::uint8_t>(validity.back() | 1 << row % 8);
    if (text.has_value()) bytes += *text;
    offsets.push_back(static_cast<std::int32_t>(bytes.size()));
  }
  rf::arrow::InputColumn column() const {
    rf::arrow::InputColumn column;
    column.values = bytes.data();
    column.values_bytes = static_cast<std::int64_t>(bytes.size());
    column.offsets = offsets.data();
    column.validity = validity.data();
    return column;
  }
};

template <class Value>
struct FixedColumn {
  std::vector<Value> values;
  std::vector<std::uint8_t> bits;
  std::vector<std::uint8_t> validity;

  void push(std::optional<Value> const& value) {
    std::size_t const row = values.size();
    if (row % 8 == 0) validity.push_back(0), bits.push_back(0);
    if (value.has_value()) validity.back() = static_cast<std::uint8_t>(validity.back() | 1 << row % 8);
    if (value.has_value() && *value != 0) bits.back() = static_cast<std::uint8_t>(bits.back() | 1 << row % 8);
    values.push_back(value.value_or(77));
  }
  rf::arrow::InputColumn column(bool boolean = false) const {
    rf::arrow::InputColumn column;
    column.values = boolean ? static_cast<void const*>(bits.data()) : values.data();
    column.validity = validity.data();
    return column;
  }
};

struct Row {
  Text name;
  std::optional<double> number;
  std::optional<std::int64_t> integer;
  std::string text;
  std::optional<char> truth;
};

/// UTF-16 units, by which JavaScript compares text.
std::u16string units(std::string const& text) {
  std::u16string result;
  for (std::size_t i = 0; i < text.size();) {
    auto const lead = static_cast<unsigned char>(text[i]);
    int const size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    std::uint32_t code = size == 1 ? lead : lead & (0x7Fu >> size);
    for (int j = 1; j < size; ++j) code = code << 6 | (static_cast<unsigned char>(text[i + static_cast<std::size_t>(j)]) & 0x3F);
    if (code >= 0x10000) {
      result += static_cast<char16_t>(0xD800 + ((code - 0x10000) >> 10));
      result += static_cast<char16_t>(0xDC00 + ((code - 0x10000) & 0x3FF));
    } else {
      result += static_cast<char16_t>(code);
    }
    i += static_cast<std::size_t>(size);
  }
  return result;
}

/// A key in the order of results: nulls last, NaN after all numbers.
struct Key {
  bool no_name;
  std::u16string name;
  int kind;
  double number;

  static Key of(Row const& row) {
    Key key{!row.name.has_value(), units(row.name.value_or("")), 2, 0};
    if (row.number.has_value()) key.kind = *row.number != *row.number ? 1 : 0;
    if (key.kind == 0) key.number = *row.number + 0.0;
    return key;
  }
  bool operator<(Key const& other) const {
    return std::tie(no_name, name, kind, number) < std::tie(other.no_name, other.name, other.kind, other.number);
  }
};

std::string random_text(Random& random, int longest) {
  static char const* const pieces[] = {"a", "b", "B", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xEF\xBF\xBD", "z", "0"};
  std::string text;
  auto const size = static_cast<int>(random() % static_cast<std::uint64_t>(longest + 1));
  for (int i = 0; i < size; ++i) text += pieces[random() % 9];
  return text;
}

double sum_of(std::vector<double> const& values) {
  rf::group::BinnedSum<> sum;
  for (double const x : values) sum.add(x);
  return sum.value();
}

bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

/// A column of a result.
struct Result {
  rf::CallResult const& result;

  bool valid(std::size_t column, std::int64_t row) const { return rf::arrow::bit_at(result.validity[column].data(), row); }
  template <class Value>
  Value value(std::size_t column, std::int64_t row) const {
    return reinterpret_cast<Value const*>(result.memory[column].data())[row];
  }
  std::string text(std::size_t column, std::int64_t row) const {
    auto const* const offsets = reinterpret_cast<std::int32_t const*>(result.offsets[column].data());
    return {result.memory[column].data() + offsets[row], static_cast<std::size_t>(offsets[row + 1] - offsets[row])};
  }
  bool truth(std::size_t column, std::int64_t row) const { return rf::arrow::bit_at(result.memory[column].data(), row); }
};

template <class Start>
bool run(Start const& start) {
  return EXPECT(rf::wait(start));
}

void columns(Random& random) {
  std::int64_t const length = static_cast<std::int64_t>(random() % (random() % 3 == 0 ? 40'000 : 600));
  int const names = 1 + static_cast<int>(random() % (random() % 2 == 0 ? 8 : 20'000));
  std::vector<std::string> all;
  for (int i = 0; i < names; ++i) all.push_back(random_text(random, random() % 8 == 0 ? 60 : 6));
  std::vector<Row> rows;
  for (std::int64_t i = 0; i < length; ++i) {
    Row row;
    if (random() % 10 != 0) row.name = all[random() % all.size()];
    static double const numbers[] = {0, -0.0, 1.5, -3, NAN, -NAN, INFINITY, -INFINITY, 5e-324};
    if (random() % 10 != 0) row.number = numbers[random() % 9];
    if (random() % 4 != 0) row.integer = static_cast<std::int64_t>(random() % 2000) - 1000;
    if (random() % 50 == 0) row.integer = static_cast<std::int64_t>(random()) >> 8;
    row.text = random_text(random, random() % 30 == 0 ? 40 : 3);
    if (random() % 3 != 0) row.truth = static_cast<char>(random() % 2);
    rows.push_back(row);
  }
  std::int64_t faulty = -1;
  if (random() % 5 == 0 && length > 0) {
    for (int i = 0; i < 5; ++i) rows[random() % rows.size()].text = "fail";
    for (std::int64_t i = length - 1; i >= 0; --i)
      if (rows[static_cast<std::size_t>(i)].text == "fail") faulty = i;
  }

  struct Expected {
    std::int64_t rows = 0;
    std::vector<std::int64_t> integers;
    std::vector<double> numbers;
    std::vector<std::string> texts;
    std::vector<std::optional<std::int64_t>> collected;
    std::optional<std::int64_t> first;
    bool some_true = false;
    bool some_false = false;
    Row key;
  };
  std::map<Key, Expected> groups;
  for (Row const& row : rows) {
    Expected& group = groups[Key::of(row)];
    if (group.rows++ == 0) group.first = row.integer, group.key = row;
    group.collected.push_back(row.integer);
    if (row.integer) group.integers.push_back(*row.integer);
    if (row.number) group.numbers.push_back(*row.number);
    group.texts.push_back(row.text);
    if (row.truth) (*row.truth ? group.some_true : group.some_false) = true;
  }

  for (int const threads : {1, 2, 5}) {
    auto const aggregation = rf::cpu::make_aggregation(columns_entry, {threads, 64});
    for (std::int64_t at = 0; at < length;) {
      auto const count = std::min<std::int64_t>(length - at, 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length)));
      TextColumn name;
      FixedColumn<double> number;
      FixedColumn<std::int64_t> integer;
      TextColumn text;
      FixedColumn<char> truth;
      for (std::int64_t i = at; i < at + count; ++i) {
        Row const& row = rows[static_cast<std::size_t>(i)];
        name.push(row.name);
        number.push(row.number);
        integer.push(row.integer);
        text.push(row.text);
        truth.push(row.truth);
      }
      std::vector<rf::arrow::InputColumn> const inputs{name.column(), number.column(), integer.column(), text.column(), truth.column(true)};
      run([&](auto done) { return aggregation->add(inputs, at, count, done); });
      if (aggregation->result.fault_row >= 0) {
        EXPECT(at + aggregation->result.fault_row == faulty && aggregation->result.fault.code == rf::Fault::thrown);
        return;
      }
      at += count;
    }
    if (!EXPECT(faulty < 0)) return;
    run([&](auto done) { return aggregation->groups(done); });
    Result const result{aggregation->result};
    if (!EXPECT(result.result.failure == rf::Failure::none && result.result.rows == static_cast<std::int64_t>(groups.size()))) return;
    std::int64_t i = 0;
    std::int64_t nulls = 0;
    for (auto const& [key, group] : groups) {
      EXPECT(result.valid(0, i) == group.key.name.has_value());
      EXPECT(result.text(0, i) == group.key.name.value_or(""));
      nulls += group.key.name.has_value() ? 0 : 1;
      EXPECT(result.valid(1, i) == group.key.number.has_value());
      EXPECT(same(result.value<double>(1, i), group.key.number.value_or(0) + 0.0));
      EXPECT(result.value<std::int64_t>(2, i) == group.rows);
      auto const count = static_cast<std::int64_t>(group.integers.size());
      EXPECT(result.value<std::int64_t>(3, i) == count);
      std::int64_t sum = 0;
      for (std::int64_t const x : group.integers) sum += x;
      EXPECT(result.valid(4, i) == (count > 0) && result.value<std::int64_t>(4, i) == sum);
      EXPECT(result.valid(5, i) == !group.numbers.empty());
      EXPECT(
          same(result.value<double>(5, i), group.numbers.empty() ? 0 : sum_of(group.numbers) / static_cast<double>(group.numbers.size())));
      EXPECT(result.value<std::int64_t>(6, i) == (count > 0 ? *std::min_element(group.integers.begin(), group.integers.end()) : 0));
      EXPECT(result.value<std::int64_t>(7, i) == (count > 0 ? *std::max_element(group.integers.begin(), group.integers.end()) : 0));
      auto const before = [](std::string const& a, std::string const& b) { return units(a) < units(b); };
      EXPECT(result.text(8, i) == *std::min_element(group.texts.begin(), group.texts.end(), before));
      EXPECT(result.text(9, i) == *std::max_element(group.texts.begin(), group.texts.end(), before));
      EXPECT(result.valid(10, i) == group.first.has_value() && result.value<std::int64_t>(10, i) == group.first.value_or(0));
      EXPECT(result.text(11, i) == group.texts.back());
      bool const some = group.some_true || group.some_false;
      EXPECT(result.valid(12, i) == some && result.truth(12, i) == group.some_true);
      EXPECT(result.valid(13, i) == some && result.truth(13, i) == (some && !group.some_false));
      EXPECT(result.valid(14, i) == (count > 1));
      EXPECT(result.value<std::int64_t>(15, i) == static_cast<std::int64_t>(std::set(group.integers.begin(), group.integers.end()).size()));
      EXPECT(result.value<std::int64_t>(16, i) == static_cast<std::int64_t>(std::set(group.texts.begin(), group.texts.end()).size()));
      std::string values;
      std::string flags;
      for (std::optional<std::int64_t> const& x : group.collected) {
        std::int64_t const value = x.value_or(0);
        values.append(reinterpret_cast<char const*>(&value), sizeof value);
        flags += static_cast<char>(x.has_value());
      }
      EXPECT(result.text(17, i) == values && result.text(18, i) == flags);
      std::string bytes;
      std::string starts;
      for (std::string const& text : group.texts) {
        auto const start = static_cast<std::int32_t>(bytes.size());
        starts.append(reinterpret_cast<char const*>(&start), sizeof start);
        bytes += text;
      }
      EXPECT(result.text(19, i) == bytes && result.text(20, i) == starts);
      ++i;
    }
    EXPECT(result.result.null_counts[0] == nulls);
  }
}

struct LineGroup {
  double low = INFINITY;
  double high = -INFINITY;
  std::vector<double> values;
};

constexpr char const* byte_order_mark = "\xEF\xBB\xBF";

std::vector<std::string> lines_of(std::string const& text, char separator = '\n') {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const end = text.find(separator, at);
    std::string line = text.substr(at, end == std::string::npos ? end : end - at);
    if (separator == '\n' && end != std::string::npos && !line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

std::string random_lines(Random& random) {
  std::string text;
  if (random() % 4 == 0) text = byte_order_mark;
  auto const count = static_cast<int>(random() % (random() % 4 == 0 ? 30'000 : 200));
  bool const crlf = random() % 3 == 0;
  int const fault = random() % 6 == 0 ? static_cast<int>(random() % static_cast<std::uint64_t>(count + 1)) : -1;
  std::vector<std::string> names;
  for (int i = 0; i < 300; ++i) names.push_back(random_text(random, i % 20 == 0 ? 200 : 9));
  for (int i = 0; i < count; ++i) {
    if (i == fault) {
      text += random() % 3 == 0 ? std::string("\xC3\x28;1") : std::string(random() % 2 == 0 ? "" : "no semicolon");
    } else {
      char number[32];
      std::snprintf(number, sizeof number, "%.*f", static_cast<int>(random() % 3),
                    static_cast<double>(static_cast<int>(random() % 20001) - 10000) / 100);
      text += names[random() % names.size()] + ";" + number;
    }
    if (i + 1 < count || random() % 2 == 0) text += crlf || random() % 50 == 0 ? "\r\n" : "\n";
  }
  // A line longer than blocks.
  if (random() % 10 == 0) text += "\n" + std::string(random() % 700'000, 'x') + ";4\n";
  if (!text.empty() && text[0] == '\n') text.erase(0, 1);
  return text;
}

void check_lines(rf::Aggregation& aggregation, std::string const& text) {
  std::vector<std::string> const lines = lines_of(text);
  std::map<std::u16string, std::pair<std::string, LineGroup>> groups;
  std::int64_t row = 0;
  for (std::string const& line : lines) {
    std::size_t const at = line.find(';');
    bool const malformed = line.find("\xC3\x28") != std::string::npos;
    if (at == std::string::npos || malformed) {
      EXPECT(aggregation.result.fault_row == row && aggregation.faulty_line == line);
      EXPECT(aggregation.result.fault.code == (malformed ? rf::Fault::invalid_utf8 : rf::Fault::thrown));
      return;
    }
    auto& [name, group] = groups[units(line.substr(0, at))];
    name = line.substr(0, at);
    double const value = std::strtod(line.c_str() + at + 1, nullptr);
    group.values.push_back(value);
    group.low = std::min(group.low, value);
    group.high = std::max(group.high, value);
    ++row;
  }
  if (!EXPECT(aggregation.result.fault_row < 0 && aggregation.result.rows == row)) return;
  run([&](auto done) { return aggregation.groups(done); });
  Result const result{aggregation.result};
  if (!EXPECT(result.result.rows == static_cast<std::int64_t>(groups.size()))) return;
  std::int64_t i = 0;
  for (auto const& [key, named] : groups) {
    auto const& [name, group] = named;
    EXPECT(result.text(0, i) == name);
    EXPECT(result.value<double>(1, i) == group.low && result.value<double>(3, i) == group.high);
    EXPECT(same(result.value<double>(2, i), sum_of(group.values) / static_cast<double>(group.values.size())));
    EXPECT(result.value<std::int64_t>(4, i) == static_cast<std::int64_t>(group.values.size()));
    EXPECT(same(result.value<double>(5, i), group.values.front()) && same(result.value<double>(6, i), group.values.back()));
    ++i;
  }
}

/// Adds a text in pieces; false after a fault.
void add_pieces(rf::Aggregation& aggregation, std::string const& text, std::vector<rf::arrow::InputColumn> const& scalars, Random& random) {
  for (std::size_t at = 0;;) {
    std::size_t const size = std::min<std::size_t>(text.size() - at, random() % (random() % 3 == 0 ? 6 : text.size() + 2));
    bool const final = at + size == text.size() && random() % 2 == 0;
    // Each piece has its own memory, so that nothing after it can be read.
    std::vector<char> const piece(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(at + size));
    run([&](auto done) { return aggregation.add_lines({piece.data(), static_cast<std::int64_t>(size), final}, scalars, done); });
    at += size;
    if (final || aggregation.result.fault_row >= 0) return;
  }
}

void lines(Random& random) {
  std::string const text = random_lines(random);
  for (int const threads : {1, 3}) {
    auto const aggregation = rf::cpu::make_aggregation(measurements_entry, {threads, 0});
    add_pieces(*aggregation, text, {{}}, random);
    check_lines(*aggregation, text);
  }
  char path[] = "/tmp/rowfuse-lines-XXXXXX";
  int const file = ::mkstemp(path);
  if (!EXPECT(file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()))) return;
  ::close(file);
  for (int const threads : {1, 4}) {
    auto const aggregation = rf::cpu::make_aggregation(measurements_entry, {threads, 0});
    run([&](auto done) { return aggregation->add_file(path, {{}}, done); });
    EXPECT(aggregation->result.failure == rf::Failure::none);
    EXPECT(aggregation->result.fault_row >= 0 || aggregation->progress.bytes == static_cast<std::int64_t>(text.size()));
    // A byte-order mark in a file is no part of the first line; for pieces the caller removes it.
    check_lines(*aggregation, text.starts_with(byte_order_mark) ? text.substr(3) : text);
  }
  ::unlink(path);
}

/// Filtered and expanded rows, numbered lines, text that is concatenated, and unordered groups.
void halves(Random& random) {
  std::string text = random_lines(random);
  if (text.find("\xC3\x28") != std::string::npos) return;
  std::replace(text.begin(), text.end(), '\n', '|');
  std::map<std::string, std::vector<double>> groups;
  double row = 0;
  for (std::string const& line : lines_of(text, '|')) {
    std::size_t const at = line.find(';');
    if (at != std::string::npos) {
      groups["<" + line.substr(0, at) + ">"].push_back(row);
      groups["<" + line.substr(at + 1) + ">"].push_back(row);
    }
    ++row;
  }
  auto const aggregation = rf::cpu::make_aggregation(halves_entry, {3, 0});
  add_pieces(*aggregation, text, {{}, {}}, random);
  run([&](auto done) { return aggregation->groups(done); });
  Result const result{aggregation->result};
  if (!EXPECT(result.result.rows == static_cast<std::int64_t>(groups.size()))) return;
  for (std::int64_t i = 0; i < result.result.rows; ++i) {
    auto const found = groups.find(result.text(0, i));
    if (!EXPECT(found != groups.end())) continue;
    EXPECT(result.value<double>(1, i) == sum_of(found->second));
    EXPECT(result.value<double>(2, i) == found->second.front());
    EXPECT(result.value<std::int64_t>(3, i) == static_cast<std::int64_t>(found->second.size()));
  }
}

/// So many groups that they are merged and sorted in parts.
void many_groups() {
  std::string text;
  constexpr int count = 300'000;
  for (int i = 0; i < count; ++i)
    text +=
        std::to_string((i * 7919LL) % 100'003) + (i % 3 == 0 ? " of a name longer than words" : "") + ";" + std::to_string(i % 100) + "\n";
  auto const aggregation = rf::cpu::make_aggregation(measurements_entry, {4, 0});
  run([&](auto done) { return aggregation->add_lines({text.data(), static_cast<std::int64_t>(text.size()), true}, {{}}, done); });
  check_lines(*aggregation, text);
}

constexpr std::int64_t block_rows = rf::cpu::BlockGroups::block_rows;

/// Computes the result of `Decayed` for a group, row by row.
struct DecayedGroup {
  std::optional<double> before;
  std::optional<double> current;
  std::int64_t block = -1;
  std::int64_t rows = 0;

  void add(std::int64_t row, double value) {
    if (block != row / block_rows) close();
    block = row / block_rows;
    current = current.value_or(0) * 0.75 + value;
    ++rows;
  }
  void close() {
    if (current) before = before ? *before * 0.5 + *current : *current;
    current.reset();
  }
};

/// Lines in pieces that end anywhere. The first line that no state can hold is reported.
void blocks_of_lines(Random& random) {
  std::int64_t const length = static_cast<std::int64_t>(random() % (4 * block_rows));
  std::size_t const names = 1 + random() % (random() % 2 == 0 ? 8 : 30'000);
  std::int64_t const failing =
      random() % 3 == 0 && length > 0 ? static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length)) : -1;
  std::map<std::string, DecayedGroup> expected;
  std::string text;
  std::string failed;
  for (std::int64_t row = 0; row < length; ++row) {
    std::string const name = (random() % 20'000 == 0 ? std::string(random() % 400'000, 'x') : "") + std::to_string(random() % names);
    int const value = row == failing ? -1 : static_cast<int>(random() % 1000);
    std::string const line = name + ";" + std::to_string(value);
    if (row == failing) failed = line;
    text += line + (random() % 8 == 0 ? "\r\n" : row + 1 == length && random() % 2 == 0 ? "" : "\n");
    expected[name].add(row, value);
  }
  auto const aggregation = rf::cpu::make_aggregation(blocks_of_lines_entry, {1 + static_cast<int>(random() % 4), 0});
  std::size_t at = 0;
  do {
    std::size_t const size = std::min<std::size_t>(text.size() - at, random() % 2 == 0 ? random() % 200'000 : text.size());
    // The text has its own memory, so that reading a byte after it is an error.
    std::string const piece(text, at, size);
    at += size;
    std::vector<char> const memory(piece.begin(), piece.end());
    run([&](auto done) { return aggregation->add_lines({memory.data(), static_cast<std::int64_t>(size), at == text.size()}, {{}}, done); });
  } while (at < text.size() && aggregation->result.fault_row < 0);
  EXPECT(aggregation->result.fault_row == failing);
  if (failing >= 0) {
    EXPECT(aggregation->faulty_line == failed);
    return;
  }
  EXPECT(aggregation->result.rows == length);
  run([&](auto done) { return aggregation->groups(done); });
  Result const shown{aggregation->result};
  if (!EXPECT(shown.result.rows == static_cast<std::int64_t>(expected.size()))) return;
  std::int64_t i = 0;
  for (auto& [name, group] : expected) {
    group.close();
    EXPECT(shown.text(0, i) == name && same(shown.value<double>(1, i), *group.before));
    EXPECT(shown.value<std::int64_t>(2, i) == group.rows);
    ++i;
  }
}

/// Rows in several passes. The first row that no state can hold is reported.
void blocks(Random& random) {
  constexpr std::int64_t block = block_rows;
  std::int64_t const length = static_cast<std::int64_t>(random() % (4 * block));
  std::size_t const names = 1 + random() % (random() % 2 == 0 ? 8 : 30'000);
  std::int64_t const failing =
      random() % 3 == 0 && length > 0 ? static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length)) : -1;
  std::map<std::string, DecayedGroup> expected;
  auto const aggregation = rf::cpu::make_aggregation(blocks_entry, {1 + static_cast<int>(random() % 4), random() % 2 == 0 ? 64 : 4096});
  std::int64_t first = 0;
  std::int64_t fault = -1;
  while (first < length && fault < 0) {
    std::int64_t const count =
        std::min<std::int64_t>(length - first, random() % 2 == 0 ? static_cast<std::int64_t>(random() % 1000) : length);
    TextColumn name;
    FixedColumn<double> number;
    for (std::int64_t row = first; row < first + count; ++row) {
      std::string const key = "a name of more than 23 bytes " + std::to_string(random() % names);
      double const value = row == failing ? -1 : static_cast<double>(random() % 1000) / 7;
      name.push(key);
      number.push(value);
      expected[key].add(row, value);
    }
    run([&](auto done) { return aggregation->add({name.column(), number.column()}, first, count, done); });
    fault = aggregation->result.fault_row;
    if (fault >= 0) EXPECT(first + fault == failing);
    first += count;
  }
  EXPECT((fault >= 0) == (failing >= 0));
  if (fault >= 0) return;
  run([&](auto done) { return aggregation->groups(done); });
  auto const& result = aggregation->result;
  if (!EXPECT(result.failure == rf::Failure::none && result.rows == static_cast<std::int64_t>(expected.size()))) return;
  std::int64_t at = 0;
  for (auto& [name, group] : expected) {
    group.close();
    Result const shown{result};
    EXPECT(shown.text(0, at) == name && shown.text(2, at) == name);
    EXPECT(same(shown.value<double>(1, at), *group.before));
    auto const* const ends = reinterpret_cast<std::int32_t const*>(result.offsets[3].data());
    EXPECT(ends[at + 1] - ends[at] == group.rows * 8);
    ++at;
  }
}

/// A text in pieces within a memory limit gives the same groups, or the call ends and reports how much it would have needed.
void within(std::int64_t limit, rf::cpu::Entry const& entry, std::string const& text, std::int64_t groups) {
  auto const aggregation = rf::cpu::make_aggregation(entry, {4, 0});
  aggregation->budget.set_limit(limit);
  std::size_t const half = text.size() / 2;
  for (bool const last : {false, true}) {
    std::string_view const piece = last ? std::string_view(text).substr(half) : std::string_view(text).substr(0, half);
    run([&](auto done) { return aggregation->add_lines({piece.data(), static_cast<std::int64_t>(piece.size()), last}, {{}}, done); });
    if (aggregation->result.failure != rf::Failure::none) break;
  }
  if (aggregation->result.failure == rf::Failure::none) run([&](auto done) { return aggregation->groups(done); });
  if (aggregation->result.failure == rf::Failure::none) {
    EXPECT(aggregation->result.rows == groups && aggregation->budget.wanted() == 0);
  } else {
    EXPECT(aggregation->result.failure == rf::Failure::out_of_memory && aggregation->budget.wanted() > limit);
  }
  EXPECT(aggregation->budget.held() <= limit);
}

void limits() {
  std::string text;
  constexpr int names = 20'000;
  for (int i = 0; i < 200'000; ++i)
    text += std::to_string(i * 7919LL % names) + (i % 3 == 0 ? " of a long name" : " of") + ";" + std::to_string(i % 100) + "\n";
  text += std::string(3'000'000, 'x') + ";1\n";
  constexpr std::int64_t groups = 2 * names + 1;
  for (rf::cpu::Entry const* entry : {&measurements_entry, &blocks_of_lines_entry}) {
    for (std::int64_t limit = 1 << 10; limit <= 1 << 29; limit *= 2) within(limit, *entry, text, groups);
    within(rf::MemoryBudget::unlimited, *entry, text, groups);
  }
}

void files_that_cannot_be_read() {
  auto const error_of = [](char const* path) {
    auto const aggregation = rf::cpu::make_aggregation(measurements_entry, {2, 0});
    run([&](auto done) { return aggregation->add_file(path, {{}}, done); });
    return aggregation->result.failure == rf::Failure::unreadable ? aggregation->system_error : 0;
  };
  EXPECT(error_of("/tmp/there is no such file") == ENOENT);
  EXPECT(error_of("/tmp") == EISDIR);
  EXPECT(error_of("/dev/null") == ESPIPE);
}

/// A sum that its column cannot hold.
void overflow() {
  FixedColumn<std::int64_t> integer;
  TextColumn name;
  FixedColumn<double> number;
  TextColumn text;
  FixedColumn<char> truth;
  for (int i = 0; i < 4; ++i) {
    name.push(i < 2 ? "a" : "b");
    number.push(1.0);
    integer.push(i < 2 ? 1 : INT64_MAX);
    text.push("");
    truth.push({});
  }
  auto const aggregation = rf::cpu::make_aggregation(columns_entry, {2, 64});
  run([&](auto done) {
    return aggregation->add({name.column(), number.column(), integer.column(), text.column(), truth.column(true)}, 0, 4, done);
  });
  run([&](auto done) { return aggregation->groups(done); });
  EXPECT(aggregation->result.rows == 2 && aggregation->result.fault_row == 1);
  EXPECT(aggregation->result.fault.code == rf::Fault::out_of_range && aggregation->result.fault.column == 4);
}

}  // namespace

int main(int count, char** arguments) {
  Random random(count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1);
  int const rounds = count > 2 ? std::atoi(arguments[2]) : 1;
  for (int round = 0; round < 30 * rounds; ++round) {
    columns(random);
    lines(random);
    halves(random);
  }
  for (int round = 0; round < 3 * rounds; ++round) {
    blocks(random);
    blocks_of_lines(random);
  }
  many_groups();
  files_that_cannot_be_read();
  overflow();
  limits();
  EXPECT(rf::MemoryBudget::all_held().load() == 0 && rf::MemoryBudget::all_forgotten().load() == 0);
  std::printf("%d cases, %d failures\n", cases, failures);
  std::fflush(stdout);
  ::_exit(failures != 0);  // the pool's threads never end
}
