#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/cuda/groups/work.hpp>
#include <rowfuse/cuda/warp/bytes.cuh>
#include <rowfuse/string/bytes/utf8_validity.hpp>

namespace rowfuse::cuda {

/// The lines of a warp: at most 32, one per lane, with their bytes in shared memory.
///
/// A window begins with the 16-byte piece in which the first line begins. Each lane reads a piece, finds the line ends in it word by word,
/// and writes it to shared memory. The next window begins after the last whole line. So lanes find work even if their lines are shorter
/// than the mean, and a few bytes are read twice, from the L1 or L2 cache.
///
/// Places are counted from an anchor, so that they fit in 32 bits.
class LineWindow {
 public:
  static constexpr int bytes = 512;
  /// Bytes after the window, because words are read whole.
  static constexpr int padding = 16;
  static constexpr int most_lines = 32;
  /// The most line starts: the first one, and one after each line end if no lane has more than two line ends, as in nearly all windows.
  static constexpr int most_begins = 1 + 2 * 32;
  /// Bytes of shared memory per warp, a multiple of 16.
  static constexpr int shared_bytes = bytes + padding + (2 * most_begins + 15) / 16 * 16;

  /// Begins windows at or after a line; the anchor is the aligned piece in which it begins.
  __device__ LineWindow(LineText const& text, char* shared, std::int64_t line)
      : window_(shared), begins_(reinterpret_cast<std::uint16_t*>(shared + bytes + padding)) {
    anchor_ = line - static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(text.bytes + line) & 15);
    pieces_ = text.bytes + anchor_;
    size_ = place_of(text.size);
    final_ = text.final;
  }

  /// Converts a position in the text to a place relative to the anchor. Positions far beyond are clamped.
  __device__ __forceinline__ std::int32_t place_of(std::int64_t place) const {
    constexpr std::int64_t far = 1 << 30;
    return static_cast<std::int32_t>(place - anchor_ < far ? place - anchor_ : far);
  }
  /// Converts a place back to a position in the text.
  __device__ __forceinline__ std::int64_t in_text(std::int32_t place) const { return anchor_ + place; }
  /// The end of the text.
  __device__ std::int32_t end() const { return size_; }

  /// Loads the lane's piece of the window that begins at a line, without waiting for it.
  __device__ __forceinline__ uint4 fetch(std::int32_t line) const {
    std::int32_t const at = (line & ~15) + 16 * static_cast<std::int32_t>(lane());
    return at < size_ ? __ldg(reinterpret_cast<uint4 const*>(pieces_ + at)) : uint4{};
  }

  /// Opens the window that begins at `line`, whose `piece` was fetched. `count()` lines end in it. Called by all lanes.
  __device__ __forceinline__ void open(std::int32_t line, uint4 piece) {
    origin_ = line & ~15;
    std::int32_t const first = line & 15;
    auto const at = static_cast<std::int32_t>(16 * lane());
    std::int32_t const left = size_ - origin_;
    __syncwarp();  // no lane reads the earlier lines any more
    std::uint32_t inside = at == 0 ? 0xFFFFu << first : 0xFFFFu;
    std::uint32_t last = 0;
    if (left < bytes) {  // the text ends here, and undefined bytes follow
      piece = cut(piece, left - at);
      inside &= ~bits_from(left - at);
      // The end of the text ends a line that has begun.
      if (final_ && left >= at && left < at + 16 && left > first && pieces_[origin_ + left - 1] != '\n') last = 1u << (left - at);
    }
    *reinterpret_cast<uint4*>(window_ + at) = piece;
    __syncwarp();

    std::uint32_t const ends = (bits_of(equal(piece.x), equal(piece.y), equal(piece.z), equal(piece.w)) & inside) | last;
    bad_ = bytes;
    if (__any_sync(full_warp, ((piece.x | piece.y | piece.z | piece.w) & 0x80808080u) != 0)) check(piece, at, inside & 0xFFFFu);
    list(ends, at, first);
    __syncwarp();
    begin_ = has_line() ? begins_[lane()] : 0;
    end_ = has_line() ? begins_[lane() + 1] - 1 : 0;
    next_ = origin_ + begins_[count_];
  }

  __device__ int count() const { return count_; }
  /// Returns where the line after the last one begins; past the text's end if the text ends the last line.
  __device__ std::int32_t next() const { return next_; }

