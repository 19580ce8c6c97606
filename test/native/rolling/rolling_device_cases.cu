/// Compares rolling transforms on the device with the direct evaluation of each window on the host.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <cuda_runtime.h>

#include <rowfuse/cuda/rolling/dispatch_windows.cuh>

#include "rolling_transforms.hpp"

namespace {

using namespace rolling_test;
using rf::cuda::Reach;

int cases = 0;
int failures = 0;

void check(int error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(static_cast<cudaError_t>(error)));
  std::exit(1);
}

class Memory {
 public:
  explicit Memory(std::size_t bytes) {
    check(cudaMalloc(&data_, bytes + 1));
    check(cudaMemset(data_, 0xcd, bytes + 1));
  }
  explicit Memory(Bytes const& bytes) : Memory(bytes.size()) {
    check(cudaMemcpy(data_, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
  }
  Memory(Memory const&) = delete;
  ~Memory() { cudaFree(data_); }
  void* get() const { return data_; }

 private:
  void* data_ = nullptr;
};

template <class Transform, class Policy, Reach reach>
bool fits(rf::Window const& window) {
  if constexpr (reach == Reach::narrow) {
    return true;
  } else {
    auto const between = static_cast<int>(rf::cuda::nodes_between(window));
    std::size_t const bytes = rf::cuda::RollingShape<Transform, Policy, reach>::of(between).bytes();
    return std::max<std::size_t>(bytes, rf::cuda::AgentRollingNodes<Transform, Policy>::shared_bytes) <= rf::cuda::most_block_bytes;
  }
}

template <class Transform, Reach reach>
void run(char const* what, Table<Transform> const& table, rf::Window const& window, Result<Transform> const& right) {
  std::vector<std::unique_ptr<Memory>> memory;
  auto const take = [&](auto const& from) {
    memory.push_back(std::make_unique<Memory>(from));
    return memory.back()->get();
  };
  auto columns = table.columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].values != nullptr) columns[i].values = take(table.values[i]);
    if (columns[i].validity != nullptr) columns[i].validity = static_cast<std::uint8_t const*>(take(table.validity[i]));
  }
  Result<Transform> result(table.rows);
  std::vector<rf::arrow::OutputColumn> outputs(result.columns.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    outputs[i].values = take(result.values[i]);
    outputs[i].validity = static_cast<std::uint8_t*>(take(result.validity[i]));
  }
  std::vector<std::uint64_t> report(rf::cuda::column_words + outputs.size());
  rf::cuda::FillArguments arguments;
  arguments.inputs = columns.data();
  arguments.length = table.rows;
  arguments.outputs = outputs.data();
  arguments.report = static_cast<std::uint64_t*>(take(Bytes(report.size() * 8)));
  void* const workspace = take(Bytes(rf::cuda::rolling_workspace_bytes<Transform, reach>(table.rows)));
  rf::cuda::RollingPackOf<Transform> pack;
  constexpr bool folds = rf::rolling::FoldsOf<Transform>::size > 0;
  auto const launch = [&]<class Policy>(Policy) {
    check(rf::cuda::launch_reductions<Transform, Policy, reach, folds>(arguments, window, workspace, pack, nullptr));
  };
  // As in dispatch_windows: fewer threads if a block cannot have the memory.
  if (fits<Transform, rf::cuda::RollingPolicyOf<Transform>, reach>(window)) launch(rf::cuda::RollingPolicyOf<Transform>{});
  else launch(rf::cuda::detail::SmallerRollingPolicy<64>{});
  if constexpr (folds) check(rf::cuda::launch_folds<Transform, rf::cuda::FoldPolicy>(arguments, window, pack, nullptr));
  check(cudaDeviceSynchronize());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    check(cudaMemcpy(result.values[i].data(), outputs[i].values, result.values[i].size(), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(result.validity[i].data(), outputs[i].validity, result.validity[i].size(), cudaMemcpyDeviceToHost));
  }
  check(cudaMemcpy(report.data(), arguments.report, report.size() * 8, cudaMemcpyDeviceToHost));
  for (std::size_t i = 0; i < outputs.size(); ++i) result.null_counts[i] = static_cast<std::int64_t>(report[rf::cuda::column_words + i]);
  ++cases;
  std::int64_t const row = first_difference(result, right, table.rows);
  if (row < 0) return;
  ++failures;
  std::printf("%s, %lld rows, window %lld + 1 + %lld: row %lld\n", what, static_cast<long long>(table.rows),
              static_cast<long long>(window.preceding), static_cast<long long>(window.following), static_cast<long long>(row));
}

template <class Transform>
void check(char const* what, std::mt19937_64& random, std::int64_t rows, rf::Window const& window) {
  Table<Transform> const table(random, rows, random() % 3 != 0);
  Result<Transform> const right = expected(table, window);
  if (window.rows() <= 16) return run<Transform, Reach::narrow>(what, table, window, right);
  run<Transform, Reach::far>(what, table, window, right);
  // Only where a block has the shared memory.
  if (rf::cuda::is_near<Transform, rf::cuda::RollingPolicyOf<Transform>>(window)) run<Transform, Reach::near>(what, table, window, right);
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937_64 random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  for (std::int64_t const size : {1, 2, 15, 16, 17, 33, 255, 256, 257, 273, 3000, 9000}) {
    for (int const side : {0, 1, 2}) {
      auto const before = side == 0 ? size - 1 : side == 1 ? 0 : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(size));
      rf::Window const window{before, size - 1 - before, 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(size))};
      auto const rows = [&] { return 1 + static_cast<std::int64_t>(random() % (random() % 3 == 0 ? 300 : size < 1000 ? 60'000 : 20'000)); };
      check<Mean>("mean", random, rows(), window);
      check<One<Least>>("min", random, rows(), window);
      check<One<FirstGreatest>>("first greatest", random, rows(), window);
      check<Variance>("variance", random, rows(), window);
      check<PresentVariance>("variance of present", random, rows(), window);
      check<Everything>("everything", random, rows(), window);
      check<Loops>("loops", random, rows() / 4 + 1, window);
    }
  }
  std::printf("%d cases, %d failures\n", cases, failures);
  return failures != 0;
}
