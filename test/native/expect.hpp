/// Expectations of test programs without a framework: those that fail are printed and counted.
#pragma once

#include <cstdio>
#include <string>

inline int failures = 0;

inline void expect(bool condition, std::string const& claim) {
  if (condition) return;
  std::printf("not true: %s\n", claim.c_str());
  ++failures;
}

/// Prints the number of failures. Returns the exit status of the program.
inline int report_failures() {
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
