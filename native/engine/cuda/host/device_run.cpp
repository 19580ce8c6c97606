#include <rowfuse/cuda/host/device_run.hpp>

#include <algorithm>
#include <limits>

#include <cuda_runtime_api.h>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/cuda/host/one_pass.hpp>
#include <rowfuse/cuda/host/strategy.hpp>

namespace rowfuse::cuda {

namespace {

std::int64_t offsets_bytes(std::int64_t length) { return (length + 1) * std::int64_t{sizeof(std::int32_t)}; }

int reserve(DeviceBuffer& buffer, std::int64_t bytes, CUstream_st* stream) {
  return buffer.reserve(static_cast<std::size_t>(bytes), stream);
}

/// Returns the bare pointers that kernels take.
std::vector<arrow::OutputColumn> pointers(std::vector<DeviceColumn> const& columns) {
  std::vector<arrow::OutputColumn> result(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    result[i] = {columns[i].values.get(), columns[i].values_bytes, static_cast<std::int32_t*>(columns[i].offsets.get()),
                 static_cast<std::uint8_t*>(columns[i].validity.get())};
  }
  return result;
}

/// Allocates values of fixed width, and validity.
int reserve_fixed(arrow::Layout const& layout, std::int64_t length, std::vector<DeviceColumn>& outputs, CUstream_st* stream) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    arrow::ColumnType const type = layout.outputs[i];
    if (type.id == arrow::TypeId::boolean) outputs[i].values_bytes = arrow::bitmap_bytes(length);
    if (int const width = arrow::byte_width(type.id)) outputs[i].values_bytes = length * width;
    if (!arrow::has_offsets(type.id)) {
      if (int const error = reserve(outputs[i].values, outputs[i].values_bytes, stream)) return error;
    }
    if (!type.nullable) continue;
    if (int const error = reserve(outputs[i].validity, arrow::bitmap_bytes(length), stream)) return error;
  }
  return cudaSuccess;
}

/// Allocates text of roughly known size, and sets `values_bytes` to the room.
int reserve_rooms(arrow::Layout const& layout, std::int64_t length, std::vector<std::int64_t> const& rooms,
                  std::vector<DeviceColumn>& outputs, CUstream_st* stream) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!arrow::has_offsets(layout.outputs[i].id)) continue;
    outputs[i].values_bytes = rooms[i];
    if (int const error = reserve(outputs[i].offsets, offsets_bytes(length), stream)) return error;
    if (int const error = reserve(outputs[i].values, rooms[i], stream)) return error;
  }
  return cudaSuccess;
}

/// Returns the shared memory for the output rows of 32 input rows of a filter or an expansion: a third more than the mean, so that most
/// warps have room.
std::int64_t staged_bytes(arrow::Layout const& layout, std::int64_t length, Report const& counted) {
  std::int64_t const warps = (length + 31) / 32;
  std::int64_t bytes = 0;
  for (std::int32_t i = 0; i < layout.output_count; ++i) {
    arrow::TypeId const id = layout.outputs[i].id;
    bytes += (counted.rows / warps + 8) * arrow::staged_width(id);
    if (arrow::has_offsets(id)) bytes += counted.columns[static_cast<std::size_t>(i)] / warps + 32;
  }
  return bytes + bytes / 3;
}

/// Returns the bytes of the longest text column.
double longest_text(arrow::Layout const& layout, std::vector<DeviceColumn> const& outputs) {
  std::int64_t longest = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (arrow::has_offsets(layout.outputs[i].id)) longest = std::max(longest, outputs[i].values_bytes);
  }
  return static_cast<double>(longest);
}

}  // namespace

