// The redact benchmark's hand-written C++ program: what one would write for this one function instead of using a compiler for row
// functions. Arrow columns in, one Arrow string column out; fresh or reused output memory.
//
// Names are taken as bytes (ASCII), as in the benchmark's table.
//
//   redact --names bench/data/names.csv --rows 10000000 [--threads 2] [--runs 15]
//
// Prints one JSON object: per version, times in seconds (on the wall and of all processors) and the output's checksum.
#include <immintrin.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "../data/checksum.hpp"
#include "../data/redact_table.hpp"

namespace {

using bench::Table;

/// Anonymous memory with huge pages requested: the first touch of ordinary pages costs more than the whole job.
class Memory {
 public:
  explicit Memory(std::size_t bytes) : bytes_(bytes) {
    void* const address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address == MAP_FAILED) {
      std::perror("mmap");
      std::exit(1);
    }
    madvise(address, bytes, MADV_HUGEPAGE);
    data_ = static_cast<char*>(address);
  }
  Memory(Memory const&) = delete;
  Memory& operator=(Memory const&) = delete;
  ~Memory() { munmap(data_, bytes_); }
  char* data() const { return data_; }

 private:
  char* data_;
  std::size_t bytes_;
};

/// Bytes past the end of every buffer that the vector loops may read or write.
constexpr std::size_t slack = 64;

struct Output {
  Memory offsets;
  Memory data;
  explicit Output(Table const& table)
      : offsets((static_cast<std::size_t>(table.rows) + 1) * sizeof(std::int32_t)),
        // The most bytes per row: its whole name after an initial and a space, or "X X".
        data(table.name.bytes + static_cast<std::size_t>(table.rows) * 3 + slack) {}
};

struct Tile {
  std::int32_t const* name_offsets;
  char const* names;
  std::int32_t const* visibility_offsets;
  char const* visibilities;
  std::int32_t rows;
};

/// Writes the rows of a tile to `out`, and the end of each to `ends`. Returns the bytes written.
using TileFunction = std::int32_t (*)(Tile const&, char* out, std::int32_t* ends);

inline std::uint64_t load8(char const* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

constexpr std::uint64_t public_word = 0x63696c627570;  // "public", little-endian

inline bool is_public(char const* text, std::int32_t size) { return size == 6 && (load8(text) & 0xffffffffffff) == public_word; }

/// Writes an initial, a space and the first name, for names of any size.
inline std::int32_t write_any(char const* name, std::int32_t size, char* out) {
  auto const* const space = static_cast<char const*>(std::memchr(name, ' ', static_cast<std::size_t>(size)));
  char const* const initial = space == nullptr ? name : space + 1;
  std::int32_t const first = space == nullptr ? size : static_cast<std::int32_t>(space - name);
  std::int32_t at = 0;
  if (initial < name + size) out[at++] = *initial;
  out[at++] = ' ';
  std::memcpy(out + at, name, static_cast<std::size_t>(first));
  return at + first;
}

/// Portable: finds the space eight bytes at a time, copies by eight bytes.
std::int32_t tile_scalar(Tile const& tile, char* out, std::int32_t* ends) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t highs = 0x8080808080808080;
  char* at = out;
  std::int32_t name_start = tile.name_offsets[0];
  std::int32_t visibility_start = tile.visibility_offsets[0];
  for (std::int32_t row = 0; row < tile.rows; ++row) {
    char const* const name = tile.names + name_start;
    std::int32_t const name_end = tile.name_offsets[row + 1];
    std::int32_t const size = name_end - name_start;
    name_start = name_end;
    std::int32_t const visibility_end = tile.visibility_offsets[row + 1];
    bool const visible = is_public(tile.visibilities + visibility_start, visibility_end - visibility_start);
    visibility_start = visibility_end;
    std::uint64_t const low = load8(name);
    std::uint64_t const high = load8(name + 8);
    std::uint64_t const low_blank = low ^ (ones * ' ');
    std::uint64_t const high_blank = high ^ (ones * ' ');
    // The lowest marked byte is the first space. Marks above it may be false, and are not used.
    std::uint64_t const low_mark = (low_blank - ones) & ~low_blank & highs;
    std::uint64_t const high_mark = (high_blank - ones) & ~high_blank & highs;
    std::int32_t const space = (low_mark != 0 ? std::countr_zero(low_mark) : 64 + std::countr_zero(high_mark)) >> 3;
    if (space + 1 >= size || space > 15) [[unlikely]] {
      if (visible) {
        at += write_any(name, size, at);
      } else {
        std::memcpy(at, "X X", 3);
        at += 3;
      }
    } else {
      // Half of the rows are public, in random order, so selecting is faster than a branch that is mispredicted half of the time.
      std::uint64_t const prefix = static_cast<unsigned char>(name[space + 1]) | (low << 16) | (' ' << 8);
      std::uint64_t const text = visible ? prefix : 0x582058u;
      std::memcpy(at, &text, 8);
      std::uint64_t const middle = (low >> 48) | (high << 16);
      std::memcpy(at + 8, &middle, 8);
      std::uint64_t const tail = high >> 48;
      std::memcpy(at + 16, &tail, 8);
      at += visible ? space + 2 : 3;
    }
    ends[row] = static_cast<std::int32_t>(at - out);
  }
  return static_cast<std::int32_t>(at - out);
}

