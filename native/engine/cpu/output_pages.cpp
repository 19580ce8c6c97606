#include "output_pages.hpp"

#include <algorithm>

#include <rowfuse/cpu/memory/huge_pages.hpp>

namespace rowfuse::cpu {

OutputPages::OutputPages(arrow::Layout const& layout, std::vector<arrow::OutputColumn> const& outputs, std::int64_t length,
                         std::int32_t tile_rows, int threads)
    : length_(length), threads_(threads), rows_ahead_(std::int64_t{2} * threads * tile_rows) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    arrow::OutputColumn const& output = outputs[i];
    arrow::TypeId const type = layout.outputs[i].id;
    bool const is_text = arrow::has_offsets(type);
    if (is_text) {
      text_.emplace_back(output.values, output.values_bytes, threads);
      add(output.offsets, 32, length + 1);
    } else {
      text_.emplace_back(nullptr, 0, threads);
      add(output.values, type == arrow::TypeId::boolean ? 1 : std::int64_t{8} * arrow::byte_width(type), length);
    }
    if (output.validity != nullptr) add(output.validity, 1, length);
  }
}

void OutputPages::add(void* data, std::int64_t bits_a_row, std::int64_t rows) {
  std::int64_t const bytes = (bits_a_row * rows + 7) / 8;
  ask_for_huge_pages(data, bytes);
  by_row_.emplace_back(data, bytes, threads_, bits_a_row);
}

void OutputPages::reach_rows(TileRange range) {
  std::int64_t const row = std::min(range.first + range.rows + rows_ahead_, length_);
  for (ByRow& column : by_row_) column.memory.reach(row * column.bits_a_row / 8 + 8, length_ * column.bits_a_row / 8 + 8);
}

void OutputPages::reach_text(std::size_t column, std::int64_t rows, std::int64_t bytes) {
  double const average = rows == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(rows);
  auto const of_rows = [&](std::int64_t count) { return static_cast<std::int64_t>(average * static_cast<double>(count)); };
  // Only to the expected end of the text, because a result may need little of its bound.
  std::int64_t const end = bytes + std::max<std::int64_t>(of_rows(length_ - rows), 1);
  Text& text = text_[column];
  text.huge_pages.reach(text.data, text.bytes, end);
  // The touch of a whole huge page would be most of the time of a small result.
  if (end >= 2 * huge_page_bytes) text.memory.reach(std::min(bytes + of_rows(rows_ahead_), end), end);
}

}  // namespace rowfuse::cpu
