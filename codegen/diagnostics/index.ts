export { type Diagnostic, messageOf, type Severity } from './diagnostic.js';
export { DiagnosticBag } from './diagnostic-bag.js';
export { type Format, type FormatOptions, formatDiagnostics, formats } from './format/format.js';
export { type LocatedTypeError, mergeTypeErrors } from './merge-type-errors.js';
export * from './messages.js';
export { nearest } from './nearest.js';
export { compareSpans, nowhere, type Span, spanOf, wholeFile } from './span.js';
export { typescriptError } from './typescript-error.js';
export { excerpt, startingWith, withArticle } from './words.js';
