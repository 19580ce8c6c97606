/// Filters and expansions by hand: what a CUDA programmer would write for the two transforms of bench/rows/transforms.ts, and for
/// nothing else. Count, scan, fill; a warp processes the text of 32 rows in turn, 32 bytes at a time, so that loads and stores of text
/// are coalesced.
#pragma once

#include "cuda_check.cuh"
//
#include <cstdint>

#include <cub/device/device_scan.cuh>

namespace bench {

/// Memory of a stream's pool, freed with its owner.
template <class Item>
class PoolMemory {
 public:
  PoolMemory(std::int64_t count, cudaStream_t stream) : stream_(stream) {
    CUDA_CHECK(cudaMallocAsync(&items_, static_cast<std::size_t>(count > 0 ? count : 1) * sizeof(Item), stream));
  }
  PoolMemory(PoolMemory&& other) noexcept : items_(other.items_), stream_(other.stream_) { other.items_ = nullptr; }
  PoolMemory(PoolMemory const&) = delete;
  ~PoolMemory() {
    if (items_ != nullptr) cudaFreeAsync(items_, stream_);
  }
  Item* get() const { return items_; }

 private:
  Item* items_ = nullptr;
  cudaStream_t stream_;
};

/// The lines, and beside each a number and a score.
struct LineTable {
  std::int32_t const* id;
  double const* score;
  std::int32_t const* offsets;
  char const* text;
  std::int32_t rows;
};

/// Places per row: the number of its output rows and bytes, and after the scan, where they go. One entry more than rows.
struct Places {
  std::int32_t* rows;
  std::int32_t* bytes;
};

struct RowsOut {
  std::int32_t* id;
  double* doubled;  // of the filter
  std::int32_t* offsets;
  char* text;
};

namespace by_hand {

constexpr int block = 256;

__device__ inline unsigned lanes_below() { return (1u << (threadIdx.x & 31)) - 1; }

/// Calls `chunk(words, begins, at)` for each 32 bytes of a row: one bit per byte of a word, and one per word's first byte.
template <class Chunk>
__device__ void for_each_chunk(LineTable const& lines, std::int32_t row, Chunk const& chunk) {
  std::int32_t const begin = lines.offsets[row];
  std::int32_t const end = lines.offsets[row + 1];
  unsigned carried = 0;
  for (std::int32_t first = begin; first < end; first += 32) {
    std::int32_t const at = first + static_cast<std::int32_t>(threadIdx.x & 31);
    char const c = at < end ? lines.text[at] : ' ';
    unsigned const words = __ballot_sync(0xffffffffu, c != ' ');
    chunk(words, words & ~(words << 1 | carried), c);
    carried = words >> 31;
  }
}

__global__ void __launch_bounds__(block) count_words(LineTable lines, Places places) {
  std::int32_t const first = (blockIdx.x * block + threadIdx.x) & ~31;
  int const lane = threadIdx.x & 31;
  std::int32_t rows = 0;
  std::int32_t bytes = 0;
  for (int i = 0; i < 32 && first + i < lines.rows; ++i) {
    std::int32_t row_words = 0;
    std::int32_t row_bytes = 0;
    for_each_chunk(lines, first + i, [&](unsigned words, unsigned begins, char) {
      row_words += __popc(begins);
      row_bytes += __popc(words);
    });
    if (i == lane) {
      rows = row_words;
      bytes = row_bytes;
    }
  }
  if (first + lane > lines.rows) return;
  places.rows[first + lane] = rows;
  places.bytes[first + lane] = bytes;
}

__global__ void __launch_bounds__(block) fill_words(LineTable lines, Places places, RowsOut out) {
  std::int32_t const first = (blockIdx.x * block + threadIdx.x) & ~31;
  unsigned const below = lanes_below();
  unsigned const mine = 1u << (threadIdx.x & 31);
  for (int i = 0; i < 32 && first + i < lines.rows; ++i) {
    std::int32_t row = places.rows[first + i];
    std::int32_t byte = places.bytes[first + i];
    std::int32_t const id = lines.id[first + i];
    for_each_chunk(lines, first + i, [&](unsigned words, unsigned begins, char c) {
      std::int32_t const place = byte + __popc(words & below);
      if ((words & mine) != 0) out.text[place] = c;
      if ((begins & mine) != 0) {
        std::int32_t const word = row + __popc(begins & below);
        out.offsets[word] = place;
        out.id[word] = id;
      }
      row += __popc(begins);
      byte += __popc(words);
    });
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) out.offsets[places.rows[lines.rows]] = places.bytes[lines.rows];
}

__global__ void __launch_bounds__(block) count_passing(LineTable lines, double least, Places places) {
  auto const row = static_cast<std::int32_t>(blockIdx.x * block + threadIdx.x);
  if (row > lines.rows) return;
  bool const passes = row < lines.rows && lines.score[row] >= least;
  places.rows[row] = passes ? 1 : 0;
  places.bytes[row] = passes ? lines.offsets[row + 1] - lines.offsets[row] : 0;
}

__global__ void __launch_bounds__(block) fill_passing(LineTable lines, Places places, RowsOut out) {
  auto const row = static_cast<std::int32_t>(blockIdx.x * block + threadIdx.x);
  int const lane = threadIdx.x & 31;
  std::int32_t begin = 0;
  std::int32_t place = 0;
  std::int32_t size = 0;
  if (row < lines.rows) {
    std::int32_t const to = places.rows[row];
    if (places.rows[row + 1] > to) {
      begin = lines.offsets[row];
      size = lines.offsets[row + 1] - begin;
      place = places.bytes[row];
      out.id[to] = lines.id[row];
      out.doubled[to] = lines.score[row] * 2;
      out.offsets[to] = place;
    }
  }
  for (unsigned left = __ballot_sync(0xffffffffu, size > 0); left != 0; left &= left - 1) {
    int const source = __ffs(static_cast<int>(left)) - 1;
    char const* const from = lines.text + __shfl_sync(0xffffffffu, begin, source);
    char* const to = out.text + __shfl_sync(0xffffffffu, place, source);
    std::int32_t const bytes = __shfl_sync(0xffffffffu, size, source);
    for (std::int32_t at = lane; at < bytes; at += 32) to[at] = from[at];
  }
  if (row == 0) out.offsets[places.rows[lines.rows]] = places.bytes[lines.rows];
}

}  // namespace by_hand

/// A result, in memory of the stream's pool.
struct RowsResult {
  PoolMemory<std::int32_t> id;
  PoolMemory<double> doubled;
  PoolMemory<std::int32_t> offsets;
  PoolMemory<char> text;
  std::int64_t rows;
  std::int64_t bytes;

