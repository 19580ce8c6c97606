// Runs every generated transform on random columns, on the device and on the CPU, and compares all outputs: validity, offsets, values,
// null counts, and the lowest failing row. It links the generated code and the runtime's own calls, without Node, so that
// compute-sanitizer sees our kernels alone.
//
//   random_transforms [--seed 1] [--rows 0,1,31,64,65,1000,4099] [--pieces 250] [--threads 1] [--part 1/1]
//                     [--without NAMES] [--json FILE]
//
// Threads share the transforms, so that kernels of several run concurrently. With --part processes share them, too, because under
// compute-sanitizer the threads of a process wait for each other. There the longest row decides the time of a transform, and --pieces
// shortens the text that one lane processes. The JSON is renewed after each transform.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <engine/cpu/cpu_call.hpp>
#include <engine/api/device.hpp>
#include <engine/api/wait.hpp>
#include <rowfuse/binding.hpp>

#include "json_writer.hpp"
#include "number_list.hpp"
#include "random_columns.hpp"

namespace {

using namespace rowfuse;
using bench::Bytes;

/// NaN has many bit patterns, and JavaScript cannot tell them apart.
template <class Number>
void unify_nans(Bytes& values) {
  for (std::size_t at = 0; at < values.size(); at += sizeof(Number)) {
    Number number;
    std::memcpy(&number, &values[at], sizeof number);
    if (number != number) number = std::numeric_limits<Number>::quiet_NaN();
    std::memcpy(&values[at], &number, sizeof number);
  }
}

/// The outputs of a call.
struct Outcome {
  Failure failure = Failure::none;
  std::string message;
  std::int64_t fault_row = -1;
  RowFault fault;
  std::vector<Bytes> values;
  std::vector<std::vector<std::int32_t>> offsets;
  std::vector<Bytes> validity;
  std::vector<std::int64_t> null_counts;
  std::int64_t rows = 0;
};

void clear_tail(Bytes& bitmap, std::int64_t bits) {
  for (std::int64_t bit = bits; bit < static_cast<std::int64_t>(bitmap.size()) * 8; ++bit) {
    bitmap[static_cast<std::size_t>(bit >> 3)] &= static_cast<std::uint8_t>(~(1u << (bit & 7)));
  }
}

Outcome run(Call& call, arrow::Layout const& layout, std::int64_t length) {
  Outcome outcome;
  auto const concluded = [&] {
    outcome.failure = call.result.failure;
    outcome.message = call.result.message;
    outcome.fault_row = call.result.fault_row;
    outcome.fault = call.result.fault;
    return outcome.failure == Failure::none && outcome.fault_row < 0;
  };
  if (layout.has_text_output() || layout.emits()) {
    if (!wait([&](auto done) { return call.measure(done); })) outcome.message = "no thread";
    if (!concluded()) return outcome;
  }
  std::int64_t const rows = layout.emits() ? call.result.rows : length;
  outcome.rows = rows;
  std::vector<arrow::OutputColumn> columns;
  auto const words = [](std::int64_t bits) { return static_cast<std::size_t>((bits + 31) / 32 * 4); };
  for (std::int32_t index = 0; index < layout.output_count; ++index) {
    arrow::ColumnType const type = layout.outputs[index];
    bool const text = arrow::has_offsets(type.id);
    std::size_t const bytes = text ? static_cast<std::size_t>(call.result.bytes[static_cast<std::size_t>(index)])
                              : type.id == arrow::TypeId::boolean ? words(rows)
                                                                  : static_cast<std::size_t>(rows * arrow::byte_width(type.id));
    outcome.values.emplace_back(bytes, 0xcd);
    outcome.offsets.emplace_back(text ? static_cast<std::size_t>(rows) + 1 : 0, -1);
    outcome.validity.emplace_back(type.nullable ? words(rows) : 0, 0xcd);
  }
  for (std::size_t index = 0; index < outcome.values.size(); ++index) {
    arrow::OutputColumn column;
    column.values = outcome.values[index].data();
    column.values_bytes = static_cast<std::int64_t>(outcome.values[index].size());
    if (!outcome.offsets[index].empty()) column.offsets = outcome.offsets[index].data();
    if (!outcome.validity[index].empty()) column.validity = outcome.validity[index].data();
    columns.push_back(column);
  }
  if (!wait([&](auto done) { return call.fill(columns, done); })) outcome.message = "no thread";
  if (!concluded()) {
    // Partial output of a failed call is undefined, and no caller sees it.
    outcome.values.clear();
    outcome.offsets.clear();
    outcome.validity.clear();
    return outcome;
  }
  outcome.null_counts = call.result.null_counts;
  for (std::int32_t index = 0; index < layout.output_count; ++index) {
    auto const at = static_cast<std::size_t>(index);
    clear_tail(outcome.validity[at], rows);
    if (layout.outputs[index].id == arrow::TypeId::boolean) clear_tail(outcome.values[at], rows);
    if (layout.outputs[index].id == arrow::TypeId::float32) unify_nans<float>(outcome.values[at]);
    if (layout.outputs[index].id == arrow::TypeId::float64) unify_nans<double>(outcome.values[at]);
  }
  return outcome;
}

/// Returns an empty text if both are equal, otherwise the difference.
std::string difference(Outcome const& cpu, Outcome const& cuda) {
  if (cuda.failure != cpu.failure) return "failure: " + cuda.message;
  if (cuda.fault_row != cpu.fault_row) {
    return "fault in row " + std::to_string(cuda.fault_row) + ", not " + std::to_string(cpu.fault_row);
  }
  if (cuda.fault.code != cpu.fault.code || cuda.fault.column != cpu.fault.column) return "another fault";
  if (cuda.rows != cpu.rows) return std::to_string(cuda.rows) + " rows, not " + std::to_string(cpu.rows);
  if (cuda.null_counts != cpu.null_counts) return "null counts";
  if (cuda.validity != cpu.validity) return "validity";
  if (cuda.offsets != cpu.offsets) return "offsets";
  if (cuda.values != cpu.values) return "values";
  return "";
}

struct Options {
  std::uint64_t seed = 1;
  std::vector<std::int64_t> sizes = {0, 1, 31, 64, 65, 1000, 4099};
  int pieces = bench::lane_pieces;
  int threads = 1;
  int part = 1;
  int parts = 1;
  std::string without;
  std::string json;

