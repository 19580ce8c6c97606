#include "cpu_call.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <utility>

#include <rowfuse/rolling/window_levels.hpp>

#include "allocate_outputs.hpp"
#include "one_pass.hpp"
#include "emit_pass.hpp"
#include "level_passes.hpp"
#include "output_pages.hpp"
#include "tile_pass.hpp"

namespace rowfuse::cpu {

namespace {

/// The results of the sizes pass per tile: by output column first its bytes, then the position at which they begin.
struct TileSizes {
  std::unique_ptr<std::int64_t[]> values;
  std::unique_ptr<bool[]> ascii;
  std::int64_t columns = 0;
  MemoryShare share;

  std::int64_t* operator[](std::int64_t tile) const { return values.get() + tile * columns; }
};

class MeasurePass final : public TilePass {
 public:
  MeasurePass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options, TileSizes& sizes,
              CallResult& result, std::function<void()> done)
      : TilePass(entry, length, options, result, std::move(done)), inputs_(inputs), sizes_(sizes) {
    // For filters and expansions the number of rows of a tile follows the bytes of its columns.
    emits_ = entry.layout.emits();
    sizes_.columns = entry.layout.output_count + (emits_ ? 1 : 0);
    auto const entries = static_cast<std::size_t>((units_ + 1) * sizes_.columns);
    sizes_.share = MemoryShare{options.budget};
    if (sizes_.share.hold(static_cast<std::int64_t>(entries * sizeof(std::int64_t)) + units_)) {
      sizes_.values.reset(new (std::nothrow) std::int64_t[entries]());
      sizes_.ascii.reset(new (std::nothrow) bool[static_cast<std::size_t>(units_)]());
    }
    if (sizes_.values == nullptr || sizes_.ascii == nullptr) {
      out_of_memory();
      cancel();
    }
  }

 private:
  void conclude() override {
    TilePass::conclude();
    if (!is_complete()) return;
    // Exclusive sums over the tiles, in place.
    for (std::int64_t column = 0; column < sizes_.columns; ++column) {
      std::int64_t position = 0;
      for (std::int64_t tile = 0; tile <= units_; ++tile) {
        position += std::exchange(sizes_[tile][column], position);
      }
      result_.bytes.push_back(position);
    }
    if (emits_) {
      result_.rows = result_.bytes.back();
      result_.bytes.pop_back();
      if (result_.rows > most_rows) result_.failure = Failure::too_large;
    }
  }

  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override {
    MeasureTile pass;
    pass.range = range;
    pass.inputs = inputs_.data();
    pass.scratch = scratch;
    pass.budget = budget_;
    pass.bytes = sizes_[tile];
    entry_.measure(pass);
    if (emits_) pass.bytes[sizes_.columns - 1] = pass.rows;
    if (pass.exhausted) exhaust(tile);
    sizes_.ascii[static_cast<std::size_t>(tile)] = pass.ascii;
    if (pass.fault.row >= 0) report(tile, pass.fault);
  }

  std::vector<arrow::InputColumn> const& inputs_;
  TileSizes& sizes_;
  bool emits_ = false;
};

class FillPass final : public TilePass {
 public:
  FillPass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
           TileSizes const& sizes, std::vector<arrow::OutputColumn> outputs, CallResult& result, std::function<void()> done)
      : TilePass(entry, length, options, result, std::move(done)),
        inputs_(inputs),
        sizes_(sizes),
        outputs_(std::move(outputs)),
        pages_(entry.layout, outputs_, length, tile_rows_, options.threads),
        measured_(entry.layout.has_text_output()) {
    scratch_bytes_ += columns_bytes();
    result_.null_counts.assign(outputs_.size(), 0);
    for (arrow::OutputColumn const& output : outputs_) {
      if (output.offsets != nullptr) output.offsets[0] = 0;
    }
  }

 private:
  void conclude() override {
    TilePass::conclude();
    if (is_complete() && changed_.load(std::memory_order_relaxed)) result_.failure = Failure::input_changed;
    // Every row had a result when it was measured, so a fault means that the input has changed.
    if (measured_ && result_.fault_row >= 0) result_.failure = Failure::input_changed;
  }

