#include "import_list.hpp"

#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "formats.hpp"
#include "plain_elements.hpp"
#include "text_layouts.hpp"

namespace rowfuse::portable {

namespace {

bool fits(ArrowSchema const& schema, ElementFormat const& element) {
  std::string_view const format = schema.format == nullptr ? "" : schema.format;
  if (schema.dictionary != nullptr) return element.format == "u" && is_text_dictionary(schema);
  if (!element.is_list()) return matches(format, element.format);
  return format == "+l" && schema.n_children == 1 && fits(*schema.children[0], element_of(element.format));
}

std::string given_elements(ArrowSchema const& schema) {
  if (schema.dictionary != nullptr) return "dictionaries";
  std::string_view const format = schema.format == nullptr ? "" : schema.format;
  if (format == "+l" && schema.n_children == 1) return "lists of " + given_elements(*schema.children[0]);
  return type_name(format);
}

Failure wrong_type(Field const& field, std::string const& given) {
  return schema_failure("column " + quoted(field.name) + " is " + given + ", but it is declared list(" +
                        element_name(element_of(field.format)) + "). Cast it before the call.");
}

/// The arrays within a list have the buffers and children of their types.
bool is_whole(Child const& child, ElementFormat const& element) {
  ArrowArray const& array = *child.array;
  bool const has_text = element.has_offsets() && child.schema->dictionary == nullptr;
  if (array.n_buffers != (has_text ? 3 : 2) || (element.is_list() && array.n_children != 1)) return false;
  return !element.is_list() || is_whole({child.schema->children[0], array.children[0], 0}, element_of(element.format));
}

Failure check_whole(Field const& field, Child const& elements) {
  if (is_whole(elements, element_of(field.format))) return {};
  return schema_failure("column " + quoted(field.name) + ": its elements have not the buffers of their type.");
}

/// Whether there are nulls, at any depth, where none are declared.
bool has_undeclared_nulls(ElementFormat const& element, Elements const& elements) {
  if (!element.nullable && bits_of(elements.child).bits != nullptr) return true;
  return element.is_list() && has_undeclared_nulls(element_of(element.format), within(elements));
}

/// The place of the first of them in its own list, out of the elements [begin, end); -1 where there is none. Lists of malformed offsets
/// fail their row, whatever they hold.
std::int64_t find_null(ElementFormat const& element, Elements const& elements, std::int64_t begin, std::int64_t end) {
  Bits const present = bits_of(elements.child);
  for (std::int64_t at = begin; at < end; ++at) {
    if (!present.has(at)) {
      if (!element.nullable) return at - begin;
      continue;
    }
    if (!element.is_list()) continue;
    auto const* const starts = starts_of(elements);
    Elements const inner = within(elements);
    if (!is_sound(starts[at], inner.count) || !is_sound(starts[at + 1], inner.count)) continue;
    std::int64_t const found = find_null(element_of(element.format), inner, starts[at], starts[at + 1]);
    if (found >= 0) return found;
  }
  return -1;
}

/// Makes the columns of one list.
class Lowering {
 public:
  Lowering(std::int64_t length, Field const& field, Inputs& inputs) : length_{length}, field_{field}, inputs_{inputs} {}

  /// `rows` are the places of the rows' first elements, and of the end of the last; -1 for those of malformed offsets.
  Failure lower(ElementFormat const& element, Elements const& elements, std::int32_t const* rows, Range range,
                arrow::InputColumn* columns) {
    if (Failure failure = values(element, elements, rows, range, columns)) return failure;
    return element.nullable ? flags(bits_of(elements.child), rows, range, columns[parts_of(element) - 1]) : Failure{};
  }

  /// As many numbers as there are offsets, which the call keeps.
  std::int32_t* take() {
    auto const places = std::shared_ptr<std::int32_t[]>(new std::int32_t[static_cast<std::size_t>(length_) + 1]);
    inputs_.texts.push_back(places);
    return places.get();
  }

 private:
  Failure values(ElementFormat const& element, Elements const& elements, std::int32_t const* rows, Range range,
                 arrow::InputColumn* columns) {
    Child const& child = elements.child;
    if (!element.is_list() && !element.has_offsets()) {
      if (element.format == "b") return flags({values_at<std::uint8_t>(child, 1), child.offset}, rows, range, columns[0]);
      std::int64_t const width = element.width();
      return bytes(values_at<char>(child, 1) + (child.offset + range.begin) * width, width, rows, range, columns[0]);
    }
    auto const* const starts = starts_of(elements);
    auto* const places = take();
    for (std::int64_t row = 0; row <= length_; ++row) places[row] = rows[row] < 0 ? -1 : starts == nullptr ? 0 : starts[rows[row]];
    auto const* const first = starts == nullptr ? nullptr : starts + range.begin;
    if (element.is_list()) {
      Elements const inner = within(elements);
      for (std::int64_t row = 0; row <= length_; ++row) places[row] = is_sound(places[row], inner.count) ? places[row] : -1;
      Range const within = range_of(first, starts == nullptr ? 0 : range.end - range.begin + 1, inner.count);
      if (Failure failure = lower(element_of(element.format), inner, places, within, columns)) return failure;
    } else {
      columns[0].values = starts == nullptr ? nullptr : values_at<char>(child, 2);
      columns[0].values_bytes = starts == nullptr || starts[elements.count] < 0 ? 0 : starts[elements.count];
      columns[0].offsets = places;
    }
    return bytes(first, 4, rows, range, columns[element.counted()]);
  }

