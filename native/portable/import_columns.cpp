#include "import_columns.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/arrow/utf8_validity.hpp>

#include "../call/scalar_text.hpp"
#include "child.hpp"
#include "formats.hpp"
#include "import_list.hpp"
#include "text_layouts.hpp"

namespace rowfuse::portable {

namespace {

std::string nullable_name(std::string const& type, bool nullable) { return nullable ? "nullable(" + type + ")" : type; }

Failure check_struct(ArrowSchema const& schema, ArrowArray const& array, char const* what) {
  if (schema.format == nullptr || std::string_view(schema.format) != "+s" || schema.n_children != array.n_children) {
    return schema_failure(std::string(what) + " is not a struct array. Pass a record batch, or a struct of the columns.");
  }
  if (array.null_count != 0 && array.n_buffers > 0 && array.buffers[0] != nullptr) {
    for (std::int64_t row = 0; row < array.length; ++row) {
      if (!arrow::bit_at(static_cast<std::uint8_t const*>(array.buffers[0]), array.offset + row)) {
        return schema_failure(std::string(what) + ": row " + std::to_string(row) + " as a whole is null. Make its columns null instead.");
      }
    }
  }
  return {};
}

/// `offset` is that of row 0 in the buffers of what the array holds.
Failure find(ArrowSchema const& schema, ArrowArray const& array, std::int64_t offset, char const* name, char const* kind, Child& found) {
  std::string known;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    char const* const other = schema.children[i]->name == nullptr ? "" : schema.children[i]->name;
    if (std::string_view(other) == name) {
      found = {schema.children[i], array.children[i], offset + array.children[i]->offset};
      return {};
    }
    known += (known.empty() ? "" : ", ") + quoted(other);
  }
  return schema_failure(std::string("there is no ") + kind + " " + quoted(name) + ". There are: " + (known.empty() ? "none" : known) + ".");
}

Failure check_type(Child const& child, Field const& field, bool nullable, char const* kind) {
  std::string_view const format = child.schema->format == nullptr ? "" : child.schema->format;
  if (child.schema->dictionary == nullptr && matches(format, field.format)) return {};
  if (is_text_dictionary(*child.schema) && std::string_view(field.format) == "u") return {};
  std::string const given = child.schema->dictionary != nullptr ? "a dictionary" : type_name(format);
  return schema_failure(std::string(kind) + " " + quoted(field.name) + " is " + given + ", but it is declared " +
                        nullable_name(type_name(field.format), nullable) + ". Cast it before the call.");
}

std::int64_t first_null(std::uint8_t const* validity, std::int64_t offset, std::int64_t length) {
  for (std::int64_t row = 0; row < length; ++row) {
    if (!arrow::bit_at(validity, offset + row)) return row;
  }
  return -1;
}

/// A null of the rows [0, length) where the column may have none.
Failure refuse_nulls(std::uint8_t const* validity, std::int64_t offset, std::int64_t length, Field const& field) {
  std::int64_t const row = first_null(validity, offset, length);
  if (row < 0) return {};
  std::string const declared = type_name(field.format);
  return schema_failure("column " + quoted(field.name) + ": row " + std::to_string(row) + " is null, but the column is declared " +
                        declared + ", not " + nullable_name(declared, true) +
                        ". Declare it nullable and handle null in the row function, or fill the nulls before the call.");
}

/// Leaves the rows that other bits have as well, in memory of the call. False where there is none.
bool intersect(Bits& rows, std::uint8_t const* bits, std::int64_t offset, std::int64_t length, Inputs& inputs) {
  Bits const other{bits, offset};
  if (rows.bits == nullptr) {
    rows = other;
    return true;
  }
  std::shared_ptr<std::uint8_t[]> both(new (std::nothrow) std::uint8_t[static_cast<std::size_t>(length) / 8 + 1]());
  if (both == nullptr) return false;
  for (std::int64_t row = 0; row < length; ++row) {
    if (rows.has(row) && other.has(row)) both[static_cast<std::size_t>(row) / 8] |= static_cast<std::uint8_t>(1 << (row & 7));
  }
  inputs.texts.push_back(both);
  rows = {both.get(), 0};
  return true;
}

/// A field that has to be there where its struct is.
Failure refuse_missing(Bits const& outer, arrow::InputColumn const& column, std::int64_t length, Field const& field) {
  Bits const own{column.validity, column.validity_bit};
  for (std::int64_t row = 0; row < length; ++row) {
    if (!outer.has(row) || own.has(row)) continue;
    std::string const declared = type_name(field.format);
    return schema_failure("column " + quoted(field.name) + ": row " + std::to_string(row) + " is null, but the column is declared " +
                          declared + ", not " + nullable_name(declared, true) +
                          ". Declare it nullable and handle null in the row function, or fill the nulls before the call.");
  }
  return {};
}

/// Whether the struct of the first `depth` names of a field is declared nullable.
bool may_be_null(Registration const& transform, Field const& field, std::int32_t depth) {
  std::size_t size = 0;
  for (std::int32_t i = 0; i < depth; ++i) size += std::strlen(field.path + size) + 1;
  for (std::int32_t i = 0; i < transform.cpu.layout.input_count; ++i) {
    Field const& other = transform.fields.inputs[i];
    if (other.part == Part::presence && other.depth == depth && std::memcmp(other.path, field.path, size) == 0) return true;
  }
  return false;
}

/// Where a column lies: itself, or of a field of the structs of a list that list, and the elements that the field has.
struct Found {
  Child child;
  Child list;
  std::int64_t elements = 0;
};

std::string given_type(Child const& child) {
  if (child.schema->dictionary != nullptr) return "a dictionary";
  return type_name(child.schema->format == nullptr ? "" : child.schema->format);
}

/// A struct that is null as a whole among the rows, or the elements of these where `list` is given.
Failure refuse_null_structs(Child const& child, char const* name, Bits const& outer, Inputs const& inputs, Child const* list) {
  auto const* const bits = child.array->n_buffers > 0 ? values_at<std::uint8_t>(child, 0) : nullptr;
  if (bits == nullptr || child.array->null_count == 0) return {};
  Bits const own{bits, child.offset};
  for (std::int64_t row = 0; row < inputs.length; ++row) {
    if (!outer.has(row)) continue;
    if (list == nullptr) {
      if (own.has(row)) continue;
      return schema_failure("column " + quoted(name) + ": row " + std::to_string(row) +
                            " is null as a whole, but the struct is not declared nullable. Declare it so and handle null in the row " +
                            "function, or fill the nulls before the call.");
    }
    auto const* const offsets = values_at<std::int32_t>(*list, 1) + list->offset;
    std::int64_t const last = std::min<std::int64_t>(offsets[row + 1], list->array->children[0]->length);
    for (std::int64_t at = std::max(offsets[row], 0); at < last; ++at) {
      if (own.has(at)) continue;
      return schema_failure("column " + quoted(name) + ": element " + std::to_string(at - offsets[row]) + " of row " + std::to_string(row) +
                            " is null as a whole, which no struct of a list may be. Make its fields null before the call, and declare " +
                            "them nullable.");
    }
  }
  return {};
}

/// Goes into a list of structs: `found` is its elements then.
Failure enter_list(char const* name, Bits const& outer, Inputs const& inputs, Found& found) {
  Child const list = found.child;
  std::string_view const format = list.schema->format == nullptr ? "" : list.schema->format;
  bool const is_one = list.schema->dictionary == nullptr && format == "+l" && list.schema->n_children == 1 && list.array->n_children == 1;
  ArrowSchema const* const item = is_one ? list.schema->children[0] : nullptr;
  if (item == nullptr || item->dictionary != nullptr || item->format == nullptr || std::string_view(item->format) != "+s" ||
      item->n_children != list.array->children[0]->n_children) {
    return schema_failure("column " + quoted(name) + " is " + given_type(list) +
                          ", but it is declared a list of structs. Pass a list of structs with the declared fields.");
  }
  if (list.array->n_buffers != 2 || list.array->length < inputs.length) {
    return schema_failure("column " + quoted(name) + " is no list of so many rows as the batch.");
  }
  found.list = list;
  found.elements = list.array->children[0]->length;
  found.child = {item, list.array->children[0], list.array->children[0]->offset};
  return inputs.length == 0 ? Failure{} : refuse_null_structs(found.child, name, outer, inputs, &list);
}

/// A column by its name, or a field of a struct by all of them. `outer` are the rows whose structs are there; of what says where
/// a struct, or a list of structs, is null, that among them.
Failure find_column(Registration const& transform, ArrowSchema const& schema, ArrowArray const& batch, Field const& field,
                    Inputs& inputs, Found& found, Bits& outer) {
  if (field.path == nullptr) return find(schema, batch, batch.offset, field.name, "column", found.child);
  Child& child = found.child;
  child = {&schema, &batch, batch.offset};
  char const* name = field.path;
  for (std::int32_t depth = 1; depth <= field.depth; ++depth, name += std::strlen(name) + 1) {
    if (Failure failure = find(*child.schema, *child.array, child.offset, name, depth == 1 ? "column" : "field", child)) return failure;
    bool const is_records = depth == field.listed;
    if (depth == field.depth && field.part != Part::presence) return {};
    std::string_view const format = child.schema->format == nullptr ? "" : child.schema->format;
    if (!is_records && (child.schema->dictionary != nullptr || format != "+s" || child.schema->n_children != child.array->n_children)) {
      return schema_failure("column " + quoted(name) + " is " + given_type(child) +
                            ", but it is declared struct. Pass a struct with the declared fields.");
    }
    if (found.list.array != nullptr) {
      if (Failure failure = refuse_null_structs(child, name, outer, inputs, &found.list)) return failure;
      continue;
    }
    auto const* const bits = child.array->n_buffers > 0 ? values_at<std::uint8_t>(child, 0) : nullptr;
    if (bits != nullptr && child.array->null_count != 0 && inputs.length > 0) {
      if (!may_be_null(transform, field, depth)) {
        if (Failure failure = refuse_null_structs(child, name, outer, inputs, nullptr)) return failure;
      } else if (!intersect(outer, bits, child.offset, inputs.length, inputs)) {
        return no_memory(field.name);
      }
    }
    if (!is_records) continue;
    if (Failure failure = enter_list(name, outer, inputs, found)) return failure;
  }
  return {};
}

/// Where a struct is there, as a column of its own.
Failure import_presence(Bits const& outer, Inputs& inputs, arrow::InputColumn& column) {
  auto const bytes = static_cast<std::size_t>(inputs.length) / 8 + 1;
  std::shared_ptr<std::uint8_t[]> ones(new (std::nothrow) std::uint8_t[bytes]);
  if (ones == nullptr) return {ROWFUSE_DEVICE, "there is not enough memory."};
  std::memset(ones.get(), 0xFF, bytes);
  column.values = ones.get();
  column.values_bytes = arrow::bitmap_bytes(inputs.length);
  column.validity = outer.bits;
  column.validity_bit = outer.offset;
  inputs.texts.push_back(ones);
  return {};
}

/// Which rows are there. `outer` are those whose structs are: nothing is said of the others.
Failure import_validity(Child const& child, arrow::ColumnType type, std::int64_t length, Field const& field, Bits const& outer,
                        Inputs& inputs, arrow::InputColumn& column) {
  auto const* const validity = values_at<std::uint8_t>(child, 0);
  if (validity != nullptr && child.array->null_count != 0) {
    if (!type.nullable) {
      if (Failure failure = refuse_nulls(validity, child.offset, length, field)) return failure;
    } else {
      column.validity = validity;
      column.validity_bit = child.offset;
    }
  }
  if (outer.bits != nullptr) {
    if (field.part == Part::required) {
      if (Failure failure = refuse_missing(outer, column, length, field)) return failure;
    }
    Bits both = outer;
    if (column.validity != nullptr && !intersect(both, column.validity, column.validity_bit, length, inputs)) return no_memory(field.name);
    column.validity = both.bits;
    column.validity_bit = both.offset;
  } else if (field.part == Part::required && column.validity != nullptr) {
    if (Failure failure = refuse_nulls(column.validity, column.validity_bit, length, field)) return failure;
  }
  return {};
}

/// `column` is the child's rows [0, length).
/// `outer` are the rows whose structs are there: nothing is said of the others.
Failure import(Child const& child, arrow::ColumnType type, std::int64_t length, Field const& field, Bits const& outer, Inputs& inputs,
               arrow::InputColumn& column) {
  char const* const name = field.name;
  bool const looks_up = child.schema->dictionary != nullptr;
  bool const text = arrow::has_offsets(type.id);
  if (child.array->n_buffers != (text && !looks_up ? 3 : 2)) {
    return schema_failure("column " + quoted(name) + " has " + std::to_string(child.array->n_buffers) + " buffers.");
  }
  if (child.array->length < length) {
    return schema_failure("column " + quoted(name) + " has fewer rows than the batch.");
  }
  if (Failure failure = import_validity(child, type, length, field, outer, inputs, column)) return failure;
  if (looks_up) {
    if (Failure failure = spread_out({child, length}, field, inputs, column)) return failure;
    if (!type.nullable && column.validity != nullptr) return refuse_nulls(column.validity, 0, length, field);
  } else if (text && has_large_offsets(field.format)) {
    return narrow({child, length}, field, inputs, column);
  } else if (text) {
    column.offsets = values_at<std::int32_t>(child, 1) + child.offset;
    column.values = child.array->buffers[2];
    // Its size is not told: the last offset is the best there is.
    column.values_bytes = column.offsets[length] < 0 ? 0 : column.offsets[length];
  } else if (type.id == arrow::TypeId::boolean) {
    column.values = child.array->buffers[1];
    column.values_bit = child.offset;
    column.values_bytes = arrow::bitmap_bytes(child.offset + length);
  } else {
    std::int64_t const width = arrow::byte_width(type.id);
    column.values = values_at<char>(child, 1) + child.offset * width;
    column.values_bytes = length * width;
  }
  return {};
}

/// A param's one value, in the form of a scalar.
Failure import_param(Child const& child, arrow::ColumnType type, Field const& field, Inputs& inputs, arrow::InputColumn& scalar) {
  char const* const name = field.name;
  arrow::InputColumn column;
  if (Failure failure = import(child, {type.scalar, true, arrow::TypeId::none}, 1, field, {}, inputs, column)) return failure;
  if (column.validity != nullptr && !arrow::bit_at(column.validity, column.validity_bit)) {
    if (type.nullable) {
      scalar.values_bytes = -1;
      return {};
    }
    return schema_failure("param " + quoted(name) + " is null, but it is not declared nullable. Pass a value.");
  }
  if (type.scalar == arrow::TypeId::boolean) {
    scalar.values_begin = arrow::bit_at(column.values, column.values_bit) ? 1 : 0;
  } else if (!arrow::has_offsets(type.scalar)) {
    std::memcpy(&scalar.values_begin, column.values, static_cast<std::size_t>(arrow::byte_width(type.scalar)));
  } else {
    std::int32_t const begin = column.offsets[0];
    std::int32_t const size = column.offsets[1] - begin;
    if (begin < 0 || size < 0) return schema_failure("param " + quoted(name) + " has malformed offsets.");
    char const* const from = static_cast<char const*>(column.values) + begin;
    if (type.scalar == arrow::TypeId::utf8 && !arrow::is_valid_utf8(from, size)) return schema_failure("param " + quoted(name) + " is not UTF-8.");
    inputs.texts.push_back(copy_scalar_text(from, size, scalar));
    if (inputs.texts.back() == nullptr) return {ROWFUSE_DEVICE, "there is no memory for param " + quoted(name) + "."};
  }
  return {};
}

/// A list, or a field of the structs of one, as the columns that it is, of which `columns` is the first.
Failure import_lists(Found const& found, arrow::ColumnType type, Field const& field, Bits const& outer, Inputs& inputs,
                     arrow::InputColumn* columns) {
  bool const is_field = found.list.array != nullptr;
  Child const& list = is_field ? found.list : found.child;
  Elements elements{found.child, found.elements};
  if (Failure failure = is_field ? check_elements(field, found.child) : find_elements(field, list, inputs.length, elements)) return failure;
  if (inputs.length == 0) return {};
  if (Failure failure = import_validity(list, type, inputs.length, field, outer, inputs, columns[0])) return failure;
  return lower_list(list, elements, field, inputs, columns);
}

/// What passes before this one have counted, as a column.
void import_counts(std::string_view name, Counts const& counts, arrow::InputColumn& column) {
  for (Count const& count : counts) {
    if (name != count.name) continue;
    column.values = count.rows_before.data();
    column.values_bytes = static_cast<std::int64_t>(count.rows_before.size() * sizeof(double));
  }
}

/// What only Node knows to take apart and to put together.
Failure refuse_deep(Field const* fields, std::int32_t count, char const* kind) {
  for (std::int32_t i = 0; i < count; ++i) {
    if (fields[i].part != Part::deep) continue;
    return schema_failure(std::string(kind) + " " + quoted(fields[i].name) +
                          " is of structs in a list that may be null, or of lists in them, which this library has not. Call the transform in Node.");
  }
  return {};
}

}  // namespace

