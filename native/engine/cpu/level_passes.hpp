#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/memory_budget.hpp>
#include <rowfuse/cpu/tile.hpp>

#include "pool.hpp"

namespace rowfuse::cpu {

/// The passes before a pass whose rows put reductions of their windows together of nodes (rolling/levels.hpp): one that marks where
/// partitions begin, and one for each level of nodes. All are there before the first begins, so that any thread may cancel them.
class LevelPasses {
 public:
  LevelPasses();
  ~LevelPasses();
  LevelPasses(LevelPasses const&) = delete;
  LevelPasses& operator=(LevelPasses const&) = delete;

  /// Memory for columns of `rows` rows, and passes over it for the `length` rows of a call. False where there is no memory.
  bool prepare(LevelsEntry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t rows, std::int64_t length,
               MemoryBudget* budget);

  /// Runs the passes one after the other, and `then` after the last of them, or, where they were cancelled, as soon as they have ended.
  /// False when no thread can be had, or `then` says so; it is called at once where there is no pass.
  bool run(int threads, std::function<bool()> then);

  /// Any thread.
  void cancel();

  /// What `InputColumn::levels` is; null before `prepare`.
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
