// Blocks for results: which are lent, which are lent again, how many stay, and how results give them back.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "../../../native/engine/api/mapped_pages.cpp"
#include "../../../native/engine/api/output_memory.cpp"
#include "../../../native/engine/api/result_blocks.cpp"
#include "../../../native/engine/api/spare_pages.cpp"

#include "../expect.hpp"

namespace {

using rowfuse::OutputMemory;
using rowfuse::ResultBlocks;

void lends_each_block_once() {
  ResultBlocks blocks;
  std::vector<ResultBlocks::Block> lent;
  for (std::int64_t bytes : {1, 16'384, 16'385, 80'000, 1'000'000, 2'097'152, 2'097'153, 8'388'608}) {
    for (int i = 0; i < 30; ++i) {
      ResultBlocks::Block const block = blocks.take(bytes);
      expect(block.data != nullptr && block.size >= bytes, "a block has room");
      expect(bytes < 16'384 || block.size <= bytes + bytes / 4 + 4096, "a fifth of a block is unused at most");
      std::memset(block.data, static_cast<int>(lent.size() % 256), static_cast<std::size_t>(bytes));
      lent.push_back(block);
    }
  }
  std::sort(lent.begin(), lent.end(), [](auto const& a, auto const& b) { return a.data < b.data; });
  for (std::size_t i = 1; i < lent.size(); ++i) expect(lent[i - 1].data + lent[i - 1].size <= lent[i].data, "lent blocks do not overlap");
  for (ResultBlocks::Block const& block : lent) blocks.give(block.slab, block.data);
  expect(blocks.busy_bytes() == 0, "no slab is busy when all blocks are back");
  expect(blocks.idle_bytes() > 0 && blocks.idle_bytes() <= ResultBlocks::most_idle, "a bounded part of the memory is kept");
  expect(blocks.take(ResultBlocks::largest + 1).data == nullptr, "there are no larger blocks");
}

void lends_again() {
  ResultBlocks blocks;
  ResultBlocks::Block const first = blocks.take(80'000);
  ResultBlocks::Block const second = blocks.take(80'000);
  blocks.give(first.slab, first.data);
  ResultBlocks::Block const third = blocks.take(70'000);
  expect(third.data == first.data, "the block that was given back last is lent next");
  blocks.give(third.slab, third.data);
  blocks.give(second.slab, second.data);
  std::int64_t const idle = blocks.idle_bytes();
  ResultBlocks::Block const other = blocks.take(500'000);
  expect(other.slab == second.slab && blocks.idle_bytes() < idle, "an idle slab serves another size");
  blocks.give(other.slab, other.data);
}

void keeps_the_content_of_results() {
  OutputMemory kept;
  for (int round = 0; round < 3; ++round) {
    OutputMemory large = OutputMemory::borrow(1'000'000);
    std::memset(large.data(), 'a' + round, 1'000'000);
    large.shrink(100'000);
    expect(large.size() == 100'000 && large.data()[99'999] == 'a' + round, "a small part of a block keeps its content");
    if (round == 0) kept = std::move(large);
  }
  expect(std::all_of(kept.data(), kept.data() + 100'000, [](char c) { return c == 'a'; }), "a held result is never overwritten");
  OutputMemory half = OutputMemory::borrow(100'000);
  char const* const data = half.data();
  half.shrink(60'000);
  expect(half.data() == data && half.size() == 60'000, "more than half of a block stays where it is");
  half.shrink(0);
  expect(half.data() == nullptr, "an empty result has no block");
  OutputMemory handed = OutputMemory::borrow(50'000);
  auto const [released, size, slab] = handed.release();
  OutputMemory::free(released, size, slab);
  kept = {};
  expect(ResultBlocks::shared().busy_bytes() == 0, "all results have given their blocks back");
}

void copies_from_spare_pages() {
  constexpr std::int64_t unknown = std::int64_t{1} << 31;
  char const* pages = nullptr;
  OutputMemory first;
  for (int round = 0; round < 3; ++round) {
    OutputMemory text = OutputMemory::borrow_at_least(unknown);
    expect(pages == nullptr || text.data() == pages, "the pages of the pass before serve the next one");
    pages = text.data();
    std::memset(text.data(), 'a' + round, 200'000);
    text.shrink(200'000);
    expect(text.data() != pages && text.size() == 200'000 && text.data()[199'999] == 'a' + round, "small text is copied to a block");
    if (round == 0) first = std::move(text);
  }
  expect(first.data()[0] == 'a' && first.data()[199'999] == 'a', "the text of a pass stays when its pages serve the next one");
  OutputMemory const values = OutputMemory::borrow(20'000'000);
  expect(values.data() != pages && values.size() == 20'000'000, "memory of a known size is no larger, and not that of text");
  OutputMemory large = OutputMemory::borrow_at_least(unknown);
  char const* const data = large.data();
  std::memset(large.data(), 'z', 3'000'000);
  large.shrink(3'000'000);
  expect(large.data() == data, "large text stays where it is");
  auto const [released, size, slab] = large.release();
  OutputMemory::free(released, size, slab);
}

void serves_threads() {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([thread] {
      std::vector<OutputMemory> held;
      for (int i = 0; i < 2000; ++i) {
        OutputMemory memory = OutputMemory::borrow(10'000 + 1000 * (i % 50));
        std::memset(memory.data(), thread, static_cast<std::size_t>(memory.size()));
        held.push_back(std::move(memory));
        if (held.size() < 20) continue;
        for (OutputMemory const& one : held) expect(one.data()[one.size() - 1] == thread, "a block belongs to one thread");
        held.clear();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  expect(ResultBlocks::shared().busy_bytes() == 0, "all threads have given their blocks back");
}

}  // namespace

int main() {
  lends_each_block_once();
  lends_again();
  keeps_the_content_of_results();
  copies_from_spare_pages();
  serves_threads();
  return report_failures();
}
