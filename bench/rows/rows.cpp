// The two transforms of transforms.ts as a C++ programmer would write them: Arrow buffers in, Arrow buffers out, plain loops. Each
// thread takes a contiguous part of the rows; it counts output rows and bytes first, and fills the result from its place on. The result
// is allocated for each run, or (reused) overwrites that of the run before.
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

/// Memory for a column: that of an earlier run if it is large enough, otherwise untouched memory.
template <class T>
struct Memory {
  std::unique_ptr<T[]> data;
  std::int64_t capacity = 0;

  T* take(std::int64_t count) {
    if (count > capacity) {
      data.reset();
      data.reset(new T[static_cast<std::size_t>(count)]);
      capacity = count;
    }
    return data.get();
  }
};

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
  Memory<std::int32_t> ids;
  Memory<double> numbers;
  Memory<std::int32_t> ends;
  Memory<char> bytes;
  std::int32_t* id = nullptr;
  double* number = nullptr;
  std::int32_t* offsets = nullptr;
  char* text = nullptr;

  void allocate(Place const& total, bool has_number) {
    rows = total.rows;
    id = ids.take(total.rows);
    if (has_number) number = numbers.take(total.rows);
    offsets = ends.take(total.rows + 1);
    text = bytes.take(total.bytes);
    offsets[0] = 0;
  }

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
    char const* space = at;
    while (space < end && *space != ' ') ++space;
    if (space > at) body(at, space - at);
    at = space + 1;
  }
}

void split(Columns const& columns, std::int64_t rows, int threads, Result& result) {
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
  result.allocate(total, false);
  in_parts(rows, threads, [&](int thread, Part part) {
    auto [out, byte] = parts[static_cast<std::size_t>(thread)];
    for (std::int64_t row = part.from; row < part.to; ++row) {
      for_each_word(text + columns.offsets[row], text + columns.offsets[row + 1], [&](char const* word, std::int64_t size) {
        std::memcpy(result.text + byte, word, static_cast<std::size_t>(size));
        byte += size;
        result.id[out] = columns.id[row];
        result.offsets[++out] = static_cast<std::int32_t>(byte);
      });
    }
  });
}

void filter(Columns const& columns, std::int64_t rows, double least, int threads, Result& result) {
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
  result.allocate(total, true);
  in_parts(rows, threads, [&](int thread, Part part) {
    auto [out, byte] = parts[static_cast<std::size_t>(thread)];
    for (std::int64_t row = part.from; row < part.to; ++row) {
      if (!(columns.score[row] >= least)) continue;
      std::int32_t const size = columns.offsets[row + 1] - columns.offsets[row];
      std::memcpy(result.text + byte, columns.text.data() + columns.offsets[row], static_cast<std::size_t>(size));
      byte += size;
      result.id[out] = columns.id[row];
      result.number[out] = columns.score[row] * 2;
      result.offsets[++out] = static_cast<std::int32_t>(byte);
    }
  });
}

template <class Run>
void report(char const* name, int runs, bool reused, bool last, Run const& run) {
  Seconds seconds;
  std::uint32_t checksum = 0;
  Result result;
  for (int i = 0; i < runs; ++i) {
    if (!reused) result = {};
    auto const from = std::chrono::steady_clock::now();
    run(result);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count());
    if (i == 0) checksum = result.checksum();
  }
  if (reused) seconds.erase(seconds.begin());
  std::printf("\"%s%s\": {\"rows\": %lld, \"checksum\": %u, \"seconds\": [", name, reused ? "Reused" : "",
              static_cast<long long>(result.rows), checksum);
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
  for (bool const reused : {false, true}) {
    report("wordSplit", runs, reused, false, [&](Result& result) { split(columns, rows, threads, result); });
    report("filter", runs, reused, reused, [&](Result& result) { filter(columns, rows, least, threads, result); });
  }
  return 0;
}
