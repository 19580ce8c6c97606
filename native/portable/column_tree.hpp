#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <rowfuse/binding.hpp>

namespace rowfuse::portable {

/// A node of the tree that columns form: a struct, a list of structs, or a value, which is a column itself.
struct ColumnNode {
  enum class Kind : std::uint8_t { value, structure, list };

  Kind kind = Kind::value;
  std::string name;
  std::string path;             ///< the names from the column on, for errors
  std::int32_t place = -1;      ///< of a value: its column, or the first of its columns
  std::int32_t presence = -1;   ///< the column that says where a struct or a list is null; -1 if it never is
  std::vector<ColumnNode> children;  ///< the fields of a struct; the element of a list

  ColumnNode const& element() const { return children.front(); }
};

/// Returns the tree of a row's columns: those of `fields` at `places`. For a column that consists of several, `places` has the first.
std::vector<ColumnNode> column_tree(Field const* fields, std::vector<std::int32_t> const& places);

/// Returns any column within a node.
std::int32_t any_place(ColumnNode const& node);

}  // namespace rowfuse::portable