Failure import_columns(Registration const& transform, ArrowSchema const& schema, ArrowArray const& batch,
                       rowfuse_options const& options, std::int64_t length, Counts const& counts, Inputs& inputs) {
  if (Failure failure = check_struct(schema, batch, "the batch")) return failure;
  if (batch.length > std::numeric_limits<std::int32_t>::max()) {
    return schema_failure("the batch has " + std::to_string(batch.length) + " rows, more than 2147483647. Pass it in pieces.");
  }
  arrow::Layout const& layout = transform.cpu.layout;
  if (Failure failure = refuse_deep(transform.fields.inputs, layout.input_count, "column")) return failure;
  if (Failure failure = refuse_deep(transform.fields.outputs, layout.output_count, "output column")) return failure;
  inputs.length = std::min(batch.length, length);
  inputs.columns.resize(static_cast<std::size_t>(layout.input_count));
  for (std::int32_t i = 0; i < layout.input_count; ++i) {
    arrow::ColumnType const type = layout.inputs[i];
    Field const& field = transform.fields.inputs[i];
    char const* const name = field.name;
    arrow::InputColumn& column = inputs.columns[static_cast<std::size_t>(i)];
    Child child;
    if (name == nullptr) {
      column.values_begin = options.first_row;
    } else if (field.format == nullptr) {
      import_counts(name, counts, column);
    } else if (type.scalar != arrow::TypeId::none) {
      if (options.params == nullptr || options.params_schema == nullptr || options.params->length != 1) {
        return schema_failure("param " + quoted(name) + " is missing: pass params, a struct array of one row.");
      }
      if (Failure failure = check_struct(*options.params_schema, *options.params, "params")) return failure;
      if (Failure failure = find(*options.params_schema, *options.params, options.params->offset, name, "param", child)) return failure;
      if (Failure failure = check_type(child, field, type.nullable, "param")) return failure;
      if (Failure failure = import_param(child, type, field, inputs, column)) return failure;
    } else if (type.id != arrow::TypeId::none) {
      Bits outer;
      Found found;
      if (Failure failure = find_column(transform, schema, batch, field, inputs, found, outer)) return failure;
      child = found.child;
      if (is_list(field)) {
        if (Failure failure = import_lists(found, type, field, outer, inputs, &column)) return failure;
        i += parts_of(element_of(field.format)) - 1;
        continue;
      }
      if (field.part == Part::presence) {
        if (inputs.length == 0) continue;
        if (Failure failure = import_presence(outer, inputs, column)) return failure;
        continue;
      }
      if (Failure failure = check_type(child, field, type.nullable && field.part != Part::required, "column")) return failure;
      if (inputs.length == 0) continue;
      if (Failure failure = import(child, type, inputs.length, field, outer, inputs, column)) return failure;
    }
  }
  return {};
}

}  // namespace rowfuse::portable
