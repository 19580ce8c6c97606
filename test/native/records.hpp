/// Reads the output of record-writer.ts, and keeps every string in heap memory of exactly its size, so that the address sanitizer sees
/// any access outside.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <rowfuse/string/string.hpp>

namespace test {

namespace rf = rowfuse;

inline std::vector<char> read_all(std::FILE* file) {
  std::vector<char> bytes;
  char block[65536];
  for (std::size_t got; (got = std::fread(block, 1, sizeof block, file)) > 0;) bytes.insert(bytes.end(), block, block + got);
  return bytes;
}

class Records {
 public:
  explicit Records(std::vector<char> bytes) : bytes_{std::move(bytes)} {}

  bool more() const { return at_ < bytes_.size(); }

  template <class T>
  T read() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }

  char const* take(std::size_t size) {
    if (size > bytes_.size() - at_) {
      std::fprintf(stderr, "the records end inside a case\n");
      std::exit(2);
    }
    char const* data = bytes_.data() + at_;
    at_ += size;
    return data;
  }

  std::u16string units() {
    auto const count = read<uint32_t>();
    std::u16string units(count, u'\0');
    std::memcpy(units.data(), take(count * 2), count * 2);
    return units;
  }

 private:
  std::vector<char> bytes_;
  std::size_t at_ = 0;
};

using Rope = rf::Rope<8>;
using AnyString = std::variant<rf::View, Rope>;

/// A string and the memory that it views.
struct Owned {
  std::vector<std::unique_ptr<char[]>> memory;
  std::vector<rf::View> pieces;
  AnyString value;
};

/// Views are read with padding after them, as the CPU backend has them. The padding repeats the string's own bytes, so that a wrong
/// read finds something.
inline bool padded_views = false;

inline rf::View read_view(Records& records, Owned& owned) {
  auto const size = records.read<uint32_t>();
  auto const flags = records.read<uint32_t>() | (padded_views ? rf::View::padded : 0);
  std::size_t const padding = padded_views ? rf::View::padding : 0;
  owned.memory.push_back(std::make_unique<char[]>(size + padding));
  char* const data = owned.memory.back().get();
  std::memcpy(data, records.take(size), size);
  for (std::size_t i = 0; i < padding; ++i) data[size + i] = size == 0 ? 'a' : data[i % size];
  rf::View const view{owned.memory.back().get(), static_cast<int32_t>(size), flags};
  owned.pieces.push_back(view);
  return view;
}

inline Owned read_string(Records& records) {
  Owned owned;
  bool const is_rope = records.read<uint8_t>() != 0;
  auto const count = records.read<uint8_t>();
  Rope rope;
  for (int i = 0; i < count; ++i) rope.pieces[i] = read_view(records, owned);
  if (is_rope) {
    owned.value = rope;
  } else {
    owned.value = owned.pieces.front();
  }
  return owned;
}

}  // namespace test
