#include "allocate_outputs.hpp"

#include <cstddef>

#include <rowfuse/arrow/bits.hpp>

namespace rowfuse::cpu {

std::vector<arrow::OutputColumn> allocate_outputs(arrow::Layout const& layout, std::int64_t length, CallResult& result) {
  auto const count = static_cast<std::size_t>(layout.output_count);
  std::vector<arrow::OutputColumn> outputs(count);
  for (auto* const parts : {&result.memory, &result.offsets, &result.validity}) parts->resize(count);
  std::int64_t total = 0;
  bool allocated = true;
  auto const allocate = [&](OutputMemory& memory, std::int64_t bytes) {
    total += bytes;
    if (allocated && result.share.hold(total)) memory = OutputMemory::borrow(bytes);
    allocated = memory.data() != nullptr || bytes == 0;
    return memory.data();
  };
  for (std::size_t i = 0; i < count; ++i) {
    arrow::ColumnType const type = layout.outputs[i];
    std::int64_t const bits = arrow::bitmap_bytes(length);
    if (type.nullable) outputs[i].validity = reinterpret_cast<std::uint8_t*>(allocate(result.validity[i], bits));
    if (arrow::has_offsets(type.id)) {
      constexpr std::int64_t width = sizeof(std::int32_t);
      outputs[i].offsets = reinterpret_cast<std::int32_t*>(allocate(result.offsets[i], (length + 1) * width));
    } else {
      outputs[i].values_bytes = type.id == arrow::TypeId::boolean ? bits : length * arrow::byte_width(type.id);
      outputs[i].values = allocate(result.memory[i], outputs[i].values_bytes);
    }
    if (!allocated) return {};
  }
  return outputs;
}

}  // namespace rowfuse::cpu
