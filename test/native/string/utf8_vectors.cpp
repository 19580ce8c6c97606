// Compares the check of UTF-8 by vectors with that of bytes: every sequence of up to four bytes that differ to a decoder, and every
// pair of bytes. Each is at every place of a vector, at the ends of a text, and about the ends of blocks in long texts. Random texts with
// and without errors follow. The facts about rows of text are compared with those that single bytes and rows give.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <rowfuse/cpu/tile/text_check.hpp>

namespace {

long cases = 0;
long failures = 0;

void expect(bool same, char const* data, std::int64_t size) {
  ++cases;
  if (same || ++failures > 10) return;
  std::printf("%lld bytes:", static_cast<long long>(size));
  for (std::int64_t i = 0; i < size; ++i) std::printf(" %02x", static_cast<unsigned char>(data[i]));
  std::printf("\n");
}

void expect_same(char const* data, std::int64_t size) {
  expect(rowfuse::cpu::is_valid_utf8(data, size) == rowfuse::arrow::is_valid_utf8(data, size), data, size);
}

/// Both ends of every range of bytes that the definition of UTF-8 distinguishes.
constexpr unsigned char edges[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
                                   0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};

constexpr std::int64_t most = 100;

/// A sequence at some places of an ASCII text, which ends with it, a byte later, or much later.
void place(unsigned char const* bytes, int count, int first, int step) {
  char text[most];
  std::memset(text, 'a', sizeof text);
  for (int at = first; at + count <= most; at += step) {
    std::memcpy(text + at, bytes, static_cast<std::size_t>(count));
    expect_same(text, at + count);
    if (at + count < most) expect_same(text, at + count + 1);
    expect_same(text, most);
    std::memset(text + at, 'a', static_cast<std::size_t>(count));
  }
}

/// A sequence about the ends of blocks, in a long text whose blocks are ASCII, are not, or change.
void place_in_blocks(unsigned char const* bytes, int count, int number) {
  static constexpr int ends[] = {32, 288, 544, 800, 1056, 1090};
  constexpr int size = 1100;
  static std::string const backgrounds[] = {std::string(size, 'a'),
                                            [] {
                                              std::string text;
                                              while (text.size() < size) text += "\xC3\xA9";
                                              return text;
                                            }(),
                                            std::string(600, 'a') + "\xF0\x9F\x98\x80" + std::string(size - 604, 'a')};
  std::string text = backgrounds[number % 3];
  int const at = ends[number / 3 % 6] - 4 + number / 18 % 9;
  for (int i = 0; i < count && at + i < size; ++i) text[static_cast<std::size_t>(at + i)] = static_cast<char>(bytes[i]);
  expect_same(text.data(), size);
}

void every_sequence() {
  for (unsigned pair = 0; pair < 1u << 16; ++pair) {
    unsigned char const bytes[] = {static_cast<unsigned char>(pair), static_cast<unsigned char>(pair >> 8)};
    place(bytes, 2, static_cast<int>(pair % 13), 13);
  }
  constexpr int kinds = sizeof edges;
  int number = 0;
  for (int count = 1; count <= 4; ++count) {
    int all = 1;
    for (int i = 0; i < count; ++i) all *= kinds;
    for (int which = 0; which < all; ++which) {
      unsigned char bytes[4];
      for (int i = 0, rest = which; i < count; ++i, rest /= kinds) bytes[i] = edges[rest % kinds];
      // Tries all places in turn; sequences of three bytes and fewer are tried at every one.
      int const step = count == 4 ? 37 : 1;
      place(bytes, count, number++ % step, step);
      // All combinations of a background and a place, of which there are 162; longer sequences take turns.
      for (int combination = 0; combination < (count < 3 ? 162 : 2); ++combination) place_in_blocks(bytes, count, number + combination);
    }
  }
}

/// A character that UTF-8 can encode, of one to four bytes.
void append(std::string& text, std::mt19937_64& random) {
  static constexpr std::uint32_t bounds[] = {0, 0x80, 0x800, 0x10000, 0x110000};
  auto const size = random() % 4;
  auto code = static_cast<std::uint32_t>(bounds[size] + random() % (bounds[size + 1] - bounds[size]));
  if (code >= 0xD800 && code < 0xE000) code -= 0x1000;
  if (size == 0) {
    text += static_cast<char>(code);
    return;
  }
  text += static_cast<char>((0xF00 >> (size + 1) & 0xFF) | code >> 6 * size);
  for (auto i = size; i-- > 0;) text += static_cast<char>(0x80 | (code >> 6 * i & 0x3F));
}

void random_texts() {
  std::mt19937_64 random(1);
  for (int i = 0; i < 400'000; ++i) {
    std::string text;
    auto const length = random() % 300;
    bool const mostly_ascii = random() % 2 == 0;
    while (text.size() < length) {
      if (mostly_ascii && random() % 8 != 0) text += static_cast<char>(random() % 128);
      else append(text, random);
    }
    // No error, a byte that is replaced, or an end within a character.
    switch (text.empty() ? 0 : random() % 4) {
      case 1: text[random() % text.size()] = static_cast<char>(random()); break;
      case 2: text[random() % text.size()] = static_cast<char>(edges[random() % sizeof edges]); break;
      case 3: text.resize(text.size() - random() % (text.size() < 4 ? text.size() : 4)); break;
      default: break;
    }
    // Memory of the exact size, whose borders the address sanitizer guards.
    std::unique_ptr<char[]> const exact(new char[text.size()]);
    std::memcpy(exact.get(), text.data(), text.size());
    expect_same(exact.get(), static_cast<std::int64_t>(text.size()));
  }
}

/// The facts about rows, byte by byte and row by row.
void expect_facts(std::string const& text, std::vector<std::int32_t> const& offsets) {
  auto const rows = static_cast<std::int32_t>(offsets.size()) - 1;
  bool is_ascii = true;
  bool is_valid = true;
  std::vector<std::uint8_t> expected(offsets.size());
  for (std::int32_t row = 0; row < rows; ++row) {
    auto const i = static_cast<std::size_t>(row);
    for (std::int32_t at = offsets[i]; at < offsets[i + 1]; ++at) {
      if ((text[static_cast<std::size_t>(at)] & 0x80) != 0) expected[i] = 1;
    }
    is_ascii = is_ascii && expected[i] == 0;
    is_valid = is_valid && rowfuse::arrow::is_valid_utf8(text.data() + offsets[i], offsets[i + 1] - offsets[i]);
  }
  std::vector<std::uint8_t> found(offsets.size());
  rowfuse::cpu::TextFacts const facts = rowfuse::cpu::check_rows(text.data(), offsets.data(), rows, found.data());
  std::vector<std::uint8_t> marked(offsets.size());
  rowfuse::cpu::detail::mark_others(text.data(), offsets.data(), rows, marked.data());
  bool const same = facts.is_ascii == is_ascii && facts.is_valid == is_valid && found == expected && marked == expected &&
                    rowfuse::cpu::is_ascii(text.data() + offsets[0], offsets.back() - offsets[0]) == is_ascii;
  expect(same, text.data(), static_cast<std::int64_t>(text.size()));
}

/// Rows of random sizes, empty ones too, some of which begin within a character. The first may begin after the start of the memory.
void random_rows() {
  std::mt19937_64 random(2);
  for (int i = 0; i < 60'000; ++i) {
    std::string text;
    auto const length = random() % (random() % 4 == 0 ? 3000 : 200);
    auto const rarity = std::uint64_t{1} << random() % 10;
    while (text.size() < length) {
      if (random() % rarity != 0) text += static_cast<char>(random() % 128);
      else append(text, random);
    }
    if (!text.empty() && random() % 4 == 0) text[random() % text.size()] = static_cast<char>(edges[random() % sizeof edges]);
    auto const most_bytes = std::uint64_t{1} << random() % 10;
    bool const cuts = random() % 4 == 0;
    std::vector<std::int32_t> offsets{static_cast<std::int32_t>(random() % 3 < text.size() ? random() % 3 : 0)};
    if (static_cast<std::size_t>(offsets[0]) > text.size()) offsets[0] = 0;
    while (static_cast<std::size_t>(offsets.back()) < text.size()) {
      auto next = static_cast<std::size_t>(offsets.back()) + random() % (most_bytes + 1);
      while (!cuts && next < text.size() && (text[next] & 0xC0) == 0x80) ++next;
      offsets.push_back(static_cast<std::int32_t>(next < text.size() ? next : text.size()));
    }
    expect_facts(text, offsets);
  }
}

}  // namespace

int main() {
  every_sequence();
  random_texts();
  random_rows();
  std::printf("%ld cases, %ld failures\n", cases, failures);
  return failures != 0;
}