  /// Elements of a fixed width.
  Failure bytes(void const* values, std::int64_t width, std::int32_t const* rows, Range range, arrow::InputColumn& column) {
    std::int64_t const size = (range.end - range.begin) * width;
    if (size > std::numeric_limits<std::int32_t>::max()) {
      return schema_failure("column " + quoted(field_.name) + " has more than 2147483647 bytes of elements. Pass it in pieces.");
    }
    auto* const places = take();
    for (std::int64_t row = 0; row <= length_; ++row) {
      bool const is_within = rows[row] >= range.begin && rows[row] <= range.end;
      places[row] = is_within ? static_cast<std::int32_t>((rows[row] - range.begin) * width) : -1;
    }
    column.values = values;
    column.values_bytes = size;
    column.offsets = places;
    return {};
  }

  /// A byte for each bit.
  Failure flags(Bits const& bits, std::int32_t const* rows, Range range, arrow::InputColumn& column) {
    auto const flags = std::shared_ptr<char[]>(new char[static_cast<std::size_t>(range.end - range.begin) + 1]);
    for (std::int64_t at = range.begin; at < range.end; ++at) flags[static_cast<std::size_t>(at - range.begin)] = bits.has(at) ? 1 : 0;
    inputs_.texts.push_back(flags);
    return bytes(flags.get(), 1, rows, range, column);
  }

  std::int64_t length_;
  Field const& field_;
  Inputs& inputs_;
};

}  // namespace

Failure find_elements(Field const& field, Child const& list, std::int64_t length, Elements& elements) {
  std::string_view const format = list.schema->format == nullptr ? "" : list.schema->format;
  bool const is_list = list.schema->dictionary == nullptr && format == "+l" && list.schema->n_children == 1;
  if (!is_list) return wrong_type(field, list.schema->dictionary != nullptr ? "a dictionary" : type_name(format));
  ArrowSchema const* const item = list.schema->children[0];
  if (!fits(*item, element_of(field.format))) return wrong_type(field, "a list of " + given_elements(*item));
  if (list.array->n_buffers != 2 || list.array->n_children != 1 || list.array->length < length) {
    return schema_failure("column " + quoted(field.name) + " is no list of so many rows as the batch.");
  }
  elements = within({list, list.array->length});
  return check_whole(field, elements.child);
}

Failure check_elements(Field const& field, Child const& elements) {
  if (!fits(*elements.schema, element_of(field.format))) return wrong_type(field, "a list of " + given_elements(*elements.schema));
  return check_whole(field, elements);
}

Failure lower_list(Child const& list, Elements const& given, Field const& field, Inputs& inputs, arrow::InputColumn* columns) {
  std::int64_t const length = inputs.length;
  ElementFormat const element = element_of(field.format);
  auto const* const offsets = values_at<std::int32_t>(list, 1) + list.offset;
  Range const range = range_of(offsets, length + 1, given.count);
  Elements elements = given;
  if (Failure failure = make_plain(field, element, range, inputs, elements)) return failure;
  if (has_undeclared_nulls(element, elements)) {
    Bits const valid{columns[0].validity, columns[0].validity_bit};
    for (std::int64_t row = 0; row < length; ++row) {
      bool const is_list = valid.has(row) && is_sound(offsets[row], elements.count) && is_sound(offsets[row + 1], elements.count);
      std::int64_t const at = is_list ? find_null(element, elements, offsets[row], offsets[row + 1]) : -1;
      if (at < 0) continue;
      return schema_failure("column " + quoted(field.name) + ": element " + std::to_string(at) + " of row " + std::to_string(row) +
                            " is null, but the elements are not declared nullable. Declare them so, or fill the nulls before the call.");
    }
  }
  Lowering lowering(length, field, inputs);
  auto* const rows = lowering.take();
  for (std::int64_t row = 0; row <= length; ++row) rows[row] = is_sound(offsets[row], elements.count) ? offsets[row] : -1;
  return lowering.lower(element, elements, rows, range, columns);
}

}  // namespace rowfuse::portable
