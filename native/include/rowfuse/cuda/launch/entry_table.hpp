#pragma once

#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/cuda/launch/device_arena.hpp>

// The type that a cudaStream_t points to, declared here so that code without nvcc can pass streams on.
struct CUstream_st;

namespace rowfuse::cuda {

/// The report of a launch: 64-bit words in device memory, all zero before it.
///   [fault_word]           the lowest failing row, see pack_fault; 0 is none
///   [changed_word]         rows of the fill pass that wrote other sizes than were measured
///   [long_rows_word]       rows of long text that the pass left to LongRows
///   [column_words + i]     for output column i: UTF-8 bytes (sizes pass), nulls (fill pass)
///   [column_words + columns]  filters and expansions: output rows (sizes pass)
inline constexpr int fault_word = 0;
inline constexpr int changed_word = 1;
inline constexpr int long_rows_word = 2;
inline constexpr int column_words = 3;

/// The report of a one-pass launch holds bytes, then nulls. A `changed_word` above 0 means that the launch was abandoned and has no
/// result.
RF_HD constexpr int one_pass_report_words(int outputs) { return column_words + 2 * outputs; }

/// Packs a fault into one word. The greatest word is that of the lowest row, so that zeroed memory is the start value of a maximum.
RF_HD constexpr std::uint64_t pack_fault(std::int64_t row, RowFault fault) {
  return ~(static_cast<std::uint64_t>(row) << 16 | static_cast<std::uint64_t>(fault.code) << 8 |
           static_cast<std::uint64_t>(fault.column + 1));
}
constexpr std::int64_t fault_row(std::uint64_t word) { return word == 0 ? -1 : static_cast<std::int64_t>(~word >> 16); }
constexpr RowFault unpack_fault(std::uint64_t word) {
  if (word == 0) return {};
  return {static_cast<Fault>(~word >> 8 & 0xFF), static_cast<std::int32_t>(~word & 0xFF) - 1};
}

/// The most bytes of text, over all columns of a row, that one lane evaluates (`explain` names the limit). The sizes pass leaves longer
/// rows out and lists them, and a warp evaluates each. Beside a longer row the limit is lower, because the other lanes would wait for the
/// longest remaining row.
inline constexpr std::int64_t longest_lane_text = 2048;
inline constexpr std::int64_t longest_beside_long = longest_lane_text / 4;

/// The list of long rows. It has room for as many as the bytes of the columns allow.
struct LongRows {
  std::int32_t* rows = nullptr;
  std::int64_t capacity = 0;  ///< 0: no row can be long, or lanes evaluate all rows
  std::int64_t count = -1;    ///< negative: the report holds it
};

/// The output of filters and expansions: per input row the number of output rows and, per output column, the bytes of their text; after the
/// scan, their places. Each array has `length` + 1 entries; the arrays of columns without text are null.
struct EmitPlaces {
  std::int32_t* rows = nullptr;
  std::int32_t* const* text = nullptr;  ///< on the host
  std::int64_t staged_bytes = 0;        ///< for the fill pass: enough for the output of nearly any 32 rows
};

/// Device pointers for the sizes pass; the arrays themselves are on the host.
struct SizesArguments {
  arrow::InputColumn const* inputs = nullptr;
  std::int64_t length = 0;                          ///< at most 2^31 - 2
  arrow::OutputColumn const* outputs = nullptr;     ///< `offsets` of text columns take the sizes: length + 1 entries
  std::uint64_t* report = nullptr;                  ///< column_words + output columns
  std::uint8_t* ascii_warps = nullptr;              ///< takes a flag for every 32 rows: length / 32 + 1 entries
  LongRows long_rows{};                             ///< takes the rows that the pass leaves out
  DeviceArena arena{};                              ///< for transforms that build strings
  EmitPlaces places{};                              ///< takes the counts, and the sizes instead of `offsets`
};

/// Device pointers for the fill pass. Bitmaps consist of whole, aligned 32-bit words, since the pass writes such words.
struct FillArguments {
  arrow::InputColumn const* inputs = nullptr;
  std::int64_t length = 0;
  arrow::OutputColumn const* outputs = nullptr;     ///< `offsets` of text columns hold the scanned sizes
  std::uint64_t* report = nullptr;
  std::uint8_t const* ascii_warps = nullptr;        ///< from the sizes pass; null if there was none
  LongRows long_rows{};                             ///< from the sizes pass, with their count; takes rows if there was no such pass
  DeviceArena arena{};                              ///< for transforms that build strings
  EmitPlaces places{};                              ///< after the scan; the pass then writes `offsets`, into bitmaps of zeros
};

/// The arguments of a one-pass launch. `outputs` of text columns have room for `values_bytes`, at most 2^31 - 1; a launch that needs
/// more is abandoned.
struct OnePassArguments {
  arrow::InputColumn const* inputs = nullptr;
  std::int64_t length = 0;                       ///< 1 or more
  arrow::OutputColumn const* outputs = nullptr;
  double input_bytes_a_row = 0;                  ///< expected: text of all input columns together
  double output_bytes_a_row = 0;                 ///< expected: the longest text column of the output
  std::uint64_t* tile_bytes = nullptr;           ///< OnePassEntry::tile_words words, whose high halves differ from `epoch`
  std::uint32_t epoch = 0;
  std::uint32_t* ticket = nullptr;               ///< two words, 0 before and after
  std::uint64_t* report = nullptr;               ///< one_pass_report_words words, 0 before and after
  std::uint64_t* host_report = nullptr;          ///< pinned memory that takes the report
};

/// Returned for a launch that cannot run here; it is not a cudaError_t. Rows are too long for shared memory, the device is too old, or the
/// kernels were built for an older one.
inline constexpr int one_pass_unsuited = -2;

/// The one-pass kernel of a transform. The functions are null if its text has no upper bound, or if it writes no text.
struct OnePassEntry {
  int (*launch)(OnePassArguments const& arguments, CUstream_st* stream) = nullptr;
  std::int64_t (*tile_words)(std::int64_t length) = nullptr;
};

/// The nodes from which the rows of a call assemble reductions of their windows (rolling/window_levels.hpp). The functions are null if the
/// transform needs none; `bytes` returns 0 if the call needs none.
struct LevelsEntry {
  std::int64_t (*bytes)(arrow::InputColumn const* inputs, std::int64_t length) = nullptr;
  /// Computes the nodes in that much memory. `nodes` takes the value of `InputColumn::levels`.
  int (*launch)(arrow::InputColumn const* inputs, std::int64_t length, void* memory, void const** nodes, CUstream_st* stream) = nullptr;
};

struct GroupEntry;

/// One transform, compiled for the device, with its types erased. The functions return a cudaError_t. An aggregation has no launches
/// here, but a `group`.
struct Entry {
  char const* name = nullptr;
  arrow::Layout layout;
  int (*launch_sizes)(SizesArguments const& arguments, CUstream_st* stream) = nullptr;
  int (*launch_fill)(FillArguments const& arguments, CUstream_st* stream) = nullptr;
  int (*probe)() = nullptr;  ///< cudaSuccess if the current device can run the kernels
  OnePassEntry one_pass;
  bool builds_strings = false;  ///< launches take an arena, and are repeated for rows that outgrow it
  bool has_long_rows = false;   ///< launches take a list of long rows
  LevelsEntry levels;           ///< for transforms that reduce windows
  GroupEntry const* group = nullptr;  ///< for an aggregation; null also if the device has no kernels for it
};

}  // namespace rowfuse::cuda
