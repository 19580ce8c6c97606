/// thread_cases <seed> <rounds>
///
/// Runs every linked transform on several threads at once. Each call has its own threads, and another thread cancels some calls. The
/// results are compared, byte for byte, with those of one thread. Built with the thread sanitizer, which ends the process at a data
/// race.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "../../../native/engine/api/wait.hpp"
#include "../../../native/engine/cpu/cpu_call.hpp"
#include "../../../native/engine/cpu/groups/cpu_aggregation.hpp"
#include "../../../native/portable/export/export_columns.hpp"
#include "../../../native/portable/import/import_columns.hpp"
#include "batch.hpp"

namespace {

using namespace threads_test;
using rowfuse::Registration;

constexpr int callers = 4;
constexpr std::string_view cancelled = "cancelled";

/// One transform with the inputs that its calls share.
struct Subject {
  Registration const& transform;
  std::deque<Batch> batches;
  std::vector<std::string> texts;
  std::vector<std::string> paths;
};

/// One call.
struct Job {
  Subject const* subject;
  std::size_t input = 0;
  int threads = 1;
  bool by_file = false;
  int microseconds = -1;  ///< until it is cancelled; never where negative
};

std::string fault_of(rowfuse::CallResult const& result) {
  return "row " + std::to_string(result.fault_row) + " fault " + std::to_string(static_cast<int>(result.fault.code));
}

/// Runs a pass and cancels it from this thread. `pass` must live until the pass has ended.
template <class Pass, class Start>
void run(Pass& pass, int microseconds, Start const& start) {
  bool const started = rowfuse::wait([&](auto done) {
    bool const queued = start(std::move(done));
    if (queued && microseconds >= 0) {
      if (microseconds > 0) std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
      pass.cancel();
    }
    return queued;
  });
  if (!started) std::abort();
}

std::string outcome_of(Registration const& transform, rowfuse::portable::Outputs& outputs, std::int64_t rows,
                       std::vector<std::int64_t> const& null_counts) {
  ArrowSchema schema{};
  ArrowArray array{};
  if (auto const failure = outputs.give(transform, rows, null_counts, schema, array)) return failure.text;
  std::string bytes = bytes_of(schema, array);
  array.release(&array);
  schema.release(&schema);
  return bytes;
}

/// A call of the library as other languages make it.
std::string call_library(Job const& job) {
  Batch const& batch = job.subject->batches[job.input];
  rowfuse_options options{};
  options.threads = job.threads;
  ArrowSchema schema{};
  ArrowArray array{};
  char error[300] = "";
  if (rowfuse_run(job.subject->transform.name, &batch.schema, &batch.array, &options, &schema, &array, error, sizeof error) != 0)
    return error;
  std::string bytes = bytes_of(schema, array);
  array.release(&array);
  schema.release(&schema);
  return bytes;
}

/// The first pass of a call as the addon makes it. If the cancellation comes too late, its sizes and rows are those of any thread
/// count.
std::string call_engine(Job const& job) {
  Registration const& transform = job.subject->transform;
  Batch const& batch = job.subject->batches[job.input];
  rowfuse::portable::Inputs inputs;
  if (rowfuse::portable::import_columns(transform, batch.schema, batch.array, {}, batch.array.length, {}, inputs)) std::abort();
  rowfuse::arrow::Layout const& layout = transform.cpu.layout;
  rowfuse::portable::Outputs outputs;
  auto const call = rowfuse::cpu::make_call(transform.cpu, inputs.columns, inputs.length, {job.threads, 64});
  rowfuse::CallResult const& result = call->result;
  if (layout.emits()) {
    run(*call, job.microseconds, [&](auto done) { return call->evaluate({}, {1 << 30, false}, std::move(done)); });
  } else if (layout.has_text_output()) {
    run(*call, job.microseconds, [&](auto done) { return call->measure(std::move(done)); });
  } else {
    if (!outputs.allocate(layout, inputs.length, {})) std::abort();
    run(*call, job.microseconds, [&](auto done) { return call->fill(outputs.columns(), std::move(done)); });
  }
  if (result.failure == rowfuse::Failure::cancelled) return std::string(cancelled);
  if (result.failure != rowfuse::Failure::none) return "failure " + std::to_string(static_cast<int>(result.failure));
  if (result.fault_row >= 0) return fault_of(result);
  std::string sizes;
  for (std::int64_t const bytes : result.bytes) sizes += std::to_string(bytes) + " ";
  if (layout.emits()) {
    outputs.adopt(call->result);
    return sizes + outcome_of(transform, outputs, result.rows, result.null_counts);
  }
  return layout.has_text_output() ? sizes : outcome_of(transform, outputs, inputs.length, result.null_counts);
}

/// Groups of columns in two pieces, of lines in pieces that share lines, or of a file. The pass that adds the most is cancelled.
std::string call_groups(Job const& job) {
  Registration const& transform = job.subject->transform;
  auto const groups = rowfuse::cpu::make_aggregation(transform.cpu, {job.threads, 64});
  rowfuse::CallResult& result = groups->result;
  auto const has_ended = [&] { return result.failure != rowfuse::Failure::none || result.fault_row >= 0; };
  if (!job.subject->texts.empty()) {
    std::string const& text = job.subject->texts[job.input];
    if (job.by_file) {
      run(*groups, job.microseconds, [&](auto done) { return groups->add_file(job.subject->paths[job.input], {}, std::move(done)); });
    } else {
      std::int64_t const size = static_cast<std::int64_t>(text.size());
      std::int64_t const half = static_cast<std::int64_t>(text.rfind('\n', text.size() / 2)) + 1;
      run(*groups, -1, [&](auto done) { return groups->add_lines({text.data(), half, false}, {}, std::move(done)); });
      if (!has_ended()) {
        run(*groups, job.microseconds,
            [&](auto done) { return groups->add_lines({text.data() + half, size - half, true}, {}, std::move(done)); });
      }
    }
  } else {
    Batch const& batch = job.subject->batches[job.input];
    rowfuse::portable::Inputs inputs;
    if (rowfuse::portable::import_columns(transform, batch.schema, batch.array, {}, batch.array.length, {}, inputs)) std::abort();
    run(*groups, job.microseconds, [&](auto done) { return groups->add(inputs.columns, 0, inputs.length, std::move(done)); });
  }
  if (!has_ended()) run(*groups, -1, [&](auto done) { return groups->groups(std::move(done)); });
  if (result.failure == rowfuse::Failure::cancelled) return std::string(cancelled);
  if (result.failure != rowfuse::Failure::none) return "failure " + std::to_string(static_cast<int>(result.failure));
  if (result.fault_row >= 0) return fault_of(result) + " in " + groups->faulty_line;
  rowfuse::portable::Outputs outputs;
  std::int64_t const rows = result.rows;
  std::vector<std::int64_t> const null_counts = result.null_counts;
  outputs.adopt(result);
  return outcome_of(transform, outputs, rows, null_counts);
}

std::string call(Job const& job, bool by_library) {
  if (job.subject->transform.cpu.layout.grouped) return call_groups(job);
  return by_library ? call_library(job) : call_engine(job);
}

std::string random_lines(Random& random, bool is_valid) {
  std::string text;
  int const lines = 3000 + static_cast<int>(random() % 2000);
  for (int i = 0; i < lines; ++i) {
    text += "station " + std::to_string(random() % 400) + ';' + std::to_string(static_cast<int>(random() % 200) - 99) + ".5\n";
  }
  return is_valid ? text : text + "no temperature\n";
}

std::string written_file(std::string const& text) {
  char path[] = "/tmp/rowfuse-lines-XXXXXX";
  int const file = mkstemp(path);
  if (file < 0 || write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size()) || close(file) != 0) std::abort();
  return path;
}

