#pragma once

// RF_FLATTEN inlines everything that a row loop calls into the loop, except functions marked RF_NOINLINE. Without it compilers keep a row
// function that is instantiated twice out of line and pass rows and sinks through memory. The sizes pass of a short text function then took
// 36 instead of 19 ns per row. Quick builds (ROWFUSE_QUICK) do without it.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(ROWFUSE_QUICK)
#define RF_FLATTEN __attribute__((flatten))
#else
#define RF_FLATTEN
#endif

namespace rowfuse::cpu {

/// True for transforms with so many operations that compilers are left to choose which calls to inline. Otherwise compile time and code
/// size would grow with the product of the functions and their call sites.
template <class Transform>
inline constexpr bool is_large = requires { requires Transform::is_large; };

namespace detail {

template <auto loop, class Tile, class Rows>
RF_FLATTEN void run_merged(Tile& tile, Rows const& rows) {
  loop(tile, rows);
}

}  // namespace detail

/// Runs a row loop over the staged rows of a tile, in one function with everything that it calls unless that is too much.
template <class Transform, auto loop, class Tile, class Rows>
void run_rows(Tile& tile, Rows const& rows) {
  if constexpr (is_large<Transform>) {
    loop(tile, rows);
  } else {
    detail::run_merged<loop>(tile, rows);
  }
}

}  // namespace rowfuse::cpu
