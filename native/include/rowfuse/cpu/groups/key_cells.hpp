#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/cpu/groups/group_memory.hpp>
#include <rowfuse/group/hash.hpp>
#include <rowfuse/group/kept_text.hpp>
#include <rowfuse/group/key.hpp>
#include <rowfuse/rolling/monoids.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/bytes/load.hpp>
#include <rowfuse/string/form/view.hpp>
#include <rowfuse/string/search/compare.hpp>

namespace rowfuse::cpu {

/// One column of a group's key. The cell of a row that is looked up borrows its text; a cell in a table owns a copy.
///   of(row)         returns the cell of a row's value
///   hash(secret, so_far)
///   same(other)
///   for_each_text(use)  calls `use` with the places of text that `same` reads outside the cell, if `refers_to_text`
///   compare(other)  the order of groups: nulls last
///   prefix(i)       returns the first, or second, number, which compares like the cells. It is equal for cells that need a full comparison
///   is_exact        true if the first number differs for every other key
template <std::size_t I, class Type, bool text = is_text<Type>>
struct KeyCell {
  using Storage = typename Type::Storage;

  Storage value{};
  bool valid = true;

  template <class Row>
  RF_INLINE static KeyCell of(Row const& row) {
    KeyCell cell;
    if constexpr (is_nullable<Type>) cell.valid = row.template valid<I>();
    if (cell.valid) cell.value = group::canonical(row.template value<I>());
    return cell;
  }
  RF_INLINE std::uint64_t hash(group::HashSecret const& secret, std::uint64_t so_far) const {
    return group::mixed(secret, so_far, valid ? group::key_bits(value) : group::null_word);
  }
  RF_INLINE bool same(KeyCell const& other) const { return group::key_bits(value) == group::key_bits(other.value) && valid == other.valid; }
  bool keep(GroupMemory&) { return true; }
  static constexpr bool refers_to_text = false;
  template <class Use>
  RF_INLINE void for_each_text(Use const&) const {}

  std::int32_t compare(KeyCell const& other) const {
    if (!valid || !other.valid) return static_cast<std::int32_t>(other.valid) - static_cast<std::int32_t>(valid);
    return group::compare_values(value, other.value);
  }
  // Null has the same number as the highest 64-bit integer.
  static constexpr bool is_exact = sizeof(Storage) < 8 || !is_nullable<Type>;
  std::uint64_t prefix(int i) const {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    if (i != 0) return 0;
    if (!valid) return ~std::uint64_t{0};
    if constexpr (std::is_floating_point_v<Storage>) {
      return static_cast<std::uint64_t>(rolling::detail::ordered(static_cast<double>(value))) ^ sign;
    } else if constexpr (std::is_signed_v<Storage>) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) ^ sign;
    } else {
      return static_cast<std::uint64_t>(value);
    }
  }
};

/// The first 16 bytes of a text are in the cell, padded with 0. Most keys have no more, and are hashed and compared as two words.
template <std::size_t I, class Type>
struct KeyCell<I, Type, true> {
  static constexpr std::int32_t held = 16;

  std::uint64_t low = 0;
  std::uint64_t high = 0;
  char const* data = nullptr;  ///< the whole text, if it is longer
  std::int32_t size = -1;      ///< negative: null

  template <class Row>
  RF_INLINE static KeyCell of(Row const& row) {
    KeyCell cell;
    if constexpr (is_nullable<Type>) {
      if (!row.template valid<I>()) return cell;
    }
    View const text = row.template text<I>();
    cell.data = text.data;
    cell.size = text.size;
    if (text.is_padded()) {
      std::size_t const first = text.size < held ? static_cast<std::size_t>(held - text.size) : 0;
      char const* const mask = first_bytes + first;
      cell.low = rowfuse::detail::load<std::uint64_t>(text.data) & rowfuse::detail::load<std::uint64_t>(mask);
      cell.high = rowfuse::detail::load<std::uint64_t>(text.data + 8) & rowfuse::detail::load<std::uint64_t>(mask + 8);
    } else if (text.size > 8) {
      cell.low = rowfuse::detail::load<std::uint64_t>(text.data);
      if (text.size < held) cell.high = rowfuse::detail::load<std::uint64_t>(text.data + text.size - 8) >> (8 * (held - text.size));
      else cell.high = rowfuse::detail::load<std::uint64_t>(text.data + 8);
    } else if (text.size == 8) {
      cell.low = rowfuse::detail::load<std::uint64_t>(text.data);
    } else if (text.size > 0) {
      cell.low = rowfuse::detail::load_short(text.data, text.size);
    }
    return cell;
  }

  View view() const { return {size <= held ? reinterpret_cast<char const*>(&low) : data, size}; }

