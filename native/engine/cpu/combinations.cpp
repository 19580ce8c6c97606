#include "combinations.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include <rowfuse/arrow/bits.hpp>

#include "output_pages.hpp"
#include "tile_pass.hpp"

namespace rowfuse::cpu {

namespace {

/// Calls `body(indices)` with the indices of a dictionary in their own type.
template <class Body>
void with_indices(arrow::Dictionary const& dictionary, Body&& body) {
  void const* const indices = dictionary.indices;
  switch (dictionary.index_width) {
    case 1:
      return dictionary.index_is_signed ? body(static_cast<std::int8_t const*>(indices)) : body(static_cast<std::uint8_t const*>(indices));
    case 2:
      return dictionary.index_is_signed ? body(static_cast<std::int16_t const*>(indices))
                                        : body(static_cast<std::uint16_t const*>(indices));
    case 4:
      return dictionary.index_is_signed ? body(static_cast<std::int32_t const*>(indices))
                                        : body(static_cast<std::uint32_t const*>(indices));
    default: return body(static_cast<std::int64_t const*>(indices));
  }
}

constexpr std::int32_t tile_rows = 16384;

class FirstRowsPass final : public TilePass {
 public:
  FirstRowsPass(Entry const& entry, Combinations const& combinations, std::int64_t length, CallOptions options, std::int32_t* rows,
                CallResult& result, std::function<void()> done)
      : TilePass(entry, length, options, result, std::move(done)), combinations_(combinations), rows_(rows) {
    scratch_bytes_ = sizeof(std::int32_t) * tile_rows;
    auto const entries = static_cast<std::size_t>(combinations.count() + 1);
    share_ = MemoryShare{options.budget};
    if (share_.hold(static_cast<std::int64_t>(entries * sizeof(std::int32_t))))
      first_.reset(new (std::nothrow) std::atomic<std::int32_t>[entries]);
    if (first_ == nullptr) {
      out_of_memory();
      cancel();
      return;
    }
    for (std::size_t i = 0; i < entries; ++i) first_[i].store(none, std::memory_order_relaxed);
  }

 private:
  static constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();

  void conclude() override {
    TilePass::conclude();
    if (!is_complete()) return;
    for (std::int64_t i = 0; i <= combinations_.count(); ++i) {
      std::int32_t const row = first_[static_cast<std::size_t>(i)].load(std::memory_order_relaxed);
      rows_[i] = row == none ? -1 : row;
    }
  }

  void run_tile(std::int64_t, TileRange range, std::byte* scratch) override {
    auto* const numbers = reinterpret_cast<std::int32_t*>(scratch);
    combinations_.number(range, numbers);
    for (std::int32_t i = 0; i < range.rows; ++i) {
      std::int64_t const place = numbers[i] == Combinations::malformed ? combinations_.count() : numbers[i];
      std::atomic<std::int32_t>& first = first_[static_cast<std::size_t>(place)];
      auto const row = static_cast<std::int32_t>(range.first + i);
      // Nearly always an earlier row has set it already.
      std::int32_t lowest = first.load(std::memory_order_relaxed);
      while (row < lowest && !first.compare_exchange_weak(lowest, row, std::memory_order_relaxed)) {
      }
    }
  }

  Combinations const& combinations_;
  std::int32_t* const rows_;
  MemoryShare share_;
  std::unique_ptr<std::atomic<std::int32_t>[]> first_;
};

/// One pass of a gather: finds the places of a tile's rows among the representatives.
class GatherPass : public TilePass {
 public:
  GatherPass(Entry const& entry, Combinations const& combinations, Representatives const& representatives, std::int64_t length,
             CallOptions options, CallResult& result, std::function<void()> done)
      : TilePass(entry, length, options, result, std::move(done)), representatives_(representatives), combinations_(combinations) {
    scratch_bytes_ = sizeof(std::int32_t) * tile_rows;
  }

