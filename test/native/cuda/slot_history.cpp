// Prints the slots in which the rows of a transform are evaluated first, according to the passes before.
#include <cstdint>
#include <cstdio>

#include <rowfuse/cuda/host/slot_history.hpp>

namespace {

using rowfuse::cuda::ArenaNeeds;
using rowfuse::cuda::SlotHistory;

/// The needs of rows of which one in `every` takes `bytes`, and the others nothing, as a pass samples them.
ArenaNeeds needs(std::int64_t rows, std::int64_t every, std::int64_t bytes) {
  ArenaNeeds needs;
  for (std::int64_t row = 0; row < rows; ++row) {
    if (row / 32 % rowfuse::cuda::sampled_groups != 0 || row % every != 0) continue;
    for (int i = 0; i < rowfuse::cuda::shared_slot_sizes; ++i)
      if (bytes > rowfuse::cuda::slot_size(i)) ++needs.larger[i];
  }
  return needs;
}

void print(char const* name, SlotHistory const& history) { std::printf("%s %d\n", name, static_cast<int>(history.slot_bytes())); }

}  // namespace

int main() {
  constexpr std::int64_t rows = 100'000;
  SlotHistory history;
  print("at first", history);
  history.learn(rows, needs(rows, 1, 216));
  print("all fit the smallest", history);
  history.learn(rows, needs(rows, 1, 217));
  print("none does", history);
  history.learn(rows, needs(rows, 1, 3000));
  print("in global memory", history);
  history.learn(rows, needs(rows, 10, 800));
  print("one in ten is larger", history);
  history.learn(rows, needs(rows, 100, 800));
  print("one in a hundred is", history);
  history.learn(1, needs(1, 1, 500));
  print("one row", history);
  history.learn(0, needs(0, 1, 0));
  print("no rows", history);
  history.learn_unsuited(440);
  print("a device without room for 440", history);
  history.learn_unsuited(888);
  print("nor for 888", history);
  std::printf("rounds");
  for (std::int64_t bytes = rowfuse::cuda::slot_size(0); bytes <= std::int64_t{1} << 31; bytes = SlotHistory::larger(bytes))
    std::printf(" %lld", static_cast<long long>(bytes));
  std::printf("\n");
}
