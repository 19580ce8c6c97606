#include "device_session.hpp"

#include <utility>

#include <rowfuse/cuda/host/device_memory.hpp>

namespace rowfuse::cuda {

namespace {

/// Describes what holds device memory, for messages about too little of it.
std::string held() {
  MemoryHeld const memory = memory_held();
  return "device tables hold " + std::to_string(memory.tables) + " bytes, running calls " + std::to_string(memory.calls) +
         ", scratch memory " + std::to_string(memory.scratch);
}

std::string explain(int code) {
  if (code == over_memory_limit) {
    return "memoryLimit is reached: " + std::to_string(memory_limit()) + " bytes; " + held() +
           ". Dispose of device tables that are no longer needed, raise the limit, or pass the input in smaller pieces.";
  }
  auto const error = static_cast<cudaError_t>(code);
  if (error == cudaErrorMemoryAllocation) {
    return "out of device memory; " + held() +
           ". Dispose of device tables that are no longer needed, pass the input in smaller pieces, or free memory that "
           "other programs hold on the GPU.";
  }
  return std::string(cudaGetErrorString(error)) + " (" + cudaGetErrorName(error) +
         "). When later calls fail as well, the device context is lost: start the process again, or use the cpu backend.";
}

}  // namespace

bool DeviceSession::open() {
  if (stopped()) return false;
  if (lane_ != nullptr) return check(cudaSetDevice(options_.device));
  cudaError_t error = cudaSuccess;
  lane_ = take_lane(options_.device, error);
  return lane_ != nullptr || check(error);
}

void DeviceSession::close() {
  if (lane_ == nullptr) return;
  cudaStreamSynchronize(lane_->stream);
  give_back_lane(std::exchange(lane_, nullptr));
}

bool DeviceSession::check(int code) {
  if (code == cudaSuccess) return true;
  if (code != over_memory_limit) cudaGetLastError();
  failure = code == over_memory_limit ? Failure::over_limit : Failure::device;
  message = "CUDA: " + explain(code);
  return false;
}

bool DeviceSession::stopped() {
  if (!cancelled_.load(std::memory_order_relaxed)) return false;
  failure = Failure::cancelled;
  return true;
}

bool DeviceSession::elapsed(double& milliseconds) {
  float time = 0;
  if (!check(cudaEventSynchronize(lane_->end)) || !check(cudaEventElapsedTime(&time, lane_->begin, lane_->end))) {
    return false;
  }
  milliseconds = static_cast<double>(time);
  return true;
}

}  // namespace rowfuse::cuda
