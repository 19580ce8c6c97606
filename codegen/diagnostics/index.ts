export { type Diagnostic, messageOf, type Severity } from './diagnostic.js';
export { DiagnosticBag } from './diagnostic-bag.js';
export { type FormatOptions, formatDiagnostics } from './format/format.js';
export { type Format, formats } from './format/formats.js';
export { visibleControls, visibleLine } from './format/visible-controls.js';
export * from './messages.js';
export { compareSpans, nowhere, type Span, spanOf, wholeFile } from './span.js';
export { isTypescriptError, typescriptError } from './typescript-error.js';
export { escapeUnseen, unicodeEscape } from './unseen.js';
