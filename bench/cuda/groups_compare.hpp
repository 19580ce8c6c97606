// Compares groups of the device with those of the host, bit by bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <vector>

#include <rowfuse/cpu/groups/group_columns.hpp>
#include <rowfuse/cuda/host/group_run.hpp>

#include "cuda_check.cuh"
#include "groups_check.hpp"

namespace bench {

template <class Transform>
std::vector<rf::cpu::ListedGroup> listed(rf::cpu::Groups const& groups) {
  std::vector<rf::cpu::ListedGroup> list(static_cast<std::size_t>(groups.size()));
  groups.list(list.data());
  rf::cpu::detail::sort_groups<Transform>(list.data(), list.data() + list.size());
  return list;
}

template <class Aggregate, class Transform>
bool same_value(rf::cpu::GroupOf<Transform> const& a, rf::cpu::GroupOf<Transform> const& b) {
  using Columns = typename Transform::Output;
  rf::RowFault fault;
  bool const present = Aggregate::template present<Columns>(a.state);
  if (present != Aggregate::template present<Columns>(b.state)) return false;
  if (!present) return true;
  auto const left = Aggregate::template value<Columns>(a.state, fault, 0);
  auto const right = Aggregate::template value<Columns>(b.state, fault, 0);
  if constexpr (std::is_same_v<decltype(left), rf::View const>) {
    return left.size == right.size && std::memcmp(left.data, right.data, static_cast<std::size_t>(left.size)) == 0;
  } else {
    return std::memcmp(&left, &right, sizeof left) == 0;
  }
}

template <class Transform, std::size_t keys, bool ordered, class... Aggregates>
bool same_values(rf::cpu::GroupOf<Transform> const& a, rf::cpu::GroupOf<Transform> const& b, rf::Grouping<keys, ordered, Aggregates...>) {
  return (same_value<Aggregates, Transform>(a, b) && ...);
}

/// True if a run has made the host's groups from as many rows; otherwise prints the difference.
template <class Transform>
bool same_groups(char const* name, rf::cuda::GroupEntry const& entry, rf::cuda::GroupRun& run, std::int64_t rows,
                 rf::cpu::GroupsOf<Transform> const& host, std::int64_t host_rows) {
  rf::cuda::HostGroups downloaded;
  check(run.download(nullptr, downloaded));
  rf::cpu::GroupsOf<Transform> device(0, 0);
  entry.give(downloaded, device);
  auto const expected = listed<Transform>(host);
  auto const found = listed<Transform>(device);
  bool same = rows == host_rows && expected.size() == found.size() && downloaded.count == found.size();
  std::size_t wrong = 0;
  for (std::size_t i = 0; expected.size() == found.size() && i < found.size(); ++i) {
    auto const& a = rf::cpu::detail::group_of<Transform>(expected[i]);
    auto const& b = rf::cpu::detail::group_of<Transform>(found[i]);
    if (a.keys.compare(b.keys) != 0 || !same_values<Transform>(a, b, typename Transform::Grouping{})) ++wrong;
  }
  same = same && wrong == 0;
  if (!same) {
    std::printf("%s: %lld rows, %zu groups (%u on the device), %zu wrong; expected %lld rows, %zu groups\n", name,
                static_cast<long long>(rows), found.size(), downloaded.count, wrong, static_cast<long long>(host_rows), expected.size());
  }
  return same;
}

/// True if a fault of the device, at a place or -1, is the host's; otherwise prints the difference.
inline bool same_fault(char const* name, std::int64_t found_at, rf::RowFault found, std::int64_t expected_at, rf::RowFault expected) {
  bool const same = found_at == expected_at && found.code == expected.code && found.column == expected.column;
  if (!same) {
    std::printf("%s: fault %d at %lld, expected %d at %lld\n", name, static_cast<int>(found.code), static_cast<long long>(found_at),
                static_cast<int>(expected.code), static_cast<long long>(expected_at));
  }
  return same;
}

}  // namespace bench
