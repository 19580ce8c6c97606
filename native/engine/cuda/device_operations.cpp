#include "../api/device_operations.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/cuda/host/device_run.hpp>

#include <rowfuse/cpu/memory/huge_pages.hpp>
#include "device_session.hpp"
#include "device_task.hpp"
#include "element_places.hpp"
#include "ranges.hpp"
#include "resident_column.hpp"
#include "transfer.hpp"
#include "upload_columns.hpp"

namespace rowfuse::cuda {

namespace {

/// An operation whose work is a function of an open session and the operation's own results. It runs on a thread that may wait for the
/// device, and leaves failures in the session.
template <class Operation, class Work>
class SessionOperation final : public Operation {
 public:
  SessionOperation(DeviceOptions options, Work work) : session_(options), work_(std::move(work)) {}

  bool start(std::function<void()> done) override {
    return DeviceTask::start(task_, [this] { run(); }, std::move(done));
  }
  void cancel() override { session_.cancel(); }

 private:
  void run() {
    if (session_.open()) work_(session_, static_cast<Operation&>(*this));
    session_.close();
    if (session_.failure == Failure::none) return;
    this->failure = session_.failure;
    this->message = session_.message;
  }

  DeviceSession session_;
  Work work_;
  std::unique_ptr<DeviceTask> task_;
};

template <class Operation, class Work>
std::unique_ptr<Operation> make_operation(DeviceOptions options, Work work) {
  return std::make_unique<SessionOperation<Operation, Work>>(options, std::move(work));
}

/// Finds the first row with malformed offsets. Transforms check offsets again when they read them. If there is no such row, the caller has
/// changed the offsets since, and transforms will see the bytes that arrived.
bool find_malformed(std::vector<arrow::ColumnType> const& types, std::vector<arrow::InputColumn> const& inputs, std::int64_t length,
                    UploadOperation& to) {
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (!arrow::has_offsets(types[i].id)) continue;
    std::int64_t const sound = sound_rows(inputs[i], length);
    if (sound == length) continue;
    to.malformed_column = static_cast<std::int32_t>(i);
    to.malformed_row = sound;
    return true;
  }
  return false;
}

/// Uploads the arguments of a call. They are not timed.
bool upload_scalars(DeviceSession& session, arrow::Layout const& layout, std::vector<arrow::InputColumn> const& scalars,
                    std::int64_t length, std::vector<UploadedColumn>& uploaded, std::vector<arrow::InputColumn>& views) {
  std::vector<arrow::ColumnType> types(layout.inputs, layout.inputs + layout.input_count);
  for (auto& type : types) type.id = arrow::TypeId::none;
  if (!upload_columns(session, types, scalars, length, MemoryUse::call, false, uploaded)) return false;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i].scalar != arrow::TypeId::none) views[i] = uploaded[i].view;
  }
  return true;
}

bool copy_to_host(DeviceSession& session, void* to, void const* from, std::int64_t bytes) {
  return session.check(download({{to, from, bytes}}, session.stream(), 1));
}

bool read_bit(DeviceSession& session, void const* bitmap, std::int64_t bit, bool& set) {
  std::uint8_t byte = 0;
  if (!copy_to_host(session, &byte, static_cast<char const*>(bitmap) + (bit >> 3), 1)) return false;
  set = (byte >> (bit & 7) & 1) != 0;
  return true;
}

bool read_value(DeviceSession& session, ResidentColumn const& column, std::int64_t index, RowOperation::Value& value) {
  ResidentColumnInfo const info = column.info();
  arrow::InputColumn const view = column.from_row(index);
  if (view.validity != nullptr && !read_bit(session, view.validity, view.validity_bit, value.present)) return false;
  if (info.type == arrow::TypeId::boolean) {
    bool set = false;
    if (!read_bit(session, view.values, view.values_bit, set)) return false;
    value.values.assign(1, set ? 1 : 0);
    return true;
  }
  if (!arrow::has_offsets(info.type)) {
    value.values.resize(static_cast<std::size_t>(arrow::byte_width(info.type)));
    return copy_to_host(session, value.values.data(), view.values, arrow::byte_width(info.type));
  }
  if (!copy_to_host(session, value.offsets, view.offsets, sizeof value.offsets)) return false;
  auto const [begin, end] = value.offsets;
  value.sound = begin >= view.values_begin && end >= begin && end <= view.values_bytes;
  if (!value.sound || end == begin) return true;
  value.values.resize(static_cast<std::size_t>(end - begin));
  auto const* const text = static_cast<char const*>(column.values()) + (begin - view.values_begin);
  return copy_to_host(session, value.values.data(), text, end - begin);
}

