#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/tile/ascii.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

/// Copies the text of a scalar, because its owner may change it, and points `scalar` to the copy. Such text is small. Returns null if there
/// is no memory.
inline std::shared_ptr<void> copy_scalar_text(void const* text, std::int64_t size, arrow::InputColumn& scalar) {
  auto const bytes = static_cast<std::size_t>(size);
  std::shared_ptr<char[]> copy(new (std::nothrow) char[bytes + View::padding]());
  if (copy == nullptr) return nullptr;
  if (bytes > 0) std::memcpy(copy.get(), text, bytes);
  scalar.values = copy.get();
  scalar.values_bytes = size;
  scalar.values_bit = cpu::is_ascii(copy.get(), size) ? 1 : 0;
  return copy;
}

}  // namespace rowfuse
