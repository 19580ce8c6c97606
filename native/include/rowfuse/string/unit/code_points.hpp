/// `for (const c of s)`: ECMA-262 22.1.5
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/unit/place.hpp>

namespace rowfuse {

/// The code points of a view, each as a view. A lone surrogate is a code point.
class CodePoints {
 public:
  class Iterator {
   public:
    RF_HD RF_INLINE Iterator(View view) : rest_{view} { find(); }
    RF_HD RF_INLINE View operator*() const { return {rest_.data, width_, flags_}; }
    RF_HD RF_INLINE Iterator& operator++() {
      rest_ = {rest_.data + width_, rest_.size - width_, rest_.flags & ~View::low_head};
      find();
      return *this;
    }
    /// Only ever compared with the end.
    RF_HD RF_INLINE bool operator!=(Iterator const&) const { return rest_.size > 0; }

   private:
    RF_HD RF_INLINE void find() {
      if (rest_.is_ascii()) {
        width_ = 1;
        flags_ = View::ascii;
        return;
      }
      width_ = 0;
      if (rest_.size <= 0) return;
      uint32_t const lead = detail::byte_at(rest_.data);
      width_ = detail::character_width(lead, rest_.size);
      flags_ = lead < 0x80 ? View::ascii : rest_.flags & (View::surrogates | View::low_head);
      // The view ends with the high half of this character.
      if (detail::is_lead4(lead) && width_ == rest_.size) flags_ |= rest_.flags & View::high_tail;
    }

    View rest_;
    int32_t width_ = 0;
    uint32_t flags_ = 0;
  };

  RF_HD RF_INLINE explicit CodePoints(View view) : view_{view} {}
  RF_HD RF_INLINE Iterator begin() const { return Iterator{view_}; }
  RF_HD RF_INLINE Iterator end() const { return Iterator{View{}}; }

 private:
  View view_;
};

RF_HD RF_INLINE CodePoints code_points(View view) { return CodePoints{view}; }

}  // namespace rowfuse
