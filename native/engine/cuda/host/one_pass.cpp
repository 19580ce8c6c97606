#include <rowfuse/cuda/host/one_pass.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

#include <cuda_runtime_api.h>

namespace rowfuse::cuda {

namespace {

/// The ticket's two words, then the report.
constexpr std::size_t ticket_bytes = 16;

std::size_t state_bytes(std::int32_t outputs) {
  return ticket_bytes + static_cast<std::size_t>(one_pass_report_words(outputs)) * sizeof(std::uint64_t);
}

/// The kernel counts in 32 bits. Offsets have one bit less, which is checked against the room for the text.
constexpr std::int64_t too_many = std::int64_t{1} << 32;

std::int64_t text_bytes(arrow::InputColumn const& column) { return column.values_bytes - column.values_begin; }

}  // namespace

std::int64_t OnePass::bound(std::int32_t output, arrow::InputColumn const* inputs, std::int64_t length) const {
  arrow::Bound const bound = entry_.layout.bounds[output];
  if (entry_.one_pass.launch == nullptr || !bound.known()) return -1;
  // Constants, factors, lengths and columns are below 2^31, so no term overflows, and sums are clamped.
  std::int64_t bytes = std::min(too_many, bound.constant * length);
  for (std::int32_t i = 0; i < entry_.layout.input_count; ++i) {
    if (bound.factors[i] > 0) bytes = std::min(too_many, bytes + bound.factors[i] * text_bytes(inputs[i]));
  }
  return bytes < too_many ? bytes : -1;
}

double OnePass::input_bytes_a_row(arrow::InputColumn const* inputs, std::int64_t length) const {
  double bytes = 0;
  for (std::int32_t i = 0; i < entry_.layout.input_count; ++i) {
    if (arrow::has_offsets(entry_.layout.inputs[i].id)) bytes += static_cast<double>(text_bytes(inputs[i]));
  }
  return bytes / static_cast<double>(length);
}

std::int64_t OnePass::room(std::int32_t output, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace) const {
  std::int64_t const most = bound(output, inputs, length);
  if (most < 0) return -1;
  // A table keeps all memory that its result was given. So this is about the size of the last run's result, once that is known. Small calls
  // get more than they can need.
  StrategyHistory const& history = workspace.history(entry_);
  double const a_row =
      history.output_bytes_a_row >= 0 ? 1.25 * history.room() * history.output_bytes_a_row : 2 * (input_bytes_a_row(inputs, length) + 8);
  double const expected = a_row * static_cast<double>(length) + 64 * 1024;
  return std::min({most, std::int64_t{std::numeric_limits<std::int32_t>::max()}, static_cast<std::int64_t>(expected)});
}

int OnePass::prepare(Workspace& workspace, std::int64_t length, CUstream_st* stream) const {
  Workspace::OnePassState& state = workspace.one_pass_;
  std::int32_t const columns = entry_.layout.output_count;
  if (int const error = workspace.prepare(columns, stream)) return error;
  if (columns > state.columns) {
    if (int const error = state.words.reserve(state_bytes(columns), stream)) return error;
    if (int const error = cudaMemsetAsync(state.words.get(), 0, state.words.bytes(), stream)) return error;
    if (state.host != nullptr) cudaFreeHost(state.host);
    state.host = nullptr;
    state.columns = -1;
    void* host = nullptr;
    if (int const error = cudaMallocHost(&host, state_bytes(columns))) return error;
    state.host = static_cast<std::uint64_t*>(host);
    state.columns = columns;
  }
  auto const tile_bytes = static_cast<std::size_t>(entry_.one_pass.tile_words(length)) * sizeof(std::uint64_t);
  // Words of an earlier launch carry an earlier epoch. New memory, and epochs that wrap around, need zeros.
  bool const fresh = tile_bytes > state.tiles.bytes();
  if (fresh) {
    if (int const error = state.tiles.reserve(tile_bytes, stream)) return error;
  }
  state.epoch += 1;
  if (fresh || state.epoch == 0) {
    if (int const error = cudaMemsetAsync(state.tiles.get(), 0, state.tiles.bytes(), stream)) return error;
    state.epoch = std::max<std::uint32_t>(state.epoch, 1);
  }
  return cudaSuccess;
}

int OnePass::launch(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, arrow::OutputColumn const* outputs,
                    Workspace& workspace) const {
  arrow::Layout const& layout = entry_.layout;
  if (int const error = prepare(workspace, length, stream)) return error;
  Workspace::OnePassState const& state = workspace.one_pass_;
  auto const rows = static_cast<double>(length);

  OnePassArguments arguments;
  arguments.inputs = inputs;
  arguments.length = length;
  arguments.outputs = outputs;
  arguments.input_bytes_a_row = input_bytes_a_row(inputs, length);
  // The size that the transform wrote last time on this stream. Before that, the size of its input, if the bounds allow that much, because
  // a bound is often a multiple of the actual size. A launch whose rows do not fit is abandoned.
  double const before = workspace.history(entry_).output_bytes_a_row;
  arguments.output_bytes_a_row = std::max(before, 0.0);
  if (before < 0) {
    for (std::int32_t i = 0; i < layout.output_count; ++i) {
      if (!arrow::has_offsets(layout.outputs[i].id)) continue;
      arguments.output_bytes_a_row = std::max(
          arguments.output_bytes_a_row, std::min(static_cast<double>(bound(i, inputs, length)) / rows, arguments.input_bytes_a_row + 8));
    }
  }
  double const room = workspace.history(entry_).room();
  arguments.input_bytes_a_row *= room;
  arguments.output_bytes_a_row *= room;
  auto* const words = static_cast<char*>(state.words.get());
  arguments.tile_bytes = static_cast<std::uint64_t*>(state.tiles.get());
  arguments.epoch = state.epoch;
  arguments.ticket = reinterpret_cast<std::uint32_t*>(words);
  arguments.report = reinterpret_cast<std::uint64_t*>(words + ticket_bytes);
  arguments.host_report = state.host;
  if (int const error = entry_.one_pass.launch(arguments, stream)) return error;
  return cudaEventRecord(workspace.read_back_, stream);
}

int OnePass::finish(std::int64_t length, Workspace& workspace, Report& report, std::vector<std::int64_t>& bytes) const {
  if (int const error = cudaEventSynchronize(workspace.read_back_)) return error;
  arrow::Layout const& layout = entry_.layout;
  Workspace::OnePassState const& state = workspace.one_pass_;
  report.fault_row = cuda::fault_row(state.host[fault_word]);
  report.fault = unpack_fault(state.host[fault_word]);
  report.changed_rows = static_cast<std::int64_t>(state.host[changed_word]);
  bytes.clear();
  report.columns.clear();
  if (report.changed_rows > 0) return cudaSuccess;
  double longest = 0;
  for (std::int32_t i = 0; i < layout.output_count; ++i) {
    bytes.push_back(static_cast<std::int64_t>(state.host[column_words + i]));
    report.columns.push_back(static_cast<std::int64_t>(state.host[column_words + layout.output_count + i]));
    longest = std::max(longest, static_cast<double>(bytes.back()) / static_cast<double>(length));
  }
  workspace.history(entry_).output_bytes_a_row = longest;
  return cudaSuccess;
}

}  // namespace rowfuse::cuda
