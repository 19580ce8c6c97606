/// The program that compares a GPU with the host, with the host in place of the GPU: see number-sweep.test.ts.
#include "../../../bench/cuda/number_sweep.cu"
