#include "cpu_call.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <new>
#include <utility>

#include "huge_pages.hpp"
#include "pool.hpp"

namespace rowfuse::cpu {

namespace {

/// Rows a tile. 10M rows of redact on two threads: 128 ms by tiles of 512 rows, 115 by 2048, 108 by 8192 (a tile's start
/// costs about a microsecond, most of it cold memory). Short inputs take smaller ones, so that every thread gets several.
std::int32_t choose_tile_rows(std::int64_t length, int threads) {
  constexpr std::int64_t smallest = 512;
  constexpr std::int64_t largest = 8192;
  constexpr std::int64_t tiles_per_thread = 8;
  std::int64_t const rows = std::clamp(length / (threads * tiles_per_thread), smallest, largest);
  return static_cast<std::int32_t>(rows / 64 * 64);
}

/// Both passes of a call share this: the division into tiles, and the lowest fault.
class TilePass : public Work {
 public:
  TilePass(Entry const& entry, std::int64_t length, CallOptions options)
      : entry_(entry), length_(length), tile_rows_(options.tile_rows) {
    units_ = (length + tile_rows_ - 1) / tile_rows_;
    scratch_bytes_ = entry.scratch_bytes(tile_rows_);
  }

  void run(std::int64_t tile, std::byte* scratch) final {
    // Tiles are handed out in order, so every tile below a failing one runs to its end: the lowest row wins.
    if (tile > failing_tile_.load(std::memory_order_relaxed)) return;
    std::int64_t const first = tile * tile_rows_;
    auto const rows = static_cast<std::int32_t>(std::min<std::int64_t>(tile_rows_, length_ - first));
    run_tile(tile, {first, rows}, scratch);
  }

  void out_of_memory() final { out_of_memory_.store(true, std::memory_order_relaxed); }

 protected:
  virtual void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) = 0;

  void stop_at(std::int64_t tile) {
    std::int64_t lowest = failing_tile_.load(std::memory_order_relaxed);
    while (tile < lowest && !failing_tile_.compare_exchange_weak(lowest, tile, std::memory_order_relaxed)) {
    }
  }

  /// No memory for the strings of a row.
  void exhaust(std::int64_t tile) {
    out_of_memory();
    stop_at(tile);
  }

  void report(std::int64_t tile, TileFault const& fault) {
    stop_at(tile);
    std::lock_guard const lock(mutex_);
    if (fault_.row < 0 || fault.row < fault_.row) fault_ = fault;
  }

  /// Puts fault and failure into the call's result; true when the pass is complete.
  bool conclude(CallResult& result) {
    if (out_of_memory_.load(std::memory_order_relaxed)) {
      result.failure = Failure::out_of_memory;
    } else if (cancelled()) {
      result.failure = Failure::cancelled;
    }
    result.fault_row = fault_.row;
    result.fault = fault_.fault;
    return result.failure == Failure::none && fault_.row < 0;
  }

  Entry const& entry_;
  std::int64_t const length_;
  std::int32_t const tile_rows_;

 private:
  std::atomic<std::int64_t> failing_tile_{std::numeric_limits<std::int64_t>::max()};
  std::atomic<bool> out_of_memory_{false};
  std::mutex mutex_;
  TileFault fault_;
};

/// What the sizes pass learns of every tile: by output column first its bytes, then the position where it begins.
struct TileSizes {
  std::unique_ptr<std::int64_t[]> values;
  std::unique_ptr<bool[]> ascii;
  std::int64_t columns = 0;

  std::int64_t* operator[](std::int64_t tile) const { return values.get() + tile * columns; }
};

class MeasurePass final : public TilePass {
 public:
  MeasurePass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length,
              CallOptions options, TileSizes& sizes, CallResult& result, std::function<void()> done)
      : TilePass(entry, length, options), inputs_(inputs), sizes_(sizes), result_(result), done_(std::move(done)) {
    sizes_.columns = entry.layout.output_count;
    auto const entries = static_cast<std::size_t>((units_ + 1) * sizes_.columns);
    sizes_.values.reset(new (std::nothrow) std::int64_t[entries]());
    sizes_.ascii.reset(new (std::nothrow) bool[static_cast<std::size_t>(units_)]());
    if (sizes_.values == nullptr || sizes_.ascii == nullptr) {
      out_of_memory();
      cancel();
    }
  }

  void finished() override {
    if (conclude(result_)) {
      // Exclusive sums over the tiles, in place.
      for (std::int64_t column = 0; column < sizes_.columns; ++column) {
        std::int64_t position = 0;
        for (std::int64_t tile = 0; tile <= units_; ++tile) {
          position += std::exchange(sizes_[tile][column], position);
        }
        result_.bytes.push_back(position);
      }
    }
    auto const done = std::move(done_);  // the caller may replace this pass before `done` returns
    done();
  }

