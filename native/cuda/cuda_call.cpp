#include "../call/cuda_call.hpp"

#include <atomic>
#include <utility>

#include <cuda_runtime_api.h>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/cuda/device_memory.hpp>
#include <rowfuse/cuda/two_pass.hpp>

#include "../call/huge_pages.hpp"
#include "../call/pool.hpp"
#include "streams.hpp"
#include "transfer.hpp"

namespace rowfuse::cuda {

namespace {

/// Threads that may wait for the device at the same time, over all environments.
constexpr int waiting_threads = 4;

class CudaCall final : public Call {
 public:
  CudaCall(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length, std::int64_t memory_limit)
      : entry_(entry),
        passes_(entry),
        host_inputs_(std::move(inputs)),
        length_(length),
        memory_limit_(memory_limit),
        device_outputs_(static_cast<std::size_t>(entry.layout.output_count)) {}

  ~CudaCall() override { free_device(); }

  bool measure(std::function<void()> done) override {
    return start([this] { run_measure(); }, std::move(done));
  }

  bool fill(std::vector<arrow::OutputColumn> outputs, std::function<void()> done) override {
    host_outputs_ = std::move(outputs);
    return start([this] { run_fill(); }, std::move(done));
  }

  void cancel() override { cancelled_.store(true, std::memory_order_relaxed); }

 private:
  /// One pass as a single unit of work.
  class Pass final : public Work {
   public:
    Pass(std::function<void()> body, std::function<void()> done) : body_(std::move(body)), done_(std::move(done)) {
      units_ = 1;
    }
    void run(std::int64_t, std::byte*) override { body_(); }
    void out_of_memory() override {}
    void finished() override {
      auto const done = std::move(done_);  // the caller may replace this pass before `done` returns
      done();
    }

   private:
    std::function<void()> body_;
    std::function<void()> done_;
  };

  bool start(std::function<void()> body, std::function<void()> done) {
    pass_ = std::make_unique<Pass>(std::move(body), std::move(done));
    return Pool::device().submit(*pass_, waiting_threads);
  }

  void run_measure() {
    if (!prepare()) return;
    Report report;
    if (!check(cudaEventRecord(lane_->begin, lane_->stream)) ||
        !check(passes_.measure(lane_->stream, device_inputs_.data(), length_, device_outputs_.data(), lane_->workspace,
                               report)) ||
        !check(cudaEventRecord(lane_->end, lane_->stream))) {
      return;
    }
    if (!check(cudaEventSynchronize(lane_->end))) return;
    if (must_look_closer(report)) return run_measure();
    add_device_time();
    result.fault_row = report.fault_row;
    result.fault = report.fault;
    result.bytes = report.columns;
    if (result.fault_row >= 0) free_device();
  }

  void run_fill() {
    // A transform without text has not been prepared: this is its only pass.
    if (lane_ == nullptr && !prepare()) return;
    if (stopped()) return;
    arrow::Layout const& layout = entry_.layout;
    for (std::int32_t i = 0; i < layout.output_count; ++i) {
      auto const index = static_cast<std::size_t>(i);
      std::int64_t const bytes = values_bytes(i);
      void* values = nullptr;
      if (!take(bytes, values)) return;
      device_outputs_[index].values = values;
      device_outputs_[index].values_bytes = bytes;
      if (!layout.outputs[i].nullable) continue;
      void* validity = nullptr;
      if (!take(arrow::bitmap_bytes(length_), validity)) return;
      device_outputs_[index].validity = static_cast<std::uint8_t*>(validity);
    }
    if (!check(cudaEventRecord(lane_->begin, lane_->stream)) ||
        !check(passes_.fill(lane_->stream, device_inputs_.data(), length_, device_outputs_.data(), lane_->workspace)) ||
        !check(cudaEventRecord(lane_->end, lane_->stream))) {
      return;
    }
    Report report;
    if (!check(passes_.read_report(lane_->stream, lane_->workspace, report))) return;
    if (must_look_closer(report)) return run_fill();
    add_device_time();
    result.fault_row = report.fault_row;
    result.fault = report.fault;
    result.null_counts = report.columns;
    if (report.changed_rows > 0) result.failure = Failure::input_changed;
    if (result.failure != Failure::none || result.fault_row >= 0 || stopped()) return free_device();
    download_outputs();
    free_device();
  }

