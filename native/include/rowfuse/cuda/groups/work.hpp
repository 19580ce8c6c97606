#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// Text in global memory that is read line by line. Aligned 16-byte pieces that hold a byte of it must be readable.
struct LineText {
  char const* bytes = nullptr;
  std::int64_t size = 0;
  bool final = false;  ///< the text after the last line end is a line, too
};

/// A part of the input: rows of columns, or the lines of a text that begin in [begin, end). Of the first of them `taken` output rows have
/// been added. In a list `begin` is the start of a line; in ranges of equal size it is any position.
struct GroupRange {
  std::int64_t begin;
  std::int64_t end;
  std::uint32_t taken;
  std::uint32_t unused;
};

/// The work of a launch: first the ranges of a list, which an earlier launch left, then the input from `from` to `to`, in rows or bytes, in
/// ranges of equal size.
struct GroupWork {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t range_size = 0;
  std::int64_t first_number = 0;  ///< the number of position 0, in the order of all rows of all inputs
  GroupRange const* list = nullptr;
  std::uint32_t listed = 0;
  std::uint32_t ranges = 0;      ///< of equal size
  GroupRange* rests = nullptr;   ///< takes the ranges that this launch leaves: room for 65 per warp
};

}  // namespace rowfuse::cuda
