#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>
#include <rowfuse/cpu/tile/tile.hpp>

#include "pool.hpp"

namespace rowfuse::cpu {

/// The passes before a pass whose rows combine reductions of their windows from nodes (rolling/levels.hpp): one that marks where partitions
/// begin, and one per level of nodes. All are created before the first begins, so that any thread may cancel them.
class LevelPasses {
 public:
  LevelPasses();
  ~LevelPasses();
  LevelPasses(LevelPasses const&) = delete;
  LevelPasses& operator=(LevelPasses const&) = delete;

  /// Allocates memory for columns of `rows` rows, and creates passes over the `length` rows of a call. Returns false if there is no memory.
  bool prepare(LevelsEntry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t rows, std::int64_t length,
               MemoryBudget* budget);

  /// Runs the passes one after the other. Calls `then` after the last one, or as soon as cancelled passes have ended; without passes it
  /// calls `then` at once. Returns false if no thread is available, or if `then` returns false.
  bool run(int threads, std::function<bool()> then);

  /// May be called on any thread.
  void cancel();

  /// Returns the value of `InputColumn::levels`; null before `prepare`.
  void const* nodes() const { return nodes_; }

 private:
  class Pass;
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  void next();

  std::vector<std::unique_ptr<Pass>> passes_;
  std::size_t passed_ = 0;
  MemoryShare share_;
  std::unique_ptr<std::byte, Free> memory_;
  void const* nodes_ = nullptr;
  std::function<bool()> then_;
  int threads_ = 1;
};

}  // namespace rowfuse::cpu
