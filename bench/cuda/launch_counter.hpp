#pragma once

namespace bench {

/// Returns the number of kernels that this program has launched so far. Every launch goes through the functions of the CUDA runtime
/// that the linker wraps (`--wrap`, see CMakeLists.txt). Copies and memory sets are not counted.
long long kernels_launched();

}  // namespace bench
