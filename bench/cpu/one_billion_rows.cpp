// The One Billion Row Challenge by hand: ./program FILE [threads] [runs]. The file is mapped. Each thread processes its share, with its
// own hash table, and finds semicolons eight bytes at a time. The program trusts its input: one digit after the point, names of at most
// 100 bytes, fewer than 2^14 of them. Prints a line of JSON, then the result.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

struct Station {
  std::uint64_t hash = 0;
  char const* name = nullptr;
  std::uint32_t length = 0;
  std::int16_t low = 999;
  std::int16_t high = -999;
  std::uint32_t count = 0;
  std::int64_t sum = 0;
};

class Table {
 public:
  Table() : slots_(size) {}

  Station& find(char const* name, std::uint32_t length, std::uint64_t hash) {
    std::uint64_t at = hash >> (64 - bits);
    for (;;) {
      Station& slot = slots_[at];
      if (slot.name == nullptr) {
        slot.hash = hash;
        slot.name = name;
        slot.length = length;
        return slot;
      }
      if (slot.hash == hash && slot.length == length && std::memcmp(slot.name, name, length) == 0) return slot;
      at = (at + 1) & (size - 1);
    }
  }

  std::vector<Station> const& slots() const { return slots_; }

 private:
  static constexpr int bits = 15;
  static constexpr std::size_t size = std::size_t{1} << bits;
  std::vector<Station> slots_;
};

std::uint64_t load(char const* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// Sets the high bit of each byte that is a semicolon, correct up to the first of them.
std::uint64_t semicolons(std::uint64_t word) {
  std::uint64_t const different = word ^ 0x3B3B3B3B3B3B3B3B;
  return (different - 0x0101010101010101) & ~different & 0x8080808080808080;
}

/// Reads "-12.3\n" in tenths; moves past the line feed.
int temperature(char const*& at) {
  bool const negative = *at == '-';
  at += negative;
  int tenths = at[0] - '0';
  if (at[1] != '.') {
    tenths = tenths * 10 + (at[1] - '0');
    ++at;
  }
  tenths = tenths * 10 + (at[2] - '0');
  at += 4;
  return negative ? -tenths : tenths;
}

void aggregate(char const* at, char const* end, char const* safe, Table& table) {
  while (at < end) {
    char const* const name = at;
    std::uint64_t hash = 0;
    for (;;) {
      if (at + 8 > safe) [[unlikely]] {  // the last words of the file
        char padded[8] = {};
        std::memcpy(padded, at, static_cast<std::size_t>(safe - at));
        std::uint64_t const word = load(padded);
        std::uint64_t const found = semicolons(word);
        int const bytes = found == 0 ? 8 : std::countr_zero(found) / 8;
        hash = (hash ^ (bytes == 8 ? word : word & ((std::uint64_t{1} << (8 * bytes)) - 1))) * 0x9E3779B97F4A7C15;
        at += bytes;
        if (found != 0) break;
        continue;
      }
      std::uint64_t const word = load(at);
      std::uint64_t const found = semicolons(word);
      if (found != 0) {
        int const shift = std::countr_zero(found) & 56;
        std::uint64_t const kept = word & ((std::uint64_t{1} << shift) - 1);
        hash = (hash ^ kept) * 0x9E3779B97F4A7C15;
        at += shift / 8;
        break;
      }
      hash = (hash ^ word) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 29;
      at += 8;
    }
    auto const length = static_cast<std::uint32_t>(at - name);
    ++at;
    int const tenths = temperature(at);
    Station& station = table.find(name, length, hash);
    station.low = std::min<std::int16_t>(station.low, static_cast<std::int16_t>(tenths));
    station.high = std::max<std::int16_t>(station.high, static_cast<std::int16_t>(tenths));
    station.sum += tenths;
    ++station.count;
  }
}

std::string run(char const* path, int threads) {
  int const file = open(path, O_RDONLY);
  struct stat status{};
  if (file < 0 || fstat(file, &status) != 0) {
    std::perror(path);
    std::exit(1);
  }
  auto const size = static_cast<std::size_t>(status.st_size);
  auto const* const text = static_cast<char const*>(mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0));
  char const* const end = text + size;
  std::vector<std::unique_ptr<Table>> tables;
  for (int i = 0; i < threads; ++i) tables.push_back(std::make_unique<Table>());
  {
    std::vector<std::jthread> workers;
    auto const border = [&](int share) {
      char const* at = text + size * static_cast<std::size_t>(share) / static_cast<std::size_t>(threads);
      if (share == 0 || share == threads) return at;
      return static_cast<char const*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at))) + 1;
    };
    for (int i = 0; i < threads; ++i) {
      workers.emplace_back([&, i] { aggregate(border(i), border(i + 1), end, *tables[static_cast<std::size_t>(i)]); });
    }
  }
  Table& all = *tables[0];
  for (std::size_t i = 1; i < tables.size(); ++i) {
    for (Station const& from : tables[i]->slots()) {
      if (from.name == nullptr) continue;
      Station& to = all.find(from.name, from.length, from.hash);
      to.low = std::min(to.low, from.low);
      to.high = std::max(to.high, from.high);
      to.sum += from.sum;
      to.count += from.count;
    }
  }
  std::vector<Station> found;
  std::copy_if(all.slots().begin(), all.slots().end(), std::back_inserter(found), [](Station const& s) { return s.name != nullptr; });
  std::sort(found.begin(), found.end(),
            [](Station const& a, Station const& b) { return std::string_view(a.name, a.length) < std::string_view(b.name, b.length); });
  std::string report = "{";
  for (Station const& station : found) {
    char numbers[64];
    double const mean = std::floor(static_cast<double>(station.sum) / station.count + 0.5);
    std::snprintf(numbers, sizeof numbers, "=%.1f/%.1f/%.1f", station.low / 10.0, mean / 10.0 + 0.0, station.high / 10.0);
    report += (report.size() > 1 ? ", " : "") + std::string(station.name, station.length) + numbers;
  }
  munmap(const_cast<char*>(text), size);
  close(file);
  return report + "}";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: program FILE [threads] [runs]\n", stderr), 2;
  int const threads = argc > 2 ? std::atoi(argv[2]) : 2;
  int const runs = argc > 3 ? std::atoi(argv[3]) : 5;
  std::string report;
  std::printf("[");
  for (int i = 0; i < runs; ++i) {
    auto const began = std::chrono::steady_clock::now();
    report = run(argv[1], threads);
    std::chrono::duration<double, std::milli> const took = std::chrono::steady_clock::now() - began;
    std::printf("%s%.1f", i == 0 ? "" : ", ", took.count());
  }
  std::printf("]\n%s\n", report.c_str());
}
