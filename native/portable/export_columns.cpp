#include "export_columns.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include <rowfuse/arrow/bits.hpp>

#include "formats.hpp"

namespace rowfuse::portable {

namespace {

constexpr std::align_val_t alignment{64};

/// The parts of an array and of its schema, which live as long as it does.
struct ArrayParts {
  std::vector<void const*> buffers;
  std::vector<std::unique_ptr<ArrowArray>> children;
  std::vector<ArrowArray*> child_pointers;
  std::vector<std::shared_ptr<void>> memory;
};
struct SchemaParts {
  std::string name;
  std::vector<std::unique_ptr<ArrowSchema>> children;
  std::vector<ArrowSchema*> child_pointers;
};

template <class Node, class Parts>
void release(Node* node) {
  for (std::int64_t i = 0; i < node->n_children; ++i) {
    Node* const child = node->children[i];
    if (child != nullptr && child->release != nullptr) child->release(child);
  }
  delete static_cast<Parts*>(node->private_data);
  node->release = nullptr;
}

ArrowArray make_array(std::int64_t length, std::int64_t nulls, std::unique_ptr<ArrayParts> parts) {
  ArrowArray array{};
  array.length = length;
  array.null_count = nulls;
  array.n_buffers = static_cast<std::int64_t>(parts->buffers.size());
  array.buffers = parts->buffers.data();
  for (auto const& child : parts->children) parts->child_pointers.push_back(child.get());
  array.n_children = static_cast<std::int64_t>(parts->children.size());
  array.children = parts->child_pointers.data();
  array.release = &release<ArrowArray, ArrayParts>;
  array.private_data = parts.release();
  return array;
}

ArrowSchema make_schema(char const* format, bool nullable, std::unique_ptr<SchemaParts> parts) {
  ArrowSchema schema{};
  schema.format = format;
  schema.name = parts->name.c_str();
  schema.flags = nullable ? ARROW_FLAG_NULLABLE : 0;
  for (auto const& child : parts->children) parts->child_pointers.push_back(child.get());
  schema.n_children = static_cast<std::int64_t>(parts->children.size());
  schema.children = parts->child_pointers.data();
  schema.release = &release<ArrowSchema, SchemaParts>;
  schema.private_data = parts.release();
  return schema;
}

/// 64-bit offsets, which the array owns.
void const* widen(std::int32_t const* offsets, std::int64_t length, ArrayParts& parts) {
  auto wide = std::make_shared<std::vector<std::int64_t>>(offsets, offsets + length + 1);
  parts.memory.push_back(wide);
  return wide->data();
}

}  // namespace

void Outputs::Free::operator()(void* data) const { ::operator delete(data, alignment); }

void* Outputs::take(std::int64_t bytes) {
  // Bitmaps are written by whole words.
  auto const size = (static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1)) + 63) & ~std::size_t{63};
  void* const data = ::operator new(size, alignment, std::nothrow);
  failed_ = failed_ || data == nullptr;
  buffers_.emplace_back(data);
  return data;
}

bool Outputs::allocate(arrow::Layout const& layout, std::int64_t length, std::vector<std::int64_t> const& bytes) {
  for (std::int32_t i = 0; i < layout.output_count; ++i) {
    arrow::ColumnType const type = layout.outputs[i];
    bool const text = arrow::has_offsets(type.id);
    arrow::OutputColumn column;
    bool const later = text && bytes.empty();
    column.values_bytes = type.id == arrow::TypeId::boolean ? arrow::bitmap_bytes(length) : length * arrow::byte_width(type.id);
    if (text) column.values_bytes = later ? 0 : bytes[static_cast<std::size_t>(i)];
    if (!later) column.values = take(column.values_bytes);
    if (text) column.offsets = static_cast<std::int32_t*>(take((length + 1) * std::int64_t{sizeof(std::int32_t)}));
    if (type.nullable) column.validity = static_cast<std::uint8_t*>(take(arrow::bitmap_bytes(length)));
    columns_.push_back(column);
  }
  // Without rows nothing writes the one offset that there is.
  for (auto const& column : columns_) {
    if (!failed_ && column.offsets != nullptr) column.offsets[0] = 0;
  }
  return !failed_;
}

void Outputs::adopt(std::vector<OutputMemory> text) {
  text_ = std::move(text);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].values == nullptr && i < text_.size()) columns_[i].values = text_[i].data();
  }
}

void Outputs::adopt(CallResult& result) {
  columns_.resize(result.memory.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columns_[i].values = result.memory[i].data();
    columns_[i].offsets = reinterpret_cast<std::int32_t*>(result.offsets[i].data());
    columns_[i].validity = reinterpret_cast<std::uint8_t*>(result.validity[i].data());
  }
  for (auto* const memory : {&result.memory, &result.offsets, &result.validity}) {
    for (OutputMemory& part : *memory) text_.push_back(std::move(part));
  }
}

