/// Text that a group keeps.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/form/view.hpp>
#include <rowfuse/string/search/compare.hpp>

namespace rowfuse::group {

/// Below 0, 0 or above 0: text by UTF-16 units, bytes by their numbers.
template <class Type>
RF_HD std::int32_t compare_text(View a, View b) {
  if constexpr (is_utf8<Type>) {
    return rowfuse::detail::compare_plain(a, b);
  } else {
    std::int32_t const size = a.size < b.size ? a.size : b.size;
    for (std::int32_t i = 0; i < size; ++i) {
      std::uint32_t const x = rowfuse::detail::byte_at(a.data + i);
      std::uint32_t const y = rowfuse::detail::byte_at(b.data + i);
      if (x != y) return x < y ? -1 : 1;
    }
    return a.size < b.size ? -1 : static_cast<std::int32_t>(a.size > b.size);
  }
}

/// Text in the memory of a table, `memory.take(bytes)`, which gives nothing back: a text that replaces another one takes its place
/// where that is large enough, and twice as much as it needs where not, so that a group takes no more than a few times its longest.
struct KeptText {
  char* data = nullptr;
  std::int32_t size = 0;
  std::int32_t room = 0;

  RF_HD bool is_there() const { return data != nullptr; }
  RF_HD View view() const { return {data, size}; }

  template <class Memory>
  RF_HD void keep(View text, Memory& memory) {
    if (data == nullptr || text.size > room) {
      std::int32_t const more = data == nullptr || text.size > (1 << 30) - 1 ? text.size : 2 * text.size;
      char* const taken = memory.take(more > 0 ? more : 1);  // no bytes have a place as well
      if (taken == nullptr) return;  // the memory tells
      data = taken;
      room = more;
    }
    size = text.size;
    for (std::int32_t i = 0; i < size; ++i) data[i] = text.data[i];
  }
};

}  // namespace rowfuse::group