  // The lane's line.
  __device__ bool has_line() const { return static_cast<int>(lane()) < count_; }
  __device__ std::int32_t begin() const { return origin_ + begin_; }
  __device__ char const* data() const { return window_ + begin_; }
  /// Returns the bytes of the line without its line end.
  __device__ std::int32_t size() const {
    std::int32_t const size = end_ - begin_;
    // For an empty line any byte of the window is read.
    bool const is_return = window_[size > 0 ? end_ - 1 : 0] == '\r';
    return size - (is_return && size > 0 && origin_ + end_ < size_ ? 1 : 0);
  }
  __device__ bool is_valid_utf8() const { return bad_ < begin_ || bad_ >= end_; }

 private:
  __device__ static unsigned lane() { return threadIdx.x & 31; }

  /// Lists the line starts: the first one, and one after each line end. Each lane has the line ends in its own piece.
  __device__ __forceinline__ void list(std::uint32_t ends, std::int32_t at, std::int32_t first) {
    int const mine = __popc(ends);
    unsigned const before = (1u << lane()) - 1;
    unsigned const ones = __ballot_sync(full_warp, (mine & 1) != 0);
    unsigned const twos = __ballot_sync(full_warp, (mine & 2) != 0);
    int place = __popc(ones & before) + 2 * __popc(twos & before);
    int found = __popc(ones) + 2 * __popc(twos);
    if (lane() == 0) begins_[0] = static_cast<std::uint16_t>(first);
    if (!__any_sync(full_warp, mine > 2)) {
      std::uint32_t const second = ends & (ends - 1);
      if (ends != 0) begins_[place + 1] = behind(ends, at);
      if (second != 0) begins_[place + 2] = behind(second, at);
    } else {
      for (int bit = 4; bit <= 16; bit *= 2) {
        unsigned const more = __ballot_sync(full_warp, (mine & bit) != 0);
        place += bit * __popc(more & before);
        found += bit * __popc(more);
      }
      for (; ends != 0 && place < most_lines; ends &= ends - 1) begins_[++place] = behind(ends, at);
    }
    count_ = found < most_lines ? found : most_lines;
  }
  /// Returns the place after the first of the line ends.
  __device__ __forceinline__ static std::uint16_t behind(std::uint32_t ends, std::int32_t at) {
    return static_cast<std::uint16_t>(at + __ffs(static_cast<int>(ends)));
  }

  /// Returns the bits of 16 from a place on.
  __device__ static std::uint32_t bits_from(std::int32_t place) {
    return place <= 0 ? 0xFFFFu : place >= 16 ? 0u : 0xFFFFu << place & 0xFFFFu;
  }

  /// Zeroes the bytes after the text.
  __device__ static uint4 cut(uint4 piece, std::int32_t left) {
    auto const word = [left](std::uint32_t word, int place) {
      std::int32_t const own = left - place;
      return own >= 4 ? word : own <= 0 ? 0u : word & ~(~0u << (8 * own));
    };
    return {word(piece.x, 0), word(piece.y, 4), word(piece.z, 8), word(piece.w, 12)};
  }

  /// Marks (0x80) exactly the bytes that are line ends.
  __device__ __forceinline__ static std::uint32_t equal(std::uint32_t word) {
    std::uint32_t other;  // the lower seven bits of each byte
#if defined(__CUDA_ARCH__)
    // ptxas would use two operations, because only one of both constants can be part of an operation.
    asm("lop3.b32 %0, %1, %2, %3, 0x6A;" : "=r"(other) : "r"(word), "r"(0x7F7F7F7Fu), "r"(0x0A0A0A0Au));
#else
    other = (word & 0x7F7F7F7Fu) ^ 0x0A0A0A0Au;
#endif
    return ~((other + 0x7F7F7F7Fu) | word) & 0x80808080u;
  }
  /// Turns the marks (0x80) of sixteen bytes into bits: a dot product gives the marks of four bytes their weights.
  __device__ __forceinline__ static std::uint32_t bits_of(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w) {
    constexpr std::uint32_t low = 0x08040201u;
    constexpr std::uint32_t high = 0x80402010u;
    return __dp4a(y, high, __dp4a(x, low, 0u)) >> 7 | __dp4a(w, high, __dp4a(z, low, 0u)) << 1;
  }

