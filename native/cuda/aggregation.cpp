#include "../call/aggregation.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

#include <rowfuse/cpu/groups.hpp>
#include <rowfuse/cuda/group_run.hpp>

#include "../call/cuda_call.hpp"
#include "../call/group_pool.hpp"
#include "../call/group_result.hpp"
#include "../call/input_file.hpp"
#include "device_scope.hpp"
#include "device_session.hpp"
#include "device_task.hpp"
#include "ranges.hpp"
#include "transfer.hpp"

namespace rowfuse::cuda {

namespace {

/// So much text is on the device at a time, and half of it is what a launch takes: its end, which has no line end, goes in front of the
/// next part.
constexpr std::int64_t part_bytes = std::int64_t{256} << 20;
/// A value has no more bytes, and a line that is still growing is on the device as a whole.
constexpr std::int64_t longest_line = std::numeric_limits<std::int32_t>::max() - 1 - part_bytes;

/// Groups of lines. Text goes to the device part by part, and only groups stay there.
class CudaAggregation final : public Aggregation {
 public:
  CudaAggregation(Entry const& entry, cpu::Entry const& host, DeviceOptions options)
      : entry_(entry), host_(host), session_(options), run_(std::make_unique<GroupRun>(*entry.group)) {}

  ~CudaAggregation() override {
    if (!session_.is_open()) return;
    DeviceScope const scope(session_.options().device);
    run_.reset();
    for (DeviceBuffer& text : texts_) text.reset();
    session_.close();
  }

  /// Only lines are grouped here: nobody asks for more, see `make_aggregation`.
  bool add(std::vector<arrow::InputColumn>, std::int64_t, std::int64_t, std::function<void()>) override { return false; }

  bool add_lines(Lines lines, std::vector<arrow::InputColumn> scalars, std::function<void()> done) override {
    scalars_ = std::move(scalars);
    return DeviceTask::start(task_, [this, lines] { conclude(session_.open() && add_text(lines)); }, std::move(done));
  }

  bool add_file(std::string path, std::vector<arrow::InputColumn> scalars, std::function<void()> done) override {
    scalars_ = std::move(scalars);
    return DeviceTask::start(task_, [this, path] { conclude(session_.open() && add_text(path)); }, std::move(done));
  }

  bool groups(std::function<void()> done) override {
    return DeviceTask::start(
        task_, [this] { conclude(session_.open() && take_groups()); },
        [this, done = std::move(done)]() mutable {
          if (result.failure != Failure::none) return done();
          std::lock_guard const lock(mutex_);
          result_of_groups_ = std::make_unique<cpu::GroupResult>(host_, std::move(groupers_), session_.options().threads, result, done);
          if (session_.stopped()) result_of_groups_->cancel();
          if (result_of_groups_->start()) return;
          result.failure = Failure::out_of_memory;
          done();
        });
  }

  void cancel() override {
    session_.cancel();
    std::lock_guard const lock(mutex_);
    if (result_of_groups_ != nullptr) result_of_groups_->cancel();
  }

 private:
  bool add_text(Lines const& lines) {
    begun_ = true;  // the caller has dropped a byte-order mark: parts of a text may be shorter than one
    for (std::int64_t place = 0;; place += part_bytes) {
      std::int64_t const bytes = std::min(part_bytes, lines.size - place);
      bool const last = place + bytes == lines.size;
      auto const bring = [&](char* to) {
        return session_.check(upload({{to, lines.data + place, bytes}}, session_.stream(), session_.options().threads));
      };
      if (!add_part(bytes, last && lines.final, bring)) return false;
      if (last) return true;
    }
  }

  bool add_text(std::string const& path) {
    int error = 0;
    std::unique_ptr<InputFile> const file = InputFile::open(path, error);
    if (file == nullptr) return fail_to_read("open", error);
    std::int64_t const size = file->size();
    progress.total.store(progress.bytes.load() + size);
    for (std::int64_t place = 0;; place += part_bytes) {
      std::int64_t const bytes = std::min(part_bytes, size - place);
      bool const last = place + bytes == size;
      auto const bring = [&](char* to) {
        FileProblem problem;
        cudaError_t const code = upload_file(*file, place, to, bytes, session_.stream(), session_.options().threads, problem);
        if (problem.system_error != 0) return fail_to_read("read", problem.system_error);
        if (problem.is_short) return fail_by_change(*file);
        return session_.check(code);
      };
      if (!add_part(bytes, last, bring)) return false;
      progress.bytes.fetch_add(bytes);
      progress.rows.store(rows_);
      if (last) break;
    }
    return file->size_now() == size || fail_by_change(*file);
  }

