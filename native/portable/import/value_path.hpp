#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "level.hpp"

namespace rowfuse::portable {

/// The path to a value: its row, and its index in each list of that row, from the outermost list on.
struct ValuePath {
  std::int64_t row = 0;
  std::vector<std::int64_t> elements;
};

/// Returns "element 1 of element 0 of row 7".
inline std::string name_of(ValuePath const& path) {
  std::string name;
  for (auto at = path.elements.rbegin(); at != path.elements.rend(); ++at) name += "element " + std::to_string(*at) + " of ";
  return name + "row " + std::to_string(path.row);
}

namespace detail {

/// Searches the contents of value `at` of a level, down to level `asked`.
template <class IsSo>
bool search(Levels const& levels, std::size_t level, std::size_t asked, std::int64_t at, IsSo const& is_so, ValuePath& path) {
  if (level == asked) return is_so(at);
  Level const& lists = levels[level];
  if (!lists.present.has(at)) return false;
  std::int64_t const begin = lists.starts[at];
  std::int64_t const end = lists.starts[at + 1];
  std::int64_t const count = elements_of(lists.child).length;
  // Lists with malformed offsets fail their row anyway.
  if (!is_sound(begin, count) || !is_sound(end, count)) return false;
  path.elements.push_back(0);
  for (std::int64_t inner = begin; inner < end; ++inner) {
    path.elements[level] = inner - begin;
    if (search(levels, level + 1, asked, inner, is_so, path)) return true;
  }
  path.elements.pop_back();
  return false;
}

}  // namespace detail

/// Finds the first value within `lists` lists, among those that rows hold, for which `is_so` is true. `levels` has at least the levels of
/// the lists.
template <class IsSo>
std::optional<ValuePath> find_path(Levels const& levels, std::size_t lists, std::int64_t length, IsSo const& is_so) {
  ValuePath path;
  for (path.row = 0; path.row < length; ++path.row) {
    if (detail::search(levels, 0, lists, path.row, is_so, path)) return path;
  }
  return std::nullopt;
}

}  // namespace rowfuse::portable
