/// `countDistinct('x')`
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/hash.hpp>
#include <rowfuse/group/key.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

namespace group {

/// A set of values of fixed width: open addressing in the memory of a table, which grows. 0 marks a free place, so the value 0 has a flag
/// of its own.
struct DistinctNumbers {
  std::uint64_t* places = nullptr;
  std::uint32_t size = 0;  ///< a power of two, or 0
  std::uint32_t used = 0;
  bool has_zero = false;

  RF_HD std::int64_t count() const { return std::int64_t{used} + static_cast<std::int64_t>(has_zero); }

  template <class Memory>
  RF_HD void add(std::uint64_t bits, Memory& memory) {
    if (bits == 0) {
      has_zero = true;
      return;
    }
    if (2 * used >= size && !grow(memory)) return;
    std::uint32_t at = place(memory.hash_secret(), bits);
    for (; places[at] != 0; at = (at + 1) & (size - 1)) {
      if (places[at] == bits) return;
    }
    places[at] = bits;
    ++used;
  }
  template <class Memory>
  RF_HD void merge(DistinctNumbers const& other, Memory& memory) {
    has_zero = has_zero || other.has_zero;
    for (std::uint32_t i = 0; i < other.size; ++i) {
      if (other.places[i] != 0) add(other.places[i], memory);
    }
  }

 private:
  RF_HD std::uint32_t place(HashSecret const& secret, std::uint64_t bits) const {
    return hash_tag(secret, mixed(secret, secret.start, bits)) & (size - 1);
  }

  template <class Memory>
  RF_HD bool grow(Memory& memory) {
    DistinctNumbers larger;
    larger.size = size == 0 ? 4 : 2 * size;
    auto* const taken = memory.take(static_cast<std::int64_t>(larger.size) * 8);
    if (taken == nullptr) return false;  // the memory reports the failure
    larger.places = reinterpret_cast<std::uint64_t*>(taken);
    for (std::uint32_t i = 0; i < larger.size; ++i) larger.places[i] = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      if (places[i] == 0) continue;
      std::uint32_t at = larger.place(memory.hash_secret(), places[i]);
      while (larger.places[at] != 0) at = (at + 1) & (larger.size - 1);
      larger.places[at] = places[i];
    }
    places = larger.places;
    size = larger.size;
    return true;
  }
};

/// A set of texts, which are copied.
struct DistinctTexts {
  struct Place {
    char const* data;  ///< null: free
    std::int32_t size;
    std::uint32_t hash;
  };

  Place* places = nullptr;
  std::uint32_t size = 0;
  std::uint32_t used = 0;

  RF_HD std::int64_t count() const { return used; }

  template <class Memory>
  RF_HD void add(View text, Memory& memory) {
    if (2 * used >= size && !grow(memory)) return;
    std::uint32_t const hash = hash_of(memory.hash_secret(), text);
    std::uint32_t at = hash & (size - 1);
    for (; places[at].data != nullptr; at = (at + 1) & (size - 1)) {
      if (places[at].hash == hash && same(places[at], text)) return;
    }
    char* const kept = memory.take(text.size > 0 ? text.size : 1);
    if (kept == nullptr) return;
    for (std::int32_t i = 0; i < text.size; ++i) kept[i] = text.data[i];
    places[at] = {kept, text.size, hash};
    ++used;
  }
  template <class Memory>
  RF_HD void merge(DistinctTexts const& other, Memory& memory) {
    for (std::uint32_t i = 0; i < other.size; ++i) {
      if (other.places[i].data != nullptr) add({other.places[i].data, other.places[i].size}, memory);
    }
  }

 private:
  RF_HD static std::uint32_t hash_of(HashSecret const& secret, View text) {
    std::uint64_t hash = with_size(secret, secret.start, text.size);
    for (std::int32_t i = 0; i < text.size; i += 8) {
      std::uint64_t word = 0;
      for (std::int32_t j = 0; j < 8 && i + j < text.size; ++j) {
        word |= static_cast<std::uint64_t>(static_cast<unsigned char>(text.data[i + j])) << (8 * j);
      }
      hash = mixed(secret, hash, word);
    }
    return hash_tag(secret, hash);
  }
  RF_HD static bool same(Place const& place, View text) {
    if (place.size != text.size) return false;
    for (std::int32_t i = 0; i < text.size; ++i) {
      if (place.data[i] != text.data[i]) return false;
    }
    return true;
  }

  template <class Memory>
  RF_HD bool grow(Memory& memory) {
    std::uint32_t const more = size == 0 ? 4 : 2 * size;
    auto* const taken = memory.take(static_cast<std::int64_t>(more) * static_cast<std::int64_t>(sizeof(Place)));
    if (taken == nullptr) return false;
    auto* const larger = reinterpret_cast<Place*>(taken);
    for (std::uint32_t i = 0; i < more; ++i) larger[i] = {nullptr, 0, 0};
    for (std::uint32_t i = 0; i < size; ++i) {
      if (places[i].data == nullptr) continue;
      std::uint32_t at = places[i].hash & (more - 1);
      while (larger[at].data != nullptr) at = (at + 1) & (more - 1);
      larger[at] = places[i];
    }
    places = larger;
    size = more;
    return true;
  }
};

/// The set of values in column I, compared as keys are.
template <std::size_t I, class Columns>
struct Distinct {
  using Type = ColumnType<I, Columns>;

  std::conditional_t<is_text<Type>, DistinctTexts, DistinctNumbers> values;

  template <class Row, class Memory>
  RF_HD void add(Row const& row, Memory& memory) {
    if (!row.template valid<I>()) return;
    if constexpr (is_text<Type>) {
      values.add(row.template text<I>(), memory);
    } else {
      values.add(key_bits(canonical(row.template value<I>())), memory);
    }
  }
  template <class Memory>
  RF_HD void merge(Distinct const& other, Memory& memory) {
    values.merge(other.values, memory);
  }
};

}  // namespace group

/// `countDistinct('x')`: the number of different values, nulls left out.
template <std::size_t I>
struct CountDistinct {
  template <class Columns>
  using Accumulators = group::List<group::Distinct<I, Columns>>;
  template <class Columns>
  using Result = Int64;

  template <class Columns, class State>
  RF_HD static bool present(State const&) {
    return true;
  }
  template <class Columns, class State>
  RF_HD static std::int64_t value(State const& state, RowFault&, std::int32_t) {
    return state.template get<group::Distinct<I, Columns>>().values.count();
  }
};

}  // namespace rowfuse
