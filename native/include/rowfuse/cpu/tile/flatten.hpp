#pragma once

// RF_FLATTEN merges everything that a row loop calls into the loop, but what is marked RF_NOINLINE. Without it compilers
// keep a row function that is instantiated twice out of line and pass rows and sinks through memory: measured 36 instead
// of 19 ns a row for the sizes pass of a short text function. Builds that are to be quick (ROWFUSE_QUICK) do without.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(ROWFUSE_QUICK)
#define RF_FLATTEN __attribute__((flatten))
#else
#define RF_FLATTEN
#endif

namespace rowfuse::cpu {

/// True for transforms of so many operations that compilers are left to choose which calls to merge: their time, and the code,
/// would otherwise grow with the product of what is called and from how many places.
template <class Transform>
inline constexpr bool is_large = requires { requires Transform::is_large; };

namespace detail {

template <auto loop, class Tile, class Rows>
RF_FLATTEN void run_merged(Tile& tile, Rows const& rows) {
  loop(tile, rows);
}

}  // namespace detail

/// Runs a row loop over the staged rows of a tile, in one function with all that it calls where that is not too much.
template <class Transform, auto loop, class Tile, class Rows>
void run_rows(Tile& tile, Rows const& rows) {
  if constexpr (is_large<Transform>) {
    loop(tile, rows);
  } else {
    detail::run_merged<loop>(tile, rows);
  }
}

}  // namespace rowfuse::cpu
