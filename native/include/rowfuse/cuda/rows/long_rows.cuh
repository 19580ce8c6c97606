#pragma once

#include <cstdint>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::cuda {

/// True if a warp evaluates each row of long text. Only if generated code declares that no part of the row function walks over text unit by
/// unit. A warp does such work no faster than a lane, and 32 lanes do it for 32 rows.
template <class Transform>
inline constexpr bool takes_long_rows =
    requires { requires Transform::bulk_text; } && !uses_arena<Transform> && text_columns<typename Transform::Input> > 0;

/// Lists a row for a warp. Returns false if the list is full, which only malformed offsets can cause; such a table has no result.
__device__ inline bool list_long_row(std::uint64_t* report, LongRows const& list, std::int32_t row) {
  if (list.capacity == 0) return false;
  auto const place = atomicAdd(reinterpret_cast<unsigned long long*>(report + long_rows_word), 1ull);
  if (place >= static_cast<unsigned long long>(list.capacity)) return false;
  list.rows[place] = row;
  return true;
}

}  // namespace rowfuse::cuda
