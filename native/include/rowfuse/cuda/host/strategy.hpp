#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// The way in which text is written. Results never depend on it.
enum class Strategy {
  by_history,  ///< one pass, until the rows of a call do not suit it
  two_passes,  ///< sizes, scan, fill
  one_pass,    ///< one kernel if the text has bounds, the device can run it and the rows suit it; else two passes
};

/// Returns the strategy of runs: by history, unless the environment variable ROWFUSE_CUDA_STRATEGY is `one-pass` or `two-passes` when the
/// process first asks.
Strategy strategy();

/// The history of a transform on a stream, which chooses the strategy of its next run. One pass is faster if rows fit in shared memory
/// (cuda/one_pass/dispatch.cuh) and are evaluated once there. For any other row a whole multiprocessor would wait. No test before a run
/// tells them apart, but a run that meets such rows is abandoned. The next run tries smaller tiles, with more room for rows of different
/// lengths. If that fails too, runs use two passes and try again after some calls.
class StrategyHistory {
 public:
  /// True if the next run should try one pass. Asked once per run.
  bool tries_one_pass();

  /// Records the outcome of a try.
  void learn_success() { last_pause_ = 0; }
  void learn_failure();

  /// The room of a tile, as a multiple of the expected text of its rows.
  double room() const { return room_; }

  double output_bytes_a_row = -1;  ///< of the longest text column in the last run; negative: there was none

 private:
  double room_ = 1;
  std::int32_t pause_ = 0;  // remaining runs of two passes
  std::int32_t last_pause_ = 0;
};

}  // namespace rowfuse::cuda