  std::size_t columns_bytes() const { return (outputs_.size() * sizeof(TileOutput) + 63) / 64 * 64; }

  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override {
    auto* const columns = reinterpret_cast<TileOutput*>(scratch);
    std::uninitialized_fill_n(columns, outputs_.size(), TileOutput{});
    FillTile pass;
    pass.range = range;
    pass.inputs = inputs_.data();
    pass.outputs = outputs_.data();
    pass.scratch = scratch + columns_bytes();
    pass.budget = budget_;
    pass.columns = columns;
    pages_.reach_rows(range);
    if (measured_) {
      pass.checked = true;
      pass.ascii = sizes_.ascii[static_cast<std::size_t>(tile)];
      for (std::size_t i = 0; i < outputs_.size(); ++i) {
        columns[i].text = static_cast<char*>(outputs_[i].values) + sizes_[tile][i];
        columns[i].begin = sizes_[tile][i];
        columns[i].room = sizes_[tile + 1][i] - sizes_[tile][i];
        pages_.reach_text(i, range.first + range.rows, sizes_[tile + 1][i]);
      }
    }
    entry_.fill(pass);
    if (pass.exhausted) return exhaust(tile);
    if (pass.fault.row >= 0) report(tile, pass.fault);
    bool changed = pass.overrun;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      if (measured_ && outputs_[i].offsets != nullptr) changed = changed || columns[i].bytes != columns[i].room;
    }
    if (changed) {
      changed_.store(true, std::memory_order_relaxed);
      stop_at(tile);
    }
    add_null_counts(columns);
  }

  std::vector<arrow::InputColumn> const& inputs_;
  TileSizes const& sizes_;
  std::vector<arrow::OutputColumn> outputs_;
  OutputPages pages_;
  bool const measured_;
  std::atomic<bool> changed_{false};
};

class MarkPass final : public TilePass {
 public:
  MarkPass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options, std::uint8_t* codes,
           CallResult& result, std::function<void()> done)
      : TilePass(entry, length, without_cost(options), result, std::move(done)), inputs_(inputs), codes_(codes) {}

 private:
  /// Rows are evaluated in another way than in calls, so their time predicts nothing.
  static CallOptions without_cost(CallOptions options) {
    options.amount = 0;
    return options;
  }

  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override {
    MarkTile pass;
    pass.range = range;
    pass.inputs = inputs_.data();
    pass.scratch = scratch;
    pass.budget = budget_;
    pass.codes = codes_;
    entry_.mark(pass);
    if (pass.exhausted) exhaust(tile);
  }

  std::vector<arrow::InputColumn> const& inputs_;
  std::uint8_t* const codes_;
};

class CpuCall final : public Call {
 public:
  CpuCall(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length, CallOptions options)
      : entry_(entry), inputs_(std::move(inputs)), length_(length), options_{options.threads, options.tile_rows, &budget, options.amount} {}

  bool measure(std::function<void()> done) override {
    return start(std::make_unique<MeasurePass>(entry_, inputs_, length_, options_, sizes_, result, std::move(done)));
  }

  bool fill(std::vector<arrow::OutputColumn> outputs, std::function<void()> done) override {
    if (entry_.layout.emits()) {
      return start(
          std::make_unique<EmitPass>(entry_, inputs_, length_, options_, std::move(outputs), result.rows, result, std::move(done)));
    }
    return start(std::make_unique<FillPass>(entry_, inputs_, length_, options_, sizes_, std::move(outputs), result, std::move(done)));
  }

  bool evaluate(std::vector<arrow::OutputColumn> outputs, EvaluateLimits limits, std::function<void()> done) override {
    if (entry_.layout.emits()) {
      return start(std::make_unique<EmitPass>(entry_, inputs_, length_, options_, limits, result, std::move(done)));
    }
    result.share = MemoryShare{&budget};
    if (outputs.empty()) {
      outputs = allocate_outputs(entry_.layout, length_, result);
      if (outputs.empty()) {
        result.free_memory();
        result.failure = Failure::out_of_memory;
        done();
        return true;
      }
    }
    if (!entry_.layout.has_text_output()) return fill(std::move(outputs), std::move(done));
    return start(std::make_unique<OnePass>(entry_, inputs_, length_, options_, std::move(outputs), limits, result, std::move(done)));
  }

