// The CUDA side of an addon that was built without it.
#include "cuda_call.hpp"

namespace rowfuse::cuda {

Probe probe(Entry const*) {
  Probe result;
  result.reason = "built without CUDA";
  return result;
}

std::unique_ptr<Call> make_call(Entry const&, std::vector<arrow::InputColumn>, std::int64_t, DeviceOptions) {
  return nullptr;
}

void limit_memory(std::int64_t) {}

}  // namespace rowfuse::cuda
