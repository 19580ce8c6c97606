#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "level.hpp"

namespace rowfuse::portable {

/// The path to a value: its row, and its elements in the lists of that row, from the outermost list on.
struct ValuePath {
  std::int64_t row = 0;
  std::vector<std::int64_t> elements;
};

/// "element 1 of element 0 of row 7".
inline std::string name_of(ValuePath const& path) {
  std::string name;
  for (auto at = path.elements.rbegin(); at != path.elements.rend(); ++at) name += "element " + std::to_string(*at) + " of ";
  return name + "row " + std::to_string(path.row);
}

namespace detail {

/// Goes through what value `at` of a level holds, down to the level that is asked for.
template <class IsSo>
bool search(Levels const& levels, std::size_t level, std::size_t asked, std::int64_t at, IsSo const& is_so, ValuePath& path) {
  if (level == asked) return is_so(at);
  Level const& lists = levels[level];
  if (!lists.present.has(at)) return false;
  std::int64_t const begin = lists.starts[at];
  std::int64_t const end = lists.starts[at + 1];
  std::int64_t const count = elements_of(lists.child).length;
  // Lists of malformed offsets fail their row, whatever they hold.
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

/// The first value within so many lists, out of those that rows hold, of which something is so. `levels` are those of the lists, at least.
template <class IsSo>
std::optional<ValuePath> find_path(Levels const& levels, std::size_t lists, std::int64_t length, IsSo const& is_so) {
  ValuePath path;
  for (path.row = 0; path.row < length; ++path.row) {
    if (detail::search(levels, 0, lists, path.row, is_so, path)) return path;
  }
  return std::nullopt;
}

}  // namespace rowfuse::portable
