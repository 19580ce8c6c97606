#include <rowfuse/cuda/host/strategy.hpp>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace rowfuse::cuda {

namespace {

/// The number of runs in two passes after a failed try, which doubles with each further failure. A failed try costs no more than one pass
/// would have taken, which is about half of two passes.
constexpr std::int32_t shortest_pause = 8;
constexpr std::int32_t longest_pause = 256;

/// Sums over the rows of a warp vary with the square root of their number. 32 rows whose lengths vary as much as they are long stay below
/// this in all but one of thousands of warps.
constexpr double widest_room = 1.6;

}  // namespace

Strategy strategy() {
  static Strategy const chosen = [] {
    char const* const name = std::getenv("ROWFUSE_CUDA_STRATEGY");
    if (name == nullptr) return Strategy::by_history;
    if (std::string_view(name) == "one-pass") return Strategy::one_pass;
    return std::string_view(name) == "two-passes" ? Strategy::two_passes : Strategy::by_history;
  }();
  return chosen;
}

bool StrategyHistory::tries_one_pass() {
  if (pause_ == 0) return true;
  --pause_;
  return false;
}

void StrategyHistory::learn_failure() {
  // Enlarges the room for both input and output, because it is not known which was too small.
  if (room_ < widest_room) {
    room_ = widest_room;
    return;
  }
  last_pause_ = std::clamp(2 * last_pause_, shortest_pause, longest_pause);
  pause_ = last_pause_;
}

}  // namespace rowfuse::cuda
