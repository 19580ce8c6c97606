#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <utility>

#include <rowfuse/cpu/tile/tile.hpp>

#include "../api/call.hpp"
#include "cpu_call.hpp"
#include "pool.hpp"

namespace rowfuse::cpu {

/// The base of the passes of a call: the division into tiles, and the lowest fault.
class TilePass : public Work {
 public:
  /// The first `before` rows of the first tile do not belong to this pass.
  TilePass(Entry const& entry, std::int64_t length, CallOptions options, CallResult& result, std::function<void()> done,
           std::int64_t before = 0)
      : Work(std::move(done)), entry_(entry), length_(length), tile_rows_(options.tile_rows), result_(result), before_(before) {
    units_ = length == 0 ? 0 : (length + before + tile_rows_ - 1) / tile_rows_;
    scratch_bytes_ = entry.scratch_bytes(tile_rows_);
    budget_ = options.budget;
    amount_ = options.amount;
  }

  void run(std::int64_t tile, std::byte* scratch) final {
    // Tiles are handed out in order, so every tile below a failing one runs to its end, and the lowest failing row wins.
    if (tile > failing_tile_.load(std::memory_order_relaxed)) return;
    std::int64_t const first = std::max<std::int64_t>(tile * tile_rows_ - before_, 0);
    std::int64_t const end = std::min<std::int64_t>((tile + 1) * tile_rows_ - before_, length_);
    auto const begin = std::chrono::steady_clock::now();
    run_tile(tile, {first, static_cast<std::int32_t>(end - first)}, scratch);
    busy_.fetch_add(std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count(), std::memory_order_relaxed);
  }

  void out_of_memory() final { out_of_memory_.store(true, std::memory_order_relaxed); }

 protected:
  virtual void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) = 0;

  /// True if `tile` is no longer needed.
  bool stopped(std::int64_t tile) const { return cancelled() || tile > failing_tile_.load(std::memory_order_relaxed); }

  void stop_at(std::int64_t tile) {
    std::int64_t lowest = failing_tile_.load(std::memory_order_relaxed);
    while (tile < lowest && !failing_tile_.compare_exchange_weak(lowest, tile, std::memory_order_relaxed)) {
    }
  }

  /// Ends the pass because there was no memory for the rows of a tile.
  void exhaust(std::int64_t tile) {
    out_of_memory();
    stop_at(tile);
  }

  /// Ends the pass. The first failure counts. It takes precedence over any fault, because tiles that were not evaluated may have a lower
  /// fault.
  void fail(std::int64_t tile, Failure failure) {
    Failure none = Failure::none;
    failure_.compare_exchange_strong(none, failure);
    stop_at(tile - 1);
  }

  /// Adds a tile's nulls to the call's.
  void add_null_counts(TileOutput const* columns) {
    for (std::size_t i = 0; i < result_.null_counts.size(); ++i) {
      if (columns[i].null_count == 0) continue;
      std::lock_guard const lock(mutex_);
      result_.null_counts[i] += columns[i].null_count;
    }
  }

  void report(std::int64_t tile, TileFault const& fault) {
    stop_at(tile);
    std::lock_guard const lock(mutex_);
    if (fault_.row < 0 || fault.row < fault_.row) fault_ = fault;
  }

  /// Copies fault and failure to the call's result, which keeps no memory then.
  void conclude() override {
    if (out_of_memory_.load(std::memory_order_relaxed)) {
      result_.failure = Failure::out_of_memory;
    } else if (cancelled()) {
      result_.failure = Failure::cancelled;
    }
    if (result_.failure == Failure::none) result_.failure = failure_.load();
    result_.fault_row = fault_.row;
    result_.fault = fault_.fault;
    if (!is_complete()) result_.free_memory();
    if (is_complete() && entry_.cost != nullptr) entry_.cost->learn(busy_.load(std::memory_order_relaxed), amount_);
  }
  /// True if every row has a result. Known once the pass is concluded.
  bool is_complete() const { return result_.failure == Failure::none && result_.fault_row < 0; }

  Entry const& entry_;
  std::int64_t const length_;
  std::int32_t const tile_rows_;
  CallResult& result_;

 private:
  std::int64_t const before_;
  std::int64_t amount_ = 0;
  std::atomic<std::int64_t> busy_{0};  // nanoseconds of all threads
  std::atomic<std::int64_t> failing_tile_{std::numeric_limits<std::int64_t>::max()};
  std::atomic<bool> out_of_memory_{false};
  std::atomic<Failure> failure_{Failure::none};
  std::mutex mutex_;
  TileFault fault_;
};

}  // namespace rowfuse::cpu
