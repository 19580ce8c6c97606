#include "raise_columns.hpp"

#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include "../column_tree.hpp"
#include "../formats.hpp"

namespace rowfuse::portable {

namespace {

/// The address of an empty buffer, because a buffer must not be null.
char const nothing = 0;

/// The values within a number of lists, of which nodes are made.
struct Standing {
  std::size_t lists = 0;
  std::int64_t count = 0;
  std::vector<std::int32_t> const* rows = nullptr;  ///< within lists: the number of these values before each row, and in total
};

/// Packs one byte per value into one bit per value. Sets `clear` to the number of zeros.
std::vector<std::uint8_t> const& packed(ArrayParts& parts, void const* flags, std::int64_t count, std::int64_t& clear) {
  auto& bits = parts.own<std::uint8_t>(count / 8 + 1);
  clear = 0;
  for (std::int64_t at = 0; at < count; ++at) {
    if (static_cast<char const*>(flags)[at] == 0) ++clear;
    else bits[static_cast<std::size_t>(at) / 8] |= static_cast<std::uint8_t>(1 << (at & 7));
  }
  return bits;
}

/// Returns 64-bit offsets, which the array owns.
void const* widen(std::int32_t const* offsets, std::int64_t count, ArrayParts& parts) {
  auto& wide = parts.own<std::int64_t>(count + 1);
  for (std::size_t at = 0; at < wide.size(); ++at) wide[at] = offsets[at];
  return wide.data();
}

void add(OwnedArray array, OwnedSchema schema, Exported& target) {
  target.arrays.push_back(std::move(array));
  target.schemas.push_back(std::move(schema));
}

/// Makes arrays from columns; a list consists of several columns.
class Raising {
 public:
  explicit Raising(Written const& written) : written_{written} {}

  bool fields(std::vector<ColumnNode> const& nodes, Standing const& standing, Exported& target) const {
    for (ColumnNode const& node : nodes) {
      if (!raise(node, node.name.c_str(), standing, target)) return false;
    }
    return true;
  }

 private:
  bool raise(ColumnNode const& node, char const* name, Standing const& standing, Exported& target) const {
    if (node.kind == ColumnNode::Kind::value) return stands(node.place, standing) && value(node.place, name, standing, target);
    auto parts = std::make_unique<ArrayParts>();
    bool const nullable = node.presence >= 0;
    std::int64_t nulls = 0;
    if (nullable) {
      if (!stands(node.presence, standing) || !validity(node.presence, standing, *parts, nulls)) return false;
    } else {
      parts->buffers.push_back(nullptr);
    }
    Exported children;
    if (node.kind == ColumnNode::Kind::structure) {
      if (!fields(node.children, standing, children)) return false;
    } else {
      std::int32_t const any = any_place(node.element());
      Standing elements;
      if (!stands(any, standing) || !list(any, standing, *parts, elements)) return false;
      if (!raise(node.element(), "item", elements, children)) return false;
    }
    char const* const format = node.kind == ColumnNode::Kind::structure ? "+s" : "+l";
    give(format, name, nullable, standing.count, nulls, std::move(parts), std::move(children), target);
    return true;
  }

  /// Raises the column at a place, within `standing.lists` lists.
  bool value(std::int32_t place, char const* name, Standing const& standing, Exported& target) const {
    ValueFormat const format = format_at(place, standing.lists);
    auto parts = std::make_unique<ArrayParts>();
    std::int64_t nulls = 0;
    // A required field has no nulls of its own: where its struct is null, it is zero or empty.
    if (!format.may_be_null()) parts->buffers.push_back(nullptr);
    else if (!validity(place, standing, *parts, nulls)) return false;
    Exported children;
    void const* const values = column(place).values == nullptr ? &nothing : column(place).values;
    if (format.is_list()) {
      Standing elements;
      if (!list(place, standing, *parts, elements) || !value(place, "item", elements, children)) return false;
    } else if (format.has_offsets()) {
      std::int32_t const* offsets = column(place).offsets;
      if (standing.lists > 0) offsets = offsets_within(place + format.counted(), standing, offsets, *parts);
      if (offsets == nullptr) return false;
      parts->buffers.push_back(has_large_offsets(format.format) ? widen(offsets, standing.count, *parts) : offsets);
      parts->buffers.push_back(values);
    } else {
      std::int64_t clear = 0;
      bool const is_packed = format.format != "b" || standing.lists == 0;
      parts->buffers.push_back(is_packed ? values : packed(*parts, values, standing.count, clear).data());
    }
    give(format.is_list() ? "+l" : format.format.data(), name, format.may_be_null(), standing.count, nulls, std::move(parts),
         std::move(children), target);
    return true;
  }

  void give(char const* format, char const* name, bool nullable, std::int64_t count, std::int64_t nulls, std::unique_ptr<ArrayParts> parts,
            Exported children, Exported& target) const {
    auto described = std::make_unique<SchemaParts>();
    described->name = name;
    described->children = std::move(children.schemas);
    parts->children = std::move(children.arrays);
    parts->memory.push_back(written_.memory);
    add(make_array(count, nulls, std::move(parts)), make_schema(format, nullable, std::move(described)), target);
  }

