#pragma once

#include <cstdint>
#include <string_view>

#include "../rowfuse.h"
#include "bit_range.hpp"

namespace rowfuse::portable {

/// An array within another: a field of a struct, or the elements of lists.
struct Child {
  ArrowSchema const* schema = nullptr;
  ArrowArray const* array = nullptr;
  std::int64_t offset = 0;  ///< of value 0 in the buffers
  std::int64_t length = 0;  ///< values from value 0 on
};

/// Returns a field of `parent`, a struct whose array has as many children as its schema.
inline Child field_of(Child const& parent, std::int64_t place) {
  ArrowArray const* const array = parent.array->children[place];
  return {parent.schema->children[place], array, parent.offset + array->offset, array->length - parent.offset};
}

/// Returns the elements of `list`, whose array and schema have one child each.
inline Child elements_of(Child const& list) {
  ArrowArray const* const array = list.array->children[0];
  return {list.schema->children[0], array, array->offset, array->length};
}

inline std::string_view format_of(ArrowSchema const& schema) { return schema.format == nullptr ? "" : schema.format; }

inline bool is_struct(Child const& child) {
  return child.schema->dictionary == nullptr && format_of(*child.schema) == "+s" && child.array->n_buffers >= 1 &&
         child.schema->n_children == child.array->n_children;
}

inline bool is_list(Child const& child) {
  return child.schema->dictionary == nullptr && format_of(*child.schema) == "+l" && child.schema->n_children == 1 &&
         child.array->n_children == 1;
}

template <class Value>
Value const* values_at(Child const& child, int buffer) {
  return static_cast<Value const*>(child.array->buffers[buffer]);
}

/// Returns the validity of an array; all bits are set if it declares no nulls.
inline BitRange bits_of(Child const& child) {
  bool const has = child.array->null_count != 0 && child.array->n_buffers > 0;
  return {has ? values_at<std::uint8_t>(child, 0) : nullptr, child.offset};
}

}  // namespace rowfuse::portable
