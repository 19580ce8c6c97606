#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/binding.hpp>

#include "../../engine/api/call.hpp"
#include "../../engine/api/output_memory.hpp"
#include "../failure.hpp"
#include "../rowfuse.h"

namespace rowfuse::portable {

/// The memory of a result: buffers that begin at a multiple of 64 bytes, as Arrow recommends.
class Outputs {
 public:
  /// False where there is no memory. `bytes` are those of the values of text columns, by output column; empty: text comes later.
  bool allocate(arrow::Layout const& layout, std::int64_t length, std::vector<std::int64_t> const& bytes);

  /// The text of a single pass, by output column.
  void adopt(std::vector<OutputMemory> text);

  /// All memory of a pass whose rows come and go.
  void adopt(CallResult& result);

  std::vector<arrow::OutputColumn> const& columns() const { return columns_; }

  /// Hands the memory over to a struct array that releases it. Throws where there is no memory for its own parts.
  Failure give(Registration const& transform, std::int64_t length, std::vector<std::int64_t> const& null_counts, ArrowSchema& schema,
               ArrowArray& array);

 private:
  struct Free {
    void operator()(void* data) const;
  };
  using Buffer = std::unique_ptr<void, Free>;

  void* take(std::int64_t bytes);

  bool failed_ = false;
  std::vector<Buffer> buffers_;
  std::vector<OutputMemory> text_;
  std::vector<arrow::OutputColumn> columns_;
};

}  // namespace rowfuse::portable
