/// `sha256(s)` and `hmacSha256(key, s)`: hashes of strings in UTF-8, as 64 lower-case hexadecimal digits.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/hash/sha256_constants.hpp>
#include <rowfuse/string/lazy/lazy.hpp>
#include <rowfuse/string/memory/text_buffer.hpp>

namespace rowfuse {

namespace detail {

/// FIPS 180-4, section 6.2.2: adds one block of 16 words to the state. Every function here of more than a line or two is out of line: nvcc
/// takes minutes to compile the 64 rounds if they are inlined.
RF_HD RF_NOINLINE void compress_block(uint32_t (&state)[8], uint32_t const (&block)[16]) {
  auto const rotate = [](uint32_t value, uint32_t by) { return value >> by | value << (32 - by); };
  // The rounds are unrolled by 16, so that all indices are constants and the words stay in registers.
  uint32_t w[16];
  RF_UNROLL
  for (int32_t i = 0; i < 16; ++i) w[i] = block[i];
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (uint32_t begin = 0;; begin += 16) {
    RF_UNROLL
    for (uint32_t i = 0; i < 16; ++i) {
      uint32_t const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      uint32_t const t1 = h + sum1 + ((e & f) ^ (~e & g)) + sha256_constant(begin + i) + w[i];
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
    if (begin == 48) break;
    RF_UNROLL
    for (uint32_t i = 0; i < 16; ++i) {
      uint32_t const next = w[(i + 1) & 15];
      uint32_t const last = w[(i + 14) & 15];
      uint32_t const s0 = rotate(next, 7) ^ rotate(next, 18) ^ next >> 3;
      uint32_t const s1 = rotate(last, 17) ^ rotate(last, 19) ^ last >> 10;
      w[i] += s0 + w[(i + 9) & 15] + s1;
    }
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/// The state of a hash. Bytes arrive in portions of any size.
class Sha256 {
 public:
  RF_HD Sha256() { reset(); }

  RF_HD RF_NOINLINE void reset() {
    for (uint32_t i = 0; i < 8; ++i) state_[i] = sha256_initial(i);
    size_ = 0;
  }

  RF_HD RF_NOINLINE void byte(uint32_t value) {
    auto const place = static_cast<uint32_t>(size_) & 63;
    // The first byte of a word overwrites the old word.
    uint32_t const shift = 24 - 8 * (place & 3);
    block_[place >> 2] = (shift == 24 ? 0 : block_[place >> 2]) | value << shift;
    ++size_;
    if (place == 63) compress_block(state_, block_);
  }

  RF_HD RF_NOINLINE void bytes(char const* data, int32_t size) {
    int32_t at = 0;
    for (; at < size && (size_ & 3) != 0; ++at) byte(byte_at(data + at));
    // Whole words, from a word boundary on.
    for (; at + 4 <= size; at += 4) {
      whole_word(byte_at(data + at) << 24 | byte_at(data + at + 1) << 16 | byte_at(data + at + 2) << 8 | byte_at(data + at + 3));
    }
    for (; at < size; ++at) byte(byte_at(data + at));
  }

  /// Adds a block of words, each XORed with `change`. No partial block may be pending.
  RF_HD RF_NOINLINE void block(uint32_t const (&words)[16], uint32_t change) {
    for (int32_t i = 0; i < 16; ++i) whole_word(words[i] ^ change);
  }

  RF_HD RF_NOINLINE void word(uint32_t value) {
    for (int32_t shift = 24; shift >= 0; shift -= 8) byte(value >> shift & 0xFF);
  }

  /// Ends the message. `word_at` then returns the digest.
  RF_HD RF_NOINLINE void finish() {
    auto const bits = static_cast<uint64_t>(size_) * 8;
    byte(0x80);
    while ((size_ & 63) != 56) byte(0);
    word(static_cast<uint32_t>(bits >> 32));
    word(static_cast<uint32_t>(bits));
  }

  /// Returns the message so far, of at most 64 bytes, padded with zeros.
  RF_HD RF_NOINLINE void padded_block(uint32_t (&words)[16]) const {
    for (int32_t i = 0; i < 16; ++i) words[i] = int64_t{4} * i < size_ ? block_[i] : 0;
  }

  RF_HD uint32_t word_at(int32_t index) const { return state_[index]; }
  RF_HD int64_t size() const { return size_; }

 private:
  /// Adds a word at a word boundary.
  RF_HD void whole_word(uint32_t value) {
    auto const place = static_cast<uint32_t>(size_) & 63;
    block_[place >> 2] = value;
    size_ += 4;
    if (place == 60) compress_block(state_, block_);
  }

  uint32_t state_[8];
  uint32_t block_[16];
  int64_t size_;
};

/// Hashes UTF-16 units as UTF-8. A lone surrogate becomes U+FFFD.
class HashedUnits {
 public:
  RF_HD explicit HashedUnits(Sha256& hash) : hash_{hash} {}

  RF_HD RF_NOINLINE void put(uint32_t unit) {
    if (high_ != 0 && is_low_half(unit)) {
      uint32_t const code_point = join_halves(high_, unit);
      high_ = 0;
      hash_.byte(0xF0 | code_point >> 18);
      hash_.byte(0x80 | (code_point >> 12 & 0x3F));
      hash_.byte(0x80 | (code_point >> 6 & 0x3F));
      hash_.byte(0x80 | (code_point & 0x3F));
      return;
    }
    flush();
    if (is_high_half(unit)) {
      high_ = unit;
    } else if (unit < 0x80) {
      hash_.byte(unit);
    } else if (unit < 0x800) {
      hash_.byte(0xC0 | unit >> 6);
      hash_.byte(0x80 | (unit & 0x3F));
    } else {
      three(is_low_half(unit) ? 0xFFFDu : unit);
    }
  }

  /// Ends the text: a pending high surrogate stays alone.
  RF_HD void flush() {
    if (high_ != 0) three(0xFFFD);
    high_ = 0;
  }

  template <StringLike T>
  RF_HD RF_NOINLINE void string(T const& string) {
    auto units = reader(string);
    for (int32_t unit = units.next(); unit >= 0; unit = units.next()) put(static_cast<uint32_t>(unit));
  }

 private:
  RF_HD RF_NOINLINE void three(uint32_t unit) {
    hash_.byte(0xE0 | unit >> 12);
    hash_.byte(0x80 | (unit >> 6 & 0x3F));
    hash_.byte(0x80 | (unit & 0x3F));
  }

  Sha256& hash_;
  uint32_t high_ = 0;
};

RF_HD inline void hash_plain(Sha256& hash, View const& view) { hash.bytes(view.data, view.size); }
template <int N>
RF_HD void hash_plain(Sha256& hash, Rope<N> const& rope) {
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) hash.bytes(rope.pieces[i].data, rope.pieces[i].size);
}

/// Hashes the UTF-8 encoding of a string without copying it.
template <StringLike T>
RF_HD void hash_text(Sha256& hash, T const& string) {
  if constexpr (Pieced<T>) {
    if ((flags_of(string) & View::halves) == 0) return hash_plain(hash, string);
  }
  HashedUnits units{hash};
  units.string(string);
  units.flush();
}

template <int32_t capacity>
RF_HD RF_NOINLINE View hash_view(Sha256 const& hash, TextBuffer<capacity>& buffer) {
  static_assert(capacity >= 64);
  for (int32_t i = 0; i < 64; ++i) {
    uint32_t const digit = hash.word_at(i >> 3) >> (28 - 4 * (i & 7)) & 15;
    buffer.characters[i] = static_cast<char>(digit < 10 ? '0' + digit : 'a' + (digit - 10));
  }
  return buffer.view(64);
}

}  // namespace detail

/// SHA-256 (FIPS 180-4).
template <int32_t capacity, StringLike T>
RF_HD View sha256(TextBuffer<capacity>& buffer, T const& text) {
  detail::Sha256 hash;
  detail::hash_text(hash, text);
  hash.finish();
  return detail::hash_view(hash, buffer);
}

namespace detail {

/// Pads a key to one block with zeros. A key of more than 64 bytes is replaced by its hash.
template <StringLike Key>
RF_HD void key_block(uint32_t (&block)[16], Sha256& hash, Key const& key) {
  hash_text(hash, key);
  if (hash.size() > 64) {
    hash.finish();
    for (int32_t i = 0; i < 16; ++i) block[i] = i < 8 ? hash.word_at(i) : 0;
  } else {
    hash.padded_block(block);
  }
  hash.reset();
}

}  // namespace detail

/// HMAC-SHA256 (RFC 2104).
template <int32_t capacity, StringLike Key, StringLike T>
RF_HD View hmac_sha256(TextBuffer<capacity>& buffer, Key const& key, T const& text) {
  uint32_t block[16];
  detail::Sha256 hash;
  detail::key_block(block, hash, key);
  hash.block(block, 0x36363636u);
  detail::hash_text(hash, text);
  hash.finish();
  uint32_t inner[8];
  for (int32_t i = 0; i < 8; ++i) inner[i] = hash.word_at(i);
  hash.reset();
  hash.block(block, 0x5C5C5C5Cu);
  for (int32_t i = 0; i < 8; ++i) hash.word(inner[i]);
  hash.finish();
  return detail::hash_view(hash, buffer);
}

}  // namespace rowfuse
