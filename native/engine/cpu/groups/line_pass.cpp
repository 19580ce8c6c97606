#include "line_pass.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace rowfuse::cpu {

namespace {

/// A block and its groups should stay in a core's L2 cache while its bytes are copied, checked and grouped. Every thread should get several
/// blocks.
constexpr std::int64_t most_block_bytes = 256 << 10;
constexpr std::int64_t least_block_bytes = 16 << 10;

/// Returns the first place of a byte in [at, end), or `end`.
std::int64_t find(char byte, char const* data, std::int64_t at, std::int64_t end) {
  if (at >= end) return end;
  void const* const found = std::memchr(data + at, byte, static_cast<std::size_t>(end - at));
  return found == nullptr ? end : static_cast<char const*>(found) - data;
}

}  // namespace

LinePass::LinePass(GroupPool& groups, std::vector<arrow::InputColumn> const& scalars, LinesBefore before, int threads, std::int64_t size,
                   Aggregation& to, std::function<void()> done)
    : Work(std::move(done)),
      size_{size},
      block_bytes_{std::clamp(size / (std::int64_t{threads} * 8), least_block_bytes, most_block_bytes)},
      to_{to},
      groups_{groups},
      scalars_{scalars},
      before_{before},
      share_{groups.budget},
      next_row_{before.rows} {
  units_ = (size + block_bytes_ - 1) / block_bytes_;
  if (share_.hold((units_ + 1) * std::int64_t{sizeof(std::int64_t)})) {
    lines_.reset(new (std::nothrow) std::int64_t[static_cast<std::size_t>(units_) + 1]());
  }
  if (lines_ == nullptr) {
    failures_.fail(Failure::out_of_memory);
    cancel();
  }
}

void LinePass::run(std::int64_t unit, std::byte*) {
  if (failures_.precede(unit)) return;
  std::unique_ptr<Grouper> grouper = groups_.take();
  if (grouper == nullptr) {
    failures_.fail(Failure::out_of_memory);
    return;
  }
  LineBlock lines;
  lines.inputs = scalars_.data();
  bool const some = bring(unit * block_bytes_, grouper->memory, lines);
  lines.place += before_.bytes;
  if (groups_.entry.numbers_lines) number(unit, lines);
  if (some && !cancelled()) {
    grouper->groups->add(lines);
    lines_[static_cast<std::size_t>(unit)] = lines.lines;
    if (lines.exhausted) failures_.fail(Failure::out_of_memory);
    if (lines.fault) failures_.report(unit, lines.lines, lines);
    to_.progress.rows.fetch_add(lines.lines, std::memory_order_relaxed);
  }
  to_.progress.bytes.fetch_add(std::min(block_bytes_, size_ - unit * block_bytes_), std::memory_order_relaxed);
  groups_.give(std::move(grouper));
}

/// Gives a block the number of its first line.
void LinePass::number(std::int64_t unit, LineBlock& lines) {
  std::int64_t count = std::count(lines.data, lines.data + lines.size, line_end());
  if (lines.size > 0 && lines.data[lines.size - 1] != line_end()) ++count;
  if (!turns_.wait(unit, [&] { return cancelled() || failures_.precede(unit); })) return;
  lines.first_row = next_row_;
  next_row_ += count;
  turns_.pass(unit);
}

void LinePass::conclude() {
  // A faulty line is counted within its block.
  bool const is_faulty = failures_.faulty_unit() >= 0;
  std::int64_t rows = before_.rows + (is_faulty ? failures_.faulty_row() : 0);
  std::int64_t const counted = is_faulty ? failures_.faulty_unit() : units_;
  for (std::int64_t unit = 0; unit < counted && lines_ != nullptr; ++unit) rows += lines_[static_cast<std::size_t>(unit)];
  failures_.conclude(to_, rows, cancelled());
}

bool TextPass::bring(std::int64_t place, GrowingMemory& memory, LineBlock& lines) {
  std::int64_t const end_of_block = std::min(place + block_bytes_, size_);
  // The line within which a block begins belongs to the block before.
  std::int64_t const begin = place == 0 ? 0 : find(line_end(), text_, place - 1, end_of_block) + 1;
  if (begin >= end_of_block) return false;
  std::int64_t const end = std::min(find(line_end(), text_, end_of_block - 1, size_) + 1, size_);
  std::int64_t const size = end - begin;
  if (size > LineBlock::longest_line) return failures_.fail(Failure::too_large), false;
  lines.data = text_ + begin;
  lines.size = size;
  lines.place = begin;
  if (size_ - end >= LineBlock::padding) return true;
  if (!memory.reserve(size + LineBlock::padding)) return failures_.fail(Failure::out_of_memory), false;
  std::memcpy(memory.data(), text_ + begin, static_cast<std::size_t>(size));
  std::memset(memory.data() + size, 0, LineBlock::padding);
  lines.data = memory.data();
  return true;
}

/// Reads `bytes` bytes at a place. Returns false if there are fewer, or after an error.
bool FilePass::read(std::int64_t place, char* to, std::int64_t bytes) {
  int error = 0;
  std::int64_t const read = file_->read(place, to, bytes, error);
  if (read == bytes) return true;
  if (read < 0) {
    if (failures_.fail(Failure::unreadable)) {
      to_.system_error = error;
      to_.result.message = "read";
    }
  } else {
    changed_.store(true, std::memory_order_relaxed);
    failures_.fail(Failure::input_changed);
  }
  return false;
}

bool FilePass::bring(std::int64_t place, GrowingMemory& memory, LineBlock& lines) {
  std::int64_t const end_of_block = std::min(place + block_bytes_, size_);
  // Includes the byte before the block, which may end a line.
  std::int64_t const from = std::max<std::int64_t>(place - 1, 0);
  std::int64_t size = end_of_block - from;
  constexpr std::int64_t usual_line = 128;
  if (!memory.reserve(block_bytes_ + usual_line + 1 + LineBlock::padding)) return failures_.fail(Failure::out_of_memory), false;
  if (!read(from, memory.data(), size)) return false;
  std::int64_t const begin = place == 0 ? 0 : find(line_end(), memory.data(), 0, size) + 1;
  if (begin >= size && place != 0) return false;
  // The last line may end in any later block.
  for (std::int64_t more = usual_line; memory.data()[size - 1] != line_end() && from + size < size_; more = std::max(2 * more, size)) {
    std::int64_t const bytes = std::min(more, size_ - from - size);
    if (size + bytes > LineBlock::longest_line) return failures_.fail(Failure::too_large), false;
    if (!memory.reserve(size + bytes + LineBlock::padding)) return failures_.fail(Failure::out_of_memory), false;
    if (!read(from + size, memory.data() + size, bytes)) return false;
    std::int64_t const found = find(line_end(), memory.data(), size, size + bytes);
    size = std::min(found + 1, size + bytes);
    if (cancelled()) return false;
  }
  std::memset(memory.data() + size, 0, LineBlock::padding);
  lines.data = memory.data() + begin;
  lines.size = size - begin;
  lines.place = from + begin;
  if (lines.place == 0 && lines.size >= 3 && std::memcmp(lines.data, "\xEF\xBB\xBF", 3) == 0) {
    lines.data += 3;  // a byte-order mark is not part of the text
    lines.size -= 3;
    lines.place += 3;
  }
  return true;
}

void FilePass::conclude() {
  if (!cancelled() && (file_->size_now() != size_ || changed_.load(std::memory_order_relaxed))) {
    to_.result.failure = Failure::input_changed;
    to_.result.message = file_->change();
  }
  file_.reset();
  LinePass::conclude();
}

}  // namespace rowfuse::cpu
