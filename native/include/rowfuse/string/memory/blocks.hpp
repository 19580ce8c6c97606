/// The blocks in the scratch memory of a row in which strings are built.
#pragma once

#include <cstdint>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/string/bytes/copy.hpp>
#include <rowfuse/string/form/longest.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

namespace detail {

/// The header of a block: before the bytes of strings that grow at their end, after those that grow at their start.
struct BlockHeader {
  int32_t capacity;
  int32_t used;  ///< bytes of the longest string in the block; only that one may grow in place
};
static_assert(sizeof(BlockHeader) == 8);

RF_HD RF_INLINE int64_t round_to_block(int64_t bytes) { return (bytes + 7) & ~int64_t{7}; }

}  // namespace detail

/// Builds the strings of one row. Strings that grow at their end lie at the low end of the slot, and strings that grow at their start at
/// the high end. No memory is released before the row ends.
///
/// Bytes of a string never change, with one exception: if only the high half of its last character belongs to it, the low half may change.
/// So a string that is lengthened in place leaves every view of it unchanged.
class Arena {
 public:
  RF_HD RF_INLINE Arena(ArenaSlot& slot, RowFault& fault) : slot_{slot}, fault_{fault}, low_{slot.data}, high_{slot.data + slot.size} {}
#if defined(RF_DEVICE_PASS)
  RF_HD RF_INLINE ~Arena() { slot_.used = slot_.size - (high_ - low_); }
  Arena(Arena const&) = delete;
  Arena& operator=(Arena const&) = delete;
#endif

  /// Makes room for `added` bytes after `text`, whose own bytes then lie before it. Returns the place of the new bytes, or null if the row
  /// has to end. The block counts the new bytes as written.
  RF_HD RF_INLINE char* grow(View text, int64_t added) {
    int64_t const size = text.size + added;
    bool const own = (text.flags & View::built) != 0;
    if (own) {
      auto* const block = header(text.data);
      if (block->used == text.size) {
        if (size > block->capacity && text.data + block->capacity == low_) {
          int64_t const more = detail::round_to_block(size) - block->capacity;
          if (more <= high_ - low_ && size <= most_bytes) {
            low_ += more;
            block->capacity += static_cast<int32_t>(more);
          }
        }
        if (size <= block->capacity) {
          block->used = static_cast<int32_t>(size);
          return at_end(text);
        }
      }
    }
    // A string that has grown before, and has others after it, gets room to grow. Otherwise two such strings would copy each other's bytes
    // over and over.
    char* const to = take_low(size, own);
    if (to == nullptr) return nullptr;
    detail::copy_bytes(to, text.data, text.size);
    return to + text.size;
  }

  /// Host only: makes room for one byte after `text` if that needs no more memory. Returns its place, or null.
  RF_INLINE char* grow_by_byte(View text) {
    if ((text.flags & (View::built | View::halves)) != View::built) return nullptr;
    auto* const block = header(text.data);
    if (block->used != text.size || block->capacity == text.size || text.size >= longest_string) return nullptr;
    // Not `++`: the count would go through memory from one character to the next.
    block->used = text.size + 1;
    return at_end(text);
  }

  /// Host only: makes room for `room` bytes after `text`, at most those of `extend`, if that copies nothing. Returns their place, or null. The
  /// caller counts the bytes that it writes by `set_used`.
  RF_INLINE char* grow_in_place(View text, int32_t room) {
    // A text that ends with a high half may have to be joined with what follows.
    if ((text.flags & (View::built | View::low_head | View::high_tail)) != View::built) return nullptr;
    auto* const block = header(text.data);
    if (block->used != text.size || text.size >= longest_string - room) return nullptr;
    if (block->capacity - text.size < room && !extend(text, block)) return nullptr;
    return at_end(text);
  }

  /// Host only: makes room for one byte before `text` if that needs no more memory. Returns its place, or null.
  RF_INLINE char* grow_front_by_byte(View text) {
    if ((text.flags & (View::built_back | View::halves)) != View::built_back) return nullptr;
    auto* const block = footer(at_end(text));
    if (block->used != text.size || block->capacity == text.size || text.size >= longest_string) return nullptr;
    block->used = text.size + 1;
    return const_cast<char*>(text.data) - 1;
  }

  /// Makes room for `added` bytes before `text` like `grow`. Returns the place of the first of them.
  RF_HD RF_INLINE char* grow_front(View text, int64_t added) {
    int64_t const size = text.size + added;
    bool const own = (text.flags & View::built_back) != 0;
    char* const end = at_end(text);
    if (own) {
      auto* const block = footer(end);
      if (block->used == text.size) {
        if (size > block->capacity && end - block->capacity == high_) {
          int64_t const more = detail::round_to_block(size) - block->capacity;
          if (more <= high_ - low_ && size <= most_bytes) {
            high_ -= more;
            block->capacity += static_cast<int32_t>(more);
          }
        }
        if (size <= block->capacity) {
          block->used = static_cast<int32_t>(size);
          return end - size;
        }
      }
    }
    char* const to_end = take_high(size, own);
    if (to_end == nullptr) return nullptr;
    detail::copy_bytes(to_end - text.size, text.data, text.size);
    return to_end - size;
  }

