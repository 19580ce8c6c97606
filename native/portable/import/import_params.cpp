#include "import_params.hpp"

#include <cstring>
#include <string>
#include <utility>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/string/bytes/utf8_validity.hpp>

#include "../../engine/api/scalar_text.hpp"
#include "../formats.hpp"
#include "given_types.hpp"
#include "import_fields.hpp"
#include "import_values.hpp"
#include "level.hpp"

namespace rowfuse::portable {

Failure import_param(Registration const& transform, std::int32_t place, rowfuse_options const& options, Inputs& inputs) {
  Field const& field = transform.fields.inputs[place];
  arrow::ColumnType const type = transform.cpu.layout.inputs[place];
  arrow::InputColumn& scalar = inputs.column(place);
  std::string const name = "param " + in_quotes(field.name);
  if (options.params == nullptr || options.params_schema == nullptr || options.params->length != 1) {
    return schema_failure(name + " is missing: pass params, a struct array of one row.");
  }
  if (Failure failure = check_struct(*options.params_schema, *options.params, "params")) return failure;
  Child const params{options.params_schema, options.params, options.params->offset, 1};
  Level value;
  if (Failure failure = find_field(params, field.name, "param", "", value.child)) return failure;
  ValueFormat const declared = format_within(field, type.nullable, 0);
  if (!fits(*value.child.schema, declared)) return wrong_type(name, *value.child.schema, 0, declared);
  value.count = 1;
  if (value.child.length < 1) return schema_failure(name + " has no row.");
  arrow::InputColumn column;
  if (Failure failure = import_values({field, true, 1, inputs.memory, &column}, {}, value)) return failure;
  if (column.validity != nullptr && !arrow::bit_at(column.validity, column.validity_bit)) {
    if (!type.nullable) return schema_failure(name + " is null, but it is not declared nullable. Pass a value.");
    scalar.values_bytes = -1;
    return {};
  }
  if (type.scalar == arrow::TypeId::boolean) {
    scalar.values_begin = arrow::bit_at(column.values, column.values_bit) ? 1 : 0;
  } else if (!arrow::has_offsets(type.scalar)) {
    std::memcpy(&scalar.values_begin, column.values, static_cast<std::size_t>(arrow::byte_width(type.scalar)));
  } else {
    std::int32_t const begin = column.offsets[0];
    std::int32_t const size = column.offsets[1] - begin;
    if (begin < 0 || size < 0) return schema_failure(name + " has malformed offsets.");
    char const* const from = static_cast<char const*>(column.values) + begin;
    if (type.scalar == arrow::TypeId::utf8 && !arrow::is_valid_utf8(from, size)) return schema_failure(name + " is not UTF-8.");
    auto const copy = copy_scalar_text(from, size, scalar);
    if (copy == nullptr) return {ROWFUSE_DEVICE, "there is no memory for " + name + "."};
    inputs.memory.keep(copy);
  }
  return {};
}

Failure check_struct(ArrowSchema const& schema, ArrowArray const& array, char const* what) {
  if (!is_struct({&schema, &array, array.offset, array.length})) {
    return schema_failure(std::string(what) + " is not a struct array. Pass a record batch, or a struct of the columns.");
  }
  BitRange const present = bits_of({&schema, &array, array.offset, array.length});
  for (std::int64_t row = 0; present.bits != nullptr && row < array.length; ++row) {
    if (present.has(row)) continue;
    return schema_failure(std::string(what) + ": row " + std::to_string(row) + " as a whole is null. Make its columns null instead.");
  }
  return {};
}

}  // namespace rowfuse::portable
