#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// The numbers of a comma-separated option.
inline std::vector<std::int64_t> numbers(std::string const& list) {
  std::vector<std::int64_t> values;
  for (std::size_t at = 0; at <= list.size();) {
    std::size_t const comma = std::min(list.find(',', at), list.size());
    values.push_back(std::stoll(list.substr(at, comma - at)));
    at = comma + 1;
  }
  return values;
}

}  // namespace bench
