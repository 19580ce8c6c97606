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

/// The memory of a result: buffers aligned to 64 bytes, as Arrow recommends.
class Outputs {
 public:
  /// Returns false if there is no memory. `bytes` are the bytes of text values by output column; if it is empty, text is adopted later.
  bool allocate(arrow::Layout const& layout, std::int64_t length, std::vector<std::int64_t> const& bytes);

  /// Adopts the text of a single pass, by output column.
  void adopt(std::vector<OutputMemory> text);

  /// Adopts all memory of the pass of a filter or an expansion.
  void adopt(CallResult& result);

  std::vector<arrow::OutputColumn> const& columns() const { return columns_; }

  /// Moves the memory to a struct array that releases it. Throws if there is no memory for the array's own parts.
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
