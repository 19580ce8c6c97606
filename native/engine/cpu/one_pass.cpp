#include "one_pass.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include <rowfuse/string/form/view.hpp>

namespace rowfuse::cpu {

namespace {

/// Tiles with more text than this are not staged.
constexpr std::int64_t most_staged = std::int64_t{16} << 20;
/// The first room for a row's text without a bound.
constexpr std::int64_t first_room = 16;

constexpr std::int64_t round_up(std::int64_t bytes) { return (bytes + 63) & ~std::int64_t{63}; }

}  // namespace

OnePass::OnePass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
                 std::vector<arrow::OutputColumn> outputs, EvaluateLimits limits, CallResult& result, std::function<void()> done)
    : TilePass(entry, length, options, result, std::move(done)),
      inputs_(inputs),
      outputs_(std::move(outputs)),
      limits_(limits),
      allocated_bytes_(result.allocated_bytes()),
      positions_(outputs_.size()) {
  result_.null_counts.assign(outputs_.size(), 0);
  result_.memory.resize(outputs_.size());
  std::int64_t bound_of_all = 0;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (!is_text(i)) continue;
    outputs_[i].offsets[0] = 0;
    std::int64_t const most = length == 0 ? 0 : bound(i, {0, static_cast<std::int32_t>(length)});
    if (is_bounded(i)) bound_of_all += most;
    if (outputs_[i].values == nullptr && most > 0) allocate_text(i, most);
  }
  pages_ = std::make_unique<OutputPages>(entry.layout, outputs_, length, tile_rows_, options.threads);
  // One and a half times the average tile, so that the scratch memory of a thread is enough for most tiles.
  std::int64_t const average = units_ == 0 ? 0 : bound_of_all / units_;
  staging_bytes_ = round_up(std::min(average + average / 2, most_staged)) + 128 * static_cast<std::int64_t>(outputs_.size());
  scratch_bytes_ = round_up(static_cast<std::int64_t>(scratch_bytes_)) + columns_bytes() + staging_bytes_;
}

void OnePass::allocate_text(std::size_t column, std::int64_t bytes) {
  OutputMemory& memory = result_.memory[column];
  // Room for the next result is not written, so it must not be another result's.
  memory = limits_.spare ? OutputMemory::reserve(bytes) : OutputMemory::borrow_at_least(bytes);
  outputs_[column].values = memory.data();
  outputs_[column].values_bytes = bytes;
  if (memory.data() == nullptr) fail(0, Failure::no_room);
}

std::size_t OnePass::columns_bytes() const {
  return static_cast<std::size_t>(round_up(static_cast<std::int64_t>(outputs_.size() * sizeof(TileOutput))));
}

std::int64_t OnePass::text_bytes(arrow::InputColumn const& input, TileRange range) const {
  if (input.dictionary == nullptr) {
    std::int64_t const size = std::int64_t{input.offsets[range.first + range.rows]} - input.offsets[range.first];
    return std::clamp<std::int64_t>(size, 0, input.values_bytes);
  }
  arrow::Dictionary const& dictionary = *input.dictionary;
  // For all rows at once this runs on the JavaScript thread, so it uses a bound that takes constant time.
  if (range.rows > tile_rows_) return range.rows * dictionary.longest;
  std::int64_t size = 0;
  for (std::int64_t row = range.first; row < range.first + range.rows; ++row) {
    std::int64_t const entry = dictionary.entry(row);
    if (entry >= 0 && entry < dictionary.entries) size += std::max(input.offsets[entry + 1] - input.offsets[entry], 0);
  }
  return size;
}

std::int64_t OnePass::bound(std::size_t column, TileRange range) const {
  arrow::Bound const& bound = entry_.layout.bounds[column];
  if (!bound.known()) return limits_.bytes;
  // Computed in doubles, which do not overflow and are exact below the limit. The offsets are borrowed, so the result decides how much
  // memory is allocated, never how much is written.
  double bytes = static_cast<double>(bound.constant) * range.rows;
  for (std::int32_t i = 0; i < entry_.layout.input_count; ++i) {
    arrow::InputColumn const& input = inputs_[static_cast<std::size_t>(i)];
    if (bound.factors[i] == 0 || input.offsets == nullptr) continue;
    bytes += static_cast<double>(bound.factors[i]) * static_cast<double>(text_bytes(input, range));
  }
  return bytes < static_cast<double>(limits_.bytes) ? static_cast<std::int64_t>(bytes) : limits_.bytes;
}

std::int64_t OnePass::place(TileOutput* columns, TileRange range, char* staging) const {
  std::int64_t used = 0;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (!is_text(i) || !is_bounded(i)) continue;
    columns[i].text = staging + used;
    // With room for whole words after the text of the last row.
    columns[i].room = bound(i, range) + View::padding;
    used += round_up(columns[i].room);
  }
  return used;
}

std::unique_ptr<OnePass::Growing> OnePass::take_growing(TileRange range) {
  std::unique_ptr<Growing> growing;
  {
    std::lock_guard const lock(mutex_);
    if (!spare_.empty()) {
      growing = std::move(spare_.back());
      spare_.pop_back();
    }
  }
  if (growing == nullptr) {
    growing = std::make_unique<Growing>(outputs_.size());
    for (GrowingMemory& memory : *growing) memory.count_in(budget_);
  }
  bool reserved = true;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (!is_text(i) || is_bounded(i)) continue;
    reserved = reserved && (*growing)[i].reserve(std::min(first_room * range.rows, limits_.bytes) + View::padding);
  }
  if (!reserved) growing.reset();
  return growing;
}

