#include "../api/device.hpp"

#include <utility>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/cuda/host/device_run.hpp>

#include <rowfuse/cpu/memory/huge_pages.hpp>
#include "device_scope.hpp"
#include "device_session.hpp"
#include "device_task.hpp"
#include "ranges.hpp"
#include "transfer.hpp"
#include "upload_columns.hpp"

namespace rowfuse::cuda {

namespace {

/// A call over columns of the host: `measure` uploads and runs, `fill` downloads. Without text outputs there is no `measure`, and `fill`
/// does everything.
class CudaCall final : public Call {
 public:
  CudaCall(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length, DeviceOptions options)
      : entry_(entry),
        run_(entry),
        session_(options),
        input_types_(entry.layout.inputs, entry.layout.inputs + entry.layout.input_count),
        host_inputs_(std::move(inputs)),
        length_(length) {
    all_rows(entry.layout, length, host_inputs_);
  }

  ~CudaCall() override { free_device(); }

  bool measure(std::function<void()> done) override {
    return DeviceTask::start(task_, [this] { conclude(run()); }, std::move(done));
  }

  bool fill(std::vector<arrow::OutputColumn> outputs, std::function<void()> done) override {
    host_outputs_ = std::move(outputs);
    auto const work = [this] {
      conclude((has_run_ ? session_.open() : run()) && copy_outputs());
      free_device();
    };
    return DeviceTask::start(task_, work, std::move(done));
  }

  void cancel() override { session_.cancel(); }

 private:
  bool run() {
    has_run_ = true;
    if (!session_.open() || !upload(false)) return false;
    RunReport report;
    if (!run_kernels(report)) return false;
    if (report.fault.code == Fault::malformed_offsets) {
      // The kernels check offsets against the uploaded text, which ends at the last offset. If offsets decrease, that may be less than the
      // column has, and the row that the kernels name may not be the first. Then everything runs again with the bytes of the sound rows
      // present, and the row after them is the malformed one.
      if (!upload(true) || !run_kernels(report)) return false;
    }
    result.fault_row = report.fault_row;
    result.fault = report.fault;
    result.bytes.clear();
    result.null_counts.clear();
    for (DeviceColumn const& column : outputs_) {
      result.bytes.push_back(column.values_bytes);
      result.null_counts.push_back(column.null_count);
    }
    result.rows = report.rows;
    if (report.input_changed) result.failure = Failure::input_changed;
    if (report.rows > most_rows) result.failure = Failure::too_large;
    inputs_.clear();
    return report.complete() && !session_.stopped();
  }

  bool upload(bool only_sound) {
    Range const range(entry_.name, "upload");
    return upload_columns(session_, input_types_, host_inputs_, length_, MemoryUse::call, only_sound, inputs_) && !session_.stopped();
  }

  bool run_kernels(RunReport& report) {
    Range const range(entry_.name, "kernels");
    std::vector<arrow::InputColumn> columns;
    columns.reserve(inputs_.size());
    for (UploadedColumn const& input : inputs_) columns.push_back(input.view);
    double milliseconds = 0;
    if (!session_.begin_timing() ||
        !session_.check(run_.run(session_.stream(), columns.data(), length_, session_.lane().workspace, outputs_, report)) ||
        !session_.end_timing() || !session_.elapsed(milliseconds)) {
      return false;
    }
    result.device_ms = (result.device_ms < 0 ? 0 : result.device_ms) + milliseconds;
    return true;
  }

  bool copy_outputs() {
    if (session_.stopped()) return false;
    Range const range(entry_.name, "download");
    std::int64_t const rows = result.rows >= 0 ? result.rows : length_;
    std::vector<Copy> copies;
    auto const add = [&](void* to, DeviceBuffer const& from, std::int64_t bytes) {
      if (to == nullptr) return;
      ask_for_huge_pages(to, bytes);
      copies.push_back({to, from.get(), bytes});
    };
    for (std::size_t i = 0; i < host_outputs_.size(); ++i) {
      DeviceColumn const& column = outputs_[i];
      add(host_outputs_[i].values, column.values, column.values_bytes);
      add(host_outputs_[i].offsets, column.offsets, (rows + 1) * std::int64_t{sizeof(std::int32_t)});
      add(host_outputs_[i].validity, column.validity, arrow::bitmap_bytes(rows));
    }
    return session_.check(download(copies, session_.stream(), session_.options().threads));
  }

  /// Called after a step. Without its whole result the call cannot go on.
  void conclude(bool complete) {
    if (session_.failure != Failure::none) {
      result.failure = session_.failure;
      result.message = session_.message;
    }
    if (!complete) free_device();
  }

  /// Copies out of the caller's memory may still be queued, so they must end first.
  void free_device() {
    if (!session_.is_open()) return;
    DeviceScope const scope(session_.options().device);
    inputs_.clear();
    outputs_.clear();
    session_.close();
  }

  Entry const& entry_;
  DeviceRun const run_;
  DeviceSession session_;
  std::vector<arrow::ColumnType> const input_types_;
  std::vector<arrow::InputColumn> host_inputs_;
  std::int64_t const length_;
  std::vector<arrow::OutputColumn> host_outputs_;
  std::vector<UploadedColumn> inputs_;
  std::vector<DeviceColumn> outputs_;
  bool has_run_ = false;
  std::unique_ptr<DeviceTask> task_;
};

}  // namespace

std::unique_ptr<Call> make_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length, DeviceOptions options) {
  return std::make_unique<CudaCall>(entry, std::move(inputs), length, options);
}

void limit_memory(std::int64_t bytes) { set_memory_limit(bytes); }

}  // namespace rowfuse::cuda
