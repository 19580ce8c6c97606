#include "transfer.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>

#include "../cpu/groups/input_file.hpp"
#include "../cpu/pool.hpp"
#include "pinned_ring.hpp"

namespace rowfuse::cuda {

namespace {

/// For fewer bytes the driver's own copy is as fast, and no thread must be woken.
constexpr std::int64_t smallest_staged = std::int64_t{1} << 20;
// Measured on an H100 with 16 cores, GB/s for 512 MiB on 1, 2, 4, 8, 12 and 16 threads. Uploads: 6, 14, 26, 48, 42, 39. Downloads to fresh
// memory, whose pages the threads must fault in: 3, 6, 11, 20, 29, 26.
constexpr int most_uploading = 8;
constexpr int most_downloading = 12;
// Files in the page cache, on an H200 with 16 cores: 35 to 41 GB/s on 8 threads, 44 on 12.
constexpr int most_reading = 12;

std::atomic<std::int64_t> bytes_to_device{0};
std::atomic<std::int64_t> bytes_to_host{0};

std::int64_t total_bytes(std::vector<Copy> const& copies) {
  std::int64_t total = 0;
  for (Copy const& copy : copies) total += copy.bytes;
  return total;
}

/// Checks some offsets. `before` is the offset in front of them, 0 for the first.
void check_offsets(OffsetsCheck& check, void const* data, std::int64_t bytes, std::int32_t before) {
  auto const* const offsets = static_cast<std::int32_t const*>(data);
  auto const count = bytes / std::int64_t{sizeof(std::int32_t)};
  // All offsets are sound if they never decrease, the first is not negative, and the last is within the values. No early exit, so that the
  // loop is vectorized.
  bool malformed = before < 0 || offsets[0] < before;
  for (std::int64_t i = 1; i < count; ++i) malformed |= offsets[i] < offsets[i - 1];
  malformed |= offsets[count - 1] > check.values_bytes;
  if (malformed) check.malformed.store(true, std::memory_order_relaxed);
}

cudaError_t copy_directly(std::vector<Copy> const& copies, cudaMemcpyKind kind, cudaStream_t stream) {
  for (Copy const& copy : copies) {
    if (copy.bytes == 0) continue;
    if (copy.check != nullptr) check_offsets(*copy.check, copy.from, copy.bytes, 0);
    auto const size = static_cast<std::size_t>(copy.bytes);
    if (cudaError_t const error = cudaMemcpyAsync(copy.to, copy.from, size, kind, stream)) return error;
  }
  // Also after an upload: it depends on the size whether the driver has read pageable memory when it returns.
  return cudaStreamSynchronize(stream);
}

Pool& copying_threads() {
  static Pool& pool = *new Pool;
  return pool;
}

/// Copies in chunks of a slot. Chunk i uses slot i modulo the ring's size. A thread waits only for the chunk that used the slot before.
/// Chunks are handed out in order, so some thread always makes progress.
class StagedTransfer : public Work {
 public:
  StagedTransfer(std::vector<Copy> const& copies, PinnedRing& ring, cudaStream_t stream)
      : StagedTransfer(copies, ring, stream, std::make_shared<std::atomic<bool>>(false)) {}

  void out_of_memory() final { fail(cudaErrorMemoryAllocation); }

  /// Runs on `threads` threads and waits. Returns cudaErrorNotReady if no thread is available.
  cudaError_t run_on(int threads) {
    if (!copying_threads().submit(*this, threads)) return cudaErrorNotReady;
    ended_->wait(false, std::memory_order_acquire);
    return error_.load(std::memory_order_relaxed);
  }

 protected:
  Copy const& chunk(std::int64_t index) const { return chunks_[static_cast<std::size_t>(index)]; }
  /// True if a chunk is the first of its copy.
  bool is_first(std::int64_t index) const { return first_[static_cast<std::size_t>(index)]; }
  std::int64_t chunks() const { return units_; }

  bool failed() const { return error_.load(std::memory_order_relaxed) != cudaSuccess; }
  bool check(cudaError_t error) {
    if (error != cudaSuccess) fail(error);
    return error == cudaSuccess;
  }

  /// Makes the transfer's device current on this thread, because that is a setting per thread.
  void enter_device() { check(cudaSetDevice(device_)); }

  /// Waits until the last copy that used the slot, or that of `index` itself, has passed.
  bool await_slot(std::int64_t index) { return check(cudaEventSynchronize(ring_.event(index))); }

