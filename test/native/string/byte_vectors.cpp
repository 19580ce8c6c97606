// Compares operations on bytes that use vectors with those on single bytes: searches, ASCII prefixes and case mapping, for texts of up to
// 300 bytes with one other byte at every place.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include <rowfuse/string/bytes/find.hpp>
#include <rowfuse/string/case/ascii_case.hpp>

namespace {

using namespace rowfuse;

long cases = 0;
long failures = 0;

void expect(bool same, char const* operation, int size, int place) {
  ++cases;
  if (!same && ++failures <= 10) std::printf("%s, %d bytes, place %d\n", operation, size, place);
}

/// A text of one byte repeated, with another byte at one place, or at none. Only the padding behind it is readable.
void search(int size, int place) {
  std::unique_ptr<char[]> const text(new char[static_cast<std::size_t>(size + 16)]);
  std::memset(text.get(), 'a', static_cast<std::size_t>(size));
  std::memset(text.get() + size, 'x', 16);  // a match that does not count
  if (place >= 0) text[static_cast<std::size_t>(place)] = 'x';
  for (int const from : {0, 1, 17, place, place + 1}) {
    if (from < 0 || from > size) continue;
    int const expected = place >= from ? place : -1;
    expect(detail::find_byte_padded(text.get(), from, size, 'x') == expected, "find_byte_padded", size, place);
    expect(detail::find_byte(text.get(), from, size, 'x') == expected, "find_byte", size, place);
  }
  if (place >= 0) text[static_cast<std::size_t>(place)] = static_cast<char>(0x80 + place % 128);
  std::unique_ptr<char[]> const exact(new char[static_cast<std::size_t>(size)]);
  std::memcpy(exact.get(), text.get(), static_cast<std::size_t>(size));
  expect(detail::ascii_prefix(exact.get(), size) == (place < 0 ? size : place), "ascii_prefix", size, place);
}

template <Case to>
void map(int size, int first) {
  std::unique_ptr<char[]> const from(new char[static_cast<std::size_t>(size)]);
  std::unique_ptr<char[]> const mapped(new char[static_cast<std::size_t>(size)]);
  for (int i = 0; i < size; ++i) from[static_cast<std::size_t>(i)] = static_cast<char>((first + i) % 128);
  detail::copy_mapped<to>(mapped.get(), from.get(), size);
  bool same = true;
  for (int i = 0; i < size; ++i) {
    auto const place = static_cast<std::size_t>(i);
    same = same && detail::byte_at(&mapped[place]) == detail::map_ascii<to>(detail::byte_at(&from[place]));
  }
  expect(same, "copy_mapped", size, first);
}

}  // namespace

int main() {
  for (int size = 0; size <= 300; ++size) {
    for (int place = -1; place < size; ++place) search(size, place);
  }
  for (int size = 0; size <= 100; ++size) {
    for (int first = 0; first < 128; ++first) {
      map<Case::upper>(size, first);
      map<Case::lower>(size, first);
    }
  }
  std::printf("%ld cases, %ld failures\n", cases, failures);
  return failures != 0;
}
