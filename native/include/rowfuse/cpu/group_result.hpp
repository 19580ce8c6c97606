#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include <rowfuse/cpu/group_rows.hpp>
#include <rowfuse/cpu/group_table.hpp>
#include <rowfuse/cpu/groups.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::cpu {

namespace detail {

/// What stands in column I of a result.
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
      return Aggregate::template present<typename Transform::Output>(group.state);
    }
  }

  /// Storage, or a view.
  static auto value(GroupOf<Transform> const& group, [[maybe_unused]] RowFault& fault) {
    if constexpr (is_key && is_text<Type>) {
      return group.keys.template cell<I>().view();
    } else if constexpr (is_key) {
      return group.keys.template cell<I>().value;
    } else {
      return Aggregate::template value<typename Transform::Output>(group.state, fault, static_cast<std::int32_t>(I));
    }
  }

 private:
  template <std::size_t J>
  static auto aggregate() {
    if constexpr (J >= Transform::Grouping::key_columns) {
      return group::AggregateAt<J - Transform::Grouping::key_columns, Transform>{};
    }
  }
  using Aggregate = decltype(aggregate<I>());
};

template <class Transform>
GroupOf<Transform> const& group_of(ListedGroup const& listed) {
  return *static_cast<GroupOf<Transform> const*>(listed.group);
}

template <class Transform>
bool comes_before(ListedGroup const& a, ListedGroup const& b) {
  if (a.prefix != b.prefix) return a.prefix < b.prefix;
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
    if constexpr (is_text<typename Cell::Type>) {
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

template <class Transform>
void write_groups(GroupRange& range) {
  for_each_column<group::ResultOf<Transform>>([&](auto index) {
    using Cell = ResultCell<index, Transform>;
    using Type = typename Cell::Type;
    arrow::OutputColumn const& output = range.outputs[index];
    [[maybe_unused]] std::int64_t at = range.bytes[index];
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
      else ++range.null_counts[index];
      if ((i & 63) == 63 || i + 1 == range.count) {
        auto const bytes = static_cast<std::size_t>(((i & 63) + 8) / 8);
        std::int64_t const place = (row & ~std::int64_t{63}) / 8;
        if constexpr (is_boolean<Type>) std::memcpy(static_cast<std::uint8_t*>(output.values) + place, &value_bits, bytes);
        if constexpr (is_nullable<Type>) std::memcpy(output.validity + place, &valid_bits, bytes);
        valid_bits = 0;
        value_bits = 0;
      }
    }
  });
}

template <class Transform>
std::unique_ptr<Groups> make_groups(int part_bits) {
  std::unique_ptr<GroupsOf<Transform>> groups(new (std::nothrow) GroupsOf<Transform>(part_bits));
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
                                           static_cast<std::int32_t>(Transform::Grouping::key_columns),
                                           &sort_groups<Transform>,
                                           &comes_before<Transform>,
                                           &measure_groups<Transform>,
                                           &write_groups<Transform>};

}  // namespace detail

}  // namespace rowfuse::cpu
