/// Keys that collided for every seed, or for most, of earlier hashes and of similar ones. Under random secrets they spread over a table
/// as random numbers do. Built with block_emulation.hpp, for keys of the GPU as well.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <rowfuse/cpu/groups/key_cells.hpp>
#include <rowfuse/cuda/groups/key.cuh>
#include <rowfuse/group/distinct.hpp>
#include <rowfuse/group/hash_secret.hpp>

namespace {

namespace rf = rowfuse;
using rf::group::HashSecret;
using Random = std::mt19937_64;

int cases = 0;
int failures = 0;
void expect(bool condition, std::string const& what) {
  ++cases;
  if (!condition && ++failures < 20) std::printf("%s\n", what.c_str());
}

/// A row of one or two key columns, of text or of numbers.
struct Row {
  std::string_view bytes;
  std::uint64_t numbers[2] = {};

  template <std::size_t I>
  bool valid() const {
    return true;
  }
  template <std::size_t I>
  std::int64_t value() const {
    return static_cast<std::int64_t>(numbers[I]);
  }
  template <std::size_t I>
  rf::View text() const {
    return {bytes.data(), static_cast<std::int32_t>(bytes.size())};
  }
};

using Texts = std::vector<std::string>;
using Numbers = std::vector<std::array<std::uint64_t, 2>>;
using Hash = std::function<std::uint32_t(HashSecret const&, std::size_t)>;

/// Tags of 2^12 keys are all different, except one pair by chance in 500 sets. Whichever 12 bits choose their places, these collide as
/// by chance: one place has 16 of them in one set of 10^10.
void expect_spread(std::string const& what, std::size_t count, Hash const& hash, Random& random, int secrets) {
  int equal = 0;
  std::size_t fullest = 0;
  for (int i = 0; i < secrets; ++i) {
    HashSecret const secret = rf::group::detail::secret_from(random());
    std::vector<std::uint32_t> tags(count);
    for (std::size_t key = 0; key < count; ++key) tags[key] = hash(secret, key);
    for (int shift : {0, 20}) {
      std::vector<std::size_t> places(4096);
      for (std::uint32_t const tag : tags) fullest = std::max(fullest, ++places[tag >> shift & 4095]);
    }
    std::sort(tags.begin(), tags.end());
    for (std::size_t key = 1; key < count; ++key) equal += tags[key] == tags[key - 1] ? 1 : 0;
  }
  expect(equal <= 2 + secrets / 50, what + ": " + std::to_string(equal) + " pairs have one hash");
  expect(fullest < 16, what + ": " + std::to_string(fullest) + " keys have one place");
}

std::string bytes_of(std::initializer_list<std::uint64_t> words) {
  std::string bytes;
  for (std::uint64_t const word : words) bytes.append(reinterpret_cast<char const*>(&word), 8);
  return bytes;
}

constexpr std::size_t count = 4096;

template <class Make>
Texts texts_of(Make const& make) {
  Texts texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(make(std::uint64_t{i}));
  return texts;
}

/// Families of texts, no two of which are equal.
std::vector<std::pair<std::string, Texts>> text_families(Random& random) {
  std::vector<std::pair<std::string, Texts>> families;
  std::uint64_t const a = random();
  std::uint64_t const b = random();
  std::string const rest(94, 'r');
  // A word that made a factor 0, whatever the next one was, and another that did so for every second word.
  families.push_back({"an absorbing first word", texts_of([&](std::uint64_t i) { return bytes_of({0x6A3C'7E2F'2C59'5D0Cu, i}) + rest; })});
  families.push_back({"an absorbing second word", texts_of([&](std::uint64_t i) { return bytes_of({i, 0x8BB8'4B93'962E'ACC9u}); })});
  families.push_back(
      {"an absorbing later word", texts_of([&](std::uint64_t i) { return bytes_of({a, b, i, 0x8BB8'4B93'962E'ACC9u, a, b}); })});
  // Differences that a product by an odd number leaves in the top bits.
  families.push_back({"top bits of a first word", texts_of([&](std::uint64_t i) { return bytes_of({a ^ i << 52, b}); })});
  families.push_back({"top bits of a second word", texts_of([&](std::uint64_t i) { return bytes_of({a, b ^ i << 52}); })});
  families.push_back({"top bits of two words of 32 bits",
                      texts_of([&](std::uint64_t i) { return bytes_of({a, b, a, b, (i & 63) << 26 | (i >> 6) << 58, b}); })});
  families.push_back(
      {"top bits behind 24 bytes", texts_of([&](std::uint64_t i) { return bytes_of({a, b, a, (i & 63) << 26 | (i >> 6) << 58, b}); })});
  families.push_back(
      {"bytes 20 to 23 of a long text", texts_of([&](std::uint64_t i) { return bytes_of({a, b, (a & 0xFFFF'FFFFu) | i << 52, b, a}); })});
  // Sums and differences that are equal.
  families.push_back({"words of one sum", texts_of([&](std::uint64_t i) { return bytes_of({a + i, b - i}); })});
  families.push_back({"words of one xor", texts_of([&](std::uint64_t i) { return bytes_of({a ^ i, b ^ i}); })});
  families.push_back({"words in the other order",
                      texts_of([&](std::uint64_t i) { return i % 2 == 0 ? bytes_of({a + i, b}) : bytes_of({b, a + i - 1}); })});
  families.push_back({"complements", texts_of([&](std::uint64_t i) {
                        return i % 2 == 0 ? bytes_of({a + i, b - i}) : bytes_of({~(a + i - 1), ~(b - i + 1)});
                      })});
  families.push_back({"words of one weighted sum",
                      texts_of([&](std::uint64_t i) { return bytes_of({a + i * 0xF42'4B93u, b - i * 0x3A9B'77B1u, a}).substr(0, 23); })});
  // Each block is one of two. If two blocks were equal after one state, all 4,096 texts would be.
  families.push_back({"one of two blocks, twelve times", texts_of([&](std::uint64_t i) {
                        std::string text;
                        for (int bit = 0; bit < 12; ++bit) text += (i >> bit & 1) != 0 ? bytes_of({a, ~b}) : bytes_of({a, b});
                        return text;
                      })});
  families.push_back({"one of two blocks, absorbing", texts_of([&](std::uint64_t i) {
                        std::string text;
                        for (int bit = 0; bit < 12; ++bit)
                          text += bytes_of({(i >> bit & 1) != 0 ? 0x2D35'8DCC'AA6C'78A5u : 0, 0x8BB8'4B93'962E'ACC9u});
                        return text;
                      })});
  // Sizes.
  families.push_back({"zeros", texts_of([&](std::uint64_t i) { return std::string(i, '\0'); })});
  families.push_back({"numbers", texts_of([&](std::uint64_t i) { return std::to_string(i * 7); })});
  families.push_back({"names", texts_of([&](std::uint64_t i) { return "station" + std::to_string(100'000 + i); })});
  return families;
}

std::vector<std::pair<std::string, Numbers>> number_families(Random& random) {
  std::vector<std::pair<std::string, Numbers>> families;
  std::uint64_t const a = random();
  auto const add = [&](std::string const& name, auto const& make) {
    Numbers numbers;
    for (std::size_t i = 0; i < count; ++i) numbers.push_back(make(std::uint64_t{i}));
    families.push_back({name, numbers});
  };
  using Pair = std::array<std::uint64_t, 2>;
  add("one after the other", [&](std::uint64_t i) { return Pair{i, 0}; });
  add("below zero", [&](std::uint64_t i) { return Pair{0 - i, 0}; });
  for (int shift : {10, 20, 32, 47, 52})
    add("multiples of 2^" + std::to_string(shift), [&](std::uint64_t i) { return Pair{a ^ i << shift, 0}; });
  add("hours", [&](std::uint64_t i) { return Pair{1'700'000'000'000u + i * 3'600'000u, 0}; });
  // Multiples of a number whose product with a former factor was next to a multiple of 2^64: all had one place.
  add("multiples of a bad number", [&](std::uint64_t i) { return Pair{i * 0x38D2'FA31u ^ 0x6606'2BE2'7E5F'AC06u, 0}; });
  add("complements", [&](std::uint64_t i) { return i % 2 == 0 ? Pair{a + i, 0} : Pair{~(a + i - 1), 0}; });
  add("pairs of one sum", [&](std::uint64_t i) { return Pair{a + i, 0 - i}; });
  add("pairs of one xor", [&](std::uint64_t i) { return Pair{a ^ i << 50, i << 50}; });
  add("pairs of one xor, low", [&](std::uint64_t i) { return Pair{a ^ i, i}; });
  add("squares", [&](std::uint64_t i) { return Pair{i & 63, i >> 6}; });
  return families;
}

template <class... Types>
using Cells = rf::cpu::KeyCells<rf::Schema<Types...>>;

void spread_on_the_cpu(Random& random, int secrets) {
  using rf::group::hash_tag;
  for (auto const& [name, texts] : text_families(random)) {
    expect_spread(
        "text, " + name, texts.size(),
        [&](HashSecret const& secret, std::size_t i) {
          Row row;
          row.bytes = texts[i];
          return hash_tag(secret, Cells<rf::Binary>::of(row).hash(secret));
        },
        random, secrets);
  }
  for (auto const& [name, numbers] : number_families(random)) {
    bool const are_pairs = numbers[1][1] != 0 || numbers[64][1] != 0;
    expect_spread(
        "number, " + name, numbers.size(),
        [&](HashSecret const& secret, std::size_t i) {
          Row row;
          row.numbers[0] = numbers[i][0];
          row.numbers[1] = numbers[i][1];
          if (are_pairs) return hash_tag(secret, Cells<rf::Int64, rf::Int64>::of(row).hash(secret));
          return hash_tag(secret, Cells<rf::Int64>::of(row).hash(secret));
        },
        random, secrets);
  }
}

void spread_on_the_device(Random& random, int secrets) {
  for (auto const& [name, given] : text_families(random)) {
    // Words are read where they are aligned, so memory before and after exists.
    Texts padded;
    for (std::string const& text : given) padded.push_back("12345678" + text + std::string(32, '\0'));
    expect_spread(
        "text on the device, " + name, given.size(),
        [&](HashSecret const& secret, std::size_t i) {
          Row row;
          row.bytes = std::string_view(padded[i]).substr(8, given[i].size());
          return rf::cuda::TextKey<rf::Schema<rf::Binary>>(secret, row).hash;
        },
        random, secrets);
    expect_spread(
        "record on the device, " + name, given.size(),
        [&](HashSecret const& secret, std::size_t i) {
          Row row;
          row.bytes = std::string_view(padded[i]).substr(8, given[i].size());
          return rf::cuda::RecordKey<rf::Schema<rf::Binary>, 1>(secret, row).hash;
        },
        random, secrets);
  }
  for (auto const& [name, numbers] : number_families(random)) {
    bool const are_pairs = numbers[1][1] != 0 || numbers[64][1] != 0;
    expect_spread(
        "number on the device, " + name, numbers.size(),
        [&](HashSecret const& secret, std::size_t i) {
          Row row;
          row.numbers[0] = numbers[i][0];
          row.numbers[1] = numbers[i][1];
          if (are_pairs) return rf::cuda::RecordKey<rf::Schema<rf::Int64, rf::Int64>, 2>(secret, row).hash;
          return rf::cuda::ScalarKey<rf::Schema<rf::Int64>>(secret, row).hash;
        },
        random, secrets);
  }
}

/// For every secret there are words which make an operand of a product 0. The words hashed before, and the secret, must still show.
void never_forgets(Random& random) {
  for (int i = 0; i < 10'000; ++i) {
    HashSecret const secret = rf::group::detail::secret_from(random());
    HashSecret other = secret;
    other.start = random();
    std::uint64_t const low = i % 3 == 0 ? secret.start : random();
    std::uint64_t const high = i % 2 == 0 ? secret.factor : random();
    std::uint64_t const before = random();
    expect(rf::group::mixed_pair(secret, secret.start, low, high) != rf::group::mixed_pair(secret, before, low, high),
           "a pair of words forgets");
    expect(
        rf::group::mixed_pair(secret, before, low, high) != rf::group::mixed_pair(secret, before, low ^ std::uint64_t{1} << i % 64, high),
        "a second word annuls the first");
    auto const word = static_cast<std::uint32_t>(i % 3 == 0 ? secret.start : i % 3 == 1 ? secret.factor >> 32 : random());
    std::uint64_t const annulled = i % 2 == 0 ? secret.factor >> 32 << 32 | word : before;
    expect(rf::group::mixed_half(secret, annulled, word) != rf::group::mixed_half(secret, annulled ^ std::uint64_t{1} << i % 64, word),
           "a half word forgets");
    expect(rf::group::mixed(secret, secret.start, low) != rf::group::mixed(secret, before, low), "a word forgets");
    expect(rf::group::mixed_pair(secret, secret.start, low, high) != rf::group::mixed_pair(secret, other.start, low, high),
           "a secret is forgotten");
    expect((secret.factor & secret.last_factor & secret.size_factor & 1) == 1, "a factor is even");
  }
}

/// The folded product with words of 7 bits, where all secrets and all differences can be tried. No difference collides for more than
/// one pair in seven, which is (3/4)^7, of complements; on average it is one in 2^7, as for random numbers.
void fold_at_seven_bits() {
  constexpr int bits = 7;
  constexpr int words = 1 << bits;
  std::vector<int> mixed(words * words);
  for (int first = 0; first < words; ++first) {
    for (int second = 0; second < words; ++second) {
      int const product = first * second;
      mixed[first << bits | second] = ((product >> bits ^ product) + first) & (words - 1);
    }
  }
  std::int64_t all = 0;
  int most = 0;
  for (int difference = 1; difference < words * words; ++difference) {
    int equal = 0;
    for (int pair = 0; pair < words * words; ++pair) equal += mixed[pair] == mixed[pair ^ difference] ? 1 : 0;
    all += equal;
    most = std::max(most, equal);
  }
  double const pairs = words * words;
  expect(most / pairs < 0.15, "a difference collides for " + std::to_string(most / pairs));
  expect(all / pairs / (pairs - 1) * words < 1.1,
         "differences collide for " + std::to_string(all / pairs / (pairs - 1) * words) + " / 2^7");
}

/// The folded product of words half as wide as the hash, at 4 and 8 bits. One word never collides with another, and for two words no
/// difference collides for more than 2 pairs in 2^4.
void halves_at_four_bits() {
  constexpr int words = 16;
  auto const mixed = [](int hash, int key, int word) {
    int const both = hash ^ (key << 4 | word);
    return (both + (both & 15) * (both >> 4)) & 255;
  };
  int most = 0;
  for (int first = 1; first < words; ++first) {
    for (int hash = 0; hash < 256; ++hash) expect(mixed(hash, 0, 0) != mixed(hash, 0, first), "a word collides with another");
    for (int second = 0; second < words; ++second) {
      int equal = 0;
      for (int hash = 0; hash < 256; ++hash)
        for (int key = 0; key < words; ++key)
          for (int word = 0; word < words; ++word)
            equal += mixed(mixed(hash, 0, 0), key, word) == mixed(mixed(hash, 0, first), key, word ^ second) ? 1 : 0;
      most = std::max(most, equal);
    }
  }
  expect(most < 2 * 256 * words, "a difference of two words collides for " + std::to_string(most) + " / 2^16");
}

}  // namespace

int main(int argc, char** argv) {
  Random random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  int const secrets = argc > 2 ? std::atoi(argv[2]) : 20;
  spread_on_the_cpu(random, secrets);
  spread_on_the_device(random, secrets);
  never_forgets(random);
  fold_at_seven_bits();
  halves_at_four_bits();
  std::fprintf(stderr, "%d cases, %d failures\n", cases, failures);
  return failures == 0 ? 0 : 1;
}