__attribute__((target("avx2,bmi,bmi2"))) std::int32_t tile_avx2(Tile const& tile, char* out, std::int32_t* ends) {
  __m256i const blank = _mm256_set1_epi8(' ');
  __m256i const hidden = _mm256_set1_epi32(0x582058);
  char* at = out;
  std::int32_t name_start = tile.name_offsets[0];
  std::int32_t visibility_start = tile.visibility_offsets[0];
  for (std::int32_t row = 0; row < tile.rows; ++row) {
    char const* const name = tile.names + name_start;
    std::int32_t const name_end = tile.name_offsets[row + 1];
    std::int32_t const size = name_end - name_start;
    name_start = name_end;
    std::int32_t const visibility_end = tile.visibility_offsets[row + 1];
    bool const visible = is_public(tile.visibilities + visibility_start, visibility_end - visibility_start);
    visibility_start = visibility_end;
    __m256i const text = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(name));
    auto const blanks = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(text, blank)));
    auto const space = static_cast<std::int32_t>(_tzcnt_u32(blanks));
    if (space + 1 >= size || space > 30) [[unlikely]] {
      if (visible) {
        at += write_any(name, size, at);
      } else {
        std::memcpy(at, "X X", 3);
        at += 3;
      }
    } else {
      auto const prefix = static_cast<std::uint16_t>(static_cast<unsigned char>(name[space + 1]) | (' ' << 8));
      std::memcpy(at, &prefix, 2);
      __m256i const mask = _mm256_set1_epi32(-static_cast<std::int32_t>(visible));
      __m256i const first = _mm256_blendv_epi8(hidden, text, mask);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(at + 2 * visible), first);
      at += visible ? space + 2 : 3;
    }
    ends[row] = static_cast<std::int32_t>(at - out);
  }
  return static_cast<std::int32_t>(at - out);
}

#define AVX512 "avx512f,avx512bw,avx512vl,avx512dq,bmi,bmi2"
__attribute__((target(AVX512))) std::int32_t tile_avx512(Tile const& tile, char* out, std::int32_t* ends) {
  __m256i const blank = _mm256_set1_epi8(' ');
  __m256i const hidden = _mm256_set1_epi32(0x582058);
  char* at = out;
  std::int32_t name_start = tile.name_offsets[0];
  std::int32_t visibility_start = tile.visibility_offsets[0];
  for (std::int32_t row = 0; row < tile.rows; ++row) {
    char const* const name = tile.names + name_start;
    std::int32_t const name_end = tile.name_offsets[row + 1];
    std::int32_t const size = name_end - name_start;
    name_start = name_end;
    std::int32_t const visibility_end = tile.visibility_offsets[row + 1];
    bool const visible = is_public(tile.visibilities + visibility_start, visibility_end - visibility_start);
    visibility_start = visibility_end;
    __m256i const text = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(name));
    auto const space = static_cast<std::int32_t>(_tzcnt_u32(_mm256_cmpeq_epi8_mask(text, blank)));
    if (space + 1 >= size || space > 30) [[unlikely]] {
      if (visible) {
        at += write_any(name, size, at);
      } else {
        std::memcpy(at, "X X", 3);
        at += 3;
      }
    } else {
      auto const prefix = static_cast<std::uint16_t>(static_cast<unsigned char>(name[space + 1]) | (' ' << 8));
      std::memcpy(at, &prefix, 2);
      auto const mask = static_cast<__mmask8>(-static_cast<std::int32_t>(visible));
      __m256i const first = _mm256_mask_blend_epi32(mask, hidden, text);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(at + 2 * visible), first);
      at += visible ? space + 2 : 3;
    }
    ends[row] = static_cast<std::int32_t>(at - out);
  }
  return static_cast<std::int32_t>(at - out);
}

