/** Returns advice on how to install missing tools, for the running platform. */
export function installAdvice(what: 'native' | 'cuda'): string {
  if (what === 'cuda') {
    return 'For GPUs, install the CUDA toolkit 12.0 or later and put its nvcc on PATH or name its folder in CUDA_HOME.';
  }
  switch (process.platform) {
    case 'darwin':
      return 'Run `xcode-select --install` and `brew install cmake`, then build again.';
    case 'win32':
      return 'Install Visual Studio Build Tools with C++ and CMake, then build again.';
    default:
      return 'On Debian and Ubuntu run `apt install g++ cmake make`, then build again.';
  }
}
