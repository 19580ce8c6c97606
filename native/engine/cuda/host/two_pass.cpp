#include <rowfuse/cuda/host/two_pass.hpp>

#include <cuda_runtime_api.h>

#include <rowfuse/cuda/host/scan.hpp>

namespace rowfuse::cuda {

namespace {

/// One extra word counts the rows of filters and expansions.
std::size_t report_bytes(std::int32_t columns) { return static_cast<std::size_t>(column_words + columns + 1) * sizeof(std::uint64_t); }

}  // namespace

Workspace::~Workspace() {
  if (read_back_ != nullptr) cudaEventDestroy(read_back_);
  if (pinned_ != nullptr) cudaFreeHost(pinned_);
  if (one_pass_.host != nullptr) cudaFreeHost(one_pass_.host);
}

int Workspace::prepare(std::int32_t output_columns, CUstream_st* stream) {
  if (read_back_ == nullptr) {
    if (int const error = cudaEventCreateWithFlags(&read_back_, cudaEventDisableTiming)) return error;
  }
  if (output_columns <= columns_) return cudaSuccess;
  if (int const error = report_.reserve(report_bytes(output_columns), stream)) return error;
  if (pinned_ != nullptr) cudaFreeHost(pinned_);
  pinned_ = nullptr;
  void* pinned = nullptr;
  if (int const error = cudaMallocHost(&pinned, report_bytes(output_columns))) return error;
  pinned_ = static_cast<std::uint64_t*>(pinned);
  columns_ = output_columns;
  return cudaSuccess;
}

int TwoPass::start_report(CUstream_st* stream, Workspace& workspace) const {
  std::int32_t const columns = entry_.layout.output_count;
  if (int const error = workspace.prepare(columns, stream)) return error;
  return cudaMemsetAsync(workspace.report_.get(), 0, report_bytes(columns), stream);
}

int TwoPass::list_long_rows(CUstream_st* stream, arrow::InputColumn const* inputs, Workspace& workspace, LongRows& rows) const {
  if (!entry_.has_long_rows) return cudaSuccess;
  std::int64_t bytes = 0;
  for (std::int32_t i = 0; i < entry_.layout.input_count; ++i) {
    if (arrow::has_offsets(entry_.layout.inputs[i].id)) bytes += inputs[i].values_bytes - inputs[i].values_begin;
  }
  rows.capacity = bytes / longest_beside_long;
  if (rows.capacity == 0) return cudaSuccess;
  if (int const error = workspace.long_rows_.reserve(static_cast<std::size_t>(rows.capacity) * sizeof(std::int32_t), stream)) {
    return error;
  }
  rows.rows = static_cast<std::int32_t*>(workspace.long_rows_.get());
  return cudaSuccess;
}

int TwoPass::copy_report(CUstream_st* stream, Workspace& workspace) const {
  if (int const error = cudaMemcpyAsync(workspace.pinned_, workspace.report_.get(), report_bytes(entry_.layout.output_count),
                                        cudaMemcpyDeviceToHost, stream)) {
    return error;
  }
  return cudaEventRecord(workspace.read_back_, stream);
}

void TwoPass::take_report(Workspace const& workspace, Report& report) const {
  std::uint64_t const* const words = workspace.pinned_;
  report.fault_row = cuda::fault_row(words[fault_word]);
  report.fault = unpack_fault(words[fault_word]);
  report.changed_rows = static_cast<std::int64_t>(words[changed_word]);
  report.columns.clear();
  for (std::int32_t i = 0; i < entry_.layout.output_count; ++i) {
    report.columns.push_back(static_cast<std::int64_t>(words[column_words + i]));
  }
  report.rows = static_cast<std::int64_t>(words[column_words + entry_.layout.output_count]);
}

int TwoPass::measure(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, arrow::OutputColumn const* outputs,
                     Workspace& workspace, Report& report) const {
  SizesArguments arguments{inputs, length, outputs};
  if (int const error = list_long_rows(stream, inputs, workspace, arguments.long_rows)) return error;
  if (int const error = count(stream, arguments, workspace)) return error;
  // Before the wait, so that the device scans while the host reads the totals and allocates the output.
  for (std::int32_t i = 0; i < entry_.layout.output_count; ++i) {
    if (!arrow::has_offsets(entry_.layout.outputs[i].id)) continue;
    if (int const error = scan(stream, outputs[i].offsets, length, workspace)) return error;
  }
  if (int const error = cudaEventSynchronize(workspace.read_back_)) return error;
  take_report(workspace, report);
  workspace.long_rows_count_ = static_cast<std::int64_t>(workspace.pinned_[long_rows_word]);
  return cudaSuccess;
}

int TwoPass::measure(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, EmitPlaces places, Workspace& workspace,
                     Report& report) const {
  std::vector<arrow::OutputColumn> const none(static_cast<std::size_t>(entry_.layout.output_count));
  SizesArguments arguments{inputs, length, none.data()};
  arguments.places = places;
  if (int const error = count(stream, arguments, workspace)) return error;
  if (int const error = scan(stream, places.rows, length, workspace)) return error;
  for (std::int32_t i = 0; i < entry_.layout.output_count; ++i) {
    if (!arrow::has_offsets(entry_.layout.outputs[i].id)) continue;
    if (int const error = scan(stream, places.text[i], length, workspace)) return error;
  }
  if (int const error = cudaEventSynchronize(workspace.read_back_)) return error;
  take_report(workspace, report);
  return cudaSuccess;
}

int TwoPass::count(CUstream_st* stream, SizesArguments& arguments, Workspace& workspace) const {
  if (int const error = start_report(stream, workspace)) return error;
  std::int64_t const length = arguments.length;
  if (int const error = workspace.ascii_warps_.reserve(static_cast<std::size_t>(length / 32 + 1), stream)) return error;
  arguments.report = static_cast<std::uint64_t*>(workspace.report_.get());
  arguments.ascii_warps = static_cast<std::uint8_t*>(workspace.ascii_warps_.get());
  auto const launch = [&](DeviceArena const& arena) {
    arguments.arena = arena;
    return entry_.launch_sizes(arguments, stream);
  };
  if (int const error = entry_.builds_strings ? workspace.arena_.run(length, workspace.slots(entry_), stream, launch) : launch({}))
    return error;
  return copy_report(stream, workspace);
}

int TwoPass::scan(CUstream_st* stream, std::int32_t* counts, std::int64_t length, Workspace& workspace) const {
  std::size_t bytes = 0;
  if (int const error = exclusive_scan(nullptr, bytes, counts, length + 1, stream)) return error;
  if (int const error = workspace.scan_.reserve(bytes, stream)) return error;
  return exclusive_scan(workspace.scan_.get(), bytes, counts, length + 1, stream);
}

int TwoPass::fill(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, arrow::OutputColumn const* outputs,
                  Workspace& workspace, EmitPlaces places) const {
  if (int const error = start_report(stream, workspace)) return error;
  FillArguments arguments{inputs, length, outputs, static_cast<std::uint64_t*>(workspace.report_.get()),
                          static_cast<std::uint8_t const*>(workspace.ascii_warps_.get())};
  if (int const error = list_long_rows(stream, inputs, workspace, arguments.long_rows)) return error;
  arguments.places = places;
  if (entry_.layout.has_text_output()) arguments.long_rows.count = workspace.long_rows_count_;
  auto const launch = [&](DeviceArena const& arena) {
    arguments.arena = arena;
    return entry_.launch_fill(arguments, stream);
  };
  return entry_.builds_strings ? workspace.arena_.run(length, workspace.slots(entry_), stream, launch) : launch({});
}

int TwoPass::read_report(CUstream_st* stream, Workspace& workspace, Report& report) const {
  if (int const error = copy_report(stream, workspace)) return error;
  if (int const error = cudaEventSynchronize(workspace.read_back_)) return error;
  take_report(workspace, report);
  return cudaSuccess;
}

}  // namespace rowfuse::cuda
