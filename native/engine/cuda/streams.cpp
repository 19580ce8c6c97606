#include "streams.hpp"

#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

namespace rowfuse::cuda {

namespace {

std::mutex mutex;

// Never destroyed, because at exit the driver may be gone before the static objects are.
std::vector<Lane*>& free_lanes() {
  static auto& lanes = *new std::vector<Lane*>;
  return lanes;
}

}  // namespace

Lane* take_lane(int device, cudaError_t& error) {
  error = cudaSetDevice(device);
  if (error != cudaSuccess) return nullptr;
  {
    std::lock_guard const lock(mutex);
    auto& lanes = free_lanes();
    for (auto lane = lanes.rbegin(); lane != lanes.rend(); ++lane) {
      if ((*lane)->device != device) continue;
      Lane* const found = *lane;
      lanes.erase(std::next(lane).base());
      return found;
    }
  }
  auto lane = std::make_unique<Lane>();
  lane->device = device;
  // Not tied to the default stream, which other users of the process may block.
  error = cudaStreamCreateWithFlags(&lane->stream, cudaStreamNonBlocking);
  if (error == cudaSuccess) error = cudaEventCreate(&lane->begin);
  if (error == cudaSuccess) error = cudaEventCreate(&lane->end);
  if (error == cudaSuccess) return lane.release();
  if (lane->begin != nullptr) cudaEventDestroy(lane->begin);
  if (lane->stream != nullptr) cudaStreamDestroy(lane->stream);
  return nullptr;
}

void give_back_lane(Lane* lane) {
  std::lock_guard const lock(mutex);
  free_lanes().push_back(lane);
}

}  // namespace rowfuse::cuda