  /// Returns a new block for a string of at most `size` bytes, or null.
  RF_HD RF_INLINE char* take_low(int64_t size, bool with_slack) {
    int64_t const capacity = choose_capacity(size, with_slack);
    if (capacity < 0) return nullptr;
    char* const data = low_ + sizeof(detail::BlockHeader);
    low_ = data + capacity;
    *header(data) = {static_cast<int32_t>(capacity), static_cast<int32_t>(size)};
    return data;
  }

  /// Returns a block of memory that never grows, or null. It lies at the high end, so that blocks at the low end can still be enlarged.
  RF_HD RF_INLINE char* take_fixed(int64_t size) {
    char* const end = take_high(size, false);
    return end == nullptr ? nullptr : end - footer(end)->capacity;
  }

  /// Enlarges a block of `size` bytes to `larger` bytes if it lies behind all others and there is room. The block must have no string.
  RF_HD RF_INLINE bool lengthen(char const* data, int64_t size, int64_t larger) {
    int64_t const more = detail::round_to_block(larger - size);
    if (data == nullptr || data + size != low_ || more > high_ - low_ || larger > 3 * longest_string) return false;
    low_ += more;
    return true;
  }

  /// True if `text` can grow at its end without being copied.
  RF_HD RF_INLINE bool is_growing(View text) const { return (text.flags & View::built) != 0 && header(text.data)->used == text.size; }

  /// Releases the first bytes of a string that grows at its start.
  RF_HD RF_INLINE void shorten_front(View text, int32_t bytes) {
    auto* const block = footer(at_end(text));
    if (block->used == text.size) block->used -= bytes;
  }

  /// See base/javascript_engine.hpp.
  RF_HD RF_INLINE bool inserts_few() const { return slot_.inserts_few; }

  /// Sets the bytes in use of a block that turned out shorter.
  RF_HD RF_INLINE void set_used(char const* data, int64_t size) { header(data)->used = static_cast<int32_t>(size); }

  /// Checks the length of a string that may be too long. Returns false if the row has to end.
  RF_HD RF_INLINE bool accept_length(int64_t units) {
    if (units <= longest_string) return true;
    fault_.raise(Fault::string_too_long, -1);
    return false;
  }

 private:
  static constexpr int64_t most_bytes = 0x7FFFFFF0;

  RF_HD static detail::BlockHeader* header(char const* data) {
    return reinterpret_cast<detail::BlockHeader*>(const_cast<char*>(data) - sizeof(detail::BlockHeader));
  }
  RF_HD static detail::BlockHeader* footer(char* end) { return reinterpret_cast<detail::BlockHeader*>(end); }
  /// Bytes of the arena may be written, although views are const.
  RF_HD static char* at_end(View text) { return const_cast<char*>(text.data) + text.size; }

  /// Host only: makes a block longer in place.
  RF_NOINLINE bool extend(View text, detail::BlockHeader* block) {
    constexpr int32_t more = 64;
    if (text.data + block->capacity != low_ || high_ - low_ < more || block->capacity > most_bytes - more) return false;
    low_ += more;
    block->capacity += more;
    return true;
  }

  RF_HD RF_INLINE char* take_high(int64_t size, bool with_slack) {
    int64_t const capacity = choose_capacity(size, with_slack);
    if (capacity < 0) return nullptr;
    char* const end = high_ - sizeof(detail::BlockHeader);
    high_ = end - capacity;
    *footer(end) = {static_cast<int32_t>(capacity), static_cast<int32_t>(size)};
    return end;
  }

  /// Returns the capacity of a new block, or -1 if there is no room.
  RF_HD RF_INLINE int64_t choose_capacity(int64_t size, bool with_slack) {
    int64_t const room = high_ - low_ - static_cast<int64_t>(sizeof(detail::BlockHeader));
    int64_t const exact = detail::round_to_block(size);
    int64_t const ample = with_slack ? 2 * exact : exact;
    int64_t const capacity = ample <= room && ample <= most_bytes ? ample : exact;
    if (capacity <= room && capacity <= most_bytes) return capacity;
    // More bytes than the longest string can have are an error whatever the room.
    if (size > 3 * longest_string) {
      fault_.raise(Fault::string_too_long, -1);
    } else {
      slot_.outgrown = true;
    }
    return -1;
  }

  ArenaSlot& slot_;
  RowFault& fault_;
  char* low_;
  char* high_;
};

/// Returns the arena of the row to which a sink belongs.
template <class Out>
RF_HD RF_INLINE Arena arena(Out& out) {
  return Arena{out.arena, out.fault};
}

}  // namespace rowfuse
