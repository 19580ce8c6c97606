/// The cases of math_cases.cpp on the device.
#include <cstdlib>

#include "math_functions.hpp"

namespace {

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(2);
}

__global__ void evaluate_all(int function, test::Record const* records, double* values, std::size_t count) {
  std::size_t const i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < count) values[i] = test::evaluate(function, records[i].x, records[i].y);
}

}  // namespace

int main(int, char** arguments) {
  int const function = test::function_of(arguments[1]);
  if (function < 0) return 2;
  constexpr std::size_t most = 65536;
  test::Record* device_records = nullptr;
  double* device_values = nullptr;
  check(cudaMalloc(&device_records, most * sizeof(test::Record)));
  check(cudaMalloc(&device_values, most * sizeof(double)));
  int const status = test::judge([&](test::Record const* records, double* values, std::size_t count) {
    check(cudaMemcpy(device_records, records, count * sizeof(test::Record), cudaMemcpyHostToDevice));
    evaluate_all<<<static_cast<unsigned>((count + 127) / 128), 128>>>(function, device_records, device_values, count);
    check(cudaMemcpy(values, device_values, count * sizeof(double), cudaMemcpyDeviceToHost));
  });
  check(cudaFree(device_records));
  check(cudaFree(device_values));
  return status;
}
