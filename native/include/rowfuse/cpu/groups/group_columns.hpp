#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include <rowfuse/cpu/groups/group_rows.hpp>
#include <rowfuse/cpu/groups/group_table.hpp>
#include <rowfuse/cpu/groups/groups.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::cpu {

namespace detail {

/// The value in column I of a result.
template <std::size_t I, class Transform>
struct ResultCell {
  using Type = ColumnType<I, group::ResultOf<Transform>>;
  static constexpr bool is_key = I < Transform::Grouping::key_columns;

  static bool present(GroupOf<Transform> const& group) {
    if constexpr (!is_nullable<Type>) {
      return true;
    } else if constexpr (is_key && is_text<Type>) {
      return group.keys.template cell<I>().size >= 0;
    } else if constexpr (is_key) {
      return group.keys.template cell<I>().valid;
    } else {
      using Aggregate = typename group::ResultAt<I, Transform>::Aggregate;
      return Aggregate::template present<typename Transform::Output>(group.state);
    }
  }

  /// Returns the stored value, or a view for text.
  static auto value(GroupOf<Transform> const& group, [[maybe_unused]] RowFault& fault) {
    if constexpr (is_key && is_text<Type>) {
      return group.keys.template cell<I>().view();
    } else if constexpr (is_key) {
      return group.keys.template cell<I>().value;
    } else {
      using Aggregate = typename group::ResultAt<I, Transform>::Aggregate;
      return Aggregate::template value<typename Transform::Output>(group.state, fault, static_cast<std::int32_t>(I));
    }
  }
};

template <class Transform>
GroupOf<Transform> const& group_of(ListedGroup const& listed) {
  return *static_cast<GroupOf<Transform> const*>(listed.group);
}

template <class Place>
inline constexpr bool is_collected = false;
template <class Place>
  requires requires { Place::Aggregate::column; }
inline constexpr bool is_collected<Place> = true;

/// Column I of a result that is a part of the list of a group's values.
template <std::size_t I, class Transform>
struct ListCell {
  using Columns = typename Transform::Output;
  using Place = group::ResultAt<I, Transform>;
  static constexpr std::size_t column = Place::Aggregate::column;
  using Type = ColumnType<column, Columns>;
  using List = group::Collected<column, Columns>;
  using Item = typename List::Item;
  using Parts = group::CollectedColumns<Type>;
  static constexpr bool is_flags = is_nullable<Type> && Place::part == Parts::flags;
  static constexpr bool is_starts = is_text<Type> && Place::part == Parts::starts;

  static List const& list(GroupOf<Transform> const& group) { return group.state.template get<List>(); }

  static std::int64_t bytes(GroupOf<Transform> const& group) {
    List const& list = ListCell::list(group);
    if constexpr (is_flags) {
      return list.count;
    } else if constexpr (is_starts) {
      return list.count * std::int64_t{sizeof(std::int32_t)};
    } else if constexpr (is_text<Type>) {
      return list.bytes;
    } else {
      return list.count * std::int64_t{sizeof(typename Type::Storage)};
    }
  }

