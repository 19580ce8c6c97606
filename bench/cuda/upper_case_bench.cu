// The GPU benchmark of toUpperCase over ASCII strings of 32 bytes, as in examples/upper-case.ts: rowfuse over a resident column, beside
// a kernel that can do nothing else, and the device's copy of the same bytes.
//
//   upper_case_bench --out upper-case.json [--rows 600000,2000000,10000000,30000000] [--runs 20]
//
// Events give the device time, from before the first allocation to after the last kernel; the kernel by hand gets its output memory
// beforehand. Outputs are compared byte by byte with a host reference, in memory overwritten beforehand.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/entry.cuh>
#include <rowfuse/cuda/host/device_run.hpp>

#include "../../generated/upperCase/upperCase.row.hpp"
#include "../data/redact_table.hpp"
#include "device_info.cuh"
#include "device_table.cuh"
#include "json_writer.hpp"
#include "measure.cuh"
#include "pooled_stream.cuh"
#include "upper_case_kernel.cuh"

namespace {

using namespace bench;
using Transform = rowfuse::generated::upperCase::UpperCase;

constexpr std::int64_t text_bytes = 32;

struct HostColumn {
  std::vector<std::int32_t> offsets;
  std::vector<char> chars;
};

/// Letters of either case, digits and spaces, by a hash of their place.
HostColumn random_column(std::int64_t rows) {
  static constexpr char alphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789  ";
  HostColumn column;
  column.offsets.resize(static_cast<std::size_t>(rows) + 1);
  column.chars.resize(static_cast<std::size_t>(rows * text_bytes));
  detail::in_parts(rows, 8, [&](int, std::int64_t from, std::int64_t to) {
    for (std::int64_t row = from; row < to; ++row) {
      column.offsets[static_cast<std::size_t>(row) + 1] = static_cast<std::int32_t>((row + 1) * text_bytes);
      for (std::int64_t at = row * text_bytes; at < (row + 1) * text_bytes; ++at) {
        column.chars[static_cast<std::size_t>(at)] = alphabet[mix(static_cast<std::uint32_t>(at)) % 64];
      }
    }
  });
  return column;
}

std::vector<char> upper_case(std::vector<char> text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  }
  return text;
}

/// With room after them for `slack` more bytes.
template <class Item>
Item* upload(std::vector<Item> const& items, std::size_t slack) {
  Item* memory = nullptr;
  CUDA_CHECK(cudaMalloc(&memory, items.size() * sizeof(Item) + slack));
  CUDA_CHECK(cudaMemcpy(memory, items.data(), items.size() * sizeof(Item), cudaMemcpyHostToDevice));
  return memory;
}

