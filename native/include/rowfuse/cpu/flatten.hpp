#pragma once

// RF_FLATTEN merges everything that a row loop calls into the loop, but what is marked RF_NOINLINE. Without it compilers
// keep a row function that is instantiated twice out of line and pass rows and sinks through memory: measured 36 instead
// of 19 ns a row for the sizes pass of a short text function.
#if defined(__GNUC__) || defined(__clang__)
#define RF_FLATTEN __attribute__((flatten))
#else
#define RF_FLATTEN
#endif
