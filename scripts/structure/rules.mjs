/**
 * The order of the folders: a file imports from its own layer and from those before it. A folder stands for all below it, unless one of
 * those is named itself.
 */
export const layers = [
  ['dsl'],
  ['codegen/diagnostics'],
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
    'codegen/2-analyze/numbers',
    'codegen/2-analyze/objects',
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

/** Folders whose files import nothing of ours but what is in them. */
export const islands = ['native/runtime', 'bundlers'];

export const most = { lines: 400, classLines: 150, files: 25 };

/** One file per kind of syntax. */
export const foldersOfAnySize = ['codegen/2-analyze/visitors'];

/** Tables, which are read by looking something up. */
export const tables = ['codegen/diagnostics/messages.ts'];
