/// The copy of a text that a group keeps.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/form/view.hpp>
#include <rowfuse/string/search/compare.hpp>

namespace rowfuse::group {

/// Returns a number below, equal to or above 0: compares text by UTF-16 units, and binary values by their bytes.
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

/// A text in the memory of a table, `memory.take(bytes)`, which is never given back. A text that replaces another one reuses its memory if
/// that is large enough. Otherwise it takes twice what it needs, so that a group takes no more than a few times its longest text.
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
      char* const taken = memory.take(more > 0 ? more : 1);  // an empty text has an address as well
      if (taken == nullptr) return;  // the memory reports the failure
      data = taken;
      room = more;
    }
    size = text.size;
    for (std::int32_t i = 0; i < size; ++i) data[i] = text.data[i];
  }
};

}  // namespace rowfuse::group
