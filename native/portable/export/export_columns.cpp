#include "export_columns.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include <rowfuse/arrow/bits.hpp>

#include "array_parts.hpp"
#include "raise_columns.hpp"

namespace rowfuse::portable {

namespace {

constexpr std::align_val_t alignment{64};

}  // namespace

void Outputs::Free::operator()(void* data) const { ::operator delete(data, alignment); }

void* Outputs::take(std::int64_t bytes) {
  // Bitmaps are written in whole words.
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
  // Without rows nothing writes the single offset.
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

Failure Outputs::give(Registration const& transform, std::int64_t length, std::vector<std::int64_t> const& null_counts, ArrowSchema& schema,
                      ArrowArray& array) {
  struct Memory {
    std::vector<Buffer> buffers;
    std::vector<OutputMemory> text;
  };
  auto const memory = std::make_shared<Memory>(Memory{std::move(buffers_), std::move(text_)});
  Exported columns;
  if (!raise_columns({transform, columns_, null_counts, length, memory}, columns)) return input_changed();
  auto parts = std::make_unique<ArrayParts>();
  auto described = std::make_unique<SchemaParts>();
  parts->buffers.push_back(nullptr);
  parts->children = std::move(columns.arrays);
  described->children = std::move(columns.schemas);
  OwnedArray const root = make_array(length, 0, std::move(parts));
  OwnedSchema const fields = make_schema("+s", false, std::move(described));
  // Moved, as the interface requires: the caller releases them.
  array = *root;
  schema = *fields;
  root->release = nullptr;
  fields->release = nullptr;
  return {};
}

}  // namespace rowfuse::portable
