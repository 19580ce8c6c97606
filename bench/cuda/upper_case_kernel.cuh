/// Upper case of a column of ASCII strings by hand, at the lowest level. The result has the input's offsets, so one kernel reads and
/// writes 16 bytes per thread, and knows neither rows nor any other character.
#pragma once

#include "cuda_check.cuh"
//
#include <cstdint>

#include "device_table.cuh"

namespace bench {

/// Converts four characters at a time: bytes from 'a' to 'z' lose the bit that distinguishes the cases.
__device__ inline unsigned upper_case_word(unsigned characters) {
  return characters ^ (__vcmpgeu4(characters, 0x61616161u) & __vcmpleu4(characters, 0x7a7a7a7au) & 0x20202020u);
}

/// `chars_words` and `offsets_words` count 16-byte words; threads beyond the characters copy offsets.
__global__ void __launch_bounds__(256) upper_case_kernel(uint4 const* chars, uint4* upper_chars, std::int64_t chars_words,
                                                         uint4 const* offsets, uint4* upper_offsets, std::int64_t offsets_words) {
  std::int64_t const word = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (word < chars_words) {
    uint4 const four = chars[word];
    upper_chars[word] = {upper_case_word(four.x), upper_case_word(four.y), upper_case_word(four.z), upper_case_word(four.w)};
  } else if (word - chars_words < offsets_words) {
    upper_offsets[word - chars_words] = offsets[word - chars_words];
  }
}

/// Writes into existing memory. All buffers are aligned to 16 bytes and hold whole words.
inline void upper_case_by_hand(DeviceColumn const& input, std::int64_t rows, DeviceOutput const& output, cudaStream_t stream) {
  std::int64_t const chars_words = (input.chars_bytes + 15) / 16;
  std::int64_t const offsets_words = ((rows + 1) * 4 + 15) / 16;
  auto const blocks = static_cast<unsigned>((chars_words + offsets_words + 255) / 256);
  upper_case_kernel<<<blocks, 256, 0, stream>>>(reinterpret_cast<uint4 const*>(input.chars), reinterpret_cast<uint4*>(output.chars),
                                                chars_words, reinterpret_cast<uint4 const*>(input.offsets),
                                                reinterpret_cast<uint4*>(output.offsets), offsets_words);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace bench