  /// Enqueues the copy between slot and device. Announces it even after a failure, because others wait for it.
  void issue(std::int64_t index, cudaMemcpyKind kind) {
    Copy const& piece = chunk(index);
    bool const up = kind == cudaMemcpyHostToDevice;
    void* const to = up ? piece.to : ring_.slot(index);
    void const* const from = up ? ring_.slot(index) : piece.from;
    if (!failed() && check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(piece.bytes), kind, stream_))) {
      check(cudaEventRecord(ring_.event(index), stream_));
    }
    tell_issued(index);
  }

  /// Waits until the copy of a chunk has been enqueued; returns at once for chunks before the first.
  void await_issue(std::int64_t index) {
    if (index < 0) return;
    std::atomic<std::int64_t> const& issued = issued_[slot_of(index)];
    for (std::int64_t last = issued.load(std::memory_order_acquire); last < index; last = issued.load(std::memory_order_acquire)) {
      issued.wait(last, std::memory_order_acquire);
    }
  }

  PinnedRing& ring_;

 private:
  using Flag = std::shared_ptr<std::atomic<bool>>;

  StagedTransfer(std::vector<Copy> const& copies, PinnedRing& ring, cudaStream_t stream, Flag const& ended)
      : Work([ended] {
          ended->store(true, std::memory_order_release);
          ended->notify_one();
        }),
        ring_(ring),
        stream_(stream),
        ended_(ended) {
    cudaGetDevice(&device_);
    for (Copy const& copy : copies) {
      for (std::int64_t from = 0; from < copy.bytes; from += PinnedRing::slot_bytes) {
        chunks_.push_back({static_cast<char*>(copy.to) + from, static_cast<char const*>(copy.from) + from,
                           std::min(PinnedRing::slot_bytes, copy.bytes - from), copy.check});
        first_.push_back(from == 0);
      }
    }
    units_ = static_cast<std::int64_t>(chunks_.size());
    for (auto& issued : issued_) issued.store(-1, std::memory_order_relaxed);
  }

  static std::size_t slot_of(std::int64_t index) { return static_cast<std::size_t>(index % PinnedRing::slots); }

  void tell_issued(std::int64_t index) {
    issued_[slot_of(index)].store(index, std::memory_order_release);
    issued_[slot_of(index)].notify_all();
  }

  void fail(cudaError_t error) {
    cudaError_t none = cudaSuccess;
    error_.compare_exchange_strong(none, error, std::memory_order_relaxed);
  }

  cudaStream_t const stream_;
  int device_ = 0;
  std::vector<Copy> chunks_;
  std::vector<bool> first_;
  std::array<std::atomic<std::int64_t>, PinnedRing::slots> issued_;  ///< by slot: the last enqueued chunk
  std::atomic<cudaError_t> error_{cudaSuccess};
  Flag const ended_;
};

class Upload final : public StagedTransfer {
 public:
  using StagedTransfer::StagedTransfer;

  void run(std::int64_t index, std::byte*) override {
    enter_device();
    await_issue(index - PinnedRing::slots);
    Copy const& piece = chunk(index);
    if (!failed() && await_slot(index)) {
      std::memcpy(ring_.slot(index), piece.from, static_cast<std::size_t>(piece.bytes));
      if (piece.check != nullptr) {
        auto const before = is_first(index) ? 0 : static_cast<std::int32_t const*>(piece.from)[-1];
        check_offsets(*piece.check, ring_.slot(index), piece.bytes, before);
      }
    }
    issue(index, cudaMemcpyHostToDevice);
  }
  using StagedTransfer::run;
};

/// Uploads a part of a file: one copy whose source is not memory.
class FileUpload final : public StagedTransfer {
 public:
  FileUpload(InputFile const& file, std::int64_t place, Copy const& copy, PinnedRing& ring, cudaStream_t stream, FileProblem& problem)
      : StagedTransfer({copy}, ring, stream), file_(file), place_(place), problem_(problem) {}

  void run(std::int64_t index, std::byte*) override {
    enter_device();
    await_issue(index - PinnedRing::slots);
    if (!failed() && await_slot(index)) read(index);
    issue(index, cudaMemcpyHostToDevice);
  }
  using StagedTransfer::run;

 private:
  void read(std::int64_t index) {
    int error = 0;
    std::int64_t const bytes = chunk(index).bytes;
    std::int64_t const read = file_.read(place_ + index * PinnedRing::slot_bytes, reinterpret_cast<char*>(ring_.slot(index)), bytes, error);
    if (read == bytes) return;
    std::lock_guard const lock(mutex_);
    if (problem_) return;
    if (read < 0) problem_.system_error = error;
    else problem_.is_short = true;
  }

