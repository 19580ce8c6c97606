// The one-pass kernel under policies that nobody would choose, over text that starts anywhere: results never depend on a
// policy. Each is compared with the two passes of the same transform, byte by byte. Then, with --time, the policies that
// somebody might choose, over the table of redact.
//
//   one_pass_policies [--seed 1] [--rows 1,31,33,1000,4099,70001] [--time 10000000] [--names bench/data/names.csv]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/entry.cuh>
#include <rowfuse/cuda/one_pass.hpp>
#include <rowfuse/cuda/two_pass.hpp>
#include <rowfuse/row.hpp>

#include "../../generated/displayName/displayName.row.hpp"
#include "../../generated/maskEmail/maskEmail.row.hpp"
#include "../../generated/redact/redact.row.hpp"
#include "../../generated/upperCase/upperCase.row.hpp"
#include "../data/redact_table.hpp"
#include "device_info.cuh"
#include "measure.cuh"

namespace {

using namespace rowfuse;
using Random = std::mt19937_64;

/// Two text columns and all kinds of others out of nullable text: pieces that are remembered.
struct Mixed {
  using Input = Schema<Nullable<Utf8>, Utf8, Nullable<Int32>>;
  using Output = Schema<Nullable<Utf8>, Utf8, Nullable<Bool>, Int32>;
  static constexpr OutputBound<Input> bounds[] = {
      {.constant = 0, .factors = {1, 0, 0}}, {.constant = 9, .factors = {0, 1, 0}}, {}, {}};
  static constexpr Segments segments{.count = 3, .longer = 0b111};

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    using namespace rowfuse::literals;
    put<0>(out, column<0>(row));
    put<1>(out, column<1>(row).slice(1), " - "_rf, column<1>(row).char_at(0));
    if (column<0>(row).present()) put<2>(out, column<1>(row) == *column<0>(row));
    else put<2>(out, null);
    put<3>(out, column<1>(row).length());
  }
};

template <int evaluating, int resident, int ahead, int waiting, int steps>
struct Policy {
  static constexpr int warps = evaluating;
  static constexpr int blocks_per_multiprocessor = resident;
  static constexpr int stages = ahead;
  static constexpr int slots = waiting;
  static constexpr int max_steps = steps;
};

/// A transform whose one-pass kernel runs under another policy.
template <class Transform, class Policy>
cuda::Entry entry_under() {
  cuda::Entry entry = cuda::entry<Transform>("");
  entry.one_pass = {&cuda::dispatch_one_pass<Transform, Policy>, &cuda::one_pass_tile_words<Transform, Policy>};
  return entry;
}

/// Device memory in 16-byte pieces, as the runtime has it, that holds a copy.
class Memory {
 public:
  explicit Memory(std::size_t bytes) {
    CUDA_CHECK(cudaMalloc(&data_, (bytes + 31) / 16 * 16));
    CUDA_CHECK(cudaMemset(data_, 0xcd, (bytes + 31) / 16 * 16));
  }
  Memory(void const* host, std::size_t bytes) : Memory(bytes) {
    if (bytes > 0) CUDA_CHECK(cudaMemcpy(data_, host, bytes, cudaMemcpyHostToDevice));
  }
  Memory(Memory const&) = delete;
  ~Memory() { cudaFree(data_); }
  void* get() const { return data_; }

 private:
  void* data_ = nullptr;
};

struct Table {
  std::vector<std::unique_ptr<Memory>> memory;
  std::vector<arrow::InputColumn> columns;

  template <class Element>
  Element* keep(std::vector<Element> const& host) {
    memory.push_back(std::make_unique<Memory>(host.data(), host.size() * sizeof(Element)));
    return static_cast<Element*>(memory.back()->get());
  }
};

constexpr std::string_view pieces[] = {"public", "private", " ", "Ada", "Lovelace", "a", "", "é", "水", "\U0001F600", "0"};

std::string random_text(Random& random, bool ascii, bool some_long) {
  if (some_long && random() % 4000 == 0) return std::string(random() % 60000, 'x');
  std::string text;
  for (std::uint64_t count = random() % 6; count > 0; --count) text += pieces[random() % (ascii ? 7 : std::size(pieces))];
  return text;
}

