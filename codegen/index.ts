export { type Compilation, compile } from './compile.js';
export { type Diagnostic, formatDiagnostics, type Span } from './diagnostics/index.js';
