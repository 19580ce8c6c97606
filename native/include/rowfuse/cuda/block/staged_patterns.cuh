#pragma once

namespace rowfuse::cuda {

/// True if kernels of a transform stage the tables of its patterns. They then promise it by View::staged.
template <class Transform>
inline constexpr bool stages_patterns = requires { typename Transform::Patterns; };

/// The shared memory that these tables take, at most.
template <class Transform>
constexpr int staged_pattern_bytes() {
  if constexpr (stages_patterns<Transform>) return Transform::Patterns::bytes;
  else return 0;
}

/// Copies the tables of patterns to shared memory. Called by all threads of a block, before any of them evaluates a row.
template <class Transform>
__device__ __forceinline__ void stage_patterns() {
  if constexpr (stages_patterns<Transform>) Transform::Patterns::stage();
}

}  // namespace rowfuse::cuda