namespace {

/// What a struct of the result is made of, and what the fields of one have in common.
struct Nested {
  std::vector<std::unique_ptr<ArrowArray>> arrays;
  std::vector<std::unique_ptr<ArrowSchema>> schemas;
};

/// The place of a name of a field's path.
char const* name_at(Field const& field, std::int32_t depth) {
  char const* name = field.path == nullptr ? field.name : field.path;
  for (std::int32_t i = 0; i < depth; ++i) name += std::strlen(name) + 1;
  return name;
}

}  // namespace

/// The memory of a result, and the columns that lie in it.
struct Outputs::Given {
  Registration const& transform;
  std::vector<arrow::OutputColumn> const& columns;
  std::vector<std::int64_t> const& null_counts;
  std::int64_t length;
  std::shared_ptr<void> memory;

  std::int64_t nulls(std::int32_t i) const {
    bool const has = transform.cpu.layout.outputs[i].nullable && length > 0 && transform.fields.outputs[i].part != Part::required;
    return has ? null_counts[static_cast<std::size_t>(i)] : 0;
  }

  /// Vectors that an array owns.
  template <class Value>
  static std::vector<Value>& own(ArrayParts& parts, std::size_t size) {
    auto made = std::make_shared<std::vector<Value>>(size);
    parts.memory.push_back(made);
    return *made;
  }

  /// One bit for each of so many bytes.
  static std::vector<std::uint8_t>& packed(ArrayParts& parts, void const* flags, std::int64_t count, std::int64_t& clear) {
    auto& bits = own<std::uint8_t>(parts, static_cast<std::size_t>(count) / 8 + 1);
    clear = 0;
    for (std::int64_t at = 0; at < count; ++at) {
      if (static_cast<char const*>(flags)[at] == 0) ++clear;
      else bits[static_cast<std::size_t>(at) / 8] |= static_cast<std::uint8_t>(1 << (at & 7));
    }
    return bits;
  }

  arrow::OutputColumn const& column(std::int32_t i) const { return columns[static_cast<std::size_t>(i)]; }

  /// The bytes of all rows in an output that has offsets.
  std::int64_t bytes_of(std::int32_t i) const { return length == 0 ? 0 : column(i).offsets[length]; }

