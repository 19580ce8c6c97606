#include "../api/device_operations.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/cuda/host/device_run.hpp>

#include <rowfuse/cpu/huge_pages.hpp>
#include "device_session.hpp"
#include "device_task.hpp"
#include "element_places.hpp"
#include "ranges.hpp"
#include "resident_column.hpp"
#include "transfer.hpp"
#include "upload_columns.hpp"

namespace rowfuse::cuda {

namespace {

/// What the operations share: a session that is open while `work` runs on a thread that may wait for the device.
template <class Operation>
class SessionOperation : public Operation {
 public:
  explicit SessionOperation(DeviceOptions options) : session_(options) {}

  bool start(std::function<void()> done) final {
    return DeviceTask::start(task_, [this] { run(); }, std::move(done));
  }
  void cancel() final { session_.cancel(); }

 protected:
  /// With the session open. Leaves what went wrong in the session.
  virtual void work() = 0;

  DeviceSession session_;

 private:
  void run() {
    if (session_.open()) work();
    session_.close();
    if (session_.failure == Failure::none) return;
    this->failure = session_.failure;
    this->message = session_.message;
  }

  std::unique_ptr<DeviceTask> task_;
};

class Upload final : public SessionOperation<UploadOperation> {
 public:
  Upload(std::vector<arrow::ColumnType> types, std::vector<arrow::InputColumn> inputs, std::int64_t length,
         DeviceOptions options)
      : SessionOperation(options), types_(std::move(types)), inputs_(std::move(inputs)), length_(length) {}

 private:
  void work() override {
    Range const range("toDevice", "upload");
    std::vector<UploadedColumn> uploaded;
    bool malformed = false;
    if (!upload_columns(session_, types_, inputs_, length_, MemoryUse::table, false, uploaded, &malformed)) return;
    if (malformed && find_malformed()) return;
    // Other streams may read from now on.
    if (!session_.check(cudaStreamSynchronize(session_.stream())) || session_.stopped()) return;
    for (std::size_t i = 0; i < types_.size(); ++i) {
      columns.push_back(std::make_shared<ResidentColumn const>(session_.options().device, types_[i].id, length_,
                                                               std::move(uploaded[i])));
    }
  }

  /// The first row with malformed offsets. Transforms judge offsets again when they read; without any text that is
  /// malformed by now, the caller has changed it, and they will see what came.
  bool find_malformed() {
    for (std::size_t i = 0; i < types_.size(); ++i) {
      if (!arrow::has_offsets(types_[i].id)) continue;
      std::int64_t const sound = sound_rows(inputs_[i], length_);
      if (sound == length_) continue;
      malformed_column = static_cast<std::int32_t>(i);
      malformed_row = sound;
      return true;
    }
    return false;
  }

  std::vector<arrow::ColumnType> const types_;
  std::vector<arrow::InputColumn> const inputs_;
  std::int64_t const length_;
};

class Run final : public SessionOperation<RunOperation> {
 public:
  Run(Entry const& entry, std::vector<SharedColumn> inputs, std::vector<arrow::InputColumn> scalars, std::int64_t first,
      std::int64_t length, DeviceOptions options)
      : SessionOperation(options),
        entry_(entry),
        inputs_(std::move(inputs)),
        scalars_(std::move(scalars)),
        first_(first),
        length_(length) {}

 private:
  void work() override {
    Range const range(entry_.name, "kernels");
    std::vector<arrow::InputColumn> views(inputs_.size());
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i] == nullptr || entry_.layout.inputs[i].id == arrow::TypeId::none) continue;
      views[i] = inputs_[i]->from_row(first_);
      if (!entry_.layout.inputs[i].nullable) views[i].validity = nullptr;
    }
    std::vector<UploadedColumn> scalars;
    if (!upload_scalars(scalars, views)) return;
    std::vector<DeviceColumn> outputs;
    RunReport report;
    DeviceRun const run(entry_);
    if (!session_.begin_timing() ||
        !session_.check(run.run(session_.stream(), views.data(), length_, session_.lane().workspace, outputs, report)) ||
        !session_.end_timing() || !session_.elapsed(device_ms)) {
      return;
    }
    fault_row = report.fault_row;
    fault = report.fault;
    if (report.input_changed) session_.fail(Failure::device, "a column of a device table was overwritten from outside");
    if (report.too_large) session_.fail(Failure::too_large, "a text column passes 2147483647 bytes, or there are as many rows");
    if (!report.complete()) return;
    rows = report.rows;
    std::int64_t const made = rows >= 0 ? rows : length_;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      null_counts.push_back(outputs[i].null_count);
      columns.push_back(std::make_shared<ResidentColumn const>(session_.options().device, entry_.layout.outputs[i].id,
                                                               made, std::move(outputs[i])));
    }
  }

  /// Not timed: a call's own arguments.
  bool upload_scalars(std::vector<UploadedColumn>& uploaded, std::vector<arrow::InputColumn>& views) {
    arrow::Layout const& layout = entry_.layout;
    std::vector<arrow::ColumnType> types(layout.inputs, layout.inputs + layout.input_count);
    for (auto& type : types) type.id = arrow::TypeId::none;
    if (!upload_columns(session_, types, scalars_, length_, MemoryUse::call, false, uploaded)) return false;
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (types[i].scalar != arrow::TypeId::none) views[i] = uploaded[i].view;
    }
    return true;
  }

  Entry const& entry_;
  std::vector<SharedColumn> const inputs_;
  std::vector<arrow::InputColumn> const scalars_;
  std::int64_t const first_;
  std::int64_t const length_;
};