  RF_INLINE std::uint64_t hash(group::HashSecret const& secret, std::uint64_t so_far) const {
    so_far = group::mixed_pair(secret, group::with_size(secret, so_far, size), low, high);
    if (RF_UNLIKELY(size > held)) so_far = hash_rest(secret, so_far, data, size);
    return so_far;
  }
  RF_INLINE bool same(KeyCell const& other) const {
    if (low != other.low || high != other.high || size != other.size) return false;
    return size <= held || std::memcmp(data + held, other.data + held, static_cast<std::size_t>(size - held)) == 0;
  }
  bool keep(GroupMemory& memory) {
    if (size <= held) return true;
    char* const kept = memory.take(size);
    if (kept == nullptr) return false;
    std::memcpy(kept, data, static_cast<std::size_t>(size));
    data = kept;
    return true;
  }
  static constexpr bool refers_to_text = true;
  template <class Use>
  RF_INLINE void for_each_text(Use const& use) const {
    if (size > held) use(data + held);
  }

  std::int32_t compare(KeyCell const& other) const {
    if (size < 0 || other.size < 0) return static_cast<std::int32_t>(other.size >= 0) - static_cast<std::int32_t>(size >= 0);
    return group::compare_text<UnderlyingType<Type>>(view(), other.view());
  }
  static constexpr bool is_exact = false;
  std::uint64_t prefix(int i) const {
    if (size < 0) return ~std::uint64_t{0};
    std::uint64_t const word = i == 0 ? low : high;
    std::uint64_t number = 0;
    for (int place = 0; place < 8; ++place) {
      auto const byte = static_cast<std::uint32_t>(word >> (8 * place) & 0xFF);
      number = number << 8 | (is_utf8<Type> ? static_cast<std::uint32_t>(rowfuse::detail::unit_order(byte)) : byte);
    }
    return number;
  }

 private:
  /// Masks for the first bytes of two words, from place 16 - size on.
  alignas(32) static constexpr char first_bytes[32] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

  /// Takes the text, not a cell, which would have to be in memory to have an address.
  RF_NOINLINE static std::uint64_t hash_rest(group::HashSecret const& secret, std::uint64_t so_far, char const* data, std::int32_t size) {
    using rowfuse::detail::load;
    std::int32_t at = held;
    for (; size - at > held; at += held) {
      so_far = group::mixed_pair(secret, so_far, load<std::uint64_t>(data + at), load<std::uint64_t>(data + at + 8));
    }
    // The last 16 bytes, some of which are hashed again.
    return group::mixed_pair(secret, so_far, load<std::uint64_t>(data + size - 16), load<std::uint64_t>(data + size - 8));
  }
};

namespace keys {

template <class Indices, class... Types>
struct Cells;
template <std::size_t... I, class... Types>
struct Cells<std::index_sequence<I...>, Types...> : KeyCell<I, Types>... {
  template <class Row>
  RF_INLINE static Cells of([[maybe_unused]] Row const& row) {
    return {KeyCell<I, Types>::of(row)...};
  }
  template <std::size_t J>
  auto const& cell() const {
    return static_cast<KeyCell<J, ColumnType<J, Schema<Types...>>> const&>(*this);
  }
  RF_INLINE std::uint64_t hash(group::HashSecret const& secret) const {
    std::uint64_t hash = secret.start;
    ((hash = KeyCell<I, Types>::hash(secret, hash)), ...);
    return hash;
  }
  RF_INLINE bool same([[maybe_unused]] Cells const& other) const {
    return (KeyCell<I, Types>::same(static_cast<KeyCell<I, Types> const&>(other)) && ... && true);
  }
  bool keep([[maybe_unused]] GroupMemory& memory) { return (KeyCell<I, Types>::keep(memory) && ... && true); }
  static constexpr bool refers_to_text = (KeyCell<I, Types>::refers_to_text || ... || false);
  template <class Use>
  RF_INLINE void for_each_text([[maybe_unused]] Use const& use) const {
    (KeyCell<I, Types>::for_each_text(use), ...);
  }
  std::int32_t compare([[maybe_unused]] Cells const& other) const {
    std::int32_t order = 0;
    static_cast<void>((((order = KeyCell<I, Types>::compare(static_cast<KeyCell<I, Types> const&>(other))) != 0) || ... || false));
    return order;
  }
  std::uint64_t prefix(int i) const {
    if constexpr (sizeof...(I) == 0) {
      return 0;
    } else if constexpr (sizeof...(I) == 1) {
      return cell<0>().prefix(i);
    } else if constexpr (std::remove_cvref_t<decltype(cell<0>())>::is_exact) {
      return i == 0 ? cell<0>().prefix(0) : cell<1>().prefix(0);
    } else {
      return cell<0>().prefix(i);
    }
  }
};

template <class Keys>
struct CellsOf;
template <class... Types>
struct CellsOf<Schema<Types...>> {
  using Type = Cells<std::index_sequence_for<Types...>, Types...>;
};

}  // namespace keys

/// The key of a group, or of a row.
template <class Keys>
using KeyCells = typename keys::CellsOf<Keys>::Type;

}  // namespace rowfuse::cpu
