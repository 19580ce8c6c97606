#pragma once

#include <cstdint>

#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/rolling/shape.cuh>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/row/for_each_column.hpp>

namespace rowfuse::cuda {

/// The destinations of the nodes of level 1 of each reduction.
template <int count>
struct RollingLevelPack {
  void* level[count > 0 ? count : 1] = {};
};

/// Computes the nodes of level 1 of all reductions. A block reads consecutive elements, and each thread then combines those of its node.
/// Elements after the last row count as null.
template <class Transform, class Policy>
struct AgentRollingNodes {
  using Input = typename Transform::Input;
  using List = rolling::ReductionsOf<Transform>;
  using Bytes = detail::ReductionBytes<List>;
  static constexpr int threads = Policy::block_threads;
  static constexpr int elements = threads * rolling::fan_out;
  static constexpr std::size_t shared_bytes = Bytes::elements * detail::padded(elements);

  InputPack<Input::size> const& inputs;
  std::int32_t length;
  RollingLevelPack<static_cast<int>(List::size)> const& nodes;
  char* shared;

  __device__ void run() const {
    auto const thread = static_cast<int>(threadIdx.x);
    std::int64_t const first = static_cast<std::int64_t>(blockIdx.x) * elements;
    constexpr int batch = Policy::loads_in_flight;
    static_assert(rolling::fan_out % batch == 0);
#pragma unroll 1
    for (int at = thread; at < elements; at += batch * threads) {
      RowValues<Input> rows[batch];
#pragma unroll
      for (int i = 0; i < batch; ++i) {
        std::int64_t const row = first + at + i * threads;
        if (row < length) rows[i] = rolling::element_row<Input>(inputs.columns, row);
      }
#pragma unroll
      for (int i = 0; i < batch; ++i) {
        for_each_index<List::size>([&](auto index) {
          using Reduction = rolling::ReductionAt<index, List>;
          auto element = Reduction::Monoid::absent();
          if (first + at + i * threads < length) element = rolling::element_of<Reduction>(rows[i]);
          staged<index>()[detail::padded(at + i * threads)] = element;
        });
      }
    }
    __syncthreads();
    if (first + thread * rolling::fan_out >= length) return;
    for_each_index<List::size>([&](auto index) {
      using Monoid = typename rolling::ReductionAt<index, List>::Monoid;
      auto const* const from = staged<index>() + detail::padded(rolling::fan_out) * thread;
      auto total = Monoid::identity();
#pragma unroll
      for (int c = 0; c < rolling::fan_out; ++c) total = Monoid::combine(total, Monoid::value(from[c]));
      static_cast<typename Monoid::Value*>(nodes.level[index])[first / rolling::fan_out + thread] = total;
    });
  }

 private:
  template <std::size_t I>
  __device__ auto* staged() const {
    using Element = typename rolling::ReductionAt<I, List>::Monoid::Element;
    constexpr std::size_t before = Bytes::template elements_before<I> * static_cast<std::size_t>(detail::padded(elements));
    return reinterpret_cast<Element*>(shared + before);
  }
};

/// Computes one parent of a level from its children [16 * parent, count).
template <class Monoid>
__device__ void make_parent(typename Monoid::Value const* children, std::int32_t count, typename Monoid::Value* parents) {
  auto const at = static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  std::int32_t const first = rolling::first_child(at);
  if (first >= count) return;
  auto total = Monoid::identity();
#pragma unroll
  for (int c = 0; c < rolling::fan_out; ++c) {
    if (first + c < count) total = Monoid::combine(total, children[first + c]);
  }
  parents[at] = total;
}

}  // namespace rowfuse::cuda
