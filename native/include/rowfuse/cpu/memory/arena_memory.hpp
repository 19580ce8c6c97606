#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/javascript_engine.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>
#include <rowfuse/cpu/memory/text_memory.hpp>

namespace rowfuse::cpu {

/// The arena of a thread that works on a tile: a few kilobytes on its stack, then as much heap memory as one row needs.
class ArenaMemory {
 public:
  explicit ArenaMemory(MemoryBudget* budget = nullptr) : share_{budget} {}

  /// Lends a row what it needs: a slot for the strings that it builds, and memory for the units of the texts that it reads by index.
  template <class Transform, class Out>
  void lend([[maybe_unused]] Out& out) {
    if constexpr (uses_arena<Transform>) out.arena = slot();
    if constexpr (indexes_text<Transform>) {
      if (texts_ == nullptr) texts_.reset(new (std::nothrow) TextMemory(share_.budget()));
      out.arena.units = texts_.get();
    }
  }

  /// Exchanges heap memory, so that the next loop need not grow again. The loops have arenas of their own, whose addresses no other function
  /// knows.
  void swap_heap(ArenaMemory& other) {
    std::swap(share_, other.share_);
    std::swap(heap_, other.heap_);
    std::swap(bytes_, other.bytes_);
    std::swap(texts_, other.texts_);
  }

  /// Doubles the memory. Returns false if there is no more.
  bool grow() {
    if (bytes_ > most_bytes / 2) return false;
    std::int64_t const bytes = 2 * bytes_;
    heap_.reset();
    if (!share_.hold(bytes)) return false;
    heap_.reset(new (std::nothrow) std::uint64_t[static_cast<std::size_t>(bytes / 8)]);
    if (heap_ == nullptr) return false;
    bytes_ = bytes;
    return true;
  }

 private:
  static constexpr std::int64_t most_bytes = std::int64_t{1} << 34;

  ArenaSlot slot() {
    bool const inserts_few = engine_inserts_few.load(std::memory_order_relaxed);
    if (heap_ == nullptr) return {.data = stack_, .size = sizeof stack_, .inserts_few = inserts_few};
    return {.data = reinterpret_cast<char*>(heap_.get()), .size = bytes_, .inserts_few = inserts_few};
  }

  alignas(8) char stack_[4096];  // not initialized, so that a transform that builds no strings never touches it
  MemoryShare share_;
  std::unique_ptr<std::uint64_t[]> heap_;
  std::int64_t bytes_ = sizeof stack_;
  std::unique_ptr<TextMemory> texts_;  // of transforms that read texts by index
};

/// Evaluates a row into a sink. A row that outgrows its arena is evaluated again with twice the memory, until it fits. Returns false if
/// there is no more memory.
template <class Transform, class Row, class Out>
bool evaluate(Transform const& transform, Row const& row, Out& out, [[maybe_unused]] ArenaMemory& memory) {
  if constexpr (uses_arena<Transform>) {
    for (;;) {
      Out attempt = out;  // the output of an outgrown row is discarded
      memory.lend<Transform>(attempt);
      transform(row, attempt);
      if (!attempt.arena.outgrown) {
        out = attempt;
        return true;
      }
      if (!memory.grow()) return false;
    }
  } else {
    memory.lend<Transform>(out);
    transform(row, out);
    return true;
  }
}

}  // namespace rowfuse::cpu
