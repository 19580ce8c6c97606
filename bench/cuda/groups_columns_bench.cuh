#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/groups/dispatch.cuh>
#include <rowfuse/cuda/groups/states.cuh>
#include <rowfuse/cuda/host/group_run.hpp>
#include <rowfuse/row.hpp>

#include "groups_text.cuh"
#include "json_writer.hpp"
#include "measure.cuh"

namespace bench {

// The benchmark of groups of columns: an int32 with that many values in random order, equally often, and a float64 that is summed. The
// floor is a kernel that reads both columns and keeps only the OR of their bits.

/// As it is emitted.
struct SumByKey {
  using Input = rowfuse::Schema<rowfuse::Int32, rowfuse::Float64>;
  using Output = rowfuse::Schema<rowfuse::Int32, rowfuse::Float64>;
  using Grouping = rowfuse::Grouping<1, true, rowfuse::Sum<1>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    rowfuse::put<0>(out, rowfuse::column<0>(row));
    rowfuse::put<1>(out, rowfuse::column<1>(row));
  }
};

struct KeyedColumns {
  std::int32_t* keys = nullptr;
  double* values = nullptr;
  std::int64_t rows = 0;
};

/// Sixteenths: their sums are exact, in integers as in doubles.
struct KeyedRow {
  std::int32_t key;
  std::int32_t sixteenths;
};
__host__ __device__ inline KeyedRow keyed_row(std::int64_t row, std::uint32_t keys) {
  std::uint64_t const random = hashed(static_cast<std::uint64_t>(row) + 991);
  auto const number = static_cast<std::uint32_t>((random >> 32) * keys >> 32);
  // Keys are not consecutive: they lie anywhere.
  return {static_cast<std::int32_t>(number * 0x9E3779B1u), static_cast<std::int32_t>(random & 0xFFFF) - 30000};
}

static __global__ void kernel_keyed_columns(KeyedColumns to, std::uint32_t keys, unsigned long long* sums) {
  for (std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; row < to.rows; row += std::int64_t{gridDim.x} * blockDim.x) {
    KeyedRow const made = keyed_row(row, keys);
    to.keys[row] = made.key;
    to.values[row] = made.sixteenths / 16.0;
    // The inverse of the factor restores the key's number.
    atomicAdd(sums + static_cast<std::uint32_t>(made.key) * 0xE8B2F51u,
              static_cast<unsigned long long>(static_cast<long long>(made.sixteenths)));
  }
}
static_assert(0x9E3779B1u * 0xE8B2F51u == 1u);

static __global__ void kernel_read_columns(KeyedColumns from, unsigned long long* bits) {
  auto const* const keys = reinterpret_cast<uint4 const*>(from.keys);
  auto const* const values = reinterpret_cast<uint4 const*>(from.values);
  unsigned seen = 0;
  std::int64_t const stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t four = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; four < from.rows / 4; four += stride) {
    uint4 const a = __ldcs(keys + four);
    uint4 const b = __ldcs(values + 2 * four);
    uint4 const c = __ldcs(values + 2 * four + 1);
    seen |= (a.x | a.y | a.z | a.w) ^ (b.x | b.y | b.z | b.w) ^ (c.x | c.y | c.z | c.w);
  }
  if (seen == 0xDEADBEEFu) atomicOr(bits, 1ull);
}

/// True if all sums are those of the source values.
inline bool sums_are(rowfuse::cuda::HostGroups const& groups, std::vector<unsigned long long> const& expected) {
  bool same = groups.count == expected.size();
  rowfuse::RowFault fault;
  int shown = 0;
  for (std::uint32_t group = 0; group < groups.count; ++group) {
    auto const key = static_cast<std::uint32_t>(rowfuse::cuda::key_of<SumByKey, 0>(groups, group).bits);
    double const sum = rowfuse::Sum<1>::value<typename SumByKey::Output>(rowfuse::cuda::state_of<SumByKey>(groups, group), fault, 0);
    std::size_t const place = key * 0xE8B2F51u;
    if (place < expected.size() && sum == static_cast<double>(static_cast<long long>(expected[place])) / 16.0) continue;
    same = false;
    if (shown++ < 5) std::printf("  key %d: %.17g\n", static_cast<std::int32_t>(key), sum);
  }
  if (!same) std::printf("  %u groups, expected %zu\n", groups.count, expected.size());
  return same;
}

