#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <rowfuse/cpu/groups/group_rows.hpp>
#include <rowfuse/cuda/groups/host_groups.hpp>
#include <rowfuse/cuda/groups/key.cuh>
#include <rowfuse/cuda/groups/shape.cuh>

namespace rowfuse::cuda {

/// Host only: returns the accumulators of a group that was on the device.
template <class Transform>
group::StateOf<Transform> state_of(HostGroups const& groups, std::uint32_t group) {
  using Shape = GroupShape<Transform>;
  group::StateOf<Transform> state;
  struct Nowhere {
    char* take(std::int32_t) { return nullptr; }
  } memory;
  for (auto const& part : groups.words) {
    std::size_t const first = std::size_t{group} * Shape::packed;
    if (first >= part.size()) continue;
    std::uint64_t const* const packed = part.data() + first;
    group::StateOf<Transform> more;
    Shape::each([&](auto* accumulator, auto const& at) {
      using Accumulator = std::remove_pointer_t<decltype(accumulator)>;
      auto& held = more.template get<Accumulator>();
      if constexpr (std::is_same_v<Accumulator, group::RowCount>) {
        held.count = static_cast<std::int64_t>(packed[0]);
      } else {
        DeviceForm<Accumulator>::load(packed + at.packed, held);
      }
    });
    state.merge(more, memory);
  }
  return state;
}

/// Host only: key column I of a group. The text points into the memory of the groups.
struct HostKey {
  bool valid = false;
  std::uint64_t bits = 0;
  std::string_view text;
};

template <class Transform, std::size_t I>
HostKey key_of(HostGroups const& groups, std::uint32_t group) {
  constexpr std::size_t columns = Transform::Grouping::key_columns;
  using Columns = typename Transform::Output;
  GroupSlot const& slot = groups.slots[group];
  std::uint32_t const size = slot.words[7] >> 24;
  auto const* const bytes = reinterpret_cast<char const*>(slot.words + 2);
  if (columns == 1 && size == slot_null) return {};
  if (columns == 1 && size != slot_record) {
    if constexpr (is_text<ColumnType<I, Columns>>) return {true, 0, {bytes, size}};
    HostKey key{true, 0, {}};
    std::memcpy(&key.bits, bytes, 8);
    return key;
  }
  std::uint64_t const place = std::uint64_t{slot.words[3]} << 32 | slot.words[2];
  auto const* const record = reinterpret_cast<std::uint64_t const*>(groups.arena.data() + place);
  HostKey key{(record[0] >> (1 + I) & 1) == 0, record[1 + I], {}};
  char const* text = reinterpret_cast<char const*>(record + 1 + columns);
  for_each_index<columns>([&](auto index) {
    if constexpr (is_text<ColumnType<index, Columns>>) {
      if (index == I) key.text = {text, record[1 + index]};
      text += record[1 + index];
    }
  });
  return key;
}

namespace detail {

/// Host only: the key of a group, with the interface of a row.
template <class Transform>
struct HostKeyRow {
  HostGroups const& groups;
  std::uint32_t group;

  template <std::size_t I>
  bool valid() const {
    return key_of<Transform, I>(groups, group).valid;
  }
  template <std::size_t I>
  auto value() const {
    using Storage = typename ColumnType<I, typename Transform::Output>::Storage;
    std::uint64_t const bits = key_of<Transform, I>(groups, group).bits;
    Storage value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  template <std::size_t I>
  View text() const {
    std::string_view const text = key_of<Transform, I>(groups, group).text;
    return {text.data(), static_cast<std::int32_t>(text.size())};
  }
};

}  // namespace detail

/// Host only: adds all groups to a table on the host.
template <class Transform>
void give_groups(HostGroups const& groups, cpu::Groups& to) {
  auto& table = static_cast<cpu::GroupsOf<Transform>&>(to);
  for (std::uint32_t group = 0; group < groups.count; ++group) {
    table.add(detail::HostKeyRow<Transform>{groups, group}, state_of<Transform>(groups, group));
  }
}

}  // namespace rowfuse::cuda
