#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <rowfuse/cpu/tile/tile.hpp>

#include "../api/call.hpp"

namespace rowfuse::cpu {

struct CallOptions {
  int threads = 1;
  std::int32_t tile_rows = 0;      ///< a multiple of 64; 0 chooses by length and threads
  MemoryBudget* budget = nullptr;  ///< set by the call itself, as the next one
  std::int64_t amount = 0;         ///< the amount of work (`RowCost`), or 0 if no time is to be learned
};

/// Returns the rows per tile. The start of a tile costs about a microsecond, most of it for cold memory. 10M rows of redact on two threads
/// took 128 ms in tiles of 512 rows, 115 in 2048, 108 in 8192. Short inputs get smaller tiles, so that every thread gets several. Long
/// texts get them too, so that the text of a tile stays in the L2 cache from the check of its bytes to the last row.
std::int32_t choose_tile_rows(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, int threads);

/// Returns a call on the CPU. `entry` and the buffers of `inputs` must outlive its passes.
std::unique_ptr<Call> make_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length, CallOptions options);

}  // namespace rowfuse::cpu
