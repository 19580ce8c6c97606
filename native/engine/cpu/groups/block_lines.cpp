#include "block_lines.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <rowfuse/cpu/memory/growing_memory.hpp>

namespace rowfuse::cpu {

namespace {

/// A piece that is grouped at a time stays in a core's L2 cache.
constexpr std::int64_t most_piece_bytes = 256 << 10;
/// Returns the place after the next `byte` in [at, end), or `end`.
std::int64_t behind(char byte, std::string_view text, std::int64_t at, std::int64_t end) {
  if (at >= end) return end;
  void const* const found = std::memchr(text.data() + at, byte, static_cast<std::size_t>(end - at));
  return found == nullptr ? end : static_cast<char const*>(found) - text.data() + 1;
}

}  // namespace

BlockLinesPass::BlockLinesPass(GroupEntry const& entry, BlockGroups& blocks, std::vector<arrow::InputColumn> const& scalars,
                               std::int64_t first_row, std::string_view text, Aggregation& to, std::function<void()> done)
    : Work(std::move(done)), entry_{entry}, blocks_{blocks}, scalars_{scalars}, text_{text}, to_{to}, next_row_{first_row} {
  // A line has at least one byte. The first block may be the rest of one.
  units_ = text.empty() ? 0 : static_cast<std::int64_t>(text.size()) / BlockGroups::block_rows + 2;
  if (units_ > 0) blocks.begin_pass();
}

BlockLinesPass::Block BlockLinesPass::next() {
  auto const size = static_cast<std::int64_t>(text_.size());
  std::int64_t const wanted = BlockGroups::block_rows - next_row_ % BlockGroups::block_rows;
  std::int64_t at = next_begin_;
  std::int64_t lines = 0;
  // A step has at most as many bytes as lines are wanted, so it cannot have more lines. The last lines are found one by one.
  for (std::int64_t step; at < size && (step = std::min(size - at, wanted - lines)) > 0; at += step) {
    char const* const from = text_.data() + at;
    lines += std::count(from, from + step, entry_.line_end);
    if (wanted - lines < 64) {
      at += step;
      break;
    }
  }
  while (lines < wanted && at < size) {
    at = behind(entry_.line_end, text_, at, size);
    if (text_[static_cast<std::size_t>(at - 1)] == entry_.line_end) ++lines;
  }
  // The last line may lack its end.
  if (at > next_begin_ && text_[static_cast<std::size_t>(at - 1)] != entry_.line_end) {
    at = behind(entry_.line_end, text_, at, size);
    ++lines;
  }
  Block const block{next_begin_, at, next_row_};
  next_begin_ = at;
  next_row_ += lines;
  return block;
}

void BlockLinesPass::run(std::int64_t unit, std::byte*) {
  if (!turns_.wait(unit, [&] { return stopped(unit); })) return;
  Block const block = next();
  bool const last = next_begin_ == static_cast<std::int64_t>(text_.size());
  turns_.pass(unit);
  if (block.begin == block.end) return;
  std::int64_t const number = block.first_row / BlockGroups::block_rows;
  std::unique_ptr<Groups> groups = blocks_.take(unit, number);
  if (groups == nullptr) {
    failures_.fail(Failure::out_of_memory);
    return;
  }
  if (!group(unit, block, *groups)) return;
  if (!blocks_.give(unit, number, std::move(groups), last, [&] { return stopped(unit); })) failures_.fail(Failure::out_of_memory);
}

bool BlockLinesPass::group(std::int64_t unit, Block const& block, Groups& groups) {
  GrowingMemory memory;
  memory.count_in(blocks_.budget());
  std::int64_t row = block.first_row;
  for (std::int64_t begin = block.begin; begin < block.end;) {
    if (stopped(unit)) return false;
    // Ends after a whole line.
    std::int64_t end = std::min(begin + most_piece_bytes, block.end);
    while (end > begin && end < block.end && text_[static_cast<std::size_t>(end - 1)] != entry_.line_end) --end;
    if (end == begin) end = behind(entry_.line_end, text_, begin + most_piece_bytes, block.end);
    if (end - begin > LineBlock::longest_line) return failures_.fail(Failure::too_large), false;
    LineBlock lines;
    lines.inputs = scalars_.data();
    lines.data = text_.data() + begin;
    lines.size = end - begin;
    lines.first_row = row;
    if (static_cast<std::int64_t>(text_.size()) - end < LineBlock::padding) {
      if (!memory.reserve(lines.size + LineBlock::padding)) return failures_.fail(Failure::out_of_memory), false;
      std::memcpy(memory.data(), lines.data, static_cast<std::size_t>(lines.size));
      std::memset(memory.data() + lines.size, 0, LineBlock::padding);
      lines.data = memory.data();
    }
    groups.add(lines);
    to_.progress.rows.fetch_add(lines.lines, std::memory_order_relaxed);
    if (lines.exhausted) return failures_.fail(Failure::out_of_memory), false;
    if (lines.fault) return failures_.report(unit, row + lines.lines, lines), false;
    row += lines.lines;
    begin = end;
  }
  return true;
}

void BlockLinesPass::conclude() { failures_.conclude(to_, failures_.faulty_unit() >= 0 ? failures_.faulty_row() : next_row_, cancelled()); }

}  // namespace rowfuse::cpu