/// True if `rows` rows on the device are as expected.
bool equals(void const* offsets, void const* chars, HostColumn const& input, std::vector<char> const& expected, std::int64_t rows) {
  std::vector<std::int32_t> found_offsets(static_cast<std::size_t>(rows) + 1);
  std::vector<char> found(static_cast<std::size_t>(rows * text_bytes));
  CUDA_CHECK(cudaMemcpy(found_offsets.data(), offsets, found_offsets.size() * 4, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(found.data(), chars, found.size(), cudaMemcpyDeviceToHost));
  return std::memcmp(found_offsets.data(), input.offsets.data(), found_offsets.size() * 4) == 0 &&
         std::memcmp(found.data(), expected.data(), found.size()) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string out;
  std::vector<std::int64_t> sizes = {600'000, 2'000'000, 10'000'000, 30'000'000};
  int runs = 20;
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    char const* const value = argv[index + 1];
    if (option == "--out") out = value;
    else if (option == "--rows") sizes = numbers(value);
    else if (option == "--runs") runs = std::atoi(value);
    else {
      std::fprintf(stderr, "unknown option %s: --out FILE, --rows LIST, --runs N\n", option.data());
      return 2;
    }
  }
  std::int64_t const most = *std::max_element(sizes.begin(), sizes.end());

  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  cudaStream_t const stream = pooled_stream();

  HostColumn const host = random_column(most);
  auto const expected = upper_case(host.chars);
  // The copy moves characters and offsets as one piece.
  std::size_t const offsets_bytes = host.offsets.size() * sizeof(std::int32_t);
  DeviceColumn const column{upload(host.offsets, 16), upload(host.chars, offsets_bytes), 0, most * text_bytes};
  DeviceOutput const by_hand{upload(host.offsets, 16), upload(host.chars, offsets_bytes), most * text_bytes};
  auto const memory_bytes = static_cast<std::size_t>(most * text_bytes);

  constexpr auto entry = rowfuse::cuda::entry<Transform>("upperCase");
  rowfuse::cuda::DeviceRun const transform(entry);
  rowfuse::cuda::Workspace workspace;
  std::vector<rowfuse::cuda::DeviceColumn> outputs;
  rowfuse::cuda::RunReport report;

  JsonWriter json;
  json.open().field("benchmark", std::string_view("toUpperCase on the GPU"));
  json.key("machine").open();
  write_device(json, device);
  json.close();
  std::size_t const copy_bytes = memory_bytes;
  float const large_copy_ms = time_runs(stream, 5, runs, [&](int) {
                                CUDA_CHECK(cudaMemcpyAsync(by_hand.chars, column.chars, copy_bytes, cudaMemcpyDeviceToDevice, stream));
                              }).median();
  double const copy_rate = static_cast<double>(copy_bytes) * 2 / (large_copy_ms * 1e6);
  json.key("copy").open().field("bytes", static_cast<long long>(copy_bytes)).field("ms", large_copy_ms);
  json.field("gigabytesPerSecond", copy_rate).close();
  json.field("runs", static_cast<long long>(runs)).field("textBytes", static_cast<long long>(text_bytes));
  json.key("sizes").open('[');
  std::printf("%s, copy: %.0f GB/s read and written\n", device.name, copy_rate);
  bool all_match = true;
  for (std::int64_t const rows : sizes) {
    auto const chars_bytes = rows * text_bytes;
    double const bytes = 2.0 * (static_cast<double>(chars_bytes) + 4.0 * static_cast<double>(rows + 1));
    DeviceColumn const part{column.offsets, column.chars, 0, chars_bytes};
    rowfuse::arrow::InputColumn input;
    input.values = part.chars;
    input.values_bytes = chars_bytes;
    input.offsets = part.offsets;

    struct Version {
      std::string_view name;
      std::function<void(int)> run;
      std::function<bool()> matches;
    };
    Version const versions[] = {
        {"rowfuse",
         [&](int) {
           check(transform.run(stream, &input, rows, workspace, outputs, report));
           if (!report.complete()) {
             std::fprintf(stderr, "rowfuse: row %lld has no result\n", static_cast<long long>(report.fault_row));
             std::exit(1);
           }
         },
         [&] { return equals(outputs[0].offsets.get(), outputs[0].values.get(), host, expected, rows); }},
        {"by hand", [&](int) { upper_case_by_hand(part, rows, by_hand, stream); },
         [&] { return equals(by_hand.offsets, by_hand.chars, host, expected, rows); }},
        {"copy",
         [&](int) {
           CUDA_CHECK(cudaMemcpyAsync(by_hand.chars, column.chars, static_cast<std::size_t>(bytes / 2), cudaMemcpyDeviceToDevice, stream));
         },
         [] { return true; }},
    };
    json.open().field("rows", static_cast<long long>(rows)).field("bytes", bytes);
    json.field("fitsL2", bytes < device.l2CacheSize).key("versions").open('[');
    for (Version const& version : versions) {
      CUDA_CHECK(cudaMemset(by_hand.chars, 0xcd, memory_bytes));
      CUDA_CHECK(cudaMemset(by_hand.offsets, 0xcd, (static_cast<std::size_t>(most) + 1) * 4));
      CUDA_CHECK(cudaDeviceSynchronize());  // the stream does not wait for the default one
      version.run(0);
      CUDA_CHECK(cudaStreamSynchronize(stream));
      bool const matches = version.matches();
      all_match = all_match && matches;
      Times const first = time_runs(stream, 5, runs, version.run);
      Times both = time_runs(stream, 5, runs, version.run);
      float const second = both.median();
      both.ms.insert(both.ms.end(), first.ms.begin(), first.ms.end());
      json.open().field("version", version.name).field("ms", both.median()).field("leastMs", both.least());
      json.key("roundsMs").open('[').value(first.median()).value(second).close(']').field("matches", matches).close();
      std::printf("%10lld %-8s %8.1f us (rounds %.1f %.1f) %6.0f GB/s, %3.0f %% of the copy%s\n", static_cast<long long>(rows),
                  version.name.data(), both.median() * 1e3, first.median() * 1e3, second * 1e3, bytes / (both.median() * 1e6),
                  100 * bytes / (both.median() * 1e6) / copy_rate, matches ? "" : "  WRONG");
    }
    json.close(']').close();
  }
  json.close(']').field("allMatch", all_match).close();
  if (!out.empty()) std::ofstream(out) << json.text() << "\n";
  return all_match ? 0 : 1;
}
