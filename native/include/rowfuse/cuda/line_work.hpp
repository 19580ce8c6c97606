#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// Text in global memory that is read line by line. Pieces of 16 aligned bytes that hold a byte of it can be read.
struct LineText {
  char const* bytes = nullptr;
  std::int64_t size = 0;
  bool final = false;  ///< what follows the last line end is a line, too
};

/// Lines that begin in [begin, end) of the text, of the first of which `taken` rows have been added. `begin` is where a line begins,
/// but for ranges of equal size, which begin anywhere.
struct LineRange {
  std::int64_t begin;
  std::int64_t end;
  std::uint32_t taken;
  std::uint32_t unused;
};

/// What a launch has to do: first the ranges of a list, which an earlier one left, then the text from `from` on in ranges of equal size.
struct LineWork {
  LineText text;
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t range_bytes = 0;
  LineRange const* list = nullptr;
  std::uint32_t listed = 0;
  std::uint32_t ranges = 0;      ///< of equal size
  LineRange* rests = nullptr;    ///< what this launch leaves: room for 65 a warp
  std::uint64_t most_rows = 0;   ///< when so many were added, only those follow that warps are at
};

}  // namespace rowfuse::cuda
