#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <rowfuse/cpu/tile.hpp>

#include "../api/call.hpp"

namespace rowfuse::cpu {

struct CallOptions {
  int threads = 1;
  std::int32_t tile_rows = 0;      ///< a multiple of 64; 0 chooses by length and threads
  MemoryBudget* budget = nullptr;  ///< of the call, which sets it itself
};

/// Rows a tile. 10M rows of redact on two threads: 128 ms by tiles of 512 rows, 115 by 2048, 108 by 8192 (a tile's start
/// costs about a microsecond, most of it cold memory). Short inputs take smaller ones, so that every thread gets several;
/// long texts too, so that a tile's text stays in the L2 cache from the check of its bytes to the last row.
std::int32_t choose_tile_rows(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length,
                              int threads);

/// A call on the CPU. `entry` and what `inputs` point to must outlive its passes.
std::unique_ptr<Call> make_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                CallOptions options);

}  // namespace rowfuse::cpu
