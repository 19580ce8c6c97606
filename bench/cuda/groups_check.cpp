// Compares groups on the GPU with those of the CPU, bit by bit. Lines are as unusual as possible: more groups than the table has room
// for at first, keys and lines of all sizes, numbers over the whole scale. There are empty lines, "\r\n", and text without a last line
// end. Pieces are cut anywhere, and some bytes are not UTF-8. Columns: groups_columns.hpp.
//
//   groups_check [--rounds 20] [--seed 1] [--bytes 8388608] [--rows 1000000]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <cuda_runtime_api.h>

#include <rowfuse/cpu/groups/group_columns.hpp>
#include <rowfuse/cuda/host/group_run.hpp>

#include "cuda_check.cuh"
#include "groups_check.hpp"
#include "groups_columns.hpp"
#include "groups_compare.hpp"

namespace {

using namespace bench;
namespace fused = rowfuse::cuda;

using Random = std::mt19937_64;

std::string make_text(Random& random, std::int64_t bytes, std::uint64_t keys, bool with_long) {
  char const* const numbers[] = {"12.3",       "-0.1",        "0",         "-0",   "1e300",      "-1e300", "5e-324",
                                 "NaN",        "Infinity",    "-Infinity", "0.1",  "123456.789", "99.9",   "-99.9",
                                 "2147483647", "-2147483648", "1e-20",     "  7 ", "",           "0x10"};
  std::string text;
  while (static_cast<std::int64_t>(text.size()) < bytes) {
    std::uint64_t key = random() % keys;
    key = key * 0x9E3779B97F4A7C15u >> 20;
    std::size_t size = 1 + key % 11;
    if (key % 13 == 0) size = key % 70;
    if (with_long && random() % 500 == 0) size = random() % 5000;
    for (std::size_t i = 0; i < size; ++i) {
      if ((key >> (i % 30) & 7) == 3) text += "é";
      else if ((key >> (i % 30) & 31) == 9) text += "😀";
      else text += static_cast<char>('a' + (key * (i + 3) >> (i % 20)) % 26);
    }
    text += ';';
    if (random() % 4 == 0) text += numbers[random() % std::size(numbers)];
    else text += std::to_string(static_cast<double>(random() % 20000) / 100 - 100).substr(0, 5);
    text += random() % 7 == 0 ? "\r\n" : "\n";
  }
  if (random() % 2 == 0) text.pop_back();
  return text;
}

/// Runs device and host over the same text; false if they differ.
template <class Transform>
bool compare_lines(char const* name, fused::GroupEntry const& entry, Random& random, std::string const& text) {
  std::string padded = text + std::string(64, '\0');
  rf::cpu::GroupsOf<Transform> host(0, 0);
  rf::cpu::LineBlock block;
  block.data = padded.data();
  block.size = static_cast<std::int64_t>(text.size());
  host.add(block);

  fused::GroupRun run(entry);
  rf::arrow::InputColumn const line;
  std::int64_t lines = 0;
  std::int64_t fault_at = -1;
  rf::RowFault fault;
  std::string rest;
  std::int64_t before = 0;
  int const pieces = static_cast<int>(1 + random() % 4);
  std::size_t at = 0;
  for (int piece = 0; piece < pieces && fault_at < 0; ++piece) {
    std::size_t const end = piece + 1 == pieces ? text.size() : at + random() % (text.size() - at + 1);
    std::string const part = rest + text.substr(at, end - at);
    at = end;
    // At any alignment.
    std::size_t const shift = random() % 16;
    void* memory = nullptr;
    CUDA_CHECK(cudaMalloc(&memory, part.size() + 48));
    auto* const device = static_cast<char*>(memory);
    CUDA_CHECK(cudaMemset(device, 0xBF, part.size() + 48));
    CUDA_CHECK(cudaMemcpy(device + shift, part.data(), part.size(), cudaMemcpyHostToDevice));
    fused::LinesReport report;
    check(run.add_lines(nullptr, {device + shift, static_cast<std::int64_t>(part.size()), piece + 1 == pieces}, &line, before, report));
    CUDA_CHECK(cudaFree(memory));
    lines += report.rows;
    if (report.fault_at >= 0) {
      fault_at = before + report.fault_at;
      fault = report.fault;
    }
    rest = part.substr(static_cast<std::size_t>(std::min<std::int64_t>(report.rest, static_cast<std::int64_t>(part.size()))));
    before += static_cast<std::int64_t>(part.size() - rest.size());
  }
  if (block.fault || fault_at >= 0) {
    return same_fault(name, fault_at, fault, block.fault ? block.faulty_begin : -1, block.fault);
  }
  return same_groups<Transform>(name, entry, run, lines, host, block.lines);
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 20;
  std::uint64_t seed = 1;
  std::uint64_t most_bytes = 8 << 20;  // of a text
  std::uint64_t most_rows = 1'000'000;  // of columns
  for (int index = 1; index + 1 < argc; index += 2) {
    if (std::string_view(argv[index]) == "--rounds") rounds = std::atoi(argv[index + 1]);
    if (std::string_view(argv[index]) == "--seed") seed = static_cast<std::uint64_t>(std::atoll(argv[index + 1]));
    if (std::string_view(argv[index]) == "--bytes") most_bytes = static_cast<std::uint64_t>(std::atoll(argv[index + 1]));
    if (std::string_view(argv[index]) == "--rows") most_rows = static_cast<std::uint64_t>(std::atoll(argv[index + 1]));
  }
  Random random(seed);
  int compared = 0;
  int differing = 0;
  for (int round = 0; round < rounds; ++round) {
    std::int64_t const bytes =
        round % 5 == 0 ? static_cast<std::int64_t>(random() % 2000) : static_cast<std::int64_t>(random() % most_bytes);
    std::uint64_t const keys = round % 3 == 0 ? 5 : round % 3 == 1 ? 2000 : 400000;
    std::string text = make_text(random, bytes, keys, round % 2 == 0);
    // No character at all, beginnings without their continuation, continuations without a beginning.
    if (round % 4 == 3 && !text.empty()) text[random() % text.size()] = "\xFF\xC3\xE2\xF0\x80"[random() % 5];
    if (round % 10 == 7 && !text.empty()) text[random() % text.size()] = '\n';
    std::int64_t const rows = static_cast<std::int64_t>(random() % (round % 5 == 1 ? 200 : most_rows));
    ColumnKinds const kinds{keys, round % 4 == 2, round % 8 == 6};
    bool const same[] = {compare_lines<Numbers>("numbers", numbers_on_device, random, text),
                         compare_lines<Pairs>("pairs", pairs_on_device, random, text),
                         compare_lines<Words>("words", words_on_device, random, text),
                         compare_columns<Trades>("trades", trades_on_device, random, rows, kinds),
                         compare_columns<Measured>("measured", measured_on_device, random, rows, kinds),
                         compare_columns<ByNumber>("by number", by_number_on_device, random, rows, kinds),
                         compare_columns<Pieces>("pieces", pieces_on_device, random, rows, kinds),
                         compare_columns<Repeats>("repeats", repeats_on_device, random, rows / 10, kinds)};
    for (bool const one : same) {
      ++compared;
      differing += one ? 0 : 1;
    }
  }
  std::printf("%d comparisons, %d differ\n", compared, differing);
  return differing == 0 ? 0 : 1;
}