/// Stretches of rows are ASCII, so that tiles of all kinds come.
Table random_table(Random& random, arrow::Layout const& layout, std::int64_t rows, bool some_long) {
  Table table;
  for (std::int32_t i = 0; i < layout.input_count; ++i) {
    arrow::InputColumn column;
    if (layout.inputs[i].nullable && random() % 3 != 0) {
      std::vector<std::uint8_t> bits(static_cast<std::size_t>(rows / 8 + 8));
      for (auto& byte : bits) byte = static_cast<std::uint8_t>(random() | random());
      column.validity_bit = static_cast<std::int64_t>(random() % 20);
      column.validity = table.keep(bits);
    }
    if (layout.inputs[i].id == arrow::TypeId::utf8) {
      std::vector<char> text(random() % 20, '\xff');
      std::vector<std::int32_t> offsets(random() % 4);  // offsets start anywhere as well
      std::size_t const lead = offsets.size();
      auto const begin = static_cast<std::int64_t>(text.size());
      offsets.push_back(static_cast<std::int32_t>(text.size()));
      for (std::int64_t row = 0; row < rows; ++row) {
        auto const cell = random_text(random, row / 997 % 3 != 0, some_long);
        text.insert(text.end(), cell.begin(), cell.end());
        offsets.push_back(static_cast<std::int32_t>(text.size()));
      }
      column.values = table.keep(text);
      column.values_begin = begin;
      column.values_bytes = static_cast<std::int64_t>(text.size());
      column.offsets = table.keep(offsets) + lead;
    } else if (layout.inputs[i].id != arrow::TypeId::none) {
      std::vector<std::uint64_t> values(static_cast<std::size_t>(rows) + 1);
      for (auto& value : values) value = random();
      column.values = table.keep(values);
    }
    table.columns.push_back(column);
  }
  return table;
}

/// The outputs of a run, with room for what bounds allow.
struct Result {
  std::vector<std::unique_ptr<Memory>> memory;
  std::vector<arrow::OutputColumn> columns;
  std::vector<std::int64_t> bytes, nulls;
  cuda::Report report;
};

Result make_result(cuda::Entry const& entry, Table const& table, std::int64_t rows) {
  Result result;
  auto const room = [&](std::size_t bytes) {
    result.memory.push_back(std::make_unique<Memory>(bytes));
    return result.memory.back()->get();
  };
  for (std::int32_t i = 0; i < entry.layout.output_count; ++i) {
    arrow::OutputColumn column;
    bool const text = entry.layout.outputs[i].id == arrow::TypeId::utf8;
    column.values_bytes = text ? cuda::OnePass(entry).bound(i, table.columns.data(), rows) : rows * 8 + 8;
    column.values = room(static_cast<std::size_t>(column.values_bytes));
    if (text) column.offsets = static_cast<std::int32_t*>(room(static_cast<std::size_t>(rows + 1) * 4));
    if (entry.layout.outputs[i].nullable) column.validity = static_cast<std::uint8_t*>(room(static_cast<std::size_t>(rows / 8 + 8)));
    result.columns.push_back(column);
  }
  return result;
}

std::vector<char> fetch(void const* device, std::size_t bytes) {
  std::vector<char> host(bytes);
  if (bytes > 0) CUDA_CHECK(cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost));
  return host;
}

void check(int error) { CUDA_CHECK(static_cast<cudaError_t>(error)); }

/// Empty when both are the same, else what differs.
std::string difference(cuda::Entry const& entry, Result const& one, Result const& two, std::int64_t rows) {
  if (one.report.changed_rows != 0) return "a bound that does not hold";
  if (one.report.fault_row != two.report.fault_row || one.report.fault.code != two.report.fault.code) return "the fault";
  if (one.report.fault_row >= 0) return "";
  for (std::int32_t i = 0; i < entry.layout.output_count; ++i) {
    arrow::OutputColumn const& a = one.columns[i];
    arrow::OutputColumn const& b = two.columns[i];
    arrow::ColumnType const type = entry.layout.outputs[i];
    bool const text = type.id == arrow::TypeId::utf8;
    auto const offsets = static_cast<std::size_t>(rows + 1) * 4;
    if (text && one.bytes[i] != two.bytes[i]) return "bytes";
    if (text && fetch(a.offsets, offsets) != fetch(b.offsets, offsets)) return "offsets";
    auto const values = static_cast<std::size_t>(text ? one.bytes[i] : type.id == arrow::TypeId::boolean ? (rows + 31) / 32 * 4 : rows * arrow::byte_width(type.id));
    if (fetch(a.values, values) != fetch(b.values, values)) return "values";
    if (!type.nullable) continue;
    if (one.nulls[i] != two.nulls[i]) return "null count";
    auto const bits = static_cast<std::size_t>((rows + 31) / 32 * 4);
    if (fetch(a.validity, bits) != fetch(b.validity, bits)) return "validity";
  }
  return "";
}

