#include "emit_pass.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include <rowfuse/arrow/bits.hpp>

namespace rowfuse::cpu {

EmitPass::EmitPass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
                   EvaluateLimits limits, CallResult& result, std::function<void()> done)
    : TilePass(entry, length, options, result, std::move(done)),
      inputs_(inputs),
      limits_(limits),
      measured_(false),
      capacity_(entry.layout.rows == arrow::Rows::any ? limits.rows : std::min(length, limits.rows)),
      targets_(static_cast<std::size_t>(entry.layout.output_count)) {
  result_.share = MemoryShare{options.budget};
  result_.null_counts.assign(targets_.size(), 0);
  for (auto* const memory : {&result_.memory, &result_.offsets, &result_.validity}) {
    memory->clear();
    memory->resize(targets_.size());
  }
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    arrow::ColumnType const type = entry.layout.outputs[i];
    arrow::OutputColumn& memory = targets_[i].memory;
    memory.values_bytes = is_text(i) ? bound(i) : value_bytes(i, capacity_);
    bool reserved = reserve(result_.memory[i], memory.values_bytes);
    memory.values = result_.memory[i].data();
    if (is_text(i)) {
      reserved = reserved && reserve(result_.offsets[i], (capacity_ + 1) * std::int64_t{sizeof(std::int32_t)});
      memory.offsets = reinterpret_cast<std::int32_t*>(result_.offsets[i].data());
      if (reserved) memory.offsets[0] = 0;
    }
    if (type.nullable) {
      reserved = reserved && reserve(result_.validity[i], arrow::bitmap_bytes(capacity_));
      memory.validity = reinterpret_cast<std::uint8_t*>(result_.validity[i].data());
    }
    if (!reserved) fail(0, Failure::no_room);
  }
}

EmitPass::EmitPass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
                   std::vector<arrow::OutputColumn> outputs, std::int64_t rows, CallResult& result, std::function<void()> done)
    : TilePass(entry, length, options, result, std::move(done)),
      inputs_(inputs),
      limits_{std::numeric_limits<std::int32_t>::max(), false},
      measured_(true),
      capacity_(rows),
      targets_(outputs.size()) {
  result_.null_counts.assign(targets_.size(), 0);
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    targets_[i].memory = outputs[i];
    if (is_text(i)) {
      targets_[i].memory.values_bytes = result_.bytes[i];
      targets_[i].memory.offsets[0] = 0;
    }
  }
}

/// Zero bytes need no memory.
bool EmitPass::reserve(OutputMemory& memory, std::int64_t bytes) {
  memory = OutputMemory::borrow_at_least(bytes);
  return bytes == 0 || memory.data() != nullptr;
}

std::int64_t EmitPass::bound(std::size_t column) const {
  arrow::Bound const& bound = entry_.layout.bounds[column];
  if (!bound.known()) return limits_.bytes;
  // Computed in doubles, which do not overflow and are exact below the limit. The offsets are borrowed, so the result decides how much
  // memory is allocated, never how much is written.
  double bytes = static_cast<double>(bound.constant) * static_cast<double>(length_);
  for (std::int32_t i = 0; i < entry_.layout.input_count && length_ > 0; ++i) {
    arrow::InputColumn const& input = inputs_[static_cast<std::size_t>(i)];
    if (bound.factors[i] == 0 || input.offsets == nullptr) continue;
    std::int64_t const size =
        input.dictionary != nullptr
            ? length_ * input.dictionary->longest
            : std::clamp<std::int64_t>(std::int64_t{input.offsets[length_]} - input.offsets[0], 0, input.values_bytes);
    bytes += static_cast<double>(bound.factors[i]) * static_cast<double>(size);
  }
  return bytes < static_cast<double>(limits_.bytes) ? static_cast<std::int64_t>(bytes) : limits_.bytes;
}

std::unique_ptr<EmitPass::Columns> EmitPass::take_columns() {
  {
    std::lock_guard const lock(mutex_);
    if (!spare_.empty()) {
      auto columns = std::move(spare_.back());
      spare_.pop_back();
      return columns;
    }
  }
  auto columns = std::make_unique<Columns>(targets_.size());
  for (EmittedColumn& column : *columns) {
    for (GrowingMemory* const memory : {&column.values, &column.ends, &column.present}) memory->count_in(budget_);
  }
  return columns;
}

void EmitPass::run_tile(std::int64_t tile, TileRange range, std::byte* scratch) {
  std::unique_ptr<Columns> columns = take_columns();
  evaluate(tile, range, scratch, *columns);
  std::lock_guard const lock(mutex_);
  spare_.push_back(std::move(columns));
}

void EmitPass::evaluate(std::int64_t tile, TileRange range, std::byte* scratch, Columns& columns) {
  EmitTile pass;
  pass.range = range;
  pass.inputs = inputs_.data();
  pass.scratch = scratch;
  pass.budget = budget_;
  pass.columns = columns.data();
  pass.most_rows = limits_.rows;
  pass.most_bytes = limits_.bytes;
  entry_.emit(pass);
  if (pass.exhausted) return exhaust(tile);
  if (pass.fault.row >= 0) return report(tile, pass.fault);
  if (pass.too_large) return fail(tile, measured_ ? Failure::input_changed : Failure::too_large);

  Place place{0, std::vector<std::int64_t>(targets_.size())};
  if (!turns_.wait(tile, [&] { return stopped(tile); })) return;
  if (Failure const failure = take_place(columns, pass.rows, place); failure != Failure::none) return fail(tile, failure);
  turns_.pass(tile);
  move(columns, pass.rows, place);
}

