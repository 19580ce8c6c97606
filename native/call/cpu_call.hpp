#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <rowfuse/cpu/tile.hpp>

#include "call.hpp"

namespace rowfuse::cpu {

struct CallOptions {
  int threads = 1;
  std::int32_t tile_rows = 0;  ///< a multiple of 64; 0 chooses by length and threads
};

/// A call on the CPU. `entry` and what `inputs` point to must outlive its passes.
std::unique_ptr<Call> make_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                CallOptions options);

}  // namespace rowfuse::cpu
