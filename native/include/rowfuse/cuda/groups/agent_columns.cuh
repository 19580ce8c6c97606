#pragma once

#include <cstdint>

#include <rowfuse/cuda/groups/warp.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/warp/rows.cuh>

namespace rowfuse::cuda {

/// A warp that groups rows of columns: it goes through each of its ranges 32 rows at a time.
template <class Transform>
struct AgentGroupColumns : GroupWarp<Transform> {
  using Warp = GroupWarp<Transform>;
  using Input = typename Transform::Input;
  static constexpr int shared_bytes = 0;

  InputPack<Input::size> const& inputs;

  __device__ void run() const {
    this->for_each_range([&](GroupRange range, bool) { return run_range(range); });
  }

 private:
  using Warp::lane;

  /// Adds the rows of a range.
  __device__ typename Warp::Added run_range(GroupRange range) const {
    auto const end = static_cast<std::int32_t>(range.end);
    std::uint32_t taken = range.taken;
    typename Warp::Added added;
    for (std::int64_t first = range.begin; first < end;) {
      // Loaded now and read when the rows are done. Lanes may see different values.
      std::uint32_t const stop = this->stop_now();
      // Row numbers past the last 32 rows might not fit in 32 bits.
      std::int64_t const own = first + lane();
      auto const row = static_cast<std::int32_t>(own < end ? own : end);
      RowFault fault;
      WarpRows<Input> const mine(inputs, end, row, fault);
      // ASCII rows skip the check. They have no code of their own otherwise, as with lines.
      if (!mine.are_ascii()) mine.validate(fault);
      auto const place = [&] { return std::int64_t{row}; };
      this->add_row(place, mine.exists(), fault, taken, added, [&](auto& out) { Transform{}(mine.template values<false>(), out); });
      first += 32;
      taken = 0;
      if (__any_sync(full_warp, stop != 0)) {
        if (lane() == 0 && first < end) this->leave({first, end, 0, 0});
        break;
      }
    }
    return added;
  }
};

}  // namespace rowfuse::cuda