 protected:
  /// Returns null if a row has a combination that was not found before: the input has changed since.
  std::int32_t const* places(TileRange range, std::byte* scratch) {
    auto* const numbers = reinterpret_cast<std::int32_t*>(scratch);
    combinations_.number(range, numbers);
    std::int32_t bad = 0;
    for (std::int32_t i = 0; i < range.rows; ++i) {
      std::int32_t const place = numbers[i] < 0 ? -1 : representatives_.ranks[numbers[i]];
      bad |= static_cast<std::int32_t>(place < 0 || place >= representatives_.length);
      numbers[i] = place;
    }
    if (bad == 0) return numbers;
    changed(range.first / tile_rows_);
    return nullptr;
  }

  void changed(std::int64_t tile) {
    changed_.store(true, std::memory_order_relaxed);
    stop_at(tile);
  }

  void conclude() override {
    TilePass::conclude();
    if (is_complete() && changed_.load(std::memory_order_relaxed)) result_.failure = Failure::input_changed;
  }

  Representatives const& representatives_;

 private:
  Combinations const& combinations_;
  std::atomic<bool> changed_{false};
};

/// By tile and output column: first the bytes of the text, then where it begins.
struct Positions {
  std::unique_ptr<std::int64_t[]> values;
  std::int64_t columns = 0;
  MemoryShare share;

  std::int64_t* operator[](std::int64_t tile) const { return values.get() + tile * columns; }
};

class SizesPass final : public GatherPass {
 public:
  SizesPass(Entry const& entry, Combinations const& combinations, Representatives const& representatives, std::int64_t length,
            CallOptions options, Positions& positions, CallResult& result, std::function<void()> done)
      : GatherPass(entry, combinations, representatives, length, options, result, std::move(done)), positions_(positions) {
    positions_.columns = entry.layout.output_count;
    std::int64_t const entries = (units_ + 1) * positions_.columns;
    positions_.share = MemoryShare{options.budget};
    if (positions_.share.hold(entries * std::int64_t{sizeof(std::int64_t)})) {
      positions_.values.reset(new (std::nothrow) std::int64_t[static_cast<std::size_t>(entries)]());
    }
    if (positions_.values == nullptr) {
      out_of_memory();
      cancel();
    }
  }

 private:
  void conclude() override {
    for (std::int64_t column = 0; column < positions_.columns && positions_.values != nullptr; ++column) {
      std::int64_t position = 0;
      for (std::int64_t tile = 0; tile <= units_; ++tile) position += std::exchange(positions_[tile][column], position);
      result_.bytes.push_back(position);
    }
    GatherPass::conclude();
  }

  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override {
    std::int32_t const* const from = places(range, scratch);
    if (from == nullptr) return;
    for (std::size_t column = 0; column < representatives_.columns.size(); ++column) {
      std::int32_t const* const offsets = representatives_.columns[column].offsets;
      if (offsets == nullptr) continue;
      std::int64_t bytes = 0;
      for (std::int32_t i = 0; i < range.rows; ++i) bytes += offsets[from[i] + 1] - offsets[from[i]];
      positions_[tile][column] = bytes;
    }
  }

  Positions& positions_;
};

class CopyPass final : public GatherPass {
 public:
  CopyPass(Entry const& entry, Combinations const& combinations, Representatives const& representatives, std::int64_t length,
           CallOptions options, Positions const& positions, std::vector<arrow::OutputColumn> outputs, CallResult& result,
           std::function<void()> done)
      : GatherPass(entry, combinations, representatives, length, options, result, std::move(done)),
        positions_(positions),
        outputs_(std::move(outputs)),
        pages_(entry.layout, outputs_, length, tile_rows_, options.threads) {
    result.null_counts.assign(outputs_.size(), 0);
    for (arrow::OutputColumn const& output : outputs_) {
      if (output.offsets != nullptr) output.offsets[0] = 0;
    }
  }

