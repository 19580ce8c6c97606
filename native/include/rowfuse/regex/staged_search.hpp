/// Device only: the tables of search automata in the shared memory of a block, where addresses have 32 bits.
#pragma once

#include <cstdint>

#include <rowfuse/regex/layout.hpp>

namespace rowfuse::regex {

/// Returns the shared memory for the search automaton of a pattern; 0 if it is too large.
template <class Pattern>
constexpr int32_t staged_bytes_of() {
  // Patterns of tests have their layout at run time.
  if constexpr (requires { Pattern::layout(); }) {
    constexpr Layout layout = Pattern::layout();
    constexpr int32_t bytes = 256 + 2 * layout.search_states * (layout.classes + 3);
    return layout.search_states > 0 && layout.classes + 2 <= 127 && bytes <= 2048 ? bytes : 0;
  } else {
    return 0;
  }
}

/// True if the search automaton of a pattern is small enough for shared memory.
template <class Pattern>
inline constexpr bool stages_search = staged_bytes_of<Pattern>() > 0;

#if defined(__CUDACC__)
/// The tables of a search automaton, with places in bytes.
template <class Pattern>
class StagedSearch {
 public:
  /// Copies the tables. Called by all threads of a block, which then meet.
  __device__ static void stage() {
    constexpr Layout layout = Pattern::layout();
    Memory& to = memory();
    Tables<Pattern> const from{Pattern{}};
    for (auto i = threadIdx.x; i < 256; i += blockDim.x)
      to.classes[i] = static_cast<std::uint8_t>(2 * from.template at<std::uint8_t>(0, i));
    for (auto i = threadIdx.x; i < entries; i += blockDim.x)
      to.transitions[i] = static_cast<std::uint16_t>(2 * (from.template at<std::uint16_t>(layout.search_transitions, i) & 0x7FFF));
  }

  /// Returns the state behind four bytes.
  __device__ static __forceinline__ std::uint32_t step(std::uint32_t state, std::uint32_t bytes) {
    Memory const& tables = memory();
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) {
      std::uint32_t const place = state + tables.classes[__byte_perm(bytes, 0, 0x4440 | i)];
      state = *reinterpret_cast<std::uint16_t const*>(reinterpret_cast<char const*>(tables.transitions) + place);
    }
    return state;
  }

 private:
  static constexpr std::uint32_t entries = static_cast<std::uint32_t>(Pattern::layout().search_states * (Pattern::layout().classes + 3));
  struct Memory {
    std::uint8_t classes[256];
    std::uint16_t transitions[entries];
  };

  __device__ static __forceinline__ Memory& memory() {
    __shared__ Memory tables;
    return tables;
  }
};
#endif

/// The patterns of a transform whose tables its kernels stage.
template <class... Patterns>
struct StagedPatterns {
  /// The shared memory that they take, at most.
  static constexpr int32_t bytes = (0 + ... + (staged_bytes_of<Patterns>() + 16));

#if defined(__CUDACC__)
  __device__ static void stage() {
    (stage_one<Patterns>(), ...);
    __syncthreads();
  }

 private:
  template <class Pattern>
  __device__ static void stage_one() {
    if constexpr (stages_search<Pattern>) StagedSearch<Pattern>::stage();
  }
#endif
};

}  // namespace rowfuse::regex