  /// Finds the first byte that belongs to no character. Called by all lanes.
  __device__ __forceinline__ void check(uint4 piece, std::int32_t at, std::uint32_t inside) {
    std::uint32_t before = __shfl_up_sync(full_warp, piece.w, 1);
    if (lane() == 0) before = 0;
    // If the end of a piece cuts a character, the next lane lacks its first bytes, and this lane the following ones.
    unsigned const rare = __ballot_sync(full_warp, !has_pairs_alone(before, piece));
    if (rare == 0) return;
    if (((rare | rare >> 1) >> lane() & 1) != 0) look_closely(piece, at, inside);
    unsigned const some = __ballot_sync(full_warp, bad_ < bytes);
    if (some != 0) bad_ = __shfl_sync(full_warp, bad_, __ffs(static_cast<int>(some)) - 1);
  }

  /// Checks that the bytes of a piece that are not ASCII are characters. A line end is never part of a longer character, so the lines need
  /// not be checked one by one.
  __device__ __forceinline__ void look_closely(uint4 piece, std::int32_t at, std::uint32_t inside) {
    std::uint32_t high = bits_of(piece.x & 0x80808080u, piece.y & 0x80808080u, piece.z & 0x80808080u, piece.w & 0x80808080u) & inside;
    if (high == 0) return;
    // Skips the bytes of a character that began in the previous piece, where they are checked.
    std::int32_t const first = __ffs(static_cast<int>(inside)) - 1;
    if (first == 0 && at >= 4) {
      std::uint32_t const word = *reinterpret_cast<std::uint32_t const*>(window_ + at - 4);
      std::uint32_t const last = word >> 24;
      std::uint32_t const second = word >> 16 & 0xFF;
      std::uint32_t const third = word >> 8 & 0xFF;
      int carried = last >= 0xF0 ? 3 : last >= 0xE0 ? 2 : last >= 0xC0 ? 1 : 0;
      if (second >= 0xE0) carried = max(carried, second >= 0xF0 ? 2 : 1);
      if (third >= 0xF0) carried = max(carried, 1);
      high &= ~((1u << carried) - 1);
    }
    while (high != 0) {
      int const place = __ffs(static_cast<int>(high)) - 1;
      std::int32_t const begin = at + place;
      auto const* const words = reinterpret_cast<std::uint32_t const*>(window_ + (begin & ~3));
      std::uint32_t const four = __funnelshift_r(words[0], words[1], (begin & 3) * 8);
      int const size = arrow::character_size(four, 4);
      if (size == 0) {
        bad_ = min(bad_, begin);
        return;
      }
      high &= ~(((1u << size) - 1) << place);
    }
  }

  /// True if all bytes of a piece that are not ASCII are characters of two bytes, as in nearly all text. Then a byte 80 to BF follows each
  /// C2 to DF, and nothing else. `before` is the previous word. False may be wrong at the beginning of a window.
  __device__ __forceinline__ static bool has_pairs_alone(std::uint32_t before, uint4 piece) {
    std::uint32_t leads = leads_of(before);
    return (unpaired(leads, piece.x) | unpaired(leads, piece.y) | unpaired(leads, piece.z) | unpaired(leads, piece.w)) == 0;
  }
  /// Marks the bytes that begin a character of several bytes.
  __device__ __forceinline__ static std::uint32_t leads_of(std::uint32_t word) { return word & word << 1 & 0x80808080u; }
  /// Marks the bytes of a word that do not fit. These are first bytes of longer or overlong characters, and bytes whose partner is missing.
  /// `leads` are those of the previous word, and then those of this one.
  __device__ __forceinline__ static std::uint32_t unpaired(std::uint32_t& leads, std::uint32_t word) {
    std::uint32_t const own = leads_of(word);
    std::uint32_t const continues = word & ~(word << 1) & 0x80808080u;
    std::uint32_t const wanted = __funnelshift_l(leads, own, 8);  // the predecessor of each byte, in that byte's place
    std::uint32_t const is_c2_or_more = (word & 0x1E1E1E1Eu) + 0x7E7E7E7Eu;
    leads = own;
    return (wanted ^ continues) | (own & (word << 2 | ~is_c2_or_more));
  }

  char* window_;
  std::uint16_t* begins_;
  std::int64_t anchor_;
  char const* pieces_;
  std::int32_t size_;
  bool final_;
  std::int32_t origin_ = 0;
  std::int32_t next_ = 0;
  std::int32_t begin_ = 0;  // relative to the window, like all members below
  std::int32_t end_ = 0;
  std::int32_t bad_ = 0;  // the first byte that belongs to no character, or `bytes`
  int count_ = 0;
};

}  // namespace rowfuse::cuda
