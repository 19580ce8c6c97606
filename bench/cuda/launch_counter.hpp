#pragma once

namespace bench {

/// Kernels that this program has launched so far: every launch goes through the functions of the CUDA runtime that the
/// linker wraps (`--wrap`, see CMakeLists.txt), whoever makes it. Copies and memory sets are not counted.
long long kernels_launched();

}  // namespace bench
