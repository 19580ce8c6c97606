#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <rowfuse/cuda/host/arena_rounds.hpp>
#include <rowfuse/cuda/host/device_memory.hpp>
#include <rowfuse/cuda/host/strategy.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>

struct CUevent_st;

namespace rowfuse::cuda {

/// The report of a pass, on the host.
struct Report {
  std::int64_t fault_row = -1;  ///< the lowest row without a result, or -1
  RowFault fault;
  std::int64_t changed_rows = 0;
  std::vector<std::int64_t> columns;  ///< per output column: UTF-8 bytes after `measure`, nulls after `fill`
  std::int64_t rows = 0;              ///< after `measure` of a filter or an expansion: output rows
};

/// Scratch memory of one stream, kept between calls: for the report, a pinned copy of it, and the scan.
class Workspace {
 public:
  Workspace() = default;
  Workspace(Workspace const&) = delete;
  Workspace& operator=(Workspace const&) = delete;
  ~Workspace();

  /// The history of the transform on this stream.
  StrategyHistory& history(Entry const& entry) { return history_[&entry]; }
  /// The history of its slots, if it builds strings.
  SlotHistory& slots(Entry const& entry) { return slots_[&entry]; }

 private:
  friend class TwoPass;
  friend class OnePass;

  /// State that launches of the one-pass kernel leave for the next: see OnePassArguments.
  struct OnePassState {
    DeviceBuffer words;  // ticket and report
    DeviceBuffer tiles;
    std::uint64_t* host = nullptr;
    std::int32_t columns = -1;
    std::uint32_t epoch = 0;
  };

  int prepare(std::int32_t output_columns, CUstream_st* stream);

  DeviceBuffer report_;
  DeviceBuffer scan_;
  DeviceBuffer ascii_warps_;
  DeviceBuffer long_rows_;
  std::int64_t long_rows_count_ = -1;  // from the last sizes pass
  ArenaRounds arena_;
  std::uint64_t* pinned_ = nullptr;
  std::int32_t columns_ = -1;
  CUevent_st* read_back_ = nullptr;
  OnePassState one_pass_;
  std::unordered_map<Entry const*, StrategyHistory> history_;
  std::unordered_map<Entry const*, SlotHistory> slots_;
};

/// The passes of a transform over device-resident columns: sizes, scan, fill. All functions return a cudaError_t.
class TwoPass {
 public:
  explicit TwoPass(Entry const& entry) : entry_(entry) {}

  /// Checks the input and measures the output. `outputs[i].offsets` of text columns has room for length + 1 entries and
  /// holds the offsets once the stream gets there. Waits for the report; one small copy through pinned memory.
  int measure(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, arrow::OutputColumn const* outputs,
              Workspace& workspace, Report& report) const;

  /// Measures a filter or an expansion: counts output rows as well. `places` takes the counts and their scans, instead of `offsets`.
  int measure(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, EmitPlaces places, Workspace& workspace,
              Report& report) const;

  /// Writes the output. Does not wait, unless the transform builds strings. A transform without text columns needs only this pass. A later
  /// `read_report` waits for the null counts, and for a fault if `measure` did not look for one.
  int fill(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, arrow::OutputColumn const* outputs,
           Workspace& workspace, EmitPlaces places = {}) const;

  int read_report(CUstream_st* stream, Workspace& workspace, Report& report) const;

 private:
  int count(CUstream_st* stream, SizesArguments& arguments, Workspace& workspace) const;
  int scan(CUstream_st* stream, std::int32_t* counts, std::int64_t length, Workspace& workspace) const;
  int start_report(CUstream_st* stream, Workspace& workspace) const;
  int list_long_rows(CUstream_st* stream, arrow::InputColumn const* inputs, Workspace& workspace, LongRows& rows) const;
  int copy_report(CUstream_st* stream, Workspace& workspace) const;
  void take_report(Workspace const& workspace, Report& report) const;

  Entry const& entry_;
};

}  // namespace rowfuse::cuda
