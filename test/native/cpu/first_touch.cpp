// Fresh memory of results: which thread touches its pages first, how often, and that all of it is freed.
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "../../../native/engine/cpu/allocate_outputs.cpp"
#include "../../../native/engine/cpu/cpu_call.cpp"
#include "../../../native/engine/cpu/emit_pass.cpp"
#include "../../../native/engine/cpu/first_touch.cpp"
#include <rowfuse/cpu/memory/huge_pages.hpp>
#include "../../../native/engine/api/mapped_pages.cpp"
#include "../../../native/engine/api/output_memory.cpp"
#include "../../../native/engine/api/result_blocks.cpp"
#include "../../../native/engine/api/spare_pages.cpp"
#include "../../../native/engine/cpu/one_pass.cpp"
#include "../../../native/engine/cpu/level_passes.cpp"
#include "../../../native/engine/cpu/output_pages.cpp"
#include "../../../native/engine/cpu/pool.cpp"

#include "../expect.hpp"

namespace {

struct Range {
  std::uintptr_t begin;
  std::uintptr_t end;
};

std::mutex mutex;
std::vector<Range> brought_in;  // under the mutex
bool refuses = false;

}  // namespace

/// Replaces the C library's function, and records the pages that are requested.
extern "C" int madvise(void* data, std::size_t bytes, int advice) noexcept {
  if (advice == MADV_POPULATE_WRITE) {
    auto const begin = reinterpret_cast<std::uintptr_t>(data);
    std::lock_guard const lock(mutex);
    brought_in.push_back({begin, begin + bytes});
    if (refuses) return -1;
  }
  return static_cast<int>(syscall(SYS_madvise, data, bytes, advice));
}

namespace {

using namespace rowfuse;

constexpr std::int64_t mb = std::int64_t{1} << 20;
std::vector<Range> take_account() {
  std::lock_guard const lock(mutex);
  std::vector<Range> ranges;
  ranges.swap(brought_in);
  std::sort(ranges.begin(), ranges.end(), [](Range a, Range b) { return a.begin < b.begin; });
  return ranges;
}

/// Expects sorted ranges that start at the page of `data` and reach at least `bytes`, without gaps, each page in one of them.
bool cover_once(std::vector<Range> const& ranges, void const* data, std::int64_t bytes) {
  auto const begin = reinterpret_cast<std::uintptr_t>(data);
  if (ranges.empty() || ranges.front().begin != begin / 4096 * 4096) return false;
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].begin != ranges[i - 1].end || ranges[i].begin % (2 * mb) != 0) return false;
  }
  return ranges.back().end >= begin + static_cast<std::uintptr_t>(bytes);
}

bool resident(char const* data) {
  unsigned char there = 0;
  return mincore(reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(data) / 4096 * 4096), 1, &there) == 0 && there != 0;
}

