export { type ColumnNode, columnTree } from '../schema/column-tree.js';
export type { ColumnTypeName } from '../schema/column-types.js';
export { type ElementType, typeWithin } from '../schema/columns.js';
export { type BuildReport, build } from './5-build/index.js';
export { type Compilation, compile } from './compile.js';
export { type Diagnostic, formatDiagnostics, type Span } from './diagnostics/index.js';
export type { Column } from './ir/row-function.js';
