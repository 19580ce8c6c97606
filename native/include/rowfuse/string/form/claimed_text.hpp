/// The promises of views and ropes. Checked builds verify them where generated code makes a text.
#pragma once

#include <cstdint>

#include <rowfuse/base/claims.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/form/rope.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

namespace detail {

/// Longer texts are verified up to here, so that text that grows step by step does not take quadratic time.
inline constexpr int32_t most_claimed_bytes = 4096;

/// Returns the bytes of the character at `at`, or 0 if it is not encoded as the flags of its view say.
RF_HD inline int32_t encoded_width(View view, int32_t at) {
  uint32_t const lead = byte_at(view.data + at);
  if (lead < 0x80) return 1;
  int32_t const width = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (width == 0 || at + width > view.size) return 0;
  for (int32_t i = 1; i < width; ++i)
    if (!is_continuation(byte_at(view.data + at + i))) return 0;
  uint32_t const second = byte_at(view.data + at + 1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return 0;
  if (lead == 0xED && second >= 0xA0 && (view.flags & View::surrogates) == 0) return 0;
  return width;
}

RF_HD inline void claim_view(View view, ClaimPlace place) {
  if (view.size < 0) broken_claim("a text has no negative size", view.size, place);
  if (view.size <= 0) return;
  int32_t last = 0;
  int32_t at = 0;
  int32_t const end = view.size < most_claimed_bytes ? view.size : most_claimed_bytes;
  while (at < end) {
    if (view.is_ascii() && byte_at(view.data + at) >= 0x80) broken_claim("a text is ASCII: the byte", byte_at(view.data + at), place);
    int32_t const width = encoded_width(view, at);
    if (width == 0) broken_claim("a text is UTF-8, or WTF-8 if it may hold lone halves: the place", at, place);
    last = at;
    at += width;
  }
  if ((view.flags & View::low_head) != 0 && !is_lead4(byte_at(view.data))) broken_claim("a text begins with half a pair", view.size, place);
  if (at == view.size && (view.flags & View::high_tail) != 0 && !is_lead4(byte_at(view.data + last)))
    broken_claim("a text ends with half a pair", view.size, place);
}

}  // namespace detail

/// Verifies the flags and bytes of a text. Texts without bytes are verified when they have been flattened.
template <class T>
RF_HD T claimed_text(T const& text, ClaimPlace place = ClaimPlace::here()) {
  if constexpr (is_maybe<T>) {
    if (text.present()) claimed_text(*text, place);
  } else if constexpr (Pieced<T>) {
    auto const all = detail::pieces(text);
    for (int32_t i = 0; i < all.count; ++i) detail::claim_view(all.first[i], place);
  }
  return text;
}

}  // namespace rowfuse