  InputFile const& file_;
  std::int64_t const place_;
  std::mutex mutex_;
  FileProblem& problem_;
};

class Download final : public StagedTransfer {
 public:
  using StagedTransfer::StagedTransfer;

  /// Fills the ring. After that, the thread that empties a slot fills it again.
  void prime() {
    for (std::int64_t index = 0; index < std::min(PinnedRing::slots, chunks()); ++index) {
      await_slot(index);
      issue(index, cudaMemcpyDeviceToHost);
    }
  }

  /// The destination is usually fresh memory, so the pages come as the threads touch them.
  void run(std::int64_t index, std::byte*) override {
    enter_device();
    await_issue(index);
    if (!failed() && await_slot(index)) {
      std::memcpy(chunk(index).to, ring_.slot(index), static_cast<std::size_t>(chunk(index).bytes));
    }
    if (index + PinnedRing::slots < chunks()) issue(index + PinnedRing::slots, cudaMemcpyDeviceToHost);
  }
  using StagedTransfer::run;
};

/// A ring for a transfer of `bytes` bytes. There is none if it would not pay, or if memory cannot be pinned.
class StagedRing {
 public:
  explicit StagedRing(std::int64_t bytes, std::int64_t least = smallest_staged) {
    if (bytes < least) return;
    cudaError_t error = cudaSuccess;
    ring_ = PinnedRing::take(error);
    if (error != cudaSuccess) cudaGetLastError();
  }
  StagedRing(StagedRing const&) = delete;
  StagedRing& operator=(StagedRing const&) = delete;
  ~StagedRing() {
    if (ring_ != nullptr) PinnedRing::give_back(ring_);  // its next user waits for the slots
  }

  explicit operator bool() const { return ring_ != nullptr; }
  PinnedRing& operator*() const { return *ring_; }

 private:
  PinnedRing* ring_ = nullptr;
};

int threads_for(std::int64_t bytes, int threads, int most) {
  std::int64_t const chunks = (bytes + PinnedRing::slot_bytes - 1) / PinnedRing::slot_bytes;
  return static_cast<int>(std::min<std::int64_t>({chunks, threads, most}));
}

}  // namespace

Transferred transferred() { return {bytes_to_device.load(std::memory_order_relaxed), bytes_to_host.load(std::memory_order_relaxed)}; }

cudaError_t upload(std::vector<Copy> const& copies, cudaStream_t stream, int threads) {
  std::int64_t const bytes = total_bytes(copies);
  bytes_to_device.fetch_add(bytes, std::memory_order_relaxed);
  StagedRing const ring(bytes);
  if (!ring) return copy_directly(copies, cudaMemcpyHostToDevice, stream);
  Upload transfer(copies, *ring, stream);
  cudaError_t const error = transfer.run_on(threads_for(bytes, threads, most_uploading));
  return error == cudaErrorNotReady ? copy_directly(copies, cudaMemcpyHostToDevice, stream) : error;
}

cudaError_t download(std::vector<Copy> const& copies, cudaStream_t stream, int threads) {
  std::int64_t const bytes = total_bytes(copies);
  bytes_to_host.fetch_add(bytes, std::memory_order_relaxed);
  StagedRing const ring(bytes);
  if (!ring) return copy_directly(copies, cudaMemcpyDeviceToHost, stream);
  Download transfer(copies, *ring, stream);
  transfer.prime();
  cudaError_t const error = transfer.run_on(threads_for(bytes, threads, most_downloading));
  return error == cudaErrorNotReady ? copy_directly(copies, cudaMemcpyDeviceToHost, stream) : error;
}

cudaError_t upload_file(InputFile const& file, std::int64_t place, void* to, std::int64_t bytes, cudaStream_t stream, int threads,
                        FileProblem& problem) {
  if (bytes == 0) return cudaSuccess;
  bytes_to_device.fetch_add(bytes, std::memory_order_relaxed);
  StagedRing const ring(bytes, 0);
  if (!ring) return cudaErrorMemoryAllocation;
  FileUpload transfer(file, place, {to, to, bytes}, *ring, stream, problem);
  cudaError_t const error = transfer.run_on(threads_for(bytes, threads, most_reading));
  return error == cudaErrorNotReady ? cudaErrorMemoryAllocation : error;
}

}  // namespace rowfuse::cuda
