#include "level_passes.hpp"

#include <algorithm>
#include <utility>

#include <rowfuse/rolling/levels.hpp>

namespace rowfuse::cpu {

/// One of the passes. Its units are a fixed number of rows of the call, or of slots of the level.
class LevelPasses::Pass final : public Work {
 public:
  static constexpr std::int64_t mark_unit = 1 << 16;
  static constexpr std::int64_t make_unit = 1 << 10;

  /// Level 0: marks the partitions of `count` rows of the call.
  Pass(LevelPasses& passes, LevelsEntry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t rows, int level,
       std::int64_t count)
      : Work([&passes] { passes.next(); }), passes_(passes), entry_(entry), inputs_(inputs), rows_(rows), level_(level), count_(count) {
    unit_ = level == 0 ? mark_unit : make_unit;
    units_ = (count + unit_ - 1) / unit_;
  }

  void run(std::int64_t unit, std::byte*) override {
    std::int64_t const first = unit * unit_;
    std::int64_t const some = std::min(unit_, count_ - first);
    std::byte* const memory = passes_.memory_.get();
    if (level_ > 0) return entry_.make(inputs_.data(), rows_, level_, first, some, memory);
    entry_.mark({first, static_cast<std::int32_t>(some)}, inputs_.data(), rows_, memory);
  }
  /// The passes use no scratch memory.
  void out_of_memory() override {}

 private:
  LevelPasses& passes_;
  LevelsEntry const& entry_;
  std::vector<arrow::InputColumn> const& inputs_;
  std::int64_t const rows_;
  int const level_;
  std::int64_t const count_;
  std::int64_t unit_ = 1;
};

LevelPasses::LevelPasses() = default;
LevelPasses::~LevelPasses() = default;

bool LevelPasses::prepare(LevelsEntry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t rows, std::int64_t length,
                          MemoryBudget* budget) {
  share_ = MemoryShare{budget};
  if (!share_.hold(entry.bytes(rows))) return false;
  memory_.reset(static_cast<std::byte*>(std::calloc(static_cast<std::size_t>(entry.bytes(rows)), 1)));
  if (memory_ == nullptr) return false;
  nodes_ = entry.nodes(memory_.get(), rows);
  int const highest = rolling::highest_level(rows);
  if (entry.mark != nullptr && highest > 0) passes_.push_back(std::make_unique<Pass>(*this, entry, inputs, rows, 0, length));
  for (int level = 1; level <= highest; ++level) {
    passes_.push_back(std::make_unique<Pass>(*this, entry, inputs, rows, level, rolling::slots_of(rows, level)));
  }
  return true;
}

bool LevelPasses::run(int threads, std::function<bool()> then) {
  threads_ = threads;
  then_ = std::move(then);
  if (passed_ < passes_.size()) return Pool::cpu().submit(*passes_[passed_], threads_);
  return std::exchange(then_, nullptr)();
}

void LevelPasses::next() {
  ++passed_;
  // This runs on a thread of the pool, so the pool has a thread.
  if (passed_ < passes_.size()) Pool::cpu().submit(*passes_[passed_], threads_);
  else static_cast<void>(std::exchange(then_, nullptr)());
}

void LevelPasses::cancel() {
  for (auto const& pass : passes_) pass->cancel();
}

}  // namespace rowfuse::cpu