  /// Where each row begins among the elements of a list whose columns are the outputs from `first` on. Its parts agree, as long as
  /// nobody writes to the input meanwhile: what is beyond the memory that they have is cut off.
  std::vector<std::int32_t>& rows_of(ElementFormat const& element, std::int32_t first, ArrayParts& parts) const {
    auto& rows = own<std::int32_t>(parts, static_cast<std::size_t>(length) + 1);
    std::int32_t const counted = first + element.counted();
    std::int64_t most = bytes_of(counted) / element.width();
    if (element.nullable) most = std::min(most, bytes_of(first + parts_of(element) - 1));
    for (std::int64_t row = 0; row <= length && length > 0; ++row) {
      rows[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(std::min(column(counted).offsets[row] / element.width(), most));
    }
    return rows;
  }

  /// Where elements begin among all that they hold, out of where they begin among those of their row. `rows` says where these begin
  /// among the elements, `below` among what they hold.
  template <class Below>
  std::vector<std::int32_t>& offsets_of(std::int32_t starts, std::vector<std::int32_t> const& rows, Below const& below, ArrayParts& parts) const {
    auto& offsets = own<std::int32_t>(parts, static_cast<std::size_t>(rows.back()) + 1);
    auto const* const begins = static_cast<std::int32_t const*>(column(starts).values);
    std::int64_t const most = length == 0 ? 0 : below[length];
    std::int64_t last = 0;
    for (std::int64_t row = 0; row < length; ++row) {
      for (std::int64_t at = rows[static_cast<std::size_t>(row)]; at < rows[static_cast<std::size_t>(row) + 1]; ++at) {
        last = std::max(last, std::min(std::int64_t{below[row]} + begins[at], most));
        offsets[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(last);
      }
    }
    offsets.back() = static_cast<std::int32_t>(most);
    return offsets;
  }

  /// The elements of a list whose columns are the outputs from `first` on: values, where texts and lists begin among those of their
  /// row, and where nulls may be among them a byte each, 0 for a null.
  void add_elements(ElementFormat const& element, std::int32_t first, std::vector<std::int32_t> const& rows, char const* name,
                    Nested& target) const {
    static char nothing = 0;
    std::int64_t const count = rows.back();
    auto parts = std::make_unique<ArrayParts>();
    auto named = std::make_unique<SchemaParts>();
    parts->memory.push_back(memory);
    named->name = name;
    std::int64_t clear = 0;
    void const* validity = nullptr;
    if (element.nullable) {
      auto const& bits = packed(*parts, column(first + parts_of(element) - 1).values, count, clear);
      if (clear > 0) validity = bits.data();
    }
    parts->buffers.push_back(validity);
    void const* values = column(first).values == nullptr ? &nothing : column(first).values;
    if (element.is_list()) {
      ElementFormat const inner = element_of(element.format);
      auto const& below = rows_of(inner, first, *parts);
      parts->buffers.push_back(offsets_of(first + element.counted(), rows, below, *parts).data());
      Nested items;
      add_elements(inner, first, below, "item", items);
      parts->children = std::move(items.arrays);
      named->children = std::move(items.schemas);
    } else if (element.has_offsets()) {
      auto const* const offsets = offsets_of(first + 1, rows, column(first).offsets, *parts).data();
      parts->buffers.push_back(has_large_offsets(element.format) ? widen(offsets, count, *parts) : offsets);
      parts->buffers.push_back(values);
    } else {
      std::int64_t unused = 0;
      parts->buffers.push_back(element.format == "b" ? packed(*parts, values, count, unused).data() : values);
    }
    target.arrays.push_back(std::make_unique<ArrowArray>(make_array(count, clear, std::move(parts))));
    char const* const format = element.is_list() ? "+l" : element.format.data();
    target.schemas.push_back(std::make_unique<ArrowSchema>(make_schema(format, element.nullable, std::move(named))));
  }

  /// A list of the outputs from `first` on.
  void add_list(std::int32_t first, char const* name, Nested& target) const {
    Field const& field = transform.fields.outputs[first];
    ElementFormat const element = element_of(field.format);
    bool const may_be_null = transform.cpu.layout.outputs[first].nullable && field.part != Part::required;
    auto parts = std::make_unique<ArrayParts>();
    auto const& rows = rows_of(element, first, *parts);
    Nested items;
    add_elements(element, first, rows, "item", items);
    wrap_list(first, name, rows, may_be_null, std::move(parts), std::move(items), target);
  }

  /// Elements as those of lists, of which output `validity` says where they are null.
  void wrap_list(std::int32_t validity, char const* name, std::vector<std::int32_t> const& rows, bool may_be_null,
                 std::unique_ptr<ArrayParts> parts, Nested items, Nested& target) const {
    parts->memory.push_back(memory);
    parts->buffers = {nulls(validity) > 0 ? column(validity).validity : nullptr, rows.data()};
    parts->children = std::move(items.arrays);
    target.arrays.push_back(std::make_unique<ArrowArray>(make_array(length, nulls(validity), std::move(parts))));
    auto named = std::make_unique<SchemaParts>();
    named->name = name;
    named->children = std::move(items.schemas);
    target.schemas.push_back(std::make_unique<ArrowSchema>(make_schema("+l", may_be_null, std::move(named))));
  }

  /// A list of structs: their fields are lists of the same lengths. Where it may be null the first output says where it is.
  void add_records(std::int32_t first, std::int32_t last, std::int32_t depth, char const* name, Nested& target) const {
    bool const nullable = is_presence(first, depth);
    std::int32_t const begin = nullable ? first + 1 : first;
    auto parts = std::make_unique<ArrayParts>();
    auto const& rows = rows_of(element_of(transform.fields.outputs[begin].format), begin, *parts);
    Nested items;
    add_record(begin, last, depth + 1, rows, "item", items);
    wrap_list(first, name, rows, nullable, std::move(parts), std::move(items), target);
  }

  /// The structs of a list, which consist of the outputs from `first` up to `last`, that begin with the same `depth` names.
  void add_record(std::int32_t first, std::int32_t last, std::int32_t depth, std::vector<std::int32_t> const& rows, char const* name,
                  Nested& target) const {
    Nested fields;
    for (std::int32_t i = first; i < last;) {
      Field const& field = transform.fields.outputs[i];
      char const* const own = name_at(field, depth);
      if (field.depth == depth + 1) {
        ElementFormat const element = element_of(field.format);
        add_elements(element, i, rows, own, fields);
        i += parts_of(element);
        continue;
      }
      std::int32_t const end = end_of(i, last, depth);
      add_record(i, end, depth + 1, rows, own, fields);
      i = end;
    }
    auto parts = std::make_unique<ArrayParts>();
    parts->buffers.push_back(nullptr);
    parts->children = std::move(fields.arrays);
    target.arrays.push_back(std::make_unique<ArrowArray>(make_array(rows.back(), 0, std::move(parts))));
    auto named = std::make_unique<SchemaParts>();
    named->name = name;
    named->children = std::move(fields.schemas);
    target.schemas.push_back(std::make_unique<ArrowSchema>(make_schema("+s", false, std::move(named))));
  }

  void add_leaf(std::int32_t i, char const* name, Nested& target) const {
    static char nothing = 0;  // text of no bytes has no memory, and a buffer must be somewhere
    auto const& column = columns[static_cast<std::size_t>(i)];
    arrow::ColumnType const type = transform.cpu.layout.outputs[i];
    Field const& field = transform.fields.outputs[i];
    auto parts = std::make_unique<ArrayParts>();
    parts->memory.push_back(memory);
    // A required field has no nulls of its own: where its struct is null, it is zero or empty.
    parts->buffers.push_back(nulls(i) > 0 ? column.validity : nullptr);
    if (arrow::has_offsets(type.id)) {
      parts->buffers.push_back(has_large_offsets(field.format) ? widen(column.offsets, length, *parts) : column.offsets);
    }
    parts->buffers.push_back(column.values == nullptr ? &nothing : column.values);
    target.arrays.push_back(std::make_unique<ArrowArray>(make_array(length, nulls(i), std::move(parts))));
    auto named = std::make_unique<SchemaParts>();
    named->name = name;
    bool const nullable = type.nullable && field.part != Part::required;
    target.schemas.push_back(std::make_unique<ArrowSchema>(make_schema(field.format, nullable, std::move(named))));
  }

  /// Whether an output says where the struct, or the list of structs, of its first `depth` + 1 names is null.
  bool is_presence(std::int32_t i, std::int32_t depth) const {
    Field const& field = transform.fields.outputs[i];
    return field.part == Part::presence && field.depth == depth + 1;
  }

  /// The outputs from `first` on, up to `last`, that have its name behind the first `depth` as well, with more behind that.
  std::int32_t end_of(std::int32_t first, std::int32_t last, std::int32_t depth) const {
    Field const* const fields = transform.fields.outputs;
    char const* const name = name_at(fields[first], depth);
    std::int32_t end = first + 1;
    while (end < last && fields[end].depth > depth + 1 && std::strcmp(name_at(fields[end], depth), name) == 0) ++end;
    return end;
  }

  /// The outputs from `first` on that begin with the same `depth` names, up to `last`.
  void add(std::int32_t first, std::int32_t last, std::int32_t depth, Nested& target) const {
    for (std::int32_t i = first; i < last;) {
      Field const& field = transform.fields.outputs[i];
      char const* const name = name_at(field, depth);
      if (field.depth == depth + 1 && field.part != Part::presence) {
        if (is_list(field)) add_list(i, name, target);
        else add_leaf(i, name, target);
        i += is_list(field) ? parts_of(element_of(field.format)) : 1;
        continue;
      }
      std::int32_t const end = end_of(i, last, depth);
      if (field.listed == depth + 1) add_records(i, end, depth, name, target);
      else add_struct(i, end, depth, name, target);
      i = end;
    }
  }

  /// Of a struct that may be null the first output says where it is.
  void add_struct(std::int32_t first, std::int32_t last, std::int32_t depth, char const* name, Nested& target) const {
    bool const nullable = is_presence(first, depth);
    Nested fields;
    add(nullable ? first + 1 : first, last, depth + 1, fields);
    std::int64_t const count = nullable ? nulls(first) : 0;
    auto parts = std::make_unique<ArrayParts>();
    parts->memory.push_back(memory);
    parts->buffers.push_back(count > 0 ? columns[static_cast<std::size_t>(first)].validity : nullptr);
    parts->children = std::move(fields.arrays);
    target.arrays.push_back(std::make_unique<ArrowArray>(make_array(length, count, std::move(parts))));
    auto named = std::make_unique<SchemaParts>();
    named->name = name;
    named->children = std::move(fields.schemas);
    target.schemas.push_back(std::make_unique<ArrowSchema>(make_schema("+s", nullable, std::move(named))));
  }
};

bool Outputs::give(Registration const& transform, std::int64_t length, std::vector<std::int64_t> const& null_counts,
                   ArrowSchema& schema, ArrowArray& array) try {
  struct Memory {
    std::vector<Buffer> buffers;
    std::vector<OutputMemory> text;
  };
  auto const memory = std::make_shared<Memory>(Memory{std::move(buffers_), std::move(text_)});
  Nested columns;
  Given{transform, columns_, null_counts, length, memory}.add(0, transform.cpu.layout.output_count, 0, columns);
  auto root = std::make_unique<ArrayParts>();
  auto fields = std::make_unique<SchemaParts>();
  root->buffers.push_back(nullptr);
  root->children = std::move(columns.arrays);
  fields->children = std::move(columns.schemas);
  array = make_array(length, 0, std::move(root));
  schema = make_schema("+s", false, std::move(fields));
  return true;
} catch (std::bad_alloc const&) {
  return false;
}

}  // namespace rowfuse::portable
