#pragma once

#include <cstdint>

#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/one_pass/block.cuh>
#include <rowfuse/cuda/one_pass/evaluate.cuh>
#include <rowfuse/cuda/one_pass/fetch.cuh>
#include <rowfuse/cuda/one_pass/places.cuh>

namespace rowfuse::cuda {

/// One block of the one-pass kernel, which evaluates every row once, from input to output.
///
/// Its warps have three roles. One thread fetches: it takes a tile by ticket, and the copy engine brings the tile's text and offsets to
/// shared memory. Most warps evaluate: each takes its rows of the tile, writes their text to shared memory and adds up their bytes. When
/// the place of an earlier tile is known, it copies that tile's text out. One warp finds places: it adds up the bytes of all tiles before
/// each of the block's tiles. They meet only at barriers in shared memory, so fetching, evaluating, waiting for places and writing overlap.
///
/// The kernel is for rows whose text lies in shared memory and is evaluated there once, or twice if it is ASCII. If a warp finds any other
/// row, the launch is abandoned: no more tiles are taken, those in progress are finished, and the caller runs all rows in two passes.
template <class Transform, class Policy>
struct AgentOnePass : OnePassBlock<Transform, Policy> {
  using Block = OnePassBlock<Transform, Policy>;
  using Block::control;
  using Block::lane;
  using Block::shape;
  using Block::slots;
  using Block::stages;
  using Block::state;
  using Block::text_out;
  using typename Block::Output;

  __device__ void run() const {
    if (threadIdx.x == 0) initialize();
    __syncthreads();
    std::uint32_t const warp = threadIdx.x >> 5;
    if (warp < shape.warps) {
      OnePassEvaluate<Transform, Policy>{*this}.evaluate_tiles(warp);
    } else if (warp == shape.warps) {
      if (lane() == 0) OnePassFetch<Transform, Policy>{*this}.fetch_tiles();
    } else {
      OnePassPlaces<Transform, Policy>{*this}.place_tiles();
    }
    end();
  }

 private:
  __device__ void initialize() const {
    for (std::uint32_t i = 0; i < stages; ++i) {
      control.full[i].initialize(1);
      control.empty[i].initialize((shape.warps + 1) * warp_arrivals);
    }
    for (std::uint32_t i = 0; i < slots; ++i) {
      control.counted[i].initialize(shape.warps);
      control.placed[i].initialize(warp_arrivals);
      control.arrived[i] = 0;
      for (int c = 0; c < text_out; ++c) control.sum[i][c] = 0;
    }
    publish_barriers();
  }

  /// The last block to end copies the report out and resets all shared state.
  __device__ void end() const {
    __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence();
    if (atomicInc(state.ticket + 1, gridDim.x - 1) != gridDim.x - 1) return;
    __threadfence();
    *state.ticket = 0;
    for (int i = 0; i < one_pass_report_words(Output::size); ++i) {
      state.host_report[i] = __ldcg(state.report + i);
      state.report[i] = 0;
    }
    __threadfence_system();
  }
};

}  // namespace rowfuse::cuda
