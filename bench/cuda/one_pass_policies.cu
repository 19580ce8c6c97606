// The one-pass kernel under policies that nobody would choose, over text that starts anywhere: results never depend on a policy. Each
// is compared with the two passes of the same transform, byte by byte, and abandoned launches are counted. With --time, plausible
// policies are then measured over the table of redact.
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
#include <type_traits>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/entry.cuh>
#include <rowfuse/cuda/host/one_pass.hpp>
#include <rowfuse/cuda/host/two_pass.hpp>
#include <rowfuse/number/text/number_text.hpp>
#include <rowfuse/row.hpp>

#include "../../generated/displayName/displayName.row.hpp"
#include "../../generated/redact/redact.row.hpp"
#include "../../generated/upperCase/upperCase.row.hpp"
#include "../data/redact_table.hpp"
#include "column_memory.cuh"
#include "device_info.cuh"
#include "measure.cuh"

namespace {

using namespace rowfuse;
using bench::check;
using bench::InputTable;
using bench::make_result;
using bench::Memory;
using bench::Result;
using Random = std::mt19937_64;

/// Two text columns and all other kinds from nullable text: pieces that are remembered.
struct Mixed {
  using Input = Schema<Nullable<Utf8>, Utf8, Nullable<Int32>>;
  using Output = Schema<Nullable<Utf8>, Utf8, Nullable<Bool>, Int32>;
  static constexpr OutputBound<Input> bounds[] = {{.constant = 0, .factors = {1, 0, 0}}, {.constant = 9, .factors = {0, 1, 0}}, {}, {}};
  static constexpr Segments segments{.count = 3, .longer = 0b111};

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    put<0>(out, column<0>(row));
    put<1>(out, column<1>(row).slice(1), literal<" - ">(), column<1>(row).char_at(0));
    if (column<0>(row).present()) put<2>(out, column<1>(row) == *column<0>(row));
    else put<2>(out, null);
    put<3>(out, column<1>(row).length());
  }
};

/// Text that is computed, and is therefore evaluated twice.
struct Computed {
  using Input = Schema<Nullable<Utf8>, Int32>;
  using Output = Schema<Utf8>;
  static constexpr OutputBound<Input> bounds[] = {{.constant = 20, .factors = {1, 0}}};
  static constexpr Segments segments{};

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    NumberText number;
    put<0>(out, text(column<0>(row)), literal<" ">(), number.format(column<1>(row)));
  }
};

