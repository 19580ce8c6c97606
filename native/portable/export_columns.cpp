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

  /// A list of the outputs from `first` on: the bytes of its elements, row by row; of text where each begins among those of its row,
  /// in 4 bytes; and, where nulls may be among them, a byte each, 0 for a null. They agree, as long as nobody writes to the input
  /// meanwhile: what is beyond the memory that they have is cut off.
  void add_list(std::int32_t first, std::int32_t count, char const* name, Nested& target) const {
    static char nothing = 0;
    Field const& field = transform.fields.outputs[first];
    std::string_view const element = field.format + 2;
    bool const text = element == "u";
    bool const nullable = count > (text ? 2 : 1);
    auto const& bytes = columns[static_cast<std::size_t>(first)];
    auto const bytes_of = [&](std::int32_t part) -> std::int64_t {
      auto const* const offsets = columns[static_cast<std::size_t>(first + part)].offsets;
      return length == 0 ? 0 : offsets[length];
    };
    std::int64_t const width = text ? 4 : element_width(element);
    std::int64_t elements = bytes_of(text ? 1 : 0) / width;
    if (nullable) elements = std::min(elements, bytes_of(count - 1));

    auto inner = std::make_unique<ArrayParts>();
    inner->memory.push_back(memory);
    std::int64_t clear = 0;
    void const* validity = nullptr;
    if (nullable) {
      auto const& bits = packed(*inner, columns[static_cast<std::size_t>(first + count - 1)].values, elements, clear);
      if (clear > 0) validity = bits.data();
    }
    inner->buffers.push_back(validity);
    void const* values = bytes.values == nullptr ? &nothing : bytes.values;
    if (text) {
      auto& ends = own<std::int32_t>(*inner, static_cast<std::size_t>(elements) + 1);
      auto const& places = columns[static_cast<std::size_t>(first + 1)];
      auto const* const starts = static_cast<std::int32_t const*>(places.values);
      std::int32_t last = 0;
      for (std::int64_t row = 0; row < length; ++row) {
        for (std::int64_t at = places.offsets[row] / width; at < std::min(places.offsets[row + 1] / width, elements); ++at) {
          std::int64_t const begin = std::min(std::int64_t{bytes.offsets[row]} + starts[at], bytes_of(0));
          last = std::max(last, static_cast<std::int32_t>(begin));
          ends[static_cast<std::size_t>(at)] = last;
        }
      }
      ends[static_cast<std::size_t>(elements)] = static_cast<std::int32_t>(bytes_of(0));
      inner->buffers.push_back(ends.data());
    } else if (element == "b") {
      std::int64_t unused = 0;
      values = packed(*inner, values, elements, unused).data();
    }
    inner->buffers.push_back(values);

    auto parts = std::make_unique<ArrayParts>();
    parts->memory.push_back(memory);
    parts->buffers.push_back(nulls(first) > 0 ? bytes.validity : nullptr);
    auto& offsets = own<std::int32_t>(*parts, static_cast<std::size_t>(length) + 1);
    auto const* const counted = columns[static_cast<std::size_t>(text ? first + 1 : first)].offsets;
    for (std::int64_t row = 0; row <= length && length > 0; ++row) {
      offsets[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(std::min(counted[row] / width, elements));
    }
    parts->buffers.push_back(offsets.data());
    parts->children.push_back(std::make_unique<ArrowArray>(make_array(elements, clear, std::move(inner))));
    target.arrays.push_back(std::make_unique<ArrowArray>(make_array(length, nulls(first), std::move(parts))));

    auto item = std::make_unique<SchemaParts>();
    item->name = "item";
    auto named = std::make_unique<SchemaParts>();
    named->name = name;
    named->children.push_back(std::make_unique<ArrowSchema>(make_schema(element.data(), nullable, std::move(item))));
    bool const may_be_null = transform.cpu.layout.outputs[first].nullable && field.part != Part::required;
    target.schemas.push_back(std::make_unique<ArrowSchema>(make_schema("+l", may_be_null, std::move(named))));
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

  /// The outputs from `first` on that begin with the same `depth` names, up to `last`.
  void add(std::int32_t first, std::int32_t last, std::int32_t depth, Nested& target) const {
    for (std::int32_t i = first; i < last;) {
      Field const& field = transform.fields.outputs[i];
      char const* const name = name_at(field, depth);
      if (field.depth == depth + 1 && field.part != Part::presence) {
        std::int32_t const parts = parts_of(transform.fields.outputs, i, last);
        if (is_list(field)) add_list(i, parts, name, target);
        else add_leaf(i, name, target);
        i += is_list(field) ? parts : 1;
        continue;
      }
      std::int32_t end = i + 1;
      while (end < last && transform.fields.outputs[end].depth > depth + 1 && std::strcmp(name_at(transform.fields.outputs[end], depth), name) == 0) ++end;
      add_struct(i, end, depth, name, target);
      i = end;
    }
  }

  /// Of a struct that may be null the first output says where it is.
  void add_struct(std::int32_t first, std::int32_t last, std::int32_t depth, char const* name, Nested& target) const {
    Field const& field = transform.fields.outputs[first];
    bool const nullable = field.part == Part::presence && field.depth == depth + 1;
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
