#include "plain_elements.hpp"

#include <memory>

#include "text_layouts.hpp"

namespace rowfuse::portable {

namespace {

/// An array in the place of another, within a call: nobody releases it.
struct Replacement {
  ArrowSchema schema{};
  ArrowArray array{};
  void const* buffers[3]{};
  ArrowSchema* schema_child = nullptr;
  ArrowArray* array_child = nullptr;
};

/// The same array, to be changed, which the call keeps.
Replacement& replace(Elements& elements, Inputs& inputs) {
  auto const made = std::make_shared<Replacement>();
  inputs.texts.push_back(made);
  made->schema = *elements.child.schema;
  made->array = *elements.child.array;
  elements.child.schema = &made->schema;
  elements.child.array = &made->array;
  return *made;
}

bool is_converted(ArrowSchema const& schema, ElementFormat const& element) {
  if (element.is_list()) return is_converted(*schema.children[0], element_of(element.format));
  return schema.dictionary != nullptr || has_large_offsets(element.format);
}

Failure make_plain_texts(Field const& field, Range range, Inputs& inputs, Elements& elements) {
  Child const child = elements.child;
  Bits const present = bits_of(child);
  arrow::InputColumn column;
  column.validity = present.bits;
  column.validity_bit = present.offset + range.begin;
  OtherTexts const texts{{child.schema, child.array, child.offset + range.begin},
                         range.end - range.begin,
                         child.offset + range.begin,
                         elements.count - range.end,
                         range.begin};
  bool const looks_up = child.schema->dictionary != nullptr;
  if (Failure failure = looks_up ? spread_out(texts, field, inputs, column) : narrow(texts, field, inputs, column)) return failure;
  Replacement& made = replace(elements, inputs);
  made.buffers[0] = looks_up ? column.validity : present.bits;
  made.buffers[1] = column.offsets - texts.before;
  made.buffers[2] = column.values;
  made.schema.dictionary = nullptr;
  made.array.dictionary = nullptr;
  made.array.null_count = made.buffers[0] == nullptr ? 0 : -1;
  made.array.n_buffers = 3;
  made.array.buffers = made.buffers;
  return {};
}

}  // namespace

Failure make_plain(Field const& field, ElementFormat const& element, Range range, Inputs& inputs, Elements& elements) {
  if (elements.count == 0 || !is_converted(*elements.child.schema, element)) return {};
  if (!element.is_list()) return make_plain_texts(field, range, inputs, elements);
  Elements inner = within(elements);
  Range const below = range_of(starts_of(elements) + range.begin, range.end - range.begin + 1, inner.count);
  if (Failure failure = make_plain(field, element_of(element.format), below, inputs, inner)) return failure;
  Replacement& made = replace(elements, inputs);
  // Only read within the call.
  made.schema_child = const_cast<ArrowSchema*>(inner.child.schema);
  made.array_child = const_cast<ArrowArray*>(inner.child.array);
  made.schema.children = &made.schema_child;
  made.array.children = &made.array_child;
  return {};
}

}  // namespace rowfuse::portable
