/// Runs the cases of math-cases.ts on standard input; the argument is the function's name.
#include "math_functions.hpp"

int main(int, char** arguments) {
  int const function = test::function_of(arguments[1]);
  if (function < 0) return 2;
  return test::judge([&](test::Record const* records, double* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) values[i] = test::evaluate(function, records[i].x, records[i].y);
  });
}