  bool mark(std::uint8_t* codes, std::function<void()> done) override {
    return start(std::make_unique<MarkPass>(entry_, inputs_, length_, options_, codes, result, std::move(done)), true);
  }

  void cancel() override {
    levels_.cancel();
    if (pass_ != nullptr) pass_->cancel();
  }

 private:
  bool start(std::unique_ptr<TilePass> pass, bool marks = false) {
    pass_ = std::move(pass);
    if (!needs_levels(marks)) return run_here() || submit();
    std::int64_t const rows = column_rows();
    if (!levels_.prepare(entry_.levels, inputs_, rows, length_, &budget)) {
      pass_->out_of_memory();
      pass_->cancel();
      return submit();
    }
    return levels_.run(options_.threads, [this] {
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        if (entry_.layout.inputs[i].window) inputs_[i].levels = levels_.nodes();
      }
      return submit();
    });
  }

  /// Returns true if the calling thread has run the pass.
  bool run_here() {
    bool const is_short = here.count() > 0 && entry_.cost != nullptr && entry_.cost->is_within(here.count(), options_.amount);
    return is_short && Pool::run_here(*pass_, here);
  }

  bool submit() { return Pool::cpu().submit(*pass_, options_.threads); }

  /// True if rows need nodes that have not been computed yet.
  bool needs_levels(bool marks) const {
    if (!entry_.levels || levels_.nodes() != nullptr || (entry_.fills_together && !marks)) return false;
    return length_ > 0 && rolling::are_levels_worth(column_rows(), length_);
  }

  /// Returns the number of rows of the columns under windows.
  std::int64_t column_rows() const {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (entry_.layout.inputs[i].window) return inputs_[i].rows;
    }
    return length_;
  }

  Entry const& entry_;
  std::vector<arrow::InputColumn> inputs_;
  std::int64_t const length_;
  CallOptions const options_;
  TileSizes sizes_;
  LevelPasses levels_;
  std::unique_ptr<TilePass> pass_;
};

/// Returns the bytes of text that rows read, which for a dictionary are estimated.
std::int64_t text_bytes(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length) {
  std::int64_t text = 0;
  for (std::int32_t i = 0; i < entry.layout.input_count && length > 0; ++i) {
    arrow::InputColumn const& input = inputs[static_cast<std::size_t>(i)];
    if (input.offsets == nullptr) continue;
    if (input.dictionary == nullptr) {
      text += std::clamp<std::int64_t>(std::int64_t{input.offsets[length]} - input.offsets[0], 0, input.values_bytes);
    } else if (input.dictionary->entries > 0) {
      text += length * (input.values_bytes / input.dictionary->entries + 1);
    }
  }
  return text;
}

}  // namespace

std::int32_t choose_tile_rows(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, int threads) {
  constexpr std::int64_t smallest = 512;
  constexpr std::int64_t largest = 16384;
  constexpr std::int64_t tiles_per_thread = 8;
  constexpr std::int64_t tile_bytes = 512 << 10;
  constexpr std::int64_t most_looked_up = 64 << 20;
  std::int64_t rows = std::clamp(length / (threads * tiles_per_thread), smallest, largest);
  std::int64_t const text = text_bytes(entry, inputs, length);
  for (arrow::InputColumn const& input : inputs) {
    // Every row of a tile may have the longest entry of a dictionary, even if it is rare.
    if (input.dictionary != nullptr) rows = std::min(rows, most_looked_up / std::max<std::int64_t>(input.dictionary->longest, 1));
  }
  if (text > 0) rows = std::min(rows, static_cast<std::int64_t>(static_cast<double>(length) / static_cast<double>(text) * tile_bytes));
  // Every thread should get at least one tile.
  rows = std::max(rows, std::min(entry.least_rows, (length + threads - 1) / threads + 63));
  return static_cast<std::int32_t>(std::max<std::int64_t>(rows / 64 * 64, 64));
}

std::unique_ptr<Call> make_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length, CallOptions options) {
  all_rows(entry.layout, length, inputs);
  options.amount = length * RowCost::amount_of_row + text_bytes(entry, inputs, length);
  if (options.tile_rows == 0) options.tile_rows = choose_tile_rows(entry, inputs, length, options.threads);
  return std::make_unique<CpuCall>(entry, std::move(inputs), length, options);
}

}  // namespace rowfuse::cpu
