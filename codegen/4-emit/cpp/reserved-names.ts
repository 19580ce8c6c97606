/**
 * True for a name that generated code cannot give to something of the user: C++ or CUDA reserves it, a standard header may define it as a
 * macro, or generated code uses it itself.
 */
export function isReserved(name: string): boolean {
  return words.has(name) || patterns.some((pattern) => pattern.test(name));
}

const patterns: readonly RegExp[] = [
  // Names of implementations begin so ([lex.name], and those of intrinsics); two underscores are theirs wherever they stand.
  /^_\w|__/,
  // Macros are written in capitals: `EOF`, `NULL`, `M_PIf`.
  /^[A-Z](?:[A-Z_]|\d[A-Z])/,
  // CUDA's runtime: `cudaStreamLegacy` is a macro.
  /^cuda[A-Z]/,
  // Members of POSIX structs that headers define as macros: `si_value`.
  /^(?:sa|si|sigev|sched)_/,
  // Locals and structs that the emitters number.
  /^(?:text|bigint_text|buffer|index|sort|fold)\d+$/,
  /^(?:Fold|Sum|ExactSum|SumOfIntegers|Min|Max|MinOfIntegers|MaxOfIntegers|Least|Greatest|Moments|Present|Count|Any|All)\d+$/,
];

const keywords = `
  alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept const
  const_cast consteval constexpr constinit continue contract_assert co_await co_return co_yield decltype default delete do double
  dynamic_cast else enum explicit export extern false final float for friend goto if import inline int long module mutable namespace new
  noexcept not not_eq nullptr operator or or_eq override private protected public register reinterpret_cast requires return short signed
  sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename typeof union
  unsigned using virtual void volatile wchar_t while xor xor_eq`;

/**
 * Macros in lower case that stand for an expression: those of the C library, and of compilers in their GNU mode. A macro with arguments
 * changes no name without parentheses. test/hostile compares the list with the macros of the compiler at hand.
 */
const macros = 'complex errno i386 linux math_errhandling noreturn stderr stdin stdout unix I';

const cuda = 'threadIdx blockIdx blockDim gridDim warpSize';

/** Names that generated code writes without a qualifier. */
const ours =
  'rf rowfuse std cpu cuda row out arena steps maybe element_row carried cpu_entry cuda_entry inputs outputs In Out Input Output Grouping Bounds Reductions Folds State';

const words: ReadonlySet<string> = new Set(`${keywords} ${macros} ${cuda} ${ours}`.trim().split(/\s+/));