bool make_filled(DeviceSession& session, UploadedColumn& made, int byte, std::int64_t bytes) {
  auto const size = static_cast<std::size_t>(bytes);
  if (!session.check(made.values.reserve(size, session.stream())) ||
      !session.check(cudaMemsetAsync(made.values.get(), byte, size, session.stream()))) {
    return false;
  }
  made.view.values = made.values.get();
  made.view.values_bytes = bytes;
  return true;
}

bool make_present_elements(DeviceSession& session, UploadedColumn& made, ResidentColumn const& counted, std::int64_t width,
                           std::int64_t length) {
  if (!make_filled(session, made, 1, counted.values_bytes() / width)) return false;
  // Without rows even the single offset may be missing.
  if (counted.offsets() == nullptr) return true;
  auto const bytes = static_cast<std::size_t>(length + 1) * sizeof(std::int32_t);
  if (!session.check(made.offsets.reserve(bytes, session.stream()))) return false;
  auto* const places = static_cast<std::int32_t*>(made.offsets.get());
  made.view.offsets = places;
  std::int32_t shift = 0;
  while ((std::int64_t{1} << shift) < width) ++shift;
  return session.check(element_places(counted.offsets(), places, length, shift, session.stream()));
}

/// Times one copy of `bytes` bytes.
bool time_copy(DeviceSession& session, DeviceBuffer const& to, DeviceBuffer const& from, std::size_t bytes, double& milliseconds) {
  return !session.stopped() && session.begin_timing() &&
         session.check(cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice, session.stream())) && session.end_timing() &&
         session.check(cudaStreamSynchronize(session.stream())) && session.elapsed(milliseconds);
}

}  // namespace

std::unique_ptr<UploadOperation> make_upload(std::vector<arrow::ColumnType> types, std::vector<arrow::InputColumn> inputs,
                                             std::int64_t length, DeviceOptions options) {
  return make_operation<UploadOperation>(options, [types = std::move(types), inputs = std::move(inputs), length](DeviceSession& session,
                                                                                                                 UploadOperation& to) {
    Range const range("toDevice", "upload");
    std::vector<UploadedColumn> uploaded;
    bool malformed = false;
    if (!upload_columns(session, types, inputs, length, MemoryUse::table, false, uploaded, &malformed)) return;
    if (malformed && find_malformed(types, inputs, length, to)) return;
    // Other streams may read the columns once this one is done.
    if (!session.check(cudaStreamSynchronize(session.stream())) || session.stopped()) return;
    for (std::size_t i = 0; i < types.size(); ++i) {
      to.columns.push_back(std::make_shared<ResidentColumn const>(session.options().device, types[i].id, length, std::move(uploaded[i])));
    }
  });
}

std::unique_ptr<RunOperation> make_run(Entry const& entry, std::vector<SharedColumn> inputs, std::vector<arrow::InputColumn> scalars,
                                       std::int64_t first, std::int64_t length, DeviceOptions options) {
  return make_operation<RunOperation>(
      options, [&entry, inputs = std::move(inputs), scalars = std::move(scalars), first, length](DeviceSession& session, RunOperation& to) {
        Range const range(entry.name, "kernels");
        std::vector<arrow::InputColumn> views(inputs.size());
        for (std::size_t i = 0; i < inputs.size(); ++i) {
          if (inputs[i] == nullptr || entry.layout.inputs[i].id == arrow::TypeId::none) continue;
          views[i] = inputs[i]->from_row(first);
          if (!entry.layout.inputs[i].nullable) views[i].validity = nullptr;
        }
        std::vector<UploadedColumn> uploaded;
        if (!upload_scalars(session, entry.layout, scalars, length, uploaded, views)) return;
        std::vector<DeviceColumn> outputs;
        RunReport report;
        DeviceRun const run(entry);
        if (!session.begin_timing() ||
            !session.check(run.run(session.stream(), views.data(), length, session.lane().workspace, outputs, report)) ||
            !session.end_timing() || !session.elapsed(to.device_ms)) {
          return;
        }
        to.fault_row = report.fault_row;
        to.fault = report.fault;
        if (report.input_changed) session.fail(Failure::device, "a column of a device table was overwritten from outside");
        if (report.too_large) session.fail(Failure::too_large, "a text column passes 2147483647 bytes, or there are as many rows");
        if (!report.complete()) return;
        to.rows = report.rows;
        std::int64_t const made = to.rows >= 0 ? to.rows : length;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
          to.null_counts.push_back(outputs[i].null_count);
          to.columns.push_back(
              std::make_shared<ResidentColumn const>(session.options().device, entry.layout.outputs[i].id, made, std::move(outputs[i])));
        }
      });
}

