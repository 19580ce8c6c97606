// The memory that rows borrow: it passes from one run of rows to the next, counts in the budget of the call, and is given back.
#include <cstdint>

#include <rowfuse/cpu/memory/arena_memory.hpp>

#include "../expect.hpp"

namespace {

struct IndexingText {
  static constexpr bool indexes_text = true;
};

struct Sink {
  rowfuse::ArenaSlot arena;
};

void passes_from_run_to_run() {
  constexpr std::int64_t bytes = 10'000;
  rowfuse::MemoryBudget budget;
  {
    rowfuse::cpu::ArenaMemory of_tile(&budget);
    char* first = nullptr;
    for (int run = 0; run < 3; ++run) {
      rowfuse::cpu::ArenaMemory of_run;
      of_run.swap_heap(of_tile);
      Sink sink;
      of_run.lend<IndexingText>(sink);
      expect(sink.arena.units != nullptr, "a row that reads text by index has memory for its units");
      if (sink.arena.units == nullptr) return;
      char* const taken = sink.arena.units->take(0, bytes);
      if (run == 0) first = taken;
      expect(taken != nullptr && taken == first, "the next run takes the same memory");
      expect(budget.held() >= bytes && budget.held() < 2 * bytes, "the memory counts in the budget, once");
      of_run.swap_heap(of_tile);
    }
  }
  expect(budget.held() == 0, "all memory is given back");
}

void respects_the_limit() {
  rowfuse::MemoryBudget budget;
  budget.set_limit(1'000);
  rowfuse::cpu::ArenaMemory memory(&budget);
  Sink sink;
  memory.lend<IndexingText>(sink);
  expect(sink.arena.units->take(0, 2'000) == nullptr, "memory past the limit is refused");
  expect(sink.arena.units->take(0, 500) != nullptr, "memory within the limit is there after a refusal");
}

}  // namespace

int main() {
  passes_from_run_to_run();
  respects_the_limit();
  return report_failures();
}
