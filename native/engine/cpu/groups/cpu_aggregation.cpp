#include "cpu_aggregation.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "../pool.hpp"
#include "../tile_pass.hpp"
#include "block_groups.hpp"
#include "block_lines.hpp"
#include "group_pool.hpp"
#include "group_result.hpp"
#include "input_file.hpp"
#include "line_pass.hpp"

namespace rowfuse::cpu {

namespace {

/// Groups rows of columns.
class RowsPass final : public TilePass {
 public:
  RowsPass(Entry const& entry, GroupPool& groups, std::vector<arrow::InputColumn> const& inputs, std::int64_t first_row,
           std::int64_t length, CallOptions options, CallResult& result, std::function<void()> done)
      : TilePass(entry, length, options, result, std::move(done)), groups_{groups}, inputs_{inputs}, first_row_{first_row} {}

 private:
  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override {
    std::unique_ptr<Grouper> grouper = groups_.take();
    if (grouper == nullptr) return exhaust(tile);
    GroupTile rows;
    rows.range = range;
    rows.inputs = inputs_.data();
    rows.first_row = first_row_;
    rows.scratch = scratch;
    grouper->groups->add(rows);
    groups_.give(std::move(grouper));
    if (rows.exhausted) exhaust(tile);
    if (rows.fault.row >= 0) report(tile, rows.fault);
  }

  GroupPool& groups_;
  std::vector<arrow::InputColumn> const& inputs_;
  std::int64_t const first_row_;
};

/// Groups rows of columns in blocks of the input, each of which is processed in tiles.
class BlocksPass final : public TilePass {
 public:
  BlocksPass(Entry const& entry, BlockGroups& blocks, std::vector<arrow::InputColumn> const& inputs, std::int64_t first_row,
             std::int64_t length, CallOptions options, CallResult& result, std::function<void()> done)
      : TilePass(entry, length, {options.threads, BlockGroups::block_rows, options.budget}, result, std::move(done),
                 first_row % BlockGroups::block_rows),
        blocks_{blocks},
        inputs_{inputs},
        first_row_{first_row},
        rows_at_a_time_{options.tile_rows} {
    scratch_bytes_ = entry.scratch_bytes(rows_at_a_time_);
    if (length > 0) blocks.begin_pass();
  }

 private:
  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override {
    std::int64_t const block = (first_row_ + range.first) / BlockGroups::block_rows;
    std::unique_ptr<Groups> groups = blocks_.take(tile, block);
    if (groups == nullptr) return exhaust(tile);
    for (std::int32_t from = 0; from < range.rows; from += rows_at_a_time_) {
      if (stopped(tile)) return;
      GroupTile rows;
      rows.range = {range.first + from, std::min(rows_at_a_time_, range.rows - from)};
      rows.inputs = inputs_.data();
      rows.first_row = first_row_;
      rows.scratch = scratch;
      groups->add(rows);
      if (rows.exhausted) return exhaust(tile);
      if (rows.fault.row >= 0) return report(tile, rows.fault);
    }
    if (!blocks_.give(tile, block, std::move(groups), tile + 1 == units_, [&] { return stopped(tile); })) exhaust(tile);
  }

  BlockGroups& blocks_;
  std::vector<arrow::InputColumn> const& inputs_;
  std::int64_t const first_row_;
  std::int32_t const rows_at_a_time_;
};

class CpuAggregation final : public Aggregation {
 public:
  CpuAggregation(Entry const& entry, CallOptions options)
      : entry_{entry},
        options_{options.threads, options.tile_rows, &budget},
        groups_{*entry.group, &budget},
        blocks_{*entry.group, &budget},
        share_of_text_{&budget} {}

  bool add(std::vector<arrow::InputColumn> inputs, std::int64_t first_row, std::int64_t length, std::function<void()> done) override {
    inputs_ = std::move(inputs);
    all_rows(entry_.layout, length, inputs_);
    CallOptions options = options_;
    if (options.tile_rows == 0) options.tile_rows = choose_tile_rows(entry_, inputs_, length, options.threads);
    if (entry_.group->in_blocks) {
      return start(std::make_unique<BlocksPass>(entry_, blocks_, inputs_, first_row, length, options, result, std::move(done)));
    }
    return start(std::make_unique<RowsPass>(entry_, groups_, inputs_, first_row, length, options, result, std::move(done)));
  }

  /// Joins the line that pieces share, and groups it by itself. The beginning of a piece's last line waits for the next piece.
  bool add_lines(Lines lines, std::vector<arrow::InputColumn> scalars, std::function<void()> done) override {
    inputs_ = std::move(scalars);
    done_ = std::move(done);
    if (!cut(lines)) {  // a line may be as long as text can be
      result.failure = Failure::out_of_memory;
      return end_at_once();
    }
    if (joined_.empty()) return add_whole();
    return add_text(joined_, 1, [this] {
      if (result.failure != Failure::none || result.fault_row >= 0 || !add_whole()) finish();
    });
  }

