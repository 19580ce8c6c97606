/// What a value becomes on its way from one stage of a pipe to the next: what a column of the type between them would hold.
#pragma once

#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/encode.hpp>

namespace rowfuse {

/// The value as it comes out of a column of fixed width. One that the column cannot hold fails the row.
template <class Type, class Out, class Value>
RF_HD typename Type::Value through_column(Out& out, Value const& value) {
  return from_storage<Type>(to_storage<Type>(value, out.fault, -1));
}

}  // namespace rowfuse
