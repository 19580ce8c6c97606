#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/cpu/tile/ascii.hpp>
#include <rowfuse/cpu/tile/utf8_vectors.hpp>
#include <rowfuse/cpu/tile/vectors.hpp>
#include <rowfuse/string/bytes/load.hpp>
#include <rowfuse/string/bytes/utf8_validity.hpp>

namespace rowfuse::cpu {

/// The facts about the text of neighbouring rows, null rows included.
struct TextFacts {
  bool is_ascii = true;
  /// The text is UTF-8 as a whole, and no row begins within a character. Always true for ASCII.
  bool is_valid = true;
};

namespace detail {

/// Sets `is_other[row]` for the rows in which a byte is not ASCII. The text of row i is [offsets[i], offsets[i + 1]) from `values` on.
inline void mark_others(char const* values, std::int32_t const* offsets, std::int32_t rows, std::uint8_t* is_other) {
  std::int32_t const end = offsets[rows];
  std::int32_t row = 0;
  for (std::int32_t at = offsets[0];; at = offsets[row + 1]) {
    at += rowfuse::detail::ascii_prefix(values + at, end - at);
    if (at == end) return;
    while (offsets[row + 1] <= at) ++row;
    is_other[row] = 1;
  }
}

/// True if a row begins with a byte that continues a character.
inline bool cuts_character(char const* values, std::int32_t const* offsets, std::int32_t rows) {
  std::int32_t cut = 0;
  for (std::int32_t i = 0; i < rows; ++i) {
    // The byte after the last one does not belong to these rows.
    if (offsets[i] < offsets[rows]) cut |= rowfuse::detail::is_continuation(rowfuse::detail::byte_at(values + offsets[i])) ? 1 : 0;
  }
  return cut != 0;
}

#if defined(RF_UTF8_VECTORS)

/// Marks rows like `mark_others`, a vector of text at a time.
class RowMarks {
 public:
  RowMarks(std::int32_t const* offsets, std::uint8_t* is_other) : offsets_{offsets}, is_other_{is_other} {}

  /// True if the text up to a place belongs to rows that are marked already, or has no bytes past ASCII.
  bool cover(std::int64_t end) const { return end <= marked_; }

  RF_AVX2 RF_INLINE void look_at(char const* vector, std::int64_t at) {
    constexpr std::int64_t width = utf8::Check::width;
    if (cover(at + width)) return;
    std::uint32_t bits = utf8::Check::others(vector);
    if (at < marked_) bits &= ~std::uint32_t{0} << (marked_ - at);
    while (bits != 0) {
      std::int64_t const place = at + std::countr_zero(bits);
      while (offsets_[row_ + 1] - offsets_[0] <= place) ++row_;
      is_other_[row_] = 1;
      marked_ = offsets_[row_ + 1] - offsets_[0];
      if (marked_ - at >= width) break;
      bits &= ~std::uint32_t{0} << (marked_ - at);
    }
  }

  bool any() const { return marked_ > 0; }

 private:
  std::int32_t const* offsets_;
  std::uint8_t* is_other_;
  std::int32_t row_ = 0;
  std::int64_t marked_ = 0;  ///< the end of the last marked row
};

RF_AVX2 RF_NOINLINE TextFacts check_rows_by_vectors(char const* values, std::int32_t const* offsets, std::int32_t rows,
                                                    std::uint8_t* is_other) {
  RowMarks marks(offsets, is_other);
  bool const is_valid = utf8::check_by_vectors(values + offsets[0], std::int64_t{offsets[rows]} - offsets[0], marks);
  return {!marks.any(), is_valid};
}

#endif

}  // namespace detail

/// Checks the text of neighbouring rows in one pass, and sets `is_other[row]` for those that are not ASCII. The text of row i is
/// [offsets[i], offsets[i + 1]) from `values` on; offsets must be checked.
///
/// Rows are adjacent, so their text is checked as one. Short rows would not fill a vector.
inline TextFacts check_rows(char const* values, std::int32_t const* offsets, std::int32_t rows, std::uint8_t* is_other) {
  char const* const text = values + offsets[0];
  std::int64_t const size = std::int64_t{offsets[rows]} - offsets[0];
  TextFacts facts;
#if defined(RF_UTF8_VECTORS)
  if (size >= 2 * detail::utf8::Check::width && detail::utf8::has_vectors()) {
    facts = detail::check_rows_by_vectors(values, offsets, rows, is_other);
    if (!facts.is_ascii && facts.is_valid) facts.is_valid = !detail::cuts_character(values, offsets, rows);
    return facts;
  }
#endif
  if (is_ascii(text, size)) return facts;
  detail::mark_others(values, offsets, rows, is_other);
  return {false, arrow::is_valid_utf8(text, size) && !detail::cuts_character(values, offsets, rows)};
}

}  // namespace rowfuse::cpu