  bool parse(int argc, char** argv) {
    for (int index = 1; index < argc; index += 2) {
      std::string_view const option = argv[index];
      if (index + 1 == argc) return false;
      std::string const value = argv[index + 1];
      if (option == "--seed") seed = std::stoull(value);
      else if (option == "--rows") sizes = bench::numbers(value);
      else if (option == "--pieces") pieces = std::stoi(value);
      else if (option == "--threads") threads = std::stoi(value);
      else if (option == "--part" && std::sscanf(value.c_str(), "%d/%d", &part, &parts) == 2) continue;
      else if (option == "--without") without = "," + value + ",";
      else if (option == "--json") json = value;
      else return false;
    }
    return threads > 0 && pieces > 0 && 1 <= part && part <= parts;
  }
};

/// The results so far, from all threads.
class Report {
 public:
  explicit Report(Options const& options) : options_(options) {}

  void differs(char const* name, std::int64_t rows, std::string const& what) {
    std::lock_guard const lock(mutex_);
    std::printf("%s, %lld rows, seed %llu: cuda differs from cpu: %s\n", name, static_cast<long long>(rows),
                static_cast<unsigned long long>(options_.seed), what.c_str());
    std::fflush(stdout);
  }

  void compared(char const* name, int faults, int failed, double seconds) {
    std::lock_guard const lock(mutex_);
    transforms_.push_back({name, faults, failed});
    failed_ += failed;
    passed_ += static_cast<int>(options_.sizes.size()) - failed;
    if (seconds > 1) std::printf("%s took %.1f s\n", name, seconds);
    std::fflush(stdout);
    write(false);
  }

  bool conclude() {
    std::lock_guard const lock(mutex_);
    write(true);
    std::printf("%d passed, %d failed\n", passed_, failed_);
    return failed_ == 0 && passed_ > 0;
  }

 private:
  struct Compared {
    char const* name;
    int faults;
    int failed;
  };

  void write(bool finished) const {
    if (options_.json.empty()) return;
    bench::JsonWriter json;
    json.open().field("finished", finished).key("transforms").open('[');
    for (auto const& [name, faults, failed] : transforms_) {
      json.open().field("name", std::string_view(name)).field("sizes", static_cast<long long>(options_.sizes.size()));
      json.field("faults", static_cast<long long>(faults)).field("failed", static_cast<long long>(failed)).close();
    }
    json.close(']').field("passed", static_cast<long long>(passed_)).field("failed", static_cast<long long>(failed_)).close();
    std::ofstream(options_.json) << json.text() << "\n";
  }

