/// The input of number parsers: one unit at a time, with a lookahead of one.
#pragma once

#include <cstdint>

#include <rowfuse/string/part/trim.hpp>
#include <rowfuse/string/unit/unit_reader.hpp>

namespace rowfuse::detail {

/// Reads the bytes of a view. The syntax of numbers is ASCII: any other byte ends a number, as its character would.
class ByteCursor {
 public:
  ByteCursor() = default;
  RF_HD RF_INLINE explicit ByteCursor(View view) : at_{view.data}, end_{view.data + view.size} {}

  /// Returns the next unit, or -1 at the end.
  RF_HD RF_INLINE int32_t peek() const { return at_ < end_ ? static_cast<int32_t>(byte_at(at_)) : -1; }
  RF_HD RF_INLINE void advance() { ++at_; }

 private:
  char const* at_ = nullptr;
  char const* end_ = nullptr;
};

/// Reads the units of a string that is not a single view.
template <class Reader>
class UnitCursor {
 public:
  RF_HD explicit UnitCursor(Reader const& units) : units_{units} { advance(); }

  RF_HD int32_t peek() const { return next_; }
  RF_HD void advance() { next_ = units_.next(); }

 private:
  Reader units_;
  int32_t next_ = -1;
};

/// Returns a cursor after the white space at the start of a string; `is_blank` then tells if only white space is left. If the cursor reads
/// bytes, white space is trimmed from both ends at once.
RF_HD RF_INLINE ByteCursor trimmed_cursor(View const& view) { return ByteCursor{view.trim()}; }
template <StringLike T>
RF_HD auto trimmed_cursor(T const& string) {
  UnitCursor cursor{reader(string)};
  while (cursor.peek() >= 0 && is_white_space(static_cast<uint32_t>(cursor.peek()))) cursor.advance();
  return cursor;
}

RF_HD RF_INLINE bool is_blank(ByteCursor const& cursor) { return cursor.peek() < 0; }
template <class Reader>
RF_HD bool is_blank(UnitCursor<Reader> cursor) {
  while (cursor.peek() >= 0 && is_white_space(static_cast<uint32_t>(cursor.peek()))) cursor.advance();
  return cursor.peek() < 0;
}

/// Skips the letters of `word` if all of them come next.
template <class Cursor, int32_t size>
RF_HD bool take_word(Cursor& cursor, char const (&word)[size]) {
  Cursor at = cursor;
  for (int32_t i = 0; i < size - 1; ++i) {
    if (at.peek() != word[i]) return false;
    at.advance();
  }
  cursor = at;
  return true;
}

}  // namespace rowfuse::detail
