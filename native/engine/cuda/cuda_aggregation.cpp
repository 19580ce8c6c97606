#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

#include <rowfuse/cpu/groups/groups.hpp>
#include <rowfuse/cuda/host/group_run.hpp>

#include "../api/device.hpp"
#include "../cpu/groups/group_pool.hpp"
#include "../cpu/groups/group_result.hpp"
#include "../cpu/groups/input_file.hpp"
#include "column_parts.hpp"
#include "device_scope.hpp"
#include "device_session.hpp"
#include "device_task.hpp"
#include "ranges.hpp"
#include "text_parts.hpp"
#include "transfer.hpp"

namespace rowfuse::cuda {

namespace {

/// The size of a part. Two parts are on the device at a time.
constexpr std::int64_t part_bytes = std::int64_t{256} << 20;
/// The longest line: a value has no more bytes, and a line that is still growing is on the device as a whole.
constexpr std::int64_t longest_line = std::numeric_limits<std::int32_t>::max() - 1 - part_bytes;

/// Groups of lines or of rows of columns. They go to the device part by part, and only groups stay there.
class CudaAggregation final : public Aggregation {
 public:
  CudaAggregation(Entry const& entry, cpu::Entry const& host, DeviceOptions options)
      : entry_(entry),
        host_(host),
        session_(options),
        run_(std::make_unique<GroupRun>(*entry.group)),
        parts_(options, [this](LineText const& text, cudaEvent_t ready, std::int64_t& rest) { return take_lines(text, ready, rest); }),
        column_parts_(options, entry.layout,
                      [this](ColumnParts::Part const& part, std::vector<arrow::InputColumn> const& columns, cudaEvent_t ready) {
                        return take_columns(part, columns, ready);
                      }) {}

  ~CudaAggregation() override {
    if (!session_.is_open()) return;
    DeviceScope const scope(session_.options().device);
    run_.reset();
    session_.close();
  }

  /// Returns false for lines that have become a column, because only the kernels for texts can group them.
  bool add(std::vector<arrow::InputColumn> inputs, std::int64_t first_row, std::int64_t length, std::function<void()> done) override {
    if (entry_.group->group_columns == nullptr) return false;
    inputs_ = std::move(inputs);
    first_number_ = first_row;
    all_rows(entry_.layout, length, inputs_);
    return DeviceTask::start(task_, [this, length] { conclude(session_.open() && column_parts_.add(inputs_, length)); }, std::move(done));
  }

  bool add_lines(Lines lines, std::vector<arrow::InputColumn> scalars, std::function<void()> done) override {
    inputs_ = std::move(scalars);
    return DeviceTask::start(task_, [this, lines] { conclude(session_.open() && add_text(lines)); }, std::move(done));
  }

  bool add_file(std::string path, std::vector<arrow::InputColumn> scalars, std::function<void()> done) override {
    inputs_ = std::move(scalars);
    return DeviceTask::start(task_, [this, path] { conclude(session_.open() && add_text(path)); }, std::move(done));
  }

  bool groups(std::function<void()> done) override {
    return DeviceTask::start(
        task_, [this] { conclude(session_.open() && take_groups()); },
        [this, done = std::move(done)]() mutable {
          if (result.failure != Failure::none) return done();
          std::lock_guard const lock(mutex_);
          result_of_groups_ =
              std::make_unique<cpu::GroupResult>(host_, std::move(groupers_), session_.options().threads, &budget, result, done);
          if (session_.stopped()) result_of_groups_->cancel();
          if (result_of_groups_->start()) return;
          result.failure = Failure::out_of_memory;
          done();
        });
  }

  void cancel() override {
    session_.cancel();
    parts_.session().cancel();
    column_parts_.session().cancel();
    std::lock_guard const lock(mutex_);
    if (result_of_groups_ != nullptr) result_of_groups_->cancel();
  }

 private:
  bool add_text(Lines const& lines) {
    parts_.begin(false);  // the caller has removed a byte-order mark, because pieces may be shorter than one
    for (std::int64_t place = 0;; place += part_bytes) {
      std::int64_t const bytes = std::min(part_bytes, lines.size - place);
      bool const last = place + bytes == lines.size;
      auto const bring = [&](char* to, cudaStream_t stream) {
        Range const range(entry_.name, "upload");
        return parts_.session().check(upload({{to, lines.data + place, bytes}}, stream, session_.options().threads));
      };
      if (!parts_.add(bytes, last, last && lines.final, bring)) return false;
      if (last) return parts_.wait();
    }
  }

  bool add_text(std::string const& path) {
    int error = 0;
    std::unique_ptr<InputFile> const file = InputFile::open(path, error);
    if (file == nullptr) return fail_to_read("open", error);
    std::int64_t const size = file->size();
    progress.total.store(progress.bytes.load() + size);
    parts_.begin(true);
    for (std::int64_t place = 0;; place += part_bytes) {
      std::int64_t const bytes = std::min(part_bytes, size - place);
      bool const last = place + bytes == size;
      FileProblem problem;
      auto const bring = [&](char* to, cudaStream_t stream) {
        Range const range(entry_.name, "upload");
        cudaError_t const code = upload_file(*file, place, to, bytes, stream, session_.options().threads, problem);
        return !problem && parts_.session().check(code);
      };
      if (!parts_.add(bytes, last, last, bring)) {
        if (result.failure != Failure::none || result.fault) return false;  // of an earlier part
        if (problem.system_error != 0) return fail_to_read("read", problem.system_error);
        return problem.is_short && fail_by_change(*file);
      }
      progress.bytes.fetch_add(bytes);
      if (last) break;
    }
    return parts_.wait() && (file->size_now() == size || fail_by_change(*file));
  }

