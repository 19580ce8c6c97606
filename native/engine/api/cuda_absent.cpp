// The CUDA interface of an addon that was built without CUDA.
#include "device.hpp"
#include "device_operations.hpp"

namespace rowfuse::cuda {

Probe probe(Entry const*, int) {
  Probe result;
  result.reason = "built without CUDA";
  return result;
}

std::unique_ptr<Call> make_call(Entry const&, std::vector<arrow::InputColumn>, std::int64_t, DeviceOptions) { return nullptr; }

std::unique_ptr<Aggregation> make_aggregation(Entry const&, cpu::Entry const&, DeviceOptions) { return nullptr; }

void limit_memory(std::int64_t) {}

// No such column exists in this addon.
ResidentColumnInfo describe(ResidentColumn const&) { return {}; }

std::unique_ptr<UploadOperation> make_upload(std::vector<arrow::ColumnType>, std::vector<arrow::InputColumn>, std::int64_t, DeviceOptions) {
  return nullptr;
}

std::unique_ptr<RunOperation> make_run(Entry const&, std::vector<SharedColumn>, std::vector<arrow::InputColumn>, std::int64_t, std::int64_t,
                                       DeviceOptions) {
  return nullptr;
}

std::unique_ptr<DownloadOperation> make_download(std::vector<SharedColumn>, std::vector<arrow::OutputColumn>, DeviceOptions) {
  return nullptr;
}

std::unique_ptr<RowOperation> make_row(std::vector<SharedColumn>, std::int64_t, DeviceOptions) { return nullptr; }

std::unique_ptr<PresentOperation> make_present(std::int64_t, SharedColumn, std::int64_t, DeviceOptions) { return nullptr; }

std::unique_ptr<FirstNullOperation> make_first_null(SharedColumn, DeviceOptions) { return nullptr; }

std::unique_ptr<CopyRateOperation> make_copy_rate(std::int64_t, DeviceOptions) { return nullptr; }

Statistics statistics() { return {}; }

}  // namespace rowfuse::cuda
