#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../rowfuse.h"

namespace rowfuse::portable {

/// Releases nodes that have not been moved out.
struct Release {
  template <class Node>
  void operator()(Node* node) const {
    if (node->release != nullptr) node->release(node);
    delete node;
  }
};
using OwnedArray = std::unique_ptr<ArrowArray, Release>;
using OwnedSchema = std::unique_ptr<ArrowSchema, Release>;

/// The arrays and schemas of a struct or a list.
struct Exported {
  std::vector<OwnedArray> arrays;
  std::vector<OwnedSchema> schemas;
};

/// The parts of an array, which live as long as it does.
struct ArrayParts {
  std::vector<void const*> buffers;
  std::vector<OwnedArray> children;
  std::vector<ArrowArray*> child_pointers;
  std::vector<std::shared_ptr<void>> memory;

  /// Makes `size` zeros, which the array owns.
  template <class Value>
  std::vector<Value>& own(std::int64_t size) {
    auto made = std::make_shared<std::vector<Value>>(static_cast<std::size_t>(size));
    memory.push_back(made);
    return *made;
  }
};

/// The parts of a schema.
struct SchemaParts {
  std::string name;
  std::vector<OwnedSchema> children;
  std::vector<ArrowSchema*> child_pointers;
};

/// Releases an array or a schema, with all children that have not been moved out.
template <class Node, class Parts>
void release(Node* node) {
  delete static_cast<Parts*>(node->private_data);
  node->release = nullptr;
}

/// Moves the parts to a node of the C data interface.
template <class Node, class Parts>
void adopt(Node& node, std::unique_ptr<Parts> parts) {
  for (auto const& child : parts->children) parts->child_pointers.push_back(child.get());
  node.n_children = static_cast<std::int64_t>(parts->children.size());
  node.children = parts->child_pointers.data();
  node.release = &release<Node, Parts>;
  node.private_data = parts.release();
}

inline OwnedArray make_array(std::int64_t length, std::int64_t nulls, std::unique_ptr<ArrayParts> parts) {
  OwnedArray array(new ArrowArray{});
  array->length = length;
  array->null_count = nulls;
  array->n_buffers = static_cast<std::int64_t>(parts->buffers.size());
  array->buffers = parts->buffers.data();
  adopt(*array, std::move(parts));
  return array;
}

/// The format is static text.
inline OwnedSchema make_schema(char const* format, bool nullable, std::unique_ptr<SchemaParts> parts) {
  OwnedSchema schema(new ArrowSchema{});
  schema->format = format;
  schema->name = parts->name.c_str();
  schema->flags = nullable ? ARROW_FLAG_NULLABLE : 0;
  adopt(*schema, std::move(parts));
  return schema;
}

}  // namespace rowfuse::portable
