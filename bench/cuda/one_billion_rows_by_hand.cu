// The One Billion Row Challenge as it is usually written by hand for a GPU, from the file to the text:
//   one_billion_rows_by_hand FILE STATIONS TEXT [--runs 3]
// The file is read into memory, copied to the device and grouped by one launch (groups_by_hand.cuh). STATIONS has the names of all
// stations, one per line, in the order of the result, which is written to TEXT. The first run makes the device's context. Every run
// allocates the memory on both sides, as a program that runs once has to. Prints milliseconds as JSON: by run, with the time of its
// steps.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_check.cuh"
#include "groups_by_hand.cuh"
#include "groups_text.cuh"

namespace {

using namespace bench;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point& from) {
  Clock::time_point const now = Clock::now();
  double const milliseconds = std::chrono::duration<double, std::milli>(now - from).count();
  from = now;
  return milliseconds;
}

[[noreturn]] void fail(char const* what, char const* path) {
  std::fprintf(stderr, "%s: %s\n", path, what);
  std::exit(1);
}

std::vector<std::string> read_lines(char const* path) {
  std::ifstream file(path);
  if (!file) fail("cannot be read", path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string degrees(std::int64_t tenths) {
  std::int64_t const size = tenths < 0 ? -tenths : tenths;
  return (tenths < 0 ? "-" : "") + std::to_string(size / 10) + "." + std::to_string(size % 10);
}

/// The challenge's output; means are rounded half up.
std::string text_of(std::vector<std::string> const& names, std::vector<HandSums> const& sums) {
  std::string text = "{";
  for (std::size_t station = 0; station < names.size(); ++station) {
    HandSums const& own = sums[station];
    if (own.count == 0) continue;
    auto const sum = static_cast<double>(static_cast<std::int64_t>(own.sum));
    auto const mean = static_cast<std::int64_t>(std::floor(sum / own.count + 0.5));
    if (text.size() > 1) text += ", ";
    text += names[station] + "=" + degrees(own.least) + "/" + degrees(mean) + "/" + degrees(own.most);
  }
  return text + "}";
}

struct Steps {
  double reading = 0;
  double copying = 0;
  double grouping = 0;
  double total = 0;
};

Steps run(char const* path, std::vector<std::string> const& names, std::string& text) {
  Clock::time_point const began = Clock::now();
  Clock::time_point last = began;
  Steps steps;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) fail("cannot be read", path);
  auto const size = static_cast<std::int64_t>(file.tellg());
  std::unique_ptr<char[]> const bytes(new char[static_cast<std::size_t>(size)]);
  file.seekg(0);
  if (!file.read(bytes.get(), size)) fail("is shorter than it was", path);
  steps.reading = milliseconds_since(last);

  DeviceText device{nullptr, size};
  CUDA_CHECK(cudaMalloc(&device.bytes, static_cast<std::size_t>(size) + 32));
  CUDA_CHECK(cudaMemcpy(device.bytes, bytes.get(), static_cast<std::size_t>(size), cudaMemcpyHostToDevice));
  steps.copying = milliseconds_since(last);

  Stations const stations = upload(names);
  HandGroups const groups(stations, names);
  groups.add(device, 512, nullptr);
  text = text_of(names, groups.sums());
  steps.grouping = milliseconds_since(last);

  CUDA_CHECK(cudaFree(device.bytes));
  CUDA_CHECK(cudaFree(stations.names));
  CUDA_CHECK(cudaFree(stations.offsets));
  last = began;
  steps.total = milliseconds_since(last);
  return steps;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: one_billion_rows_by_hand FILE STATIONS TEXT [--runs 3]\n");
    return 2;
  }
  int const runs = argc == 6 && std::string_view(argv[4]) == "--runs" ? std::atoi(argv[5]) : 3;
  std::vector<std::string> const names = read_lines(argv[2]);
  std::string text;
  std::printf("[");
  for (int i = 0; i < runs; ++i) {
    Steps const steps = run(argv[1], names, text);
    std::printf("%s{\"ms\":%.1f,\"reading\":%.1f,\"copying\":%.1f,\"grouping\":%.1f}", i == 0 ? "" : ",", steps.total, steps.reading,
                steps.copying, steps.grouping);
  }
  std::printf("]\n");
  std::ofstream(argv[3]) << text;
  return 0;
}