  bool prepare() {
    if (stopped()) return false;
    cudaError_t error = cudaSuccess;
    lane_ = take_lane(error);
    if (lane_ == nullptr) return check(error);
    device_inputs_.resize(host_inputs_.size());
    for (std::size_t i = 0; i < host_inputs_.size(); ++i) {
      if (length_ > 0 && !upload_input(entry_.layout.inputs[i], host_inputs_[i], device_inputs_[i])) return false;
    }
    for (std::int32_t i = 0; i < entry_.layout.output_count; ++i) {
      if (entry_.layout.outputs[i].id != arrow::TypeId::utf8) continue;
      void* offsets = nullptr;
      if (!take((length_ + 1) * std::int64_t{sizeof(std::int32_t)}, offsets)) return false;
      device_outputs_[static_cast<std::size_t>(i)].offsets = static_cast<std::int32_t*>(offsets);
    }
    return !stopped();
  }

  bool upload_input(arrow::ColumnType type, arrow::InputColumn const& host, arrow::InputColumn& device) {
    device = {};
    if (type.id == arrow::TypeId::none) return true;
    if (type.nullable && host.validity != nullptr) {
      void const* validity = nullptr;
      if (!upload_bits(host.validity, host.validity_bit, validity, device.validity_bit)) return false;
      device.validity = static_cast<std::uint8_t const*>(validity);
    }
    if (type.id == arrow::TypeId::boolean) {
      return upload_bits(host.values, host.values_bit, device.values, device.values_bit);
    }
    if (type.id == arrow::TypeId::utf8) return upload_text(host, device);
    void const* values = nullptr;
    device.values_bytes = length_ * arrow::byte_width(type.id);
    if (!upload_bytes(host.values, device.values_bytes, values)) return false;
    device.values = values;
    return true;
  }

  /// A slice brings only its own bytes. The offsets keep their values; the pointer moves instead.
  bool upload_text(arrow::InputColumn const& host, arrow::InputColumn& device) {
    void const* offsets = nullptr;
    if (!upload_bytes(host.offsets, (length_ + 1) * std::int64_t{sizeof(std::int32_t)}, offsets)) return false;
    device.offsets = static_cast<std::int32_t const*>(offsets);
    std::int64_t begin = host.offsets[0];
    std::int64_t end = host.offsets[length_];
    if (look_closer_ || begin < 0 || end < begin || end > host.values_bytes) {
      std::int64_t const sound = sound_rows(host);
      begin = sound == 0 ? 0 : begin;
      end = sound == 0 ? 0 : host.offsets[sound];
    }
    void const* values = nullptr;
    if (!upload_bytes(static_cast<char const*>(host.values) + begin, end - begin, values)) return false;
    device.values = reinterpret_cast<void const*>(reinterpret_cast<std::uintptr_t>(values) -
                                                  static_cast<std::uintptr_t>(begin));
    device.values_begin = begin;
    device.values_bytes = end;
    return true;
  }

  /// Rows before the first whose offsets are malformed.
  std::int64_t sound_rows(arrow::InputColumn const& host) const {
    std::int64_t row = 0;
    while (row < length_ && host.offsets[row] >= 0 && host.offsets[row + 1] >= host.offsets[row] &&
           host.offsets[row + 1] <= host.values_bytes) {
      ++row;
    }
    return row;
  }

  /// The kernel judges offsets by what was uploaded, which ends at the last offset; where offsets decrease, that may be
  /// less than the column has, and the row it names may not be the first. Then everything runs again, with the bytes of
  /// the sound rows there, and the row after them is the malformed one.
  bool must_look_closer(Report const& report) {
    if (report.fault.code != Fault::malformed_offsets || look_closer_) return false;
    look_closer_ = true;
    free_device();
    return true;
  }

  bool upload_bits(void const* host, std::int64_t bit, void const*& device, std::int64_t& device_bit) {
    device_bit = bit & 7;
    return upload_bytes(static_cast<char const*>(host) + (bit >> 3), arrow::bitmap_bytes(device_bit + length_), device);
  }

  bool upload_bytes(void const* host, std::int64_t bytes, void const*& device) {
    void* memory = nullptr;
    if (!take(bytes, memory) || !check(upload(memory, host, bytes, lane_->stream))) return false;
    device = memory;
    return true;
  }

