#include "column_tree.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>

namespace rowfuse::portable {

namespace {

/// A column with its position in the tree.
struct Placed {
  std::vector<std::string_view> path;
  std::vector<std::int32_t> lists;  ///< the number of names that lead to each list around the column
  bool presence;
  std::int32_t place;
};

Placed placed(Field const& field, std::int32_t place) {
  Placed made{{}, field.listed, field.part == Part::presence, place};
  char const* name = field.path == nullptr ? field.name : field.path;
  for (std::int32_t i = 0; i < field.depth; ++i) {
    made.path.emplace_back(name);
    name += std::strlen(name) + 1;
  }
  return made;
}

using Columns = std::vector<Placed>;

std::vector<ColumnNode> fields_of(Columns const& columns, std::size_t depth, std::size_t lists, std::string const& path);

/// Makes the node of columns that share the first `depth` names and the outermost `lists` lists.
ColumnNode node_of(Columns columns, std::size_t depth, std::size_t lists, std::string const& path) {
  ColumnNode node;
  node.name = columns.front().path[depth - 1];
  node.path = path;
  auto const own = std::find_if(columns.begin(), columns.end(),
                                [&](Placed const& column) { return column.path.size() == depth && column.lists.size() == lists; });
  if (own != columns.end() && !own->presence) {
    node.place = own->place;
    return node;
  }
  if (own != columns.end()) {
    node.presence = own->place;
    columns.erase(own);
  }
  bool const is_list = std::any_of(columns.begin(), columns.end(), [&](Placed const& column) {
    return column.lists.size() > lists && column.lists[lists] == static_cast<std::int32_t>(depth);
  });
  node.kind = is_list ? ColumnNode::Kind::list : ColumnNode::Kind::structure;
  if (is_list) node.children.push_back(node_of(std::move(columns), depth, lists + 1, path));
  else node.children = fields_of(columns, depth, lists, path);
  return node;
}

std::vector<ColumnNode> fields_of(Columns const& columns, std::size_t depth, std::size_t lists, std::string const& path) {
  std::vector<ColumnNode> nodes;
  std::vector<std::string_view> names;
  for (Placed const& column : columns) {
    std::string_view const name = column.path[depth];
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    names.push_back(name);
    Columns same;
    std::copy_if(columns.begin(), columns.end(), std::back_inserter(same), [&](Placed const& other) { return other.path[depth] == name; });
    nodes.push_back(node_of(std::move(same), depth + 1, lists, (path.empty() ? "" : path + ".") + std::string(name)));
  }
  return nodes;
}

}  // namespace

std::vector<ColumnNode> column_tree(Field const* fields, std::vector<std::int32_t> const& places) {
  Columns columns;
  for (std::int32_t const place : places) columns.push_back(placed(fields[place], place));
  return fields_of(columns, 0, 0, "");
}

std::int32_t any_place(ColumnNode const& node) {
  if (node.kind == ColumnNode::Kind::value) return node.place;
  return node.presence >= 0 ? node.presence : any_place(node.element());
}

}  // namespace rowfuse::portable
