#pragma once

/// Transforms on columns that are already on the device, without Node:
///
///     rowfuse::cuda::DeviceTransform<redact_::Transform> redact;
///     rowfuse::cuda::Workspace workspace;                        // one per stream, reused
///     rowfuse::arrow::InputColumn inputs[2] = {...};             // device pointers; the array is on the host
///     rowfuse::arrow::OutputColumn output;
///     cudaMallocAsync(&output.offsets, (length + 1) * sizeof(int32_t), stream);
///     rowfuse::cuda::Report report;
///     redact.measure(stream, inputs, length, &output, workspace, report);   // waits for the sizes
///     if (report.fault_row >= 0) ...
///     cudaMallocAsync(&output.values, report.columns[0], stream);
///     redact.fill(stream, inputs, length, &output, workspace);              // does not wait
///
/// Bitmaps of outputs (Bool values, validity) hold whole, aligned 32-bit words. Every function returns a cudaError_t.
/// Link native/engine/cuda/host/{scan.cu,two_pass.cpp,device_memory.cpp}.
#include <rowfuse/cuda/entry.cuh>
#include <rowfuse/cuda/host/two_pass.hpp>

namespace rowfuse::cuda {

template <class Transform>
class DeviceTransform : public TwoPass {
 public:
  DeviceTransform() : TwoPass(entry_of_transform) {}

 private:
  static constexpr Entry entry_of_transform = cuda::entry<Transform>("");
};

}  // namespace rowfuse::cuda