  void download_outputs() {
    for (std::size_t i = 0; i < host_outputs_.size(); ++i) {
      arrow::OutputColumn const& host = host_outputs_[i];
      arrow::OutputColumn const& device = device_outputs_[i];
      if (!download_fresh(host.values, device.values, device.values_bytes)) return;
      if (host.offsets != nullptr &&
          !download_fresh(host.offsets, device.offsets, (length_ + 1) * std::int64_t{sizeof(std::int32_t)})) {
        return;
      }
      if (host.validity != nullptr && !download_fresh(host.validity, device.validity, arrow::bitmap_bytes(length_))) {
        return;
      }
    }
    check(cudaStreamSynchronize(lane_->stream));
  }

  bool download_fresh(void* host, void const* device, std::int64_t bytes) {
    ask_for_huge_pages(host, bytes);
    return check(download(host, device, bytes, lane_->stream));
  }

  std::int64_t values_bytes(std::int32_t column) const {
    arrow::TypeId const id = entry_.layout.outputs[column].id;
    if (id == arrow::TypeId::utf8) return result.bytes[static_cast<std::size_t>(column)];
    if (id == arrow::TypeId::boolean) return arrow::bitmap_bytes(length_);
    return length_ * arrow::byte_width(id);
  }

  /// Device memory that lives until the call ends.
  bool take(std::int64_t bytes, void*& data) {
    if (memory_limit_ > 0 && taken_ + bytes > memory_limit_) {
      fail("the call needs more than memoryLimit (" + std::to_string(memory_limit_) +
           " bytes) of device memory. Raise the limit, or pass the input in smaller pieces.");
      return false;
    }
    DeviceBuffer buffer;
    if (!check(buffer.reserve(static_cast<std::size_t>(bytes), lane_->stream))) return false;
    taken_ += bytes;
    data = buffer.get();
    buffers_.push_back(std::move(buffer));
    return true;
  }

  bool stopped() {
    if (!cancelled_.load(std::memory_order_relaxed)) return false;
    result.failure = Failure::cancelled;
    free_device();
    return true;
  }

  bool check(int code) {
    auto const error = static_cast<cudaError_t>(code);
    if (error == cudaSuccess) return true;
    cudaGetLastError();
    if (error == cudaErrorMemoryAllocation) {
      fail("out of device memory. Pass the input in smaller pieces, or free memory that other programs hold on the GPU.");
    } else {
      fail(std::string(cudaGetErrorString(error)) + " (" + cudaGetErrorName(error) +
           "). When later calls fail as well, the device context is lost: start the process again, or use the cpu "
           "backend.");
    }
    return false;
  }

  void fail(std::string text) {
    result.failure = Failure::device;
    result.message = "CUDA: " + std::move(text);
    free_device();
  }

  /// Gives memory and stream back. Copies out of the caller's memory may still be queued: they end first.
  void free_device() {
    if (lane_ == nullptr) return;
    cudaStreamSynchronize(lane_->stream);
    buffers_.clear();
    taken_ = 0;
    give_back_lane(std::exchange(lane_, nullptr));
  }

  void add_device_time() {
    float milliseconds = 0;
    if (cudaEventElapsedTime(&milliseconds, lane_->begin, lane_->end) != cudaSuccess) return;
    result.device_ms = (result.device_ms < 0 ? 0 : result.device_ms) + static_cast<double>(milliseconds);
  }

  Entry const& entry_;
  TwoPass const passes_;
  std::vector<arrow::InputColumn> const host_inputs_;
  std::int64_t const length_;
  std::int64_t const memory_limit_;
  std::vector<arrow::OutputColumn> host_outputs_;
  std::vector<arrow::InputColumn> device_inputs_;
  std::vector<arrow::OutputColumn> device_outputs_;
  std::vector<DeviceBuffer> buffers_;
  std::int64_t taken_ = 0;
  bool look_closer_ = false;
  Lane* lane_ = nullptr;
  std::atomic<bool> cancelled_{false};
  std::unique_ptr<Pass> pass_;
};

}  // namespace

std::unique_ptr<Call> make_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                std::int64_t memory_limit) {
  return std::make_unique<CudaCall>(entry, std::move(inputs), length, memory_limit);
}

}  // namespace rowfuse::cuda
