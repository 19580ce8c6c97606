import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeFrameColumns } from '@babel/code-frame';
import pc from 'picocolors';
import type { Diagnostic } from '../diagnostic.js';
import type { FormatOptions } from './format.js';
import { visibleControls, visibleLine } from './visible-controls.js';

/** For people: place, what, a frame of the source, why, fix; a count at the end. */
export function formatPretty(diagnostics: readonly Diagnostic[], { root, color }: FormatOptions): string {
  if (diagnostics.length === 0) return '';
  const sources = new Map<string, string | undefined>();
  const sourceOf = (file: string): string | undefined => {
    if (!sources.has(file)) sources.set(file, readSource(path.join(root, file)));
    return sources.get(file);
  };
  const paragraphs = diagnostics.map((diagnostic) => paragraph(diagnostic, sourceOf(diagnostic.span.file), color));
  return `${[...paragraphs, count(diagnostics, color)].join('\n\n')}\n`;
}

function paragraph(diagnostic: Diagnostic, source: string | undefined, color: boolean): string {
  const paint = pc.createColors(color);
  const { span, severity, code, what, why, fix } = diagnostic;
  const mark = severity === 'error' ? paint.red : paint.yellow;
  const place = span.file === '' ? '' : `${paint.cyan(visibleLine(`${span.file}:${span.line}:${span.column}`))} - `;
  const lines = [`${place}${mark(severity)} ${paint.dim(code)}: ${visibleLine(what.replace(/\s+/g, ' '))}`];
  if (source !== undefined) lines.push('', frame(diagnostic, source, color), '');
  if (why !== '') lines.push(labelled('why', why, color));
  if (fix !== '') lines.push(labelled('fix', fix, color));
  return lines.join('\n').trimEnd();
}

/** A label, and the text with further lines (a compiler's output) indented to stand below it. */
function labelled(label: string, text: string, color: boolean): string {
  const [first = '', ...rest] = visibleControls(text).split('\n');
  return `  ${pc.createColors(color).bold(label)}: ${[first, ...rest.map((line) => `       ${line}`)].join('\n')}`;
}

/** A span of more lines than these (a whole function, say) is shown by its first character. */
const markedLines = 6;

function frame({ span }: Diagnostic, source: string, color: boolean): string {
  const start = { line: span.line, column: span.column };
  const end = { line: span.endLine, column: span.endColumn };
  const location = span.endLine - span.line < markedLines ? { start, end } : { start };
  return codeFrameColumns(visibleControls(source), location, { forceColor: color });
}

function count(diagnostics: readonly Diagnostic[], color: boolean): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const parts = [counted(errors, 'error'), counted(warnings, 'warning')].filter((part) => part !== '');
  return pc.createColors(color).bold(parts.join(', '));
}

function counted(n: number, word: string): string {
  return n === 0 ? '' : `${n} ${word}${n === 1 ? '' : 's'}`;
}

/** A file that is gone, or is no file, gets no frame: the diagnostic itself says enough. */
function readSource(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
