#include "lower_list.hpp"

#include <cstdint>
#include <limits>

#include "../formats.hpp"

namespace rowfuse::portable {

namespace {

/// Makes the columns of one list.
class Lowering {
 public:
  Lowering(Levels const& levels, Target const& target) : levels_{levels}, length_{target.length}, target_{target} {}

  Failure lower() {
    std::int32_t const* const offsets = levels_.front().starts;
    auto* const rows = take();
    for (std::int64_t row = 0; row <= length_; ++row) rows[row] = is_sound(offsets[row], levels_[1].count) ? offsets[row] : -1;
    Range const range = range_within(levels_.front(), {0, length_}, levels_[1].count);
    return elements(1, format_within(target_.field, target_.nullable, 1), rows, range, target_.columns);
  }

 private:
  /// Lowers the elements within `lists` lists. `rows` are the places of the rows' first elements, and of the end of the last row; -1 for
  /// rows with malformed offsets.
  Failure elements(std::size_t lists, ValueFormat const& declared, std::int32_t const* rows, Range range, arrow::InputColumn* columns) {
    if (Failure failure = values(lists, declared, rows, range, columns)) return failure;
    return declared.nullable ? flags(levels_[lists].present, rows, range, columns[declared.parts() - 1]) : Failure{};
  }

  Failure values(std::size_t lists, ValueFormat const& declared, std::int32_t const* rows, Range range, arrow::InputColumn* columns) {
    Level const& level = levels_[lists];
    if (declared.format == "b") return flags(level.truths, rows, range, columns[0]);
    if (!declared.is_list() && !declared.has_offsets()) {
      auto const* const first = static_cast<char const*>(level.values);
      return bytes(first == nullptr ? nullptr : first + range.begin * declared.width(), declared.width(), rows, range, columns[0]);
    }
    std::int32_t const* const starts = level.starts;
    auto* const places = take();
    for (std::int64_t row = 0; row <= length_; ++row) places[row] = rows[row] < 0 ? -1 : starts == nullptr ? 0 : starts[rows[row]];
    if (declared.is_list()) {
      std::int64_t const count = levels_[lists + 1].count;
      for (std::int64_t row = 0; row <= length_; ++row) places[row] = is_sound(places[row], count) ? places[row] : -1;
      Range const within = range_within(level, range, count);
      if (Failure failure = elements(lists + 1, declared.element(), places, within, columns)) return failure;
    } else {
      columns[0].values = level.values;
      columns[0].values_bytes = starts == nullptr || starts[level.count] < 0 ? 0 : starts[level.count];
      columns[0].offsets = places;
    }
    return bytes(starts == nullptr ? nullptr : starts + range.begin, 4, rows, range, columns[declared.counted()]);
  }

  /// Lowers elements of fixed width.
  Failure bytes(void const* values, std::int64_t width, std::int32_t const* rows, Range range, arrow::InputColumn& column) {
    std::int64_t const size = range.size() * width;
    if (size > std::numeric_limits<std::int32_t>::max()) {
      return schema_failure("column " + in_quotes(target_.field.name) + " has more than 2147483647 bytes of elements. Pass it in pieces.");
    }
    auto* const places = take();
    for (std::int64_t row = 0; row <= length_; ++row) {
      bool const is_within = rows[row] >= range.begin && rows[row] <= range.end;
      places[row] = is_within ? static_cast<std::int32_t>((rows[row] - range.begin) * width) : -1;
    }
    column.values = values;
    column.values_bytes = size;
    column.offsets = places;
    return {};
  }

  /// Lowers bits, as one byte per bit.
  Failure flags(BitRange const& bits, std::int32_t const* rows, Range range, arrow::InputColumn& column) {
    auto* const flags = target_.memory.take<char>(range.size() + 1);
    for (std::int64_t at = range.begin; at < range.end; ++at) flags[at - range.begin] = bits.has(at) ? 1 : 0;
    return bytes(flags, 1, rows, range, column);
  }

  /// Returns memory for as many numbers as there are offsets.
  std::int32_t* take() { return target_.memory.take<std::int32_t>(length_ + 1); }

  Levels const& levels_;
  std::int64_t length_;
  Target const& target_;
};

}  // namespace

Failure lower_list(Levels const& levels, Target const& target) { return Lowering(levels, target).lower(); }

}  // namespace rowfuse::portable
