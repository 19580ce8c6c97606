#pragma once

#include <cstdint>

#include <rowfuse/cuda/groups/key.cuh>
#include <rowfuse/cuda/groups/shape.cuh>
#include <rowfuse/cuda/groups/table.hpp>

namespace rowfuse::cuda {

/// The accumulators of a block: the table, and cells in shared memory for the groups that came first.
template <class Transform>
class GroupRows {
 public:
  using Shape = GroupShape<Transform>;
  using Output = typename Transform::Output;
  using Key = GroupKey<Output, Transform::Grouping::key_columns>;

  GroupTable const& table;

  /// `shared` has `local_groups` * Shape::local_bytes bytes, aligned to 4; `windows` has an entry for each accumulator with marks. Called
  /// by all threads of the block, which meet at its end.
  __device__ GroupRows(GroupTable const& table, char* shared, std::int32_t* windows, std::uint32_t local_groups)
      : table(table),
        local_groups_(local_groups),
        cells_(reinterpret_cast<std::int32_t*>(shared)),
        filters_(reinterpret_cast<std::uint16_t*>(shared + std::size_t{4} * Shape::cells * local_groups)),
        windows_(windows) {
    for (std::uint32_t i = threadIdx.x; i < local_groups * Shape::cells; i += blockDim.x) cells_[i] = 0;
    for (std::uint32_t i = threadIdx.x; i < local_groups * Shape::filters; i += blockDim.x) filters_[i] = 0;
    if (static_cast<int>(threadIdx.x) < Shape::marks) windows_[threadIdx.x] = -1;
    __syncthreads();
  }

  /// Adds a row to its group. Returns false if there is no room for another group.
  template <class Row>
  __device__ __forceinline__ bool add(Row const& row) const {
    std::uint32_t const group = table.find(Key(table.secret, row));
    if (group == no_group) return false;
    if (group < local_groups_) {
      add_local(row, group);
    } else {
      std::uint64_t* const words = words_of(group);
      add_to_word(words, 1);
      Shape::each([&](auto* accumulator, auto const& at) {
        using Accumulator = std::remove_pointer_t<decltype(accumulator)>;
        if constexpr (DeviceForm<Accumulator>::words > 0) DeviceForm<Accumulator>::add(row, words + at.words);
      });
    }
    return true;
  }

  /// Moves the contents of shared memory to the table. Called at the end by all threads of the block.
  __device__ void flush() const {
    __syncthreads();
    std::uint32_t const found = *static_cast<std::uint32_t volatile*>(&table.counters->groups);
    std::uint32_t const most = found < local_groups_ ? found : local_groups_;
    for (std::uint32_t group = threadIdx.x; group < most; group += blockDim.x) {
      auto const counted = static_cast<std::uint32_t>(cells_[group]);
      std::uint64_t* const words = words_of(group);
      if ((counted & Shape::count_mask) != 0) add_to_word(words, counted & Shape::count_mask);
      Shape::each([&](auto* accumulator, auto const& at) {
        using Form = DeviceForm<std::remove_pointer_t<decltype(accumulator)>>;
        if constexpr (Form::words > 0) {
          std::uint32_t const marks = counted >> (Shape::count_bits + at.marks) & all_marks<Form>;
          Form::flush(local(group, at), words + at.words, Window{windows_ + at.marks}, marks);
        }
      });
    }
  }

 private:
  /// The bin to which a block's cells of a column belong: that of the first value.
  struct Window {
    std::int32_t* bin;

    __device__ __forceinline__ std::int32_t window(std::int32_t wanted) const {
      std::int32_t const now = *static_cast<std::int32_t volatile*>(bin);
      if (now >= 0) return now;
      std::int32_t const before = atomicCAS(bin, -1, wanted);
      return before < 0 ? wanted : before;
    }
  };

  template <class Form>
  static constexpr std::uint32_t all_marks = (std::uint32_t{1} << Form::marks) - 1;

  __device__ __forceinline__ std::uint64_t* words_of(std::uint32_t group) const {
    return table.words + std::uint64_t{group} * Shape::words;
  }
  template <class At>
  __device__ __forceinline__ LocalCells local(std::uint32_t group, At const& at) const {
    return {cells_ + at.cells * local_groups_ + group, filters_ + group * Shape::filters + at.filters,
            static_cast<std::int32_t>(local_groups_)};
  }

  /// The work that nearly all rows need comes first and without a branch, so that the lanes of a warp stay together.
  template <class Row>
  __device__ __forceinline__ void add_local(Row const& row, std::uint32_t group) const {
    auto const before = static_cast<std::uint32_t>(atomicAdd(cells_ + group, 1));
    std::uint32_t rests[Shape::Forms::count];
    std::uint32_t any = (before & Shape::count_mask) == Shape::most_counted ? 1 : 0;
    int form = 0;
    Shape::each([&](auto* accumulator, auto const& at) {
      using Form = DeviceForm<std::remove_pointer_t<decltype(accumulator)>>;
      rests[form] = 0;
      if constexpr (Form::words > 0) {
        std::uint32_t rest = Form::add_local(row, local(group, at), Window{windows_ + at.marks});
        if constexpr (Form::marks > 0) rest &= ~(before >> (Shape::count_bits + at.marks) & all_marks<Form>);
        rests[form] = rest;
        any |= rest;
      }
      ++form;
    });
    if (any != 0) add_rest(row, group, words_of(group), before, rests);
  }

  template <class Row>
  __device__ __forceinline__ void add_rest(Row const& row, std::uint32_t group, std::uint64_t* words, std::uint32_t before,
                                           std::uint32_t const* rests) const {
    if ((before & Shape::count_mask) == Shape::most_counted) {
      atomicSub(cells_ + group, static_cast<std::int32_t>(Shape::most_counted));
      add_to_word(words, Shape::most_counted);
    }
    int form = 0;
    Shape::each([&](auto* accumulator, auto const& at) {
      using Form = DeviceForm<std::remove_pointer_t<decltype(accumulator)>>;
      if constexpr (Form::words > 0) {
        std::uint32_t const rest = rests[form];
        if constexpr (Form::marks > 0) {
          std::uint32_t const marks = rest & all_marks<Form>;
          if (marks != 0) atomicOr(cells_ + group, static_cast<std::int32_t>(marks << (Shape::count_bits + at.marks)));
        }
        std::uint32_t const left = rest & ~all_marks<Form>;
        if (left != 0) Form::add_rest(row, left, local(group, at), words + at.words, Window{windows_ + at.marks});
      }
      ++form;
    });
  }

  std::uint32_t local_groups_;
  std::int32_t* cells_;
  std::uint16_t* filters_;
  std::int32_t* windows_;
};

}  // namespace rowfuse::cuda
