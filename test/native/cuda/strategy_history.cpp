// Prints which of a transform's runs on a GPU try one pass, according to the runs before.
#include <cstdio>
#include <string>

#include "../../../native/engine/cuda/host/strategy.cpp"

namespace {

/// Runs `runs` times; prints 1 if one pass was tried. `works` decides the outcome of a try, by the room that it had.
template <class Works>
std::string run(rowfuse::cuda::StrategyHistory& history, int runs, Works&& works) {
  std::string tries;
  for (int i = 0; i < runs; ++i) {
    bool const tried = history.tries_one_pass();
    tries += tried ? '1' : '0';
    if (!tried) continue;
    if (works(history.room())) history.learn_success();
    else history.learn_failure();
  }
  return tries;
}

}  // namespace

int main() {
  using rowfuse::cuda::StrategyHistory;
  StrategyHistory always;
  std::printf("always %s\n", run(always, 10, [](double) { return true; }).c_str());
  StrategyHistory with_room;
  std::printf("with room %s\n", run(with_room, 10, [](double room) { return room > 1; }).c_str());
  StrategyHistory never;
  std::printf("never %s\n", run(never, 30, [](double) { return false; }).c_str());
  std::printf("then always %s\n", run(never, 40, [](double) { return true; }).c_str());
  StrategyHistory long_ago;
  std::string const tries = run(long_ago, 2000, [](double) { return false; });
  std::printf("longest pause %zu\n", tries.rfind('1') - tries.rfind('1', tries.rfind('1') - 1) - 1);
}
