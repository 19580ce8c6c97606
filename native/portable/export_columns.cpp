#include "export_columns.hpp"

#include <algorithm>
#include <new>
#include <string>
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

bool Outputs::give(Registration const& transform, std::int64_t length, std::vector<std::int64_t> const& null_counts,
                   ArrowSchema& schema, ArrowArray& array) try {
  arrow::Layout const& layout = transform.cpu.layout;
  static char nothing = 0;  // text of no bytes has no memory, and a buffer must be somewhere
  struct Memory {
    std::vector<Buffer> buffers;
    std::vector<OutputMemory> text;
  };
  auto const memory = std::make_shared<Memory>(Memory{std::move(buffers_), std::move(text_)});
  auto root = std::make_unique<ArrayParts>();
  auto fields = std::make_unique<SchemaParts>();
  root->buffers.push_back(nullptr);
  for (std::int32_t i = 0; i < layout.output_count; ++i) {
    auto const& column = columns_[static_cast<std::size_t>(i)];
    arrow::ColumnType const type = layout.outputs[i];
    std::int64_t const nulls = type.nullable && length > 0 ? null_counts[static_cast<std::size_t>(i)] : 0;
    auto parts = std::make_unique<ArrayParts>();
    parts->memory.push_back(memory);
    parts->buffers.push_back(nulls > 0 ? column.validity : nullptr);
    if (arrow::has_offsets(type.id)) {
      bool const large = has_large_offsets(transform.fields.outputs[i].format);
      parts->buffers.push_back(large ? widen(column.offsets, length, *parts) : column.offsets);
    }
    parts->buffers.push_back(column.values == nullptr ? &nothing : column.values);
    root->children.push_back(std::make_unique<ArrowArray>(make_array(length, nulls, std::move(parts))));
    auto field = std::make_unique<SchemaParts>();
    field->name = transform.fields.outputs[i].name;
    fields->children.push_back(
        std::make_unique<ArrowSchema>(make_schema(transform.fields.outputs[i].format, type.nullable, std::move(field))));
  }
  array = make_array(length, 0, std::move(root));
  schema = make_schema("+s", false, std::move(fields));
  return true;
} catch (std::bad_alloc const&) {
  return false;
}

}  // namespace rowfuse::portable
