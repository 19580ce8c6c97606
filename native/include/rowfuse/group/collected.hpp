/// `collect('x')`
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

namespace group {

/// The values of column I in a group, with the numbers of their rows, in blocks. Each block is twice as large as the one before it, up to a
/// limit.
template <std::size_t I, class Columns>
struct Collected {
  using Type = ColumnType<I, Columns>;
  static constexpr bool holds_text = is_text<Type>;

  struct Fixed {
    std::int64_t number;
    typename Type::Storage value;
    bool valid;
  };
  struct Text {
    std::int64_t number;
    char const* data;
    std::int32_t size;
    bool valid;
  };
  using Item = std::conditional_t<holds_text, Text, Fixed>;

  struct Block {
    Block* next;
    std::int32_t count;
    std::int32_t room;

    RF_HD Item* items() { return reinterpret_cast<Item*>(this + 1); }
    RF_HD Item const* items() const { return reinterpret_cast<Item const*>(this + 1); }
  };

  Block* first = nullptr;
  Block* last = nullptr;
  std::int64_t count = 0;
  std::int64_t bytes = 0;  ///< of text

  template <class Row, class Memory>
  RF_HD void add(Row const& row, Memory& memory) {
    if ((last == nullptr || last->count == last->room) && !append(memory)) return;
    Item& item = last->items()[last->count];
    item.number = row.number();
    item.valid = row.template valid<I>();
    if constexpr (holds_text) {
      View const text = item.valid ? row.template text<I>() : View{};
      char* const kept = text.size > 0 ? memory.take(text.size) : nullptr;
      if (text.size > 0 && kept == nullptr) return;  // the memory reports the failure
      for (std::int32_t i = 0; i < text.size; ++i) kept[i] = text.data[i];
      item.data = kept;
      item.size = text.size;
      bytes += text.size;
    } else {
      item.value = item.valid ? row.template value<I>() : typename Type::Storage{};
    }
    ++last->count;
    ++count;
  }
  /// Takes over the blocks of the other.
  template <class Memory>
  RF_HD void merge(Collected const& other, Memory&) {
    if (other.first == nullptr) return;
    (last == nullptr ? first : last->next) = other.first;
    last = other.last;
    count += other.count;
    bytes += other.bytes;
  }

 private:
  template <class Memory>
  RF_HD bool append(Memory& memory) {
    constexpr std::int32_t most = 1 << 16;
    std::int32_t const room = last == nullptr ? 4 : last->room < most ? 2 * last->room : most;
    char* const taken =
        memory.take(static_cast<std::int64_t>(sizeof(Block)) + std::int64_t{room} * static_cast<std::int64_t>(sizeof(Item)));
    if (taken == nullptr) return false;
    auto* const block = reinterpret_cast<Block*>(taken);
    *block = {nullptr, 0, room};
    (last == nullptr ? first : last->next) = block;
    last = block;
    return true;
  }
};

/// The columns of a list of values: their bytes; for text the start of each within its row, in 32 bits; and, if there may be nulls, one
/// byte per value.
template <class Type>
struct CollectedColumns {
  using Result =
      std::conditional_t<is_text<Type>, std::conditional_t<is_nullable<Type>, Schema<Binary, Binary, Binary>, Schema<Binary, Binary>>,
                         std::conditional_t<is_nullable<Type>, Schema<Binary, Binary>, Schema<Binary>>>;
  static constexpr std::size_t starts = is_text<Type> ? 1 : 0;    ///< the index of the column of starts; 0: none
  static constexpr std::size_t flags = Result::size - 1;
};

}  // namespace group

/// `collect('x')`: all values in the order of their rows, nulls included.
template <std::size_t I>
struct Collect {
  static constexpr std::size_t column = I;
  static constexpr bool is_spliced = true;

  template <class Columns>
  using Accumulators = group::List<group::Collected<I, Columns>>;
  /// A list is several columns, so it has no `value`: the writer of results goes through the values itself.
  template <class Columns>
  using Result = typename group::CollectedColumns<ColumnType<I, Columns>>::Result;
};

}  // namespace rowfuse
