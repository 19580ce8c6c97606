/// A JavaScript string value over UTF-8 bytes that live elsewhere.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/string/form/methods.hpp>

namespace rowfuse {

/// A sequence of UTF-16 units, stored as UTF-8 (WTF-8 if `surrogates` is set). Never owns its bytes.
///
/// A character above U+FFFF is two units in four bytes. A view may begin or end between the two: it then still covers all four bytes, and a
/// flag says which half belongs. An empty view has size 0; no view of positive size is empty. Every operation stays inside [data, data +
/// size) and terminates, whatever the bytes are. If the bytes do not have the encoding that the flags promise, the result is unspecified.
struct View : StringMethods<View> {
  /// The first character has four bytes, and only its low half belongs.
  static constexpr uint32_t low_head = 1;
  /// The last character has four bytes, and only its high half belongs.
  static constexpr uint32_t high_tail = 2;
  /// May hold lone surrogates as three-byte WTF-8: literals, and parts of them.
  static constexpr uint32_t surrogates = 4;
  /// A promise that every byte is below 0x80, so that byte and unit indices are the same. Never required.
  static constexpr uint32_t ascii = 8;
  /// A hint that this is a whole literal, so that its size is a constant where its uses are inlined, and that the words of 16 bytes which
  /// cover it can be read. Never required.
  static constexpr uint32_t literal = 16;
  /// Begins a block of the row's arena, and may grow there. Parts of the view do not have this flag.
  static constexpr uint32_t built = 32;
  /// Ends such a block, and may grow at its start.
  static constexpr uint32_t built_back = 64;
  /// A promise that `padding` bytes after the view's last byte can be read (their content is undefined), so that whole words can be loaded
  /// past its end. On the device this includes the aligned piece of 8 bytes that holds its first byte. Never required.
  static constexpr uint32_t padded = 128;
  static constexpr int32_t padding = 16;
  /// Host only: is one unit, and an entry of a table that has one for each (unit/unit_texts.hpp). Parts of the view do not have this flag.
  static constexpr uint32_t unit = 256;
  /// Device only: a promise that the kernel has staged the tables of its patterns (cuda/block/staged_patterns.cuh). Never required. Parts of the
  /// view do not have this flag.
  static constexpr uint32_t staged = 512;
  /// Without these flags, the bytes are well-formed UTF-8 and all of them belong.
  static constexpr uint32_t halves = low_head | high_tail | surrogates;

  char const* data = nullptr;
  int32_t size = 0;
  uint32_t flags = 0;

  constexpr View() = default;
  RF_HD constexpr View(char const* data_, int32_t size_, uint32_t flags_ = 0) : data{data_}, size{size_}, flags{flags_} {}

  /// True if the bytes alone are the string: the condition of every byte-wise path.
  RF_HD constexpr bool plain() const { return (flags & halves) == 0; }
  RF_HD constexpr bool is_ascii() const { return (flags & ascii) != 0; }
  RF_HD constexpr bool is_padded() const { return (flags & padded) != 0; }
  RF_HD constexpr bool empty() const { return size == 0; }
};

static_assert(sizeof(void*) != 8 || sizeof(View) == 16);

}  // namespace rowfuse
