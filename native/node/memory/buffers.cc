#include "buffers.hpp"

#include <cstring>
#include <utility>

#include <rowfuse/arrow/bits.hpp>

#include "../../engine/api/scalar_text.hpp"
#include "../values/flags.hpp"
#include "../values/integers.hpp"
#include "backing_store.hpp"

namespace rowfuse::node {

namespace {

std::int64_t element_size(napi_typedarray_type type) {
  switch (type) {
    case napi_int8_array:
    case napi_uint8_array:
    case napi_uint8_clamped_array: return 1;
    case napi_int16_array:
    case napi_uint16_array: return 2;
    case napi_int32_array:
    case napi_uint32_array:
    case napi_float32_array: return 4;
    default: return 8;
  }
}

/// Reads a view's bytes and its buffer. Returns false if `value` is not a view.
bool look_at(Napi::Env env, Napi::Value value, ByteRange& range, napi_value& buffer) {
  std::size_t offset = 0;
  std::size_t length = 0;
  if (value.IsTypedArray()) {
    napi_typedarray_type type{};
    if (napi_get_typedarray_info(env, value, &type, &length, &range.data, &buffer, &offset) != napi_ok) return false;
    range.size = static_cast<std::int64_t>(length) * element_size(type);
    return true;
  }
  if (value.IsDataView()) {
    if (napi_get_dataview_info(env, value, &length, &range.data, &buffer, &offset) != napi_ok) return false;
    range.size = static_cast<std::int64_t>(length);
    return true;
  }
  return false;
}

bool is_missing(Napi::Value value) { return value.IsEmpty() || value.IsUndefined() || value.IsNull(); }

/// Reads a bit offset, or a number of rows: a non-negative integer, 0 if missing.
bool read_bit(Napi::Object column, char const* name, std::int64_t& bit) {
  Napi::Value const value = column.Get(name);
  return is_missing(value) || read_integer(value, 0, 9007199254740991.0, bit);
}

}  // namespace

bool Buffers::fail(std::string const& text) {
  problem = where_ + text;
  return false;
}

bool Buffers::take(Napi::Object column, char const* name, std::int64_t needed, std::int64_t alignment, ByteRange& range) {
  return take(column.Get(name), name, needed, alignment, range);
}

bool Buffers::take(Napi::Value view, std::string const& name, std::int64_t needed, std::int64_t alignment, ByteRange& range) {
  napi_value raw = nullptr;
  if (view.IsEmpty() || !look_at(view.Env(), view, range, raw)) return fail(name + " is not an ArrayBufferView");

  Napi::Env const env = view.Env();
  auto const buffer = Napi::Value(env, raw).As<Napi::Object>();
  bool detached = false;
  if (napi_is_detached_arraybuffer(env, buffer, &detached) == napi_ok && detached) {
    return fail(name + " is detached: its ArrayBuffer was transferred");
  }
  if (is_true(buffer, "resizable") || is_true(buffer, "growable")) {
    return fail(name + " is over a resizable buffer, which could shrink during the call; copy it first");
  }
  if (range.size < needed) {
    return fail(name + " has " + std::to_string(range.size) + " bytes, " + std::to_string(needed) + " are needed");
  }
  if (reinterpret_cast<std::uintptr_t>(range.data) % static_cast<std::uintptr_t>(alignment) != 0) {
    return fail(name + " is not aligned to " + std::to_string(alignment) + " bytes");
  }
  views_.Set(views_.Length(), view);
  ranges_.push_back(range);
  memory_.push_back(backing_store(raw));
  return true;
}

bool Buffers::read_dictionary(Napi::Object column, std::int64_t length, std::int64_t entries, arrow::InputColumn& result) {
  auto dictionary = std::make_shared<arrow::Dictionary>();
  Napi::Value const indices = column.Get("indices");
  if (!indices.IsTypedArray()) return fail("indices is not a typed array");
  napi_typedarray_type const type = indices.As<Napi::TypedArray>().TypedArrayType();
  std::int64_t const width = element_size(type);
  ByteRange range;
  if (!take(column, "indices", length * width, width, range)) return false;
  dictionary->indices = range.data;
  dictionary->index_width = static_cast<std::int32_t>(width);
  dictionary->index_is_signed = type == napi_int8_array || type == napi_int16_array || type == napi_int32_array;
  dictionary->entries = entries;
  if (!read_bit(column, "longest", dictionary->longest)) return fail("longest is not a number of bytes");
  result.dictionary = dictionary.get();
  memory_.push_back(std::move(dictionary));
  return true;
}

bool Buffers::read_input(Napi::Object column, arrow::ColumnType type, std::int64_t length, arrow::InputColumn& result) {
  ByteRange range;
  if (arrow::has_offsets(type.id)) {
    if (!take(column, "values", 0, 1, range)) return false;
    result.values = range.data;
    result.values_bytes = range.size;
    bool const looks_up = !is_missing(column.Get("indices"));
    std::int64_t const offsets = looks_up ? 1 : length + 1;
    if (!take(column, "offsets", offsets * std::int64_t{sizeof(std::int32_t)}, sizeof(std::int32_t), range)) return false;
    result.offsets = static_cast<std::int32_t const*>(range.data);
    if (looks_up && !read_dictionary(column, length, range.size / std::int64_t{sizeof(std::int32_t)} - 1, result)) return false;
  } else if (type.id == arrow::TypeId::boolean) {
    if (!read_bit(column, "valuesBit", result.values_bit)) return fail("valuesBit is not a bit offset");
    if (!take(column, "values", arrow::bitmap_bytes(result.values_bit + length), 1, range)) return false;
    result.values = range.data;
    result.values_bytes = range.size;
  } else {
    std::int64_t const width = arrow::byte_width(type.id);
    if (!take(column, "values", length * width, width, range)) return false;
    result.values = range.data;
    result.values_bytes = range.size;
  }
  if (type.nullable && !is_missing(column.Get("validity"))) {
    if (!read_bit(column, "validityBit", result.validity_bit)) return fail("validityBit is not a bit offset");
    if (!take(column, "validity", arrow::bitmap_bytes(result.validity_bit + length), 1, range)) return false;
    result.validity = static_cast<std::uint8_t const*>(range.data);
  }
  return true;
}

bool Buffers::read_windowed(Napi::Object column, arrow::ColumnType type, std::int64_t length, arrow::InputColumn& result) {
  if (!read_bit(column, "rows", result.rows)) return fail("rows is not a number of rows");
  if (!read_bit(column, "first", result.first_row)) return fail("first is not the number of a row");
  if (result.rows - result.first_row < length) return fail("has fewer rows than the call");
  // For text, `valuesBit` says if all of it is ASCII.
  if (!read_bit(column, "valuesBit", result.values_bit)) return fail("valuesBit is not a bit");
  return read_input(column, type, result.rows, result);
}

bool Buffers::read_output(Napi::Object column, arrow::ColumnType type, std::int64_t length, std::int64_t bytes,
                          arrow::OutputColumn& result) {
  ByteRange range;
  std::int64_t const width = arrow::byte_width(type.id);
  std::int64_t needed = bytes;
  if (type.id == arrow::TypeId::boolean) needed = arrow::bitmap_bytes(length);
  if (width > 0) needed = length * width;
  bool const later = arrow::has_offsets(type.id) && bytes == unmeasured && is_missing(column.Get("values"));
  if (!later && !take(column, "values", needed, width > 0 ? width : 1, range)) return false;
  result.values = range.data;
  result.values_bytes = range.size;
  if (arrow::has_offsets(type.id)) {
    if (!take(column, "offsets", (length + 1) * std::int64_t{sizeof(std::int32_t)}, sizeof(std::int32_t), range)) {
      return false;
    }
    result.offsets = static_cast<std::int32_t*>(range.data);
  }
  if (type.nullable) {
    if (!take(column, "validity", arrow::bitmap_bytes(length), 1, range)) return false;
    result.validity = static_cast<std::uint8_t*>(range.data);
  }
  return true;
}

bool Buffers::read_scalar(Napi::Object scalar, arrow::TypeId type, arrow::InputColumn& result) {
  if (is_true(scalar, "isNull")) {
    result.values_bytes = -1;
    return true;
  }
  ByteRange range;
  napi_value raw = nullptr;
  Napi::Value const view = scalar.Get("values");
  if (view.IsEmpty() || !look_at(scalar.Env(), view, range, raw)) return fail("values is not an ArrayBufferView");
  if (!arrow::has_offsets(type)) {
    if (range.size != std::int64_t{sizeof result.values_begin}) return fail("values has not 8 bytes");
    std::memcpy(&result.values_begin, range.data, sizeof result.values_begin);
    return true;
  }
  memory_.push_back(copy_scalar_text(range.data, range.size, result));
  return memory_.back() != nullptr || fail("there is no memory for " + std::to_string(range.size) + " bytes");
}

bool Buffers::is_list(Napi::Value columns, std::int32_t count, char const* name) {
  if (columns.IsArray() && columns.As<Napi::Array>().Length() == static_cast<std::uint32_t>(count)) return true;
  where_ = name;
  return fail(" must be an array of " + std::to_string(count));
}

bool Buffers::read_scalars(Napi::Value columns, arrow::Layout const& layout, std::vector<arrow::InputColumn>& scalars) {
  if (!is_list(columns, layout.input_count, "scalars")) return false;
  scalars.resize(static_cast<std::size_t>(layout.input_count));
  for (std::uint32_t i = 0; i < scalars.size(); ++i) {
    if (layout.inputs[i].scalar == arrow::TypeId::none) continue;
    where_ = "input column " + std::to_string(i) + ": ";
    Napi::Value const scalar = columns.As<Napi::Array>().Get(i);
    if (!scalar.IsObject()) return fail("is not an object");
    if (!read_scalar(scalar.As<Napi::Object>(), layout.inputs[i].scalar, scalars[i])) return false;
  }
  return true;
}

bool Buffers::read_inputs(Napi::Value columns, arrow::Layout const& layout, std::int64_t length) {
  if (!is_list(columns, layout.input_count, "columns") || !read_scalars(columns, layout, inputs)) return false;
  for (std::uint32_t i = 0; i < inputs.size(); ++i) {
    where_ = "input column " + std::to_string(i) + ": ";
    // Without rows nothing is read, and Arrow allows every buffer to be missing.
    if (layout.inputs[i].id == arrow::TypeId::none || length == 0) continue;
    Napi::Value const column = columns.As<Napi::Array>().Get(i);
    if (!column.IsObject()) return fail("is not an object");
    if (!layout.inputs[i].window) {
      if (!read_input(column.As<Napi::Object>(), layout.inputs[i], length, inputs[i])) return false;
    } else if (!read_windowed(column.As<Napi::Object>(), layout.inputs[i], length, inputs[i])) {
      return false;
    }
  }
  return true;
}

bool Buffers::read_outputs(Napi::Value columns, arrow::Layout const& layout, std::int64_t length, std::vector<std::int64_t> const& bytes) {
  if (!is_list(columns, layout.output_count, "outputs")) return false;
  outputs.resize(static_cast<std::size_t>(layout.output_count));
  for (std::uint32_t i = 0; i < outputs.size(); ++i) {
    where_ = "output column " + std::to_string(i) + ": ";
    Napi::Value const column = columns.As<Napi::Array>().Get(i);
    if (!column.IsObject()) return fail("is not an object");
    if (!read_output(column.As<Napi::Object>(), layout.outputs[i], length, bytes[i], outputs[i])) return false;
  }
  return true;
}

bool Buffers::read_view(Napi::Value view, ByteRange& range) {
  where_.clear();
  return take(view, "text", 0, 1, range);
}

std::uint8_t* Buffers::read_bytes(Napi::Object object, char const* name, std::int64_t needed, std::int64_t alignment) {
  where_.clear();
  ByteRange range;
  // Without rows there may be no bytes, and then no address either.
  alignas(8) static std::uint8_t none = 0;
  if (!take(object, name, needed, alignment, range)) return nullptr;
  return range.data == nullptr ? &none : static_cast<std::uint8_t*>(range.data);
}

bool unchanged(Napi::Array views, std::vector<ByteRange> const& ranges) {
  for (std::uint32_t i = 0; i < ranges.size(); ++i) {
    ByteRange now;
    napi_value buffer = nullptr;
    if (!look_at(views.Env(), views.Get(i), now, buffer) || !(now == ranges[i])) return false;
    bool detached = false;
    if (napi_is_detached_arraybuffer(views.Env(), buffer, &detached) == napi_ok && detached) return false;
  }
  return true;
}

}  // namespace rowfuse::node
