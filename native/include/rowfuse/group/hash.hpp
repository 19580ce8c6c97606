/// Hashes of keys that depend on secret numbers of the process, so that an attacker who chooses the keys cannot make them collide.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/exact/wide_product.hpp>

namespace rowfuse::group {

/// Random numbers that hashes depend on, but results never do. See hash_secret.hpp.
struct HashSecret {
  std::uint64_t start = 0;         ///< the initial value of every hash
  std::uint64_t size_factor = 1;   ///< odd; the sizes of texts are multiplied by it
  std::uint64_t factor = 1;        ///< odd
  std::uint64_t last_factor = 1;   ///< odd
  std::uint32_t word_factors[6] = {1, 1, 1, 1, 1, 1};  ///< odd
};

// No set of keys collides for all secrets, or for many, for three reasons:
//
// - Every word is combined with a secret before anything is multiplied, and the other operand of each product is secret, too. The effect of
//   a difference between two keys therefore depends on unknown numbers. That covers a difference in the top bits alone, whose
//   product by a known number would be known, and differences that cancel out in sums or in `xor`.
// - No word cancels the words before it. `mixed` multiplies by an odd number, which is not 0. The others multiply by an operand that
//   contains the word. For one unknown word that operand is 0, so the operands are added to the product.
// - If two prefixes collide, not all keys that begin with them do: that would take a known secret state, and the state differs after every
//   prefix.
//
// The folded product is not a universal hash. Complements of both words collide for one pair in 10^8 ((3/4)^64: no carry where the halves
// meet). At 7 bits per word, where all differences can be tried, that is the worst one (test/native/group/key_hash_cases.cpp). Single pairs
// do no harm: a table is slow only if thousands of keys share a place, and each of them would need such a chance.
//
// The last step is for tables, not against attacks. Products of keys at equal distances are at equal distances, which for one secret in a
// hundred is close to a simple fraction of the table. 100,000 consecutive integers then took up to 77 probes each instead of 1.3.

/// Adds one word to a hash: the product, folded as in wyhash.
RF_HD RF_INLINE std::uint64_t mixed(HashSecret const& secret, std::uint64_t hash, std::uint64_t word) {
  rowfuse::detail::Product const product = rowfuse::detail::multiply(hash ^ word, secret.factor);
  return product.high ^ product.low;
}

/// Adds two words to a hash with one product.
RF_HD RF_INLINE std::uint64_t mixed_pair(HashSecret const& secret, std::uint64_t hash, std::uint64_t low, std::uint64_t high) {
  std::uint64_t const first = hash ^ low;
  rowfuse::detail::Product const product = rowfuse::detail::multiply(first, high ^ secret.factor);
  return (product.high ^ product.low) + first;
}

/// Adds a 32-bit word to a hash: three instructions on a GPU, where the 64-bit product takes twelve, and more registers. The two halves of
/// `mixed` are multiplied, which contain the hash, a secret and the word. If one half is 0, `mixed` itself remains in the sum.
RF_HD RF_INLINE std::uint64_t mixed_half(HashSecret const& secret, std::uint64_t hash, std::uint32_t word) {
  std::uint64_t const mixed = hash ^ (secret.factor >> 32 << 32 | word);
  return mixed + static_cast<std::uint64_t>(static_cast<std::uint32_t>(mixed)) * static_cast<std::uint32_t>(mixed >> 32);
}

/// Texts of different sizes begin with different hashes, so that zeros appended to the shorter one do not give the same hash.
RF_HD RF_INLINE std::uint64_t with_size(HashSecret const& secret, std::uint64_t hash, std::int32_t size) {
  return hash + static_cast<std::uint64_t>(static_cast<std::uint32_t>(size)) * secret.size_factor;
}

/// Returns the 32 bits that choose a place in a table. Each of them may be used.
RF_HD RF_INLINE std::uint32_t hash_tag(HashSecret const& secret, std::uint64_t hash) {
  return static_cast<std::uint32_t>((hash ^ hash >> 32) * secret.last_factor >> 32);
}

/// Returns the tag of six 32-bit words: the sum of their products with odd random numbers, modulo 2^64. Two keys have the same sum for at
/// most one in 2^31 secrets, because the factor of a word that differs is determined by all others (compare D. Lemire and O. Kaser,
/// "Strongly universal string hashing is fast", 2014). That is one instruction per word on a GPU, where a 128-bit product takes twelve.
RF_HD RF_INLINE std::uint32_t tag_of_words(HashSecret const& secret, std::uint32_t const (&words)[6]) {
  std::uint64_t sum = secret.start;
  RF_UNROLL
  for (int i = 0; i < 6; ++i) sum += static_cast<std::uint64_t>(words[i]) * secret.word_factors[i];
  return hash_tag(secret, sum);
}

}  // namespace rowfuse::group
