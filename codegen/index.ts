export { type ColumnNode, columnTree } from '../schema/column-tree.js';
export type { ColumnTypeName } from '../schema/column-types.js';
export { type ElementType, typeWithin } from '../schema/columns.js';
export {
  type BuildEvent,
  type BuildOptions,
  type BuildPart,
  type BuildReport,
  build,
  type EmittedFile,
  type EmittedTransform,
  type GeneratedTransform,
} from './5-build/index.js';
export { type Compilation, type CompileOptions, compile } from './compile.js';
export {
  type Diagnostic,
  type Format,
  type FormatOptions,
  formatDiagnostics,
  type Severity,
  type Span,
} from './diagnostics/index.js';
export type { Column } from './ir/row-function.js';
