#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <rowfuse/binding.hpp>

namespace rowfuse::portable {

/// What columns are parts of: structs, lists of structs, and values, which are columns by themselves.
struct ColumnNode {
  enum class Kind : std::uint8_t { value, structure, list };

  Kind kind = Kind::value;
  std::string name;
  std::string path;             ///< the names from the column on, for errors
  std::int32_t place = -1;      ///< of a value: its column, or the first of those that it is
  std::int32_t presence = -1;   ///< the column that says where a struct or a list is null; -1 of one that never is
  std::vector<ColumnNode> children;  ///< the fields of a struct; what a list holds

  ColumnNode const& element() const { return children.front(); }
};

/// The names of a row, with what the columns make of each: those of `fields` at `places`, which of a column that is several are the first.
std::vector<ColumnNode> column_tree(Field const* fields, std::vector<std::int32_t> const& places);

/// Any column that lies within a node.
std::int32_t any_place(ColumnNode const& node);

}  // namespace rowfuse::portable
