/// The conversion of a value between two stages of a pipe: the value becomes what a column of the type between them would hold.
#pragma once

#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/encode.hpp>

namespace rowfuse {

/// Returns the value as a fixed-width column would give it back. A value that the column cannot hold fails the row.
template <class Type, class Out, class Value>
RF_HD typename Type::Value through_column(Out& out, Value const& value) {
  return from_storage<Type>(to_storage<Type>(value, out.fault, -1));
}

}  // namespace rowfuse