 private:
  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override {
    pages_.reach_rows(range);
    std::int32_t const* const from = places(range, scratch);
    if (from == nullptr) return;
    std::vector<TileOutput> nulls(outputs_.size());
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      arrow::OutputColumn const& source = representatives_.columns[i];
      arrow::TypeId const type = entry_.layout.outputs[i].id;
      if (source.offsets != nullptr) {
        if (!copy_text(i, tile, range, from)) return changed(tile);
      } else if (type == arrow::TypeId::boolean) {
        copy_bits(static_cast<std::uint8_t const*>(source.values), static_cast<std::uint8_t*>(outputs_[i].values), range, from);
      } else {
        copy_values(arrow::byte_width(type), source.values, outputs_[i].values, range, from);
      }
      if (outputs_[i].validity != nullptr) {
        nulls[i].null_count = range.rows - copy_bits(source.validity, outputs_[i].validity, range, from);
      }
    }
    add_null_counts(nulls.data());
  }

  /// Returns how many of the bits are set. If the bitmap is missing, all bits count as set.
  static std::int64_t copy_bits(std::uint8_t const* source, std::uint8_t* target, TileRange range, std::int32_t const* from) {
    std::int64_t set = 0;
    for (std::int32_t i = 0; i < range.rows; i += 8) {
      std::uint8_t byte = 0;
      for (std::int32_t j = 0; j < 8 && i + j < range.rows; ++j) {
        bool const bit = source == nullptr || arrow::bit_at(source, from[i + j]);
        byte = static_cast<std::uint8_t>(byte | (bit ? 1 : 0) << j);
        set += bit ? 1 : 0;
      }
      target[(range.first + i) / 8] = byte;
    }
    return set;
  }

  template <class Word>
  static void copy_words(void const* source, void* target, TileRange range, std::int32_t const* from) {
    auto* const to = static_cast<Word*>(target) + range.first;
    for (std::int32_t i = 0; i < range.rows; ++i) to[i] = static_cast<Word const*>(source)[from[i]];
  }

  static void copy_values(std::int32_t width, void const* source, void* target, TileRange range, std::int32_t const* from) {
    if (width == 1) return copy_words<std::uint8_t>(source, target, range, from);
    if (width == 2) return copy_words<std::uint16_t>(source, target, range, from);
    if (width == 4) return copy_words<std::uint32_t>(source, target, range, from);
    copy_words<std::uint64_t>(source, target, range, from);
  }

  /// Returns false if the amount of text differs from what was measured.
  bool copy_text(std::size_t column, std::int64_t tile, TileRange range, std::int32_t const* from) {
    arrow::OutputColumn const& source = representatives_.columns[column];
    arrow::OutputColumn const& target = outputs_[column];
    char* const text = static_cast<char*>(target.values);
    std::int64_t at = positions_[tile][column];
    std::int64_t const end = positions_[tile + 1][column];
    pages_.reach_text(column, range.first + range.rows, end);
    for (std::int32_t i = 0; i < range.rows; ++i) {
      std::int64_t const begin = source.offsets[from[i]];
      std::int64_t const size = source.offsets[from[i] + 1] - begin;
      if (size < 0 || begin < 0 || begin + size > source.values_bytes || size > end - at) return false;
      if (size > 0) std::memcpy(text + at, static_cast<char const*>(source.values) + begin, static_cast<std::size_t>(size));
      at += size;
      target.offsets[range.first + i + 1] = static_cast<std::int32_t>(at);
    }
    return at == end;
  }

  Positions const& positions_;
  std::vector<arrow::OutputColumn> outputs_;
  OutputPages pages_;
};

class FirstRowsCall : public Call {
 public:
  FirstRowsCall(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length, CallOptions options)
      : entry_(entry), inputs_(std::move(inputs)), length_(length), options_(options), combinations_(entry.layout, inputs_) {
    options_.tile_rows = tile_rows;
    options_.budget = &budget;
  }

