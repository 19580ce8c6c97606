/// `sha256(s)` and `hmacSha256(key, s)`: of strings in UTF-8, as 64 lower-case hexadecimal digits.
#pragma once

#include <cstdint>

#include <rowfuse/hash/sha256_constants.hpp>
#include <rowfuse/macros.hpp>
#include <rowfuse/string/lazy.hpp>
#include <rowfuse/string/text_buffer.hpp>

namespace rowfuse {

namespace detail {

/// FIPS 180-4, section 6.2. Bytes come in any portions.
class Sha256 {
 public:
  RF_HD Sha256() { reset(); }

  RF_HD void byte(uint32_t value) {
    auto const place = static_cast<uint32_t>(size_) & 63;
    // The first byte of a word makes a new one.
    uint32_t const shift = 24 - 8 * (place & 3);
    block_[place >> 2] = (shift == 24 ? 0 : block_[place >> 2]) | value << shift;
    ++size_;
    if (place == 63) compress();
  }

  RF_HD void bytes(char const* data, int32_t size) {
    for (int32_t i = 0; i < size; ++i) byte(byte_at(data + i));
  }

  RF_HD void word(uint32_t value) {
    for (int32_t shift = 24; shift >= 0; shift -= 8) byte(value >> shift & 0xFF);
  }

  /// A piece of text whose bytes are UTF-8.
  RF_HD void plain(View const& view) { bytes(view.data, view.size); }
  template <int N>
  RF_HD void plain(Rope<N> const& rope) {
    RF_UNROLL
    for (int32_t i = 0; i < N; ++i) plain(rope.pieces[i]);
  }

  /// Ends the message: the digest is in `word_at`.
  RF_HD void finish() {
    auto const bits = static_cast<uint64_t>(size_) * 8;
    byte(0x80);
    while ((size_ & 63) != 56) byte(0);
    word(static_cast<uint32_t>(bits >> 32));
    word(static_cast<uint32_t>(bits));
  }

  RF_HD uint32_t word_at(int32_t index) const { return state_[index]; }
  RF_HD int64_t size() const { return size_; }

  RF_HD void reset() {
    for (uint32_t i = 0; i < 8; ++i) state_[i] = sha256_initial(i);
    size_ = 0;
  }

 private:
  RF_HD static uint32_t rotate(uint32_t value, uint32_t by) { return value >> by | value << (32 - by); }