std::deque<Subject> all_subjects(Random& random) {
  std::deque<Subject> subjects;
  for (Registration const* transform = Registration::first(); transform != nullptr; transform = transform->next) {
    Subject& subject = subjects.emplace_back(*transform);
    bool const takes_lines = std::string_view(transform->fields.inputs[0].name) == "line";
    for (Ending const ending : {Ending::valid, Ending::malformed, Ending::valid}) {
      if (takes_lines) {
        subject.texts.push_back(random_lines(random, ending == Ending::valid));
        subject.paths.push_back(written_file(subject.texts.back()));
      } else {
        subject.batches.emplace_back(*transform, 1500 + static_cast<std::int64_t>(random() % 4000), ending, random);
      }
    }
  }
  return subjects;
}

}  // namespace

int main(int, char** args) {
  Random random(std::strtoull(args[1], nullptr, 10));
  int const rounds = std::atoi(args[2]);
  std::deque<Subject> const subjects = all_subjects(random);
  std::vector<Job> jobs;
  for (int round = 0; round < rounds; ++round) {
    for (Subject const& subject : subjects) {
      bool const is_cancelled = random() % 3 == 0;
      jobs.push_back({&subject, random() % 3, 1 + static_cast<int>(random() % 4), random() % 2 == 0,
                      is_cancelled ? static_cast<int>(random() % 4) * static_cast<int>(random() % 400) : -1});
    }
  }

  // All callers start together, before anything has run, so the first calls also run the initialization of the process.
  std::vector<std::string> outcomes(jobs.size());
  std::atomic<std::size_t> next{0};
  std::atomic<int> ready{0};
  auto const by_library = [&](std::size_t i) { return jobs[i].microseconds < 0 && i % 3 != 0; };
  {
    std::vector<std::thread> threads;
    for (int caller = 0; caller < callers; ++caller) {
      threads.emplace_back([&] {
        ready.fetch_add(1);
        while (ready.load() < callers) std::this_thread::yield();
        for (std::size_t i = next.fetch_add(1); i < jobs.size(); i = next.fetch_add(1)) outcomes[i] = call(jobs[i], by_library(i));
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  int stopped = 0;
  int failed = 0;
  int differences = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (outcomes[i] == cancelled && jobs[i].microseconds >= 0) {
      ++stopped;
      continue;
    }
    Job alone = jobs[i];
    alone.threads = 1;
    alone.microseconds = -1;
    std::string const expected = call(alone, by_library(i));
    if (expected.find("row ") != std::string::npos && expected.size() < 300) ++failed;
    if (outcomes[i] == expected || ++differences > 10) continue;
    std::printf("%s, input %zu, %d threads: %.80s, alone: %.80s\n", jobs[i].subject->transform.name, jobs[i].input, jobs[i].threads,
                outcomes[i].c_str(), expected.c_str());
  }
  for (Subject const& subject : subjects) {
    for (std::string const& path : subject.paths) unlink(path.c_str());
  }
  std::printf("%zu calls of %zu transforms, %d with a failing row, %d cancelled, %d differ\n", jobs.size(), subjects.size(), failed,
              stopped, differences);
  return differences == 0 ? 0 : 1;
}