class Download final : public SessionOperation<DownloadOperation> {
 public:
  Download(std::vector<SharedColumn> columns, std::vector<arrow::OutputColumn> outputs, DeviceOptions options)
      : SessionOperation(options), columns_(std::move(columns)), outputs_(std::move(outputs)) {}

 private:
  void work() override {
    Range const range("toArrow", "download");
    std::vector<Copy> copies;
    auto const add = [&](void* to, void const* from, std::int64_t bytes) {
      if (to == nullptr || from == nullptr) return;
      ask_for_huge_pages(to, bytes);
      copies.push_back({to, from, bytes});
    };
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      ResidentColumn const& column = *columns_[i];
      std::int64_t const length = column.info().length;
      add(outputs_[i].values, column.values(), column.values_bytes());
      add(outputs_[i].offsets, column.offsets(), (length + 1) * std::int64_t{sizeof(std::int32_t)});
      add(outputs_[i].validity, column.validity(), arrow::bitmap_bytes(length));
    }
    session_.check(download(copies, session_.stream(), session_.options().threads));
  }

  std::vector<SharedColumn> const columns_;
  std::vector<arrow::OutputColumn> const outputs_;
};

class Row final : public SessionOperation<RowOperation> {
 public:
  Row(std::vector<SharedColumn> columns, std::int64_t index, DeviceOptions options)
      : SessionOperation(options), columns_(std::move(columns)), index_(index) {}

 private:
  void work() override {
    for (SharedColumn const& column : columns_) {
      row.emplace_back();
      if (column != nullptr && !read(*column, row.back())) return;
    }
  }

  bool read(ResidentColumn const& column, Value& value) {
    ResidentColumnInfo const info = column.info();
    arrow::InputColumn const view = column.from_row(index_);
    if (view.validity != nullptr && !read_bit(view.validity, view.validity_bit, value.present)) return false;
    if (info.type == arrow::TypeId::boolean) {
      bool set = false;
      if (!read_bit(view.values, view.values_bit, set)) return false;
      value.values.assign(1, set ? 1 : 0);
      return true;
    }
    if (!arrow::has_offsets(info.type)) {
      value.values.resize(static_cast<std::size_t>(arrow::byte_width(info.type)));
      return copy(value.values.data(), view.values, arrow::byte_width(info.type));
    }
    if (!copy(value.offsets, view.offsets, sizeof value.offsets)) return false;
    auto const [begin, end] = value.offsets;
    value.sound = begin >= view.values_begin && end >= begin && end <= view.values_bytes;
    if (!value.sound || end == begin) return true;
    value.values.resize(static_cast<std::size_t>(end - begin));
    auto const* const text = static_cast<char const*>(column.values()) + (begin - view.values_begin);
    return copy(value.values.data(), text, end - begin);
  }

  bool read_bit(void const* bitmap, std::int64_t bit, bool& set) {
    std::uint8_t byte = 0;
    if (!copy(&byte, static_cast<char const*>(bitmap) + (bit >> 3), 1)) return false;
    set = (byte >> (bit & 7) & 1) != 0;
    return true;
  }

  bool copy(void* to, void const* from, std::int64_t bytes) {
    return session_.check(download({{to, from, bytes}}, session_.stream(), 1));
  }

  std::vector<SharedColumn> const columns_;
  std::int64_t const index_;
};

class Present final : public SessionOperation<PresentOperation> {
 public:
  Present(std::int64_t length, SharedColumn counted, std::int64_t width, DeviceOptions options)
      : SessionOperation(options), length_(length), counted_(std::move(counted)), width_(width) {}

 private:
  void work() override {
    Range const range("present", "fill");
    UploadedColumn made(MemoryUse::table);
    if (!(counted_ == nullptr ? structs(made) : elements(made))) return;
    // Other streams may read from now on.
    if (!session_.check(cudaStreamSynchronize(session_.stream())) || session_.stopped()) return;
    auto const type = counted_ == nullptr ? arrow::TypeId::boolean : arrow::TypeId::binary;
    column = std::make_shared<ResidentColumn const>(session_.options().device, type, length_, std::move(made));
  }

  bool structs(UploadedColumn& made) { return fill(made, 0xff, arrow::bitmap_bytes(length_)); }