void OnePass::run_tile(std::int64_t tile, TileRange range, std::byte* scratch) {
  std::unique_ptr<Growing> growing;
  if (!entry_.layout.is_bounded() && !turns_.is_at(tile)) growing = take_growing(range);
  evaluate(tile, range, scratch, growing.get());
  if (growing == nullptr) return;
  std::lock_guard const lock(mutex_);
  spare_.push_back(std::move(growing));
}

void OnePass::evaluate(std::int64_t tile, TileRange range, std::byte* scratch, Growing* growing) {
  auto* const columns = reinterpret_cast<TileOutput*>(scratch);
  std::uninitialized_fill_n(columns, outputs_.size(), TileOutput{});
  scratch += columns_bytes();
  auto* const staging = reinterpret_cast<char*>(scratch);
  MemoryShare share{budget_};
  std::unique_ptr<char[]> larger;
  std::int64_t const needed = place(columns, range, staging);
  bool direct = turns_.is_at(tile) || needed > most_staged || (growing == nullptr && !entry_.layout.is_bounded());
  if (!direct && needed > staging_bytes_) {
    if (!share.hold(needed)) return exhaust(tile);
    larger.reset(new (std::nothrow) char[static_cast<std::size_t>(needed)]);
    direct = larger == nullptr;
    // The parts are moved, not placed again, because the borrowed offsets may have changed.
    for (std::size_t i = 0; i < outputs_.size() && !direct; ++i) {
      if (is_text(i) && is_bounded(i)) columns[i].text = larger.get() + (columns[i].text - staging);
    }
  }
  for (std::size_t i = 0; i < outputs_.size() && !direct; ++i) {
    if (!is_text(i) || is_bounded(i)) continue;
    columns[i].memory = &(*growing)[i];
    columns[i].text = columns[i].memory->data();
    columns[i].room = std::min(columns[i].memory->bytes(), limits_.bytes);
    columns[i].most_room = limits_.bytes;
  }

  FillTile pass;
  pass.range = range;
  pass.inputs = inputs_.data();
  pass.outputs = outputs_.data();
  pass.scratch = scratch + staging_bytes_;
  pass.budget = budget_;
  pass.columns = columns;
  auto const stop = [&] { return stopped(tile); };
  pages_->reach_rows(range);
  if (direct) {
    if (!turns_.wait(tile, stop)) return;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      if (!is_text(i)) continue;
      columns[i].text = static_cast<char*>(outputs_[i].values) + positions_[i];
      columns[i].begin = positions_[i];
      columns[i].room = std::min(outputs_[i].values_bytes, limits_.bytes) - positions_[i];
    }
  }
  entry_.fill(pass);
  if (pass.exhausted) return exhaust(tile);
  // Two passes then find the size.
  if (pass.overrun) return fail(tile, Failure::no_room);
  if (pass.fault.row >= 0) return report(tile, pass.fault);

  if (!direct && !turns_.wait(tile, stop)) return;
  Failure failure = Failure::none;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (!is_text(i)) continue;
    std::int64_t const end = positions_[i] + columns[i].bytes;
    if (end > outputs_[i].values_bytes && failure == Failure::none) failure = Failure::no_room;
    if (end > limits_.bytes) failure = Failure::too_large;
    columns[i].begin = std::exchange(positions_[i], end);
  }
  if (failure == Failure::none && !result_.share.hold(written_bytes())) failure = Failure::out_of_memory;
  if (failure != Failure::none) return fail(tile, failure);
  turns_.pass(tile);
  add_null_counts(columns);
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (is_text(i)) pages_->reach_text(i, range.first + range.rows, columns[i].begin + columns[i].bytes);
  }
  if (!direct) move(columns, range);
}

/// Returns the bytes of the result's memory. Of text only written bytes count; memory given by the caller does not count.
std::int64_t OnePass::written_bytes() const {
  std::int64_t bytes = allocated_bytes_;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (is_text(i) && result_.memory[i].data() != nullptr) bytes += positions_[i];
  }
  return bytes;
}

void OnePass::move(TileOutput const* columns, TileRange range) {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (!is_text(i)) continue;
    auto const begin = static_cast<std::int32_t>(columns[i].begin);
    std::int32_t* const ends = outputs_[i].offsets + range.first + 1;
    for (std::int32_t row = 0; row < range.rows; ++row) ends[row] += begin;
    if (columns[i].bytes == 0) continue;
    std::memcpy(static_cast<char*>(outputs_[i].values) + begin, columns[i].text, static_cast<std::size_t>(columns[i].bytes));
  }
}

void OnePass::conclude() {
  TilePass::conclude();
  if (!is_complete()) return;
  result_.bytes = positions_;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (is_text(i)) {
      result_.memory[i].shrink(positions_[i] + (limits_.spare ? positions_[i] / 8 : 0));
    } else {
      result_.bytes[i] = result_.memory[i].size();
    }
  }
}

}  // namespace rowfuse::cpu
