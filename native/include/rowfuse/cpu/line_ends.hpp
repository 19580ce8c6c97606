#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/find.hpp>
#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::cpu {

/// Which of 64 bytes are `byte`, a bit each.
template <char byte>
std::uint64_t places_of(char const* data) {
#if defined(__SSE2__)
  // Four words side by side: a search for one after another would wait for each.
  auto const of_word = [data](int word) {
    return static_cast<std::uint64_t>(rowfuse::detail::equal_bytes_of_word(data + 16 * word, byte).bits) << (16 * word);
  };
  return of_word(0) | of_word(1) | of_word(2) | of_word(3);
#else
  std::uint64_t bits = 0;
  for (int word = 0; word < 8; ++word) {
    std::uint64_t const other = rowfuse::detail::load<std::uint64_t>(data + 8 * word) ^ rowfuse::detail::(rowfuse::detail::every_byte * static_cast<unsigned char>(byte));
    // 0x80 for each byte that is 0, exactly: nothing is carried from byte to byte.
    std::uint64_t const low_bits = 0x7F7F'7F7F'7F7F'7F7Fu;
    std::uint64_t const zeros = ~(((other & low_bits) + low_bits) | other | low_bits);
    bits |= ((zeros >> 7) * 0x0102'0408'1020'4080u >> 56) << (8 * word);
  }
  return bits;
#endif
}

}  // namespace rowfuse::cpu
