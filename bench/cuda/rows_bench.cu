// The GPU benchmark of filters and expansions: the words of a text column, and a filter, as in bench/rows/transforms.ts. rowfuse runs
// over resident columns. Beside it run kernels by hand (rows_by_hand.cuh), and the device's copy of the bytes that must be moved at
// least. These are the input read twice, and the result written once.
//
//   rows_bench --out rows.json [--rows 1000000,10000000] [--runs 20] [--only filter]
//
// Events give the device time, from before the first allocation to after the last kernel, including the host's wait for the totals
// between the passes. Results are compared byte by byte.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/entry.cuh>
#include <rowfuse/cuda/host/device_run.hpp>

#include <filter/filter.row.hpp>
#include <wordSplit/wordSplit.row.hpp>

#include "device_info.cuh"
#include "json_writer.hpp"
#include "measure.cuh"
#include "number_list.hpp"
#include "pooled_stream.cuh"
#include "rows_by_hand.cuh"

namespace {

using namespace bench;
namespace arrow = rowfuse::arrow;
namespace fused = rowfuse::cuda;

constexpr double least = 0.5;

struct HostLines {
  std::vector<std::int32_t> id;
  std::vector<double> score;
  std::vector<std::int32_t> offsets{0};
  std::vector<char> text;
};

/// Lines of up to twenty words of one to twelve letters: those of bench/rows/rows.mjs.
HostLines make_lines(std::int64_t rows) {
  HostLines lines;
  std::uint32_t state = 1;
  auto const random = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<double>(state) / 4294967296.0;
  };
  lines.text.reserve(static_cast<std::size_t>(rows) * 75);
  for (std::int64_t row = 0; row < rows; ++row) {
    int const words = static_cast<int>(random() * 20);
    for (int word = 0; word < words; ++word) {
      if (word > 0) lines.text.push_back(' ');
      for (int left = 1 + static_cast<int>(random() * 12); left > 0; --left) {
        lines.text.push_back(static_cast<char>('a' + (lines.text.size() * 7 + static_cast<std::size_t>(row)) % 26));
      }
    }
    lines.offsets.push_back(static_cast<std::int32_t>(lines.text.size()));
    lines.id.push_back(static_cast<std::int32_t>(row));
  }
  for (std::int64_t row = 0; row < rows; ++row) lines.score.push_back(random());
  return lines;
}

template <class Item>
Item* upload(std::vector<Item> const& items) {
  Item* memory = nullptr;
  CUDA_CHECK(cudaMalloc(&memory, items.size() * sizeof(Item) + 16));
  CUDA_CHECK(cudaMemcpy(memory, items.data(), items.size() * sizeof(Item), cudaMemcpyHostToDevice));
  return memory;
}

bool same(void const* a, void const* b, std::int64_t bytes) {
  std::vector<char> left(static_cast<std::size_t>(bytes));
  std::vector<char> right(left.size());
  CUDA_CHECK(cudaMemcpy(left.data(), a, left.size(), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(right.data(), b, right.size(), cudaMemcpyDeviceToHost));
  return std::memcmp(left.data(), right.data(), left.size()) == 0;
}

/// A transform as the benchmark runs it.
struct Run {
  fused::DeviceRun transform;
  std::vector<arrow::InputColumn> inputs;
  fused::Workspace workspace{};
  std::vector<fused::DeviceColumn> outputs{};
  fused::RunReport report{};

  void operator()(std::int64_t rows, cudaStream_t stream) {
    check(transform.run(stream, inputs.data(), rows, workspace, outputs, report));
    if (report.complete()) return;
    std::fprintf(stderr, "rowfuse: row %lld has no result\n", static_cast<long long>(report.fault_row));
    std::exit(1);
  }

  bool equals(RowsResult const& other) const {
    auto const& text = outputs.back();
    return report.rows == other.rows && text.values_bytes == other.bytes &&
           same(outputs[0].values.get(), other.id.get(), report.rows * 4) &&
           (outputs.size() == 2 || same(outputs[1].values.get(), other.doubled.get(), report.rows * 8)) &&
           same(text.offsets.get(), other.offsets.get(), (report.rows + 1) * 4) &&
           same(text.values.get(), other.text.get(), text.values_bytes);
  }
};

template <class Item>
arrow::InputColumn fixed(Item const* values, std::int64_t rows) {
  arrow::InputColumn column;
  column.values = values;
  column.values_bytes = rows * static_cast<std::int64_t>(sizeof(Item));
  return column;
}

}  // namespace