template <int evaluating, int resident, int ahead, int waiting, int steps>
struct Policy {
  static constexpr int warps = evaluating;
  static constexpr int least_warps = evaluating;
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

constexpr std::string_view pieces[] = {"public", "private", " ", "Ada", "Lovelace", "a", "", "é", "水", "\U0001F600", "0"};

enum class Text { ascii, any, some_long };

std::string random_text(Random& random, bool ascii, Text kind) {
  if (kind == Text::some_long && random() % 4000 == 0) return std::string(random() % 60000, 'x');
  std::string text;
  for (std::uint64_t count = random() % 6; count > 0; --count) text += pieces[random() % (ascii ? 7 : std::size(pieces))];
  return text;
}

/// Runs of rows are ASCII, so that tiles of all kinds occur.
InputTable random_table(Random& random, arrow::Layout const& layout, std::int64_t rows, Text kind) {
  InputTable table;
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
      std::vector<std::int32_t> offsets(random() % 4);  // offsets also start anywhere
      std::size_t const lead = offsets.size();
      auto const begin = static_cast<std::int64_t>(text.size());
      offsets.push_back(static_cast<std::int32_t>(text.size()));
      for (std::int64_t row = 0; row < rows; ++row) {
        auto const cell = random_text(random, kind == Text::ascii || row / 997 % 3 != 0, kind);
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

std::vector<char> fetch(void const* device, std::size_t bytes) {
  std::vector<char> host(bytes);
  if (bytes > 0) CUDA_CHECK(cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost));
  return host;
}

/// Empty if both are equal, otherwise the difference.
std::string difference(cuda::Entry const& entry, Result const& one, Result const& two, std::int64_t rows) {
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
    auto const values = static_cast<std::size_t>(text                                ? one.bytes[i]
                                                 : type.id == arrow::TypeId::boolean ? (rows + 31) / 32 * 4
                                                                                     : rows * arrow::byte_width(type.id));
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
int abandoned = 0;
int unsuited = 0;  // buffers that shared memory cannot hold under that policy

template <class Transform, class Policy>
void compare(char const* name, std::uint64_t seed, std::int64_t rows, Text kind, cudaStream_t stream) {
  cuda::Entry const entry = entry_under<Transform, Policy>();
  cuda::Workspace workspace;
  Random random(seed * 1000003 + static_cast<std::uint64_t>(rows));
  InputTable const table = random_table(random, entry.layout, rows, kind);
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
    return;
  }
  check(error);
  check(pass.finish(rows, workspace, one.report, one.bytes));
  if (one.report.changed_rows > 0) {
    ++abandoned;
    // Other policies may be too narrow for it.
    bool const suits = kind == Text::ascii && std::is_same_v<Policy, cuda::OnePassPolicy>;
    if (suits)
      std::printf("%s, %lld rows, seed %llu: abandoned\n", name, static_cast<long long>(rows), static_cast<unsigned long long>(seed));
    failed += suits;
    return;
  }
  one.nulls = one.report.columns;
  std::string const differs = difference(entry, one, two, rows);
  (differs.empty() ? passed : failed) += 1;
  if (!differs.empty()) {
    std::printf("%s, %lld rows, seed %llu, %d warps, %d stages, %d slots: %s\n", name, static_cast<long long>(rows),
                static_cast<unsigned long long>(seed), Policy::warps, Policy::stages, Policy::slots, differs.c_str());
  }
}

template <class Policy>
void compare_all(std::uint64_t seed, std::vector<std::int64_t> const& sizes, cudaStream_t stream) {
  for (std::int64_t const rows : sizes) {
    for (Text const kind : {Text::ascii, Text::any, Text::some_long}) {
      compare<generated::redact::Redact, Policy>("redact", seed, rows, kind, stream);
      compare<generated::upperCase::UpperCase, Policy>("upperCase", seed, rows, kind, stream);
      compare<generated::displayName::DisplayName, Policy>("displayName", seed, rows, kind, stream);
      compare<Computed, Policy>("computed", seed, rows, kind, stream);
      compare<Mixed, Policy>("mixed", seed, rows, kind, stream);
    }
  }
}

template <class Policy>
void time_policy(InputTable const& table, std::int64_t rows, double bytes, cudaStream_t stream) {
  cuda::Entry const entry = entry_under<generated::redact::Redact, Policy>();
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
  std::printf("%3d warps x %d, %d stages, %d slots, up to %d rows a lane: ", Policy::warps, Policy::blocks_per_multiprocessor,
              Policy::stages, Policy::slots, Policy::max_steps);
  if (suited) std::printf("%8.1f us  %5.0f GB/s\n", times.median() * 1e3, bytes / (times.median() * 1e6));
  else std::printf("unsuited\n");
}

void time_policies(std::int64_t rows, std::string const& names, cudaStream_t stream) {
  bench::Table const host = bench::redact_table(rows, names);
  InputTable table;
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
  time_policy<Policy<30, 1, 2, 2, 2>>(table, rows, bytes, stream);
  time_policy<Policy<30, 1, 2, 2, 3>>(table, rows, bytes, stream);
  time_policy<Policy<28, 1, 2, 2, 3>>(table, rows, bytes, stream);
  time_policy<Policy<27, 1, 2, 2, 3>>(table, rows, bytes, stream);
  time_policy<Policy<26, 1, 2, 2, 3>>(table, rows, bytes, stream);
  time_policy<Policy<24, 1, 2, 2, 4>>(table, rows, bytes, stream);
  time_policy<Policy<22, 1, 2, 2, 4>>(table, rows, bytes, stream);
  time_policy<Policy<20, 1, 2, 2, 5>>(table, rows, bytes, stream);
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
  std::printf("%d comparisons passed, %d failed, %d launches abandoned, %d unsuited\n", passed, failed, abandoned, unsuited);
  if (timed > 0) time_policies(timed, names, stream);
  return failed == 0 && passed > 0 ? 0 : 1;
}