 private:
  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override {
    MeasureTile pass;
    pass.range = range;
    pass.inputs = inputs_.data();
    pass.scratch = scratch;
    pass.bytes = sizes_[tile];
    entry_.measure(pass);
    if (pass.exhausted) exhaust(tile);
    sizes_.ascii[static_cast<std::size_t>(tile)] = pass.ascii;
    if (pass.fault.row >= 0) report(tile, pass.fault);
  }

  std::vector<arrow::InputColumn> const& inputs_;
  TileSizes& sizes_;
  CallResult& result_;
  std::function<void()> done_;
};

class FillPass final : public TilePass {
 public:
  FillPass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
           TileSizes const& sizes, std::vector<arrow::OutputColumn> outputs, CallResult& result,
           std::function<void()> done)
      : TilePass(entry, length, options),
        inputs_(inputs),
        sizes_(sizes),
        outputs_(std::move(outputs)),
        result_(result),
        done_(std::move(done)),
        measured_(entry.layout.has_text_output()) {
    scratch_bytes_ += counts_bytes();
    result_.null_counts.assign(outputs_.size(), 0);
    for (arrow::OutputColumn const& output : outputs_) {
      if (output.offsets != nullptr) output.offsets[0] = 0;
    }
  }

  void finished() override {
    if (conclude(result_) && changed_.load(std::memory_order_relaxed)) result_.failure = Failure::input_changed;
    // Every row had a result when it was measured.
    if (measured_ && result_.fault_row >= 0) result_.failure = Failure::input_changed;
    auto const done = std::move(done_);  // the caller may replace this pass before `done` returns
    done();
  }

 private:
  std::size_t counts_bytes() const { return (outputs_.size() * sizeof(std::int64_t) + 63) / 64 * 64; }

  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override {
    auto* const null_counts = reinterpret_cast<std::int64_t*>(scratch);
    std::fill_n(null_counts, outputs_.size(), 0);
    FillTile pass;
    pass.range = range;
    pass.inputs = inputs_.data();
    pass.outputs = outputs_.data();
    pass.scratch = scratch + counts_bytes();
    pass.null_counts = null_counts;
    if (measured_) {
      pass.ascii = sizes_.ascii[static_cast<std::size_t>(tile)];
      pass.begin = sizes_[tile];
      pass.end = sizes_[tile + 1];
    }
    entry_.fill(pass);
    if (pass.exhausted) exhaust(tile);
    if (pass.fault.row >= 0) report(tile, pass.fault);
    if (pass.changed) {
      changed_.store(true, std::memory_order_relaxed);
      stop_at(tile);
    }
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      if (null_counts[i] == 0) continue;
      std::lock_guard const lock(counts_mutex_);
      result_.null_counts[i] += null_counts[i];
    }
  }

  std::vector<arrow::InputColumn> const& inputs_;
  TileSizes const& sizes_;
  std::vector<arrow::OutputColumn> outputs_;
  CallResult& result_;
  std::function<void()> done_;
  bool const measured_;
  std::atomic<bool> changed_{false};
  std::mutex counts_mutex_;
};

class CpuCall final : public Call {
 public:
  CpuCall(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length, CallOptions options)
      : entry_(entry), inputs_(std::move(inputs)), length_(length), options_(options) {}

  bool measure(std::function<void()> done) override {
    return start(std::make_unique<MeasurePass>(entry_, inputs_, length_, options_, sizes_, result, std::move(done)));
  }

  bool fill(std::vector<arrow::OutputColumn> outputs, std::function<void()> done) override {
    for (arrow::OutputColumn const& output : outputs) ask_for_huge_pages(output.values, output.values_bytes);
    for (arrow::OutputColumn const& output : outputs) {
      if (output.offsets != nullptr) {
        ask_for_huge_pages(output.offsets, (length_ + 1) * static_cast<std::int64_t>(sizeof(std::int32_t)));
      }
    }
    return start(std::make_unique<FillPass>(entry_, inputs_, length_, options_, sizes_, std::move(outputs), result,
                                            std::move(done)));
  }

  void cancel() override {
    if (pass_ != nullptr) pass_->cancel();
  }

 private:
  bool start(std::unique_ptr<TilePass> pass) {
    pass_ = std::move(pass);
    return Pool::cpu().submit(*pass_, options_.threads);
  }

  Entry const& entry_;
  std::vector<arrow::InputColumn> const inputs_;
  std::int64_t const length_;
  CallOptions const options_;
  TileSizes sizes_;
  std::unique_ptr<TilePass> pass_;
};

}  // namespace

std::unique_ptr<Call> make_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                CallOptions options) {
  if (options.tile_rows == 0) options.tile_rows = choose_tile_rows(length, options.threads);
  return std::make_unique<CpuCall>(entry, std::move(inputs), length, options);
}

}  // namespace rowfuse::cpu
