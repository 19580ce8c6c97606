#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cuda {

/// The sink of a row that a whole warp evaluates, every lane of it: it counts the bytes of text, and writes them where there is
/// room, which the sizes pass does not give it.
template <class Columns>
struct LongRowSink : WritingSink<Columns> {
  std::int64_t bytes[Columns::size + 1] = {};  // by output column; stays 0 for other types

  template <std::size_t I, class... Pieces>
  __device__ void text(Pieces const&... pieces) {
    auto& target = this->template slot<I>();
    Written const written = write_utf8_together(target.cursor, target.end, pieces...);
    bytes[I] += written.needed;
    target.cursor = written.at;
    target.valid = true;
  }
};

}  // namespace rowfuse::cuda
