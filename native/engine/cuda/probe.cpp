#include <chrono>
#include <cstdlib>
#include <string>

#include <cuda_runtime_api.h>

#include "../api/device.hpp"
#include "../cpu/pool.hpp"

namespace rowfuse::cuda {

namespace {

std::string version(int number) { return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10); }

/// Returns the reason why there is no device at all.
std::string no_device(cudaError_t error) {
  int driver = 0;
  int runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  if (driver == 0) return "no NVIDIA driver";
  if (error == cudaErrorInsufficientDriver) {
    return "the NVIDIA driver reaches CUDA " + version(driver) + ", this addon needs " + version(runtime) + "; update the driver";
  }
  if (error == cudaSuccess || error == cudaErrorNoDevice) return "no NVIDIA GPU";
  return cudaGetErrorString(error);
}

/// Makes the end of the process wait for the calls that are on the device. `process.exit` runs no cleanup hooks of Node, and a thread that
/// is in CUDA while CUDA's own exit handlers run ends the process with a segmentation fault. Handlers run in the reverse order of their
/// registration, so this must come after CUDA has registered its own.
void halt_at_exit() {
#if !defined(_WIN32)  // Windows ends all threads before handlers run
  static int const registered = std::atexit([] { Pool::device().halt(std::chrono::seconds{2}); });
  static_cast<void>(registered);
#endif
}

}  // namespace

Probe probe(Entry const* entry, int device) {
  Probe result;
  int devices = 0;
  cudaError_t error = cudaGetDeviceCount(&devices);
  if (error != cudaSuccess || devices == 0) {
    cudaGetLastError();
    result.reason = no_device(error);
    return result;
  }
  cudaDeviceProp properties{};
  for (int ordinal = 0; ordinal < devices && error == cudaSuccess; ++ordinal) {
    error = cudaGetDeviceProperties(&properties, ordinal);
    result.devices.emplace_back(properties.name);
  }
  if (error == cudaSuccess && device >= devices) {
    result.reason = "there is no device " + std::to_string(device);
    return result;
  }
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, device);
  if (error == cudaSuccess) error = cudaSetDevice(device);
  if (error != cudaSuccess) {
    cudaGetLastError();
    result.reason = cudaGetErrorString(error);
    return result;
  }
  result.device = properties.name;
  result.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
  result.memory_bytes = static_cast<double>(properties.totalGlobalMem);
  if (properties.memoryPoolsSupported == 0) {
    result.reason = "this GPU or its virtualization has no memory pools";
    return result;
  }
  if (entry != nullptr && entry->probe == nullptr) {
    result.reason = "there are no kernels for what it groups";
    return result;
  }
  error = entry == nullptr ? cudaSuccess : static_cast<cudaError_t>(entry->probe());
  if (error != cudaSuccess) {
    cudaGetLastError();
    bool const no_image = error == cudaErrorNoKernelImageForDevice || error == cudaErrorInvalidDeviceFunction;
    result.reason = no_image ? "no kernel image for this GPU (" + result.compute_capability + "); rebuild with CUDA architecture " +
                                   std::to_string(properties.major) + std::to_string(properties.minor)
                             : cudaGetErrorString(error);
    return result;
  }
  halt_at_exit();
  result.available = true;
  result.reason = result.device + ", compute capability " + result.compute_capability;
  return result;
}

}  // namespace rowfuse::cuda