  bool add_file(std::string path, std::vector<arrow::InputColumn> scalars, std::function<void()> done) override {
    inputs_ = std::move(scalars);
    int error = 0;
    std::unique_ptr<InputFile> file = InputFile::open(path, error);
    if (file == nullptr) {
      result.failure = Failure::unreadable;
      system_error = error;
      result.message = "open";
      done_ = std::move(done);
      return end_at_once();
    }
    progress.total.store(progress.bytes.load() + file->size());
    std::int64_t const size = file->size();
    done_ = std::move(done);
    return start(std::make_unique<FilePass>(groups_, inputs_, before_, options_.threads, std::move(file), *this, [this, size] {
      before_ = {result.rows, before_.bytes + size};
      finish();
    }));
  }

  bool groups(std::function<void()> done) override {
    std::lock_guard const lock(mutex_);
    result_of_groups_ = entry_.group->in_blocks ? std::make_unique<GroupResult>(entry_, blocks_, options_.threads, result, std::move(done))
                                                : std::make_unique<GroupResult>(entry_, std::move(groups_.groupers()), options_.threads,
                                                                                &budget, result, std::move(done));
    if (cancelled_) result_of_groups_->cancel();
    return result_of_groups_->start();
  }

  void cancel() override {
    std::lock_guard const lock(mutex_);
    cancelled_ = true;
    if (pass_ != nullptr) pass_->cancel();
    if (result_of_groups_ != nullptr) result_of_groups_->cancel();
  }

 private:
  /// Splits a piece of text into its whole lines and the end of the line that earlier pieces began. Returns false if there is no memory for
  /// the rest.
  bool cut(Lines lines) {
    char const line_end = entry_.group->line_end;
    std::int64_t first = 0;
    if (!rest_.empty()) {
      void const* const found = lines.size == 0 ? nullptr : std::memchr(lines.data, line_end, static_cast<std::size_t>(lines.size));
      first = found == nullptr ? lines.size : static_cast<char const*>(found) - lines.data + 1;
      if (!keep(lines.data, first)) return false;
    }
    std::int64_t end = lines.size;
    if (!lines.final) {
      while (end > first && lines.data[end - 1] != line_end) --end;
    }
    whole_ = {lines.data + first, static_cast<std::size_t>(end - first)};
    // The rest is copied now, because the caller may change the piece when the pass has ended.
    bool const is_whole = !rest_.empty() && (lines.final || rest_.back() == line_end);
    joined_ = is_whole ? std::exchange(rest_, {}) : std::string{};
    return keep(lines.data + end, lines.size - end);
  }

  bool keep(char const* text, std::int64_t bytes) {
    if (!share_of_text_.hold(static_cast<std::int64_t>(joined_.size() + rest_.size()) + bytes)) return false;
    try {
      rest_.append(text, static_cast<std::size_t>(bytes));
    } catch (std::bad_alloc const&) {
      return false;
    }
    return true;
  }

  /// Ends the pass with the current `result`, from another thread as always.
  bool end_at_once() {
    return start(std::make_unique<RowsPass>(entry_, groups_, inputs_, 0, 0, CallOptions{1, 64}, none_, [this] { finish(); }));
  }

  /// Adds the whole lines of a piece.
  bool add_whole() {
    return add_text(whole_, options_.threads, [this] { finish(); });
  }

  /// Adds lines, which stay in place until `then` is called.
  bool add_text(std::string_view text, int threads, std::function<void()> then) {
    auto const bytes = static_cast<std::int64_t>(text.size());
    if (entry_.group->in_blocks) {
      return start(std::make_unique<BlockLinesPass>(*entry_.group, blocks_, inputs_, before_.rows, text, *this,
                                                    [this, bytes, then = std::move(then)] {
                                                      before_ = {result.rows, before_.bytes + bytes};
                                                      then();
                                                    }));
    }
    return start(
        std::make_unique<TextPass>(groups_, inputs_, before_, threads, text.data(), bytes, *this, [this, bytes, then = std::move(then)] {
          before_ = {result.rows, before_.bytes + bytes};
          then();
        }));
  }

  void finish() {
    auto const done = std::move(done_);  // the caller may start another pass before `done` returns
    done();
  }

  bool start(std::unique_ptr<Work> pass) {
    Work& started = *pass;
    {
      std::lock_guard const lock(mutex_);
      std::swap(pass_, pass);
      if (cancelled_) started.cancel();
    }
    pass.reset();  // frees the last pass, which releases its memory. After the new pass ends, this object may be gone
    return Pool::cpu().submit(started, options_.threads);
  }

  Entry const& entry_;
  CallOptions const options_;
  GroupPool groups_;
  BlockGroups blocks_;
  std::vector<arrow::InputColumn> inputs_;
  LinesBefore before_;
  std::string rest_;        ///< lines whose end has not come yet
  std::string joined_;      ///< a line that began in an earlier piece
  std::string_view whole_;  ///< whole lines of a piece
  MemoryShare share_of_text_;
  CallResult none_;
  std::function<void()> done_;

  std::mutex mutex_;  ///< protects the members below: any thread may cancel
  bool cancelled_ = false;
  std::unique_ptr<Work> pass_;
  std::unique_ptr<GroupResult> result_of_groups_;
};

}  // namespace

std::unique_ptr<Aggregation> make_aggregation(Entry const& entry, CallOptions options) {
  return std::make_unique<CpuAggregation>(entry, options);
}

}  // namespace rowfuse::cpu
