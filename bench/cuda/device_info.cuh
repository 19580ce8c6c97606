#pragma once

#include "cuda_check.cuh"
//
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>

#include "json_writer.hpp"
#include "number_list.hpp"

namespace bench {

inline std::string output_of(char const* command) {
  std::string text;
  if (FILE* const pipe = popen(command, "r")) {
    char buffer[256];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) text += buffer;
    pclose(pipe);
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// The hardware and versions that every results file carries, into an open object.
inline void write_device(JsonWriter& json, cudaDeviceProp const& device) {
  int driver = 0;
  int runtime = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  auto const version = [](int number) { return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10); };
  char date[32];
  std::time_t const now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  json.field("date", std::string_view(date));
  json.field("device", std::string_view(device.name));
  json.field("multiprocessors", static_cast<long long>(device.multiProcessorCount));
  json.field("memoryGiB", static_cast<double>(device.totalGlobalMem >> 20) / 1024);
  json.field("l2MiB", static_cast<double>(device.l2CacheSize) / (1 << 20));
  json.field("cudaDriver", std::string_view(version(driver)));
  json.field("cudaRuntime", std::string_view(version(runtime)));
  json.field("driver", std::string_view(output_of("nvidia-smi --query-gpu=driver_version --format=csv,noheader")));
  json.field("clocks", std::string_view(output_of("nvidia-smi --format=csv,noheader --query-gpu="
                                                  "clocks.sm,clocks.max.sm,clocks.mem,clocks.max.mem")));
}

}  // namespace bench