Failure EmitPass::take_place(Columns const& columns, std::int64_t rows, Place& place) {
  place.row = rows_;
  if (rows_ + rows > capacity_) return measured_ ? Failure::input_changed : Failure::too_large;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    Target const& target = targets_[i];
    if (!is_text(i) || target.text + columns[i].bytes <= target.memory.values_bytes) continue;
    if (measured_) return Failure::input_changed;
    return target.memory.values_bytes < limits_.bytes ? Failure::no_room : Failure::too_large;
  }
  if (!measured_ && !result_.share.hold(written_bytes(columns, rows_ + rows))) return Failure::out_of_memory;
  rows_ += rows;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    Target& target = targets_[i];
    arrow::ColumnType const type = entry_.layout.outputs[i];
    place.text[i] = target.text;
    target.text += is_text(i) ? columns[i].bytes : 0;
    result_.null_counts[i] += columns[i].null_count;
    if (type.id == arrow::TypeId::boolean) {
      target.values.meet(static_cast<std::uint8_t*>(target.memory.values), place.row,
                         reinterpret_cast<std::uint8_t const*>(columns[i].values.data()), rows);
    }
    if (type.nullable) {
      target.validity.meet(target.memory.validity, place.row, reinterpret_cast<std::uint8_t const*>(columns[i].present.data()), rows);
    }
    if (!measured_) ask_for_pages(target, i, rows_);
  }
  return Failure::none;
}

/// Returns the bytes that have been written: those of `rows` rows, and the text of all columns. Of reserved memory only these count.
std::int64_t EmitPass::written_bytes(Columns const& columns, std::int64_t rows) const {
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    arrow::ColumnType const type = entry_.layout.outputs[i];
    bytes += is_text(i) ? targets_[i].text + columns[i].bytes + (rows + 1) * std::int64_t{sizeof(std::int32_t)} : value_bytes(i, rows);
    if (type.nullable) bytes += arrow::bitmap_bytes(rows);
  }
  return bytes;
}

/// Returns the bytes of `rows` values in a fixed-width column.
std::int64_t EmitPass::value_bytes(std::size_t column, std::int64_t rows) const {
  arrow::TypeId const id = entry_.layout.outputs[column].id;
  return id == arrow::TypeId::boolean ? arrow::bitmap_bytes(rows) : rows * arrow::byte_width(id);
}

void EmitPass::ask_for_pages(Target& target, std::size_t column, std::int64_t rows) {
  arrow::OutputColumn const& memory = target.memory;
  if (is_text(column)) {
    target.values_pages.reach(memory.values, memory.values_bytes, target.text);
    constexpr std::int64_t width = sizeof(std::int32_t);
    target.offsets_pages.reach(memory.offsets, (capacity_ + 1) * width, rows * width);
  } else if (std::int64_t const width = arrow::byte_width(entry_.layout.outputs[column].id); width > 0) {
    target.values_pages.reach(memory.values, memory.values_bytes, rows * width);
  }
}

void EmitPass::move(Columns const& columns, std::int64_t rows, Place const& place) {
  if (rows == 0) return;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    arrow::OutputColumn const& memory = targets_[i].memory;
    arrow::ColumnType const type = entry_.layout.outputs[i];
    auto const* const values = columns[i].values.data();
    if (is_text(i)) {
      auto const begin = static_cast<std::int32_t>(place.text[i]);
      auto const* const ends = reinterpret_cast<std::int32_t const*>(columns[i].ends.data());
      std::int32_t* const target = memory.offsets + place.row + 1;
      for (std::int64_t row = 0; row < rows; ++row) target[row] = ends[row] + begin;
      if (columns[i].bytes > 0) {
        std::memcpy(static_cast<char*>(memory.values) + begin, values, static_cast<std::size_t>(columns[i].bytes));
      }
    } else if (type.id == arrow::TypeId::boolean) {
      EmittedBits::store(static_cast<std::uint8_t*>(memory.values), place.row, reinterpret_cast<std::uint8_t const*>(values), rows);
    } else {
      std::int64_t const width = arrow::byte_width(type.id);
      std::memcpy(static_cast<char*>(memory.values) + place.row * width, values, static_cast<std::size_t>(rows * width));
    }
    if (type.nullable) {
      EmittedBits::store(memory.validity, place.row, reinterpret_cast<std::uint8_t const*>(columns[i].present.data()), rows);
    }
  }
}

void EmitPass::conclude() {
  TilePass::conclude();
  if (measured_) {
    // Every row had a result when it was measured, so any difference means that the input has changed.
    bool changed = result_.fault_row >= 0 || rows_ != capacity_;
    for (std::size_t i = 0; i < targets_.size(); ++i) changed = changed || targets_[i].text != (is_text(i) ? result_.bytes[i] : 0);
    if (changed && result_.failure == Failure::none) result_.failure = Failure::input_changed;
  }
  bool const complete = is_complete();
  for (std::size_t i = 0; i < targets_.size() && complete; ++i) {
    Target const& target = targets_[i];
    if (entry_.layout.outputs[i].id == arrow::TypeId::boolean) {
      target.values.finish(static_cast<std::uint8_t*>(target.memory.values), rows_);
    }
    if (entry_.layout.outputs[i].nullable) target.validity.finish(target.memory.validity, rows_);
  }
  if (!measured_ && complete) {
    result_.rows = rows_;
    result_.bytes.clear();
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      std::int64_t const bytes = is_text(i) ? targets_[i].text : value_bytes(i, rows_);
      result_.bytes.push_back(bytes);
      result_.memory[i].shrink(bytes);
      result_.offsets[i].shrink((rows_ + 1) * std::int64_t{sizeof(std::int32_t)});
      result_.validity[i].shrink(arrow::bitmap_bytes(rows_));
    }
  } else {
    result_.memory.clear();
    result_.offsets.clear();
    result_.validity.clear();
    result_.share.release();
  }
}

}  // namespace rowfuse::cpu
