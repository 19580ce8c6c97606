#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// How text is written. Results never depend on it.
enum class Strategy {
  by_history,  ///< one pass, until a call's rows are not for it
  two_passes,  ///< sizes, scan, fill
  one_pass,    ///< one kernel, where the text has bounds, the device can, and the rows are for it; else two passes
};

/// What runs use: by history, unless the environment variable ROWFUSE_CUDA_STRATEGY is `one-pass` or `two-passes` when the
/// process first asks.
Strategy strategy();

/// What earlier runs of a transform on a stream tell of its next one. One pass is faster for rows that fit shared memory
/// (cuda/one_pass/dispatch.cuh) and are evaluated there once; with others a whole multiprocessor would wait for each of them. Nothing
/// tells before a run, but a run finds out and is abandoned. The next one tries smaller tiles, with more room in them for rows
/// that differ in length; where that fails as well, two passes follow, and after some calls another try.
class StrategyHistory {
 public:
  /// Whether the next run should try one pass. Asked once a run.
  bool tries_one_pass();

  /// What became of a try.
  void learn_success() { last_pause_ = 0; }
  void learn_failure();

  /// How many times the text that is expected of its rows a tile should hold.
  double room() const { return room_; }

  double output_bytes_a_row = -1;  ///< of the last run, in its longest text column; below 0: there was none

 private:
  double room_ = 1;
  std::int32_t pause_ = 0;  // runs of two passes still to come
  std::int32_t last_pause_ = 0;
};

}  // namespace rowfuse::cuda
