/// Claims about values, on which code relies without a test. Checked builds (ROWFUSE_CHECKED) verify them and end the process at the first
/// one that is broken; other builds contain nothing of it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// The place of a claim in the source: `#line` directives make it one of the row function, unless the claim is the row library's.
struct ClaimPlace {
  char const* file;
  int line;

  RF_HD static constexpr ClaimPlace here(char const* file = __builtin_FILE(), int line = __builtin_LINE()) { return {file, line}; }
};

namespace detail {

/// Reports a broken claim and ends the process, or the kernel.
RF_HD RF_NOINLINE void broken_claim(char const* claim, double value, ClaimPlace place) {
#if defined(RF_DEVICE_PASS)
  printf("rowfuse: broken claim at %s:%d: %s: %.17g\n", place.file, place.line, claim, value);
  __trap();
#else
  static_cast<void>(std::fprintf(stderr, "rowfuse: broken claim at %s:%d: %s: %.17g\n", place.file, place.line, claim, value));
  std::abort();
#endif
}

}  // namespace detail

}  // namespace rowfuse

/// States a condition that holds, and the value that a report shows. Neither is evaluated, except in checked builds.
#if defined(ROWFUSE_CHECKED)
#define RF_CLAIM(condition, claim, value) \
  ((condition) ? static_cast<void>(0) : ::rowfuse::detail::broken_claim(claim, static_cast<double>(value), ::rowfuse::ClaimPlace::here()))
#else
#define RF_CLAIM(condition, claim, value) static_cast<void>(0)
#endif
