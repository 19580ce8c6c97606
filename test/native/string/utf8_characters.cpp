// Compares character_size, by arithmetic on a word, with the check of bytes: all first three bytes with every kind of fourth, whole and
// cut off.
#include <cstdint>
#include <cstdio>

#include <rowfuse/string/bytes/utf8_validity.hpp>

namespace {

using namespace rowfuse::arrow;

/// Returns the bytes of the well-formed character at the start, by the check of bytes, or 0 if there is none.
std::int32_t expected(char const* bytes, std::int32_t left) {
  for (std::int32_t size = 1; size <= left; ++size)
    if (is_valid_utf8(bytes, size)) return size;
  return 0;
}

}  // namespace

int main() {
  constexpr unsigned fourth[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
  long cases = 0;
  for (std::uint32_t first = 0; first < 1u << 24; first += (first & 0xFFu) < 0x80 ? 0x80 - (first & 0xFFu) : 1) {
    for (unsigned const last : fourth) {
      std::uint32_t const four = first | last << 24;
      char const bytes[] = {static_cast<char>(four), static_cast<char>(four >> 8), static_cast<char>(four >> 16),
                            static_cast<char>(four >> 24)};
      for (std::int32_t left = 1; left <= 4; ++left) {
        std::uint32_t const inside = left == 4 ? four : four & ~(~0u << 8 * left);
        ++cases;
        if (character_size(inside, left) != expected(bytes, left)) {
          std::printf("%08x, %d bytes left: %d\n", four, left, character_size(inside, left));
          return 1;
        }
      }
    }
  }
  std::printf("%ld cases\n", cases);
}