int DeviceRun::run(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
                   std::vector<DeviceColumn>& outputs, RunReport& report) const {
  std::int64_t const bytes = entry_.levels.launch == nullptr ? 0 : entry_.levels.bytes(inputs, length);
  if (bytes == 0) return run_passes(stream, inputs, length, workspace, outputs, report);
  DeviceBuffer levels{MemoryUse::call};
  void const* nodes = nullptr;
  if (int const error = reserve(levels, bytes, stream)) return error;
  if (int const error = entry_.levels.launch(inputs, length, levels.get(), &nodes, stream)) return error;
  std::vector<arrow::InputColumn> reduced(inputs, inputs + entry_.layout.input_count);
  for (std::size_t i = 0; i < reduced.size(); ++i) {
    if (entry_.layout.inputs[i].window) reduced[i].levels = nodes;
  }
  return run_passes(stream, reduced.data(), length, workspace, outputs, report);
}

int DeviceRun::run_passes(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
                          std::vector<DeviceColumn>& outputs, RunReport& report) const {
  if (entry_.layout.emits()) return run_emitting(stream, inputs, length, workspace, outputs, report);
  Strategy const chosen = strategy();
  StrategyHistory& history = workspace.history(entry_);
  if (chosen != Strategy::two_passes && length > 0 && entry_.one_pass.launch != nullptr &&
      (chosen == Strategy::one_pass || history.tries_one_pass())) {
    bool done = false;
    if (int const error = run_one_pass(stream, inputs, length, workspace, outputs, report, done)) return error;
    if (done) {
      history.learn_success();
      return cudaSuccess;
    }
    history.learn_failure();
  }
  if (int const error = run_two_passes(stream, inputs, length, workspace, outputs, report)) return error;
  if (length > 0 && report.complete()) history.output_bytes_a_row = longest_text(entry_.layout, outputs) / static_cast<double>(length);
  return cudaSuccess;
}

int DeviceRun::run_one_pass(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
                            std::vector<DeviceColumn>& outputs, RunReport& report, bool& done) const {
  arrow::Layout const& layout = entry_.layout;
  OnePass const pass(entry_);
  report = {};
  outputs.clear();
  outputs.resize(static_cast<std::size_t>(layout.output_count));

  std::vector<std::int64_t> rooms(outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!arrow::has_offsets(layout.outputs[i].id)) continue;
    rooms[i] = pass.room(static_cast<std::int32_t>(i), inputs, length, workspace);
    if (rooms[i] < 0) return cudaSuccess;
  }
  if (int const error = reserve_fixed(layout, length, outputs, stream)) return error;
  if (int const error = reserve_rooms(layout, length, rooms, outputs, stream)) {
    if (error != over_memory_limit && error != cudaErrorMemoryAllocation) return error;
    // Two passes allocate only what the result needs.
    static_cast<void>(cudaGetLastError());
    outputs.clear();
    return cudaSuccess;
  }

  Report found;
  std::vector<std::int64_t> bytes;
  int const error = pass.launch(stream, inputs, length, pointers(outputs).data(), workspace);
  if (error == one_pass_unsuited) return cudaSuccess;
  if (error != cudaSuccess) return error;
  if (int const failed = pass.finish(length, workspace, found, bytes)) return failed;
  if (found.changed_rows > 0) return cudaSuccess;
  report.fault_row = found.fault_row;
  report.fault = found.fault;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (arrow::has_offsets(layout.outputs[i].id)) outputs[i].values_bytes = bytes[i];
    outputs[i].null_count = found.columns[i];
  }
  done = true;
  return cudaSuccess;
}