  Options const& options_;
  std::mutex mutex_;
  std::vector<Compared> transforms_;
  int passed_ = 0;
  int failed_ = 0;
};

/// Runs one transform on a table of each size.
void compare(Registration const& transform, Options const& options, Report& report) {
  arrow::Layout const& layout = transform.cpu.layout;
  int const longest = transform.cuda->has_long_rows ? bench::warp_pieces : options.pieces;
  int faults = 0;
  int failed = 0;
  auto const start = std::chrono::steady_clock::now();
  for (std::int64_t const rows : options.sizes) {
    bench::Random random(options.seed * 1000003 + static_cast<std::uint64_t>(rows));
    bool const tame = bench::below(random, 2) == 0;
    std::vector<std::unique_ptr<bench::RandomColumn>> columns;
    std::vector<arrow::InputColumn> inputs;
    for (std::int32_t index = 0; index < layout.input_count; ++index) {
      if (layout.inputs[index].scalar != arrow::TypeId::none) {
        columns.push_back(bench::random_scalar(random, tame, options.pieces, layout.inputs[index]));
        inputs.push_back(columns.back()->column);
        continue;
      }
      Field const& field = transform.fields.inputs[index];
      if (field.name != nullptr && field.format == nullptr && layout.inputs[index].id == arrow::TypeId::int32) {
        for (auto& bound : bench::random_bounds(random, rows)) {
          columns.push_back(std::move(bound));
          inputs.push_back(columns.back()->column);
        }
        index += 2;
        continue;
      }
      std::int32_t const parts = bench::parts_of_list(transform.fields.inputs, index, layout.input_count);
      if (parts > 0 && layout.inputs[index].id != arrow::TypeId::none) {
        auto const element = bench::element_type(transform.fields.inputs[index].format);
        auto list = bench::random_list(random, tame, element, layout.inputs + index, parts, rows, static_cast<std::size_t>(index));
        // Damages one part of one row, so that its other parts contradict it.
        if (bench::below(random, 4) == 0) bench::break_text(random, *list[static_cast<std::size_t>(bench::below(random, parts))]);
        for (auto& part : list) {
          columns.push_back(std::move(part));
          inputs.push_back(columns.back()->column);
        }
        index += parts - 1;
        continue;
      }
      columns.push_back(bench::random_column(random, tame, longest, layout.inputs[index], rows, static_cast<std::size_t>(index)));
      bool const text = arrow::has_offsets(layout.inputs[index].id);
      // Text of windows is checked before a call.
      bool const broken = text && !layout.inputs[index].window && bench::below(random, 4) == 0;
      if (broken) bench::break_text(random, *columns.back());
      inputs.push_back(columns.back()->column);
    }
    auto const on_cpu = cpu::make_call(transform.cpu, inputs, rows, {});
    auto const on_cuda = cuda::make_call(*transform.cuda, inputs, rows, {});
    Outcome const expected = run(*on_cpu, layout, rows);
    std::string const differs = difference(expected, run(*on_cuda, layout, rows));
    faults += expected.fault_row >= 0;
    if (differs.empty()) continue;
    ++failed;
    report.differs(transform.name, rows, differs);
  }
  double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report.compared(transform.name, faults, failed, seconds);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!options.parse(argc, argv)) {
    std::fprintf(stderr, "options: --seed N, --rows LIST, --pieces N, --threads N, --part I/N, --without NAMES, --json FILE\n");
    return 2;
  }
  std::vector<Registration const*> transforms;
  int turn = 0;
  for (auto const* transform = Registration::first(); transform != nullptr; transform = transform->next) {
    if (options.without.find(std::string(",") + transform->name + ",") != std::string::npos) continue;
    if (transform->cpu.layout.grouped) continue;  // has only calls of aggregations
    if (turn++ % options.parts != options.part - 1) continue;
    if (transform->cuda == nullptr) {
      std::fprintf(stderr, "%s was built without CUDA\n", transform->name);
      return 2;
    }
    cuda::Probe const probe = cuda::probe(transform->cuda, 0);
    if (!probe.available) {
      std::fprintf(stderr, "%s cannot run here: %s\n", transform->name, probe.reason.c_str());
      return 2;
    }
    transforms.push_back(transform);
  }
  Report report(options);
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (int index = 0; index < options.threads; ++index) {
    threads.emplace_back([&] {
      for (std::size_t at = next++; at < transforms.size(); at = next++) compare(*transforms[at], options, report);
    });
  }
  for (auto& thread : threads) thread.join();
  return report.conclude() ? 0 : 1;
}