  /// Adds the validity of a column: bits for rows, made from one byte per value for elements, 0 for a null.
  bool validity(std::int32_t place, Standing const& standing, ArrayParts& parts, std::int64_t& nulls) const {
    if (standing.lists == 0) {
      bool const has = written_.transform.cpu.layout.outputs[place].nullable && standing.count > 0;
      nulls = has ? written_.null_counts[static_cast<std::size_t>(place)] : 0;
      parts.buffers.push_back(nulls > 0 ? column(place).validity : nullptr);
      return true;
    }
    std::int32_t const flags = place + format_at(place, standing.lists).parts() - 1;
    if (bytes_of(flags) != standing.count) return false;
    auto const& bits = packed(parts, column(flags).values, standing.count, nulls);
    parts.buffers.push_back(nulls > 0 ? bits.data() : nullptr);
    return true;
  }

  /// Raises the offsets of lists, from any column within them, and sets `elements` to their contents.
  bool list(std::int32_t place, Standing const& standing, ArrayParts& parts, Standing& elements) const {
    auto& rows = parts.own<std::int32_t>(written_.length + 1);
    Counts const counts = counts_of(place, standing.lists + 1);
    for (std::int64_t row = 0; row < static_cast<std::int64_t>(rows.size()); ++row)
      rows[static_cast<std::size_t>(row)] = counts.before(row);
    elements = {standing.lists + 1, rows.back(), &rows};
    std::int32_t const starts = place + format_at(place, standing.lists).counted();
    auto const* const offsets = standing.lists == 0 ? rows.data() : offsets_within(starts, standing, rows.data(), parts);
    parts.buffers.push_back(offsets);
    return offsets != nullptr;
  }

  /// Returns the offsets of values within lists: where each begins in the contents of all rows, and where the last ends. Column `starts`
  /// says where each begins in its own row, and `below` has the size of the contents before each row. Returns null if offsets decrease.
  std::int32_t const* offsets_within(std::int32_t starts, Standing const& standing, std::int32_t const* below, ArrayParts& parts) const {
    auto& offsets = parts.own<std::int32_t>(standing.count + 1);
    if (written_.length == 0) return offsets.data();
    auto const* const begins = static_cast<std::int32_t const*>(column(starts).values);
    auto const& rows = *standing.rows;
    for (std::int64_t row = 0; row < written_.length; ++row) {
      std::int64_t last = below[row];
      std::int32_t const first = rows[static_cast<std::size_t>(row)];
      for (std::int32_t at = first; at < rows[static_cast<std::size_t>(row) + 1]; ++at) {
        std::int64_t const start = std::int64_t{below[row]} + begins[at] - begins[first];
        if (start < last) return nullptr;
        last = start;
        offsets[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(start);
      }
      if (last > below[row + 1]) return nullptr;
    }
    offsets.back() = below[written_.length];
    return offsets.data();
  }

  /// True if the values of a column within lists agree with the structure to which they are added.
  bool stands(std::int32_t place, Standing const& standing) const {
    if (standing.lists == 0) return true;
    Counts const counts = counts_of(place, standing.lists);
    for (std::int64_t row = 0; row <= written_.length; ++row) {
      if (counts.before(row) != (*standing.rows)[static_cast<std::size_t>(row)]) return false;
    }
    return true;
  }

  /// The number of a column's values before each row.
  struct Counts {
    std::int32_t const* bytes;  ///< null if there are no rows
    int shift;                  ///< the binary logarithm of the bytes per value, which are a power of two

    std::int32_t before(std::int64_t row) const { return bytes == nullptr ? 0 : bytes[row] >> shift; }
  };

  /// Returns the counts of the values within `lists` lists.
  Counts counts_of(std::int32_t place, std::size_t lists) const {
    ValueFormat const format = format_at(place, lists);
    int const shift = std::countr_zero(static_cast<std::uint64_t>(format.width()));
    return {written_.length == 0 ? nullptr : column(place + format.counted()).offsets, shift};
  }

  ValueFormat format_at(std::int32_t place, std::size_t lists) const {
    return format_within(written_.transform.fields.outputs[place], written_.transform.cpu.layout.outputs[place].nullable, lists);
  }

  arrow::OutputColumn const& column(std::int32_t place) const { return written_.columns[static_cast<std::size_t>(place)]; }

  /// Returns the bytes of all rows of an output with offsets.
  std::int64_t bytes_of(std::int32_t place) const { return written_.length == 0 ? 0 : column(place).offsets[written_.length]; }

  Written const& written_;
};

}  // namespace

bool raise_columns(Written const& written, Exported& columns) {
  Field const* const fields = written.transform.fields.outputs;
  std::vector<std::int32_t> places;
  for (std::int32_t i = 0; i < written.transform.cpu.layout.output_count; i += columns_of(fields[i])) places.push_back(i);
  return Raising(written).fields(column_tree(fields, places), {0, written.length, nullptr}, columns);
}

}  // namespace rowfuse::portable
