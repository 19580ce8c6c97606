#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <random>

#include <rowfuse/group/hash.hpp>

namespace rowfuse::group {

namespace detail {

/// Draws a secret; `next()` gives 64 random bits.
template <class Next>
HashSecret secret_of(Next&& next) {
  HashSecret secret;
  secret.start = next();
  secret.size_factor = next() | 1;
  secret.factor = next() | 1;
  secret.last_factor = next() | 1;
  for (std::uint32_t& factor : secret.word_factors) factor = static_cast<std::uint32_t>(next() >> 32) | 1;
  return secret;
}

/// Returns a secret that is determined by a number (splitmix64).
inline HashSecret secret_from(std::uint64_t seed) {
  return secret_of([&] {
    seed += 0x9E37'79B9'7F4A'7C15u;
    std::uint64_t bits = (seed ^ seed >> 30) * 0xBF58'476D'1CE4'E5B9u;
    bits = (bits ^ bits >> 27) * 0x94D0'49BB'1331'11EBu;
    return bits ^ bits >> 31;
  });
}

/// Returns a secret from the operating system. If that has no random numbers, which no supported system reports, the time and a stack
/// address are better than a constant.
inline HashSecret random_secret() {
  try {
    std::random_device device;
    return secret_of([&] { return static_cast<std::uint64_t>(device()) << 32 | device(); });
  } catch (std::exception const&) {
    auto const now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    return secret_from(now ^ reinterpret_cast<std::uintptr_t>(&now));
  }
}

inline HashSecret& secret_of_process() {
  static HashSecret secret = random_secret();
  return secret;
}

}  // namespace detail

/// The secret of this process, drawn at the first call.
inline HashSecret const& hash_secret() { return detail::secret_of_process(); }

/// For tests that no result depends on the secret. Must not be called while anything is being grouped.
inline void force_hash_secret(std::uint64_t seed) { detail::secret_of_process() = detail::secret_from(seed); }

}  // namespace rowfuse::group
