/// The redact benchmark's table in C++: the same bytes as redact-table.mjs for the same rows and seed.
#pragma once

#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace bench {

/// One Arrow string column: `offsets[0 ... rows]` into `data`. `data` has `padding` readable bytes past its end.
struct Column {
  static constexpr std::size_t padding = 64;
  std::unique_ptr<std::int32_t[]> offsets;
  std::unique_ptr<char[]> data;
  std::size_t bytes = 0;
};

struct Table {
  std::int64_t rows = 0;
  Column name;
  Column visibility;
};

constexpr std::uint32_t default_seed = 20221;

/// 32-bit integer hash ("lowbias32", found by Chris Wellons's hash prospector, 2018).
constexpr std::uint32_t mix(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

namespace detail {

constexpr int name_count = 2048;
constexpr int stride = 16;

struct NameList {
  std::vector<char> bytes = std::vector<char>(name_count * stride);
  std::vector<std::uint8_t> sizes = std::vector<std::uint8_t>(name_count);
};

inline std::string syllable_name(std::uint32_t number, std::uint32_t seed) {
  static constexpr std::string_view onsets[] = {"b", "br", "c", "ch", "d", "dr", "f",  "fl", "g", "gr", "h",  "j", "k", "kl",
                                                "l", "m",  "n", "p",  "r", "s",  "sh", "st", "t", "th", "tr", "v", "w", "z"};
  static constexpr std::string_view vowels[] = {"a", "e", "i", "o", "u", "ae", "ai", "ea", "ia", "ou"};
  static constexpr std::string_view codas[] = {"", "", "", "n", "r", "l", "s", "m"};
  std::uint32_t state = mix(number ^ (seed * 0x9e3779b9u));
  auto const pick = [&state](auto const& list) {
    state = mix(state + 0x6d2b79f5u);
    return list[state % std::size(list)];
  };
  int const count = mix(state) % 12 == 0 ? 3 : 2;
  std::string name;
  for (int syllable = 0; syllable < count; ++syllable) {
    name += pick(onsets);
    name += pick(vowels);
  }
  name += pick(codas);
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

/// The names of one column (0 first, 1 last) of names.csv, then syllable names.
inline NameList name_list(std::string const& source, std::uint32_t seed, int column) {
  std::ifstream file(source);
  if (!file) throw std::runtime_error("cannot read " + source + ": pass the path of bench/data/names.csv");
  NameList list;
  int number = 0;
  auto const add = [&](std::string const& name) {
    if (name.size() > stride) throw std::runtime_error("a name is longer than the list's stride: " + name);
    std::memcpy(&list.bytes[static_cast<std::size_t>(number) * stride], name.data(), name.size());
    list.sizes[static_cast<std::size_t>(number++)] = static_cast<std::uint8_t>(name.size());
  };
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) continue;
    auto const name = line.substr(0, line.find(','));
    auto const space = name.find(' ');
    add(column == 0 ? name.substr(0, space) : name.substr(space + 1));
  }
  while (number < name_count) add(syllable_name(static_cast<std::uint32_t>(number * 2 + column), seed));
  return list;
}

struct Picked {
  std::uint32_t first, last;
  bool is_public;
};

inline Picked pick(std::int64_t row, std::uint32_t seed) {
  std::uint32_t const hash = mix(static_cast<std::uint32_t>(row) ^ seed);
  return {hash & (name_count - 1), (hash >> 11) & (name_count - 1), ((hash >> 22) & 1) != 0};
}

/// Calls `work(part, from, to)` on `threads` threads over equal parts of `rows`.
template <class Work>
void in_parts(std::int64_t rows, int threads, Work const& work) {
  std::vector<std::thread> pool;
  for (int part = 0; part < threads; ++part) {
    pool.emplace_back([&work, part, from = rows * part / threads, to = rows * (part + 1) / threads] { work(part, from, to); });
  }
  for (auto& thread : pool) thread.join();
}

}  // namespace detail

/// `rows` rows. `names_csv` is the path of bench/data/names.csv.
inline Table redact_table(std::int64_t rows, std::string const& names_csv, std::uint32_t seed = default_seed) {
  using namespace detail;
  auto const first = name_list(names_csv, seed, 0);
  auto const last = name_list(names_csv, seed, 1);
  int const threads = static_cast<int>(std::max(1u, std::min(16u, std::thread::hardware_concurrency())));
  std::vector<std::array<std::size_t, 2>> starts(static_cast<std::size_t>(threads) + 1);
  in_parts(rows, threads, [&](int part, std::int64_t from, std::int64_t to) {
    std::size_t name = 0;
    std::size_t visibility = 0;
    for (std::int64_t row = from; row < to; ++row) {
      auto const picked = pick(row, seed);
      name += first.sizes[picked.first] + 1u + last.sizes[picked.last];
      visibility += picked.is_public ? 6 : 7;
    }
    starts[static_cast<std::size_t>(part) + 1] = {name, visibility};
  });
  for (std::size_t part = 1; part < starts.size(); ++part) {
    for (std::size_t column = 0; column < 2; ++column) starts[part][column] += starts[part - 1][column];
  }

  Table table;
  table.rows = rows;
  auto const allocate = [rows](Column& column, std::size_t bytes) {
    column.bytes = bytes;
    column.offsets.reset(new std::int32_t[static_cast<std::size_t>(rows) + 1]);
    column.data.reset(new char[bytes + Column::padding]);
    column.offsets[0] = 0;
    std::memset(column.data.get() + bytes, 0, Column::padding);
  };
  allocate(table.name, starts.back()[0]);
  allocate(table.visibility, starts.back()[1]);
  in_parts(rows, threads, [&](int part, std::int64_t from, std::int64_t to) {
    std::size_t name = starts[static_cast<std::size_t>(part)][0];
    std::size_t visibility = starts[static_cast<std::size_t>(part)][1];
    auto const put = [&name, &table](NameList const& list, std::uint32_t index) {
      std::memcpy(&table.name.data[name], &list.bytes[static_cast<std::size_t>(index) * stride], list.sizes[index]);
      name += list.sizes[index];
    };
    for (std::int64_t row = from; row < to; ++row) {
      auto const picked = pick(row, seed);
      put(first, picked.first);
      table.name.data[name++] = ' ';
      put(last, picked.last);
      table.name.offsets[row + 1] = static_cast<std::int32_t>(name);
      std::string_view const text = picked.is_public ? "public" : "private";
      std::memcpy(&table.visibility.data[visibility], text.data(), text.size());
      visibility += text.size();
      table.visibility.offsets[row + 1] = static_cast<std::int32_t>(visibility);
    }
  });
  return table;
}

}  // namespace bench
