#include "launch_counter.hpp"

#include <cuda_runtime.h>

namespace {

long long launched = 0;

}  // namespace

long long bench::kernels_launched() { return launched; }

// The linker turns calls of `f` into calls of `__wrap_f`, and `__real_f` into `f`.
extern "C" {

cudaError_t __real_cudaLaunchKernelExC(cudaLaunchConfig_t const* config, void const* kernel, void** arguments);
cudaError_t __wrap_cudaLaunchKernelExC(cudaLaunchConfig_t const* config, void const* kernel, void** arguments) {
  ++launched;
  return __real_cudaLaunchKernelExC(config, kernel, arguments);
}

cudaError_t __real_cudaLaunchCooperativeKernel(void const* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                                               cudaStream_t stream);
cudaError_t __wrap_cudaLaunchCooperativeKernel(void const* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                                               cudaStream_t stream) {
  ++launched;
  return __real_cudaLaunchCooperativeKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

cudaError_t __real_cudaLaunchKernel(void const* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                                    cudaStream_t stream);
cudaError_t __wrap_cudaLaunchKernel(void const* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                                    cudaStream_t stream) {
  ++launched;
  return __real_cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

#if CUDART_VERSION >= 13000
// The target of `<<<...>>>` since CUDA 13.
cudaError_t __real___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                                      cudaStream_t stream);
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                                      cudaStream_t stream) {
  ++launched;
  return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}
#endif
}