  /// Writes the bytes of a group, in the order of rows. `items` is reused memory.
  static void write(GroupOf<Transform> const& group, char* to, std::vector<Item>& items) {
    items.clear();
    for (auto const* block = list(group).first; block != nullptr; block = block->next) {
      items.insert(items.end(), block->items(), block->items() + block->count);
    }
    // Items of one thread are in order, also those with the same number, which come from one input row.
    auto const before = [](Item const& a, Item const& b) { return a.number < b.number; };
    if (!std::is_sorted(items.begin(), items.end(), before)) std::stable_sort(items.begin(), items.end(), before);
    [[maybe_unused]] std::int32_t start = 0;
    for (Item const& item : items) {
      if constexpr (is_flags) {
        *to++ = static_cast<char>(item.valid);
      } else if constexpr (is_starts) {
        std::memcpy(to, &start, sizeof start);
        to += sizeof start;
        start += item.size;
      } else if constexpr (is_text<Type>) {
        if (item.size > 0) std::memcpy(to, item.data, static_cast<std::size_t>(item.size));
        to += item.size;
      } else {
        std::memcpy(to, &item.value, sizeof item.value);
        to += sizeof item.value;
      }
    }
  }
};

template <std::size_t I, class Transform>
constexpr bool is_list_part() {
  if constexpr (I < Transform::Grouping::key_columns) {
    return false;
  } else {
    return is_collected<group::ResultAt<I, Transform>>;
  }
}

template <class Transform>
bool comes_before(ListedGroup const& a, ListedGroup const& b) {
  if (a.prefix[0] != b.prefix[0]) return a.prefix[0] < b.prefix[0];
  if (a.prefix[1] != b.prefix[1]) return a.prefix[1] < b.prefix[1];
  return group_of<Transform>(a).keys.compare(group_of<Transform>(b).keys) < 0;
}

template <class Transform>
void sort_groups(ListedGroup* begin, ListedGroup* end) {
  std::sort(begin, end, comes_before<Transform>);
}

template <class Transform>
void measure_groups(GroupRange& range) {
  for_each_column<group::ResultOf<Transform>>([&](auto index) {
    using Cell = ResultCell<index, Transform>;
    if constexpr (is_list_part<index, Transform>()) {
      std::int64_t bytes = 0;
      for (std::int64_t i = range.first; i < range.first + range.count; ++i) {
        bytes += ListCell<index, Transform>::bytes(group_of<Transform>(range.groups[i]));
      }
      range.bytes[index] = bytes;
    } else if constexpr (is_text<typename Cell::Type>) {
      RowFault none;
      std::int64_t bytes = 0;
      for (std::int64_t i = range.first; i < range.first + range.count; ++i) {
        auto const& group = group_of<Transform>(range.groups[i]);
        if (Cell::present(group)) bytes += Cell::value(group, none).size;
      }
      range.bytes[index] = bytes;
    }
  });
}

template <std::size_t I, class Transform>
void write_column(GroupRange& range) {
  using Cell = ResultCell<I, Transform>;

  using Type = typename Cell::Type;
  arrow::OutputColumn const& output = range.outputs[I];
  [[maybe_unused]] std::int64_t at = range.bytes[I];
  std::uint64_t valid_bits = 0;
  [[maybe_unused]] std::uint64_t value_bits = 0;
  for (std::int64_t i = 0; i < range.count; ++i) {
    std::int64_t const row = range.first + i;
    auto const& group = group_of<Transform>(range.groups[row]);
    bool const present = Cell::present(group);
    RowFault fault;
    if constexpr (is_text<Type>) {
      if (present) {
        View const text = Cell::value(group, fault);
        if (text.size > 0) std::memcpy(static_cast<char*>(output.values) + at, text.data, static_cast<std::size_t>(text.size));
        at += text.size;
      }
      output.offsets[row + 1] = static_cast<std::int32_t>(at);
    } else if constexpr (is_boolean<Type>) {
      if (present && Cell::value(group, fault)) value_bits |= std::uint64_t{1} << (i & 63);
    } else {
      using Storage = typename Type::Storage;
      static_cast<Storage*>(output.values)[row] = present ? static_cast<Storage>(Cell::value(group, fault)) : Storage{};
    }
    if (fault && (range.faulty_group < 0 || row < range.faulty_group)) {
      range.faulty_group = row;
      range.fault = fault;
    }
    if (present) valid_bits |= std::uint64_t{1} << (i & 63);
    else ++range.null_counts[I];
    if ((i & 63) == 63 || i + 1 == range.count) {
      auto const bytes = static_cast<std::size_t>(((i & 63) + 8) / 8);
      std::int64_t const place = (row & ~std::int64_t{63}) / 8;
      if constexpr (is_boolean<Type>) std::memcpy(static_cast<std::uint8_t*>(output.values) + place, &value_bits, bytes);
      if constexpr (is_nullable<Type>) std::memcpy(output.validity + place, &valid_bits, bytes);
      valid_bits = 0;
      value_bits = 0;
    }
  }
}

template <std::size_t I, class Transform>
void write_lists(GroupRange& range) {
  using Cell = ListCell<I, Transform>;
  arrow::OutputColumn const& output = range.outputs[I];
  std::int64_t at = range.bytes[I];
  try {
    std::vector<typename Cell::Item> items;
    for (std::int64_t row = range.first; row < range.first + range.count; ++row) {
      auto const& group = group_of<Transform>(range.groups[row]);
      Cell::write(group, static_cast<char*>(output.values) + at, items);
      at += Cell::bytes(group);
      output.offsets[row + 1] = static_cast<std::int32_t>(at);
    }
  } catch (std::bad_alloc const&) {
    range.exhausted = true;
  }
}

template <class Transform>
void write_groups(GroupRange& range) {
  for_each_column<group::ResultOf<Transform>>([&](auto index) {
    if constexpr (is_list_part<index, Transform>()) {
      write_lists<index, Transform>(range);
    } else {
      write_column<index, Transform>(range);
    }
  });
}

template <class Transform>
std::unique_ptr<Groups> make_groups(int part_bits, std::int64_t room, MemoryBudget* budget) {
  std::unique_ptr<GroupsOf<Transform>> groups(new (std::nothrow) GroupsOf<Transform>(part_bits, room, budget));
  if (groups == nullptr || !groups->sound()) return nullptr;
  return groups;
}

template <class... Types>
constexpr bool numbers_rows(Schema<Types...>) {
  return (std::is_same_v<Types, RowNumber> || ... || false);
}

template <class Columns>
constexpr char line_end_of() {
  if constexpr (has_line<Columns>) {
    return LineEnd<typename LineColumn<Columns>::Type>::last;
  } else {
    return 0;
  }
}

template <class Transform>
inline constexpr GroupEntry group_entry = {&make_groups<Transform>,
                                           Transform::Grouping::is_ordered,
                                           has_line<typename Transform::Input>,
                                           line_end_of<typename Transform::Input>(),
                                           numbers_rows(typename Transform::Input{}),
                                           Transform::Grouping::in_blocks,
                                           Transform::Grouping::splices,
                                           static_cast<std::int32_t>(Transform::Grouping::key_columns),
                                           &sort_groups<Transform>,
                                           &comes_before<Transform>,
                                           &measure_groups<Transform>,
                                           &write_groups<Transform>};

}  // namespace detail

}  // namespace rowfuse::cpu
