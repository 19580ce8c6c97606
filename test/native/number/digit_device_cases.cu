/// Numbers and text on the device against the same code on the host, which digit_cases.cpp compares with JavaScript. Prints and reads
/// back as many numbers as the first argument says. Needs a GPU.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "digit_digest.hpp"

__global__ void digests(uint64_t* out, int32_t count) {
  auto const index = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (index < count) out[index] = digits::digest(static_cast<uint64_t>(index));
}

__global__ void round_trips(uint64_t begin, uint64_t end, unsigned long long* failures) {
  auto const index = begin + blockIdx.x * uint64_t{blockDim.x} + threadIdx.x;
  if (index < end && !digits::round_trips(index)) atomicAdd(failures, 1ull);
}

int main(int count_of_arguments, char** arguments) {
  constexpr int32_t count = 100000;
  uint64_t const numbers = count_of_arguments > 1 ? std::strtoull(arguments[1], nullptr, 10) : 10000000;
  uint64_t* device_out = nullptr;
  unsigned long long* device_failures = nullptr;
  cudaMalloc(&device_out, count * sizeof(uint64_t));
  cudaMalloc(&device_failures, sizeof(unsigned long long));
  cudaMemset(device_failures, 0, sizeof(unsigned long long));
  std::vector<uint64_t> out(count);
  digests<<<(count + 127) / 128, 128>>>(device_out, count);
  cudaMemcpy(out.data(), device_out, count * sizeof(uint64_t), cudaMemcpyDeviceToHost);
  constexpr uint64_t portion = uint64_t{1} << 24;
  for (uint64_t begin = 0; begin < numbers; begin += portion) {
    uint64_t const end = begin + portion < numbers ? begin + portion : numbers;
    round_trips<<<static_cast<unsigned>((end - begin + 127) / 128), 128>>>(begin, end, device_failures);
  }
  unsigned long long failures = 0;
  cudaMemcpy(&failures, device_failures, sizeof failures, cudaMemcpyDeviceToHost);
  if (auto const error = cudaGetLastError(); error != cudaSuccess) {
    std::printf("CUDA: %s\n", cudaGetErrorString(error));
    return 2;
  }
  int32_t differences = 0;
  for (int32_t i = 0; i < count; ++i)
    if (out[static_cast<std::size_t>(i)] != digits::digest(static_cast<uint64_t>(i))) ++differences;
  std::printf("%d cases, %d differences\n%llu numbers, %llu not read back\n", count, differences, static_cast<unsigned long long>(numbers),
              failures);
  return differences == 0 && failures == 0 ? 0 : 1;
}