  /// Runs on a thread of the parts while this thread uploads the next part.
  bool take_lines(LineText const& text, cudaEvent_t ready, std::int64_t& rest) {
    LinesReport report;
    if (!session_.open() || !session_.check(cudaStreamWaitEvent(session_.stream(), ready)) || !group(text, report)) return false;
    if (report.fault_at >= 0) return report_fault(text, report);
    rows_ += report.rows;
    result.rows = rows_;
    progress.rows.store(rows_);
    rest = report.rest;
    first_number_ += rest;
    return text.size - rest <= longest_line || text.final || fail(Failure::too_large);
  }

  /// Runs on a thread of the parts while this thread uploads the next part.
  bool take_columns(ColumnParts::Part const& part, std::vector<arrow::InputColumn> const& columns, cudaEvent_t ready) {
    if (!session_.open() || !session_.check(cudaStreamWaitEvent(session_.stream(), ready))) return false;
    GroupReport report;
    if (!group(columns, part, report)) return false;
    std::vector<UploadedColumn> sound;
    std::vector<arrow::InputColumn> views;
    if (report.fault.code == Fault::malformed_offsets) {
      // The kernel checked the offsets against the uploaded text, which ends at the part's last offset. So the named row may not be the
      // first malformed one. In a second run, with the bytes of all sound rows present, it is (see CudaCall). The groups are useless by
      // now.
      report = {};
      if (!column_parts_.bring(session_, inputs_, part, true, sound, views) || !group(views, part, report)) return false;
      if (report.fault_at < 0) return fail(Failure::input_changed);
    }
    if (report.fault_at < 0) return true;
    result.fault_row = report.fault_at;
    result.fault = report.fault;
    return false;
  }

  bool group(LineText const& text, LinesReport& report) {
    return timed([&] { return run_->add_lines(session_.stream(), text, inputs_.data(), first_number_, report); });
  }
  bool group(std::vector<arrow::InputColumn> const& columns, ColumnParts::Part const& part, GroupReport& report) {
    return timed([&] { return run_->add_columns(session_.stream(), columns.data(), part.first, part.end, first_number_, report); });
  }

  template <class Kernels>
  bool timed(Kernels const& kernels) {
    Range const range(entry_.name, "kernels");
    double milliseconds = 0;
    if (!session_.begin_timing() || !session_.check(kernels()) || !session_.end_timing() || !session_.elapsed(milliseconds)) return false;
    result.device_ms = (result.device_ms < 0 ? 0 : result.device_ms) + milliseconds;
    return true;
  }

  /// Reports the failing line and its number; downloads the text before it to count the lines. Returns false, because nothing continues
  /// after it.
  bool report_fault(LineText const& text, LinesReport const& report) {
    constexpr std::int64_t piece = 16 << 20;
    std::string bytes;
    std::int64_t line = rows_;
    auto const take = [&](std::int64_t from, std::int64_t most) {
      bytes.resize(static_cast<std::size_t>(most));
      return session_.check(download({{bytes.data(), text.bytes + from, most}}, session_.stream(), session_.options().threads));
    };
    for (std::int64_t from = 0; from < report.fault_at; from += piece) {
      if (!take(from, std::min(piece, report.fault_at - from))) return false;
      line += std::count(bytes.begin(), bytes.end(), '\n');
    }
    faulty_line.clear();
    for (std::int64_t from = report.fault_at; from < text.size; from += piece) {
      if (!take(from, std::min(piece, text.size - from))) return false;
      std::size_t const end = bytes.find('\n');
      faulty_line.append(bytes, 0, end);
      if (end == std::string::npos) continue;
      if (!faulty_line.empty() && faulty_line.back() == '\r') faulty_line.pop_back();
      break;
    }
    result.rows = line;
    result.fault_row = line;
    result.fault = report.fault;
    return false;
  }

  /// Downloads the groups into a host table, from which results are made.
  bool take_groups() {
    Range const range(entry_.name, "download");
    HostGroups groups;
    if (!session_.check(run_->download(session_.stream(), groups))) return false;
    auto grouper = std::make_unique<cpu::Grouper>();
    grouper->groups = host_.group->make(0, 0, &budget);
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
    if (result.failure != Failure::none || result.fault) return;
    // A failure in the kernels belongs to an earlier part than one in the copies.
    for (DeviceSession const* const session :
         {&std::as_const(session_), &std::as_const(parts_.session()), &std::as_const(column_parts_.session())}) {
      if (session->failure == Failure::none) continue;
      result.failure = session->failure;
      result.message = session->message;
      return;
    }
  }

  Entry const& entry_;
  cpu::Entry const& host_;
  DeviceSession session_;
  std::unique_ptr<GroupRun> run_;
  std::vector<arrow::InputColumn> inputs_;  ///< for lines: the arguments of the call
  TextParts parts_;
  ColumnParts column_parts_;
  std::int64_t rows_ = 0;
  std::int64_t first_number_ = 0;  ///< in the order of rows: of the text's first byte, or of the columns' first row
  std::vector<std::unique_ptr<cpu::Grouper>> groupers_;
  std::unique_ptr<DeviceTask> task_;

  std::mutex mutex_;  ///< protects the members below: any thread may cancel
  std::unique_ptr<cpu::GroupResult> result_of_groups_;
};

}  // namespace

std::unique_ptr<Aggregation> make_aggregation(Entry const& entry, cpu::Entry const& host, DeviceOptions options) {
  if (entry.group == nullptr || host.group == nullptr) return nullptr;
  return std::make_unique<CudaAggregation>(entry, host, options);
}

}  // namespace rowfuse::cuda