template <class Policy>
bool bench_policy(JsonWriter& json, KeyedColumns const& columns, std::vector<unsigned long long> const& expected, int runs, float floor,
                  char const* name, cudaStream_t stream) {
  namespace fused = rowfuse::cuda;
  rowfuse::arrow::InputColumn inputs[2];
  inputs[0].values = columns.keys;
  inputs[1].values = columns.values;
  Times times;
  Event start;
  Event stop;
  bool matches = false;
  std::uint32_t local = 0;
  for (int round = -1; round < runs; ++round) {
    fused::GroupRun groups(fused::column_group_entry<SumByKey, Policy>);
    fused::GroupReport report;
    CUDA_CHECK(cudaEventRecord(start, stream));
    check(groups.add_columns(stream, inputs, 0, columns.rows, 0, report));
    CUDA_CHECK(cudaEventRecord(stop, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    if (round >= 0) times.ms.push_back(milliseconds(start, stop));
    local = groups.local_groups();
    if (round != runs - 1) continue;
    fused::HostGroups host;
    check(groups.download(stream, host));
    matches = report.fault_at < 0 && report.rows == columns.rows && sums_are(host, expected);
  }
  float const ms = times.median();
  json.open().field("policy", std::string_view(name)).field("ms", ms).field("leastMs", times.least());
  json.field("floorMs", floor).field("groupsInSharedMemory", static_cast<long long>(local)).field("matches", matches).close();
  std::printf("  %-18s %9.3f ms (least %9.3f), %5.1f times the floor, %6.0f million rows/s, %u groups local%s\n", name, ms, times.least(),
              ms / floor, static_cast<double>(columns.rows) / (ms * 1e3), local, matches ? "" : "  WRONG");
  std::fflush(stdout);
  return matches;
}

template <int threads, std::uint32_t local = 1u << 30>
struct ColumnsPolicy : rowfuse::cuda::GroupColumnsPolicy {
  static constexpr int block_threads = threads;
  static constexpr std::uint32_t most_local_groups = local;
};

/// Runs that many rows with each number of keys; true if all results are right.
inline bool bench_columns(JsonWriter& json, std::int64_t rows, std::vector<std::int64_t> const& key_counts, int runs, bool sweep,
                          cudaStream_t stream) {
  KeyedColumns columns;
  columns.rows = rows;
  CUDA_CHECK(cudaMalloc(&columns.keys, static_cast<std::size_t>(rows) * sizeof *columns.keys + 16));
  CUDA_CHECK(cudaMalloc(&columns.values, static_cast<std::size_t>(rows) * sizeof *columns.values + 16));
  bool all_match = true;
  for (std::int64_t const keys : key_counts) {
    std::size_t const bytes = static_cast<std::size_t>(keys) * sizeof(unsigned long long);
    unsigned long long* sums = nullptr;
    CUDA_CHECK(cudaMalloc(&sums, bytes));
    CUDA_CHECK(cudaMemset(sums, 0, bytes));
    kernel_keyed_columns<<<2048, 256>>>(columns, static_cast<std::uint32_t>(keys), sums);
    CUDA_CHECK(cudaGetLastError());
    std::vector<unsigned long long> expected(static_cast<std::size_t>(keys));
    CUDA_CHECK(cudaMemcpy(expected.data(), sums, bytes, cudaMemcpyDeviceToHost));
    float const floor = time_runs(stream, 2, 7, [&](int) { kernel_read_columns<<<132 * 8, 512, 0, stream>>>(columns, sums); }).median();
    CUDA_CHECK(cudaGetLastError());
    std::printf("%lld rows of int32 and float64, %lld keys: %.3f ms to read them (%.0f GB/s)\n", static_cast<long long>(rows),
                static_cast<long long>(keys), floor, static_cast<double>(rows) * 12 / (floor * 1e6));
    json.open().field("rows", static_cast<long long>(rows)).field("keys", static_cast<long long>(keys)).key("measured").open('[');
    auto const measure = [&]<class Policy>(char const* name, Policy) {
      all_match = bench_policy<Policy>(json, columns, expected, runs, floor, name, stream) && all_match;
    };
    measure("default", rowfuse::cuda::GroupColumnsPolicy{});
    if (sweep) {
      measure("512 threads", ColumnsPolicy<512>{});
      measure("768", ColumnsPolicy<768>{});
      measure("1024, none local", ColumnsPolicy<1024, 0>{});
      measure("1024, 2048 local", ColumnsPolicy<1024, 2048>{});
    }
    json.close(']').close();
    CUDA_CHECK(cudaFree(sums));
  }
  CUDA_CHECK(cudaFree(columns.keys));
  CUDA_CHECK(cudaFree(columns.values));
  return all_match;
}

}  // namespace bench
