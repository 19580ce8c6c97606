#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/row/writing_sink.hpp>
#include <rowfuse/string/bytes/together.hpp>

namespace rowfuse::cuda {

namespace detail {

__device__ __forceinline__ char* copy_by_lanes(char* at, View const& view) {
  rowfuse::detail::copy_together(at, view.data, view.size);
  return at + view.size;
}
template <int N>
__device__ __forceinline__ char* copy_by_lanes(char* at, Rope<N> const& rope) {
#pragma unroll 1
  for (int i = 0; i < N; ++i) at = copy_by_lanes(at, rope.pieces[i]);
  return at;
}

}  // namespace detail

/// The sink of a row that all lanes of a warp evaluate. It counts the bytes of text, and writes them if there is room; the sizes pass gives
/// it none. The lanes share the copying of whole pieces. Everything else each lane writes as the same bytes to the same place.
template <class Columns>
struct LongRowSink : WritingSink<Columns> {
  std::int64_t bytes[Columns::size + 1] = {};  // by output column; stays 0 for other types

  template <std::size_t I, class... Pieces>
  __device__ void text(Pieces const&... pieces) {
    auto& target = this->template slot<I>();
    Written const written = write(target.cursor, target.end, pieces...);
    bytes[I] += written.needed;
    target.cursor = written.at;
    target.valid = true;
  }

 private:
  template <class... Pieces>
  __device__ static Written write(char* at, char* end, Pieces const&... pieces) {
    if constexpr ((Pieced<Pieces> && ...)) {
      if (((rowfuse::detail::flags_of(pieces) | ... | 0u) & View::halves) == 0) {
        std::int64_t const needed = (rowfuse::detail::plain_size(pieces) + ... + std::int64_t{0});
        if (needed <= end - at) ((at = detail::copy_by_lanes(at, pieces)), ...);
        return {at, needed};
      }
    }
    return write_utf8(at, end, pieces...);
  }
};

}  // namespace rowfuse::cuda