int failed = 0;
int passed = 0;
int unsuited = 0;  // buffers that shared memory cannot hold under that policy

template <class Transform, class Policy>
void compare(char const* name, std::uint64_t seed, std::vector<std::int64_t> const& sizes, cudaStream_t stream) {
  cuda::Entry const entry = entry_under<Transform, Policy>();
  cuda::Workspace workspace;
  for (std::int64_t const rows : sizes) {
    Random random(seed * 1000003 + static_cast<std::uint64_t>(rows));
    Table const table = random_table(random, entry.layout, rows, true);
    Result one = make_result(entry, table, rows);
    Result two = make_result(entry, table, rows);
    cuda::TwoPass const passes(entry);
    check(passes.measure(stream, table.columns.data(), rows, two.columns.data(), workspace, two.report));
    two.bytes = two.report.columns;
    if (two.report.fault_row < 0) {
      check(passes.fill(stream, table.columns.data(), rows, two.columns.data(), workspace));
      check(passes.read_report(stream, workspace, two.report));
      two.nulls = two.report.columns;
    }
    cuda::OnePass const pass(entry);
    int const error = pass.launch(stream, table.columns.data(), rows, one.columns.data(), workspace);
    if (error == cuda::one_pass_unsuited) {
      ++unsuited;
      continue;
    }
    check(error);
    check(pass.finish(rows, workspace, one.report, one.bytes));
    one.nulls = one.report.columns;
    std::string const differs = difference(entry, one, two, rows);
    (differs.empty() ? passed : failed) += 1;
    if (!differs.empty()) {
      std::printf("%s, %lld rows, seed %llu, %d warps, %d stages, %d slots: %s\n", name, static_cast<long long>(rows),
                  static_cast<unsigned long long>(seed), Policy::warps, Policy::stages, Policy::slots, differs.c_str());
    }
  }
}

template <class Policy>
void compare_all(std::uint64_t seed, std::vector<std::int64_t> const& sizes, cudaStream_t stream) {
  compare<generated::redact_::Transform, Policy>("redact", seed, sizes, stream);
  compare<generated::upperCase_::Transform, Policy>("upperCase", seed, sizes, stream);
  compare<generated::displayName_::Transform, Policy>("displayName", seed, sizes, stream);
  compare<Mixed, Policy>("mixed", seed, sizes, stream);
}

template <class Policy>
void time_policy(Table const& table, std::int64_t rows, double bytes, cudaStream_t stream) {
  cuda::Entry const entry = entry_under<generated::redact_::Transform, Policy>();
  cuda::Workspace workspace;
  Result result = make_result(entry, table, rows);
  bool suited = true;
  bench::Times const times = bench::time_runs(stream, 3, 20, [&](int) {
    cuda::OnePass const pass(entry);
    int const error = pass.launch(stream, table.columns.data(), rows, result.columns.data(), workspace);
    suited = error != cuda::one_pass_unsuited;
    if (!suited) return;
    check(error);
    check(pass.finish(rows, workspace, result.report, result.bytes));
  });
  std::printf("%3d warps x %d, %d stages, %d slots, up to %d rows a lane: ", Policy::warps, Policy::blocks_per_multiprocessor, Policy::stages, Policy::slots, Policy::max_steps);
  if (suited) std::printf("%8.1f us  %5.0f GB/s\n", times.median() * 1e3, bytes / (times.median() * 1e6));
  else std::printf("unsuited\n");
}