  RowsResult(std::int64_t row_count, std::int64_t byte_count, bool has_score, cudaStream_t stream)
      : id(row_count, stream),
        doubled(has_score ? row_count : 0, stream),
        offsets(row_count + 1, stream),
        text(byte_count, stream),
        rows(row_count),
        bytes(byte_count) {}
};

/// `count(places)` and `fill(places, out)` launch kernels; between them come the scans, and the totals on the host, into `totals`.
template <class Count, class Fill>
RowsResult count_scan_fill(std::int32_t rows, bool has_score, std::int32_t* totals, cudaStream_t stream, Count const& count,
                           Fill const& fill) {
  PoolMemory<std::int32_t> const row_places(rows + 1, stream);
  PoolMemory<std::int32_t> const byte_places(rows + 1, stream);
  Places const places{row_places.get(), byte_places.get()};
  count(places);
  std::size_t scratch_bytes = 0;
  CUDA_CHECK(cub::DeviceScan::ExclusiveSum(nullptr, scratch_bytes, places.rows, places.rows, rows + 1, stream));
  PoolMemory<char> const scratch(static_cast<std::int64_t>(scratch_bytes), stream);
  for (std::int32_t* const counts : {places.rows, places.bytes}) {
    CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scratch.get(), scratch_bytes, counts, counts, rows + 1, stream));
  }
  CUDA_CHECK(cudaMemcpyAsync(totals, places.rows + rows, 4, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaMemcpyAsync(totals + 1, places.bytes + rows, 4, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  RowsResult result(totals[0], totals[1], has_score, stream);
  fill(places, RowsOut{result.id.get(), result.doubled.get(), result.offsets.get(), result.text.get()});
  CUDA_CHECK(cudaGetLastError());
  return result;
}

inline RowsResult split_by_hand(LineTable const& lines, std::int32_t* totals, cudaStream_t stream) {
  unsigned const blocks = static_cast<unsigned>(lines.rows) / by_hand::block + 1;
  return count_scan_fill(
      lines.rows, false, totals, stream,
      [&](Places const& places) { by_hand::count_words<<<blocks, by_hand::block, 0, stream>>>(lines, places); },
      [&](Places const& places, RowsOut const& out) { by_hand::fill_words<<<blocks, by_hand::block, 0, stream>>>(lines, places, out); });
}

inline RowsResult filter_by_hand(LineTable const& lines, double least, std::int32_t* totals, cudaStream_t stream) {
  unsigned const blocks = static_cast<unsigned>(lines.rows) / by_hand::block + 1;
  return count_scan_fill(
      lines.rows, true, totals, stream,
      [&](Places const& places) { by_hand::count_passing<<<blocks, by_hand::block, 0, stream>>>(lines, least, places); },
      [&](Places const& places, RowsOut const& out) { by_hand::fill_passing<<<blocks, by_hand::block, 0, stream>>>(lines, places, out); });
}

}  // namespace bench
