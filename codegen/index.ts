export { type BuildReport, build } from './5-build/index.js';
export { type Compilation, compile } from './compile.js';
export { type Diagnostic, formatDiagnostics, type Span } from './diagnostics/index.js';
export { type ColumnNode, columnTree, typeWithin } from './ir/column-tree.js';
export type { Column, ColumnTypeName, ElementType } from './ir/row-function.js';