  RF_HD RF_NOINLINE void compress() {
    uint32_t a = state_[0], b = state_[1], c = state_[2], d = state_[3];
    uint32_t e = state_[4], f = state_[5], g = state_[6], h = state_[7];
    for (uint32_t i = 0; i < 64; ++i) {
      uint32_t const at = i & 15;
      if (i >= 16) {
        uint32_t const w15 = block_[(i + 1) & 15];
        uint32_t const w2 = block_[(i + 14) & 15];
        uint32_t const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ w15 >> 3;
        uint32_t const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ w2 >> 10;
        block_[at] += s0 + block_[(i + 9) & 15] + s1;
      }
      uint32_t const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      uint32_t const t1 = h + sum1 + ((e & f) ^ (~e & g)) + sha256_constant(i) + block_[at];
      uint32_t const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      uint32_t const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    state_[0] += a;
    state_[1] += b;
    state_[2] += c;
    state_[3] += d;
    state_[4] += e;
    state_[5] += f;
    state_[6] += g;
    state_[7] += h;
  }

  uint32_t state_[8];
  uint32_t block_[16];
  int64_t size_;
};

/// Calls `byte` with the UTF-8 encoding of a string in any number of pieces. A lone half is U+FFFD.
template <class Byte, StringLike... T>
RF_HD RF_NOINLINE void encode_units(Byte byte, T const&... strings) {
  uint32_t high = 0;
  auto const three = [&](uint32_t unit) {
    byte(0xE0 | unit >> 12);
    byte(0x80 | (unit >> 6 & 0x3F));
    byte(0x80 | (unit & 0x3F));
  };
  auto const put = [&](uint32_t unit) {
    if (high != 0 && is_low_half(unit)) {
      uint32_t const code_point = join_halves(high, unit);
      byte(0xF0 | code_point >> 18);
      byte(0x80 | (code_point >> 12 & 0x3F));
      byte(0x80 | (code_point >> 6 & 0x3F));
      byte(0x80 | (code_point & 0x3F));
      high = 0;
      return;
    }
    if (high != 0) three(0xFFFD);
    high = 0;
    if (is_high_half(unit)) {
      high = unit;
    } else if (unit < 0x80) {
      byte(unit);
    } else if (unit < 0x800) {
      byte(0xC0 | unit >> 6);
      byte(0x80 | (unit & 0x3F));
    } else {
      three(is_low_half(unit) ? 0xFFFDu : unit);
    }
  };
  auto const all = [&](auto const& string) {
    auto units = reader(string);
    for (int32_t unit = units.next(); unit >= 0; unit = units.next()) put(static_cast<uint32_t>(unit));
  };
  (all(strings), ...);
  if (high != 0) three(0xFFFD);
}

/// The bytes of the concatenation, one after the other, without a copy of it.
template <StringLike... T>
RF_HD void hash_text(Sha256& hash, T const&... strings) {
  if constexpr ((Pieced<T> && ...)) {
    if (((flags_of(strings) | ... | 0u) & View::halves) == 0) {
      (hash.plain(strings), ...);
      return;
    }
  }
  encode_units([&hash](uint32_t value) { hash.byte(value); }, strings...);
}

template <int32_t capacity>
RF_HD View hash_view(Sha256 const& hash, TextBuffer<capacity>& buffer) {
  static_assert(capacity >= 64);
  for (int32_t i = 0; i < 64; ++i) {
    uint32_t const digit = hash.word_at(i >> 3) >> (28 - 4 * (i & 7)) & 15;
    buffer.characters[i] = static_cast<char>(digit < 10 ? '0' + digit : 'a' + (digit - 10));
  }
  return buffer.view(64);
}

}  // namespace detail

/// SHA-256 (FIPS 180-4) of the concatenation.
template <int32_t capacity, StringLike... T>
RF_HD View sha256(TextBuffer<capacity>& buffer, T const&... strings) {
  detail::Sha256 hash;
  detail::hash_text(hash, strings...);
  hash.finish();
  return detail::hash_view(hash, buffer);
}

/// HMAC-SHA256 (RFC 2104) of the concatenation.
template <int32_t capacity, StringLike Key, StringLike... T>
RF_HD View hmac_sha256(TextBuffer<capacity>& buffer, Key const& key, T const&... strings) {
  // A key of one block, padded with zeros: the text itself, or the hash of what is longer.
  uint32_t block[16] = {};
  detail::Sha256 hash;
  int32_t size = 0;
  detail::encode_units(
      [&](uint32_t value) {
        if (size < 64) block[size >> 2] |= value << (24 - 8 * (size & 3));
        if (size < 65) ++size;
        hash.byte(value);
      },
      key);
  if (size > 64) {
    hash.finish();
    for (int32_t i = 0; i < 16; ++i) block[i] = i < 8 ? hash.word_at(i) : 0;
  }
  hash.reset();
  for (int32_t i = 0; i < 16; ++i) hash.word(block[i] ^ 0x36363636u);
  detail::hash_text(hash, strings...);
  hash.finish();
  uint32_t inner[8];
  for (int32_t i = 0; i < 8; ++i) inner[i] = hash.word_at(i);
  hash.reset();
  for (int32_t i = 0; i < 16; ++i) hash.word(block[i] ^ 0x5C5C5C5Cu);
  for (int32_t i = 0; i < 8; ++i) hash.word(inner[i]);
  hash.finish();
  return detail::hash_view(hash, buffer);
}

}  // namespace rowfuse