  /// Adds the lines that end in the next `bytes` bytes, which `bring` copies to the device; with the text's last line, where it is over.
  template <class Bring>
  bool add_part(std::int64_t bytes, bool final, Bring const& bring) {
    if (session_.stopped()) return false;
    cudaStream_t const stream = session_.stream();
    DeviceBuffer& text = texts_[turn_];
    std::int64_t const size = rest_ + bytes;
    if (size == 0) return true;
    if (!session_.check(text.reserve(static_cast<std::size_t>(size) + 16, stream))) return false;
    auto* const data = static_cast<char*>(text.get());
    if (rest_ != 0) {
      char const* const before = static_cast<char const*>(texts_[turn_ ^ 1].get()) + rest_place_;
      if (!session_.check(cudaMemcpyAsync(data, before, static_cast<std::size_t>(rest_), cudaMemcpyDeviceToDevice, stream))) return false;
    }
    {
      Range const range(entry_.name, "upload");
      if (!bring(data + rest_) || session_.stopped()) return false;
    }
    std::int64_t skipped = 0;
    if (!begun_) {  // a byte-order mark is no part of the text
      char mark[3] = {};
      if (size < 3 && !final) return keep(0, size);
      auto const first = static_cast<std::size_t>(std::min<std::int64_t>(size, 3));
      if (!session_.check(cudaMemcpyAsync(mark, data, first, cudaMemcpyDeviceToHost, stream)) ||
          !session_.check(cudaStreamSynchronize(stream))) {
        return false;
      }
      if (std::memcmp(mark, "\xEF\xBB\xBF", 3) == 0) skipped = 3;
      begun_ = true;
    }
    LinesReport report;
    if (!group({data + skipped, size - skipped, final}, report)) return false;
    if (report.fault_at >= 0) return report_fault(data + skipped, size - skipped, report);
    rows_ += report.lines;
    result.rows = rows_;
    if (final) return keep(0, 0);
    if (size - skipped - report.rest > longest_line) return fail(Failure::too_large);
    return keep(skipped + report.rest, size - skipped - report.rest);
  }

  bool group(LineText const& text, LinesReport& report) {
    Range const range(entry_.name, "kernels");
    double milliseconds = 0;
    if (!session_.begin_timing() || !session_.check(run_->add_lines(session_.stream(), text, scalars_.data(), report)) ||
        !session_.end_timing() || !session_.elapsed(milliseconds)) {
      return false;
    }
    result.device_ms = (result.device_ms < 0 ? 0 : result.device_ms) + milliseconds;
    return true;
  }

  /// What of the text on the device goes in front of the next part.
  bool keep(std::int64_t place, std::int64_t bytes) {
    rest_place_ = place;
    rest_ = bytes;
    turn_ ^= 1;
    return true;
  }

  /// The failing line, and its number: what is before it comes back to be counted.
  bool report_fault(char const* text, std::int64_t size, LinesReport const& report) {
    constexpr std::int64_t piece = 16 << 20;
    std::string bytes;
    std::int64_t line = rows_;
    auto const take = [&](std::int64_t from, std::int64_t most) {
      bytes.resize(static_cast<std::size_t>(most));
      return session_.check(download({{bytes.data(), text + from, most}}, session_.stream(), session_.options().threads));
    };
    for (std::int64_t from = 0; from < report.fault_at; from += piece) {
      if (!take(from, std::min(piece, report.fault_at - from))) return false;
      line += std::count(bytes.begin(), bytes.end(), '\n');
    }
    faulty_line.clear();
    for (std::int64_t from = report.fault_at; from < size; from += piece) {
      if (!take(from, std::min(piece, size - from))) return false;
      std::size_t const end = bytes.find('\n');
      faulty_line.append(bytes, 0, end);
      if (end == std::string::npos) continue;
      if (!faulty_line.empty() && faulty_line.back() == '\r') faulty_line.pop_back();
      break;
    }
    result.rows = line;
    result.fault_row = line;
    result.fault = report.fault;
    return true;
  }

  /// The groups, as one of those tables of the host that results are made of.
  bool take_groups() {
    Range const range(entry_.name, "download");
    HostGroups groups;
    if (!session_.check(run_->download(session_.stream(), groups))) return false;
    auto grouper = std::make_unique<cpu::Grouper>();
    grouper->groups = host_.group->make(0, 0);
    if (grouper->groups == nullptr) return fail(Failure::out_of_memory);
    entry_.group->give(groups, *grouper->groups);
    groupers_.push_back(std::move(grouper));
    return true;
  }

  bool fail(Failure failure) {
    result.failure = failure;
    return false;
  }
  bool fail_to_read(char const* operation, int error) {
    system_error = error;
    result.message = operation;
    return fail(Failure::unreadable);
  }
  bool fail_by_change(InputFile const& file) {
    result.message = file.change();
    return fail(Failure::input_changed);
  }

  void conclude(bool) {
    if (session_.failure == Failure::none) return;
    result.failure = session_.failure;
    result.message = session_.message;
  }

  Entry const& entry_;
  cpu::Entry const& host_;
  DeviceSession session_;
  std::unique_ptr<GroupRun> run_;
  std::vector<arrow::InputColumn> scalars_;
  DeviceBuffer texts_[2] = {DeviceBuffer{MemoryUse::call}, DeviceBuffer{MemoryUse::call}};
  int turn_ = 0;                 ///< of the text that takes the next part
  std::int64_t rest_place_ = 0;  ///< of what is left, in the other one
  std::int64_t rest_ = 0;
  std::int64_t rows_ = 0;
  bool begun_ = false;
  std::vector<std::unique_ptr<cpu::Grouper>> groupers_;
  std::unique_ptr<DeviceTask> task_;

  std::mutex mutex_;  ///< of what follows: it is cancelled from any thread
  std::unique_ptr<cpu::GroupResult> result_of_groups_;
};

}  // namespace

std::unique_ptr<Aggregation> make_aggregation(Entry const& entry, cpu::Entry const& host, DeviceOptions options) {
  if (entry.group == nullptr || host.group == nullptr) return nullptr;
  return std::make_unique<CudaAggregation>(entry, host, options);
}

}  // namespace rowfuse::cuda