  bool elements(UploadedColumn& made) {
    if (!fill(made, 1, counted_->values_bytes() / width_)) return false;
    // Without rows there need not even be the one offset.
    if (counted_->offsets() == nullptr) return true;
    auto const bytes = static_cast<std::size_t>(length_ + 1) * sizeof(std::int32_t);
    if (!session_.check(made.offsets.reserve(bytes, session_.stream()))) return false;
    auto* const places = static_cast<std::int32_t*>(made.offsets.get());
    made.view.offsets = places;
    std::int32_t shift = 0;
    while ((std::int64_t{1} << shift) < width_) ++shift;
    return session_.check(element_places(counted_->offsets(), places, length_, shift, session_.stream()));
  }

  bool fill(UploadedColumn& made, int byte, std::int64_t bytes) {
    auto const size = static_cast<std::size_t>(bytes);
    if (!session_.check(made.values.reserve(size, session_.stream())) ||
        !session_.check(cudaMemsetAsync(made.values.get(), byte, size, session_.stream()))) {
      return false;
    }
    made.view.values = made.values.get();
    made.view.values_bytes = bytes;
    return true;
  }

  std::int64_t const length_;
  SharedColumn const counted_;
  std::int64_t const width_;
};

class FirstNull final : public SessionOperation<FirstNullOperation> {
 public:
  FirstNull(SharedColumn column, DeviceOptions options) : SessionOperation(options), column_(std::move(column)) {}

 private:
  void work() override {
    if (column_->validity() == nullptr) return;
    std::int64_t const length = column_->info().length;
    std::vector<std::uint8_t> bits(static_cast<std::size_t>(arrow::bitmap_bytes(length)));
    std::vector<Copy> const copies{{bits.data(), column_->validity(), arrow::bitmap_bytes(length)}};
    if (!session_.check(download(copies, session_.stream(), session_.options().threads))) return;
    std::int64_t index = 0;
    while (index < length && arrow::bit_at(bits.data(), index)) ++index;
    if (index < length) row = index;
  }

  SharedColumn const column_;
};

class CopyRate final : public SessionOperation<CopyRateOperation> {
 public:
  CopyRate(std::int64_t bytes, DeviceOptions options) : SessionOperation(options), bytes_(bytes) {}

 private:
  static constexpr int warm_up = 2;
  static constexpr int rounds = 9;

  void work() override {
    Range const range("bench", "copy");
    auto const bytes = static_cast<std::size_t>(bytes_);
    DeviceBuffer from(MemoryUse::call);
    DeviceBuffer to(MemoryUse::call);
    if (!session_.check(from.reserve(bytes, session_.stream())) || !session_.check(to.reserve(bytes, session_.stream())) ||
        !session_.check(cudaMemsetAsync(from.get(), 0x5a, bytes, session_.stream()))) {
      return;
    }
    std::vector<double> times;
    for (int round = -warm_up; round < rounds; ++round) {
      double milliseconds = 0;
      if (session_.stopped() || !session_.begin_timing() ||
          !session_.check(cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice, session_.stream())) ||
          !session_.end_timing() || !session_.check(cudaStreamSynchronize(session_.stream())) ||
          !session_.elapsed(milliseconds)) {
        return;
      }
      if (round >= 0) times.push_back(milliseconds);
    }
    std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
    bytes_per_second = 2e3 * static_cast<double>(bytes_) / times[rounds / 2];
  }

  std::int64_t const bytes_;
};

}  // namespace

std::unique_ptr<UploadOperation> make_upload(std::vector<arrow::ColumnType> types,
                                             std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                             DeviceOptions options) {
  return std::make_unique<Upload>(std::move(types), std::move(inputs), length, options);
}

std::unique_ptr<RunOperation> make_run(Entry const& entry, std::vector<SharedColumn> inputs,
                                       std::vector<arrow::InputColumn> scalars, std::int64_t first, std::int64_t length,
                                       DeviceOptions options) {
  return std::make_unique<Run>(entry, std::move(inputs), std::move(scalars), first, length, options);
}

std::unique_ptr<DownloadOperation> make_download(std::vector<SharedColumn> columns,
                                                 std::vector<arrow::OutputColumn> outputs, DeviceOptions options) {
  return std::make_unique<Download>(std::move(columns), std::move(outputs), options);
}

std::unique_ptr<RowOperation> make_row(std::vector<SharedColumn> columns, std::int64_t row, DeviceOptions options) {
  return std::make_unique<Row>(std::move(columns), row, options);
}

std::unique_ptr<PresentOperation> make_present(std::int64_t length, SharedColumn counted, std::int64_t width,
                                               DeviceOptions options) {
  return std::make_unique<Present>(length, std::move(counted), width, options);
}

std::unique_ptr<FirstNullOperation> make_first_null(SharedColumn column, DeviceOptions options) {
  return std::make_unique<FirstNull>(std::move(column), options);
}

std::unique_ptr<CopyRateOperation> make_copy_rate(std::int64_t bytes, DeviceOptions options) {
  return std::make_unique<CopyRate>(bytes, options);
}

Statistics statistics() {
  MemoryHeld const held = memory_held();
  Transferred const moved = transferred();
  return {held.tables, held.calls, held.scratch, moved.to_device, moved.to_host};
}

}  // namespace rowfuse::cuda
