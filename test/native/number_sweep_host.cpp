/// The program that compares a GPU with the host, with the host in the GPU's place: see number-sweep.test.ts.
#include "../../bench/cuda/number_sweep.cu"