/// Rows per thread and step: their output stays in the first- and second-level cache until its place is known.
constexpr std::int32_t tile_rows = 2048;

/// Tiles are taken in order and written consecutively. The thread that has measured tile k waits for its start, passes on the start of
/// tile k + 1, and then copies.
void redact(Table const& table, Output const& output, TileFunction const& function, int threads) {
  auto const tiles = static_cast<std::int32_t>((table.rows + tile_rows - 1) / tile_rows);
  auto* const offsets = reinterpret_cast<std::int32_t*>(output.offsets.data());
  char* const data = output.data.data();
  offsets[0] = 0;
  alignas(64) std::atomic<std::int32_t> next{0};
  alignas(64) std::atomic<std::int64_t> turn{0};  // the tile whose start is known, and the start, in one word
  auto const work = [&] {
    std::vector<char> local;
    for (;;) {
      std::int32_t const tile = next.fetch_add(1, std::memory_order_relaxed);
      if (tile >= tiles) return;
      std::int64_t const row = static_cast<std::int64_t>(tile) * tile_rows;
      auto const rows = static_cast<std::int32_t>(std::min<std::int64_t>(tile_rows, table.rows - row));
      std::size_t const bound =
          static_cast<std::size_t>(table.name.offsets[row + rows] - table.name.offsets[row]) + static_cast<std::size_t>(rows) * 3;
      if (local.size() < bound + slack) local.resize(bound + slack);
      std::int32_t* const ends = offsets + row + 1;
      std::int32_t const bytes = function(
          {table.name.offsets.get() + row, table.name.data.get(), table.visibility.offsets.get() + row, table.visibility.data.get(), rows},
          local.data(), ends);
      std::int64_t seen = turn.load(std::memory_order_acquire);
      for (int spins = 0; seen >> 32 != tile; seen = turn.load(std::memory_order_acquire)) {
        _mm_pause();
        if (++spins > 1000) std::this_thread::yield();
      }
      auto const base = static_cast<std::int32_t>(seen & 0xffffffff);
      turn.store((static_cast<std::int64_t>(tile) + 1) << 32 | static_cast<std::uint32_t>(base + bytes), std::memory_order_release);
      for (std::int32_t index = 0; index < rows; ++index) ends[index] += base;
      std::memcpy(data + base, local.data(), static_cast<std::size_t>(bytes));
    }
  };
  std::vector<std::thread> pool;
  for (int thread = 1; thread < threads; ++thread) pool.emplace_back(work);
  work();
  for (auto& thread : pool) thread.join();
}

/// The job as one writes it without tuning: string_views, a pass for the sizes, a pass for the characters, a part of the rows for every
/// thread. Nothing about it is slow on purpose.
void redact_plainly(Table const& table, Output const& output, int threads) {
  auto* const offsets = reinterpret_cast<std::int32_t*>(output.offsets.data());
  char* const data = output.data.data();
  auto const text = [](bench::Column const& column, std::int64_t row) {
    auto const start = column.offsets[row];
    return std::string_view(column.data.get() + start, static_cast<std::size_t>(column.offsets[row + 1] - start));
  };
  auto const in_parts = [&](auto const& work) {
    std::vector<std::thread> pool;
    for (int part = 0; part < threads; ++part) {
      pool.emplace_back([&, part] { work(part, table.rows * part / threads, table.rows * (part + 1) / threads); });
    }
    for (auto& thread : pool) thread.join();
  };
  std::vector<std::int32_t> bases(static_cast<std::size_t>(threads) + 1);
  in_parts([&](int part, std::int64_t from, std::int64_t to) {
    std::int32_t bytes = 0;
    for (std::int64_t row = from; row < to; ++row) {
      if (text(table.visibility, row) == "public") {
        auto const name = text(table.name, row);
        auto const space = name.find(' ');
        bool const found = space != name.npos;
        bytes +=
            static_cast<std::int32_t>((found ? space + 1 : 0) < name.size()) + 1 + static_cast<std::int32_t>(found ? space : name.size());
      } else {
        bytes += 3;
      }
      offsets[row + 1] = bytes;
    }
    bases[static_cast<std::size_t>(part) + 1] = bytes;
  });
  for (std::size_t part = 1; part < bases.size(); ++part) bases[part] += bases[part - 1];
  offsets[0] = 0;
  in_parts([&](int part, std::int64_t from, std::int64_t to) {
    std::int32_t const base = bases[static_cast<std::size_t>(part)];
    char* at = data + base;
    for (std::int64_t row = from; row < to; ++row) {
      offsets[row + 1] += base;
      if (text(table.visibility, row) == "public") {
        auto const name = text(table.name, row);
        auto const space = name.find(' ');
        auto const initial = name.substr(space == name.npos ? 0 : space + 1, 1);
        auto const first = name.substr(0, space);
        at = std::copy(initial.begin(), initial.end(), at);
        *at++ = ' ';
        at = std::copy(first.begin(), first.end(), at);
      } else {
        at = std::copy_n("X X", 3, at);
      }
    }
  });
}

