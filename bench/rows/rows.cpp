// What a C++ programmer would write for the two transforms of transforms.ts: Arrow buffers in, Arrow buffers out, plain loops.
// Each thread takes a contiguous part of the rows; it counts output rows and bytes first, and fills the result, which is
// allocated for each run, from its place on.
//
//   rows <folder> <rows> <least> <threads> <runs>
//
// The folder has the columns as bare buffers. Prints one line of JSON: seconds of each run, and the result's checksum.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using Seconds = std::vector<double>;

template <class T>
std::vector<T> read(std::string const& file, std::size_t padding = 0) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  auto const bytes = static_cast<std::size_t>(in.tellg());
  std::vector<T> values(bytes / sizeof(T) + padding);
  in.seekg(0);
  in.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(bytes));
  return values;
}

/// Memory that nobody has touched yet.
template <class T>
std::unique_ptr<T[]> fresh(std::int64_t count) {
  return std::unique_ptr<T[]>(new T[static_cast<std::size_t>(count)]);
}

struct Place {
  std::int64_t rows = 0;
  std::int64_t bytes = 0;
};

struct Part {
  std::int64_t from;
  std::int64_t to;
};

template <class Body>
void in_parts(std::int64_t rows, int threads, Body const& body) {
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    Part const part{rows * i / threads, rows * (i + 1) / threads};
    if (i + 1 == threads) body(i, part);
    else running.emplace_back([&body, i, part] { body(i, part); });
  }
  for (auto& thread : running) thread.join();
}

/// Counts become places; the last is the total.
Place place(std::vector<Place>& parts) {
  Place at;
  for (auto& part : parts) {
    Place const before = at;
    at.rows += part.rows;
    at.bytes += part.bytes;
    part = before;
  }
  return at;
}

/// FNV-1a over 32-bit words, and over the bytes of text.
struct Checksum {
  std::uint32_t hash = 2166136261u;
  void add(std::uint32_t value) { hash = (hash ^ value) * 16777619u; }
};

struct Result {
  std::int64_t rows = 0;
  std::unique_ptr<std::int32_t[]> id;
  std::unique_ptr<double[]> number;
  std::unique_ptr<std::int32_t[]> offsets;
  std::unique_ptr<char[]> text;

  std::uint32_t checksum() const {
    Checksum sum;
    for (std::int64_t i = 0; i < rows; ++i) sum.add(static_cast<std::uint32_t>(id[i]));
    for (std::int64_t i = 0; i <= rows; ++i) sum.add(static_cast<std::uint32_t>(offsets[i]));
    for (std::int64_t i = 0; i < offsets[rows]; ++i) sum.add(static_cast<unsigned char>(text[i]));
    return sum.hash;
  }
};

struct Columns {
  std::vector<std::int32_t> id;
  std::vector<std::int32_t> offsets;
  std::vector<char> text;
  std::vector<double> score;
};

/// Calls `body(begin, size)` for each word of a line.
template <class Body>
void for_each_word(char const* at, char const* end, Body const& body) {
  while (at < end) {
    auto const* space = static_cast<char const*>(std::memchr(at, ' ', static_cast<std::size_t>(end - at)));
    if (space == nullptr) space = end;
    if (space > at) body(at, space - at);
    at = space + 1;
  }
}

Result split(Columns const& columns, std::int64_t rows, int threads) {
  std::vector<Place> parts(static_cast<std::size_t>(threads));
  char const* const text = columns.text.data();
  in_parts(rows, threads, [&](int thread, Part part) {
    Place count;
    for (std::int64_t row = part.from; row < part.to; ++row) {
      for_each_word(text + columns.offsets[row], text + columns.offsets[row + 1], [&](char const*, std::int64_t size) {
        ++count.rows;
        count.bytes += size;
      });
    }
    parts[static_cast<std::size_t>(thread)] = count;
  });
  Place const total = place(parts);
  Result result{total.rows, fresh<std::int32_t>(total.rows), nullptr, fresh<std::int32_t>(total.rows + 1), fresh<char>(total.bytes)};
  result.offsets[0] = 0;
  in_parts(rows, threads, [&](int thread, Part part) {
    auto [out, byte] = parts[static_cast<std::size_t>(thread)];
    for (std::int64_t row = part.from; row < part.to; ++row) {
      for_each_word(text + columns.offsets[row], text + columns.offsets[row + 1], [&](char const* word, std::int64_t size) {
        std::memcpy(result.text.get() + byte, word, static_cast<std::size_t>(size));
        byte += size;
        result.id[out] = columns.id[row];
        result.offsets[++out] = static_cast<std::int32_t>(byte);
      });
    }
  });
  return result;
}

Result filter(Columns const& columns, std::int64_t rows, double least, int threads) {
  std::vector<Place> parts(static_cast<std::size_t>(threads));
  in_parts(rows, threads, [&](int thread, Part part) {
    Place count;
    for (std::int64_t row = part.from; row < part.to; ++row) {
      if (!(columns.score[row] >= least)) continue;
      ++count.rows;
      count.bytes += columns.offsets[row + 1] - columns.offsets[row];
    }
    parts[static_cast<std::size_t>(thread)] = count;
  });
  Place const total = place(parts);
  Result result{total.rows, fresh<std::int32_t>(total.rows), fresh<double>(total.rows), fresh<std::int32_t>(total.rows + 1),
                fresh<char>(total.bytes)};
  result.offsets[0] = 0;
  in_parts(rows, threads, [&](int thread, Part part) {
    auto [out, byte] = parts[static_cast<std::size_t>(thread)];
    for (std::int64_t row = part.from; row < part.to; ++row) {
      if (!(columns.score[row] >= least)) continue;
      std::int32_t const size = columns.offsets[row + 1] - columns.offsets[row];
      std::memcpy(result.text.get() + byte, columns.text.data() + columns.offsets[row], static_cast<std::size_t>(size));
      byte += size;
      result.id[out] = columns.id[row];
      result.number[out] = columns.score[row] * 2;
      result.offsets[++out] = static_cast<std::int32_t>(byte);
    }
  });
  return result;
}

template <class Run>
void report(char const* name, int runs, bool last, Run const& run) {
  Seconds seconds;
  std::int64_t rows = 0;
  std::uint32_t checksum = 0;
  for (int i = 0; i < runs; ++i) {
    auto const from = std::chrono::steady_clock::now();
    Result const result = run();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count());
    rows = result.rows;
    if (i == 0) checksum = result.checksum();
  }
  std::printf("\"%s\": {\"rows\": %lld, \"checksum\": %u, \"seconds\": [", name, static_cast<long long>(rows), checksum);
  for (std::size_t i = 0; i < seconds.size(); ++i) std::printf("%s%.6f", i == 0 ? "" : ", ", seconds[i]);
  std::printf("]}%s", last ? "}\n" : ", ");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  std::string const folder = argv[1];
  auto const rows = static_cast<std::int64_t>(std::stoll(argv[2]));
  double const least = std::stod(argv[3]);
  int const threads = std::stoi(argv[4]);
  int const runs = std::stoi(argv[5]);
  Columns const columns{read<std::int32_t>(folder + "/id"), read<std::int32_t>(folder + "/offsets"), read<char>(folder + "/text"),
                        read<double>(folder + "/score")};
  std::printf("{");
  report("wordSplit", runs, false, [&] { return split(columns, rows, threads); });
  report("filter", runs, true, [&] { return filter(columns, rows, least, threads); });
  return 0;
}