class Mapping {
 public:
  explicit Mapping(std::int64_t bytes, int protection = PROT_READ | PROT_WRITE)
      : bytes_(static_cast<std::size_t>(bytes)), data_(mmap(nullptr, bytes_, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~Mapping() { munmap(data_, bytes_); }
  char* data() const { return static_cast<char*>(data_); }

 private:
  std::size_t bytes_;
  void* data_;
};

void each_page_by_one_thread() {
  Mapping const mapping(40 * mb);
  char* const data = mapping.data() + 4096 + 16;  // as the C library aligns the memory that it maps
  std::int64_t const bytes = 33 * mb + 5;
  data[0] = 'a';
  data[9 * mb] = 'b';
  FirstTouch alone(data, bytes, 1);
  alone.reach(0, 0);
  expect(take_account().empty(), "nothing is asked for before it is needed");
  alone.reach(3 * mb, 3 * mb);
  expect(cover_once(take_account(), data, 3 * mb), "as far as was asked");
  expect(resident(data + 3 * mb) && !resident(data + 5 * mb + 4096), "and no further than a huge page more");
  alone.reach(2 * mb, 3 * mb);
  expect(take_account().empty(), "what is there is not asked for again");
  for (int call = 0; call < 9; ++call) alone.reach(2 * mb, bytes);
  expect(take_account().size() <= 1, "nor what is not needed soon");
  alone.reach(6 * mb, 6 * mb);
  take_account();
  alone.reach(6 * mb, bytes);
  expect(take_account().size() == 1, "but a page ahead is");

  FirstTouch together(data, bytes, 3);
  together.reach(1, bytes);
  together.reach(1, bytes);
  together.reach(1, bytes);
  expect(take_account().size() == 3, "three threads take a page each");
  for (int call = 0; call < 9; ++call) together.reach(1, bytes);
  expect(take_account().size() <= 1, "and no more until the next group");

  FirstTouch again(data, bytes, 4);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::int64_t position = thread; position < bytes + 8 * mb; position += mb / 2) again.reach(position, bytes);
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<Range> const ranges = take_account();
  expect(cover_once(ranges, data, bytes), "every page by one of four threads");
  expect(!ranges.empty() && ranges.back().end < reinterpret_cast<std::uintptr_t>(data) + bytes + 4096, "and none behind the last");
  expect(data[0] == 'a' && data[9 * mb] == 'b' && data[9 * mb + 1] == 0, "what the memory holds stays as it is");
}

void left_alone() {
  Mapping const small(4 * mb);
  FirstTouch(small.data(), 4 * mb - 1, 1).reach(4 * mb, 4 * mb);
  FirstTouch(nullptr, 8 * mb, 1).reach(8 * mb, 8 * mb);
  FirstTouch().reach(8 * mb, 8 * mb);
  Mapping const used(8 * mb);
  used.data()[4 * mb] = 1;
  FirstTouch(used.data(), 8 * mb, 1).reach(8 * mb, 8 * mb);
  expect(take_account().empty(), "small memory, none, and an earlier result's are left alone");
}

void refused() {
  Mapping const mapping(16 * mb);
  FirstTouch pages(mapping.data(), 16 * mb, 2);
  refuses = true;
  pages.reach(16 * mb, 16 * mb);
  pages.reach(16 * mb, 16 * mb);
  refuses = false;
  expect(take_account().size() == 1, "a system that refuses is asked once");
  Mapping const read_only(16 * mb, PROT_READ);
  FirstTouch(read_only.data(), 16 * mb, 1).reach(16 * mb, 16 * mb);
  expect(take_account().size() == 1, "so is one that fails");
}

/// Returns the bytes of address space of this process.
std::int64_t mapped_bytes() {
  long pages = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%ld", &pages) != 1) pages = 0;
  if (file != nullptr) std::fclose(file);
  return std::int64_t{pages} * sysconf(_SC_PAGESIZE);
}

void reserved_memory() {
  std::int64_t before = 0;
  for (int round = 0; round < 200; ++round) {
    if (round == 100) before = mapped_bytes();
    for (std::int64_t const bytes : {std::int64_t{1}, 3 * mb, 4 * mb, 9 * mb + 1}) {
      OutputMemory memory = OutputMemory::reserve(bytes);
      expect(memory.data() != nullptr && memory.size() == bytes, "memory of the size asked for");
      if (bytes >= 4 * mb) expect(reinterpret_cast<std::uintptr_t>(memory.data()) % (2 * mb) == 0, "from a huge page on");
      memory.data()[0] = memory.data()[bytes - 1] = 1;
      if (round % 2 == 0) memory.shrink(bytes / 2 + 1);
      if (round % 3 == 0) {
        OutputMemory::Released const released = memory.release();
        OutputMemory::free(released.data, released.size, released.slab);
      }
    }
  }
  expect(mapped_bytes() - before < mb, "all of it is given back");
  expect(OutputMemory::reserve(std::int64_t{1} << 60).data() == nullptr, "nothing where there is no such room");
}

/// Findings of the fill function below: tiles whose offsets and numbers were not touched.
std::atomic<int> cold_tiles{0};

bool gone_for(void const* data) {
  auto const address = reinterpret_cast<std::uintptr_t>(data);
  std::lock_guard const lock(mutex);
  return std::any_of(brought_in.begin(), brought_in.end(), [&](Range range) { return range.begin <= address && address < range.end; });
}

/// Writes the text of a row: 12 bytes, with the row's number at its end.
void write_text(char* text, std::int64_t row) { std::snprintf(text, 13, "row%09d", static_cast<int>(row)); }

void fill(cpu::FillTile& tile) {
  arrow::OutputColumn const& text = tile.outputs[0];
  auto* const numbers = static_cast<double*>(tile.outputs[1].values);
  std::int64_t const last = tile.range.first + tile.range.rows - 1;
  if (!gone_for(text.offsets + last + 1) || !gone_for(numbers + last)) ++cold_tiles;
  cpu::TileOutput& column = tile.columns[0];
  for (std::int32_t row = 0; row < tile.range.rows; ++row) {
    char buffer[13];
    write_text(buffer, tile.range.first + row);
    if (column.bytes + 12 > column.room) {
      tile.overrun = true;
      return;
    }
    std::memcpy(column.text + column.bytes, buffer, 12);
    column.bytes += 12;
    text.offsets[tile.range.first + row + 1] = static_cast<std::int32_t>(column.begin + column.bytes);
    numbers[tile.range.first + row] = static_cast<double>(tile.range.first + row);
  }
}

void measure(cpu::MeasureTile& tile) { tile.bytes[0] = std::int64_t{12} * tile.range.rows; }

struct Outputs {
  explicit Outputs(std::int64_t rows) : offsets(4 * (rows + 1)), numbers(8 * rows) {}
  Mapping offsets;
  Mapping numbers;
};

bool is_right(Outputs const& outputs, char const* text, std::int64_t rows) {
  auto const* const offsets = reinterpret_cast<std::int32_t const*>(outputs.offsets.data());
  auto const* const numbers = reinterpret_cast<double const*>(outputs.numbers.data());
  for (std::int64_t row = 0; row < rows; ++row) {
    char expected[13];
    write_text(expected, row);
    if (offsets[row] != 12 * row || numbers[row] != static_cast<double>(row)) return false;
    if (std::memcmp(text + 12 * row, expected, 12) != 0) return false;
  }
  return offsets[rows] == 12 * rows;
}

/// Runs a pass by `start(done)` to its end.
template <class Start>
void run(Start const& start) {
  std::mutex ends;
  std::condition_variable over;
  bool done = false;
  bool const started = start([&] {
    std::lock_guard const lock(ends);
    done = true;
    over.notify_one();
  });
  expect(started, "a pass starts");
  std::unique_lock lock(ends);
  over.wait(lock, [&] { return done || !started; });
}

/// Returns the requested bytes of [data, data + bytes), each of which was requested once.
std::int64_t bytes_once(std::vector<Range> const& ranges, void const* data, std::int64_t bytes, std::string const& what) {
  auto const begin = reinterpret_cast<std::uintptr_t>(data);
  auto const end = begin + static_cast<std::uintptr_t>(bytes);
  std::int64_t sum = 0;
  std::uintptr_t reached = 0;
  for (Range const& range : ranges) {
    if (range.end <= begin || range.begin >= end) continue;
    expect(range.begin >= reached, what + ": each page once");
    reached = range.end;
    sum += static_cast<std::int64_t>(std::min(range.end, end) - std::max(range.begin, begin));
  }
  return sum;
}

void passes() {
  constexpr std::int64_t rows = 2'000'000;
  arrow::ColumnType const types[] = {{arrow::TypeId::utf8, false}, {arrow::TypeId::float64, false}};
  arrow::Bound const bounds[] = {{40, nullptr}, {}};  // the text takes less than a third of it
  cpu::Entry entry;
  entry.layout = {nullptr, 0, types, 2, bounds};
  entry.scratch_bytes = [](std::int32_t) { return std::size_t{64}; };
  entry.measure = measure;
  entry.fill = fill;
  std::int64_t const text_bytes = 12 * rows;
  for (bool const once : {true, false}) {
    for (int const threads : {1, 2, 5}) {
      std::string const name = (once ? "one pass, threads " : "two passes, threads ") + std::to_string(threads);
      Outputs const outputs(rows);
      arrow::OutputColumn text{nullptr, 0, reinterpret_cast<std::int32_t*>(outputs.offsets.data()), nullptr};
      arrow::OutputColumn const numbers{outputs.numbers.data(), 8 * rows, nullptr, nullptr};
      Mapping const own(once ? mb : text_bytes);
      auto const call = cpu::make_call(entry, {}, rows, {threads, 8192});
      take_account();
      cold_tiles = 0;
      if (once) {
        run([&](auto done) { return call->evaluate({text, numbers}, {text_bytes * 10, false}, done); });
        text.values = call->result.memory.empty() ? nullptr : call->result.memory[0].data();
      } else {
        run([&](auto done) { return call->measure(done); });
        text.values = own.data();
        text.values_bytes = text_bytes;
        run([&](auto done) { return call->fill({text, numbers}, done); });
      }
      expect(call->result.failure == Failure::none && text.values != nullptr, name + ": succeeds");
      if (text.values == nullptr) continue;
      std::vector<Range> const ranges = take_account();
      expect(is_right(outputs, static_cast<char const*>(text.values), rows), name + ": the right result");
      // A thread that has taken a page may be interrupted before it requests it. Only the tiles of that page find it cold.
      std::int64_t const tiles_a_page = 2 * mb / (8 * 8192);
      expect(cold_tiles <= (threads - 1) * tiles_a_page, name + ": pages are asked for before rows are written");
      expect(bytes_once(ranges, text.offsets, 4 * (rows + 1), name) == 4 * (rows + 1), name + ": all offsets");
      expect(bytes_once(ranges, numbers.values, 8 * rows, name) == 8 * rows, name + ": all numbers");
      std::int64_t const of_text = bytes_once(ranges, text.values, once ? 40 * rows : text_bytes, name);
      expect(of_text >= text_bytes - 2 * mb && of_text <= text_bytes + 4 * mb,
             name + ": the text and little more, not its bound: " + std::to_string(of_text));
    }
  }
}

}  // namespace

int main() {
  {
    Mapping const page(4096);
    if (madvise(page.data(), 4096, MADV_POPULATE_WRITE) != 0) {
      std::printf("skipped: this system has no MADV_POPULATE_WRITE\n");
      return 0;
    }
    take_account();
  }
  each_page_by_one_thread();
  left_alone();
  refused();
  reserved_memory();
  passes();
  return report_failures();
}