/// The strategies side by side, over random text a third of which is not ASCII, without and with rows of up to 60,000 bytes.
template <class Transform>
void time_strategies(char const* name, std::uint64_t seed, cudaStream_t stream, bool some_long = false) {
  constexpr std::int64_t rows = 2'000'000;
  Random random(seed);
  cuda::Entry const entry = cuda::entry<Transform>("");
  Table const table = random_table(random, entry.layout, rows, some_long);
  Result result = make_result(entry, table, rows);
  cuda::Workspace workspace;
  cuda::OnePass const pass(entry);
  cuda::TwoPass const passes(entry);
  float const one = bench::time_runs(stream, 3, 20, [&](int) {
    check(pass.launch(stream, table.columns.data(), rows, result.columns.data(), workspace));
    check(pass.finish(rows, workspace, result.report, result.bytes));
  }).median();
  float const two = bench::time_runs(stream, 3, 20, [&](int) {
    check(passes.measure(stream, table.columns.data(), rows, result.columns.data(), workspace, result.report));
    check(passes.fill(stream, table.columns.data(), rows, result.columns.data(), workspace));
  }).median();
  std::printf("%s, %lld random rows%s: one pass %.1f us, two passes %.1f us\n", name, static_cast<long long>(rows), some_long ? ", some long" : "", one * 1e3, two * 1e3);
  if (!some_long) time_strategies<Transform>(name, seed, stream, true);
}

void time_policies(std::int64_t rows, std::string const& names, cudaStream_t stream) {
  bench::Table const host = bench::redact_table(rows, names);
  Table table;
  double bytes = 12.0 * static_cast<double>(rows + 1);
  for (bench::Column const* const from : {&host.name, &host.visibility}) {
    arrow::InputColumn column;
    table.memory.push_back(std::make_unique<Memory>(from->data.get(), from->bytes));
    column.values = table.memory.back()->get();
    column.values_bytes = static_cast<std::int64_t>(from->bytes);
    table.memory.push_back(std::make_unique<Memory>(from->offsets.get(), static_cast<std::size_t>(rows + 1) * 4));
    column.offsets = static_cast<std::int32_t const*>(table.memory.back()->get());
    table.columns.push_back(column);
    bytes += static_cast<double>(from->bytes);
  }
  std::printf("redact, %lld rows; GB/s count the input and the offsets, not the text of the result\n", static_cast<long long>(rows));
  time_policy<Policy<28, 1, 2, 2, 3>>(table, rows, bytes, stream);
  time_policy<Policy<28, 1, 2, 3, 2>>(table, rows, bytes, stream);
  time_policy<Policy<30, 1, 2, 2, 2>>(table, rows, bytes, stream);
  time_policy<Policy<26, 1, 2, 2, 3>>(table, rows, bytes, stream);
  time_policy<Policy<24, 1, 2, 2, 3>>(table, rows, bytes, stream);
  time_policy<Policy<22, 1, 2, 2, 4>>(table, rows, bytes, stream);
  time_policy<Policy<20, 1, 2, 2, 4>>(table, rows, bytes, stream);
  time_policy<Policy<14, 2, 2, 2, 3>>(table, rows, bytes, stream);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t seed = 1;
  std::vector<std::int64_t> sizes = {1, 31, 33, 1000, 4099, 70001};
  std::int64_t timed = 0;
  std::string names = "bench/data/names.csv";
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    if (option == "--seed") seed = std::stoull(argv[index + 1]);
    else if (option == "--rows") sizes = bench::numbers(argv[index + 1]);
    else if (option == "--time") timed = std::stoll(argv[index + 1]);
    else if (option == "--names") names = argv[index + 1];
    else {
      std::fprintf(stderr, "unknown option %s: --seed N, --rows LIST, --time ROWS, --names FILE\n", argv[index]);
      return 2;
    }
  }
  cudaStream_t stream = nullptr;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  compare_all<cuda::OnePassPolicy>(seed, sizes, stream);
  compare_all<Policy<1, 1, 1, 1, 1>>(seed, sizes, stream);
  compare_all<Policy<5, 1, 3, 3, 2>>(seed, sizes, stream);
  compare_all<Policy<3, 4, 2, 4, 1>>(seed, sizes, stream);
  compare_all<Policy<13, 2, 4, 2, 4>>(seed, sizes, stream);
  std::printf("%d comparisons passed, %d failed, %d policies unsuited\n", passed, failed, unsuited);
  if (timed > 0) {
    time_policies(timed, names, stream);
    time_strategies<generated::redact_::Transform>("redact", seed, stream);
    time_strategies<generated::upperCase_::Transform>("upperCase", seed, stream);
    time_strategies<generated::displayName_::Transform>("displayName", seed, stream);
    time_strategies<generated::maskEmail_::Transform>("maskEmail", seed, stream);
    time_strategies<Mixed>("mixed", seed, stream);
  }
  return failed == 0 && passed > unsuited ? 0 : 1;
}
