#pragma once

#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/cuda/launch/device_arena.hpp>

// What CUDA's headers call cudaStream_t, so that code without nvcc can pass streams through.
struct CUstream_st;

namespace rowfuse::cuda {

/// What a launch reports: 64-bit words in device memory, all zero before it.
///   [fault_word]           the lowest failing row, see pack_fault; 0 is none
///   [changed_word]         rows of the fill pass that did not write exactly the bytes that were measured
///   [long_rows_word]       rows of long text that the pass left out, for a warp each: see LongRows
///   [column_words + i]     for output column i: UTF-8 bytes (sizes pass), nulls (fill pass)
///   [column_words + columns]  where rows come and go: output rows (sizes pass)
inline constexpr int fault_word = 0;
inline constexpr int changed_word = 1;
inline constexpr int long_rows_word = 2;
inline constexpr int column_words = 3;

/// The report of a one-pass launch has both: bytes first, then nulls. Its `changed_word` is above 0 where it was abandoned, and
/// has no result.
RF_HD constexpr int one_pass_report_words(int outputs) { return column_words + 2 * outputs; }

/// A fault as one word, so that the greatest is that of the lowest row: zeroed memory then needs no other start value.
RF_HD constexpr std::uint64_t pack_fault(std::int64_t row, RowFault fault) {
  return ~(static_cast<std::uint64_t>(row) << 16 | static_cast<std::uint64_t>(fault.code) << 8 |
           static_cast<std::uint64_t>(fault.column + 1));
}
constexpr std::int64_t fault_row(std::uint64_t word) { return word == 0 ? -1 : static_cast<std::int64_t>(~word >> 16); }
constexpr RowFault unpack_fault(std::uint64_t word) {
  if (word == 0) return {};
  return {static_cast<Fault>(~word >> 8 & 0xFF), static_cast<std::int32_t>(~word & 0xFF) - 1};
}

/// Text of a row, of all columns together, that is too long for one lane (`explain` names it): rows with more bytes are left
/// out and listed by the pass that measures, and evaluated by a warp each. Beside such a row shorter ones are left out as well:
/// the lanes that are left would wait for the longest of them.
inline constexpr std::int64_t longest_lane_text = 2048;
inline constexpr std::int64_t longest_beside_long = longest_lane_text / 4;

/// The list of them. It has room for all: their bytes are part of the columns'.
struct LongRows {
  std::int32_t* rows = nullptr;
  std::int64_t capacity = 0;  ///< 0: no row can be long, or the transform takes all rows by lanes
  std::int64_t count = -1;    ///< below 0: the report has it
};

/// Where rows come and go: by input row, its output rows and, by output column, the bytes of their text; once scanned, where
/// these begin. `length` + 1 entries each; null for columns without text.
struct EmitPlaces {
  std::int32_t* rows = nullptr;
  std::int32_t* const* text = nullptr;  ///< on the host
  std::int64_t staged_bytes = 0;        ///< for the fill pass: what 32 rows become, nearly always
};

/// Device pointers for the sizes pass; the arrays themselves are on the host.
struct SizesArguments {
  arrow::InputColumn const* inputs = nullptr;
  std::int64_t length = 0;                          ///< at most 2^31 - 2
  arrow::OutputColumn const* outputs = nullptr;     ///< `offsets` of text columns take the sizes: length + 1 entries
  std::uint64_t* report = nullptr;                  ///< column_words + output columns
  std::uint8_t* ascii_warps = nullptr;              ///< takes a flag for every 32 rows: length / 32 + 1 entries
  LongRows long_rows{};                             ///< takes the rows that are left out
  DeviceArena arena{};                              ///< for transforms that build strings
  EmitPlaces places{};                              ///< takes the counts, and the sizes in the place of `offsets`
};

/// Device pointers for the fill pass. Bitmaps are written as 32-bit words, so they consist of whole, aligned ones.
struct FillArguments {
  arrow::InputColumn const* inputs = nullptr;
  std::int64_t length = 0;
  arrow::OutputColumn const* outputs = nullptr;     ///< `offsets` of text columns hold the scanned sizes
  std::uint64_t* report = nullptr;
  std::uint8_t const* ascii_warps = nullptr;        ///< of the sizes pass; null where there was none
  LongRows long_rows{};                             ///< of the sizes pass, with their count; takes them where there was none
  DeviceArena arena{};                              ///< for transforms that build strings
  EmitPlaces places{};                              ///< scanned; `offsets` are written then, and bitmaps are zero before
};

/// What a one-pass launch takes. `outputs` of text columns have room for `values_bytes`, at most 2^31 - 1; a launch that needs
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

/// What a launch returns, which is no cudaError_t, where it cannot run: rows too long for shared memory, an older device,
/// or kernels that were built for one.
inline constexpr int one_pass_unsuited = -2;

/// The one-pass kernel of a transform; null functions where its text has no upper bound, or it writes none.
struct OnePassEntry {
  int (*launch)(OnePassArguments const& arguments, CUstream_st* stream) = nullptr;
  std::int64_t (*tile_words)(std::int64_t length) = nullptr;
};

/// The nodes that the rows of a call put reductions of their windows together of (rolling/window_levels.hpp); null functions where it needs
/// none. What `bytes` says is 0 where this call needs none.
struct LevelsEntry {
  std::int64_t (*bytes)(arrow::InputColumn const* inputs, std::int64_t length) = nullptr;
  /// Makes them in that much memory. `nodes` takes what `InputColumn::levels` is.
  int (*launch)(arrow::InputColumn const* inputs, std::int64_t length, void* memory, void const** nodes, CUstream_st* stream) = nullptr;
};

struct GroupEntry;

/// One transform, compiled for the device, with its types erased. The functions return a cudaError_t. One whose rows are grouped has
/// no launches of its own.
struct Entry {
  char const* name = nullptr;
  arrow::Layout layout;
  int (*launch_sizes)(SizesArguments const& arguments, CUstream_st* stream) = nullptr;
  int (*launch_fill)(FillArguments const& arguments, CUstream_st* stream) = nullptr;
  int (*probe)() = nullptr;  ///< whether the current device can run the kernels
  OnePassEntry one_pass;
  bool builds_strings = false;  ///< its launches take an arena, and are repeated for rows that outgrow it
  bool has_long_rows = false;   ///< its launches take a list of long rows
  LevelsEntry levels;           ///< of transforms that reduce windows
  GroupEntry const* group = nullptr;  ///< where rows are grouped; null also where the device has no kernels for that
};

}  // namespace rowfuse::cuda
