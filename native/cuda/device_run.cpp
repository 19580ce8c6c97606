#include <rowfuse/cuda/device_run.hpp>

#include <limits>

#include <cuda_runtime_api.h>

#include <rowfuse/arrow/bits.hpp>

namespace rowfuse::cuda {

namespace {

std::int64_t offsets_bytes(std::int64_t length) { return (length + 1) * std::int64_t{sizeof(std::int32_t)}; }

int reserve(DeviceBuffer& buffer, std::int64_t bytes, CUstream_st* stream) {
  return buffer.reserve(static_cast<std::size_t>(bytes), stream);
}

/// The bare pointers that kernels take.
std::vector<arrow::OutputColumn> pointers(std::vector<DeviceColumn> const& columns) {
  std::vector<arrow::OutputColumn> result(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    result[i] = {columns[i].values.get(), columns[i].values_bytes, static_cast<std::int32_t*>(columns[i].offsets.get()),
                 static_cast<std::uint8_t*>(columns[i].validity.get())};
  }
  return result;
}

}  // namespace

int DeviceRun::run(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
                   std::vector<DeviceColumn>& outputs, RunReport& report) const {
  arrow::Layout const& layout = entry_.layout;
  TwoPass const passes(entry_);
  report = {};
  outputs.clear();
  outputs.resize(static_cast<std::size_t>(layout.output_count));

  Report found;
  if (layout.has_text_output()) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (layout.outputs[i].id != arrow::TypeId::utf8) continue;
      if (int const error = reserve(outputs[i].offsets, offsets_bytes(length), stream)) return error;
    }
    if (int const error = passes.measure(stream, inputs, length, pointers(outputs).data(), workspace, found)) {
      return error;
    }
    report.fault_row = found.fault_row;
    report.fault = found.fault;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (layout.outputs[i].id != arrow::TypeId::utf8) continue;
      outputs[i].values_bytes = found.columns[i];
      report.too_large |= found.columns[i] > std::numeric_limits<std::int32_t>::max();
    }
    if (!report.complete()) return cudaStreamSynchronize(stream);  // the scan may still be writing the offsets
  }

  for (std::size_t i = 0; i < outputs.size(); ++i) {
    arrow::ColumnType const type = layout.outputs[i];
    if (type.id == arrow::TypeId::boolean) outputs[i].values_bytes = arrow::bitmap_bytes(length);
    if (int const width = arrow::byte_width(type.id)) outputs[i].values_bytes = length * width;
    if (int const error = reserve(outputs[i].values, outputs[i].values_bytes, stream)) return error;
    if (!type.nullable) continue;
    if (int const error = reserve(outputs[i].validity, arrow::bitmap_bytes(length), stream)) return error;
  }
  if (int const error = passes.fill(stream, inputs, length, pointers(outputs).data(), workspace)) return error;
  if (int const error = passes.read_report(stream, workspace, found)) return error;
  report.fault_row = found.fault_row;
  report.fault = found.fault;
  report.input_changed = found.changed_rows > 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i].null_count = found.columns[i];
  return cudaSuccess;
}

}  // namespace rowfuse::cuda