int main(int argc, char** argv) {
  std::string out;
  std::vector<std::int64_t> sizes = {1'000'000, 10'000'000};
  int runs = 20;
  std::string_view only;
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    char const* const value = argv[index + 1];
    if (option == "--out") out = value;
    else if (option == "--rows") sizes = numbers(value);
    else if (option == "--runs") runs = std::atoi(value);
    else if (option == "--only") only = value;
    else {
      std::fprintf(stderr, "unknown option %s: --out FILE, --rows LIST, --runs N, --only TRANSFORM\n", option.data());
      return 2;
    }
  }
  std::int64_t const most = *std::max_element(sizes.begin(), sizes.end());
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  cudaStream_t const stream = pooled_stream();

  HostLines const host = make_lines(most);
  LineTable lines{upload(host.id), upload(host.score), upload(host.offsets), upload(host.text), 0};
  std::int32_t* totals = nullptr;
  CUDA_CHECK(cudaMallocHost(&totals, 8));

  constexpr auto split_entry = fused::entry<rowfuse::generated::wordSplit::WordSplit>("wordSplit");
  constexpr auto filter_entry = fused::entry<rowfuse::generated::filter::Filter>("filter");

  JsonWriter json;
  json.open().field("benchmark", std::string_view("filters and expansions on the GPU"));
  json.key("machine").open();
  write_device(json, device);
  json.close();
  std::size_t const copy_bytes = std::size_t{1} << 30;
  PoolMemory<char> copy_from(static_cast<std::int64_t>(copy_bytes), stream);
  PoolMemory<char> copy_to(static_cast<std::int64_t>(copy_bytes), stream);
  float const copy_ms = time_runs(stream, 5, runs, [&](int) {
                          CUDA_CHECK(cudaMemcpyAsync(copy_to.get(), copy_from.get(), copy_bytes, cudaMemcpyDeviceToDevice, stream));
                        }).median();
  double const copy_rate = static_cast<double>(copy_bytes) * 2 / (copy_ms * 1e6);
  json.key("copy").open().field("bytes", static_cast<long long>(copy_bytes)).field("ms", copy_ms);
  json.field("gigabytesPerSecond", copy_rate).close();
  json.field("runs", static_cast<long long>(runs)).key("sizes").open('[');
  std::printf("%s, copy: %.0f GB/s read and written\n", device.name, copy_rate);

  bool all_match = true;
  for (std::int64_t const rows : sizes) {
    lines.rows = static_cast<std::int32_t>(rows);
    std::int64_t const text_bytes = host.offsets[static_cast<std::size_t>(rows)];
    arrow::InputColumn text = fixed(lines.text, text_bytes);
    text.offsets = lines.offsets;
    arrow::InputColumn param;
    std::memcpy(&param.values_begin, &least, sizeof least);
    Run split{fused::DeviceRun(split_entry), {fixed(lines.id, rows), text}};
    Run filter{fused::DeviceRun(filter_entry), {fixed(lines.id, rows), fixed(lines.score, rows), text, param}};

    json.open().field("rows", static_cast<long long>(rows)).field("textBytes", static_cast<long long>(text_bytes));
    json.key("transforms").open('[');
    auto const compare = [&](std::string_view name, Run& run, std::int64_t fixed_in, std::int64_t fixed_out, std::int64_t text_reads,
                             std::function<RowsResult()> const& by_hand) {
      if (!only.empty() && only != name) return;
      run(rows, stream);
      CUDA_CHECK(cudaStreamSynchronize(stream));
      std::optional<RowsResult> hand = by_hand();
      CUDA_CHECK(cudaStreamSynchronize(stream));
      bool const matches = run.equals(*hand);
      all_match = all_match && matches;
      std::int64_t const bytes = rows * fixed_in + run.report.rows * fixed_out + text_reads + run.outputs.back().values_bytes;
      hand.reset();
      std::vector<float> rounds[2];
      for (int round = 0; round < 2; ++round) {
        rounds[0].push_back(time_runs(stream, 5, runs, [&](int) { run(rows, stream); }).median());
        rounds[1].push_back(time_runs(stream, 5, runs, [&](int) { hand.emplace(by_hand()); }, [&](int) { hand.reset(); }).median());
      }
      float const ours = std::min(rounds[0][0], rounds[0][1]);
      float const theirs = std::min(rounds[1][0], rounds[1][1]);
      double const floor_ms = static_cast<double>(bytes) / (copy_rate * 1e6);
      json.open().field("transform", name).field("rowsOut", static_cast<long long>(run.report.rows));
      json.field("bytes", static_cast<long long>(bytes)).field("floorMs", floor_ms);
      for (int version = 0; version < 2; ++version) {
        json.key(version == 0 ? "rowfuseMs" : "byHandMs").value(version == 0 ? ours : theirs);
        json.key(version == 0 ? "rowfuseRoundsMs" : "byHandRoundsMs").open('[');
        json.value(rounds[version][0]).value(rounds[version][1]).close(']');
      }
      json.field("ratio", ours / theirs).field("matches", matches).close();
      std::printf("%10lld %-10s rowfuse %8.1f us, by hand %8.1f us: %.2f; floor %.1f us%s\n", static_cast<long long>(rows), name.data(),
                  ours * 1e3, theirs * 1e3, ours / theirs, floor_ms * 1e3, matches ? "" : "  WRONG");
    };
    // Both passes read a line's text and offsets, and a score; the second alone reads a kept number.
    compare("wordSplit", split, 4 + 2 * 4, 4 + 4, 2 * text_bytes, [&] { return split_by_hand(lines, totals, stream); });
    // The text of rows that pass is read once, because its size is known from the offsets.
    compare("filter", filter, 4 + 2 * 8 + 2 * 4, 4 + 8 + 4, text_bytes / 2, [&] { return filter_by_hand(lines, least, totals, stream); });
    json.close(']').close();
  }
  json.close(']').field("allMatch", all_match).close();
  if (!out.empty()) std::ofstream(out) << json.text() << "\n";
  return all_match ? 0 : 1;
}