  bool measure(std::function<void()>) override { return false; }
  bool fill(std::vector<arrow::OutputColumn>, std::function<void()>) override { return false; }

  bool mark(std::uint8_t* codes, std::function<void()> done) override {
    return start(std::make_unique<FirstRowsPass>(entry_, combinations_, length_, options_, reinterpret_cast<std::int32_t*>(codes), result,
                                                 std::move(done)));
  }

  void cancel() override {
    if (pass_ != nullptr) pass_->cancel();
  }

 protected:
  bool start(std::unique_ptr<TilePass> pass) {
    pass_ = std::move(pass);
    return Pool::cpu().submit(*pass_, options_.threads);
  }

  Entry const& entry_;
  std::vector<arrow::InputColumn> const inputs_;
  std::int64_t const length_;
  CallOptions options_;
  Combinations const combinations_;
  std::unique_ptr<TilePass> pass_;
};

class GatherCall final : public FirstRowsCall {
 public:
  GatherCall(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length, Representatives representatives,
             CallOptions options)
      : FirstRowsCall(entry, std::move(inputs), length, options), representatives_(std::move(representatives)) {}

  bool measure(std::function<void()> done) override {
    return start(
        std::make_unique<SizesPass>(entry_, combinations_, representatives_, length_, options_, positions_, result, std::move(done)));
  }

  bool fill(std::vector<arrow::OutputColumn> outputs, std::function<void()> done) override {
    return start(std::make_unique<CopyPass>(entry_, combinations_, representatives_, length_, options_, positions_, std::move(outputs),
                                            result, std::move(done)));
  }

 private:
  Representatives const representatives_;
  Positions positions_;
};

}  // namespace

Combinations::Combinations(arrow::Layout const& layout, std::vector<arrow::InputColumn> const& inputs) {
  for (std::int32_t i = 0; i < layout.input_count; ++i) {
    if (layout.inputs[i].id == arrow::TypeId::none) continue;
    arrow::InputColumn const& input = inputs[static_cast<std::size_t>(i)];
    if (input.dictionary == nullptr) {
      count_ = 0;
      return;
    }
    columns_.push_back(&input);
    // Each factor is below 2^31, so the product cannot overflow before it is tested.
    count_ *= input.dictionary->entries + 1;
    if (count_ >= std::numeric_limits<std::int32_t>::max()) {
      count_ = 0;
      return;
    }
  }
}

void Combinations::number(TileRange range, std::int32_t* numbers) const {
  std::fill_n(numbers, range.rows, 0);
  for (arrow::InputColumn const* const column : columns_) {
    arrow::Dictionary const& dictionary = *column->dictionary;
    auto const entries = static_cast<std::uint64_t>(dictionary.entries);
    auto const factor = static_cast<std::int32_t>(entries + 1);
    with_indices(dictionary, [&](auto const* indices) {
      for (std::int32_t i = 0; i < range.rows; ++i) {
        std::int64_t const row = range.first + i;
        // As an unsigned number a negative index is out of range.
        auto const index = static_cast<std::uint64_t>(static_cast<std::int64_t>(indices[row]));
        bool const present = column->validity == nullptr || arrow::bit_at(column->validity, column->validity_bit + row);
        bool const sound = !present || index < entries;
        std::int32_t const entry = present && sound ? static_cast<std::int32_t>(index) : factor - 1;
        numbers[i] = sound && numbers[i] >= 0 ? numbers[i] * factor + entry : malformed;
      }
    });
  }
}

std::unique_ptr<Call> make_first_rows_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                           CallOptions options) {
  return std::make_unique<FirstRowsCall>(entry, std::move(inputs), length, options);
}

std::unique_ptr<Call> make_gather_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                       Representatives representatives, CallOptions options) {
  return std::make_unique<GatherCall>(entry, std::move(inputs), length, std::move(representatives), options);
}

}  // namespace rowfuse::cpu
