/// Hashes of keys, under secret numbers of the process: who chooses the keys cannot choose keys of one hash.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/exact/wide_product.hpp>

namespace rowfuse::group {

/// Random numbers that hashes depend on, and results never do. See hash_secret.hpp.
struct HashSecret {
  std::uint64_t start = 0;         ///< what every hash begins with
  std::uint64_t size_factor = 1;   ///< odd: sizes of text are multiplied by it
  std::uint64_t factor = 1;        ///< odd
  std::uint64_t last_factor = 1;   ///< odd
  std::uint32_t word_factors[6] = {1, 1, 1, 1, 1, 1};  ///< odd
};

// Why no set of keys collides for all secrets, nor for many:
//
// - Every word meets a secret before anything is multiplied, and the other operand of each product is secret, too. What a product makes of
//   a difference between two keys therefore depends on numbers that nobody knows: a difference in the top bits alone, whose product by
//   a known number would be known, and differences that cancel out in sums or in `xor`.
// - No word annuls what came before. `mixed` multiplies by an odd number, which is not 0. The others multiply by what a word is a part of,
//   and that may be 0 for one word, which is unknown: so the operands are added to the product.
// - A collision of two prefixes is no common one of all keys that begin so: it would have to be known for one secret state, which is
//   another one behind every prefix.
//
// The folded product is no universal hash: complements of both words collide for one pair in 10^8 ((3/4)^64: no carry where the halves
// meet), the worst difference that there is at 7 bits a word, where all can be tried (test/native/key_hash_cases.cpp). Pairs do no harm: a
// table is slow where thousands of keys share a place, each of which would be one more such chance.
//
// The last step is for tables, not against anybody: products of keys at equal distances are at equal distances, which for one secret in
// a hundred is close to a simple fraction of the table. 100,000 consecutive integers then took up to 77 looks each instead of 1.3.

/// The hash of a key so far, and one word more of it: the product, folded as in wyhash.
RF_HD RF_INLINE std::uint64_t mixed(HashSecret const& secret, std::uint64_t hash, std::uint64_t word) {
  rowfuse::detail::Product const product = rowfuse::detail::multiply(hash ^ word, secret.factor);
  return product.high ^ product.low;
}

/// The same for two words, by one product.
RF_HD RF_INLINE std::uint64_t mixed_pair(HashSecret const& secret, std::uint64_t hash, std::uint64_t low, std::uint64_t high) {
  std::uint64_t const first = hash ^ low;
  rowfuse::detail::Product const product = rowfuse::detail::multiply(first, high ^ secret.factor);
  return (product.high ^ product.low) + first;
}

/// A word of 32 bits more: three instructions on a GPU, where the product of 64 bits takes twelve and registers that others need. Both halves
/// of the hash, a secret and the word in them, are multiplied; a half that is 0 leaves the sum.
RF_HD RF_INLINE std::uint64_t mixed_half(HashSecret const& secret, std::uint64_t hash, std::uint32_t word) {
  std::uint64_t const mixed = hash ^ (secret.factor >> 32 << 32 | word);
  return mixed + static_cast<std::uint64_t>(static_cast<std::uint32_t>(mixed)) * static_cast<std::uint32_t>(mixed >> 32);
}

/// Texts of different sizes begin differently, so that zeros behind the shorter one make no other key.
RF_HD RF_INLINE std::uint64_t with_size(HashSecret const& secret, std::uint64_t hash, std::int32_t size) {
  return hash + static_cast<std::uint64_t>(static_cast<std::uint32_t>(size)) * secret.size_factor;
}

/// What chooses a place in a table: any of its bits.
RF_HD RF_INLINE std::uint32_t hash_tag(HashSecret const& secret, std::uint64_t hash) {
  return static_cast<std::uint32_t>((hash ^ hash >> 32) * secret.last_factor >> 32);
}

/// The same for six words of 32 bits: the sum of their products with odd random numbers, modulo 2^64. Two keys have one sum for one in 2^31
/// secrets at most, since the factor of a word that differs is given by all others (compare D. Lemire and O. Kaser, "Strongly universal
/// string hashing is fast", 2014). One instruction a word on a GPU, where a product of 128 bits takes twelve.
RF_HD RF_INLINE std::uint32_t tag_of_words(HashSecret const& secret, std::uint32_t const (&words)[6]) {
  std::uint64_t sum = secret.start;
  RF_UNROLL
  for (int i = 0; i < 6; ++i) sum += static_cast<std::uint64_t>(words[i]) * secret.word_factors[i];
  return hash_tag(secret, sum);
}

}  // namespace rowfuse::group