std::unique_ptr<DownloadOperation> make_download(std::vector<SharedColumn> columns, std::vector<arrow::OutputColumn> outputs,
                                                 DeviceOptions options) {
  return make_operation<DownloadOperation>(
      options, [columns = std::move(columns), outputs = std::move(outputs)](DeviceSession& session, DownloadOperation&) {
        Range const range("toArrow", "download");
        std::vector<Copy> copies;
        auto const add = [&](void* to, void const* from, std::int64_t bytes) {
          if (to == nullptr || from == nullptr) return;
          ask_for_huge_pages(to, bytes);
          copies.push_back({to, from, bytes});
        };
        for (std::size_t i = 0; i < columns.size(); ++i) {
          ResidentColumn const& column = *columns[i];
          std::int64_t const length = column.info().length;
          add(outputs[i].values, column.values(), column.values_bytes());
          add(outputs[i].offsets, column.offsets(), (length + 1) * std::int64_t{sizeof(std::int32_t)});
          add(outputs[i].validity, column.validity(), arrow::bitmap_bytes(length));
        }
        session.check(download(copies, session.stream(), session.options().threads));
      });
}

std::unique_ptr<RowOperation> make_row(std::vector<SharedColumn> columns, std::int64_t row, DeviceOptions options) {
  return make_operation<RowOperation>(options, [columns = std::move(columns), row](DeviceSession& session, RowOperation& to) {
    for (SharedColumn const& column : columns) {
      to.row.emplace_back();
      if (column != nullptr && !read_value(session, *column, row, to.row.back())) return;
    }
  });
}

std::unique_ptr<PresentOperation> make_present(std::int64_t length, SharedColumn counted, std::int64_t width, DeviceOptions options) {
  return make_operation<PresentOperation>(
      options, [length, counted = std::move(counted), width](DeviceSession& session, PresentOperation& to) {
        Range const range("present", "fill");
        UploadedColumn made(MemoryUse::table);
        bool const of_structs = counted == nullptr;
        if (!(of_structs ? make_filled(session, made, 0xff, arrow::bitmap_bytes(length))
                         : make_present_elements(session, made, *counted, width, length))) {
          return;
        }
        // Other streams may read the column once this one is done.
        if (!session.check(cudaStreamSynchronize(session.stream())) || session.stopped()) return;
        auto const type = of_structs ? arrow::TypeId::boolean : arrow::TypeId::binary;
        to.column = std::make_shared<ResidentColumn const>(session.options().device, type, length, std::move(made));
      });
}

std::unique_ptr<FirstNullOperation> make_first_null(SharedColumn column, DeviceOptions options) {
  return make_operation<FirstNullOperation>(options, [column = std::move(column)](DeviceSession& session, FirstNullOperation& to) {
    if (column->validity() == nullptr) return;
    std::int64_t const length = column->info().length;
    std::vector<std::uint8_t> bits(static_cast<std::size_t>(arrow::bitmap_bytes(length)));
    std::vector<Copy> const copies{{bits.data(), column->validity(), arrow::bitmap_bytes(length)}};
    if (!session.check(download(copies, session.stream(), session.options().threads))) return;
    std::int64_t index = 0;
    while (index < length && arrow::bit_at(bits.data(), index)) ++index;
    if (index < length) to.row = index;
  });
}

std::unique_ptr<CopyRateOperation> make_copy_rate(std::int64_t bytes, DeviceOptions options) {
  return make_operation<CopyRateOperation>(options, [bytes](DeviceSession& session, CopyRateOperation& to) {
    constexpr int warm_up = 2;
    constexpr int rounds = 9;
    Range const range("bench", "copy");
    auto const size = static_cast<std::size_t>(bytes);
    DeviceBuffer source(MemoryUse::call);
    DeviceBuffer target(MemoryUse::call);
    if (!session.check(source.reserve(size, session.stream())) || !session.check(target.reserve(size, session.stream())) ||
        !session.check(cudaMemsetAsync(source.get(), 0x5a, size, session.stream()))) {
      return;
    }
    std::vector<double> times;
    for (int round = -warm_up; round < rounds; ++round) {
      double milliseconds = 0;
      if (!time_copy(session, target, source, size, milliseconds)) return;
      if (round >= 0) times.push_back(milliseconds);
    }
    std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
    to.bytes_per_second = 2e3 * static_cast<double>(bytes) / times[rounds / 2];
  });
}

Statistics statistics() {
  MemoryHeld const held = memory_held();
  Transferred const moved = transferred();
  return {held.tables, held.calls, held.scratch, moved.to_device, moved.to_host};
}

}  // namespace rowfuse::cuda