struct Version {
  char const* name;
  TileFunction function;  ///< null for the plain version, which has no tiles
};

void run(Version const& version, Table const& table, Output const& output, int threads) {
  if (version.function == nullptr) {
    redact_plainly(table, output, threads);
  } else {
    redact(table, output, version.function, threads);
  }
}

std::vector<Version> versions_here() {
  std::vector<Version> versions;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2")) {
    versions.push_back({"avx512", tile_avx512});
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) versions.push_back({"avx2", tile_avx2});
  versions.push_back({"scalar", tile_scalar});
  versions.push_back({"plain", nullptr});
  return versions;
}

std::string checksum(Output const& output, std::int64_t rows) {
  return bench::ColumnChecksum().add(reinterpret_cast<std::int32_t const*>(output.offsets.data()), output.data.data(), rows).text();
}

/// One run: time on the wall, and of all threads on their processors.
struct Run {
  double seconds;
  double cpu_seconds;
};

class Stopwatch {
 public:
  Run stop() const {
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(), cpu_seconds() - cpu_start_};
  }

 private:
  static double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_start_ = cpu_seconds();
};

Run measure_reused(Version const& version, Table const& table, Output const& output, int threads) {
  Stopwatch const watch;
  run(version, table, output, threads);
  return watch.stop();
}

/// Fresh memory is requested, touched and handed over inside the time; it is freed outside.
Run measure_fresh(Version const& version, Table const& table, int threads, std::string& sum) {
  Stopwatch const watch;
  Output const output(table);
  run(version, table, output, threads);
  Run const measured = watch.stop();
  if (sum.empty()) sum = checksum(output, table.rows);
  return measured;
}

void print_list(char const* name, std::vector<Run> const& runs, double Run::* member) {
  std::printf(", \"%s\": [", name);
  for (std::size_t index = 0; index < runs.size(); ++index) std::printf("%s%.6f", index == 0 ? "" : ", ", runs[index].*member);
  std::printf("]");
}

void print(char const*& separator, Version const& version, char const* memory, int threads, std::vector<Run> const& runs,
           std::string const& sum) {
  std::printf("%s\n    {\"version\": \"%s\", \"memory\": \"%s\", \"threads\": %d, \"checksum\": \"%s\"", separator, version.name, memory,
              threads, sum.c_str());
  print_list("seconds", runs, &Run::seconds);
  print_list("cpuSeconds", runs, &Run::cpu_seconds);
  std::printf("}");
  separator = ",";
}

}  // namespace

int main(int argc, char** argv) {
  std::string names = "bench/data/names.csv";
  std::int64_t rows = 10'000'000;
  int threads = 2;
  int runs = 15;
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    char const* const value = argv[index + 1];
    if (option == "--names") names = value;
    else if (option == "--rows") rows = std::atoll(value);
    else if (option == "--threads") threads = std::atoi(value);
    else if (option == "--runs") runs = std::atoi(value);
    else {
      std::fprintf(stderr, "unknown option %s: --names FILE, --rows N, --threads N, --runs N\n", argv[index]);
      return 2;
    }
  }
  Table const table = bench::redact_table(rows, names);
  std::string const input = bench::ColumnChecksum().add(table.name.offsets.get(), table.name.data.get(), rows).text() + "," +
                            bench::ColumnChecksum().add(table.visibility.offsets.get(), table.visibility.data.get(), rows).text();
  std::printf("{\n  \"rows\": %lld, \"input\": \"%s\",\n  \"results\": [", static_cast<long long>(rows), input.c_str());
  char const* separator = "";
  for (auto const& version : versions_here()) {
    std::vector<Run> measured;
    std::string sum;
    for (int run = 0; run <= runs; ++run) measured.push_back(measure_fresh(version, table, threads, sum));
    measured.erase(measured.begin());  // the warm-up
    print(separator, version, "fresh", threads, measured, sum);
    Output const output(table);
    measured.clear();
    for (int run = 0; run <= runs; ++run) measured.push_back(measure_reused(version, table, output, threads));
    measured.erase(measured.begin());
    print(separator, version, "reused", threads, measured, checksum(output, rows));
  }
  std::printf("\n  ]\n}\n");
}
