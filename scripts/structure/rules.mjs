/**
 * The order of the folders: a file imports from its own layer and from those before it. A folder stands for all below it, unless one of
 * those is named itself.
 */
export const layers = [
  ['schema'],
  ['dsl'],
  ['codegen/diagnostics'],
  // Regular expressions: the sets and the syntax of a pattern, its automaton, engines, and their tables.
  ['codegen/regex/characters'],
  ['codegen/regex/syntax'],
  ['codegen/regex/automaton'],
  ['codegen/regex/engines'],
  ['codegen/regex/image'],
  ['codegen/regex'],
  ['codegen/ir'],
  ['codegen/1-parse'],
  // The text: its syntax, and the kinds of values that it makes.
  ['codegen/2-analyze/syntax', 'codegen/2-analyze/values'],
  // The state of a walk through one row function.
  ['codegen/2-analyze/context'],
  // Constants, the order of side effects, and the reports of refused syntax.
  ['codegen/2-analyze/constants', 'codegen/2-analyze/effects', 'codegen/2-analyze/refusals'],
  // Constructs, one folder per kind of thing.
  [
    'codegen/2-analyze/arrays',
    'codegen/2-analyze/choices',
    'codegen/2-analyze/functions',
    'codegen/2-analyze/heap',
    'codegen/2-analyze/numbers',
    'codegen/2-analyze/objects',
    'codegen/2-analyze/patterns',
    'codegen/2-analyze/strings',
    'codegen/2-analyze/windows',
  ],
  // Rows and the stages that make them.
  ['codegen/2-analyze/rows'],
  // The walk.
  ['codegen/2-analyze/visitors'],
  ['codegen/2-analyze'],
  ['codegen/3-plan'],
  ['codegen/4-emit/cpp'],
  // The state that is shared while the C++ of one row function is emitted.
  ['codegen/4-emit/scope'],
  ['codegen/4-emit/expressions'],
  ['codegen/4-emit/statements'],
  ['codegen/4-emit/functor'],
  ['codegen/4-emit'],
  ['codegen/5-build'],
  ['codegen'],
  ['codegen/cli'],
];

/**
 * Files that only the files after them may import. Visitors reach their children through the context, so a walk never returns to the
 * table of visitors.
 */
export const importedOnlyBy = {
  'codegen/2-analyze/visitors/index.ts': ['codegen/2-analyze/analyze.ts'],
  'codegen/2-analyze/walk.ts': ['codegen/2-analyze/analyze.ts'],
};

/** The top-level folders, each with those that its files may import besides their own. */
export const parts = {
  schema: [],
  dsl: ['schema'],
  codegen: ['schema', 'dsl'],
  runtime: ['schema'],
  bundlers: [],
};

export const most = { lines: 400, classLines: 150, files: 25 };

/** One file per kind of syntax. */
export const foldersOfAnySize = ['codegen/2-analyze/visitors'];

/** Tables, in which a reader looks something up. */
export const tables = ['codegen/diagnostics/messages.ts'];

/** The rules for C++ and CUDA: every folder has a layer, and no folders include each other. */
export const native = {
  layers: [
    // JavaScript's values, for host and device.
    ['native/include/rowfuse/base'],
    // Strings: bytes, the forms of strings, UTF-16 units, then operations.
    ['native/include/rowfuse/string/bytes', 'native/include/rowfuse/string/form'],
    ['native/include/rowfuse/string/unit'],
    ['native/include/rowfuse/string/memory', 'native/include/rowfuse/string/search'],
    ['native/include/rowfuse/string/part'],
    ['native/include/rowfuse/string/lazy'],
    ['native/include/rowfuse/string/case'],
    ['native/include/rowfuse/string'],
    ['native/include/rowfuse/regex'],
    // Numbers: exact arithmetic, then their text.
    ['native/include/rowfuse/number/bigint', 'native/include/rowfuse/number/math'],
    ['native/include/rowfuse/number/exact'],
    ['native/include/rowfuse/number/decimal'],
    ['native/include/rowfuse/number'],
    ['native/include/rowfuse/number/text'],
    [
      'native/include/rowfuse/arrow',
      'native/include/rowfuse/date',
      'native/include/rowfuse/hash',
      'native/include/rowfuse/value',
    ],
    // Rows, and computations over several of them.
    ['native/include/rowfuse/row'],
    ['native/include/rowfuse/array'],
    ['native/include/rowfuse/rolling'],
    ['native/include/rowfuse/group'],
    // The loops over rows.
    ['native/include/rowfuse/cpu/memory'],
    ['native/include/rowfuse/cpu/tile'],
    ['native/include/rowfuse/cpu/groups', 'native/include/rowfuse/cpu/rolling'],
    ['native/include/rowfuse/cpu'],
    ['native/include/rowfuse/cuda/launch'],
    ['native/include/rowfuse/cuda/warp'],
    ['native/include/rowfuse/cuda/block'],
    ['native/include/rowfuse/cuda/map', 'native/include/rowfuse/cuda/rows'],
    ['native/include/rowfuse/cuda/arena', 'native/include/rowfuse/cuda/rolling'],
    ['native/include/rowfuse/cuda/emit', 'native/include/rowfuse/cuda/groups', 'native/include/rowfuse/cuda/levels'],
    ['native/include/rowfuse/cuda/one_pass'],
    ['native/include/rowfuse/cuda/host'],
    ['native/include/rowfuse/cuda'],
    // Headers that generated code includes.
    ['native/include/rowfuse'],
    // Code that is compiled once.
    ['native/engine/api'],
    ['native/engine/cpu'],
    ['native/engine/cpu/groups'],
    ['native/engine/cuda/host'],
    ['native/engine/cuda'],
    // The binding to Node.
    ['native/node/values'],
    ['native/node/memory'],
    ['native/node/job'],
    ['native/node/device'],
    ['native/node'],
    // The library for other languages.
    ['native/portable'],
    ['native/portable/import', 'native/portable/export'],
    ['native/portable/call'],
  ],
  everyFolder: true,
  parts: { native: [] },
  importedOnlyBy: {},
  most,
  foldersOfAnySize: [],
  tables: [
    'native/include/rowfuse/number/decimal/powers_of_ten.hpp',
    'native/include/rowfuse/string/case/case_tables.hpp',
  ],
  // Folders and files above the limits: they may shrink, and must not grow.
  large: {},
};