int DeviceRun::run_emitting(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
                            std::vector<DeviceColumn>& outputs, RunReport& report) const {
  arrow::Layout const& layout = entry_.layout;
  TwoPass const passes(entry_);
  report = {};
  outputs.clear();
  outputs.resize(static_cast<std::size_t>(layout.output_count));

  DeviceBuffer rows{MemoryUse::call};
  std::vector<DeviceBuffer> text;
  std::vector<std::int32_t*> text_places(outputs.size());
  if (int const error = reserve(rows, offsets_bytes(length), stream)) return error;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!arrow::has_offsets(layout.outputs[i].id)) continue;
    text.emplace_back(MemoryUse::call);
    if (int const error = reserve(text.back(), offsets_bytes(length), stream)) return error;
    text_places[i] = static_cast<std::int32_t*>(text.back().get());
  }
  EmitPlaces places{static_cast<std::int32_t*>(rows.get()), text_places.data()};

  Report found;
  if (int const error = passes.measure(stream, inputs, length, places, workspace, found)) return error;
  report.fault_row = found.fault_row;
  report.fault = found.fault;
  report.rows = found.rows;
  // There is one offset more than rows.
  report.too_large = found.rows >= std::numeric_limits<std::int32_t>::max();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!arrow::has_offsets(layout.outputs[i].id)) continue;
    outputs[i].values_bytes = found.columns[i];
    report.too_large |= found.columns[i] > std::numeric_limits<std::int32_t>::max();
  }
  if (!report.complete()) return cudaStreamSynchronize(stream);  // the scans may still be writing the places
  if (length > 0) places.staged_bytes = staged_bytes(layout, length, found);

  if (int const error = reserve_fixed(layout, report.rows, outputs, stream)) return error;
  auto const clear = [&](DeviceBuffer const& buffer, std::size_t bytes) { return cudaMemsetAsync(buffer.get(), 0, bytes, stream); };
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    arrow::ColumnType const type = layout.outputs[i];
    if (arrow::has_offsets(type.id)) {
      if (int const error = reserve(outputs[i].values, outputs[i].values_bytes, stream)) return error;
      if (int const error = reserve(outputs[i].offsets, offsets_bytes(report.rows), stream)) return error;
      // Each row writes the offset after it, so no row writes the first one.
      if (int const error = clear(outputs[i].offsets, sizeof(std::int32_t))) return error;
    }
    // Threads combine the bits of their rows with zeros by `or`.
    if (type.id == arrow::TypeId::boolean) {
      if (int const error = clear(outputs[i].values, outputs[i].values.bytes())) return error;
    }
    if (type.nullable) {
      if (int const error = clear(outputs[i].validity, outputs[i].validity.bytes())) return error;
    }
  }
  if (int const error = passes.fill(stream, inputs, length, pointers(outputs).data(), workspace, places)) return error;
  if (int const error = passes.read_report(stream, workspace, found)) return error;
  report.fault_row = found.fault_row;
  report.fault = found.fault;
  report.input_changed = found.changed_rows > 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i].null_count = found.columns[i];
  return cudaSuccess;
}

int DeviceRun::run_two_passes(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
                              std::vector<DeviceColumn>& outputs, RunReport& report) const {
  arrow::Layout const& layout = entry_.layout;
  TwoPass const passes(entry_);
  report = {};
  outputs.clear();
  outputs.resize(static_cast<std::size_t>(layout.output_count));

  Report found;
  if (layout.has_text_output()) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (!arrow::has_offsets(layout.outputs[i].id)) continue;
      if (int const error = reserve(outputs[i].offsets, offsets_bytes(length), stream)) return error;
    }
    if (int const error = passes.measure(stream, inputs, length, pointers(outputs).data(), workspace, found)) {
      return error;
    }
    report.fault_row = found.fault_row;
    report.fault = found.fault;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (!arrow::has_offsets(layout.outputs[i].id)) continue;
      outputs[i].values_bytes = found.columns[i];
      report.too_large |= found.columns[i] > std::numeric_limits<std::int32_t>::max();
    }
    if (!report.complete()) return cudaStreamSynchronize(stream);  // the scan may still be writing the offsets
  }

  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!arrow::has_offsets(layout.outputs[i].id)) continue;
    if (int const error = reserve(outputs[i].values, outputs[i].values_bytes, stream)) return error;
  }
  if (int const error = reserve_fixed(layout, length, outputs, stream)) return error;
  if (int const error = passes.fill(stream, inputs, length, pointers(outputs).data(), workspace)) return error;
  if (int const error = passes.read_report(stream, workspace, found)) return error;
  report.fault_row = found.fault_row;
  report.fault = found.fault;
  report.input_changed = found.changed_rows > 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i].null_count = found.columns[i];
  return cudaSuccess;
}

}  // namespace rowfuse::cuda
